//! A correct controller passes, one with a mistake fails with a link that shows it, and the link repeats the run.

use fairshare_testbed::{Battery, Controller, Packet, Run, Second, TESTED, networks};
use serde_json::Value;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::scenario::share_link;
use sim_core::simulation::{Simulation, kinds};

const PACKET: u64 = 1500;

/// Reno in bytes.
struct Aimd {
    window: u64,
    threshold: u64,
    recovery: Option<u64>,
    reads_marks: bool,
    backs_off: bool,
}

impl Aimd {
    fn new() -> Self {
        let window = 10 * PACKET;
        Aimd { window, threshold: u64::MAX, recovery: None, reads_marks: false, backs_off: true }
    }

    fn reduce(&mut self, now: u64, packet: &Packet) {
        if self.recovery.is_none_or(|start| packet.sent_at > start) {
            if self.backs_off {
                self.window = (self.window / 2).max(2 * PACKET);
            }
            self.threshold = self.window;
            self.recovery = Some(now);
        }
    }
}

impl Controller for Aimd {
    fn name(&self) -> &str {
        "AIMD"
    }

    fn window(&self) -> u64 {
        self.window
    }

    fn reads_marks(&self) -> bool {
        self.reads_marks
    }

    fn on_acknowledged(&mut self, _: u64, packet: &Packet, in_flight: u64) {
        let is_used = in_flight >= self.window / 2;
        if self.recovery.is_none_or(|start| packet.sent_at > start) && is_used {
            let in_slow_start = self.window < self.threshold;
            self.window += if in_slow_start { packet.bytes } else { PACKET * packet.bytes / self.window };
        }
    }

    fn on_lost(&mut self, now: u64, packet: &Packet, _: u64) {
        self.reduce(now, packet);
    }

    fn on_marked(&mut self, now: u64, newest: &Packet, _: u64) {
        self.reduce(now, newest);
    }
}

/// A simulation of the document that a share link contains, run to its end.
fn opened(link: &str) -> (Simulation, share_link::ShareLink) {
    let link = share_link::decode(link).unwrap();
    let scenario = Scenario::from_value(link.scenario.clone(), kinds()).unwrap();
    let mut simulation = Simulation::new(scenario, RecordingSettings::none()).unwrap();
    simulation.run().unwrap();
    (simulation, link)
}

#[test]
fn a_correct_controller_passes() {
    let battery = Battery::run(|| Box::new(Aimd::new()));
    assert_eq!(battery.trials.len(), 20);
    for trial in &battery.trials {
        let sentences: Vec<&str> = trial.verdicts.iter().map(|verdict| verdict.sentence.as_str()).collect();
        println!("{}: {}", trial.network, sentences.join(" "));
    }
    battery.assert();
}

#[test]
fn a_controller_that_never_backs_off_fails_with_links_that_show_it() {
    let battery = Battery::run(|| Box::new(Aimd { backs_off: false, ..Aimd::new() }));
    let failed: Vec<&str> = battery.failures().map(|trial| trial.network).collect();
    println!("{battery}");
    for network in ["medium", "deep", "codel", "cubic", "changes"] {
        assert!(failed.contains(&network), "{failed:?}");
    }
    let medium = battery.failures().find(|trial| trial.network == "medium").unwrap();
    let lost = medium.verdicts.iter().find(|verdict| verdict.sentence.contains("may lose")).unwrap();
    assert!(!lost.holds);
    // The link leads to the same losses, and to windows that only grow.
    assert!(medium.link.starts_with("#s="));
    let (simulation, link) = opened(&medium.link);
    assert_eq!(link.result_id.as_deref(), Some(simulation.result_id_text().as_str()));
    let total = simulation.observer().flows[0].total;
    assert!((total.lost as f64 / total.sent as f64 - lost.value).abs() < 1e-9);
    let entries = link.scenario["timeline"].as_array().unwrap();
    let set = format!("flows.{TESTED}.params.window");
    let windows: Vec<u64> = entries
        .iter()
        .filter(|entry| entry["set"] == set.as_str())
        .map(|entry| entry["to"].as_u64().unwrap())
        .collect();
    assert!(windows.len() > 20 && windows.is_sorted());
    assert!(battery.to_string().contains(&medium.link));
}

#[test]
fn rules_outside_of_the_simulator_do_what_the_same_rules_inside_do() {
    for id in ["medium", "shallow", "codel", "far", "loss-1%"] {
        let network = networks().into_iter().find(|network| network.id == id).unwrap();
        let outside = Run::new(&network.document, &mut Aimd::new()).unwrap();
        let settings = serde_json::json!({ "hystart": false });
        let inside = Run::built_in(&network.document, "newreno", settings).unwrap();
        let [outside, inside] = [&outside, &inside].map(|run| {
            let sum = |of: fn(&Second) -> u64| run.seconds.iter().map(of).sum::<u64>() as f64;
            (sum(|second| second.delivered), sum(|second| second.lost) / sum(|second| second.sent))
        });
        println!("{id}: {outside:?} {inside:?}");
        assert!((outside.0 / inside.0 - 1.0).abs() < 0.05);
        assert!((outside.1 - inside.1).abs() < 0.01);
    }
}

