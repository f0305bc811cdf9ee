//! A run that is read, divided into steps, cloned, forked or restored records exactly what the uninterrupted
//! run records: every series, event, decision and tally, bit by bit, and not only the same result ID.

use crate::support::{
    Document, algorithm_ids, build_simulation, documents, multi_link_documents, run_to_end, scenario,
    seeded_config,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::{SECOND, Time};
use sim_core::net::queues;
use sim_core::record::RecordingSettings;
use sim_core::simulation::Simulation;
use sim_core::simulation::build::BuildOptions;
use sim_core::traffic;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Width of a bin. All runs of this file last a multiple of it.
const BIN: Time = SECOND / 16;

/// Settings that record everything, without merging bins or events.
fn record_everything() -> RecordingSettings {
    RecordingSettings {
        first_width: BIN,
        decisions: true,
        event_limit: 1 << 22,
        decision_limit: 1 << 18,
        ..RecordingSettings::default()
    }
}

/// One recorded series. Values are the bits of the numbers, so that they can be compared exactly.
#[derive(Clone, PartialEq)]
struct Series {
    name: String,
    is_counter: bool,
    revision: u32,
    /// Gauges have three values per bin, counters one.
    values: Vec<u64>,
}

/// Everything that is recorded of a run, and its result.
#[derive(Clone)]
struct Recorded {
    series: Vec<Series>,
    /// Time in ns, code, entity, bits of the value, and count.
    events: Vec<(Time, u8, u32, u64, u32)>,
    /// Time in ns, flow, kind, and bits of the values.
    decisions: Vec<(Time, u32, u16, Vec<u64>)>,
    /// The tallies of all flows and links as text.
    tallies: Vec<String>,
    summary: Value,
    result_id: String,
    receivers_and_queues: u64,
    packet_hops: u64,
    events_processed: u64,
}

fn recorded(simulation: &mut Simulation) -> Recorded {
    simulation.update_series();
    let observer = simulation.observer();
    let rec = &observer.rec;
    let series = rec.directory().iter().enumerate().map(|(index, entry)| {
        let read = rec.read(index, 0);
        Series {
            name: format!("{} {}", entry.entity, entry.signal.id),
            is_counter: rec.counter_of(entry.key).is_some(),
            revision: whole::<u32>(read[0]),
            values: read[4..].iter().map(|value| value.to_bits()).collect(),
        }
    });
    // A link whose departures are computed reports its losses with a delay, which depends on the steps. The
    // rows of different links are therefore in different orders.
    let events = rec.events().rows().iter();
    let mut sorted_events: Vec<_> =
        events.map(|e| (e.t, e.kind.code(), e.entity, e.value.to_bits(), e.count)).collect();
    sorted_events.sort_unstable();
    let decisions = rec.decisions().iter();
    let flows = observer.flows.iter().map(|tally| format!("{tally:?}"));
    let links = observer.links.iter().map(|tally| format!("{tally:?}"));
    Recorded {
        series: series.collect(),
        events: sorted_events,
        decisions: decisions
            .map(|d| (d.t, d.flow, d.kind, d.values().iter().map(|value| value.to_bits()).collect()))
            .collect(),
        tallies: flows.chain(links).collect(),
        summary: simulation.summary(),
        result_id: simulation.result_id_text(),
        receivers_and_queues: simulation.world().receivers_and_queues_digest(),
        packet_hops: simulation.packet_hops(),
        events_processed: simulation.events(),
    }
}

/// The index of the first difference of two lists, or `None` if they are equal.
fn first_difference<T: PartialEq>(a: &[T], b: &[T]) -> Option<usize> {
    (0..a.len().max(b.len())).find(|&index| a.get(index) != b.get(index))
}

/// Checks that the results of two runs are equal, bit by bit.
fn check_results(found: &Recorded, expected: &Recorded, what: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(&found.result_id, &expected.result_id, "{}: result ID", what);
    prop_assert_eq!(
        found.receivers_and_queues,
        expected.receivers_and_queues,
        "{}: states of the receivers",
        what
    );
    prop_assert_eq!(found.packet_hops, expected.packet_hops, "{}: packet-hops", what);
    prop_assert_eq!(found.events_processed, expected.events_processed, "{}: events processed", what);
    prop_assert_eq!(&found.tallies, &expected.tallies, "{}: tallies", what);
    prop_assert_eq!(&found.summary, &expected.summary, "{}: summary", what);
    Ok(())
}

/// Checks that two runs have the same results and recorded the same, bit by bit.
fn check_equal(found: &Recorded, expected: &Recorded, what: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.series.len(), expected.series.len(), "{}: number of series", what);
    for (found, expected) in found.series.iter().zip(&expected.series) {
        prop_assert_eq!(&found.name, &expected.name, "{}: series", what);
        prop_assert_eq!(found.revision, expected.revision, "{}: revision of {}", what, &found.name);
        let index = first_difference(&found.values, &expected.values);
        prop_assert_eq!(index, None, "{}: first value of {} that differs", what, &found.name);
    }
    let index = first_difference(&found.events, &expected.events);
    let pair = index.map(|index| (found.events.get(index), expected.events.get(index)));
    prop_assert_eq!(pair, None, "{}: first event that differs", what);
    let index = first_difference(&found.decisions, &expected.decisions);
    let pair = index.map(|index| (found.decisions.get(index), expected.decisions.get(index)));
    prop_assert_eq!(pair, None, "{}: first decision that differs", what);
    check_results(found, expected, what)
}

