//! `fairshare papers --set`: changes one assumption in all scenarios of experiments, and lists the ready-made
//! questions.

use std::fmt::Write as _;

use fairshare_papers::changes::{Change, ChangeError, ChangedExperiment, change};
use fairshare_papers::library::questions_about;
use fairshare_papers::model::{Experiment, Paper};
use serde_json::{Value, json};
use sim_core::describe::Kinds;

use crate::shared::error::CommandError;
use crate::shared::output;

/// Applies the values of `--set` in order to every experiment. Experiments that a change does not concern are
/// left out with a message. It is an error if no experiment remains.
pub fn apply(
    experiments: Vec<Experiment>,
    set: &[String],
    kinds: &Kinds,
) -> Result<Vec<ChangedExperiment>, CommandError> {
    let mut papers: Vec<Paper> = experiments.iter().map(|experiment| experiment.paper).collect();
    papers.dedup();
    let mut changes = Vec::new();
    for text in set {
        changes
            .extend(Change::parse(text, &papers).map_err(|issue| CommandError::issues("--set", &[issue]))?);
    }
    let mut changed = Vec::new();
    let mut not_concerned = Vec::new();
    for experiment in experiments {
        match change(&experiment, &changes, kinds) {
            Ok(result) => changed.push(result),
            Err(ChangeError::NotConcerned(issue)) => not_concerned.push((experiment.id, issue)),
            Err(error) => {
                let name = format!("{} with --set {}", experiment.id, set.join(" --set "));
                return Err(CommandError::issues(&name, &error.issues()));
            }
        }
    }
    if let (true, Some((id, issue))) = (changed.is_empty(), not_concerned.first()) {
        return Err(CommandError::issues(&format!("{id} with --set"), std::slice::from_ref(issue)));
    }
    for (id, issue) in &not_concerned {
        output::note(format!("{id}: left out. {issue}"));
    }
    Ok(changed)
}

/// Lists the ready-made questions about the experiments.
pub fn list_questions(experiments: &[Experiment], as_json: bool) -> Result<(), CommandError> {
    if as_json {
        let of_experiment = |experiment: &Experiment| {
            let questions: Value =
                questions_about(experiment).iter().map(|question| question.to_json()).collect();
            json!({ "id": experiment.id, "questions": questions })
        };
        return output::print(&format!("{:#}\n", experiments.iter().map(of_experiment).collect::<Value>()));
    }
    let mut text = String::new();
    for experiment in experiments.iter().filter(|experiment| !questions_about(experiment).is_empty()) {
        let _ = writeln!(text, "{}  {}", experiment.id, experiment.title);
        for question in questions_about(experiment) {
            let changes: Vec<String> =
                question.changes.iter().map(|change| format!("{}={}", change.path, change.value)).collect();
            let _ = writeln!(text, "  {:<28} {} ({})", question.id, question.question, changes.join(" "));
        }
    }
    output::print(&text)
}
