//! Invariants of every run: packets are conserved and stay in order; links send whenever packets wait, and
//! never exceed their rate. TCP delivers all data exactly once and respects its window.

use crate::support::{
    as_f64, build_simulation, documents, dumbbell, finished_run, flow, multi_link_documents, new_run,
    run_to_end, run_until_ns, seeded_config,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::{SECOND, Time, from_secs, to_secs};
use sim_core::record::RecordingSettings;
use sim_core::simulation::Simulation;
use sim_core::simulation::build::BuildOptions;
use std::collections::BTreeSet;

/// The number of packets that `check_order` reads on wires.
fn packets_on_wires(run: &Simulation) -> u64 {
    let paths = run.world().net().conns().iter().flat_map(|conn| &conn.paths);
    paths.map(|path| (path.egress.wire.count() + path.ingress.wire.count()) as u64).sum()
}

/// Asserts that the packets of each route are in the order in which they were sent, and that due times do not
/// decrease from the head of a wire or a backlog to its tail.
fn check_order(run: &Simulation) -> Result<(), TestCaseError> {
    let net = run.world().net();
    // Links that reorder change the order of packets. The due times on each wire still do not decrease.
    let reorders = net.links().iter().any(|link| link.reorders());
    for (index, conn) in net.conns().iter().enumerate() {
        for path in &conn.paths {
            // Reading from the receiver's end towards the sender's end, `tx` must increase.
            let mut previous: Option<u32> = None;
            let mut check_next = |tx: u32| {
                let in_order = reorders || previous.is_none_or(|previous| tx > previous);
                previous = Some(tx);
                in_order
            };
            let mut due = 0;
            for transit in path.egress.wire.iter(net.transits()) {
                prop_assert!(
                    check_next(transit.packet.tx) && transit.at >= due,
                    "egress of connection {}",
                    index
                );
                due = transit.at;
            }
            due = 0;
            // Packets on links are between the egress and the ingress. The loop over links below checks them.
            // A link on the fused path has already put its packets into the egress.
            for transit in path.ingress.wire.iter(net.transits()) {
                prop_assert!(
                    check_next(transit.packet.tx) && transit.at >= due,
                    "ingress of connection {}",
                    index
                );
                due = transit.at;
            }
        }
    }
    for link in net.links() {
        let mut due = 0;
        let mut last_tx = vec![None; net.conns().len() * 2];
        for entry in link.backlog().iter() {
            let route = entry.conn as usize * 2 + usize::from(entry.feedback);
            prop_assert!(
                entry.departs >= due && (reorders || last_tx[route].is_none_or(|tx| entry.tx > tx)),
                "link {:x}",
                link.key()
            );
            prop_assert!(
                entry.departs > net.now(),
                "packet {} is in the backlog after its departure at {} ns",
                entry.tx,
                entry.departs
            );
            (due, last_tx[route]) = (entry.departs, Some(entry.tx));
        }
        due = 0;
        for transit in link.propagating().iter(net.transits()) {
            prop_assert!(transit.at >= due, "wire of link {:x}", link.key());
            due = transit.at;
        }
    }
    Ok(())
}

/// The number of bits that a link direction (`forward` or `reverse`) can carry from time 0 to `until`.
fn capacity_bits(document: &Value, direction: &str, until: Time) -> f64 {
    let mut rate = as_f64(&document["network"][direction]["rate"]);
    let path = format!("network.{direction}.rate");
    let mut changes: Vec<(Time, f64)> = Vec::new();
    for change in document["timeline"].as_array().unwrap() {
        if change["set"] == path {
            changes.push((from_secs(as_f64(&change["at"])), as_f64(&change["to"])));
        }
    }
    changes.sort_by_key(|change| change.0);
    let (mut bits, mut since) = (0.0, 0);
    for (at, new_rate) in changes {
        let at = at.min(until);
        bits += rate * to_secs(at - since);
        (rate, since) = (new_rate, at);
    }
    bits + rate * to_secs(until - since)
}

proptest! {
    #![proptest_config(seeded_config(150))]

    #[test]
    fn packets_are_conserved_in_order_and_within_capacity(document in documents(), seed in any::<u64>(), computed_departures in any::<bool>()) {
        let document = document.0;
        let options = BuildOptions { lazy: computed_departures, fuse: computed_departures };
        let mut run = build_simulation(&document, RecordingSettings::none(), options);
        let mut rng = Rng::new(seed, Purpose::Algorithm, 0);
        // At each sampled time, the bits that each direction has carried and could have carried.
        let mut samples: Vec<([f64; 2], [f64; 2])> = Vec::new();
        let mut unchecked_events = 0;
        while run.now() < run.end() {
            let step = run.step(run.now() + rng.below(SECOND / 5), 1 + rng.below(400)).unwrap();
            unchecked_events += step.events;
            if step.now.is_multiple_of(3) {
                // A step may end between events of the same time. At about a third of the times, first
                // process the remaining events of the current time.
                run.step(run.now(), u64::MAX).unwrap();
            }
            run.world().check_conservation().unwrap();
            // A departure at the current time may be recorded only after all events of that time are
            // processed.
            let now = run.now();
            run_until_ns(&mut run, now);
            // The check reads all packets on wires. A sender that is faster than its access link fills the
            // wire to it with a million packets, which are therefore not read after each step.
            if unchecked_events >= packets_on_wires(&run) / 16 {
                check_order(&run)?;
                unchecked_events = 0;
            }
            let carried = [0, 1].map(|link| run.world().net().links()[link].counters().departed_bytes as f64 * 8.0);
            let capacities = ["forward", "reverse"].map(|direction| capacity_bits(&document, direction, run.now()));
            samples.push((carried, capacities));
        }
        // Between two times a link sends at most its capacity plus the packet in service at the first time.
        // The largest packet has 9000 bytes; one bit allows for rounding.
        let allowed_excess = 9000.0 * 8.0 + 1.0;
        for (index, (carried, capacities)) in samples.iter().enumerate() {
            for (carried_before, capacities_before) in samples[..index].iter().rev().take(40) {
                for direction in 0..2 {
                    let sent = carried[direction] - carried_before[direction];
                    let capacity = capacities[direction] - capacities_before[direction];
                    prop_assert!(sent <= capacity + allowed_excess, "{sent} bits sent with a capacity of {capacity} bits");
                }
            }
        }

        run_to_end(&mut run);
        check_order(&run)?;
        run.world().check_conservation().unwrap();
    }
}

proptest! {
    #![proptest_config(seeded_config(100))]

    #[test]
    fn packets_are_conserved_and_in_order_over_several_links(document in multi_link_documents(), seed in any::<u64>(), computed_departures in any::<bool>()) {
        let options = BuildOptions { lazy: computed_departures, fuse: computed_departures };
        let mut run = build_simulation(&document.0, RecordingSettings::none(), options);
        let mut rng = Rng::new(seed, Purpose::Algorithm, 0);
        while run.now() < run.end() {
            run.step(run.now() + rng.below(SECOND / 3), 1 + rng.below(1000)).unwrap();
            run.world().check_conservation().unwrap();
            let now = run.now();
            run_until_ns(&mut run, now);
            check_order(&run)?;
        }
        // Links that are on no route carry no packets.
        let scenario = run.scenario();
        let used: BTreeSet<usize> =
            scenario.flows.iter().flat_map(|flow| flow.route.data.iter().chain(&flow.route.feedback)).copied().collect();
        for (index, link) in run.world().net().links().iter().enumerate() {
            prop_assert!(used.contains(&index) || link.counters().arrivals == 0, "link {}", index);
        }
    }
}

fn udp(rate: f64, packet: u32) -> Value {
    json!({"id": "a", "algorithm": "udp", "params": {"rate": rate}, "packet": packet})
}

#[test]
fn a_link_with_waiting_packets_is_never_idle() {
    // The offered load always exceeds the link's rate, which changes several times, so packets always wait.
    let mut document = dumbbell(
        json!([udp(2e7, 1500), {"id": "b", "algorithm": "udp", "params": {"rate": 3e6}, "packet": 333}]),
        10.0,
    );
    document["jitter"] = json!({"mode": "off"});
    document["network"]["forward"]["rate"] = json!(9_999_991.0);
    document["timeline"] = json!([{"at": 3, "set": "network.forward.rate", "to": 7_777_777.0},
        {"at": 4.5, "set": "network.forward.rate", "to": 0}, {"at": 5.2, "set": "network.forward.rate", "to": 13.1e6},
        {"at": 6, "set": "network.forward.delay", "to": 0.001}, {"at": 7, "set": "network.forward.queue.limit", "to": {"packets": 3}}]);
    let mut run = new_run(&document);
    let carried_bits = |run: &Simulation| run.world().net().links()[0].counters().departed_bytes as f64 * 8.0;
    run_until_ns(&mut run, SECOND);
    let (carried_before, capacity_before) = (carried_bits(&run), capacity_bits(&document, "forward", SECOND));
    for step in 1..90u64 {
        run_until_ns(&mut run, SECOND + step * SECOND / 10);
        let capacity = capacity_bits(&document, "forward", run.now()) - capacity_before;
        let sent = carried_bits(&run) - carried_before;
        // The largest packet has 12 000 bits.
        assert!(
            (sent - capacity).abs() <= 12_000.0,
            "{sent} of {capacity} bits sent by {} s",
            to_secs(run.now())
        );
    }
}

#[test]
fn departure_times_of_a_million_packets_do_not_drift() {
    // 48 bytes at 9 999 991 bit/s take 38 400.0345... ns. The packets are sent back to back.
    let mut document = dumbbell(json!([udp(1.2e7, 48)]), 38.6);
    document["jitter"] = json!({"mode": "off"});
    document["network"]["forward"]["rate"] = json!(9_999_991.0);
    let run = finished_run(&document);
    let link = &run.world().net().links()[0];
    let packets = u128::from(link.counters().departures);
    assert!(packets > 1_000_000, "{packets}");
    // The first packet arrives at the link after 3840 ns of serialization (48 bytes at 100 Mb/s) and 5 ms of
    // propagation on the access link.
    let first_arrival = 3_840 + 5_000_000;
    let exact = first_arrival + packets * 384 * 1_000_000_000 / 9_999_991;
    assert_eq!(u128::from(link.last_departure()), exact);
}

/// The window-based algorithms that retransmit and follow TCP's window rules. TFWC, IFP, GAIMD and TAIMD are
/// excluded, because they do not retransmit or have different window rules.
fn retransmitting_window_algorithms() -> Vec<&'static str> {
    let is_included = |info: &sim_core::describe::AlgorithmInfo| {
        info.family == sim_core::describe::Family::Window
            && !["tfwc", "ifp", "gaimd", "taimd"].contains(&info.id)
    };
    sim_core::protocols::infos().into_iter().filter(is_included).map(|info| info.id).collect()
}