/// Checks a recording that began at `now` against the recording of the whole run. `bins_before` is the number
/// of bins of the whole run that end before the first bin of the later recording.
fn check_later_part(found: &Recorded, whole: &Recorded, now: Time, what: &str) -> Result<(), TestCaseError> {
    check_results(found, whole, what)?;
    let is_after = |t: Time, is_recorded: bool| if is_recorded { t >= now } else { t <= now };
    let before = whole.events.len().checked_sub(found.events.len());
    prop_assert!(before.is_some(), "{}: more events than in the whole run", what);
    let (past, later) = whole.events.split_at(before.unwrap_or(0));
    let index = first_difference(&found.events, later);
    let pair = index.map(|index| (found.events.get(index), later.get(index)));
    prop_assert_eq!(pair, None, "{}: first event that differs", what);
    prop_assert!(past.iter().all(|event| is_after(event.0, false)), "{}: events are missing", what);
    prop_assert!(later.iter().all(|event| is_after(event.0, true)), "{}: an event is repeated", what);

    let before = whole.decisions.len().checked_sub(found.decisions.len());
    prop_assert!(before.is_some(), "{}: more decisions than in the whole run", what);
    let (past, later) = whole.decisions.split_at(before.unwrap_or(0));
    prop_assert_eq!(first_difference(&found.decisions, later), None, "{}: decisions", what);
    prop_assert!(past.iter().all(|decision| is_after(decision.0, false)), "{}: decisions are missing", what);
    prop_assert!(later.iter().all(|decision| is_after(decision.0, true)), "{}: a decision is repeated", what);

    prop_assert_eq!(found.series.len(), whole.series.len(), "{}: number of series", what);
    // The bin in which the later recording begins.
    let first = (now / BIN) as usize;
    for (found, whole) in found.series.iter().zip(&whole.series) {
        prop_assert_eq!(&found.name, &whole.name, "{}: series", what);
        let values = if found.is_counter { 1 } else { 3 };
        let (bins, whole_bins) = (found.values.chunks(values), whole.values.chunks(values));
        prop_assert_eq!(bins.len(), whole_bins.len(), "{}: number of bins of {}", what, &found.name);
        if found.is_counter {
            // The counter starts at 0, so all of its totals are smaller by its total at `now`.
            let missing =
                |(found, whole): (&[u64], &[u64])| f64::from_bits(whole[0]) - f64::from_bits(found[0]);
            let later: Vec<f64> = bins.zip(whole_bins).skip(first).map(missing).collect();
            prop_assert!(
                later.iter().all(|&missing| missing >= 0.0 && missing == later[0]),
                "{}: {} misses {:?}",
                what,
                &found.name,
                later
            );
        } else {
            // A gauge has no value until it is set, and the bin in which that happens may lack values from
            // before `now`.
            let is_blank = |bin: &&[u64]| f64::from_bits(bin[2]).is_nan();
            let pairs = bins.zip(whole_bins).skip_while(|(bin, _)| is_blank(bin)).skip(1);
            let differing = pairs.enumerate().find(|(_, (bin, whole))| bin != whole);
            prop_assert!(differing.is_none(), "{}: gauge {}: {:?}", what, &found.name, differing);
        }
    }
    Ok(())
}

