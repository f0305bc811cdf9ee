//! Tests of the recorder through the calls that a simulation makes. They also check that a recording makes no
//! allocations during the run and that its memory has a bound that does not depend on the duration of the
//! run.

use sim_core::describe::{Decision, DecisionInput, Signal};
use sim_core::record::{EventKind, Events, Key, Recorder, RecordingSettings, Watch, fill_template, tally};

const CWND: Signal = Signal::gauge("cwnd", "Window", "packets", "");
const RTT: Signal = Signal::gauge("rtt", "Round-trip time", "s", "");
const SENT: Signal = Signal::counter("sent", "Sent", "packets", "");
const MS: u64 = 1_000_000;

/// Makes the updates `from` to `from + n - 1` of every series, 40 us apart, and an event and a decision at
/// every 50th.
fn record_updates(recorder: &mut Recorder, keys: &[Key], from: u64, n: u64) {
    for i in from..from + n {
        let now = i * 40_000;
        recorder.gauge(keys[0], now, (i % 97) as f64);
        recorder.gauge(keys[1], now, 0.02 + (i % 13) as f64 * 1e-4);
        recorder.count(keys[2], now, i + 1);
        if i % 50 == 0 {
            recorder.event(now, EventKind::Drop, 0, f64::from((i % 3) as u32));
            recorder.decision(now, 0, 0, &[20.0, 10.0]);
        }
    }
}

/// A recorder that records decisions and three series of one flow, and the keys of the series.
fn recorder_with_keys() -> (Recorder, Vec<Key>) {
    let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
    let mut recorder = Recorder::new(settings);
    let keys = [CWND, RTT, SENT].iter().map(|s| recorder.register("flow:near", s)).collect();
    (recorder, keys)
}

#[test]
fn a_recording_has_constant_memory_and_makes_no_allocations() {
    let counts = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!(counts.count_total, 1, "the allocation counter should count one allocation");
    let (mut recorder, keys) = recorder_with_keys();
    record_updates(&mut recorder, &keys, 0, 300);
    let bytes = recorder.bytes();
    let revisions = |r: &Recorder| (r.gauge_of(keys[0]).unwrap().revision(), r.events().revision());
    let before = revisions(&recorder);
    let allocations = allocation_counter::measure(|| record_updates(&mut recorder, &keys, 300, 10_000_000));
    let after = revisions(&recorder);
    assert!(
        after.0 > before.0 && after.1 > before.1,
        "bins and event rows should have been merged: {before:?} {after:?}"
    );
    assert_eq!(allocations.count_total, 0);
    assert_eq!(recorder.bytes(), bytes);
    assert!(bytes < 1 << 20, "{bytes}");
    // All updates were recorded.
    recorder.complete_bins_before(10_000_300 * 40_000);
    assert_eq!(recorder.counter_of(keys[2]).unwrap().total(), 10_000_300);
    let drops: u64 = recorder.events().rows().iter().map(|e| u64::from(e.count)).sum();
    assert_eq!(drops, 10_000_300 / 50);
    assert_eq!(recorder.decisions().len() as u64 + recorder.decisions().dropped(), 10_000_300 / 50);
}

