//! What `fairshare papers` prints: the list of experiments, and for those that ran what the paper says, what was measured, and
//! the verdict on each line.

use std::fmt::Write as _;

use fairshare_papers::export::missing;
use fairshare_papers::judge::Verdict;
use fairshare_papers::model::{Does, Experiment, Paper};
use fairshare_papers::table::{Column, Point, Table};
use sim_core::describe::Kinds;

use super::verdicts;

/// The most places of a quantity that are printed one by one.
const MOST_ROWS: usize = 60;

pub fn listing(experiments: &[Experiment], kinds: &Kinds) -> String {
    let mut text = String::new();
    let mut paper = None;
    for experiment in experiments {
        if paper.replace(experiment.paper) != Some(experiment.paper) {
            let _ = writeln!(text, "\n{}", experiment.paper.name());
        }
        let status = match &experiment.does {
            Does::NotSimulated(_) => "not simulated".to_owned(),
            Does::Run(runs) => {
                let missing = missing(experiment, kinds);
                let count = runs.cells.len() as u64;
                if missing.is_empty() {
                    format!("{} x {}", counted(count, "cell"), counted(runs.seeds, "seed"))
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

fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A number with four digits that count.
pub fn short(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let size = x.abs();
    let digits = if size >= 1000.0 {
        0
    } else if size >= 100.0 {
        1
    } else if size >= 10.0 {
        2
    } else if size >= 0.1 {
        3
    } else {
        return if size >= 1e-3 { format!("{x:.5}") } else { format!("{x:.3e}") };
    };
    format!("{x:.digits$}")
}

pub fn value_text(value: Option<f64>) -> String {
    value.map_or_else(|| "none".to_owned(), short)
}

fn place_text(point: &Point) -> String {
    point.at.iter().map(|(axis, at)| format!("{axis}={at}")).collect::<Vec<_>>().join(" ")
}

fn column_text(text: &mut String, column: &Column) {
    let quantity = &column.quantity;
    let unit = if quantity.unit.is_empty() { String::new() } else { format!(" ({})", quantity.unit) };
    let _ = writeln!(text, "  {}{unit} [{}]", quantity.label, quantity.id);
    for point in column.points.iter().take(MOST_ROWS) {
        let spread = point
            .interval
            .map_or_else(String::new, |(low, high)| format!("  [{} .. {}]", short(low), short(high)));
        let _ = writeln!(text, "    {:<44} {:>10}{spread}", place_text(point), value_text(point.mean));
    }
    if column.points.len() > MOST_ROWS {
        let _ = writeln!(text, "    ... and {} more (--json has all)", column.points.len() - MOST_ROWS);
    }
}

/// One experiment. `seeds` is what was asked for.
pub fn of(experiment: &Experiment, table: Option<&Table>, seeds: u64) -> String {
    let mut text = format!(
        "{}  {}, {}: {}\n",
        experiment.id,
        experiment.paper.name(),
        experiment.place,
        experiment.title
    );
    let _ = writeln!(text, "  {}", experiment.shows);
    if let Does::NotSimulated(why) = &experiment.does {
        let _ = writeln!(text, "  Not simulated: {why}\n");
        return text;
    }
    for statement in &experiment.states {
        let _ = writeln!(text, "  Paper: {}", statement.text);
    }
    let Some(table) = table else { return text };
    for column in &table.columns {
        column_text(&mut text, column);
    }
    for (number, (line, judged)) in experiment.lines.iter().zip(verdicts(experiment, Some(table))).enumerate()
    {
        let _ = writeln!(text, "  {}. {}: {}", number + 1, line.text, judged.verdict.text().to_uppercase());
        for one in judged.looked.iter().filter(|one| !one.good && line.judged) {
            let at = one.at.as_object().map_or_else(String::new, |at| {
                at.iter().map(|(axis, at)| format!(" {axis}={}", at.to_string().trim_matches('"'))).collect()
            });
            let _ =
                writeln!(text, "       {}{at}: {}", line.checks[one.check].quantity, value_text(one.value));
        }
    }
    if seeds == 1 && !experiment.lines.is_empty() {
        let _ = writeln!(text, "  One seed: verdicts are hints; --seeds all decides.");
    }
    text.push('\n');
    text
}

/// How many lines agree, by paper and in all.
pub fn totals(experiments: &[Experiment], tables: &[Option<&Table>]) -> String {
    let mut text = String::new();
    let mut sum = [0_usize; 4];
    for paper in Paper::ALL {
        let mut count = [0_usize; 4];
        for (experiment, table) in experiments.iter().zip(tables).filter(|(e, _)| e.paper == paper) {
            for judged in verdicts(experiment, *table) {
                count[place(judged.verdict)] += 1;
            }
        }
        if count.iter().sum::<usize>() > 0 {
            let _ = writeln!(text, "{:<10} {}", paper.name(), counts(count));
        }
        sum.iter_mut().zip(count).for_each(|(sum, one)| *sum += one);
    }
    let _ = writeln!(text, "{:<10} {}", "All", counts(sum));
    text
}

fn place(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Agrees => 0,
        Verdict::Partly => 1,
        Verdict::Differs => 2,
        Verdict::NoNumber => 3,
    }
}

fn counts([agrees, partly, differs, open]: [usize; 4]) -> String {
    format!("{agrees} agree, {partly} partly, {differs} differ; {open} only reported")
}
