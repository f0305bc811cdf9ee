//! The example test cases of BBR version 3 (draft-ietf-ccwg-bbr-06, appendix "BBR Example Test Cases") that
//! are runs over a path. `sim-core/engine/src/protocols/bbr3/tests.rs` has the cases that need exact samples.

use crate::support::{as_f64, build_simulation, flow, run_to_end};
use serde_json::{Value, json};
use sim_core::ground::time::from_secs;
use sim_core::record::RecordingSettings;
use sim_core::simulation::Simulation;
use sim_core::simulation::build::BuildOptions;

/// A flow of BBR v3 over a path of 10 Mb/s and 40 ms, a BDP of 33 packets, with a buffer of `buffer` packets.
fn document(buffer: u32, duration: f64) -> Value {
    json!({"v": 1, "seed": 5, "duration": duration, "warmup": 0,
        "network": {"kind": "dumbbell", "access_rate": 1e9,
            "forward": {"rate": 1e7, "delay": 0.02, "queue": {"kind": "drop_tail", "limit": {"packets": buffer}}}},
        "flows": [{"id": "a", "algorithm": "bbr3", "access": {"sender": 0, "receiver": 0}}]})
}

/// A run with its decisions.
struct Traced {
    run: Simulation,
    decisions: Vec<Value>,
}

impl Traced {
    fn of(document: &Value) -> Self {
        let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
        let mut run = build_simulation(document, settings, BuildOptions::default());
        run_to_end(&mut run);
        let decisions = run.decisions("a").expect("decisions are recorded");
        Traced { decisions: decisions.as_array().expect("a list").clone(), run }
    }

    /// The decisions of a kind.
    fn all(&self, kind: &str) -> Vec<&Value> {
        self.decisions.iter().filter(|decision| decision["kind"] == kind).collect()
    }

    /// The first decision of a kind that is not before `from`.
    fn first(&self, kind: &str, from: f64) -> &Value {
        let found = self.all(kind).into_iter().find(|decision| at(decision) >= from);
        found.unwrap_or_else(|| panic!("no {kind} from {from} on in {:#?}", self.decisions))
    }

    /// The kinds of the decisions from `from` to before `to`.
    fn kinds(&self, from: f64, to: f64) -> Vec<&str> {
        let within = self.decisions.iter().filter(|decision| (from..to).contains(&at(decision)));
        within.map(|decision| decision["kind"].as_str().unwrap_or_default()).collect()
    }

    fn signal(&self, name: &str, t: f64) -> f64 {
        let rec = &self.run.observer().rec;
        let gauge = rec.gauge_of(rec.key_of("flow:a", name)).expect("the signal is recorded");
        gauge.value_at(from_secs(t)).expect("the signal has a value")
    }

    fn goodput(&self) -> f64 {
        as_f64(&flow(&self.run.summary(), "a")["goodput_bps"])
    }

    fn loss(&self) -> f64 {
        as_f64(&self.run.summary()["links"][0]["drop_rate"])
    }
}

fn at(decision: &Value) -> f64 {
    as_f64(&decision["t"])
}

fn value(decision: &Value, name: &str) -> f64 {
    as_f64(&decision["values"][name])
}

const STARTUP: f64 = 0.0;
const CRUISE: f64 = 3.0;

#[test]
fn start_up_ends_on_a_plateau_of_the_bandwidth() {
    let traced = Traced::of(&document(400, 3.0));
    let full = traced.first("bbr3_full", 0.0);
    assert!((value(full, "bandwidth") / 1e7 - 1.0).abs() < 0.02, "{full}");
    assert_eq!(traced.loss(), 0.0);
    assert!((traced.signal("pacing_gain", at(full) + 0.02) - 0.5).abs() < 1e-9);
}

