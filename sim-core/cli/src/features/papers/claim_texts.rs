//! The results of a claim as text: its measured values with their spread over the seeds, and the verdicts on
//! it in counter-runs, under other readings, and without its stated cause.

pub use fairshare_papers::export::verdict_of;
use fairshare_papers::model::{Alternative, Experiment};
use serde_json::Value;

use crate::shared::text_table::short;

/// The verdicts, in the order of their columns.
pub const VERDICTS: [&str; 8] = [
    "agrees",
    "better than stated",
    "partly",
    "depends on the reading",
    "differs",
    "the paper contradicts itself",
    "cannot be tested",
    "paper gives no number",
];

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[][..], Vec::as_slice)
}

/// The smallest and the largest number as text.
fn range(numbers: impl Iterator<Item = f64>) -> String {
    let ends = numbers.fold(None, |ends, x| {
        ends.map_or(Some((x, x)), |(low, high): (f64, f64)| Some((low.min(x), high.max(x))))
    });
    match ends {
        None => "none".to_owned(),
        Some((low, high)) if short(low) == short(high) => short(low),
        Some((low, high)) => format!("{}\u{2026}{}", short(low), short(high)),
    }
}

/// The measured values of a claim: for each check a value or a range of values, and their range over the
/// seeds.
pub fn measured(results: &Value, number: usize, experiment: &Experiment) -> String {
    values_text(&results["lines"][number]["values"], &results["outcomes"][number], experiment, number)
}

fn values_text(values: &Value, outcome: &Value, experiment: &Experiment, number: usize) -> String {
    let checks = &experiment.claims[number].checks;
    let quantities = experiment.plan().map_or(&[][..], |plan| &plan.quantities);
    let values = entries(values);
    let parts = checks.iter().enumerate().map(|(index, check)| {
        let is_selected = |value: &Value| value["check"] == index;
        let selected: Vec<&Value> = values.iter().filter(|value| is_selected(value)).collect();
        let failed = selected.iter().filter(|value| value["holds"] == false).count();
        let spread = values.iter().zip(entries(&outcome["spread"])).filter(|(value, _)| is_selected(value));
        let over_seeds = range(spread.flat_map(|(_, ends)| entries(ends).iter().filter_map(Value::as_f64)));
        let own = range(selected.iter().filter_map(|value| value["value"].as_f64()));
        let mut notes = Vec::new();
        if outcome["spread"].is_array() && over_seeds != own {
            notes.push(format!("seeds {over_seeds}"));
        }
        if failed > 0 && selected.len() > 1 {
            notes.push(format!("{}/{} hold", selected.len() - failed, selected.len()));
        }
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        let quantity = quantities.iter().find(|quantity| quantity.id == check.quantity);
        let unit = quantity.map_or("", |quantity| quantity.unit);
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        let label = quantity.filter(|_| checks.iter().any(|other| other.quantity != check.quantity));
        let label = label.map_or_else(String::new, |quantity| format!("{}: ", quantity.label));
        format!("{label}{own}{unit}{notes}")
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Sentences about the seeds in which a claim holds, its counter-run, its readings, and its causes.
pub fn alternatives(results: &Value, number: usize, experiment: &Experiment) -> Vec<String> {
    let claim = &experiment.claims[number];
    let outcome = &results["outcomes"][number];
    let mut lines = Vec::new();
    if let (Some(holds), Some(seeds)) = (outcome["seeds"][0].as_u64(), outcome["seeds"][1].as_u64())
        && holds != 0
        && holds != seeds
    {
        lines.push(format!("Seeds: it agrees in {holds} of {seeds} by themselves."));
    }
    let mut add = |kind: &str, tried: &Alternative, judged: &Value| {
        if let Some(verdict) = judged["verdict"].as_str() {
            let values = values_text(&judged["values"], &Value::Null, experiment, number);
            lines.push(format!("{kind}: {}: {verdict} ({values}).", tried.what));
        }
    };
    for (reading, judged) in claim.readings.iter().zip(entries(&outcome["readings"])) {
        add("Reading", reading, judged);
    }
    for (cause, judged) in claim.causes.iter().zip(entries(&outcome["causes"])) {
        add("Without the cause", cause, judged);
    }
    if let Some(counter) = &claim.counter {
        add("Counter-run", counter, &outcome["counter"]);
    }
    if let Some(reach) = reach_text(results, number) {
        lines.insert(0, format!("Reach: {reach}."));
    }
    lines
}

/// How far a verdict carries: the numbers of values and of readings that agree; `None` if only one was tried.
pub fn reach_text(results: &Value, number: usize) -> Option<String> {
    let outcome = &results["outcomes"][number];
    let of = |name: &str, what: &str| {
        let (holding, all) = (outcome[name][0].as_u64()?, outcome[name][1].as_u64()?);
        (all > 1).then(|| format!("{holding}/{all} {what}"))
    };
    let parts: Vec<String> =
        [of("values", "values"), of("agree", "readings")].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
