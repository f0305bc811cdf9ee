//! `fairshare sweep`: runs a scenario with several values of one or two settings and several seeds each, and prints means with
//! 95 % confidence intervals. An interrupted sweep can be resumed.

use std::fmt::Write as _;
use std::path::PathBuf;

use fairshare_papers::model::Recording;
use serde_json::{Map, Value, json};
use sim_core::analysis::confidence::Interval;
use sim_core::params::number;
use sim_core::scenario::set_path;
use sim_core::simulation::{VERSION, kinds};

use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;
use crate::shared::pool::{Job, parse_jobs, run_all, worker_count};
use crate::shared::store::{DEFAULT_FOLDER, ResultStore};

/// Maximum number of runs. A larger number is probably a mistake.
const MAX_RUNS: usize = 100_000;

#[derive(clap::Args)]
pub struct SweepArgs {
    /// A scenario file, a share link, or - for standard input
    file: String,
    /// A setting and its values: network.forward.rate=1M,2M,5M or =1M..20M/8 (8 values at equal distances) or =1M..20M/8log (at equal ratios); once or twice
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    vary: Vec<String>,
    /// Change a setting before the runs, as in `run`; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Number of seeds of each combination, starting with the document's seed
    #[arg(long, default_value = "5", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: u64,
    /// Print CSV: one row for each combination of values and each metric
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Number of parallel runs [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// The folder in which results of runs are stored
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_FOLDER)]
    results: PathBuf,
}

/// A setting and its values, in the notation of `--set`.
#[derive(Debug, PartialEq)]
struct VariedSetting {
    path: String,
    values: Vec<String>,
}

impl VariedSetting {
    fn parse(text: &str) -> Result<Self, String> {
        let Some((path, values)) = text.split_once('=') else {
            return Err(format!(
                "`{text}` is not of the form path=values, such as network.forward.rate=1M,2M,5M."
            ));
        };
        let values =
            match values.split_once("..").and_then(|(from, rest)| Some((from, rest.split_once('/')?))) {
                Some((from, (to, steps))) => range(from, to, steps)?,
                None => values.split(',').map(str::to_owned).collect(),
            };
        if values.iter().any(|value| value.trim().is_empty()) {
            return Err(format!("`{text}`: a value is empty."));
        }
        Ok(Self { path: path.to_owned(), values })
    }
}

/// Splits a text into a number and the unit that follows it.
fn split_unit(text: &str) -> Option<(f64, &str)> {
    let end = text
        .char_indices()
        .find(|&(i, c)| {
            let is_exponent =
                matches!(c, 'e' | 'E') && text[i + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '-');
            !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+') || is_exponent)
        })
        .map_or(text.len(), |(i, _)| i);
    let (digits, unit) = text.split_at(end);
    digits.parse().ok().filter(|x: &f64| x.is_finite()).map(|x| (x, unit))
}

/// Expands a range to values at equal distances, or at equal ratios if `steps` ends with `log`.
fn range(from: &str, to: &str, steps: &str) -> Result<Vec<String>, String> {
    let (count, is_logarithmic) = match steps.strip_suffix("log") {
        Some(count) => (count, true),
        None => (steps, false),
    };
    let count: u32 = count.parse().ok().filter(|n| (2..=1000).contains(n)).ok_or_else(|| {
        format!("`{steps}` is not a number of steps: use 2 to 1000, followed by `log` for equal ratios.")
    })?;
    let (Some((low, unit)), Some((high, high_unit))) = (split_unit(from), split_unit(to)) else {
        return Err(format!("`{from}..{to}` needs a number at both ends."));
    };
    if unit != high_unit {
        return Err(format!("`{from}..{to}`: write both ends in the same unit."));
    }
    if is_logarithmic && (low <= 0.0 || high <= 0.0) {
        return Err(format!("`{from}..{to}`: equal ratios need numbers above 0."));
    }
    let value = |i: u32| {
        let fraction = f64::from(i) / f64::from(count - 1);
        let x = match i {
            0 => low,
            i if i == count - 1 => high,
            _ if is_logarithmic => low * sim_core::ground::math::pow(high / low, fraction),
            _ => low + (high - low) * fraction,
        };
        // Values between the ends are rounded to six significant digits.
        let x: f64 = if i == 0 || i == count - 1 { x } else { format!("{x:.5e}").parse().unwrap_or(x) };
        format!("{x}{unit}")
    };
    Ok((0..count).map(value).collect())
}

