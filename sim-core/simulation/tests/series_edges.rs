//! Tests of series and time windows when things happen exactly at the edges of bins: departures, arrivals,
//! starts and ends of windows and flows, and reads of the recording.

use crate::support::{build_simulation, run_until_ns, scenario};
use serde_json::{Value, json};
use sim_core::ground::convert::narrow;
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::Time;
use sim_core::record::{Recorder, RecordingSettings, Watch};
use sim_core::simulation::Simulation;
use sim_core::simulation::build::BuildOptions;

/// A millisecond in nanoseconds.
const MS: Time = 1_000_000;

/// A scenario in which almost all events happen at multiples of 1 ms, which are edges of bins. A
/// flow sends a packet of 1040 bytes each millisecond, the links take 1 or 2 ms for a packet,
/// delays of links are whole milliseconds, and the access links of the UDP flows take 1 ms,
/// including 0.1 ms to send the packet. Two other flows and the time windows start and stop at
/// multiples of 10 ms.
fn aligned_with_bins(seed: u64) -> Value {
    let mut rng = Rng::new(seed, Purpose::Algorithm, 0);
    let mut random_edge = |count: u64| rng.below(count) as f64 / 100.0;
    let (start, stop) = (random_edge(60), 0.6 + random_edge(60));
    let (from, to) = (random_edge(40), 0.5 + random_edge(40));
    let (warmup, change) = (random_edge(30), random_edge(100));
    let link = json!({"rate": 8.32e6, "delay": 0.01, "queue": {"limit": {"packets": 5}}});
    let second = json!({"rate": 4.16e6, "delay": 0.002, "queue": {"limit": {"packets": 5}}});
    json!({"v": 1, "seed": seed % 1000, "duration": 1.28, "warmup": warmup,
        "network": {"kind": "parking_lot", "access_rate": 8.32e7,
                    "links": [{"id": "a", "forward": link}, {"id": "b", "forward": second}]},
        "jitter": {"mode": "off"},
        "flows": [
            {"id": "beat", "algorithm": "udp", "packet": 1040, "access": {"sender": 0.0009, "receiver": 0.0009},
             "source": {"kind": "cbr", "rate": 8e6}, "path": {"from": "r1", "to": "r2"}},
            {"id": "half", "algorithm": "udp", "packet": 1040, "access": {"sender": 0.0009, "receiver": 0.0009},
             "source": {"kind": "cbr", "rate": 4e6}, "start": start, "stop": stop},
            {"id": "tcp", "algorithm": "sack", "packet": 1040, "start": start, "stop": stop}],
        "timeline": [{"at": change, "set": "network.links.a.forward.rate", "to": 1.664e7},
                     {"at": to, "set": "network.links.b.forward.delay", "to": 0.001}],
        "measure": {"bins": [0.01, 0.037, 0.1],
                    "windows": [{"id": "w", "from": from, "to": to}, {"id": "late", "from": to, "to": 1.28}]}})
}

fn recording(width: Time, bins: usize) -> RecordingSettings {
    RecordingSettings { bins, first_width: width, ..RecordingSettings::default() }
}

fn simulation(document: &Value, settings: RecordingSettings) -> Simulation {
    build_simulation(document, settings, BuildOptions::default())
}

/// Every series with its name. The values are given as bits, because NaN differs from itself.
fn named_series(rec: &Recorder) -> Vec<(String, Vec<u64>)> {
    let with_name = |(index, entry): (usize, &sim_core::record::SeriesEntry)| {
        let bits = rec.read(index, 0).into_iter().map(f64::to_bits).collect();
        (format!("{} of {}", entry.signal.id, entry.entity), bits)
    };
    rec.directory().iter().enumerate().map(with_name).collect()
}

