//! What takes part in the race: a program, a built-in algorithm with its default settings, or
//! another kind of racer that belongs to one network.

use serde_json::{Map, Value, json};
use sim_core::describe::{AlgorithmInfo, Family, Kinds};
use sim_core::params::{Issue, suggestion};
use sim_core::scenario::Scenario;

use crate::networks::{NETWORKS, PROGRAM, RaceNetwork, is_of_racer, with_rates};

#[derive(Clone, Debug, PartialEq)]
pub enum Racer {
    /// A program, and the values of its settings that differ from those in the text.
    Program {
        code: String,
        settings: Map<String, Value>,
    },
    /// A built-in algorithm by its id.
    BuiltIn(String),
    Special(Special),
}

/// A racer that belongs to one network, on which it has one flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Special {
    pub kind: &'static SpecialKind,
    pub network: &'static RaceNetwork,
    /// What a hand-in has of it.
    pub file: Value,
    /// The algorithm of its flow with its settings, and the entries that it adds to the timeline.
    pub algorithm: &'static str,
    pub params: Value,
    pub timeline: Vec<Value>,
}

/// A kind of racer that belongs to one network.
#[derive(Debug)]
pub struct SpecialKind {
    /// The field of a hand-in that contains it, and its name in sentences.
    pub name: &'static str,
    pub title: &'static str,
    /// The error is a sentence.
    pub read: fn(&Value) -> Result<Special, String>,
}

impl PartialEq for SpecialKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

macro_rules! special_kinds {
    ($($name:ident,)*) => {
        $(mod $name;)*

        const SPECIAL_KINDS: &[SpecialKind] = &[$($name::KIND),*];
    };
}

special_kinds! {
    drive,
}

impl Special {
    /// Reads the special racer of a hand-in, if it has one.
    pub fn of_hand_in(file: &Map<String, Value>) -> Option<Result<Self, String>> {
        SPECIAL_KINDS.iter().find_map(|kind| Some((kind.read)(file.get(kind.name)?)))
    }

    /// Reads a file that contains a special racer or its hand-in. `None` if it contains neither.
    pub fn in_json(text: &str) -> Option<Result<Self, Vec<Issue>>> {
        let file: Map<String, Value> = serde_json::from_str(text).ok()?;
        let alone = || {
            let kind = SPECIAL_KINDS.first().filter(|_| file.contains_key("network"))?;
            Some((kind.read)(&Value::Object(file.clone())))
        };
        let read = Self::of_hand_in(&file).or_else(alone)?;
        Some(read.map_err(|message| vec![Issue::new("", "racer", message)]))
    }

    fn enter(&self, document: &mut Value) {
        for flow in document["flows"].as_array_mut().into_iter().flatten().filter(|flow| is_of_racer(flow)) {
            flow["algorithm"] = Value::from(self.algorithm);
            flow["params"] = self.params.clone();
        }
        if !self.timeline.is_empty() {
            let before = document["timeline"].as_array().cloned().unwrap_or_default();
            document["timeline"] = before.into_iter().chain(self.timeline.iter().cloned()).collect();
        }
    }
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
            let hint = suggestion(id, built_in(kinds)).map_or_else(
                || "`fairshare catalog` lists all.".to_owned(),
                |close| format!("Did you mean `{close}`?"),
            );
            let message = format!("There is no algorithm {id} in the race. {hint}");
            return Err(vec![Issue::new("algorithm", "unknown", message)]);
        }
        let network = match self {
            Racer::Special(special) => special.network,
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
        if let Racer::Special(special) = self {
            special.enter(&mut document);
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
            Racer::Special(_) => {}
        }
    }
}

/// The built-in algorithms that take part: all that react to congestion by rules of their own.
pub fn built_in(kinds: &Kinds) -> impl Iterator<Item = &'static str> {
    let takes_part = |info: &&AlgorithmInfo| info.family != Family::None && info.id != PROGRAM;
    kinds.algorithms.iter().filter(takes_part).map(|info| info.id)
}
