//! The robustness of the verdict on a claim: the number of seeds in which the claim holds alone, whether a
//! counter-run makes its criterion false, and the verdicts under other readings of the text and without a
//! stated cause.

use serde_json::{Value, json};

use crate::axes::{AxisCondition, Filter, coordinates_json};
use crate::changes::{Change, ChangeError, ChangedExperiment, change};
use crate::judge::{ClaimVerdict, Judgement, judge_claim};
use crate::model::{Alternative, Check, Claim, Experiment, Procedure, RunPlan};
use crate::reach::reach;
use crate::run_result::Measurements;
use crate::runs::RunRecord;
use crate::table::{ResultTable, optional_json};
use sim_core::describe::Kinds;
use sim_core::ground::convert::narrow;
use sim_core::params::Issue;

/// The runs of an experiment: one list for each cell, with one record for each seed.
pub type Records = Vec<Vec<RunRecord>>;

/// Runs with changed scenarios that the alternatives of an experiment's claims need.
#[derive(Clone, Debug)]
pub struct FurtherRuns {
    pub changes: Vec<Change>,
    /// The cells that run.
    pub only: Filter,
    pub seeds: u64,
    /// The changes are those of a reading of the whole paper, of which some may have no effect.
    bundle: bool,
}

impl FurtherRuns {
    /// All further runs of an experiment, each once. A counter-run has one seed, unless it states another
    /// number. A reading and a cause have the seeds of the experiment.
    pub fn of(experiment: &Experiment) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        let Some(plan) = experiment.plan() else { return all };
        for claim in &experiment.claims {
            let counter = claim.counter.iter().map(|counter| (counter, 1));
            let others = claim.readings.iter().chain(&claim.causes).map(|other| (other, plan.seeds));
            for (alternative, seeds) in counter.chain(others).filter(|(other, _)| !other.changes.is_empty()) {
                let seeds = alternative.seeds.unwrap_or(seeds);
                match all.iter_mut().find(|runs| runs.are_of(alternative)) {
                    Some(runs) => runs.seeds = runs.seeds.max(seeds),
                    None => all.push(Self {
                        changes: alternative.changes.clone(),
                        only: alternative.only.clone(),
                        seeds,
                        bundle: alternative.bundle,
                    }),
                }
            }
        }
        all
    }

    /// The further runs of an experiment with these changes and cells, where `only` is the JSON of the filter of
    /// the cells. `None` if no alternative needs them.
    pub fn find(experiment: &Experiment, changes: &[Change], only: &Value) -> Option<Self> {
        Self::of(experiment).into_iter().find(|runs| runs.changes == changes && runs.only.to_json() == *only)
    }

    /// The path of the first alternative that needs these runs.
    fn path(&self, experiment: &Experiment) -> String {
        let named = |claim: &Claim| {
            let list = |name, list: &[Alternative]| {
                let index = list.iter().position(|other| self.are_of(other))?;
                Some(format!("{name}[{index}].set"))
            };
            let counter = claim.counter.as_ref().filter(|counter| self.are_of(counter));
            counter
                .map(|_| "counter.set".to_owned())
                .or_else(|| list("readings", &claim.readings))
                .or_else(|| list("causes", &claim.causes))
        };
        let mut claims = experiment.claims.iter().enumerate();
        let path = claims.find_map(|(index, claim)| Some(format!("claims[{index}].{}", named(claim)?)));
        path.unwrap_or_default()
    }

    fn are_of(&self, alternative: &Alternative) -> bool {
        self.changes == alternative.changes && self.only == alternative.only
    }

    /// The experiment with the changes and only the cells that run.
    pub fn experiment(
        &self,
        experiment: &Experiment,
        kinds: &Kinds,
    ) -> Result<ChangedExperiment, ChangeError> {
        let mut selected = experiment.clone();
        if let Procedure::Simulate(plan) = &mut selected.procedure {
            plan.cells.retain(|cell| self.only.matches(&cell.at));
        }
        change(&selected, &self.changes, kinds)
    }

    fn to_json(&self, plan: &RunPlan, table: &ResultTable, records: &Records) -> Value {
        let cells = plan.cells.iter().zip(records).map(|(cell, runs)| {
            let ids: Value = runs.iter().map(|run| run.result_id.as_str()).collect();
            json!({ "id": cell.id(), "at": coordinates_json(&cell.at), "result_ids": ids })
        });
        json!({ "changes": self.changes.iter().map(Change::to_json).collect::<Value>(),
                "only": self.only.to_json(), "seeds": self.seeds,
                "cells": cells.collect::<Value>(), "quantities": table.to_json() })
    }
}

/// Further runs that were made: the experiment with their changes, and their records.
pub struct Finished {
    pub runs: FurtherRuns,
    pub changed: ChangedExperiment,
    pub records: Records,
}