/// A random moment of a run: a time and a number of further events after that time.
fn run_to_random_moment(simulation: &mut Simulation, rng: &mut Rng) {
    let at = match rng.below(4) {
        // The edge of a bin.
        0 => rng.below(simulation.end() / BIN) * BIN,
        // A nanosecond before it.
        1 => (1 + rng.below(simulation.end() / BIN)) * BIN - 1,
        _ => rng.below(simulation.end()),
    };
    simulation.step(at.max(simulation.now()), u64::MAX).unwrap();
    if rng.below(2) == 0 {
        simulation.step(simulation.end(), rng.below(50)).unwrap();
    }
}

/// Finishes a run in random steps. Between steps, reads the recording, continues with a clone, or repeats
/// a part of the run.
fn finish_with_interruptions(mut simulation: Simulation, rng: &mut Rng) -> Simulation {
    simulation.keep_checkpoints(0.3);
    while simulation.now() < simulation.end() {
        let until = simulation.now() + rng.below(SECOND);
        let events = if rng.below(3) == 0 { u64::MAX } else { rng.below(3000) };
        simulation.step(until, events).unwrap();
        match rng.below(7) {
            0 => simulation = simulation.clone(),
            1 => simulation.update_series(),
            2 => drop(simulation.summary()),
            3 => {
                let id = simulation.flows()[0].id.clone();
                let to = simulation.now() as f64 / SECOND as f64;
                simulation.explain(&id, to * 0.9, to).unwrap();
            }
            _ => {}
        }
    }
    run_to_end(&mut simulation);
    simulation
}

/// Adds what random documents lack: a schedule of the rate, cells, a delivery trace, and clients that request data.
fn with_rare_settings(mut document: Value, choice: u64) -> Value {
    let network = &mut document["network"];
    let link = if network["kind"] == "dumbbell" { &mut *network } else { &mut network["links"][0] };
    let kind = link["forward"].pointer("/queue/kind").and_then(Value::as_str);
    // A medium determines the times of its packets itself.
    let choice = if kind.is_some_and(sim_core::net::queues::is_medium) { 4 } else { choice };
    match choice % 8 {
        7 => {
            let satellite = json!({"kind": "satellite", "period": 1, "first": 0.4, "low": 1e6, "high": 9e6});
            link["forward"]["schedule"] = satellite;
        }
        0 => {
            link["forward"]["schedule"] =
                json!({"kind": "periodic", "shape": "sawtooth", "low": 1e6, "high": 6e6, "period": 1.3})
        }
        1 => {
            let points = json!([{"at": 0.5, "rate": 2e6}, {"at": 1.25, "rate": 0}, {"at": 1.5, "rate": 7e6}]);
            link["forward"]["schedule"] =
                json!({"kind": "points", "points": points, "between": "ramps", "repeat": 2});
        }
        2 => link["forward"]["impairments"]["framing"] = json!({"overhead": 8, "cell": 100, "carries": 90}),
        3 => {
            link["forward"]["impairments"] = json!({"trace": "3\n3\n9\n17\n30\n"});
            // The rate of a link with a trace cannot change.
            if let Some(timeline) = document["timeline"].as_array_mut() {
                timeline
                    .retain(|entry| entry["set"].as_str().is_some_and(|set| !set.ends_with(".forward.rate")));
            }
        }
        kind @ 4..7 if document["network"]["kind"] == "dumbbell" => {
            let source = match kind {
                4 => "page",
                5 => "video",
                _ => "rpc",
            };
            let client = json!({"id": "client", "algorithm": "cubic", "source": {"kind": source}});
            document["flows"].as_array_mut().expect("flows").push(client);
        }
        _ => {}
    }
    document
}