/// One combination of values, with a document for each seed.
struct Combination {
    /// The value of each varied setting.
    values: Vec<String>,
    documents: Vec<Value>,
}

fn combinations(args: &SweepArgs, settings: &[VariedSetting]) -> Result<Vec<Combination>, CommandError> {
    let kinds = kinds();
    let mut input = ScenarioInput::read(&args.file)?;
    input.apply_settings(&args.set, None, kinds)?;
    input.scenario(kinds)?;
    let first_seed = input.link.scenario["seed"].as_u64().unwrap_or(1);
    // Without a second setting, a single `None`.
    let second_values =
        settings.get(1).map_or_else(|| vec![None], |setting| setting.values.iter().map(Some).collect());
    let mut all = Vec::new();
    for first_value in &settings[0].values {
        for second_value in &second_values {
            let mut document = input.link.scenario.clone();
            let mut set = |path: &str, value: &str| {
                set_path(&mut document, &format!("{path}={value}"), kinds)
                    .map_err(|issue| CommandError::issues("--vary", &[issue]))
            };
            set(&settings[0].path, first_value)?;
            let mut values = vec![first_value.clone()];
            if let Some(second_value) = second_value {
                set(&settings[1].path, second_value)?;
                values.push((*second_value).clone());
            }
            let with_seed = |seed: u64| {
                let mut document = document.clone();
                if let Some(object) = document.as_object_mut() {
                    object.insert("seed".to_owned(), Value::from(seed));
                }
                document
            };
            let documents = (first_seed..first_seed.saturating_add(args.seeds)).map(with_seed).collect();
            all.push(Combination { values, documents });
        }
    }
    Ok(all)
}

/// The fields of a flow's summary that a sweep reports.
const FLOW_METRICS: [&str; 7] = [
    "goodput_bps",
    "throughput_bps",
    "loss_fraction",
    "loss_event_rate",
    "timeouts",
    "jitter_ms",
    "completion_s",
];
/// The fields that a sweep reports of the first link direction in the summary, which is the forward
/// link of a dumbbell.
const LINK_METRICS: [&str; 3] = ["utilisation", "drop_rate", "marks"];

/// The metrics of a run by name: fairness, the first link direction in the summary (as `forward`), and
/// the mean over the flows of each entry of the document's `flows`.
fn metrics(result: &Value, entries: &[String]) -> Vec<(String, Option<f64>)> {
    let summary = &result["summary"];
    let mut all = Vec::new();
    let empty = Map::new();
    for (name, value) in summary["fairness"].as_object().unwrap_or(&empty) {
        all.push((name.clone(), value.as_f64()));
    }
    let link = &summary["links"][0];
    for name in LINK_METRICS {
        all.push((format!("forward.{name}"), link[name].as_f64()));
    }
    all.push(("forward.queue_packets".to_owned(), link["queue_packets"]["mean"].as_f64()));
    all.push(("forward.queue_delay_ms".to_owned(), link["queue_delay_ms"]["mean"].as_f64()));
    let flows = summary["flows"].as_array().map_or(&[][..], Vec::as_slice);
    for entry in entries {
        let is_member = |flow: &&Value| {
            let suffix = flow["id"].as_str().and_then(|id| id.strip_prefix(entry.as_str()));
            suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('.'))
        };
        let mean = |value: &dyn Fn(&Value) -> Option<f64>| {
            let values: Option<Vec<f64>> = flows.iter().filter(is_member).map(value).collect();
            values
                .filter(|values| !values.is_empty())
                .map(|values| values.iter().sum::<f64>() / values.len() as f64)
        };
        for name in FLOW_METRICS {
            all.push((format!("{entry}.{name}"), mean(&|flow| flow[name].as_f64())));
        }
        all.push((format!("{entry}.rtt_ms"), mean(&|flow| flow["rtt_ms"]["mean"].as_f64())));
    }
    all
}