#[test]
fn the_document_of_a_run_has_its_result() {
    for network in networks() {
        let mut controller = Aimd { reads_marks: true, ..Aimd::new() };
        let run = Run::new(&network.document, &mut controller).unwrap();
        let (simulation, link) = opened(&run.link());
        assert_eq!(link.result_id.as_deref(), Some(run.result_id.as_str()), "{}", network.id);
        assert_eq!(simulation.result_id_text(), run.result_id, "{}", network.id);
        assert!(run.changes() > 10);
    }
}

/// A controller with a rate: three quarters of the link, and a window that does not matter.
struct Steady(u64);

impl Controller for Steady {
    fn name(&self) -> &str {
        "Steady"
    }
    fn window(&self) -> u64 {
        500 * PACKET
    }
    fn pacing_rate(&self) -> Option<u64> {
        Some(self.0)
    }
    fn on_acknowledged(&mut self, now: u64, _: &Packet, _: u64) {
        if now > 8_000_000_000 {
            self.0 = 5_000_000;
        }
    }
    fn on_lost(&mut self, _: u64, _: &Packet, _: u64) {}
}

#[test]
fn packets_leave_at_the_rate_of_the_controller() {
    let medium = networks().into_iter().find(|network| network.id == "medium").unwrap();
    let run = Run::new(&medium.document, &mut Steady(7_500_000)).unwrap();
    for (range, rate) in [(2..8, 7.5e6), (10..16, 5e6)] {
        let length = range.len() as f64;
        let bytes: u64 = run.seconds[range].iter().map(|second| second.delivered).sum();
        assert!((bytes as f64 * 8.0 / length / rate - 1.0).abs() < 0.01);
    }
    assert_eq!(run.changes(), 1);
    assert_eq!(opened(&run.link()).0.result_id_text(), run.result_id);
}

/// What a controller heard.
#[derive(Default)]
struct Listener {
    marks: u64,
    timeouts: u64,
    acknowledged: u64,
    lost: u64,
    sent: u64,
    smallest: u64,
    in_flight: u64,
}

impl Controller for Listener {
    fn name(&self) -> &str {
        "Listener"
    }
    fn window(&self) -> u64 {
        100 * PACKET
    }
    fn reads_marks(&self) -> bool {
        true
    }
    fn on_sent(&mut self, now: u64, packet: &Packet, _: u64) {
        assert_eq!((packet.number, packet.sent_at), (self.sent, now));
        self.sent += 1;
    }
    fn on_round_trip(&mut self, _: u64, rtt: &fairshare_testbed::RoundTrip) {
        assert!(rtt.min <= rtt.latest && rtt.adjusted <= rtt.latest);
        self.smallest = rtt.min;
    }
    fn on_acknowledged(&mut self, _: u64, _: &Packet, in_flight: u64) {
        self.acknowledged += 1;
        self.in_flight = in_flight;
    }
    fn on_lost(&mut self, _: u64, _: &Packet, _: u64) {
        self.lost += 1;
    }
    fn on_marked(&mut self, _: u64, _: &Packet, marks: u64) {
        self.marks += marks;
    }
    fn on_timeout(&mut self, _: u64) {
        self.timeouts += 1;
    }
    fn on_end(&mut self, _: u64, in_flight: u64) {
        assert_eq!(in_flight, (self.sent - self.acknowledged - self.lost) * PACKET);
        // Two probes at each timeout, and one packet at a loss, may go although the window is full.
        assert!(in_flight <= (101 + 2 * self.timeouts) * PACKET, "{}", in_flight / PACKET);
    }
}

#[test]
fn a_controller_hears_of_every_packet_of_marks_and_of_timeouts() {
    let find = |id: &str| networks().into_iter().find(|network| network.id == id).unwrap();
    let mut marked = Listener::default();
    let run = Run::new(&find("codel-marks").document, &mut marked).unwrap();
    assert!(marked.marks > 10 && marked.lost == 0 && marked.timeouts == 0);
    let delivered: u64 = run.seconds.iter().map(|second| second.delivered).sum();
    assert!(marked.acknowledged.abs_diff(delivered / PACKET) <= 100);
    assert!(marked.smallest > run.base_rtt);
    let mut unmarked = Listener::default();
    let run = Run::new(&find("outage").document, &mut unmarked).unwrap();
    assert!(unmarked.timeouts > 0 && unmarked.marks == 0);
    assert_eq!(run.seconds.iter().map(|second| second.sent).sum::<u64>(), unmarked.sent + 1);
}

#[test]
fn a_document_without_the_flow_is_refused() {
    let document: Value = serde_json::json!({ "v": 1, "flows": [{ "id": "a", "algorithm": "cubic" }] });
    let error = Run::new(&document, &mut Aimd::new()).unwrap_err();
    assert!(error.contains(TESTED));
}