fn any_document() -> impl Strategy<Value = Document> {
    (prop_oneof![3 => documents(), 1 => multi_link_documents()], any::<u64>())
        .prop_map(|(document, choice)| Document(with_rare_settings(document.0, choice)))
}

/// Compares interrupted runs of a document with the uninterrupted run.
fn check_copies(document: &Value, seed: u64) -> Result<(), TestCaseError> {
    let rng = &mut Rng::new(seed, Purpose::Algorithm, 0);
    let new_simulation = || build_simulation(document, record_everything(), BuildOptions::default());
    let mut whole = new_simulation();
    run_to_end(&mut whole);
    let whole = recorded(&mut whole);

    let mut interrupted = finish_with_interruptions(new_simulation(), rng);
    check_equal(&recorded(&mut interrupted), &whole, "a run with interruptions")?;

    // Bins and events are merged, and only the latest decisions are kept.
    let bounded = || {
        let limits =
            RecordingSettings { bins: 16, event_limit: 32, decision_limit: 8, ..record_everything() };
        build_simulation(document, limits, BuildOptions::default())
    };
    let mut whole_bounded = bounded();
    run_to_end(&mut whole_bounded);
    let mut interrupted = finish_with_interruptions(bounded(), rng);
    check_equal(&recorded(&mut interrupted), &recorded(&mut whole_bounded), "a small recording")?;

    let mut original = new_simulation();
    run_to_random_moment(&mut original, rng);
    let now = original.now();
    let mut clone = original.clone();
    let mut fork = original.fork(scenario(document)).unwrap();
    let mut copy = original.copy_at_or_before(now).unwrap();
    let state = format!("{:?}", original.world());
    prop_assert_eq!(&format!("{:?}", clone.world()), &state, "the state of a clone");
    run_to_end(&mut original);
    check_equal(&recorded(&mut original), &whole, "a run that was copied")?;
    prop_assert_eq!(&format!("{:?}", clone.world()), &state, "running the original changed its clone");
    run_to_end(&mut clone);
    check_equal(&recorded(&mut clone), &whole, "a clone")?;
    run_to_end(&mut fork);
    check_later_part(&recorded(&mut fork), &whole, now, &format!("a fork at {now} ns"))?;
    run_to_end(&mut copy);
    check_results(&recorded(&mut copy), &whole, "a copy")?;
    Ok(())
}

/// The kinds of algorithms, sources, queues and loss rules in a document, and the names of its impairments.
fn kinds_in(document: &Value) -> BTreeSet<String> {
    fn collect(value: &Value, name: &str, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    if name == "impairments" && !value.is_null() {
                        found.insert(format!("impairment {key}"));
                    }
                    if let (true, Some(kind)) = (key == "kind" || key == "algorithm", value.as_str()) {
                        found.insert(format!("{} {kind}", if key == "kind" { name } else { key }));
                    }
                    collect(value, key, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, name, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    collect(document, "", &mut found);
    found
}

#[test]
fn interrupted_runs_and_copies_record_the_same_as_uninterrupted_runs() {
    let tested = RefCell::new(BTreeSet::new());
    // All cases, because they must contain everything.
    let mut runner = TestRunner::new(ProptestConfig { cases: 150, ..seeded_config(150) });
    let result = runner.run(&(any_document(), any::<u64>()), |(document, seed)| {
        tested.borrow_mut().append(&mut kinds_in(&document.0));
        check_copies(&document.0, seed)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    // The random documents contain everything that a run can consist of.
    let algorithms = algorithm_ids().into_iter().map(|id| format!("algorithm {id}"));
    let sources = traffic::infos().into_iter().map(|info| format!("source {}", info.id));
    let queues = queues::infos().into_iter().map(|info| format!("queue {}", info.id));
    let impairments = ["jitter", "reorder", "shaper", "framing", "outages", "trace"]
        .map(|name| format!("impairment {name}"));
    let all: Vec<String> = algorithms.chain(sources).chain(queues).chain(impairments).collect();
    let missing: Vec<&String> = all.iter().filter(|kind| !tested.borrow().contains(*kind)).collect();
    assert!(missing.is_empty(), "no document contains {missing:?}");
}
