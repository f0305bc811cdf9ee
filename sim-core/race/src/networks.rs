//! The ten networks. Each is a document in which flows with the algorithm `own` stand for whatever
//! takes part.

use std::sync::OnceLock;

use serde_json::Value;

use crate::rules::Rule;

/// The algorithm whose rules are a program.
pub(crate) const PROGRAM: &str = "own";

/// The seeds of the race. Everyone knows them.
pub const SEEDS: [u64; 3] = [1, 2, 3];

/// A network of the race.
#[derive(Debug)]
pub struct RaceNetwork {
    pub id: &'static str,
    /// What gives points here. All rules count the same.
    pub rules: &'static [Rule],
}

macro_rules! networks {
    ($($id:literal: $($rule:ident),+;)*) => {
        /// All networks, in the order of tables.
        pub const NETWORKS: &[RaceNetwork] = &[$(RaceNetwork {
            id: $id,
            rules: &[$(Rule::$rule),+],
        }),*];
    };
}

networks! {
    "shallow": Utilisation, Delay, Loss;
    "deep": Utilisation, Delay, Loss;
    "loss": Utilisation, Delay;
    "cellular": Power;
    "many": Fairness, Utilisation, Delay, Loss;
    "itself": Fairness, Convergence, Utilisation, Delay, Loss;
    "cubic": Share, Utilisation;
    "bbr": Share, Utilisation;
    "short": Utilisation, Delay, Loss;
    "datacentre": Fairness, Utilisation, Delay, Loss;
}

impl RaceNetwork {
    pub fn find(id: &str) -> Option<&'static RaceNetwork> {
        NETWORKS.iter().find(|network| network.id == id)
    }

    /// The document, in which the flows of the racer have the algorithm `own`.
    pub fn document(&self) -> &'static Value {
        static DOCUMENTS: OnceLock<Value> = OnceLock::new();
        let read = || serde_json::from_str(include_str!("../networks.json")).unwrap_or(Value::Null);
        &DOCUMENTS.get_or_init(read)[self.id]
    }

    /// Whether a flow of a run is one of the racer's, by its ID.
    pub fn has_racer(&self, flow: &str) -> bool {
        let entries = self.document()["flows"].as_array().into_iter().flatten();
        let mut ids = entries.filter(|entry| is_of_racer(entry)).filter_map(|entry| entry["id"].as_str());
        // The members of an entry with a count have its ID, a dot and a number.
        ids.any(|id| flow.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    }

    /// The ID of the racer's flow, if the racer has only one flow here.
    pub fn only_flow(&self) -> Option<&'static str> {
        let mut flows =
            self.document()["flows"].as_array().into_iter().flatten().filter(|flow| is_of_racer(flow));
        match (flows.next(), flows.next()) {
            (Some(flow), None) if flow.get("count").is_none() => flow["id"].as_str(),
            _ => None,
        }
    }

    pub fn title(&self) -> &'static str {
        self.document()["title"].as_str().unwrap_or(self.id)
    }

    /// One or two sentences about the network.
    pub fn note(&self) -> &'static str {
        self.document()["note"].as_str().unwrap_or_default()
    }
}

/// Whether a flow of a network's document stands for the racer.
pub fn is_of_racer(flow: &Value) -> bool {
    flow["algorithm"] == PROGRAM
}

/// The document with all rates of the bottleneck multiplied by a factor.
pub fn with_rates(document: &mut Value, factor: f64) {
    let Some(forward) = document.pointer_mut("/network/forward") else { return };
    let scale = |value: &mut Value| {
        if let Some(rate) = value.as_f64() {
            *value = sim_core::params::number(sim_core::ground::math::round(rate * factor));
        }
    };
    if let Some(rate) = forward.get_mut("rate") {
        scale(rate);
    }
    let points = forward.pointer_mut("/schedule/points").and_then(Value::as_array_mut);
    for point in points.into_iter().flatten() {
        if let Some(rate) = point.get_mut("rate") {
            scale(rate);
        }
    }
}