#[test]
fn start_up_ends_on_loss_even_if_the_application_is_the_limit() {
    let mut document = document(1000, 5.0);
    document["network"]["forward"]["rate"] = json!(1e8);
    document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.06, "what": "data"}]);
    document["flows"][0]["source"] = json!({"kind": "cbr", "rate": 5e7});
    let traced = Traced::of(&document);
    let ends = traced.first("bbr3_startup_loss", 0.0);
    assert!(value(ends, "loss") > 0.02, "{ends}");
    assert_eq!(at(traced.first("bbr3_full", 0.0)), at(ends), "Drain begins");
}

#[test]
fn drain_ends_when_a_bdp_is_in_flight() {
    let traced = Traced::of(&document(400, 3.0));
    let down = traced.first("bbr3_down", 0.0);
    let in_flight = traced.signal("in_flight", at(down));
    assert!((in_flight - value(down, "bdp")).abs() <= 2.0, "{in_flight} {down}");
    assert!(traced.signal("in_flight", at(traced.first("bbr3_full", 0.0))) > 1.8 * value(down, "bdp"));
}

#[test]
fn a_probe_without_loss_ends_on_a_plateau_of_the_bandwidth() {
    let traced = Traced::of(&document(400, 12.0));
    assert_eq!(traced.all("bbr3_too_high").len(), 0);
    for up in traced.all("bbr3_up").into_iter().take(2) {
        let down = traced.first("bbr3_down", at(up));
        // Three round trips, the first of which delivers what Refill sent.
        assert!((0.12..=0.3).contains(&(at(down) - at(up))), "{up} {down}");
    }
}

#[test]
fn start_up_lasts_while_the_application_is_the_limit_and_nothing_is_lost() {
    let mut document = document(400, 12.0);
    document["network"]["forward"]["rate"] = json!(1e8);
    document["flows"][0]["source"] = json!({"kind": "cbr", "rate": 4e6});
    let traced = Traced::of(&document);
    assert_eq!(traced.all("bbr3_full").len(), 0);
    // A measurement of the round-trip time in start-up returns to start-up.
    let measured = traced.first("bbr3_rtt_measured", 0.0);
    assert!(at(measured) - at(traced.first("bbr3_measures_rtt", 0.0)) >= 0.2);
    assert_eq!(traced.signal("state", at(measured) + 0.1), STARTUP);
}

#[test]
fn down_ends_when_a_bdp_is_in_flight_and_headroom_is_free() {
    let traced = Traced::of(&document(400, 12.0));
    for down in traced.all("bbr3_down").into_iter().skip(1).take(2) {
        assert_eq!(value(down, "gain"), 0.9);
        let cruise = traced.first("bbr3_cruise", at(down));
        assert!(traced.signal("in_flight", at(cruise)) <= value(down, "bdp") + 2.0, "{down} {cruise}");
    }
}

#[test]
fn the_round_trip_time_is_measured_after_five_seconds_without_a_smaller_one() {
    let traced = Traced::of(&document(400, 12.0));
    let (begins, ends) = (traced.first("bbr3_measures_rtt", 0.0), traced.first("bbr3_rtt_measured", 0.0));
    assert!((5.0..6.0).contains(&at(begins)), "{begins}");
    assert!((value(begins, "to") - 0.5 * traced.signal("bdp", at(begins))).abs() < 1.0, "{begins}");
    assert!((0.2..0.4).contains(&(at(ends) - at(begins))), "{begins} {ends}");
    assert_eq!(traced.signal("state", at(ends) + 0.05), CRUISE);
}

#[test]
fn an_idle_period_replaces_the_measurement_of_the_round_trip_time() {
    let mut document = document(400, 16.0);
    document["flows"][0]["source"] =
        json!({"kind": "on_off", "rate": 1e8, "on": 0.4, "off": 7, "distribution": "fixed"});
    let traced = Traced::of(&document);
    assert!(traced.run.observer().flows[0].counts().sent > 3000);
    assert_eq!(traced.all("bbr3_measures_rtt").len(), 0, "{:#?}", traced.all("bbr3_measures_rtt"));
}

