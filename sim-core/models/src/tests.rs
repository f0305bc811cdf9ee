//! Tests of the models with numbers that can be checked by hand, and with short runs.

use fairshare_measures::numbers::value;
use fairshare_measures::prediction::Prediction;
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

use crate::facts::RunFacts;
use crate::fluid::{Fluid, FluidClass, FluidQueue, deviations};
use crate::laws;
use crate::model::{Model, ModelLine, Quantity, Reason, Validity};
use crate::report::{MeasuredSeries, predictions, report};

fn scenario(document: Value) -> Scenario {
    Scenario::from_value(document, kinds()).unwrap()
}

/// A dumbbell with these flows and this queue. Flows without `access` have access links without delay.
fn dumbbell(mut flows: Value, rate: f64, delay: f64, limit: Value, queue: Value) -> Value {
    for flow in flows.as_array_mut().unwrap() {
        if flow["access"].is_null() {
            flow["access"] = json!({ "sender": 0, "receiver": 0 });
        }
    }
    let mut forward = json!({ "rate": rate, "delay": delay, "queue": { "limit": limit } });
    if let (Some(target), Some(fields)) = (forward["queue"].as_object_mut(), queue.as_object()) {
        target.extend(fields.clone());
    }
    json!({ "v": 1, "network": { "forward": forward, "reverse": { "delay": delay } }, "flows": flows, "duration": 60 })
}

/// A summary of one flow `a` with a million packets sent.
fn summary(p: f64, rtt_ms: f64, p95_ms: f64, rate: f64) -> Value {
    json!({
        "flows": [{
            "id": "a", "sent": 1_000_000, "window_cuts": p * 1e6, "timeouts": 0, "loss_events": p * 1e6,
            "lost": p * 1e6, "throughput_bps": rate, "cwnd": null,
            "rtt_ms": { "mean": rtt_ms, "p95": p95_ms },
        }],
        "links": [{ "id": "forward", "utilisation": 0.8, "queue_packets": { "mean": 3.0, "max": 9 }, "marks": 0, "departures": 1000 }],
    })
}

fn line(facts: &RunFacts, model: Model, quantity: Quantity) -> ModelLine {
    laws::lines(facts).into_iter().find(|line| line.model == model && line.quantity == quantity).unwrap()
}

#[track_caller]
fn assert_close(actual: f64, expected: f64, relative: f64) {
    assert!(
        (actual - expected).abs() <= relative * expected.abs(),
        "{actual} is not {expected} within {relative}"
    );
}

/// The points of Padhye's and Mathis's models at a round trip of 100 ms, one packet per acknowledgement and a
/// timeout of 0.3 s. The timeout of Linux's rule is the round trip plus 0.2 s.
#[test]
fn the_laws_give_the_published_points() {
    let flows = json!([{ "id": "a", "algorithm": "newreno" }]);
    let document = dumbbell(flows, 1e9, 0.05, json!({ "packets": 1000 }), json!({}));
    for (p, mathis, padhye) in [
        (0.1, 38.7, 23.9),
        (0.0333, 67.1, 54.4),
        (0.01, 122.5, 113.3),
        (0.001, 387.3, 382.5),
        (0.0001, 1224.7, 1221.5),
    ] {
        let facts =
            RunFacts::of(&scenario(document.clone())).with_summary(&summary(p, 100.0, 100.0, 12_000.0));
        for (model, packets) in [(Model::Mathis, mathis), (Model::Padhye, padhye)] {
            let line = line(&facts, model, Quantity::Rate);
            assert_close(line.value.unwrap() / 12_000.0, packets, 2e-3);
            // The measured rate is one packet per second.
            assert_close(line.ratio().unwrap(), packets, 2e-3);
        }
        let mathis = line(&facts, Model::Mathis, Quantity::Rate);
        let expected = if p > 0.02 {
            (Validity::Outside, Reason::HighLoss)
        } else {
            (Validity::Holds, Reason::RandomLoss)
        };
        assert_eq!((mathis.validity, mathis.reason), expected);
    }
}