/// A metric of one combination, averaged over its seeds.
struct SweepMetric {
    name: String,
    /// The mean and its confidence interval; `None` if a run has no value.
    interval: Option<Interval>,
}

/// Averages each metric over the results of all seeds.
fn average_over_seeds(results: &[Value], entries: &[String]) -> Vec<SweepMetric> {
    let runs: Vec<Vec<(String, Option<f64>)>> =
        results.iter().map(|result| metrics(result, entries)).collect();
    let Some(first) = runs.first() else { return Vec::new() };
    first
        .iter()
        .enumerate()
        .map(|(index, (name, _))| {
            let values: Option<Vec<f64>> =
                runs.iter().map(|run| run.get(index).and_then(|(_, value)| *value)).collect();
            SweepMetric { name: name.clone(), interval: values.as_deref().and_then(Interval::of_95) }
        })
        .collect()
}

pub fn main(args: &SweepArgs) -> Result<(), CommandError> {
    let kinds = kinds();
    let settings: Vec<VariedSetting> = args
        .vary
        .iter()
        .map(|text| VariedSetting::parse(text))
        .collect::<Result<_, _>>()
        .map_err(CommandError::input)?;
    if settings.len() > 2 {
        return Err(CommandError::input("--vary can be given once or twice."));
    }
    let runs = settings
        .iter()
        .map(|setting| setting.values.len())
        .product::<usize>()
        .saturating_mul(args.seeds as usize);
    if runs > MAX_RUNS {
        return Err(CommandError::input(format!(
            "The sweep has {runs} runs; at most {MAX_RUNS} are accepted."
        )));
    }
    let all = combinations(args, &settings)?;
    let store = ResultStore::in_folder(&args.results);
    let job = |combination: &Combination, document: &Value| {
        let name = format!("{} (seed {})", combination.values.join(", "), document["seed"]);
        Job::new(name, document.clone(), Recording::SUMMARY_ONLY, kinds)
    };
    let jobs: Vec<Vec<Job>> = all
        .iter()
        .map(|combination| combination.documents.iter().map(|document| job(combination, document)).collect())
        .collect();
    let all_jobs: Vec<&Job> = jobs.iter().flatten().collect();
    run_all(&all_jobs, &store, kinds, worker_count(args.jobs))?;
    let entries: Vec<String> = all[0].documents[0]["flows"]
        .as_array()
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .filter_map(|flow| flow["id"].as_str().map(str::to_owned))
        .collect();
    let mut rows = Vec::new();
    for (combination, jobs) in all.iter().zip(&jobs) {
        let results: Option<Vec<Value>> = jobs.iter().map(|job| store.read(&job.key)).collect();
        let results = results.ok_or_else(|| {
            CommandError::Run(format!("A result cannot be read from {}.", store.folder().display()))
        })?;
        let ids: Vec<Value> = results.iter().map(|result| result["result_id"].clone()).collect();
        rows.push((combination, average_over_seeds(&results, &entries), ids));
    }
    let text = if args.json {
        as_json(args, &settings, &rows)
    } else if args.csv {
        as_csv(&settings, &rows)
    } else {
        as_table(args, &settings, &rows)
    };
    output::print(&text)
}

/// A combination, its metrics, and the result IDs of its runs.
type SweepRow<'a> = (&'a Combination, Vec<SweepMetric>, Vec<Value>);