/// Asserts that two recorders have equal series.
fn assert_same_series(first: &Recorder, second: &Recorder, when: &str) {
    for ((name, a), (_, b)) in named_series(first).into_iter().zip(named_series(second)) {
        let position = (0..a.len().max(b.len())).find(|&i| a.get(i) != b.get(i));
        if let Some(position) = position {
            let value_at = |list: &[u64]| list.get(position).map(|bits| f64::from_bits(*bits));
            panic!(
                "{name}, value {position} of {} and {}: {:?}, {:?}; {when}",
                a.len(),
                b.len(),
                value_at(&a),
                value_at(&b)
            );
        }
    }
}

/// Widths of bins in nanoseconds and numbers of bins. At some widths the edges coincide with events, at
/// others not.
const BINS: [(Time, usize); 6] =
    [(MS, 2048), (10 * MS, 128), (MS, 64), (37 * MS / 10, 2048), (333_333, 4096), (1_280 * MS, 64)];

#[test]
fn reading_during_the_run_changes_no_series() {
    for seed in 0..6 {
        let document = aligned_with_bins(seed);
        for (width, bins) in BINS {
            let mut uninterrupted = simulation(&document, recording(width, bins));
            run_until_ns(&mut uninterrupted, Time::MAX);
            uninterrupted.update_series();
            for step in [width, 10 * MS, 7 * MS + 1, 100 * MS] {
                let mut observed = simulation(&document, recording(width, bins));
                let mut at = 0;
                while observed.now() < observed.end() {
                    at += step.max(MS / 2);
                    run_until_ns(&mut observed, at);
                    observed.update_series();
                }
                let when = format!("seed {seed}, bins of {width} ns, read every {step} ns");
                assert_same_series(&observed.observer().rec, &uninterrupted.observer().rec, &when);
                assert_eq!(observed.summary(), uninterrupted.summary(), "{when}");
            }
        }
    }
}

/// The values of a series in all bins: totals of a counter, or minimum, maximum and last value of a gauge.
fn values(rec: &Recorder, entity: &str, signal: &str) -> Vec<f64> {
    let entry = |entry: &sim_core::record::SeriesEntry| entry.entity == entity && entry.signal.id == signal;
    let index = rec.directory().iter().position(entry).expect("is recorded");
    rec.read(index, 0).split_off(4)
}

#[test]
#[expect(clippy::too_many_lines, reason = "bins and windows are checked in the same runs")]
fn bins_and_windows_count_the_events_before_their_end() {
    for seed in 0..6 {
        let document = aligned_with_bins(seed);
        for (width, bins) in [(MS, 2048), (10 * MS, 128), (3_700_000, 2048)] {
            let mut uninterrupted = simulation(&document, recording(width, bins));
            run_until_ns(&mut uninterrupted, Time::MAX);
            uninterrupted.update_series();
            let (width, end) = (
                uninterrupted
                    .observer()
                    .rec
                    .gauge_of(uninterrupted.observer().rec.key_of("flow:tcp", "cwnd"))
                    .unwrap()
                    .width(),
                uninterrupted.end(),
            );
            // The tallies of a second run, without a recording, are read just before the end of every bin.
            let mut unrecorded = simulation(&document, RecordingSettings::none());
            let recorded = |entity: &str, signals: &[&str]| -> Vec<Vec<f64>> {
                signals.iter().map(|signal| values(&uninterrupted.observer().rec, entity, signal)).collect()
            };
            let flows: Vec<_> = uninterrupted
                .flows()
                .iter()
                .map(|flow| {
                    recorded(&format!("flow:{}", flow.id), &["delivered", "throughput", "sent", "lost"])
                })
                .collect();
            let links: Vec<_> = uninterrupted
                .links()
                .iter()
                .map(|link| recorded(&format!("link:{}", link.id), &["departed", "drops", "marks"]))
                .collect();
            let count = flows[0][0].len();
            assert_eq!(count as u64, end.div_ceil(width));
            for bin in 0..count {
                let is_last = bin + 1 == count;
                run_until_ns(&mut unrecorded, if is_last { end } else { (bin as Time + 1) * width - 1 });
                for (tally, series) in unrecorded.observer().flows.iter().zip(&flows) {
                    let total = &tally.total;
                    let totals = [total.delivered_bytes, total.throughput_bytes, total.sent, total.lost];
                    assert_eq!(
                        totals.map(|n| n as f64),
                        [0, 1, 2, 3].map(|i: usize| series[i][bin]),
                        "seed {seed}, bin {bin} of {width} ns"
                    );
                }
                for (tally, series) in unrecorded.observer().links.iter().zip(&links) {
                    let total = &tally.total;
                    let totals = [total.departed_bytes, total.drops + total.losses, total.marks];
                    assert_eq!(
                        totals.map(|n| n as f64),
                        [0, 1, 2].map(|i: usize| series[i][bin]),
                        "seed {seed}, bin {bin} of {width} ns"
                    );
                }
            }
            assert_eq!(unrecorded.summary(), uninterrupted.summary());
            if width != 10 * MS {
                continue;
            }
            // All time windows start and end at edges of bins of 10 ms, so their counts are sums over bins.
            let windows = [&uninterrupted.observer().window]
                .into_iter()
                .chain(&uninterrupted.observer().windows)
                .enumerate();
            // Position 0 is the measurement window.
            for (position, window) in windows {
                for (tally, series) in uninterrupted.observer().flows.iter().zip(&flows) {
                    let counts = if position == 0 { tally.counts() } else { tally.counts_in(position - 1) };
                    let total_before =
                        |series: &[f64], time: Time| match narrow::<usize>(time.min(end) / width) {
                            0 => 0.0,
                            bin => series[bin - 1],
                        };
                    let within = |i: usize| {
                        total_before(&series[i], window.to) - total_before(&series[i], window.from)
                    };
                    let totals = [counts.delivered_bytes, counts.throughput_bytes, counts.sent, counts.lost];
                    assert_eq!(
                        totals.map(|n| n as f64),
                        [0, 1, 2, 3].map(within),
                        "seed {seed}, window {position}"
                    );
                }
            }
        }
    }
}

