//! The closed loop: a simulated flow whose window a controller sets.

use serde_json::{Map, Value, json};
use sim_core::ground::convert::narrow;
use sim_core::ground::time::{SECOND, Time, from_secs, to_secs};
use sim_core::protocols::AlgorithmSettings;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::simulation::{Simulation, kinds};

use crate::controller::{Controller, Packet};
use crate::flight::Flight;

/// The ID of the flow whose controller is tried, in documents of networks.
pub const TESTED: &str = "tested";

/// The size of all packets on the wire.
const PACKET: u64 = 1500;
/// The range of the setting `window` in packets.
const WINDOWS: [u64; 2] = [1, 10_000];
/// A document has at most 3000 entries, of which the network needs a few.
const MOST_CHANGES: usize = 2900;
/// A pacing rate counts as changed if it differs by more than one part of this number.
const RATE_STEPS: u64 = 100;

/// What happened within one second of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Second {
    /// Bytes that the flow delivered, without repetitions.
    pub delivered: u64,
    /// The same of all flows together.
    pub delivered_by_all: u64,
    /// Packets that the flow sent.
    pub sent: u64,
    /// Packets of the flow that the network dropped.
    pub lost: u64,
    /// The smallest round-trip time, if one was measured.
    pub smallest_rtt: Option<Time>,
}

/// A change of a setting of the flow by its controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    at: Time,
    setting: &'static str,
    value: u64,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The document of the network with the flow, before its controller changed anything.
    start: Value,
    moves: Vec<Move>,
    pub seconds: Vec<Second>,
    /// The round-trip time without queues.
    pub base_rtt: Time,
    pub result_id: String,
}

impl Run {
    /// Lets a controller control the flow `tested` of a document to its end. The error is a sentence.
    pub fn new(document: &Value, controller: &mut dyn Controller) -> Result<Self, String> {
        let (window, rate) = (packets(controller), controller.pacing_rate());
        let params = json!({
            "stack": "quic", "window": window, "pacing": true, "pacing_rate": rate, "ecn": controller.reads_marks(),
        });
        let document = with_algorithm(document, controller.name(), "hand", params)?;
        Drive::new(document, Some((window, rate)))?.run(controller)
    }

    /// A run of the document in which one of Fairshare's own algorithms controls the flow.
    pub fn built_in(document: &Value, algorithm: &str, params: Value) -> Result<Self, String> {
        let mut params = params;
        params["stack"] = json!("quic");
        Drive::new(with_algorithm(document, algorithm, algorithm, params)?, None)?.run(&mut Silent)
    }

    fn of(drive: Drive) -> Self {
        let Drive { start, moves, seconds, simulation, flow, .. } = drive;
        let base_rtt = simulation.flows()[flow as usize].base_rtt;
        Run { start, moves, seconds, base_rtt, result_id: simulation.result_id_text() }
    }

    /// The number of times that the controller changed its window or rate.
    pub fn changes(&self) -> usize {
        self.moves.len()
    }

    /// The run as a scenario document in which the timeline sets each window at its time. With too many changes for a
    /// document, it ends at the last one that fits.
    pub fn document(&self) -> Value {
        let mut document = self.start.clone();
        let mut entries = document["timeline"].as_array().cloned().unwrap_or_default();
        if let Some(Move { at, .. }) = self.moves.get(MOST_CHANGES) {
            let end = to_secs(*at);
            document["duration"] = json!(end);
            document["warmup"] = json!(0);
            entries.retain(|entry| entry["at"].as_f64().is_some_and(|at| at < end));
        }
        entries.extend(self.moves.iter().take(MOST_CHANGES).map(|one| {
            let set = format!("flows.{TESTED}.params.{}", one.setting);
            json!({ "at": to_secs(one.at), "set": set, "to": one.value })
        }));
        document["timeline"] = Value::from(entries);
        document
    }

    /// A share link of this document, with the result ID if the document has all changes. Like the links of the command
    /// line, it begins with `#` and follows the address of a page of Fairshare.
    pub fn link(&self) -> String {
        let mut link = ShareLink::of(self.document());
        if self.moves.len() <= MOST_CHANGES {
            link.result_id = Some(self.result_id.clone());
        }
        share_link::encode(&link)
    }
}

/// A run in progress.
struct Drive {
    simulation: Simulation,
    flow: u32,
    start: Value,
    /// The settings of the flow at present.
    settings: Map<String, Value>,
    /// The window and the pacing rate that the controller has set; `None` for Fairshare's own algorithms.
    controls: Option<(u64, Option<u64>)>,
    flight: Flight,
    moves: Vec<Move>,
    seconds: Vec<Second>,
    /// The totals at the end of the last second.
    totals: Second,
}

fn sentences(issues: &[sim_core::params::Issue]) -> String {
    issues.iter().map(|issue| format!("{}: {}", issue.path, issue.message)).collect::<Vec<_>>().join(" ")
}

/// The window in whole packets.
fn packets(controller: &dyn Controller) -> u64 {
    (controller.window() / PACKET).clamp(WINDOWS[0], WINDOWS[1])
}