/// A document with losses on both directions of the link, an outage, and a change of the delay.
fn lossy(algorithm: &str, source: Value, seed: u64) -> Value {
    let mut document = dumbbell(json!([{"id": "a", "algorithm": algorithm, "source": source}]), 300.0);
    document["seed"] = json!(seed);
    document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.03},
        {"kind": "every", "n": 61, "where": "exit"}, {"kind": "burst", "at": 2, "packets": 5}]);
    document["network"]["reverse"] = json!({"loss": [{"kind": "random", "probability": 0.1}]});
    document["timeline"] = json!([{"at": 3, "set": "network.forward.rate", "to": 0}, {"at": 5, "set": "network.forward.rate", "to": 3e6},
        {"at": 6, "set": "network.forward.delay", "to": 0.0}]);
    document
}

#[test]
fn a_transfer_is_delivered_completely_and_once() {
    for algorithm in retransmitting_window_algorithms() {
        for seed in 1..=5 {
            // 1 234 567 bytes of payload are 845.59 packets of 1460 bytes.
            let run = finished_run(&lossy(algorithm, json!({"kind": "finite", "bytes": 1_234_567}), seed));
            let summary = run.summary();
            let flow = flow(&summary, "a");
            assert!(flow["completion_s"].is_number(), "{algorithm} {seed}: {flow}");
            assert_eq!(flow["delivered"], 846, "{algorithm}");
            let bytes = run.observer().flows[0].counts().delivered_bytes;
            assert_eq!(bytes, 1_234_567 + 846 * 40, "{algorithm}");
            assert_eq!(run.world().app(0).pulled, 1_234_567);
            assert!(
                flow["retransmitted"].as_u64() >= Some(20),
                "only {} packets were retransmitted",
                flow["retransmitted"]
            );
        }
    }
}