/// AIMD(0.2, 1/8) has the window of TCP: sqrt(0.2 * 1.875 / (0.25 p)) = sqrt(1.5 / p). CUBIC at p = 1e-5 and
/// 100 ms: 1053.8.
#[test]
fn other_window_laws_equal_values_computed_by_hand() {
    let of = |algorithm: &str, params: Value, p: f64| {
        let flows = json!([{ "id": "a", "algorithm": algorithm, "params": params }]);
        let document = dumbbell(flows, 1e9, 0.05, json!({ "packets": 1000 }), json!({}));
        RunFacts::of(&scenario(document)).with_summary(&summary(p, 100.0, 100.0, 1e6))
    };
    let gaimd = of("gaimd", json!({ "alpha": 0.2, "beta": 0.125 }), 0.01);
    assert_close(line(&gaimd, Model::Aimd, Quantity::Window).value.unwrap(), 150.0_f64.sqrt(), 1e-12);
    assert_eq!(line(&gaimd, Model::Mathis, Quantity::Window).reason, Reason::OtherRule);
    let cubic = of("cubic", json!({}), 1e-5);
    assert_close(line(&cubic, Model::Cubic, Quantity::Window).value.unwrap(), 1053.8, 1e-4);
    // TFRC's equation at p = 0.01: 11.2332 packets per round trip.
    let tfrc = of("tfrc", json!({}), 0.01);
    assert_close(line(&tfrc, Model::Own, Quantity::Window).value.unwrap(), 11.2332, 1e-5);
    let none = of("newreno", json!({}), 0.0);
    let missing = line(&none, Model::Mathis, Quantity::Window);
    assert_eq!((missing.value, missing.reason), (None, Reason::NoLoss));
}

/// 10 Mb/s and 100 ms are 83.33 packets. A limit of 20 packets gives a utilisation of about 0.89.
#[test]
fn models_of_the_link_equal_values_computed_by_hand() {
    let one = json!([{ "id": "a", "algorithm": "newreno", "packet": 1500 }]);
    let facts = |flows: Value, limit: f64, queue: Value| {
        let document = dumbbell(flows, 10e6, 0.05, json!({ "packets": limit }), queue);
        RunFacts::of(&scenario(document)).with_summary(&summary(0.001, 120.0, 130.0, 9e6))
    };
    let alone = facts(one, 19.0, json!({}));
    assert_close(line(&alone, Model::Buffer, Quantity::Buffer).value.unwrap(), 250.0 / 3.0, 1e-9);
    assert_close(line(&alone, Model::Sawtooth, Quantity::Utilisation).value.unwrap(), 0.886, 1e-3);
    assert_eq!(line(&alone, Model::Md1, Quantity::Queue).reason, Reason::Responsive);
    let many = facts(json!([{ "id": "a", "algorithm": "newreno", "count": 100 }]), 19.0, json!({}));
    let buffer = line(&many, Model::Buffer, Quantity::Buffer);
    assert_close(buffer.value.unwrap(), 250.0 / 30.0, 1e-9);
    assert_eq!(buffer.reason, Reason::ManyFlows);
    // DCTCP: K = 20 and 2 flows fill the queue up to 22 packets.
    let dctcp = facts(
        json!([{ "id": "a", "algorithm": "dctcp", "count": 2 }]),
        200.0,
        json!({ "kind": "step", "threshold": 20 }),
    );
    assert_close(line(&dctcp, Model::DctcpQueue, Quantity::Queue).value.unwrap(), 22.0, 1e-12);
    // M/D/1 at a load of 0.8: 1.6 waiting packets. Constant bit rates are not random.
    let udp = facts(
        json!([{ "id": "a", "algorithm": "udp", "source": { "kind": "cbr", "rate": 8e6 } }]),
        100.0,
        json!({}),
    );
    let queue = line(&udp, Model::Md1, Quantity::Queue);
    assert_close(queue.value.unwrap(), 1.6, 1e-9);
    assert_eq!(queue.reason, Reason::NotPoisson);
    let bbr = json!([{ "id": "b", "algorithm": "bbr" }, { "id": "a", "algorithm": "cubic", "count": 4 }]);
    let deep = line(&facts(bbr.clone(), 1000.0, json!({})), Model::Bbr, Quantity::Rate);
    // X = 12: 1 - p = 0.5 + 1/24 + 4/1000 = 0.545667; probing (1.2 + 0.2 + 0.1)/10 = 0.15; share 0.463817.
    assert_close(deep.value.unwrap(), 4.638_17e6, 1e-5);
    let shallow = line(&facts(bbr.clone(), 60.0, json!({})), Model::Bbr, Quantity::Rate);
    // X = 0.72: p is negative, so BBR takes the whole link except for (0.072 + 0.2 + 0.1)/10.
    assert_close(shallow.value.unwrap(), 9.628e6, 1e-5);
    assert_eq!((shallow.validity, shallow.reason), (Validity::Outside, Reason::SmallBuffer));
    // 10 000 packets drain for 12 s.
    assert_eq!(line(&facts(bbr, 10_000.0, json!({})), Model::Bbr, Quantity::Rate).reason, Reason::LongDrain);
}

