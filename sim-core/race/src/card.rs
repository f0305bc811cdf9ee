//! The card of a racer: its points on each network and in total.

use serde_json::{Map, Value, json};
use sim_core::ground::quantity::{quantity, significant};
use sim_core::params::number;
use sim_core::simulation::VERSION;

use crate::networks::{NETWORKS, RaceNetwork};
use crate::racer::Racer;
use crate::rules::Rule;
use crate::runs::{HeatFailure, HeatResult};

/// The result of a racer on one network: means over its runs.
#[derive(Clone, Debug)]
pub struct NetworkCard {
    pub network: &'static RaceNetwork,
    pub score: f64,
    /// For each rule what was measured, as a mean over the runs that have a value, and the points.
    pub rules: Vec<(Rule, Option<f64>, f64)>,
    /// The result IDs of the runs. Empty texts stand for runs that failed.
    pub result_ids: Vec<String>,
    /// Why the first of the runs that failed did.
    pub failure: Option<HeatFailure>,
}

/// The result of a racer.
#[derive(Clone, Debug)]
pub struct Card {
    /// The mean of the networks' scores, from 0 to 100.
    pub score: f64,
    /// The networks on which it was raced: all ten, or that of a special racer.
    pub networks: Vec<NetworkCard>,
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

impl NetworkCard {
    /// The card of the runs of a network. They are ordered, so that the sums do not depend on the order in
    /// which they were made.
    fn of(network: &'static RaceNetwork, results: &[HeatResult]) -> Self {
        let mut runs: Vec<&HeatResult> = results.iter().filter(|run| run.network == network.id).collect();
        runs.sort_by_key(|run| (run.factor != 1.0, run.seed));
        let rules = network.rules.iter().map(|rule| {
            let points = || runs.iter().flat_map(|run| &run.points).filter(|point| point.rule == *rule);
            let value = mean(points().filter_map(|point| point.value));
            (*rule, value, mean(points().map(|point| point.points)).unwrap_or(0.0))
        });
        NetworkCard {
            network,
            score: mean(runs.iter().map(|run| run.score())).unwrap_or(0.0),
            rules: rules.collect(),
            result_ids: runs.iter().map(|run| run.result_id.clone()).collect(),
            failure: runs.iter().find_map(|run| run.failure.clone()),
        }
    }

    fn to_json(&self) -> Value {
        let rule = |(rule, value, points): &(Rule, Option<f64>, f64)| {
            let value = value.map_or(Value::Null, |value| number(rounded(value, 3)));
            (rule.id().to_owned(), json!({ "value": value, "points": number(rounded(*points, 1)) }))
        };
        let mut card = json!({
            "network": self.network.id,
            "score": number(rounded(self.score, 1)),
            "rules": Value::Object(self.rules.iter().map(rule).collect::<Map<String, Value>>()),
            "result_ids": self.result_ids,
        });
        if let Some(failure) = &self.failure {
            card["failure"] = Value::from(failure.text.as_str());
        }
        card
    }
}

/// A number with this many decimals.
pub fn rounded(x: f64, decimals: i32) -> f64 {
    let unit = sim_core::ground::math::powi(10.0, decimals);
    sim_core::ground::math::round(x * unit) / unit
}

impl Card {
    pub fn of(results: &[HeatResult]) -> Self {
        // A special racer has a run on one network only. A program that did not run has no points on all of them.
        let has_run = |id: &str| results.is_empty() || results.iter().any(|run| run.network == id);
        let raced = NETWORKS.iter().filter(|network| has_run(network.id));
        let networks: Vec<NetworkCard> = raced.map(|network| NetworkCard::of(network, results)).collect();
        Card { score: mean(networks.iter().map(|network| network.score)).unwrap_or(0.0), networks }
    }

    /// The points on a network, if it was raced there.
    pub fn points_on(&self, network: &str) -> Option<f64> {
        self.networks.iter().find(|card| card.network.id == network).map(|card| card.score)
    }

    /// The card as JSON. Scores and points have one decimal.
    pub fn to_json(&self, name: &str) -> Value {
        json!({
            "version": VERSION,
            "name": name,
            "score": number(rounded(self.score, 1)),
            "networks": self.networks.iter().map(NetworkCard::to_json).collect::<Value>(),
        })
    }

    /// The first failure with its network.
    pub fn failure(&self) -> Option<(&'static RaceNetwork, &HeatFailure)> {
        self.networks.iter().find_map(|card| Some((card.network, card.failure.as_ref()?)))
    }
}

/// The sentence for what was measured by a rule, such as `delay 12.3 ms`.
pub fn measured(rule: Rule, value: Option<f64>) -> String {
    let text = match (value, rule.unit()) {
        (None, _) if rule == Rule::Convergence => "never".to_owned(),
        (None, _) => "no value".to_owned(),
        (Some(value), "%") => quantity(value / 100.0, "share", 3),
        (Some(value), "") => quantity(value, "index", 3),
        (Some(value), unit @ ("ms" | "s")) => quantity(value, unit, 3),
        (Some(value), unit) => format!("{} {unit}", significant(value, 3)),
    };
    format!("{} {text}", rule.id())
}

/// The hand-in of a program or a special racer with the results of the published race.
pub fn hand_in(name: &str, assignment: &str, racer: &Racer, card: &Card) -> Value {
    let ids = card.networks.iter().map(|network| (network.network.id.to_owned(), json!(network.result_ids)));
    let mut file = json!({
        "fairshare": "hand-in",
        "v": 1,
        "kind": "race",
        "assignment": assignment,
        "name": name,
    });
    match racer {
        Racer::Program { code, settings } => {
            file["code"] = Value::from(code.as_str());
            file["settings"] = Value::Object(settings.clone());
        }
        Racer::Special(special) => file[special.kind.name] = special.file.clone(),
        Racer::BuiltIn(id) => file["algorithm"] = Value::from(id.as_str()),
    }
    file["stated"] = json!({
        "version": VERSION,
        "score": number(rounded(card.score, 1)),
        "result_ids": Value::Object(ids.collect()),
    });
    file
}
