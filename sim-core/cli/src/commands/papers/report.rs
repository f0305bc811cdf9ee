//! The output of `fairshare papers`: the list of experiments, and for each experiment that was run the
//! statements of the paper, the measured values, and the verdict on each claim.

use std::fmt::Write as _;

use fairshare_papers::changes::ChangedExperiment;
use fairshare_papers::export::missing;
use fairshare_papers::judge::{ClaimVerdict, judge};
use fairshare_papers::model::{Experiment, Paper, Procedure};
use fairshare_papers::table::{Column, DataPoint, ResultTable};
use sim_core::describe::Kinds;

use crate::shared::text_table::short;

/// Maximum number of printed values of a quantity.
const MAX_ROWS: usize = 60;

/// The list of experiments, by paper.
pub fn listing<'a>(experiments: impl Iterator<Item = &'a Experiment>, kinds: &Kinds) -> String {
    let mut text = String::new();
    let mut paper = None;
    for experiment in experiments {
        if paper.replace(experiment.paper) != Some(experiment.paper) {
            let _ = writeln!(text, "\n{}", experiment.paper.name());
        }
        let status = match &experiment.procedure {
            Procedure::NotSimulated(_) => "not simulated".to_owned(),
            Procedure::Simulate(plan) => {
                let missing = missing(experiment, kinds);
                let count = plan.cells.len() as u64;
                if missing.is_empty() {
                    format!("{} x {}", count_text(count, "cell"), count_text(plan.seeds, "seed"))
                } else {
                    format!("needs {}", missing.join(", "))
                }
            }
        };
        let _ = writeln!(
            text,
            "  {:<22} {:<16} {:<24} {}",
            experiment.id, experiment.place, status, experiment.title
        );
    }
    text.trim_start().to_owned()
}

fn count_text(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn value_text(value: Option<f64>) -> String {
    value.map_or_else(|| "none".to_owned(), short)
}

fn coordinates_text(point: &DataPoint) -> String {
    point.at.iter().map(|(axis, at)| format!("{axis}={at}")).collect::<Vec<_>>().join(" ")
}

fn column_text(text: &mut String, column: &Column) {
    let quantity = &column.quantity;
    let unit = if quantity.unit.is_empty() { String::new() } else { format!(" ({})", quantity.unit) };
    let _ = writeln!(text, "  {}{unit} [{}]", quantity.label, quantity.id);
    for point in column.points.iter().take(MAX_ROWS) {
        let interval_text = point
            .interval
            .map_or_else(String::new, |(low, high)| format!("  [{} .. {}]", short(low), short(high)));
        let _ = writeln!(
            text,
            "    {:<44} {:>10}{interval_text}",
            coordinates_text(point),
            value_text(point.mean)
        );
    }
    if column.points.len() > MAX_ROWS {
        let _ = writeln!(text, "    ... and {} more (--json includes all)", column.points.len() - MAX_ROWS);
    }
}

/// An experiment and its results as text. `seeds` is the number of requested seeds.
pub fn experiment_text(changed: &ChangedExperiment, table: Option<&ResultTable>, seeds: u64) -> String {
    let ChangedExperiment { experiment, changes } = changed;
    let mut text = format!(
        "{}  {}, {}: {}\n",
        experiment.id,
        experiment.paper.name(),
        experiment.place,
        experiment.title
    );
    let _ = writeln!(text, "  {}", experiment.shows);
    if let Procedure::NotSimulated(why) = &experiment.procedure {
        let _ = writeln!(text, "  Not simulated: {why}\n");
        return text;
    }
    let cells = experiment.plan().map_or(0, |plan| plan.cells.len());
    for change in changes {
        let _ = writeln!(text, "  CHANGED: {}", change.text(cells));
    }
    for statement in &experiment.statements {
        let _ = writeln!(text, "  Paper: {}", statement.text);
    }
    let Some(table) = table else { return text };
    for column in &table.columns {
        column_text(&mut text, column);
    }
    for (number, (claim, judgement)) in experiment.claims.iter().zip(judge(experiment, table)).enumerate() {
        let _ =
            writeln!(text, "  {}. {}: {}", number + 1, claim.text, judgement.verdict.text().to_uppercase());
        for value in judgement.values.iter().filter(|value| !value.holds && claim.judged) {
            let at = value.at.as_object().map_or_else(String::new, |at| {
                at.iter().map(|(axis, at)| format!(" {axis}={}", at.to_string().trim_matches('"'))).collect()
            });
            let _ = writeln!(
                text,
                "       {}{at}: {}",
                claim.checks[value.check].quantity,
                value_text(value.value)
            );
        }
    }
    if seeds == 1 && !experiment.claims.is_empty() {
        let _ = writeln!(text, "  One seed: the verdicts are preliminary. Use --seeds all for final ones.");
    }
    if !changes.is_empty() {
        text.push_str("  An assumption is changed: these are not the results of the paper's experiment.\n");
    }
    text.push('\n');
    text
}

/// The numbers of claims with each verdict, by paper and in total.
pub fn totals(experiments: &[Experiment], tables: &[Option<&ResultTable>]) -> String {
    let mut text = String::new();
    let mut sum = [0_usize; 4];
    let mut papers: Vec<Paper> = experiments.iter().map(|experiment| experiment.paper).collect();
    papers.dedup();
    for paper in papers {
        let mut count = [0_usize; 4];
        for (experiment, table) in experiments.iter().zip(tables).filter(|(e, _)| e.paper == paper) {
            for judgement in table.map_or_else(Vec::new, |table| judge(experiment, table)) {
                count[index_of(judgement.verdict)] += 1;
            }
        }
        if count.iter().sum::<usize>() > 0 {
            let _ = writeln!(text, "{:<10} {}", paper.name(), counts_text(count));
        }
        sum.iter_mut().zip(count).for_each(|(sum, one)| *sum += one);
    }
    let _ = writeln!(text, "{:<10} {}", "All", counts_text(sum));
    text
}

fn index_of(verdict: ClaimVerdict) -> usize {
    match verdict {
        ClaimVerdict::Agrees => 0,
        ClaimVerdict::Partly => 1,
        ClaimVerdict::Differs => 2,
        ClaimVerdict::NoNumber => 3,
    }
}

fn counts_text([agrees, partly, differs, reported]: [usize; 4]) -> String {
    format!("{agrees} agree, {partly} partly, {differs} differ; {reported} only reported")
}
