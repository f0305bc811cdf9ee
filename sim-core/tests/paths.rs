//! The engine implements links in three ways, which must have the same results: departures computed on arrival on
//! fused links, departures computed on arrival without fusing, and an event for every departure
//! (docs/architecture.md).

mod support;

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::simulation::build::BuildOptions;
use support::{build_simulation, documents, dumbbell, multi_link_documents, run_until_ns, seeded_config};

const FUSED: BuildOptions = BuildOptions { lazy: true, fuse: true };
const NOT_FUSED: [BuildOptions; 3] = [
    BuildOptions { lazy: true, fuse: false },
    BuildOptions { lazy: false, fuse: false },
    // Fusing has no effect if departures are events.
    BuildOptions { lazy: false, fuse: true },
];

/// All observable results of a run: result IDs at several times, the summary, every recorded series, and the numbers
/// of events.
fn observe(
    document: &Value,
    options: BuildOptions,
) -> (Vec<String>, Value, Vec<Vec<u64>>, BTreeMap<String, u64>) {
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
    // The fused implementation computes hops before they happen, and counts them at that time.
    summary["packet_hops"] = Value::Null;
    let series = (0..simulation.observer().rec.directory().len())
        .map(|index| simulation.observer().rec.read(index, 0).into_iter().map(f64::to_bits).collect())
        .collect();
    // The fused implementation records a loss at the exit of a link later, so that the order of rows can differ. Only
    // the numbers of events are compared.
    let mut events = BTreeMap::new();
    for event in simulation.observer().rec.events().rows() {
        let key = format!("{:?} of {} ({})", event.kind, event.entity, event.value);
        *events.entry(key).or_insert(0) += u64::from(event.count);
    }
    (ids, summary, series, events)
}

/// Returns an error if the implementations differ in any result.
fn compare_implementations(document: &Value) -> Result<(), TestCaseError> {
    let fused = observe(document, FUSED);
    for options in NOT_FUSED {
        let other = observe(document, options);
        prop_assert_eq!(&fused.0, &other.0, "result IDs with {:?}", options);
        prop_assert_eq!(&fused.1, &other.1, "summary with {:?}", options);
        if let Some(series_index) = (0..fused.2.len()).find(|&i| fused.2[i] != other.2[i]) {
            let run = build_simulation(document, RecordingSettings::default(), options);
            let entry = &run.observer().rec.directory()[series_index];
            return Err(TestCaseError::fail(format!(
                "{} of {} with {options:?}",
                entry.signal.id, entry.entity
            )));
        }
        prop_assert_eq!(&fused.3, &other.3, "events with {:?}", options);
    }
    Ok(())
}

proptest! {
    #![proptest_config(seeded_config(300))]

    #[test]
    fn all_implementations_agree(document in documents()) {
        compare_implementations(&document.0)?;
    }

    #[test]
    fn all_implementations_agree_over_several_hops(document in multi_link_documents()) {
        compare_implementations(&document.0)?;
    }
}

/// The numbers of packet-hops are equal once all packets have arrived. Before that, the fused implementation counts
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
    // Each of 417 packets of 960 bytes crosses three links, and so does its acknowledgement.
    assert_eq!(lossless, 3 * 417 * 6);
    assert!(dropping > lossless, "lost packets are retransmitted: {dropping}");
    for options in NOT_FUSED {
        assert_eq!(hops(&document, options), lossless, "{options:?}");
        document["network"]["forward"]["queue"] = json!({"kind": "drop_tail", "limit": {"bdp": 1}});
        assert_eq!(hops(&document, options), dropping, "{options:?}");
        document["network"]["forward"]["queue"] = json!({"kind": "drop_tail", "limit": {"packets": 10_000}});
    }
}

/// Changes of a link at times that coincide with departures and arrivals. Each packet takes a multiple of a tenth of
/// a millisecond on every link.
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

/// With round numbers, no jitter and identical flows, departures, arrivals and changes often happen in the same nanosecond.
#[test]
fn all_implementations_agree_on_the_order_of_simultaneous_events() {
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
        compare_implementations(&document).unwrap();
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
        compare_implementations(&document).unwrap();
    }
}
