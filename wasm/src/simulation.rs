//! A simulation as JavaScript holds it. Times are in seconds, results JSON text or arrays of f64.

use crate::errors;
use crate::reader::Reader;
use serde_json::{Value, json};
use sim_core::ground::json::to_text;
use sim_core::ground::time::{from_secs, to_secs};
use sim_core::record::RecordingSettings;
use sim_core::scenario::{self, Scenario};
use sim_core::simulation::{self, kinds};
use sim_core::world::Failure;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

#[wasm_bindgen]
pub struct Simulation {
    sim: simulation::Simulation,
    reader: Reader,
    failure: Option<Failure>,
}

#[wasm_bindgen]
impl Simulation {
    /// A run at time 0. `recording`: `{"bins": 2048, "decisions": false, "events": true, "signals": null}`, all optional.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, recording: &str) -> Result<Simulation, JsError> {
        let scenario = Scenario::from_text(text, kinds()).map_err(|issues| errors::issues(&issues))?;
        let wanted = scenario::parse(recording).map_err(|issues| errors::issues(&issues))?;
        let settings =
            RecordingSettings::from_json(&wanted).map_err(|message| errors::issue("recording", message))?;
        let sim =
            simulation::Simulation::new(scenario, settings).map_err(|issues| errors::issues(&issues))?;
        Ok(Self::of(sim))
    }

    fn of(sim: simulation::Simulation) -> Self {
        Simulation { sim, reader: Reader::default(), failure: None }
    }

    /// The present, in seconds.
    #[wasm_bindgen(getter)]
    pub fn now(&self) -> f64 {
        to_secs(self.sim.now())
    }

    /// When the scenario ends, in seconds.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        to_secs(self.sim.end())
    }

    /// Keeps checkpoints on the way, about every `seconds` at first and within a budget of memory: `explain` and `near`
    /// start from them.
    #[wasm_bindgen(js_name = keepCheckpoints)]
    pub fn keep_checkpoints(&mut self, seconds: f64) {
        self.sim.keep_checkpoints(seconds);
    }

    /// Runs until `t` or until `max_events` are done: [now, events done, state]. State 0: goes on, 1: at the scenario's
    /// end, 2: stopped, see `failure`.
    #[wasm_bindgen(js_name = stepUntil)]
    pub fn step_until(&mut self, t: f64, max_events: f64) -> Vec<f64> {
        let before = self.sim.events();
        // A float beyond u64 saturates.
        let (now, state) = match self.sim.step(from_secs(t), max_events as u64) {
            Ok(step) => (step.now, f64::from(u8::from(step.finished))),
            Err(failure) => {
                self.failure = Some(failure);
                (self.sim.now(), 2.0)
            }
        };
        vec![to_secs(now), (self.sim.events() - before) as f64, state]
    }

    /// Why the run stopped: `{ message, entity, at, can_continue }`, or "".
    pub fn failure(&self) -> String {
        let Some(failure) = &self.failure else { return String::new() };
        let entity = match failure {
            Failure::Broken { entity, .. } => Some(entity),
            Failure::EventBudget { .. } => None,
        };
        to_text(&json!({ "message": failure.to_string(), "entity": entity, "at": to_secs(failure.at()),
                "can_continue": failure.can_continue() }))
    }

    /// The recorded series: `[{ key, entity, signal, kind, unit, label }]`.
    pub fn directory(&self) -> String {
        to_text(&self.sim.observer().rec.directory_json())
    }

    /// What the indices in rows of events mean: `{ flows: [id], links: [id] }`.
    pub fn entities(&self) -> String {
        let flows: Value = self.sim.flows().iter().map(|flow| flow.id.as_str()).collect();
        let links: Value = self.sim.links().iter().map(|link| link.id.as_str()).collect();
        to_text(&json!({ "flows": flows, "links": links }))
    }

    /// A series from a bin on: header [rev, width in s, bins, first bin], then min, max, last of each bin (gauge) or the
    /// count at its end (counter). Bins merge when there are too many: `rev` grows, and all is to be read again.
    pub fn read(&mut self, key: u32, from_bin: u32) -> Vec<f64> {
        self.sim.finish_series();
        self.sim.observer().rec.read(key as usize, from_bin as usize)
    }

    /// What is new in all series since the last call: blocks of [key, rev, width, bins, first bin, values...].
    #[wasm_bindgen(js_name = readNew)]
    pub fn read_new(&mut self) -> Vec<f64> {
        self.sim.finish_series();
        self.reader.series(&self.sim.observer().rec)
    }

    /// Events from a row on: header [rev, rows], then rows of time, code, entity index, value, count.
    pub fn events(&self, from: u32) -> Vec<f64> {
        self.sim.observer().rec.events().read(from as usize)
    }

    /// What is new in the events since the last call: header [rev, rows, first row], then rows.
    #[wasm_bindgen(js_name = eventsNew)]
    pub fn events_new(&mut self) -> Vec<f64> {
        self.reader.events(&self.sim.observer().rec, self.sim.now())
    }

    /// The summary so far.
    pub fn summary(&self) -> String {
        to_text(&self.sim.summary())
    }

    /// The result ID at the present: 16 hexadecimal digits.
    #[wasm_bindgen(js_name = resultId)]
    pub fn result_id(&self) -> String {
        self.sim.result_id_text()
    }

    #[wasm_bindgen(js_name = packetHops)]
    pub fn packet_hops(&self) -> f64 {
        self.sim.packet_hops() as f64
    }

    /// Why a flow did what it did between two times: `[{ t, flow, kind, label, text, values }]`, by running again.
    pub fn explain(&self, flow: &str, t0: f64, t1: f64) -> Result<String, JsError> {
        let told = self.sim.explain(flow, t0, t1).map_err(|message| errors::issue("explain", message))?;
        Ok(to_text(&told))
    }

    /// A copy that records nothing, from the latest checkpoint at or before `t`.
    pub fn near(&self, t: f64) -> Result<Simulation, JsError> {
        self.sim.near(from_secs(t)).map(Self::of).map_err(|issues| errors::issues(&issues))
    }

    /// Records decisions from now on, and nothing else.
    #[wasm_bindgen(js_name = recordDecisions)]
    pub fn record_decisions(&mut self) {
        self.sim.record_decisions();
    }

    /// The recorded decisions of a flow, as `explain` gives them.
    pub fn decisions(&self, flow: &str) -> Result<String, JsError> {
        let told = self.sim.decisions(flow).map_err(|message| errors::issue("explain", message))?;
        Ok(to_text(&told))
    }

    /// Forgets the recording, when everything of it was read.
    #[wasm_bindgen(js_name = stopRecording)]
    pub fn stop_recording(&mut self) {
        self.sim.stop_recording();
        self.reader = Reader::default();
    }

    /// Keeps the present; returns the handle for `restore` and `release`.
    pub fn checkpoint(&mut self) -> u32 {
        self.sim.checkpoint()
    }

    /// Goes back to a checkpoint. The recording begins anew there.
    pub fn restore(&mut self, handle: u32) -> Result<(), JsError> {
        if !self.sim.restore(handle) {
            return Err(errors::issue("checkpoint", format!("There is no checkpoint {handle}.")));
        }
        self.reader = Reader::default();
        self.failure = None;
        Ok(())
    }

    pub fn release(&mut self, handle: u32) {
        self.sim.release(handle);
    }
}