fn as_json(args: &SweepArgs, settings: &[VariedSetting], rows: &[SweepRow]) -> String {
    let row_json = |(combination, found, ids): &SweepRow| {
        let values: Map<String, Value> = settings
            .iter()
            .zip(&combination.values)
            .map(|(setting, value)| (setting.path.clone(), Value::from(value.as_str())))
            .collect();
        let metrics: Map<String, Value> = found
            .iter()
            .map(|found| {
                let value = found.interval.map_or(Value::Null, |interval| {
                    json!({ "mean": number(interval.mean), "half_width": interval.half_width.map_or(Value::Null, number) })
                });
                (found.name.clone(), value)
            })
            .collect();
        json!({ "at": values, "result_ids": ids, "numbers": metrics })
    };
    let all = json!({ "version": VERSION, "seeds": args.seeds, "vary": settings.iter().map(|v| v.path.as_str()).collect::<Vec<_>>(),
                      "cells": rows.iter().map(row_json).collect::<Value>() });
    format!("{all:#}\n")
}

fn as_csv(settings: &[VariedSetting], rows: &[SweepRow]) -> String {
    let paths: Vec<&str> = settings.iter().map(|setting| setting.path.as_str()).collect();
    let mut text = format!("{},number,mean,half_width,seeds\n", paths.join(","));
    for (combination, found, _) in rows {
        for found in found {
            let (mean, half_width) = found.interval.map_or_else(Default::default, |interval| {
                (
                    interval.mean.to_string(),
                    interval.half_width.map_or_else(String::new, |half_width| half_width.to_string()),
                )
            });
            let seeds = found.interval.map_or(0, |interval| interval.samples);
            let _ =
                writeln!(text, "{},{},{mean},{half_width},{seeds}", combination.values.join(","), found.name);
        }
    }
    text
}

/// Returns whether the table includes a metric.
fn is_in_table(name: &str) -> bool {
    matches!(
        name,
        "jain"
            | "theta"
            | "friendliness"
            | "forward.utilisation"
            | "forward.queue_delay_ms"
            | "forward.drop_rate"
    ) || name.ends_with(".goodput_bps")
}

fn as_table(args: &SweepArgs, settings: &[VariedSetting], rows: &[SweepRow]) -> String {
    let mut text = String::new();
    for (combination, found, _) in rows {
        let at: Vec<String> = settings
            .iter()
            .zip(&combination.values)
            .map(|(setting, value)| format!("{}={value}", setting.path))
            .collect();
        let _ = writeln!(text, "{}", at.join("  "));
        for found in found.iter().filter(|found| is_in_table(&found.name)) {
            let Some(interval) = found.interval else { continue };
            let half_width =
                interval.half_width.map_or_else(String::new, |half_width| format!(" +- {half_width:.4}"));
            let _ = writeln!(text, "  {:<28} {:>14.4}{half_width}", found.name, interval.mean);
        }
    }
    let seeds =
        if args.seeds == 1 { "1 seed".to_owned() } else { format!("{} seeds, 95 % intervals", args.seeds) };
    let _ = writeln!(text, "{seeds}; --csv and --json include all metrics.");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        VariedSetting::parse(text).unwrap().values
    }

    #[test]
    fn lists_and_ranges_are_parsed() {
        assert_eq!(values("a=1M,2M"), ["1M", "2M"]);
        assert_eq!(values("a=0..10/3"), ["0", "5", "10"]);
        assert_eq!(values("a=10ms..40ms/4"), ["10ms", "20ms", "30ms", "40ms"]);
        assert_eq!(values("a=1M..100M/3log"), ["1M", "10M", "100M"]);
        assert_eq!(values("a=1e3..2e3/2"), ["1000", "2000"]);
        // A range without a number of steps is a single value, from which the simulator draws a random number.
        assert_eq!(values("a=0..10ms"), ["0..10ms"]);
    }

    #[test]
    fn malformed_values_are_rejected() {
        for text in ["a", "a=1..2/1", "a=1M..2k/3", "a=0..1/3log", "a=x..y/3", "a=1,,2"] {
            assert!(VariedSetting::parse(text).is_err(), "{text}");
        }
    }
}
