//! The feedback of congestion marks: classic (RFC 3168), exact (RFC 8257) and accurate (RFC 9768), and windows of Prague
//! below two packets.

use crate::support::{as_f64, build_simulation, flow, run_to_end};
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::simulation::build::BuildOptions;

/// Two flows of an algorithm on a link of 100 Mb/s and 1 ms that marks above 20 packets, for half a second. The share
/// `lost` of the acknowledgements is lost.
fn marked_link(algorithm: &str, params: &Value, lost: f64) -> Value {
    let one = |id: &str| {
        json!({"id": id, "algorithm": algorithm, "params": params, "start": {"min": 0, "max": 0.01},
               "access": {"sender": 0, "receiver": 0}})
    };
    let loss = json!([{"kind": "random", "probability": lost}]);
    json!({"v": 1, "duration": 0.5, "warmup": 0,
        "network": {"kind": "dumbbell", "access_rate": 1e10,
            "forward": {"rate": 1e8, "delay": 0.0005,
                        "queue": {"kind": "step", "threshold": 20, "limit": {"packets": 500}}},
            "reverse": {"rate": 1e9, "delay": 0.0005, "loss": loss}},
        "flows": [one("a"), one("b")]})
}

/// The summary of a run, and the number of marked packets of which the senders have learned.
fn outcome(document: &Value) -> (Value, f64) {
    let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
    let mut run = build_simulation(document, settings, BuildOptions::default());
    run_to_end(&mut run);
    let mut learned = 0.0;
    for id in ["a", "b"] {
        let decisions = run.decisions(id).expect("decisions are recorded");
        for decision in decisions.as_array().expect("a list") {
            if decision["kind"] == "dctcp_alpha" || decision["kind"] == "prague_alpha" {
                learned += as_f64(&decision["values"]["marked"]);
            }
        }
    }
    (run.summary(), learned)
}

fn marks(summary: &Value) -> f64 {
    as_f64(&summary["links"][0]["marks"])
}

fn utilisation(summary: &Value) -> f64 {
    as_f64(&summary["links"][0]["utilisation"])
}

#[test]
fn dctcp_learns_of_every_mark_by_accurate_feedback() {
    for every in [1, 2, 16] {
        for feedback in ["ace", "accurate"] {
            let params = json!({"ack_every": every, "ecn_feedback": feedback});
            let document = marked_link("dctcp", &params, 0.0);
            let (summary, learned) = outcome(&document);
            let marks = marks(&summary);
            println!("{every} {feedback}: {learned} of {marks} {}", utilisation(&summary));
            // The marks of the last window of each flow are not averaged yet.
            assert!(learned <= marks && learned > marks - 60.0, "{every} {feedback}: {learned} of {marks}");
            // With 16, a window of fewer packets waits for the delayed acknowledgement.
            assert!(every > 2 || utilisation(&summary) > 0.97, "{every} {feedback}: {summary}");
        }
    }
}

/// With half of the acknowledgements lost, the ACE field leaves open whether it has wrapped. The safe assumption counts
/// more marks than there were.
#[test]
fn the_option_gives_the_exact_number_after_lost_acknowledgements_and_the_ace_field_never_too_few() {
    let learned = |feedback: &str| {
        let params = json!({"ack_every": 1, "ecn_feedback": feedback});
        let (summary, learned) = outcome(&marked_link("dctcp", &params, 0.5));
        (learned, marks(&summary))
    };
    let (accurate, all) = learned("accurate");
    assert!(all > 300.0 && accurate <= all && accurate > all - 60.0, "{accurate} of {all}");
    let (ace, all) = learned("ace");
    assert!(ace > 1.1 * all, "{ace} of {all}");
}

/// RFC 3168's echo lasts until the sender has announced its reduction, so all packets of about a round trip seem to be
/// marked, and DCTCP reacts as Reno does.
#[test]
fn with_classic_feedback_dctcp_takes_a_mark_for_a_round_trip_of_marks() {
    let learned = |feedback: Value| {
        let (summary, learned) = outcome(&marked_link("dctcp", &json!({"ecn_feedback": feedback}), 0.0));
        (learned, marks(&summary))
    };
    let (classic, marked) = learned(json!("classic"));
    println!("{classic} of {marked}");
    assert!(classic > 1.1 * marked, "{classic} of {marked}");
    let (exact, marked) = learned(Value::Null);
    assert!(exact <= marked && exact > marked - 60.0, "{exact} of {marked}");
}