/// Writes the outcomes of all claims into the results of an experiment. `records` are its own runs.
pub fn add(results: &mut Value, experiment: &Experiment, records: &Records, further: &[Finished]) {
    let Some(plan) = experiment.plan() else { return };
    let tables: Vec<(&Finished, ResultTable)> = further
        .iter()
        .filter_map(|finished| {
            Some((finished, finished.changed.experiment.plan()?.table(finished.records.clone())))
        })
        .collect();
    let outcomes =
        Outcomes { table: plan.table(records.clone()), by_seed: by_seed(plan, records), further: &tables };
    results["outcomes"] = experiment.claims.iter().map(|claim| outcomes.of_claim(claim)).collect();
    if tables.is_empty() {
        return;
    }
    results["further"] = tables
        .iter()
        .filter_map(|(finished, table)| {
            Some(finished.runs.to_json(finished.changed.experiment.plan()?, table, &finished.records))
        })
        .collect();
}

/// Writes into the results of an experiment what its own runs decide: its claims under the alternatives that are
/// other coordinates or quantities. Alternatives with changed scenarios have no judgement.
pub fn add_own(results: &mut Value, experiment: &Experiment, records: &Records) {
    let Some(plan) = experiment.plan() else { return };
    let outcomes = Outcomes { table: plan.table(records.clone()), by_seed: Vec::new(), further: &[] };
    results["outcomes"] = experiment.claims.iter().map(|claim| outcomes.of_claim(claim)).collect();
}

/// Writes what further runs decide into their results: the outcome of each claim, in which an alternative has a
/// judgement only if it needs these runs.
pub fn add_tried(results: &mut Value, runs: &FurtherRuns, changed: &ChangedExperiment, records: Records) {
    let experiment = &changed.experiment;
    let Some(plan) = experiment.plan() else { return };
    let table = plan.table(records);
    let outcome = |claim: &Claim| {
        let judged = |other: &Alternative| {
            if runs.are_of(other) { judge_by(claim, other, &table).to_json() } else { Value::Null }
        };
        json!({ "readings": claim.readings.iter().map(judged).collect::<Value>(),
                "counter": claim.counter.as_ref().map(judged),
                "causes": claim.causes.iter().map(judged).collect::<Value>() })
    };
    results["outcomes"] = experiment.claims.iter().map(outcome).collect();
}

/// A table for each seed, with the results of this seed alone.
fn by_seed(plan: &RunPlan, records: &Records) -> Vec<ResultTable> {
    let seeds = records.iter().map(Vec::len).min().unwrap_or(0);
    let alone = |record: &RunRecord| {
        let numbers = record.measurements.numbers.clone();
        vec![RunRecord {
            result_id: String::new(),
            measurements: Measurements { numbers, ..Measurements::default() },
        }]
    };
    (0..seeds).map(|seed| plan.table(records.iter().map(|cell| alone(&cell[seed])).collect())).collect()
}

struct Outcomes<'a> {
    table: ResultTable,
    by_seed: Vec<ResultTable>,
    further: &'a [(&'a Finished, ResultTable)],
}

impl Outcomes<'_> {
    fn of_claim(&self, claim: &Claim) -> Value {
        if !claim.judged {
            return Value::Null;
        }
        let judgement = judge_claim(claim, &self.table);
        let readings: Vec<Option<Judgement>> =
            claim.readings.iter().map(|other| self.judge(claim, other)).collect();
        let mut out = reach(claim, &judgement, &readings);
        if !claim.readings.is_empty() {
            let json = |judged: &Option<Judgement>| judged.as_ref().map_or(Value::Null, Judgement::to_json);
            out["readings"] = readings.iter().map(json).collect();
        }
        if self.by_seed.len() > 1 {
            let alone: Vec<Judgement> = self.by_seed.iter().map(|table| judge_claim(claim, table)).collect();
            // What is compared with its statistical error has no value by one seed alone.
            if alone.iter().any(has_value) || !has_value(&judgement) {
                let holds = alone.iter().filter(|judged| judged.verdict == ClaimVerdict::Agrees).count();
                out["seeds"] = json!([holds, alone.len()]);
                out["spread"] = spread(&judgement, &alone);
            }
        }
        if let Some(counter) = &claim.counter {
            out["counter"] = self.judgement_json(claim, counter);
        }
        if !claim.causes.is_empty() {
            out["causes"] = claim.causes.iter().map(|cause| self.judgement_json(claim, cause)).collect();
        }
        out
    }

    fn judgement_json(&self, claim: &Claim, alternative: &Alternative) -> Value {
        self.judge(claim, alternative).map_or(Value::Null, |judgement| judgement.to_json())
    }

    /// The verdict on a claim by the results of an alternative; `None` if its further runs were not made.
    fn judge(&self, claim: &Claim, alternative: &Alternative) -> Option<Judgement> {
        let is_of = |(finished, _): &&(&Finished, ResultTable)| finished.runs.are_of(alternative);
        let table = match self.further.iter().find(is_of) {
            _ if alternative.changes.is_empty() => &self.table,
            Some((_, table)) => table,
            None => return None,
        };
        Some(judge_by(claim, alternative, table))
    }
}