#[test]
fn start_up_finds_the_bandwidth_of_a_path_that_aggregates_acknowledgements() {
    let mut document = document(400, 10.0);
    document["flows"][0]["params"] = json!({"ack_every": 16});
    let traced = Traced::of(&document);
    let full = traced.first("bbr3_full", 0.0);
    assert!((value(full, "bandwidth") / 1e7 - 1.0).abs() < 0.05, "{full}");
    assert!(traced.signal("cwnd", at(full)) > 2.0 * value(full, "bdp"));
    // In Cruise, the window exceeds two BDPs by the acknowledgements that come at once, and the link stays
    // busy.
    let cruise = traced.first("bbr3_cruise", 3.0);
    assert!(traced.signal("cwnd", at(cruise) + 0.3) > 2.0 * traced.signal("bdp", at(cruise) + 0.3) + 8.0);
    let utilisation = as_f64(&traced.run.summary()["links"][0]["utilisation"]);
    assert!(utilisation > 0.93, "{utilisation}");
}

#[test]
fn four_packets_are_in_flight_at_a_bdp_below_one_packet() {
    let mut document = document(20, 60.0);
    document["network"]["forward"]["rate"] = json!(1e5);
    document["network"]["forward"]["delay"] = json!(0.01);
    document["warmup"] = json!(20);
    let traced = Traced::of(&document);
    let utilisation = as_f64(&traced.run.summary()["links"][0]["utilisation"]);
    assert!(utilisation > 0.97, "{utilisation}");
    for t in [30.0, 40.0, 50.0] {
        assert!(traced.signal("cwnd", t) >= 4.0, "{t}: {}", traced.signal("cwnd", t));
        assert!(
            (traced.signal("bandwidth", t) / 1e5 - 1.0).abs() < 0.1,
            "{t}: {}",
            traced.signal("bandwidth", t)
        );
    }
}

#[test]
fn ten_times_the_bandwidth_is_found_within_a_probe() {
    let mut document = document(400, 20.0);
    document["timeline"] = json!([{"at": 10, "set": "network.forward.rate", "to": 1e8}]);
    let traced = Traced::of(&document);
    let up = traced.first("bbr3_up", 10.0);
    // From 1/10 to 0.95 of the rate by a quarter per round trip of 40 ms: log(9.5) / log(1.25) = 10 round
    // trips.
    let found =
        (0..200).map(|i| at(up) + 0.02 * f64::from(i)).find(|&t| traced.signal("bandwidth", t) > 0.95e8);
    assert!(found.is_some_and(|t| t - at(up) < 20.0 * 0.04), "{up} {found:?}");
}

#[test]
fn a_tenth_of_the_bandwidth_shows_at_once_in_the_short_term_and_after_two_cycles_in_the_maximum() {
    let mut document = document(400, 30.0);
    document["network"]["forward"]["rate"] = json!(1e8);
    document["timeline"] = json!([{"at": 10, "set": "network.forward.rate", "to": 1e7}]);
    let traced = Traced::of(&document);
    let slows_down = traced.first("bbr3_slows_down", 10.0);
    // The full queue makes a round trip of 0.52 s.
    assert!(at(slows_down) < 10.0 + 3.0 * 0.52, "{slows_down}");
    let lowest = (0..40).map(|i| traced.signal("bound", 11.0 + 0.1 * f64::from(i))).fold(1e8, f64::min);
    assert!(lowest < 0.4e8, "{lowest}");
    // Each cycle that ends with a probe moves the filter on. Measurements of the round-trip time do not.
    let probes: Vec<&Value> = traced.all("bbr3_up").into_iter().filter(|up| at(up) > 10.0).collect();
    let down = at(traced.first("bbr3_down", at(probes[1])));
    assert!(traced.signal("bandwidth", down) > 0.95e8);
    let after = traced.signal("bandwidth", down + 2.0 * 0.52);
    assert!((after / 1e7 - 1.0).abs() < 0.05, "{after}");
}