#[test]
fn tallies_make_no_allocations() {
    let mut queue = tally::TimeWeighted::new(tally::TimeWindow::ALL);
    let mut rate = tally::RateBins::new(100 * MS, tally::TimeWindow::ALL);
    let mut mean = tally::TimeMean::new(tally::TimeWindow::ALL);
    let allocations = allocation_counter::measure(|| {
        for i in 0..1_000_000u64 {
            queue.set(i * 40_000, (i % 1000) as u32);
            rate.add(i * 40_000, 1500);
            mean.set(i * 40_000, i as f64);
        }
    });
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn a_disabled_recorder_ignores_all_updates() {
    let mut disabled = Recorder::disabled();
    let keys: Vec<Key> = [CWND, RTT, SENT].iter().map(|s| disabled.register("flow:near", s)).collect();
    assert_eq!(keys, [Key::NONE; 3]);
    let allocations = allocation_counter::measure(|| record_updates(&mut disabled, &keys, 0, 1000));
    assert_eq!(allocations.count_total, 0);
    assert!(
        !disabled.records_decisions() && disabled.directory().is_empty() && disabled.read(0, 0).is_empty()
    );
    // Keys of another recorder are ignored.
    let (_, keys) = recorder_with_keys();
    record_updates(&mut disabled, &keys, 0, 1000);
    disabled.gauge(keys[0], 0, f64::NAN);
    disabled.complete_bins_before(u64::MAX);
    assert_eq!((disabled.events().rows().len(), disabled.decisions().len()), (0, 0));
}

#[test]
fn keys_of_gauges_do_not_update_counters_and_vice_versa() {
    let (mut r, keys) = recorder_with_keys();
    r.count(keys[0], 0, 5);
    r.gauge(keys[2], 0, 5.0);
    assert_eq!(r.counter_of(keys[2]).unwrap().total(), 0);
    assert_eq!(
        (r.gauge_of(keys[0]).unwrap().current(), r.gauge_of(keys[1]).unwrap().current()),
        (None, None)
    );
}

#[test]
fn a_group_update_equals_single_updates() {
    let record = |use_groups: bool| {
        let mut recorder = Recorder::new(RecordingSettings { bins: 64, ..RecordingSettings::default() });
        let keys = [CWND, RTT].map(|signal| recorder.register("flow:a", &signal));
        let [none, mut grouped] = [[Key::NONE; 8]; 2];
        grouped[1] = keys[1];
        assert!(
            !recorder.set_gauge_group(Recorder::gauge_group(grouped), 1, [Some(1.0); 8]),
            "a group without a first key was accepted"
        );
        grouped[0] = keys[0];
        assert!(!recorder.set_gauge_group(Recorder::gauge_group(none), 1, [Some(1.0); 8]));
        let group = Recorder::gauge_group(grouped);
        let mut group_updates = 0;
        for step in 0..5000_u64 {
            let (now, x) = (step * 250_000, f64::from((step * 7919 % 101) as u32));
            let second = if step % 11 == 0 { f64::NAN } else { (x / 10.0).floor() };
            let values = [Some(x), (step % 3 > 0).then_some(second), None, None, None, None, None, None];
            if use_groups && recorder.set_gauge_group(group, now, values) {
                group_updates += 1;
                continue;
            }
            for (key, value) in keys.into_iter().zip(values) {
                value.into_iter().for_each(|value| recorder.gauge(key, now, value));
            }
        }
        assert_eq!(group_updates > 3000, use_groups);
        recorder.complete_bins_before(5000 * 250_000);
        [0, 1].map(|index| recorder.read(index, 0).into_iter().map(f64::to_bits).collect::<Vec<_>>())
    };
    assert!(record(true) == record(false));
    let mut recorder = Recorder::default();
    let [near, far] = ["flow:a", "flow:b"].map(|flow| recorder.register(flow, &CWND));
    let mut keys_of_two_flows = [Key::NONE; 8];
    (keys_of_two_flows[0], keys_of_two_flows[1]) = (near, far);
    assert!(!recorder.set_gauge_group(Recorder::gauge_group(keys_of_two_flows), 1, [Some(1.0); 8]));
}

#[test]
fn a_series_excludes_counts_from_before_the_recording() {
    let (mut r, keys) = recorder_with_keys();
    r.set_initial_count(keys[2], 100);
    r.count(keys[2], MS / 2, 103);
    r.count(keys[2], MS, 104);
    r.complete_bins_before(2 * MS);
    assert_eq!(r.read(2, 0)[4..], [3.0, 4.0]);
}

#[test]
fn series_are_read_by_their_index_in_the_directory() {
    let (mut r, keys) = recorder_with_keys();
    assert_eq!(r.register("flow:near", &RTT), keys[1], "a second registration returns the same key");
    let far = r.register("flow:far", &RTT);
    assert!(
        far != keys[1] && r.key_of("flow:far", "rtt") == far && r.key_of("flow:far", "cwnd") == Key::NONE
    );
    r.gauge(keys[0], 0, 2.0);
    r.gauge(keys[0], MS / 2, 4.0);
    r.count(keys[2], MS, 3);
    r.complete_bins_before(3 * MS);
    assert_eq!(r.read(0, 0), [0.0, 1e-3, 3.0, 0.0, 2.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0]);
    assert_eq!(r.read(0, 2), [0.0, 1e-3, 3.0, 2.0, 4.0, 4.0, 4.0]);
    assert_eq!(r.read(2, 1), [0.0, 1e-3, 3.0, 1.0, 3.0, 3.0]);
    assert_eq!(r.read(2, 9), [0.0, 1e-3, 3.0, 3.0]);
    assert!(r.read(4, 0).is_empty());
    let first_entry = &r.directory_json()[0];
    let expected =
        r#"{"key":0,"entity":"flow:near","signal":"cwnd","kind":"gauge","unit":"packets","label":"Window"}"#;
    assert_eq!(first_entry.to_string(), expected);
}

#[test]
fn only_watched_signals_are_recorded() {
    let mut r = Recorder::new(RecordingSettings {
        watch: Watch::Only(vec!["sent".into()]),
        ..RecordingSettings::default()
    });
    assert_eq!(r.register("flow:a", &CWND), Key::NONE);
    assert!(r.register("flow:a", &SENT) != Key::NONE);
    assert_eq!(r.directory().len(), 1);
}

#[test]
fn an_empty_recorder_with_the_same_keys_can_have_another_origin() {
    let (r, keys) = recorder_with_keys();
    let mut later = r.empty_with_same_keys(RecordingSettings {
        origin: 1000 * MS,
        first_width: MS / 16,
        ..RecordingSettings::default()
    });
    assert_eq!(later.directory().iter().map(|e| e.key).collect::<Vec<_>>(), keys);
    later.gauge(keys[0], 900 * MS, 7.0);
    later.count(keys[2], 900 * MS, 10);
    later.count(keys[2], 1000 * MS, 15);
    later.complete_bins_before(1000 * MS + MS / 8);
    assert_eq!(later.read(0, 0), [0.0, 1e-3 / 16.0, 2.0, 0.0, 7.0, 7.0, 7.0, 7.0, 7.0, 7.0]);
    assert_eq!(later.read(2, 0)[4..], [15.0, 15.0]);
    let rate =
        later.counter_of(keys[2]).unwrap().mean_rate(1000 * MS, 1000 * MS + MS / 16, 1001 * MS).unwrap();
    assert!(rate.exact && (rate.per_second - 5.0 * 16_000.0).abs() < 1e-6);
}

#[test]
fn many_series_share_the_memory_budget() {
    let mut r = Recorder::new(RecordingSettings { series_budget: 1 << 20, ..RecordingSettings::default() });
    let keys: Vec<Key> = (0..200).map(|i| r.register(&format!("flow:{i}"), &CWND)).collect();
    for (i, key) in keys.iter().enumerate() {
        r.gauge(*key, 0, i as f64);
    }
    r.complete_bins_before(60_000 * MS);
    // 1 MiB for 200 series with 12 bytes per bin allows 436 bins per series. The default of 2048 bins is
    // halved until the series fit, which gives 256 bins.
    let widths: Vec<u64> = keys.iter().map(|k| r.gauge_of(*k).unwrap().width()).collect();
    assert!(widths.iter().all(|w| *w == 256 * MS), "60 s in at most 256 bins: {widths:?}");
    assert!(r.bytes() <= (1 << 20) + 200 * 1024, "{}", r.bytes());
}

#[test]
fn settings_are_read_from_json_and_error_messages_name_the_wrong_setting() {
    let read = |text: &str| RecordingSettings::from_json(&serde_json::from_str(text).unwrap());
    assert_eq!(read("{}"), Ok(RecordingSettings::default()));
    let settings = read(r#"{"bins":512,"decisions":true,"events":false,"signals":["cwnd"]}"#).unwrap();
    assert_eq!((settings.bins, settings.decisions, settings.events), (512, true, false));
    assert_eq!(settings.watch, Watch::Only(vec!["cwnd".into()]));
    for (text, word) in [
        (r#"{"bins":511}"#, "even"),
        (r#"{"bins":1e9}"#, "65536"),
        (r#"{"decisions":1}"#, "decisions"),
        (r#"{"signals":[1]}"#, "signals"),
        (r#"{"colour":1}"#, "colour"),
        ("3", "object"),
    ] {
        assert!(read(text).unwrap_err().contains(word), "{text}");
    }
}

/// The rows according to their definition: one row for each kind of event, entity and interval of
/// `cell_width` ns, with the time of its first event. Drops at different links have different rows.
fn naive_rows(
    events: &[(u64, EventKind, u32, f64)],
    cell_width: u64,
) -> Vec<(u64, EventKind, u32, f64, u32)> {
    let mut rows: Vec<(u64, EventKind, u32, f64, u32)> = Vec::new();
    for &(t, kind, entity, value) in events {
        let row_has_link = kind == EventKind::Drop;
        let matching_row = rows.iter_mut().find(|r| {
            cell_width > 0
                && r.1 == kind
                && r.2 == entity
                && r.0 / cell_width == t / cell_width
                && (!row_has_link || r.3 == value)
        });
        match matching_row {
            Some(row) => (row.3, row.4) = (value, row.4 + 1),
            None => rows.push((t, kind, entity, value, 1)),
        }
    }
    rows
}

#[test]
fn event_rows_equal_the_model_and_final_rows_do_not_change() {
    let mut events = Events::new(64);
    let mut pushed = Vec::new();
    let (mut state, mut t) = (12345u64, 0);
    let mut last_rev = 0;
    for step in 0..5000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let r = state >> 33;
        t += if r % 5 == 0 { 0 } else { (r % 1000) * 20_000 };
        let kind = if r % 2 == 0 { EventKind::Drop } else { EventKind::WindowCut };
        let (entity, value) = ((r / 7 % 4) as u32, (r / 31 % 2) as f64);
        let final_count = events.final_count(t);
        let final_rows = events.rows()[..final_count].to_vec();
        events.push(t, kind, entity, value);
        pushed.push((t, kind, entity, value));
        // An interval has at most 12 rows: drops at two links and window cuts, for each of four entities.
        assert!(events.rows().len() <= 64 + 12);
        if events.revision() == last_rev {
            assert_eq!(events.rows()[..final_count], final_rows, "final rows changed");
        }
        last_rev = events.revision();
        if step % 37 == 0 || step < 100 {
            let rows: Vec<_> =
                events.rows().iter().map(|e| (e.t, e.kind, e.entity, e.value, e.count)).collect();
            assert_eq!(rows, naive_rows(&pushed, events.cell_width()), "step {step}");
        }
    }
    assert!(events.revision() > 3);
    let read = events.read(1);
    assert_eq!(read[..2], [f64::from(events.revision()), events.rows().len() as f64]);
    let row = events.rows()[1];
    let values = [row.t as f64 / 1e9, f64::from(row.kind.code()), f64::from(row.entity), row.value];
    assert_eq!(read[2..6], values);
    assert_eq!(read.len(), 2 + 5 * (events.rows().len() - 1));
    assert_eq!(events.read(usize::MAX).len(), 2);
}

#[test]
fn events_are_counted_even_if_there_are_more_entities_than_rows() {
    let mut events = Events::new(8);
    for i in 0..1000u32 {
        events.push(u64::from(i) * MS, EventKind::Timeout, i % 100, 1.0);
    }
    assert!(events.rows().len() <= 108);
    assert_eq!(events.rows().iter().map(|e| e.count).sum::<u32>(), 1000);
}

#[test]
fn decisions_are_rendered_as_sentences() {
    const CUT: Decision = Decision {
        id: "cut",
        label: "Window cut",
        template: "loss: window {from} -> {to} packets, {rate}, {unknown} {",
        inputs: &[
            DecisionInput { id: "from", unit: "packets", doc: "" },
            DecisionInput { id: "to", unit: "packets", doc: "" },
            DecisionInput { id: "rate", unit: "bit/s", doc: "" },
        ],
    };
    let mut r = Recorder::new(RecordingSettings {
        decisions: true,
        decision_limit: 2,
        ..RecordingSettings::default()
    });
    for i in 0..3 {
        r.decision(i, 4, 0, &[20.0, 10.0 + i as f64 / 3.0, 1_234_567.0]);
    }
    assert_eq!((r.decisions().len(), r.decisions().dropped()), (2, 1));
    let texts: Vec<String> = r.decisions().iter().map(|d| d.text(&CUT)).collect();
    assert_eq!(texts[0], "loss: window 20 -> 10.33 packets, 1.235 Mb/s, {unknown} {");
    r.decision(9, 4, 0, &[1.0; 20]);
    let last = r.decisions().iter().last().unwrap();
    assert_eq!((last.t, last.flow, last.values().len()), (9, 4, 8));
    assert_eq!(fill_template("no placeholder", &[], &[1.0]), "no placeholder");
}

#[test]
fn updates_at_the_end_of_a_run_are_in_its_last_bin() {
    let mut r = Recorder::new(RecordingSettings { bins: 64, ..RecordingSettings::default() });
    let (gauge, counter) = (r.register("flow:a", &CWND), r.register("flow:a", &SENT));
    r.fit_run(64 * MS);
    r.gauge(gauge, 0, 1.0);
    r.gauge(gauge, 64 * MS, 5.0);
    r.count(counter, 64 * MS, 7);
    r.complete_bins_before(64 * MS);
    assert_eq!(r.read(0, 63), [0.0, 1e-3, 64.0, 63.0, 1.0, 5.0, 5.0]);
    assert_eq!(r.read(1, 62), [0.0, 1e-3, 64.0, 62.0, 0.0, 7.0]);
}

#[test]
fn bins_that_are_fitted_to_a_run_equal_bins_that_were_merged() {
    let mut fitted = Recorder::new(RecordingSettings { bins: 64, ..RecordingSettings::default() });
    let mut merged = fitted.clone();
    let keys = [&mut fitted, &mut merged].map(|rec| {
        let counter = Signal::counter("sent", "Sent", "packets", "");
        let gauge = Signal::gauge("cwnd", "Window", "packets", "");
        let keys = (rec.register("flow:a", &gauge), rec.register("flow:a", &counter));
        rec.gauge(keys.0, 0, 0.0);
        keys
    });
    fitted.fit_run(1_000_000_000);
    let mut now = 0;
    for step in 1..1000_u64 {
        now += 1_000_003;
        for (rec, keys) in [(&mut fitted, keys[0]), (&mut merged, keys[1])] {
            rec.gauge(keys.0, now, (step * 7919 % 101) as f64);
            rec.count(keys.1, now, step);
        }
    }
    for rec in [&mut fitted, &mut merged] {
        rec.complete_bins_before(1_000_000_000);
    }
    for index in 0..2 {
        let (fitted_bins, merged_bins) = (fitted.read(index, 0), merged.read(index, 0));
        assert_eq!(fitted_bins[0], 0.0, "the fitted bins should not be merged");
        assert!(merged_bins[0] > 0.0);
        assert_eq!(fitted_bins[1..], merged_bins[1..]);
    }
}