/// The values of the bins that result from merging each pair of neighbouring bins. A gauge of samples has no value in bins without a sample.
fn merged(narrow: &[f64], is_gauge: bool, of_samples: bool) -> Vec<f64> {
    if !is_gauge {
        return narrow.chunks(2).map(|pair| *pair.last().unwrap()).collect();
    }
    let merge = |pair: &[f64]| {
        let (first, last) = (&pair[..3], &pair[pair.len() - 3..]);
        let is_empty = of_samples && last[2].is_nan();
        [first[0].min(last[0]), first[1].max(last[1]), if is_empty { first[2] } else { last[2] }]
    };
    narrow.chunks(6).flat_map(merge).collect()
}

#[test]
fn wide_bins_equal_merged_narrow_bins() {
    for seed in 0..6 {
        let document = aligned_with_bins(seed);
        for width in [MS, 5 * MS, 1_234_567] {
            let [narrow, wide] = [width, 2 * width].map(|width| {
                let mut run = simulation(&document, recording(width, 4096));
                run_until_ns(&mut run, Time::MAX);
                run.update_series();
                run
            });
            for (index, entry) in narrow.observer().rec.directory().iter().enumerate() {
                let is_gauge = narrow.observer().rec.gauge_of(entry.key).is_some();
                let bits = |values: Vec<f64>| values.into_iter().map(f64::to_bits).collect::<Vec<_>>();
                assert_eq!(
                    bits(merged(&narrow.observer().rec.read(index, 0)[4..], is_gauge, entry.of_samples)),
                    bits(wide.observer().rec.read(index, 0)[4..].to_vec()),
                    "{} of {}, seed {seed}, {width} ns",
                    entry.signal.id,
                    entry.entity
                );
            }
        }
    }
}