#[test]
fn behind_a_policer_the_flow_keeps_the_rate_of_the_tokens() {
    let mut document = document(4000, 60.0);
    document["network"]["forward"]["rate"] = json!(1e8);
    document["network"]["forward"]["loss"] =
        json!([{"kind": "policer", "rate": 1e7, "burst": 100000, "what": "data"}]);
    document["warmup"] = json!(20);
    let traced = Traced::of(&document);
    assert!(!traced.all("bbr3_slows_down").is_empty());
    assert!((0.85..=1.0).contains(&(traced.goodput() / 1e7)), "{}", traced.goodput());
    assert!(traced.loss() < 0.06, "{}", traced.loss());
}

#[test]
fn a_recovery_that_reordering_caused_is_undone() {
    let mut document = document(400, 20.0);
    document["network"]["forward"]["impairments"] = json!({"reorder": {"probability": 0.005, "delay": 0.01}});
    let traced = Traced::of(&document);
    let (losses, undone) = (traced.all("loss"), traced.all("bbr3_undone"));
    assert!(losses.len() > 20 && undone.len() * 10 >= losses.len() * 9, "{} {}", losses.len(), undone.len());
    let utilisation = as_f64(&traced.run.summary()["links"][0]["utilisation"]);
    assert!(utilisation > 0.93, "{utilisation}");
}

#[test]
fn a_timeout_that_a_pause_of_the_link_caused_is_undone() {
    let mut document = document(400, 20.0);
    document["network"]["forward"]["impairments"] = json!({"outages": [{"at": 8, "lasts": 0.8}]});
    let traced = Traced::of(&document);
    let timeout = traced.first("timeout", 8.0);
    let undone = traced.first("bbr3_undone", at(timeout));
    assert!((8.8..9.0).contains(&at(undone)), "{undone}");
    assert!(traced.signal("cwnd", at(undone) + 0.05) > traced.signal("bdp", at(undone) + 0.05));
}

#[test]
fn a_probe_that_loses_too_much_ends_at_once_and_the_next_ends_at_the_limit() {
    let mut document = document(16, 60.0);
    document["flows"] = json!([
        {"id": "a", "algorithm": "bbr3", "access": {"sender": 0, "receiver": 0}},
        {"id": "b", "algorithm": "cubic", "access": {"sender": 0, "receiver": 0}}]);
    let traced = Traced::of(&document);
    let probes = traced.all("bbr3_up");
    let too_high: Vec<&Value> = traced.all("bbr3_too_high").into_iter().filter(|d| at(d) > 2.0).collect();
    assert!(too_high.len() > 5, "{}", too_high.len());
    let mut after_loss = 0;
    for pair in probes.windows(2) {
        let [from, to] = [at(pair[0]), at(pair[1])];
        let lost = too_high.iter().find(|d| (from..to).contains(&at(d)));
        let kinds = traced.kinds(from, to);
        if let Some(lost) = lost
            && traced.kinds(from, at(lost)).iter().all(|kind| *kind != "bbr3_down")
        {
            // Up ends with the loss. The next probe stops at the limit, unless losses stop it before.
            assert!(traced.kinds(at(lost), at(lost) + 1e-9).contains(&"bbr3_down"), "{lost}");
            let next = traced.kinds(to, to + 0.5);
            assert!(next.contains(&"bbr3_precaution") || next.contains(&"bbr3_too_high"), "{to}: {next:?}");
            after_loss += 1;
        }
        if let Some(position) = kinds.iter().position(|kind| *kind == "bbr3_precaution")
            && lost.is_none()
        {
            // Another probe follows without Cruise.
            let rest = &kinds[position..];
            assert!(rest.contains(&"bbr3_refill"), "{from}: {kinds:?}");
        }
    }
    assert!(after_loss > 3, "{after_loss}");
    assert!(traced.all("bbr3_precaution").len() > 3);
}
