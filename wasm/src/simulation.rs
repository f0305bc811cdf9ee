//! A simulation for JavaScript. Times are in seconds; results are objects or arrays of f64.

use crate::errors;
use crate::reader::Reader;
use crate::values::{js_value, to_js};
use sim_core::boundary::{CodePlace, StepState, StopReport};
use sim_core::catalogue::kinds;
use sim_core::ground::convert::whole;
use sim_core::ground::time::{from_secs, to_secs};
use sim_core::scenario::Scenario;
use sim_core::simulation;
use sim_core::transport::ProgramFault;
use sim_core::world::Failure;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Where a program could not continue.
fn place(fault: &ProgramFault) -> CodePlace {
    let ProgramFault { line, column, length, message, .. } = fault.clone();
    CodePlace { line, column, length, message }
}

#[wasm_bindgen]
pub struct Simulation {
    sim: simulation::Simulation,
    reader: Reader,
    failure: Option<Failure>,
}

#[wasm_bindgen]
impl Simulation {
    pub(crate) fn from_core(sim: simulation::Simulation) -> Self {
        Simulation { sim, reader: Reader::default(), failure: None }
    }

    /// Current simulated time, in seconds.
    #[wasm_bindgen(getter)]
    pub fn now(&self) -> f64 {
        to_secs(self.sim.now())
    }

    /// End of the scenario, in seconds.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        to_secs(self.sim.end())
    }

    /// Takes periodic checkpoints within a memory budget. Their interval is at first about
    /// `seconds` of simulated time. `near` starts from them.
    #[wasm_bindgen(js_name = keepCheckpoints)]
    pub fn keep_checkpoints(&mut self, seconds: f64) {
        self.sim.keep_checkpoints(seconds);
    }

    /// Runs until `t` or until `max_events` events have been processed. Returns current time, number of
    /// events processed, and `StepState`.
    #[wasm_bindgen(js_name = stepUntil)]
    pub fn step_until(&mut self, t: f64, max_events: f64) -> Vec<f64> {
        let before = self.sim.events();
        // Numbers beyond u64 saturate.
        let (now, state) = match self.sim.step(from_secs(t), whole::<u64>(max_events)) {
            Ok(step) if step.finished => (step.now, StepState::Complete),
            Ok(step) => (step.now, StepState::Running),
            Err(failure) => {
                self.failure = Some(failure);
                (self.sim.now(), StepState::Stopped)
            }
        };
        vec![to_secs(now), (self.sim.events() - before) as f64, f64::from(state as u8)]
    }

    /// Adds the timeline entries of a document to the run. The document is the document of the run with a
    /// timeline of only these entries, which are later than the current time and change a setting of a flow.
    #[wasm_bindgen(js_name = addChanges)]
    pub fn add_changes(&mut self, later: &str) -> Result<(), JsError> {
        let added = Scenario::from_text(later, kinds()).and_then(|later| self.sim.add_changes(&later));
        added.map_err(|issues| errors::issues_error(&issues))
    }

    /// The reason why the run stopped, a `StopReport`; null if it has not stopped.
    pub fn failure(&self) -> JsValue {
        let Some(failure) = &self.failure else { return JsValue::NULL };
        let (entity, code) = match failure {
            Failure::Broken { entity, .. } => (Some(entity.clone()), None),
            Failure::EventBudget { .. } => (None, None),
            Failure::Program { name, fault, .. } => (Some(name.clone()), Some(place(fault))),
        };
        to_js(&StopReport {
            message: failure.to_string(),
            entity,
            at: to_secs(failure.at()),
            can_continue: failure.can_continue(),
            code,
        })
    }

    /// New values of all series since the last call, as blocks: key, revision, bin width, number of bins,
    /// first bin, values.
    #[wasm_bindgen(js_name = readNew)]
    pub fn read_new(&mut self) -> Vec<f64> {
        self.sim.update_series();
        self.reader.series(&self.sim.observer().rec)
    }

    /// New and changed events since the last call: revision, number of rows, first row, then the rows.
    #[wasm_bindgen(js_name = eventsNew)]
    pub fn events_new(&mut self) -> Vec<f64> {
        self.reader.events(&self.sim.observer().rec, self.sim.now())
    }

    /// The summary of the run so far, a `RunSummary`.
    pub fn summary(&self) -> JsValue {
        js_value(&self.sim.summary())
    }

    /// The current result ID, as 16 hexadecimal digits.
    #[wasm_bindgen(js_name = resultId)]
    pub fn result_id(&self) -> String {
        self.sim.result_id_text()
    }

    /// Number of packet-hops so far: one for each link that a packet has crossed.
    #[wasm_bindgen(js_name = packetHops)]
    pub fn packet_hops(&self) -> f64 {
        self.sim.packet_hops() as f64
    }

    /// A copy of the run at time `t` or earlier, which records nothing. It starts from the current
    /// state if that is not later than `t`, otherwise from the latest checkpoint at or before `t`.
    pub fn near(&self, t: f64) -> Result<Simulation, JsError> {
        self.sim
            .copy_at_or_before(from_secs(t))
            .map(Self::from_core)
            .map_err(|issues| errors::issues_error(&issues))
    }

    /// From the present time, records only decisions.
    #[wasm_bindgen(js_name = recordDecisions)]
    pub fn record_decisions(&mut self) {
        self.sim.record_decisions();
    }

    /// The recorded decisions of a flow, a list of `RecordedDecision`.
    pub fn decisions(&self, flow: &str) -> Result<JsValue, JsError> {
        let decisions =
            self.sim.recorded_decisions(flow).map_err(|message| errors::issue_error("explain", message))?;
        Ok(to_js(&decisions))
    }

    /// Records from now on which lines of the program of a flow run.
    #[wasm_bindgen(js_name = recordLines)]
    pub fn record_lines(&mut self, flow: &str) {
        self.sim.record_lines(flow);
    }

    /// What the program of a flow did last, a `ProgramState`, or null.
    #[wasm_bindgen(js_name = programState)]
    pub fn program_state(&mut self, flow: &str) -> JsValue {
        to_js(&self.sim.program_state(flow))
    }

    /// Discards the recording. Call this after the whole recording has been read.
    #[wasm_bindgen(js_name = stopRecording)]
    pub fn stop_recording(&mut self) {
        self.sim.stop_recording();
        self.reader = Reader::default();
    }
}