/// The verdict on a claim with the coordinates and the quantity of an alternative.
fn judge_by(claim: &Claim, alternative: &Alternative, table: &ResultTable) -> Judgement {
    let checks = claim.checks.iter().map(|check| alternative.check(check)).collect();
    judge_claim(&Claim { checks, ..claim.clone() }, table)
}

impl Alternative {
    /// The check with the coordinates and the quantity of the alternative.
    fn check(&self, check: &Check) -> Check {
        let axis_of = |condition: &AxisCondition| match condition {
            AxisCondition::Between { axis, .. } | AxisCondition::Is { axis, .. } => *axis,
        };
        let is_replaced = |own: &AxisCondition| self.at.0.iter().any(|other| axis_of(other) == axis_of(own));
        let kept = check.only.0.iter().filter(|own| !is_replaced(own));
        Check {
            quantity: self.of.unwrap_or(check.quantity),
            only: Filter(kept.chain(&self.at.0).cloned().collect()),
            mean: check.mean,
            criterion: check.criterion,
        }
    }
}

fn has_value(judgement: &Judgement) -> bool {
    judgement.values.iter().any(|value| value.value.is_some())
}

/// For each value of a judgement, its smallest and its largest value by one seed alone.
fn spread(judgement: &Judgement, alone: &[Judgement]) -> Value {
    let of_value = |index: usize| {
        let own = &judgement.values[index];
        let values = alone.iter().filter_map(|judged| {
            let found = judged.values.iter().find(|value| value.check == own.check && value.at == own.at);
            found.and_then(|value| value.value)
        });
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        json!([optional_json(Some(low)), optional_json(Some(high))])
    };
    (0..judgement.values.len()).map(of_value).collect()
}

/// The largest number of changed runs of an experiment.
const MAX_FURTHER: usize = 100;

/// What is wrong with the settings of an experiment's alternatives: the first one that is impossible, or that
/// changes no scenario, with its path in the experiment.
pub fn setting_fault(experiment: &Experiment, kinds: &Kinds) -> Option<Issue> {
    let all = FurtherRuns::of(experiment);
    if all.len() > MAX_FURTHER {
        let message =
            format!("An experiment has at most {MAX_FURTHER} counter-runs, readings and causes with `set`.");
        return Some(Issue::new("claims", "too_many", message));
    }
    all.iter().find_map(|runs| {
        let message = match runs.experiment(experiment, kinds) {
            Err(error) => error.issues().first()?.message.clone(),
            Ok(changed) => {
                let mut idle = changed.changes.iter().filter(|applied| applied.cells == 0);
                let may_be_idle = runs.bundle && idle.clone().count() < changed.changes.len();
                let without_effect = idle.next().filter(|_| !may_be_idle)?;
                let Change { path, value } = &without_effect.change;
                format!("`{path}` = {value} changes no scenario. Nothing has this setting, or all have this value already.")
            }
        };
        Some(Issue::new(runs.path(experiment), "no_effect", message))
    })
}

/// What is missing before a claim may be judged by a statement of the paper, as a sentence; `None` if
/// nothing is missing.
pub fn missing(claim: &Claim) -> Option<&'static str> {
    if !claim.is_of_paper() {
        return None;
    }
    match claim {
        Claim { quote: None, .. } => Some("It quotes nothing, and is not marked as a check of ours."),
        Claim { band: None, .. } => Some("It does not say where its band comes from."),
        Claim { counter: None, .. } => Some("It has no counter-run."),
        _ => None,
    }
}

/// Why the counter-run of a claim with this stored outcome does not show that its criterion can be false;
/// `None` if it shows that.
pub fn counter_fault(claim: &Claim, outcome: &Value) -> Option<&'static str> {
    let counter = &outcome["counter"];
    let values = counter["values"].as_array().map_or(&[][..], Vec::as_slice);
    let decides = |value: &&Value| {
        let criterion = value["check"].as_u64().and_then(|check| claim.checks.get(narrow::<usize>(check)));
        let needs_number = criterion.is_some_and(|check| {
            !matches!(check.criterion, crate::model::Criterion::Never | crate::model::Criterion::Defined)
        });
        value["holds"] == false && (!needs_number || value["value"].is_number())
    };
    match counter["verdict"].as_str() {
        None => Some("Its counter-run has no results."),
        Some("agrees") => Some("Its criterion holds in its counter-run."),
        Some(_) if !values.iter().any(|value| decides(&value)) => Some("Its counter-run measures nothing."),
        Some(_) => None,
    }
}