/// One reduction per window of data, however many marks. The windows of both flows together grow from 124 to 247 packets,
/// by two packets in a round trip of 20 to 30 ms: 1.39 s, or 50 reductions of each flow in 70 s. With classic
/// feedback, growth also pauses while marks are echoed, until the sender's announcement has arrived: for about two of the
/// 62 packets, or 3 % of the reductions.
#[test]
fn reno_reduces_once_per_window_with_every_kind_of_feedback() {
    for algorithm in ["newreno", "sack"] {
        let run = |feedback: &str| {
            let params = json!({"ecn": true, "ecn_feedback": feedback, "ack_every": 2});
            let mut document = marked_link(algorithm, &params, 0.0);
            (document["duration"], document["warmup"]) = (json!(80), json!(10));
            document["network"]["forward"]["delay"] = json!(0.01);
            document["network"]["reverse"]["delay"] = json!(0.01);
            document["network"]["forward"]["queue"]["threshold"] = json!(80);
            let summary = crate::support::finished_run(&document).summary();
            let cuts =
                as_f64(&flow(&summary, "a")["window_cuts"]) + as_f64(&flow(&summary, "b")["window_cuts"]);
            assert_eq!(as_f64(&summary["links"][0]["drops"]), 0.0, "{algorithm} {feedback}");
            (cuts, utilisation(&summary))
        };
        let (classic, accurate, ace) = (run("classic"), run("accurate"), run("ace"));
        println!("{algorithm}: classic {classic:?} accurate {accurate:?} ace {ace:?}");
        for (cuts, used) in [accurate, ace] {
            assert!((cuts / 100.7 - 1.0).abs() < 0.1, "{algorithm}: {cuts}");
            assert!(cuts >= classic.0 && cuts < 1.05 * classic.0, "{algorithm}: {cuts} {classic:?}");
            assert!((used - classic.1).abs() < 0.05, "{algorithm}: {used} {classic:?}");
        }
    }
}

/// `count` Prague flows on a link of 20 Mb/s with a base round-trip time of 4 ms.
fn many(stack: Option<&str>, count: u32, below_two: bool) -> Value {
    json!({"v": 1, "duration": 20, "warmup": 10,
        "network": {"kind": "dumbbell", "access_rate": 1e9, "forward":
            {"rate": 2e7, "delay": 0.001, "queue": {"kind": "dual_pi2", "limit": {"packets": 10_000}}}},
        "flows": [{"id": "a", "algorithm": "prague", "count": count, "params": {"stack": stack, "below_two": below_two},
                   "start": {"min": 0, "max": 1}, "access": {"sender": 0.0005, "receiver": 0.0005}}]})
}

/// The path holds seven packets. Two packets of each of 50 flows wait for 100 packets x 0.6 ms.
#[test]
fn windows_below_two_packets_spare_fifty_prague_flows_a_standing_queue() {
    let run = |stack: Option<&str>, below_two: bool| {
        let mut run = crate::support::new_run(&many(stack, 50, below_two));
        run_to_end(&mut run);
        let summary = run.summary();
        let link = &summary["links"][0];
        let goodputs: Vec<f64> =
            summary["flows"].as_array().unwrap().iter().map(|flow| as_f64(&flow["goodput_bps"])).collect();
        let sum: f64 = goodputs.iter().sum();
        let squares: f64 = goodputs.iter().map(|rate| rate * rate).sum();
        let fairness = sum * sum / (squares * goodputs.len() as f64);
        let (delay, p99) = (as_f64(&link["queue_delay_ms"]["mean"]), as_f64(&link["queue_delay_ms"]["p99"]));
        println!(
            "{stack:?} {below_two}: {delay} {p99} {} {} {fairness}",
            utilisation(&summary),
            link["drop_rate"]
        );
        (delay, utilisation(&summary), as_f64(&link["drop_rate"]), fairness)
    };
    // With a stack, the receiver acknowledges every second packet or after 40 ms, so senders learn of marks ten round trips
    // late, and the queue varies more.
    for (stack, limit) in [(None, 2.0), (Some("linux"), 10.0)] {
        let (before, _, lost_before, _) = run(stack, false);
        let (after, used, lost, fairness) = run(stack, true);
        assert!(before > 10.0 && lost_before > 0.1, "{stack:?}: {before} {lost_before}");
        assert!(after < limit && lost == 0.0, "{stack:?}: {after} {lost}");
        assert!(used > 0.8 && fairness > 0.7, "{stack:?}: {used} {fairness}");
    }
}

#[test]
fn few_prague_flows_are_the_same_with_and_without_windows_below_two_packets() {
    let id = |below_two: bool| {
        let mut document = many(Some("linux"), 2, below_two);
        document["network"]["forward"]["delay"] = json!(0.01);
        crate::support::finished_run(&document).summary()["flows"].clone()
    };
    assert_eq!(id(true), id(false));
}

/// Linux's Prague without accurate feedback is Reno without ECN and pacing.
#[test]
fn prague_with_a_classic_receiver_is_reno_without_marks() {
    let run = |algorithm: &str, params: Value| {
        let document = marked_link(algorithm, &params, 0.0);
        let summary = outcome(&document).0;
        assert_eq!(as_f64(&summary["links"][0]["marks"]), 0.0, "{algorithm}");
        utilisation(&summary)
    };
    let (prague, reno) = (run("prague", json!({"ecn_feedback": "classic"})), run("sack", json!({})));
    assert!((prague - reno).abs() < 0.01, "{prague} {reno}");
}
