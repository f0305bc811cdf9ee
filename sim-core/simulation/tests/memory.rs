//! Tests of memory: after the first 40 seconds of a run no memory is allocated per packet, a recording does not
//! grow with the duration of the run, and a run of 200 flows stays within a memory budget. `npm run validate`
//! repeats the last test with ten minutes of simulated time.

use crate::support::{build_simulation, dumbbell, params_for_short_runs, run_to_end, run_until};
use allocation_counter::measure;
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::simulation::build::BuildOptions;

/// A document with forward and reverse flows of one algorithm and with random loss.
fn congested(algorithm: &str, duration: f64) -> Value {
    let mut document = dumbbell(
        json!([{"id": "a", "algorithm": algorithm, "params": params_for_short_runs(algorithm), "count": 4, "start": {"min": 0, "max": 1}},
               {"id": "b", "algorithm": algorithm, "params": params_for_short_runs(algorithm), "source": {"kind": "on_off", "rate": 3e6}},
               {"id": "back", "algorithm": algorithm, "params": params_for_short_runs(algorithm), "role": "reverse"}]),
        duration,
    );
    document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.005}]);
    document
}

/// Checks that a run of `document` allocates no memory per packet after its first 40 seconds.
fn check_allocations(name: &str, document: &Value, options: BuildOptions) {
    let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
    let mut run = build_simulation(document, settings, options);
    run_until(&mut run, 40.0);
    let hops = run.packet_hops();
    let allocations = measure(|| run_until(&mut run, 90.0)).count_total;
    assert!(run.packet_hops() - hops > 40_000, "{name}: the flows send too few packets");
    // Rings and lists may occasionally grow, but there is no allocation for each packet-hop.
    assert!(allocations < 60, "{name}: {allocations} allocations");
}

#[test]
fn no_memory_is_allocated_per_packet() {
    for algorithm in crate::support::algorithm_ids() {
        check_allocations(algorithm, &congested(algorithm, 600.0), BuildOptions::default());
    }
    let with_departure_events = BuildOptions { lazy: false, fuse: false };
    for algorithm in ["newreno", "tfrc"] {
        check_allocations(algorithm, &congested(algorithm, 600.0), with_departure_events);
    }
}

#[test]
fn prr_and_rack_allocate_no_memory_per_packet() {
    for algorithm in ["sack", "cubic", "westwood"] {
        let mut document = congested(algorithm, 600.0);
        for flow in document["flows"].as_array_mut().expect("a list") {
            flow["params"]["prr"] = json!(true);
            flow["params"]["rack"] = json!(true);
        }
        check_allocations(algorithm, &document, BuildOptions::default());
    }
}

#[test]
fn a_recording_does_not_grow_with_the_duration() {
    let bytes = |duration: f64| {
        let mut document = congested("newreno", duration);
        document["network"]["forward"]["rate"] = json!(1e6);
        let mut run = build_simulation(
            &document,
            RecordingSettings { decisions: true, ..RecordingSettings::default() },
            BuildOptions::default(),
        );
        run_to_end(&mut run);
        run.update_series();
        assert!(!run.observer().rec.events().rows().is_empty());
        run.observer().rec.bytes()
    };
    let (bytes_100_s, bytes_2000_s) = (bytes(100.0), bytes(2000.0));
    assert!(
        bytes_2000_s <= bytes_100_s + bytes_100_s / 20,
        "{bytes_100_s} bytes for 100 s, {bytes_2000_s} bytes for 2000 s"
    );
}

/// The peak memory in bytes of a run of 200 flows at 100 Mb/s, with checkpoints and the default recording.
fn peak_bytes(seconds: f64) -> u64 {
    let mut document = dumbbell(
        json!([{"id": "n", "algorithm": "newreno", "count": 100, "start": {"min": 0, "max": 5}},
               {"id": "c", "algorithm": "cubic", "count": 100, "start": {"min": 0, "max": 5}}]),
        seconds,
    );
    document["network"]["forward"]["rate"] = json!(1e8);
    let allocations = measure(|| {
        let mut run = build_simulation(&document, RecordingSettings::default(), BuildOptions::default());
        run.keep_checkpoints(1.0);
        run_to_end(&mut run);
        run.update_series();
        std::hint::black_box(&run);
    });
    allocations.bytes_max
}

/// The largest allowed peak memory in bytes.
const PEAK_BUDGET: u64 = 150 << 20;

#[test]
fn two_hundred_flows_stay_within_the_memory_budget() {
    // A run of 40 s is long enough for bins to be merged and for checkpoints to be thinned more than once.
    let peak = peak_bytes(40.0);
    println!("{} MiB", peak >> 20);
    assert!(peak < PEAK_BUDGET, "{peak} bytes");
}

#[test]
#[ignore = "full scale: 600 s of 200 flows; run by `npm run validate`"]
fn validate_that_two_hundred_flows_stay_within_the_memory_budget_for_ten_minutes() {
    let peak = peak_bytes(600.0);
    println!("{} MiB", peak >> 20);
    assert!(peak < PEAK_BUDGET, "{peak} bytes");
}
