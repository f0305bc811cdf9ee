//! Compares measures with values that were computed by hand.

use serde_json::{Value, json};
use sim_core::ground::convert::whole;

use crate::interval::{FlowFacts, FlowNumbers, LinkNumbers, curve, mean_wait};
use crate::measure::{Condition, Measure};
use crate::numbers::{self, Of};
use crate::run::{Event, Facts, MeasuredRun, RecordedRun, events_in};
use crate::series::Series;

type Recorded = (&'static str, &'static str, Series<Vec<f64>>);

fn series(is_counter: bool, width: f64, end: f64, values: &[f64]) -> Series<Vec<f64>> {
    let bins = if is_counter { values.len() } else { values.len() / 3 };
    Series { is_counter, width, bins, end, values: values.to_vec() }
}

fn assert_close(found: f64, expected: f64) {
    let equal = (found.is_nan() && expected.is_nan()) || (found - expected).abs() <= 1e-9 * expected.abs();
    assert!(equal, "{found} instead of {expected}");
}

/// The page's tests use the same vectors for the bins that it draws (web/src/charts/series.test.ts).
#[test]
fn values_at_times_follow_the_vectors() {
    let vectors: Value = serde_json::from_str(include_str!("tests/vectors.json")).unwrap();
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let list = |value: &Value| value.as_array().unwrap().clone();
    let mut checked = 0;
    for vector in list(&vectors) {
        let is_counter = vector["kind"] == "counter";
        let values: Vec<f64> = list(&vector["data"]).iter().map(number).collect();
        let series = series(is_counter, number(&vector["width"]), number(&vector["end"]), &values);
        for row in list(&vector["values"]) {
            let t = number(&row[0]);
            let found = if is_counter { series.counter_at(t) } else { series.gauge_at(t) };
            assert_close(found, number(&row[1]));
            checked += 1;
        }
        for row in list(&vector["rates"]) {
            assert_close(series.rate_at(number(&row[0]), number(&row[1])), number(&row[2]));
            checked += 1;
        }
        for row in list(&vector["bins"]) {
            let bins = series.bins_between(number(&row[0]), number(&row[1]));
            assert_eq!((bins.start as f64, bins.end as f64), (number(&row[2]), number(&row[3])));
            checked += 1;
        }
    }
    assert_eq!(checked, 32);
}

#[test]
fn counters_have_exact_statistics_in_a_window_between_edges() {
    let bytes = series(true, 0.1, 0.35, &[1000.0, 2000.0, 2000.0, 6000.0]);
    // From 0.1 to 0.3 s, the counter grows by 1000 bytes: by 10000 bytes/s in the first bin and by 0 in the
    // second.
    let found = bytes.statistics(0.1, 0.3);
    assert_close(found.total, 1000.0);
    assert_close(found.mean, 5000.0);
    assert_eq!(found.min, 0.0);
    assert_close(found.max, 10_000.0);
    let moved = bytes.statistics(0.08, 0.31);
    assert_close(moved.from, 0.1);
    assert_close(moved.to, 0.3);
    let parts = bytes.statistics(0.0, 0.2).total + bytes.statistics(0.2, 0.35).total;
    assert_eq!(parts, bytes.statistics(0.0, 0.35).total);
    assert!(bytes.statistics(2.0, 3.0).mean.is_nan());
}

#[test]
fn gauges_have_exact_extremes_and_the_mean_of_the_values_at_the_ends_of_bins() {
    let no = f64::NAN;
    let window = series(false, 1.0, 4.0, &[1.0, 4.0, 4.0, 2.0, 9.0, 2.0, no, no, no, 3.0, 5.0, 5.0]);
    let found = window.statistics(0.0, 4.0);
    assert_eq!((found.min, found.max, found.p95), (1.0, 9.0, 5.0));
    assert_close(found.mean, 11.0 / 3.0);
    assert!(window.statistics(2.0, 3.0).mean.is_nan());
}

struct Run {
    recorded: Vec<Recorded>,
    facts: Facts,
    rows: Vec<f64>,
}

impl RecordedRun for Run {
    type Values = Vec<f64>;

    fn series(&self, entity: &str, signal: &str) -> Option<Series<Vec<f64>>> {
        let found = self.recorded.iter().find(|(e, s, _)| (*e, *s) == (entity, signal));
        found.map(|(_, _, series)| series.clone())
    }
}

impl MeasuredRun for Run {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn events(&self) -> Vec<Event> {
        events_in(&self.rows)
    }

    fn flow_of(&self, event: &Event) -> Option<String> {
        ["a", "b"].get(whole::<usize>(event.entity)).map(|id| (*id).to_owned())
    }
}

