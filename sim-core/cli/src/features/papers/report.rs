//! The output of `fairshare papers`: the list of experiments, and for each experiment that was run the
//! statements of the paper, the measured values, and the verdict on each claim.

use std::fmt::Write as _;

use fairshare_papers::changes::ChangedExperiment;
use fairshare_papers::model::{Experiment, Paper, Procedure};
use fairshare_papers::table::{Column, DataPoint, ResultTable};
use serde_json::Value;

use super::claim_texts::{VERDICTS, alternatives, measured, verdict_of};
use crate::shared::text_table::short;

/// Maximum number of printed values of a quantity.
const MAX_ROWS: usize = 60;

/// The list of experiments, by paper.
pub fn listing<'a>(experiments: impl Iterator<Item = &'a Experiment>) -> String {
    let mut text = String::new();
    let mut paper = None;
    for experiment in experiments {
        if paper.replace(experiment.paper) != Some(experiment.paper) {
            let _ = writeln!(text, "\n{}", experiment.paper.name());
        }
        let status = match &experiment.procedure {
            Procedure::NotSimulated(_) => "not simulated".to_owned(),
            Procedure::Simulate(plan) => {
                let count = plan.cells.len() as u64;
                format!("{} x {}", count_text(count, "cell"), count_text(plan.seeds, "seed"))
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
pub fn experiment_text(
    changed: &ChangedExperiment,
    table: Option<&ResultTable>,
    results: &Value,
    seeds: u64,
) -> String {
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
    for number in 0..experiment.claims.len() {
        claim_text(&mut text, number, experiment, results);
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

/// A claim: the sentence of the paper, the measured values, the band, the other readings, and the verdict.
fn claim_text(text: &mut String, number: usize, experiment: &Experiment, results: &Value) {
    let claim = &experiment.claims[number];
    let verdict = verdict_of(results, number).unwrap_or("no results");
    let ours = if claim.ours { "(check of ours) " } else { "" };
    let _ = writeln!(text, "  {}. {ours}{}: {}", number + 1, claim.text, verdict.to_uppercase());
    if !claim.judged {
        return;
    }
    if let Some(quote) = claim.quote {
        let _ = writeln!(text, "       Paper, {}: \"{}\"", quote.place, quote.text);
    }
    let _ = writeln!(text, "       Measured: {}", measured(results, number, experiment));
    if let Some(finding) = claim.finding {
        let _ = writeln!(text, "       Why: {}", finding.why);
    }
    if let Some(band) = claim.band {
        let _ = writeln!(text, "       Band, from the {}: {}", band.source.text(), band.why);
    }
    for line in alternatives(results, number, experiment) {
        let _ = writeln!(text, "       {line}");
    }
}

/// The numbers of the papers' claims with each verdict, by paper and in total.
pub fn totals(experiments: &[Experiment], results: &[&Value]) -> String {
    let mut text = String::new();
    let mut sum = [0_usize; VERDICTS.len()];
    let mut papers: Vec<Paper> = experiments.iter().map(|experiment| experiment.paper).collect();
    papers.dedup();
    for paper in papers {
        let mut count = [0_usize; VERDICTS.len()];
        for (experiment, results) in experiments.iter().zip(results).filter(|(e, _)| e.paper == paper) {
            for (number, _) in experiment.claims.iter().enumerate().filter(|(_, claim)| !claim.ours) {
                let verdict = verdict_of(results, number);
                if let Some(index) = VERDICTS.iter().position(|known| verdict == Some(*known)) {
                    count[index] += 1;
                }
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

/// The verdicts that occur, with their numbers.
fn counts_text(counts: [usize; VERDICTS.len()]) -> String {
    let part = |(verdict, count): (&&str, usize)| (count > 0).then(|| format!("{count} {verdict}"));
    VERDICTS.iter().zip(counts).filter_map(part).collect::<Vec<_>>().join(", ")
}
