//! What takes part in the race: a program, a built-in algorithm with its default settings, or a drive by hand.

use serde_json::{Map, Value, json};
use sim_core::describe::{Family, Kinds};
use sim_core::params::Issue;
use sim_core::scenario::Scenario;

use crate::drive::HandDrive;
use crate::networks::{NETWORKS, RaceNetwork, is_of_racer, with_rates};

#[derive(Clone, Debug, PartialEq)]
pub enum Racer {
    /// A program, and the values of its settings that differ from those in the text.
    Program { code: String, settings: Map<String, Value> },
    /// A built-in algorithm by its id.
    BuiltIn(String),
    /// A drive by hand, which belongs to one network.
    Drive(HandDrive),
}

impl Racer {
    pub fn program(code: impl Into<String>) -> Self {
        Racer::Program { code: code.into(), settings: Map::new() }
    }

    /// Checks that the racer can take part: the problems of the program with line and column, or that there is
    /// no such algorithm.
    pub fn check(&self, kinds: &Kinds) -> Result<(), Vec<Issue>> {
        if let Racer::BuiltIn(id) = self
            && !built_in(kinds).any(|known| known == id)
        {
            let message = format!("There is no algorithm {id} in the race. `fairshare catalog` lists all.");
            return Err(vec![Issue::new("algorithm", "unknown", message)]);
        }
        let network = match self {
            Racer::Drive(drive) => drive.network,
            _ => &NETWORKS[0],
        };
        let document = self.document(network, 1, 1.0, kinds);
        Scenario::from_value(document, kinds).map(drop).map_err(|issues| {
            // A person who wrote a program does not know the document, so its places are left out.
            issues.into_iter().map(|issue| Issue::new("", issue.code, issue.message)).collect()
        })
    }

    /// The document of a run: the network with a seed and its rates multiplied by `factor`, with the racer.
    pub fn document(&self, network: &RaceNetwork, seed: u64, factor: f64, kinds: &Kinds) -> Value {
        let mut document = network.document().clone();
        document["seed"] = Value::from(seed);
        if factor != 1.0 {
            with_rates(&mut document, factor);
        }
        if let Racer::Drive(drive) = self {
            drive.enter(&mut document);
            return document;
        }
        let flows = document["flows"].as_array_mut();
        for flow in flows.into_iter().flatten().filter(|flow| is_of_racer(flow)) {
            self.enter(flow, kinds);
        }
        document
    }

    fn enter(&self, flow: &mut Value, kinds: &Kinds) {
        let given = flow.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
        match self {
            Racer::Program { code, settings } => {
                let mut params = given;
                params.insert("code".to_owned(), Value::from(code.as_str()));
                if !settings.is_empty() {
                    params.insert("settings".to_owned(), Value::Object(settings.clone()));
                }
                flow["params"] = Value::Object(params);
            }
            Racer::BuiltIn(id) => {
                flow["algorithm"] = Value::from(id.as_str());
                let fields = kinds.params_of(id).unwrap_or_default();
                // An algorithm that knows no marks has no such setting.
                let known = |name: &str| fields.iter().any(|field| field.name == name);
                let params: Map<String, Value> = given.into_iter().filter(|(name, _)| known(name)).collect();
                flow["params"] = json!(params);
            }
            Racer::Drive(_) => {}
        }
    }
}

/// The algorithms whose rules come from a person: by a program, or by hand.
const BY_PEOPLE: [&str; 2] = ["own", "hand"];

/// The built-in algorithms that take part: all that react to congestion by rules of their own.
pub fn built_in(kinds: &Kinds) -> impl Iterator<Item = &'static str> {
    let reacts = |family: Family| family != Family::None;
    kinds
        .algorithms
        .iter()
        .filter(move |info| reacts(info.family) && !BY_PEOPLE.contains(&info.id))
        .map(|info| info.id)
}