/// Two flows that get 1000 and 3000 bytes per second for 4 s, over a link of 40 kb/s.
fn run() -> Run {
    let counter = |ends: &[f64]| series(true, 1.0, 4.0, ends);
    let no = f64::NAN;
    let delays = [0.0, 0.02, 0.02, 0.04, 0.06, 0.05, no, no, no, no, no, no];
    Run {
        recorded: vec![
            ("flow:a", "delivered", counter(&[1000.0, 2000.0, 3000.0, 4000.0])),
            ("flow:b", "delivered", counter(&[3000.0, 6000.0, 9000.0, 12_000.0])),
            ("flow:a", "sent", counter(&[2.0, 4.0, 6.0, 8.0])),
            (
                "flow:a",
                "rtt",
                series(false, 1.0, 4.0, &[0.1, 0.3, 0.2, 0.1, 0.3, 0.2, 0.1, 0.3, 0.2, 0.2, 0.4, 0.3]),
            ),
            ("link:forward", "departed", counter(&[100.0, 400.0, 400.0, 20_000.0])),
            ("link:forward", "queue_delay", series(false, 1.0, 4.0, &delays)),
            ("link:forward", "drops", counter(&[0.0, 4.0, 4.0, 9.0])),
        ],
        facts: Facts {
            warmup: 1.0,
            end: 4.0,
            flows: vec!["flow:a".into(), "flow:b".into()],
            links: json!([{ "id": "forward", "rate": 40_000.0, "limit": { "packets": 30.0, "bdp": 0.5 } }]),
            rates: json!([{ "link": "forward", "steps": [[0.0, 40_000.0]] }]),
            summary: json!({ "flows": [{ "id": "a", "goodput_bps": 8000, "timeouts": 2, "cov": { "1": 0.25 } },
                                        { "id": "b", "goodput_bps": 24_000 }],
                             "transfers": [{ "id": "b", "completion_s": { "mean": 1.5 } }] }),
        },
        // Time, code, entity, value, count.
        rows: vec![
            0.5, 1.0, 0.0, 0.0, 7.0, 2.0, 1.0, 0.0, 0.0, 2.0, 3.0, 1.0, 1.0, 0.0, 3.0, 3.0, 4.0, 1.0, 0.0,
            1.0,
        ],
    }
}

#[test]
fn measures_equal_values_computed_by_hand() {
    let run = run();
    let of = |what: Value| Measure::read(&what).unwrap().of(&run);
    assert_close(of(json!({ "kind": "goodput", "flow": "a" })), 8000.0);
    assert_close(of(json!({ "kind": "total", "prefix": "" })), 32_000.0);
    // (1 + 3)^2 / (2 * (1 + 9)) = 16 / 20
    assert_close(of(json!({ "kind": "jain", "flows": ["a", "b"] })), 0.8);
    assert_close(of(json!({ "kind": "utilisation", "from": 0, "to": 2 })), 400.0 * 8.0 / 2.0 / 40_000.0);
    // 100 bytes waited 10 ms, and 300 bytes 50 ms.
    assert_close(of(json!({ "kind": "wait", "from": 0, "to": 3 })), (100.0 * 0.01 + 300.0 * 0.05) / 400.0);
    assert_close(of(json!({ "kind": "signal", "entity": "flow:a", "signal": "rtt", "stat": "max" })), 0.4);
    // The events before the warm-up do not count.
    assert_close(of(json!({ "kind": "events", "event": "drop" })), 5.0);
    assert_close(of(json!({ "kind": "events", "event": "drop", "flow": "b" })), 3.0);
    assert_close(of(json!({ "kind": "summary", "flow": "a", "field": "timeouts" })), 2.0);
    assert_close(of(json!({ "kind": "variation", "flow": "a" })), 0.25);
    assert_close(of(json!({ "kind": "transfers", "flow": "b", "stat": "mean" })), 1.5);
    assert_close(of(json!({ "kind": "link", "property": "bdp" })), 60.0);
    let ratio = json!({ "kind": "ratio", "of": { "kind": "goodput", "flow": "b" }, "to": { "kind": "goodput", "flow": "a" } });
    assert_close(of(ratio.clone()), 3.0);
    assert!(of(json!({ "kind": "goodput", "flow": "none" })).is_nan());
    let holds = |above: f64| Condition::read(&json!({ "of": ratio, "above": above })).unwrap().holds(&run);
    assert_eq!((holds(2.9), holds(3.0)), (true, false));
}

/// 400 bytes leave from 0 to 2 s, in which the rate is 40 kb/s, 0 and 10 kb/s: 40 kb, nothing, and 10 kb/s for half a second.
#[test]
fn utilisation_counts_what_a_changing_link_can_send() {
    let mut run = run();
    run.facts.rates =
        json!([{ "link": "forward", "steps": [[0.0, 40_000.0], [1.0, 0.0], [1.5, 10_000.0], [3.0, 1e9]] }]);
    let measure = Measure::read(&json!({ "kind": "utilisation", "from": 0, "to": 2 })).unwrap();
    assert_close(measure.of(&run), 400.0 * 8.0 / 45_000.0);
}

