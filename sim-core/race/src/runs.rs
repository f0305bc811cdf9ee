//! The runs of a race. Each depends only on the network, the seed, the factor of the rates and the racer.

use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::ground::time::to_secs;
use sim_core::params::number;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;
use sim_core::world::Failure;

use crate::networks::{NETWORKS, RaceNetwork, SEEDS};
use crate::racer::Racer;
use crate::rules::{Measured, Rule};

/// The largest number of events of a run. The built-in algorithms need a small part of it.
pub const EVENT_BUDGET: u64 = 20_000_000;
/// The number of events between two calls of `stop`.
const EVENTS_PER_STEP: u64 = 100_000;

/// A run to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    pub network: &'static RaceNetwork,
    pub seed: u64,
    /// The rates of the bottleneck are multiplied by it.
    pub factor: f64,
}

impl PartialEq for RaceNetwork {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// The runs of the published race, network by network.
pub fn published() -> Vec<Heat> {
    let of = |network: &'static RaceNetwork| SEEDS.map(|seed| Heat { network, seed, factor: 1.0 });
    NETWORKS.iter().flat_map(of).collect()
}

impl Racer {
    /// The runs of the published race: all of them, or that of a special racer.
    pub fn heats(&self) -> Vec<Heat> {
        match self {
            Racer::Special(special) => vec![Heat { network: special.network, seed: SEEDS[0], factor: 1.0 }],
            _ => published(),
        }
    }
}

/// The points that a rule gives for a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RulePoints {
    pub rule: Rule,
    /// What was measured, in the unit of the rule.
    pub value: Option<f64>,
    pub points: f64,
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatFailure {
    /// A sentence, with the line and column of a program.
    pub text: String,
    /// Whether the run or the program needed more than it may.
    pub over_limit: bool,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatResult {
    pub network: String,
    pub seed: u64,
    pub factor: f64,
    /// Empty if the run failed.
    pub result_id: String,
    pub points: Vec<RulePoints>,
    /// A run that failed has no points.
    pub failure: Option<HeatFailure>,
}

impl HeatResult {
    /// The geometric mean of the rules' points, so that no rule makes up for another one without points: a
    /// racer that sends nothing has the shortest queues.
    pub fn score(&self) -> f64 {
        let count = self.points.len().max(1) as f64;
        let product: f64 = self.points.iter().map(|point| point.points / 100.0).product();
        100.0 * sim_core::ground::math::pow(product, 1.0 / count)
    }

    pub fn to_json(&self) -> Value {
        let point = |point: &RulePoints| {
            let value = point.value.map_or(Value::Null, number);
            (point.rule.id().to_owned(), json!({ "value": value, "points": number(point.points) }))
        };
        json!({
            "network": self.network,
            "seed": self.seed,
            "factor": number(self.factor),
            "result_id": self.result_id,
            "rules": Value::Object(self.points.iter().map(point).collect()),
            "failure": self.failure.as_ref().map(|failure| json!([failure.text, failure.over_limit])),
        })
    }

    /// Reads what `to_json` wrote.
    pub fn from_json(value: &Value) -> Option<Self> {
        let rules = value["rules"].as_object()?;
        // In the order of the text, because the score is a product in this order.
        let points = rules.iter().filter_map(|(id, of_rule)| {
            let rule = Rule::ALL.into_iter().find(|rule| rule.id() == id)?;
            Some(RulePoints { rule, value: of_rule["value"].as_f64(), points: of_rule["points"].as_f64()? })
        });
        Some(HeatResult {
            network: value["network"].as_str()?.to_owned(),
            seed: value["seed"].as_u64()?,
            factor: value["factor"].as_f64()?,
            result_id: value["result_id"].as_str()?.to_owned(),
            points: points.collect(),
            failure: value["failure"].as_array().map(|failure| HeatFailure {
                text: failure.first().and_then(Value::as_str).unwrap_or_default().to_owned(),
                over_limit: failure.get(1).and_then(Value::as_bool).unwrap_or(false),
            }),
        })
    }
}

/// `stop` returned true.
#[derive(Debug)]
pub struct Stopped;

impl Heat {
    /// Makes the run. A run that fails is a result, too.
    pub fn run(&self, racer: &Racer, kinds: &Kinds, stop: &dyn Fn() -> bool) -> Result<HeatResult, Stopped> {
        let document = racer.document(self.network, self.seed, self.factor, kinds);
        let result = |result_id: String, points: Vec<RulePoints>, failure: Option<HeatFailure>| HeatResult {
            network: self.network.id.to_owned(),
            seed: self.seed,
            factor: self.factor,
            result_id,
            points,
            failure,
        };
        let none = |text: String, over_limit: bool| {
            let point = |rule: &Rule| RulePoints { rule: *rule, value: None, points: 0.0 };
            result(
                String::new(),
                self.network.rules.iter().map(point).collect(),
                Some(HeatFailure { text, over_limit }),
            )
        };
        let simulation = Scenario::from_value(document, kinds)
            .and_then(|scenario| Simulation::new(scenario, RecordingSettings::none()));
        let mut simulation = match simulation {
            Ok(simulation) => simulation,
            Err(issues) => {
                return Ok(none(issues.first().map_or_else(String::new, ToString::to_string), false));
            }
        };
        match complete(&mut simulation, stop) {
            Ok(()) => {}
            Err(Ended::Stopped) => return Err(Stopped),
            Err(Ended::Budget) => {
                let millions = EVENT_BUDGET / 1_000_000;
                return Ok(none(format!("The run needs more than {millions} million events."), true));
            }
            Err(Ended::Failed(failure)) => return Ok(none(failure.to_string(), is_over_limit(&failure))),
        }
        let is_racer = |flow: &str| self.network.has_racer(flow);
        let starts = simulation.flows().iter().filter(|flow| is_racer(&flow.id));
        let last_start = starts.map(|flow| to_secs(flow.start)).fold(0.0, f64::max);
        let measured = Measured::of(&simulation.run_summary(), &is_racer, last_start);
        let point = |rule: &Rule| RulePoints {
            rule: *rule,
            value: rule.value(&measured),
            points: rule.points(&measured),
        };
        Ok(result(simulation.result_id_text(), self.network.rules.iter().map(point).collect(), None))
    }
}

/// Why a run did not reach its end.
enum Ended {
    Stopped,
    Budget,
    Failed(Failure),
}

fn complete(simulation: &mut Simulation, stop: &dyn Fn() -> bool) -> Result<(), Ended> {
    let mut events = 0;
    loop {
        let step = simulation.step(simulation.end(), EVENTS_PER_STEP).map_err(Ended::Failed)?;
        events += step.events;
        if step.finished {
            return Ok(());
        }
        if stop() {
            return Err(Ended::Stopped);
        }
        if events > EVENT_BUDGET {
            return Err(Ended::Budget);
        }
    }
}

/// Whether a program used more operations or said more than it may.
fn is_over_limit(failure: &Failure) -> bool {
    match failure {
        Failure::Program { fault, .. } => matches!(fault.code, "budget" | "budget_in_all" | "sentences"),
        Failure::EventBudget { .. } => true,
        Failure::Broken { .. } => false,
    }
}