/// 60 flows and 3750 packets/s. RED is such that the published equilibrium is a fixed point: R = 0.246 s at
/// q = 172.5 packets for T = 0.2 s, W = 15.375, p = 0.00846 = max_p (172.5 - min) / (max - min).
#[test]
fn the_fluid_settles_at_the_closed_form() {
    let class = FluidClass {
        id: "a".into(),
        count: 60.0,
        base_rtt: 0.2,
        increase: 1.0,
        decrease: 0.5,
        initial_window: 1.0,
        start: 0.0,
        stop: f64::INFINITY,
        bits: 4000.0,
    };
    let p = 2.0 / (15.375 * 15.375);
    let queue =
        FluidQueue::Red { min: 20.0, max: 1000.0, weight: 1e-4, max_p: p * 980.0 / 152.5, gentle: true };
    let fluid = Fluid { classes: vec![class], capacity: 3750.0, limit: 2000.0, queue, duration: 400.0 };
    let (window, rest) = fluid.equilibrium().unwrap();
    assert_close(window, 15.375, 1e-6);
    assert_close(rest, 172.5, 1e-6);
    let run = fluid.run(1.0);
    assert_eq!(run.queue.len(), 400);
    assert_close(run.queue[399], 172.5, 2e-3);
    assert_close(run.windows[0][399].unwrap(), 15.375, 1e-3);
    assert_close(run.probability[399], p, 2e-3);
    // Each flow has a sixtieth of the link: 62.5 packets/s of 4000 bits.
    assert_close(run.rates[0][399].unwrap(), 250_000.0, 1e-3);
}

/// 10 flows of 1000 packets/s: each has 100 packets/s, of 12 000 bits. Losses begin when the queue of
/// 100 packets is full, and all windows shrink together, so the queue moves.
#[test]
fn the_fluid_fills_a_drop_tail_queue() {
    let class = FluidClass {
        id: "a".into(),
        count: 10.0,
        base_rtt: 0.1,
        increase: 1.0,
        decrease: 0.5,
        initial_window: 10.0,
        start: 0.0,
        stop: f64::INFINITY,
        bits: 12_000.0,
    };
    let fluid = Fluid {
        classes: vec![class],
        capacity: 1000.0,
        limit: 100.0,
        queue: FluidQueue::DropTail,
        duration: 200.0,
    };
    assert_eq!(fluid.equilibrium(), None);
    let run = fluid.run(0.05);
    let late = &run.queue[2000..];
    assert!(
        late.iter().any(|&queue| queue > 99.9) && late.iter().all(|&queue| queue > 10.0 && queue <= 100.0)
    );
    let long = fluid.run(100.0);
    assert_close(long.rates[0][1].unwrap(), 1.2e6, 0.03);
    assert!(long.probability[1] > 0.003 && long.probability[1] < 0.012);
}

#[test]
fn deviations_are_spans_of_more_than_a_tenth() {
    let fluid = [10.0, 10.0, 10.0, 10.0, 0.0].map(Some);
    let measured = [Some(10.9), Some(11.1), Some(8.0), None, Some(0.05)];
    assert_eq!(deviations(0.5, &fluid, &measured, 1.0), vec![[0.5, 1.5]]);
}

#[test]
fn the_report_states_why_the_fluid_does_not_apply() {
    let flows = json!([{ "id": "a", "algorithm": "cubic" }]);
    let document = dumbbell(flows, 10e6, 0.02, json!({ "packets": 50 }), json!({}));
    let json = report(&scenario(document), &summary(0.001, 50.0, 60.0, 9e6), None);
    assert_eq!(json["fluid"]["reason"], "other_algorithms");
    let lines = json["lines"].as_array().unwrap();
    for model in Model::ALL {
        assert!(lines.iter().any(|line| line["model"] == model.as_str()), "{model:?}");
    }
    assert!(lines.iter().all(|line| !line["text"].as_str().unwrap().is_empty()));
}