/// The document with an algorithm of the flow.
fn with_algorithm(document: &Value, name: &str, algorithm: &str, params: Value) -> Result<Value, String> {
    let mut document = document.clone();
    let flows = document["flows"].as_array_mut().ok_or("The document has no flows.")?;
    let tested = flows.iter_mut().find(|flow| flow["id"] == TESTED);
    let tested = tested.ok_or_else(|| format!("The document has no flow {TESTED}."))?;
    tested["algorithm"] = json!(algorithm);
    tested["label"] = json!(name);
    tested["packet"] = json!(PACKET);
    tested["params"] = params;
    Ok(document)
}

/// Stands for a controller that is part of the simulation.
struct Silent;

impl Controller for Silent {
    fn name(&self) -> &str {
        "built in"
    }

    fn window(&self) -> u64 {
        0
    }

    fn on_acknowledged(&mut self, _: u64, _: &Packet, _: u64) {}

    fn on_lost(&mut self, _: u64, _: &Packet, _: u64) {}
}

impl Drive {
    fn new(start: Value, controls: Option<(u64, Option<u64>)>) -> Result<Self, String> {
        let scenario = Scenario::from_value(start.clone(), kinds()).map_err(|issues| sentences(&issues))?;
        let mut simulation =
            Simulation::new(scenario, RecordingSettings::none()).map_err(|issues| sentences(&issues))?;
        let flow = simulation.flows().iter().position(|flow| flow.id == TESTED).map(narrow::<u32>);
        let flow =
            flow.filter(|&flow| simulation.note_packets(flow)).ok_or("The flow has no packet numbers.")?;
        let entry = simulation.flows()[flow as usize].entry;
        let settings = match simulation.scenario().flows[entry].algorithm.to_json() {
            Value::Object(settings) => settings,
            _ => Map::new(),
        };
        let (moves, seconds, totals) = (Vec::new(), Vec::new(), Second::default());
        let flight = Flight::default();
        Ok(Drive { simulation, flow, start, settings, controls, flight, moves, seconds, totals })
    }

    fn run(mut self, controller: &mut dyn Controller) -> Result<Run, String> {
        while self.simulation.now() < self.simulation.end() {
            self.step(controller)?;
        }
        Ok(Run::of(self))
    }

    /// Computes the next nanosecond in which something happens, and reports it to the controller.
    fn step(&mut self, controller: &mut dyn Controller) -> Result<(), String> {
        let simulation = &mut self.simulation;
        let edge = (self.seconds.len() as Time + 1).saturating_mul(SECOND).min(simulation.end());
        let mut notes = Vec::new();
        // One event, and all others at the same time.
        simulation.step(edge, 1).map_err(|failure| failure.to_string())?;
        let now = simulation.now();
        simulation.step(now, u64::MAX).map_err(|failure| failure.to_string())?;
        simulation.take_notes(self.flow, &mut notes);
        if !notes.is_empty() {
            self.flight.report(now, &mut notes, controller);
            self.adopt(now + 1, controller);
        }
        if now >= edge {
            self.end_second();
        }
        Ok(())
    }

    /// Sets the flow's rate and window at `at` to those of the controller, if they have changed.
    fn adopt(&mut self, at: Time, controller: &dyn Controller) {
        let Some((window, rate)) = self.controls else { return };
        let wanted_rate = controller.pacing_rate().map(|rate| rate.max(RATE_STEPS));
        let differs = |&wanted: &u64| rate.is_none_or(|before| wanted.abs_diff(before) > before / RATE_STEPS);
        let (new_window, new_rate) = (packets(controller), wanted_rate.filter(differs));
        self.controls = Some((new_window, new_rate.or(rate)));
        if let Some(rate) = new_rate {
            self.change(at, "pacing_rate", rate);
        }
        if new_window != window {
            self.change(at, "window", new_window);
        }
    }

    fn change(&mut self, at: Time, setting: &'static str, value: u64) {
        if at > self.simulation.end() {
            return;
        }
        // The document states the time in seconds, which must be read as the same nanosecond.
        debug_assert_eq!(from_secs(to_secs(at)), at);
        self.settings.insert(setting.to_owned(), json!(value));
        if let Some(settings) = AlgorithmSettings::read("hand", &Value::Object(self.settings.clone())) {
            self.simulation.change_settings(self.flow, at, settings);
            self.moves.push(Move { at, setting, value });
        }
    }

    fn end_second(&mut self) {
        let tallies = &self.simulation.observer().flows;
        let total = tallies[self.flow as usize].total;
        let now = Second {
            delivered: total.delivered_bytes,
            delivered_by_all: tallies.iter().map(|tally| tally.total.delivered_bytes).sum(),
            sent: total.sent,
            lost: total.lost,
            smallest_rtt: None,
        };
        let before = std::mem::replace(&mut self.totals, now);
        self.seconds.push(Second {
            delivered: now.delivered - before.delivered,
            delivered_by_all: now.delivered_by_all - before.delivered_by_all,
            sent: now.sent - before.sent,
            lost: now.lost - before.lost,
            smallest_rtt: self.flight.smallest.take(),
        });
    }
}