#[test]
fn new_data_respects_the_window() {
    for algorithm in retransmitting_window_algorithms() {
        for (name, document) in [
            ("drop-tail", dumbbell(json!([{"id": "a", "algorithm": algorithm}]), 20.0)),
            ("lossy", lossy(algorithm, json!({"kind": "greedy"}), 1)),
        ] {
            let mut document = document;
            document["duration"] = json!(20);
            let mut run = new_run(&document);
            let mut sent_before = 0;
            let (mut max_excess, mut checks): (f64, u32) = (0.0, 0);
            // After a timeout, the network can contain packets that the sender counts as lost, and needless
            // retransmissions of them, which it does not count once their originals are acknowledged. The
            // check pauses for a second.
            let (mut timeouts, mut checks_from) = (0, 0);
            while run.now() < run.end() {
                run.step(run.end(), 1).unwrap();
                let state = run.world().sender_state(0);
                let window = state.window.unwrap();
                assert!(window >= 1.0 && window.is_finite());
                let counts = run.observer().flows[0].counts();
                if counts.timeouts > timeouts {
                    (timeouts, checks_from) = (counts.timeouts, run.now() + SECOND);
                }
                let sent = counts.sent - counts.retransmitted;
                if sent > sent_before && run.now() >= checks_from {
                    // The packets that are actually in the network, independent of the sender's estimate.
                    let flight = run.world().net().in_flight(0, 0) as f64;
                    max_excess = max_excess.max(flight - window.max(2.0));
                    checks += 1;
                }
                sent_before = sent;
            }
            assert!(checks > 200, "{algorithm}, {name}: {checks} checks");
            // Three packets for the duplicate ACKs that started recovery (RFC 5681 section 3.2), two for
            // limited transmit (RFC 3042), and one for rounding the window.
            assert!(
                max_excess <= 6.0,
                "{algorithm}, {name}: {max_excess} packets in flight beyond the window"
            );
        }
    }
}