#[test]
fn the_fluid_takes_the_settings_of_the_document() {
    let flows = json!([{ "id": "a", "algorithm": "newreno", "count": 64, "access": { "sender": 0.02, "receiver": 0.02 } }]);
    let red = json!({ "kind": "red", "min_threshold": 128, "max_threshold": 896 });
    let document = dumbbell(flows, 64e6, 0.005, json!({ "packets": 2560 }), red);
    let facts = RunFacts::of(&scenario(document.clone()));
    let (fluid, validity, _) = Fluid::of(&facts).unwrap();
    assert_eq!(validity, Validity::Holds);
    // The lesson's numbers: W = 11.4 and 246 packets in the queue, by hand from W^2 p = 2.
    let (window, queue) = fluid.equilibrium().unwrap();
    assert_close(window, 11.4, 5e-3);
    assert_close(queue, 246.0, 5e-3);
    let measured = MeasuredSeries { width: 1.0, queue: vec![Some(queue); 60], windows: Vec::new() };
    let json = report(&scenario(document), &Value::Null, Some(&measured));
    let spans = json["fluid"]["departures"]["queue"].as_array().unwrap();
    // The start departs, and the end does not.
    assert!(spans.iter().all(|span| span[1].as_f64().unwrap() < 50.0), "{spans:?}");
}

#[test]
fn identifiers_and_sentences_of_reasons_are_unique() {
    for (i, reason) in Reason::ALL.iter().enumerate() {
        assert!(
            Reason::ALL[..i].iter().all(|other| other.id() != reason.id() && other.text() != reason.text())
        );
    }
}

/// The predictions from the numbers of a run are the values that `fairshare models` prints for it.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases, each checked in one run")]
fn predictions_equal_the_lines_of_the_run() {
    let red = json!({ "kind": "red", "limit": { "packets": 400 }, "min_threshold": 20, "max_threshold": 200, "ecn": true });
    let step = json!({ "kind": "step", "limit": { "packets": 200 }, "threshold": 30 });
    let tail = json!({ "kind": "drop_tail", "limit": { "packets": 40 } });
    let cases = [
        (
            &red,
            json!([{ "id": "a", "algorithm": "dctcp", "count": 3 }]),
            vec!["a.throughput_bps:dctcp", "a.cwnd_packets:dctcp"],
        ),
        (
            &step,
            json!([{ "id": "a", "algorithm": "dctcp", "count": 2 }]),
            vec!["a.goodput_bps:dctcp", "forward.queue_max_packets:dctcp_queue"],
        ),
        (
            &red,
            json!([{ "id": "a", "algorithm": "newreno", "params": { "ecn": true }, "count": 4 }]),
            vec!["a.throughput_bps:mathis", "a.throughput_bps:padhye"],
        ),
        (
            &red,
            json!([{ "id": "a", "algorithm": "cubic", "params": { "ecn": true } }, { "id": "b", "algorithm": "tfrc" }]),
            vec!["a.throughput_bps:cubic", "b.throughput_bps:own"],
        ),
        (
            &tail,
            json!([{ "id": "a", "algorithm": "sack" }]),
            vec!["a.goodput_bps:aimd", "forward.utilisation:sawtooth"],
        ),
    ];
    for (queue, flows, expected) in cases {
        let document = json!({ "v": 1, "duration": 30, "warmup": 5, "flows": flows,
            "network": { "forward": { "rate": 10e6, "delay": 0.02, "queue": queue } } });
        let document_text = document.to_string();
        let scenario = scenario(document);
        let mut run = Simulation::new(scenario.clone(), RecordingSettings::none()).unwrap();
        run.run().unwrap();
        let summary = run.summary();
        let report = report(&scenario, &summary, None);
        let found = predictions(&scenario, &|name| value(&summary, name));
        for id in expected {
            let is_expected = |one: &Prediction| format!("{}:{}", one.number, one.model) == id;
            assert!(found.iter().any(is_expected), "{id} is missing in {document_text}");
        }
        for Prediction { number: metric, model, value } in found {
            let quantity = match metric.rsplit('.').next().unwrap() {
                "throughput_bps" | "goodput_bps" => "rate",
                "cwnd_packets" => "window",
                "utilisation" => "utilisation",
                _ => "queue",
            };
            let of = metric.split('.').next().unwrap();
            let lines = report["lines"].as_array().unwrap();
            let line = lines
                .iter()
                .find(|line| line["model"] == model && line["of"] == of && line["quantity"] == quantity)
                .unwrap();
            let expected = line["value"].as_f64().unwrap();
            assert!((value / expected - 1.0).abs() < 1e-12, "{metric}:{model}: {value} against {expected}");
        }
    }
}
