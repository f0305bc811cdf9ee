//! A link processes packets on one of three paths, which must give equal results: the event path, the lazy
//! path and the fused path (docs/architecture.md).

use std::collections::BTreeMap;

use crate::support::{
    build_simulation, documents, dumbbell, multi_link_documents, run_until_ns, seeded_config,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::simulation::build::BuildOptions;

const FUSED: BuildOptions = BuildOptions { lazy: true, fuse: true };
const NOT_FUSED: [BuildOptions; 3] = [
    // The lazy path.
    BuildOptions { lazy: true, fuse: false },
    // The event path.
    BuildOptions { lazy: false, fuse: false },
    // Also the event path: fusing requires lazy links.
    BuildOptions { lazy: false, fuse: true },
];

/// All observable results of a run.
struct Observations {
    /// The result IDs after each sixth of the run.
    ids: Vec<String>,
    summary: Value,
    /// The values of every recorded series as bits, so that NaN equals NaN.
    series: Vec<Vec<u64>>,
    /// The number of events of each kind, entity and value.
    events: BTreeMap<String, u64>,
}

fn observe(document: &Value, options: BuildOptions) -> Observations {
    let mut simulation = build_simulation(
        document,
        RecordingSettings { bins: 64, event_limit: 1 << 20, ..RecordingSettings::default() },
        options,
    );
    let mut ids = Vec::new();
    for sixth in 1..=6 {
        let at = simulation.end() * sixth / 6;
        run_until_ns(&mut simulation, at);
        ids.push(simulation.result_id_text());
    }
    simulation.update_series();
    let mut summary = simulation.summary();
    // The fused path counts a hop when it computes the hop, which is before the hop happens.
    summary["packet_hops"] = Value::Null;
    let series = (0..simulation.observer().rec.directory().len())
        .map(|index| simulation.observer().rec.read(index, 0).into_iter().map(f64::to_bits).collect())
        .collect();
    // The fused path records a loss at the exit of a link later than the other paths, so the order of rows
    // can differ. Only the numbers of events are compared.
    let mut events = BTreeMap::new();
    for event in simulation.observer().rec.events().rows() {
        let key = format!("{:?} of {} ({})", event.kind, event.entity, event.value);
        *events.entry(key).or_insert(0) += u64::from(event.count);
    }
    Observations { ids, summary, series, events }
}

/// Returns an error if the paths differ in any result.
fn compare_paths(document: &Value) -> Result<(), TestCaseError> {
    let fused = observe(document, FUSED);
    for options in NOT_FUSED {
        let other = observe(document, options);
        prop_assert_eq!(&fused.ids, &other.ids, "result IDs with {:?}", options);
        prop_assert_eq!(&fused.summary, &other.summary, "summary with {:?}", options);
        if let Some(series_index) = (0..fused.series.len()).find(|&i| fused.series[i] != other.series[i]) {
            let run = build_simulation(document, RecordingSettings::default(), options);
            let entry = &run.observer().rec.directory()[series_index];
            return Err(TestCaseError::fail(format!(
                "{} of {} differs with {options:?}",
                entry.signal.id, entry.entity
            )));
        }
        prop_assert_eq!(&fused.events, &other.events, "events with {:?}", options);
    }
    Ok(())
}

proptest! {
    #![proptest_config(seeded_config(300))]

    #[test]
    fn all_paths_agree(document in documents()) {
        compare_paths(&document.0)?;
    }

    #[test]
    fn all_paths_agree_over_several_links(document in multi_link_documents()) {
        compare_paths(&document.0)?;
    }
}

/// The numbers of packet-hops are equal once all packets have arrived. Before that, the fused path counts
/// hops that have not happened yet.
#[test]
fn packet_hops_are_equal_at_the_end() {
    let flow = json!({"id": "a", "algorithm": "newreno", "packet": 1000, "count": 3,
                      "source": {"kind": "finite", "bytes": 400_000}, "params": {"handshake": false}});
    let mut document = dumbbell(json!([flow]), 30.0);
    let hops = |document: &Value, options| {
        let mut run = build_simulation(document, RecordingSettings::none(), options);
        let end = run.end();
        run_until_ns(&mut run, end);
        run.packet_hops()
    };
    let dropping = hops(&document, FUSED);
    document["network"]["forward"]["queue"] = json!({"kind": "drop_tail", "limit": {"packets": 10_000}});
    let lossless = hops(&document, FUSED);
    // Each of 417 packets with 960 bytes of payload crosses three links, and so does its acknowledgement.
    // Three flows send 400 000 bytes each.
    assert_eq!(lossless, 3 * 417 * 6);
    assert!(dropping > lossless, "lost packets are retransmitted: {dropping}");
    for options in NOT_FUSED {
        assert_eq!(hops(&document, options), lossless, "{options:?}");
        document["network"]["forward"]["queue"] = json!({"kind": "drop_tail", "limit": {"bdp": 1}});
        assert_eq!(hops(&document, options), dropping, "{options:?}");
        document["network"]["forward"]["queue"] = json!({"kind": "drop_tail", "limit": {"packets": 10_000}});
    }
}

/// Changes of a link at multiples of 0.1 s. Departures and arrivals often happen at the same times, because
/// each packet takes a multiple of 0.1 ms on every link.
fn changes(link: &str, rate: f64) -> Value {
    (1..25)
        .map(|step| {
            let (set, to) = match step % 5 {
                0 => ("rate", json!(0)),
                1 => ("rate", json!(rate)),
                2 => ("rate", json!(rate / 2.0)),
                3 => ("delay", json!(if step % 2 == 0 { 0.002 } else { 0.0 })),
                _ => ("queue.limit", json!({"packets": step})),
            };
            json!({"at": f64::from(step) / 10.0, "set": format!("{link}.{set}"), "to": to})
        })
        .collect()
}

/// With round numbers, no jitter and identical flows, departures, arrivals and changes often happen in the
/// same nanosecond.
#[test]
fn all_paths_agree_on_the_order_of_simultaneous_events() {
    for (packet, rate) in [(1000, 8e6), (1000, 1e6), (1500, 1.2e7)] {
        // Acknowledgements have the size of data packets.
        let flow = |id: &str, algorithm: &str| {
            json!({"id": id, "algorithm": algorithm, "packet": packet, "count": 3,
                   "access": {"sender": 0.001, "receiver": 0.001}, "params": {"handshake": false, "ack_size": packet}})
        };
        let link =
            json!({"rate": rate, "delay": 0.002, "queue": {"kind": "drop_tail", "limit": {"packets": 9}}});
        let mut document = dumbbell(json!([flow("a", "newreno"), flow("b", "sack")]), 3.0);
        document["jitter"] = json!({"mode": "off"});
        document["network"]["forward"] = link.clone();
        document["network"]["access_rate"] = json!(rate);
        document["timeline"] = changes("network.forward", rate);
        compare_paths(&document).unwrap();
        // Three links in a row, the middle one without delay, with cross traffic on each.
        let mut instant = link.clone();
        instant["delay"] = json!(0);
        document["network"] = json!({"kind": "parking_lot", "access_rate": rate, "links": [
            {"id": "a", "forward": link}, {"id": "b", "forward": instant}, {"id": "c", "forward": link}]});
        let with_path = |mut flow: Value, from: &str, to: &str| {
            flow["path"] = json!({"from": from, "to": to});
            flow
        };
        document["flows"] = json!([
            with_path(flow("a", "newreno"), "r1", "r4"),
            with_path(flow("b", "sack"), "r2", "r3"),
            with_path(flow("c", "reno"), "r4", "r2"),
        ]);
        document["timeline"] = changes("network.links.b.forward", rate);
        compare_paths(&document).unwrap();
    }
}

/// Flows with and without jitter and with different distances, which lose packets on the shared link.
fn dropping_dumbbell() -> Value {
    let flow = |id: &str, algorithm: &str, delay: f64| json!({"id": id, "algorithm": algorithm, "count": 3, "access": {"sender": delay, "receiver": 0.004}});
    let flows = json!([flow("a", "sack", 0.002), flow("b", "reno", 0.03), flow("c", "tfrc", 0.01)]);
    let mut document = dumbbell(flows, 8.0);
    document["network"]["forward"]["queue"] = json!({"kind": "drop_tail", "limit": {"packets": 12}});
    document["timeline"] = json!([
        {"at": 3, "set": "network.forward.rate", "to": 4e6},
        {"at": 5, "set": "network.forward.loss", "to": [{"kind": "every", "n": 50}]}
    ]);
    document
}

/// Two links in a row, both of which lose packets. All packets of the first one come from access links.
fn dropping_chain() -> Value {
    let mut document = dropping_dumbbell();
    let link = |id: &str, rate: f64| json!({"id": id, "forward": {"rate": rate, "delay": 0.003, "queue": {"kind": "drop_tail", "limit": {"packets": 12}}}});
    document["network"] = json!({"kind": "parking_lot", "links": [link("x", 2e7), link("y", 1.4e7)]});
    document["timeline"] = json!([{"at": 3, "set": "network.links.x.forward.rate", "to": 1e7}]);
    document
}

/// Links handle arrivals early. Losses are nevertheless recorded when they happen, among the other events.
#[test]
fn events_are_recorded_in_the_same_order_on_the_lazy_and_the_fused_path() {
    compare_recorded_events(&dropping_dumbbell());
    compare_recorded_events(&dropping_chain());
}

fn compare_recorded_events(document: &Value) {
    let rows = |options| {
        let settings = RecordingSettings { bins: 64, event_limit: 1 << 20, ..RecordingSettings::default() };
        let mut run = build_simulation(document, settings, options);
        let end = run.end();
        run_until_ns(&mut run, end);
        run.observer().rec.events().rows().to_vec()
    };
    let fused = rows(FUSED);
    assert!(fused.len() > 200, "{} events", fused.len());
    assert!(fused.is_sorted_by_key(|row| row.t));
    assert_eq!(fused, rows(NOT_FUSED[0]));
}

/// A budget of events can end between the times at which a link handles an arrival and at which it happens.
#[test]
fn all_paths_agree_wherever_a_budget_of_events_ends() {
    compare_with_budgets(dropping_dumbbell());
    compare_with_budgets(dropping_chain());
}

fn compare_with_budgets(mut document: Value) {
    document["duration"] = json!(6);
    let mut other = build_simulation(&document, RecordingSettings::none(), NOT_FUSED[0]);
    let mut fused = build_simulation(&document, RecordingSettings::none(), FUSED);
    let mut stops = 0;
    while fused.now() < fused.end() {
        // Smaller budgets end exactly after the last event, larger budgets after early arrivals.
        let budget = if stops % 2 == 0 { 10_007 } else { 777 };
        fused.step(fused.end(), budget).unwrap();
        stops += 1;
        // The budget can end between two events at the same time.
        let now = fused.now();
        run_until_ns(&mut fused, now);
        run_until_ns(&mut other, now);
        assert_eq!(fused.result_id_text(), other.result_id_text(), "at {now} ns");
    }
    assert!(stops > 2, "{stops} stops");
}

/// The next transfer can arrive before the packets of the last one have left their sender. It then starts
/// another flow, whose first packet can reach the link earlier than those packets.
#[test]
fn all_paths_agree_if_transfers_arrive_while_packets_wait_at_a_sender() {
    let direction = |delay: f64| json!({"rate": 500_000, "delay": delay, "queue": {"limit": {"packets": 1}}});
    let document = json!({
        "v": 1, "seed": 3_768_591_874_u64, "duration": 4,
        "network": {"forward": direction(0.05), "reverse": direction(0.0)},
        "jitter": {"mode": "serial"},
        "flows": [{
            "id": "f0", "algorithm": "tahoe", "params": {"handshake": false}, "packet": 1000, "count": 2,
            "source": {"kind": "arrivals", "per_second": 5.413_399_489_982_479, "size": 19_335, "overflow": "refuse"},
            "access": {"sender": 0.0005, "receiver": 0},
        }],
    });
    let run = |options| {
        let mut run = build_simulation(&document, RecordingSettings::none(), options);
        let end = run.end();
        run_until_ns(&mut run, end);
        run.result_id_text()
    };
    assert_eq!(run(FUSED), run(NOT_FUSED[0]));
}

/// When a budget ends, packets are deferred, and no later event may be handled before they arrive. Each of these
/// budgets ends while deferred packets take entries of the event queue.
#[test]
fn budgets_of_events_that_end_at_deferred_packets_do_not_change_the_result() {
    let access = json!({"sender": 0.0001, "receiver": 0.0001});
    let bursts = json!({"kind": "on_off", "rate": 98e6, "on": 0.019, "off": 0.006, "distribution": "fixed"});
    let document = json!({
        "v": 1, "duration": 6,
        "network": {"forward": {"rate": 92e6, "delay": 0.0003, "queue": {"limit": {"packets": 64}}}},
        "flows": [
            {"id": "tcp", "algorithm": "sack", "access": access},
            {"id": "bursts", "algorithm": "udp", "access": access, "source": bursts},
        ],
    });
    let run = |budget| {
        let mut run = build_simulation(&document, RecordingSettings::none(), FUSED);
        while run.now() < run.end() {
            run.step(run.end(), budget).unwrap();
        }
        run.result_id_text()
    };
    let expected = run(u64::MAX);
    for budget in
        [1_000, 1_627, 4_439, 10_202, 10_627, 10_891, 11_419, 11_420, 12_177, 12_438, 12_439, 12_440]
    {
        assert_eq!(run(budget), expected, "{budget} events per step");
    }
}
