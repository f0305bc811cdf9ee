//! Stretches of a run with every packet, for views that show single packets. Times are nanoseconds of
//! simulated time, which a JavaScript number represents exactly up to 104 days.

use crate::errors::run_error;
use crate::{parse, scenario};
use fairshare_runs::biography::Biography;
use fairshare_runs::stretch::{COLUMNS, PacketRun, ROW_KINDS, Stretch, Subject};
use sim_core::ground::convert::whole;
use sim_core::ground::json::to_text;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// The names of the columns of a row and of the kinds of rows, both in order, as JSON:
/// `{"columns": [...], "kinds": [...]}`.
#[wasm_bindgen(js_name = packetRows)]
pub fn packet_rows() -> String {
    let kinds: Vec<&str> = ROW_KINDS.iter().map(|(name, _)| *name).collect();
    to_text(&serde_json::json!({ "columns": COLUMNS, "kinds": kinds }))
}

/// A run whose stretches can be recorded.
#[wasm_bindgen]
pub struct PacketRuns(PacketRun);

#[wasm_bindgen]
impl PacketRuns {
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str) -> Result<PacketRuns, JsError> {
        PacketRun::new(scenario(document)?).map(PacketRuns).map_err(|error| run_error(&error))
    }

    /// The IDs of flows and link directions, to which the rows refer by position, as JSON:
    /// `{"flows": [...], "links": [...]}`.
    pub fn ids(&self) -> String {
        let (flows, links): (Vec<&str>, Vec<&str>) =
            (self.0.flow_ids().collect(), self.0.link_ids().collect());
        to_text(&serde_json::json!({ "flows": flows, "links": links }))
    }

    /// Computes the run up to a time, but no more than `max_events` events. Returns whether it is computed up
    /// to this time.
    pub fn advance(&mut self, until: f64, max_events: u32) -> Result<bool, JsError> {
        self.0.advance(whole::<u64>(until), max_events.into()).map_err(|error| run_error(&error))
    }

    /// Begins to record the packets of a flow or of a link direction. Without both, it records all packets of
    /// the network.
    pub fn record(
        &self,
        flow: Option<String>,
        link: Option<String>,
        from: f64,
        to: f64,
    ) -> Result<PacketStretch, JsError> {
        let subject = match (&flow, &link) {
            (Some(flow), _) => self.0.flow(Some(flow)),
            (None, Some(link)) => self.0.link(Some(link)),
            (None, None) => Ok(Subject::Network),
        };
        let stretch =
            subject.and_then(|subject| self.0.record(subject, whole::<u64>(from), whole::<u64>(to)));
        stretch.map(PacketStretch).map_err(|error| run_error(&error))
    }
}

/// The life of a packet, complete or in progress.
#[wasm_bindgen]
pub struct PacketBiography(Biography);

#[wasm_bindgen]
impl PacketBiography {
    /// `question` is JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(runs: &PacketRuns, question: &str) -> Result<PacketBiography, JsError> {
        Biography::new(&runs.0, &parse(question)?).map(PacketBiography).map_err(|error| run_error(&error))
    }

    /// Simulates the next events, at most `max_events`. Returns whether the life is complete or cannot be followed
    /// further.
    pub fn advance(&mut self, runs: &PacketRuns, max_events: u32) -> Result<bool, JsError> {
        self.0.advance(&runs.0, max_events.into()).map_err(|error| run_error(&error))
    }

    /// The life as JSON.
    pub fn json(&self, runs: &PacketRuns) -> String {
        to_text(&self.0.to_json(&runs.0))
    }
}

/// The record of a stretch, complete or in progress.
#[wasm_bindgen]
pub struct PacketStretch(Stretch);

#[wasm_bindgen]
impl PacketStretch {
    /// Records the next events, at most `max_events`. Returns whether the record is complete or has
    /// `max_rows` rows.
    pub fn advance(&mut self, max_events: u32, max_rows: u32) -> Result<bool, JsError> {
        self.0.advance(max_events.into(), max_rows as usize).map_err(|error| run_error(&error))
    }

    /// The time before which the record contains every step.
    pub fn reached(&self) -> f64 {
        self.0.reached() as f64
    }

    /// All columns of the first row, then those of the second row, and so on.
    pub fn rows(&self) -> Vec<f64> {
        self.0.rows().concat()
    }
}