#[test]
fn measures_of_unknown_kinds_and_deep_ratios_are_refused() {
    assert!(Measure::read(&json!({ "kind": "beauty" })).is_err());
    let one = json!({ "kind": "link", "property": "rate" });
    let deep = (0..9).fold(one.clone(), |of, _| json!({ "kind": "ratio", "of": of, "to": one }));
    assert!(Measure::read(&deep).is_err());
}

#[test]
fn numbers_of_an_interval_equal_values_computed_by_hand() {
    let run = run();
    // The flow is active for 2 s of the 3 s. Its fair share is 48 kb, and its route can send 96 kb.
    let facts = FlowFacts { active: 2.0, fair_bits: 48_000.0, route_bits: 96_000.0 };
    let a = FlowNumbers::of(&run, "flow:a", facts, 1.0, 4.0);
    assert_eq!((a.goodput, a.share, a.link_share), (12_000.0, 0.5, 0.25));
    let idle = FlowFacts { active: 0.0, fair_bits: 0.0, route_bits: 0.0 };
    let idle = FlowNumbers::of(&run, "flow:none", idle, 1.0, 4.0);
    assert_eq!((idle.goodput, idle.link_share), (0.0, 0.0));
    assert!(idle.share.is_nan());
    let link = LinkNumbers::of(&run, "link:forward", 398_000.0, 1.0, 4.0);
    assert_close(link.utilisation, 19_900.0 * 8.0 / 398_000.0);
    assert_close(LinkNumbers::of(&run, "link:forward", 0.0, 2.0, 4.0).drops, 5.0);
    assert_close(mean_wait(&run, "forward", 1.5, 2.0), 0.05);
    assert!(mean_wait(&run, "forward", 2.0, 3.0).is_nan());
    assert_eq!(curve(&run, "flow:a", "delivered", 1.0, &[2.0, 3.5]), [8000.0, 8000.0]);
    assert_eq!(curve(&run, "flow:a", "rtt", 1.0, &[0.5, 4.0]), [0.2, 0.3]);
}

#[test]
fn a_number_without_a_window_is_that_of_the_summary_and_with_one_follows_from_the_series() {
    let mut run = run();
    run.facts.summary["flows"][0]["goodput_bps"] = json!(9000);
    let of = |run: &Run, what: Value| Measure::read(&what).unwrap().of(run);
    let goodput = json!({ "kind": "goodput", "flow": "a" });
    assert_close(of(&run, goodput.clone()), 9000.0);
    assert_close(of(&run, json!({ "kind": "goodput", "flow": "a", "from": 1, "to": 3 })), 8000.0);
    run.facts.summary = Value::Null;
    assert_close(of(&run, goodput), 8000.0);
}

#[test]
fn numbers_are_read_by_name_and_averaged_over_the_flows_of_an_entry() {
    let summary = json!({
        "fairness": { "jain": 0.9 },
        "links": [{ "id": "a.forward", "utilisation": 0.5, "queue_delay_ms": { "mean": 20.0, "p95": 50.0 } }],
        "flows": [
            { "id": "web.0", "goodput_bps": 1e6, "rtt_ms": { "mean": 40.0 } },
            { "id": "web.1", "goodput_bps": 3e6, "rtt_ms": null },
            { "id": "call", "media": { "on_time": 3, "late": 1, "missing": 0, "given_up": 0 } },
        ],
        "transfers": [{ "id": "web", "completion_s": { "mean": 1.5, "p95": 4.0 } }],
    });
    for (name, expected) in [
        ("jain", Some(0.9)),
        ("theta", None),
        ("forward.utilisation", Some(0.5)),
        ("a.forward.queue_delay_p95_ms", Some(50.0)),
        ("web.goodput_bps", Some(2e6)),
        ("web.rtt_ms", None),
        ("web.0.rtt_ms", Some(40.0)),
        ("web.transfer_p95_s", Some(4.0)),
        ("call.on_time_share", Some(0.75)),
        ("call.unknown", None),
    ] {
        assert_eq!(numbers::value(&summary, name), expected, "{name}");
    }
    let wait = numbers::find(Of::Link, "queue_delay_ms").unwrap();
    assert_eq!(
        (wait.heading().as_str(), wait.text(Some(27.43)).as_str()),
        ("Queueing delay, mean", "27.4 ms")
    );
}

#[test]
fn every_number_has_an_id_of_its_own_among_those_that_a_name_can_mean() {
    for kinds in [
        &[Of::Run][..],
        &[Of::Link],
        &[Of::Flow, Of::Packets, Of::Media, Of::Video, Of::Transfers],
        &[Of::Group],
    ] {
        let mut ids: Vec<&str> =
            numbers::numbers().iter().filter(|n| kinds.contains(&n.of)).map(|n| n.id).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{kinds:?}");
    }
}