#[test]
fn recording_fewer_signals_changes_no_series() {
    let document = aligned_with_bins(3);
    let mut all_signals = simulation(&document, recording(MS, 2048));
    run_until_ns(&mut all_signals, Time::MAX);
    all_signals.update_series();
    for signals in [
        &["cwnd"][..],
        &["delivered"],
        &["sent", "rtt", "srtt"],
        &["queue", "lost"],
        &["throughput", "departed"],
        &["rto", "drops", "in_flight"],
    ] {
        let watch = Watch::Only(signals.iter().map(|&id| id.to_owned()).collect());
        let mut some_signals = simulation(&document, RecordingSettings { watch, ..recording(MS, 2048) });
        run_until_ns(&mut some_signals, Time::MAX);
        some_signals.update_series();
        assert!(!some_signals.observer().rec.directory().is_empty());
        for (index, entry) in some_signals.observer().rec.directory().iter().enumerate() {
            assert!(signals.contains(&entry.signal.id));
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            let ours = some_signals.observer().rec.read(index, 0).split_off(4);
            assert_eq!(
                bits(&ours),
                bits(&values(&all_signals.observer().rec, &entry.entity, entry.signal.id)),
                "{} of {}",
                entry.signal.id,
                entry.entity
            );
        }
        assert_eq!(some_signals.summary(), all_signals.summary());
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "all series are checked in the same runs")]
fn series_continue_in_a_fork() {
    for seed in 0..4 {
        let document = aligned_with_bins(seed);
        let mut uninterrupted = simulation(&document, recording(10 * MS, 128));
        run_until_ns(&mut uninterrupted, Time::MAX);
        uninterrupted.update_series();
        for at in [10 * MS, 300 * MS, 300 * MS - 1, 640 * MS, 1_270 * MS] {
            let mut original = simulation(&document, recording(10 * MS, 128));
            run_until_ns(&mut original, at);
            // The bins of a fork start at time 0. They have no values before `at`.
            let mut run = original.fork(scenario(&document)).expect("a fork with the same past is valid");
            let context = format!("seed {seed}, from {at} ns");
            let mut now = at;
            while now < run.end() {
                now += 70 * MS;
                run_until_ns(&mut run, now);
                run.update_series();
            }
            assert_eq!(run.summary(), uninterrupted.summary(), "{context}");
            for entry in uninterrupted.observer().rec.directory() {
                if let Some(gauge) = uninterrupted.observer().rec.gauge_of(entry.key) {
                    let ours = run.observer().rec.gauge_of(entry.key).unwrap();
                    for bin in 0..gauge.len() {
                        let found = ours.bin(bin).unwrap_or([f64::NAN; 3]);
                        let expected = gauge.bin(bin).unwrap();
                        let context =
                            format!("{} of {}, bin {bin}, {context}", entry.signal.id, entry.entity);
                        if (bin as Time + 1) * 10 * MS <= at {
                            assert!(found.iter().all(|value| value.is_nan()), "{found:?}: {context}");
                        } else if at % (10 * MS) != 0 {
                            continue;
                        } else if entry.signal.id == "queue" {
                            assert_eq!(found, expected, "{context}");
                        } else if !found[2].is_nan() {
                            assert_eq!(found[2], expected[2], "{context}");
                        }
                    }
                    continue;
                }
                let Some(counter) = uninterrupted.observer().rec.counter_of(entry.key) else { continue };
                let ours = run
                    .observer()
                    .rec
                    .counter_of(run.observer().rec.key_of(&entry.entity, entry.signal.id))
                    .unwrap();
                assert_eq!((ours.width(), ours.origin()), (10 * MS, 0));
                let total_at = |at: Time| {
                    if at == 0 { 0.0 } else { counter.bin((at / (10 * MS)) as usize - 1).unwrap() }
                };
                for bin in 0..counter.len() as Time {
                    let end = (bin + 1) * 10 * MS;
                    if at % (10 * MS) != 0 || end <= at {
                        continue;
                    }
                    let expected = counter.bin(narrow::<usize>(bin)).unwrap() - total_at(at);
                    let found = ours.bin(narrow::<usize>(bin));
                    assert_eq!(
                        found,
                        Some(expected),
                        "{} of {}, bin {bin}, {context}",
                        entry.signal.id,
                        entry.entity
                    );
                }
            }
        }
    }
}
