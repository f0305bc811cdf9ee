//! `fairshare sweep`: runs a scenario with one or two of its settings at many values, with several seeds each, and gives means with
//! their 95 % intervals. Resumable, on all cores, with results that do not depend on how many.

use std::fmt::Write as _;
use std::path::PathBuf;

use fairshare_papers::model::Watch;
use serde_json::{Map, Value, json};
use sim_core::analysis::confidence::Interval;
use sim_core::params::number;
use sim_core::scenario::set_path;
use sim_core::simulation::{VERSION, kinds};

use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::papers::jobs;
use crate::pool::{Job, run_all, workers};
use crate::store::{FOLDER, Store};

/// More cells than this are a slip of the pen.
const MOST_RUNS: usize = 100_000;

#[derive(clap::Args)]
pub struct Args {
    /// A scenario file, a share link, or - for standard input
    file: String,
    /// What to vary: network.forward.rate=1M,2M,5M or =1M..20M/8 (8 even steps) or =1M..20M/8log (even factors); once or twice
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    vary: Vec<String>,
    /// Change a setting first, as in `run`; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Seeds of each combination, counted from the document's
    #[arg(long, default_value = "5", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: u64,
    /// Print CSV: one row for each combination and number
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Runs side by side [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// Where results of runs are kept
    #[arg(long, value_name = "FOLDER", default_value = FOLDER)]
    results: PathBuf,
}

/// A setting and the values that it takes, as `--set` reads them.
#[derive(Debug, PartialEq)]
struct Varied {
    path: String,
    values: Vec<String>,
}

impl Varied {
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

/// A number and the unit that follows it.
fn split_unit(text: &str) -> Option<(f64, &str)> {
    let end = text
        .char_indices()
        .find(|&(i, c)| {
            let exponent =
                matches!(c, 'e' | 'E') && text[i + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '-');
            !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+') || exponent)
        })
        .map_or(text.len(), |(i, _)| i);
    let (digits, unit) = text.split_at(end);
    digits.parse().ok().filter(|x: &f64| x.is_finite()).map(|x| (x, unit))
}

fn range(from: &str, to: &str, steps: &str) -> Result<Vec<String>, String> {
    let (count, even_factors) = match steps.strip_suffix("log") {
        Some(count) => (count, true),
        None => (steps, false),
    };
    let count: u32 =
        count.parse().ok().filter(|n| (2..=1000).contains(n)).ok_or_else(|| {
            format!("`{steps}` is no number of steps: 2 to 1000, with `log` for even factors.")
        })?;
    let (Some((low, unit)), Some((high, other))) = (split_unit(from), split_unit(to)) else {
        return Err(format!("`{from}..{to}` needs a number at both ends."));
    };
    if unit != other {
        return Err(format!("`{from}..{to}`: write both ends in the same unit."));
    }
    if even_factors && (low <= 0.0 || high <= 0.0) {
        return Err(format!("`{from}..{to}`: even factors need numbers above 0."));
    }
    let value = |i: u32| {
        let part = f64::from(i) / f64::from(count - 1);
        let x = match i {
            0 => low,
            i if i == count - 1 => high,
            _ if even_factors => low * sim_core::ground::math::pow(high / low, part),
            _ => low + (high - low) * part,
        };
        // Six digits are enough for a value between the ends, and read better.
        let x: f64 = if i == 0 || i == count - 1 { x } else { format!("{x:.5e}").parse().unwrap_or(x) };
        format!("{x}{unit}")
    };
    Ok((0..count).map(value).collect())
}

/// One combination of values.
struct Combination {
    values: Vec<String>,
    documents: Vec<Value>,
}

fn combinations(args: &Args, varied: &[Varied]) -> Result<Vec<Combination>, Failure> {
    let kinds = kinds();
    let mut input = Input::read(&args.file)?;
    input.change(&args.set, None, &kinds)?;
    input.scenario(&kinds)?;
    let first = input.link.scenario["seed"].as_u64().unwrap_or(1);
    let second = varied.get(1).map_or_else(|| vec![None], |varied| varied.values.iter().map(Some).collect());
    let mut all = Vec::new();
    for a in &varied[0].values {
        for b in &second {
            let mut document = input.link.scenario.clone();
            let mut set = |path: &str, value: &str| {
                set_path(&mut document, &format!("{path}={value}"), &kinds)
                    .map_err(|issue| Failure::issues("--vary", &[issue]))
            };
            set(&varied[0].path, a)?;
            let mut values = vec![a.clone()];
            if let Some(b) = b {
                set(&varied[1].path, b)?;
                values.push((*b).clone());
            }
            let seeded = |seed: u64| {
                let mut document = document.clone();
                if let Some(object) = document.as_object_mut() {
                    object.insert("seed".to_owned(), Value::from(seed));
                }
                document
            };
            let documents = (first..first.saturating_add(args.seeds)).map(seeded).collect();
            all.push(Combination { values, documents });
        }
    }
    Ok(all)
}

/// Numbers of a flow that are given, and of the forward link.
const OF_FLOWS: [&str; 7] = [
    "goodput_bps",
    "throughput_bps",
    "loss_fraction",
    "loss_event_rate",
    "timeouts",
    "jitter_ms",
    "completion_s",
];
const OF_LINK: [&str; 3] = ["utilisation", "drop_rate", "marks"];

/// Every number of a run, by name: fairness, the bottleneck, and each entry of the document's flows (means of its members).
fn numbers(result: &Value, entries: &[String]) -> Vec<(String, Option<f64>)> {
    let summary = &result["summary"];
    let mut all = Vec::new();
    let empty = Map::new();
    for (name, value) in summary["fairness"].as_object().unwrap_or(&empty) {
        all.push((name.clone(), value.as_f64()));
    }
    let link = &summary["links"][0];
    for name in OF_LINK {
        all.push((format!("forward.{name}"), link[name].as_f64()));
    }
    all.push(("forward.queue_packets".to_owned(), link["queue_packets"]["mean"].as_f64()));
    all.push(("forward.queue_delay_ms".to_owned(), link["queue_delay_ms"]["mean"].as_f64()));
    let flows = summary["flows"].as_array().map_or(&[][..], Vec::as_slice);
    for entry in entries {
        let member = |flow: &&Value| {
            let rest = flow["id"].as_str().and_then(|id| id.strip_prefix(entry.as_str()));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let mean = |value: &dyn Fn(&Value) -> Option<f64>| {
            let of: Option<Vec<f64>> = flows.iter().filter(member).map(value).collect();
            of.filter(|of| !of.is_empty()).map(|of| of.iter().sum::<f64>() / of.len() as f64)
        };
        for name in OF_FLOWS {
            all.push((format!("{entry}.{name}"), mean(&|flow| flow[name].as_f64())));
        }
        all.push((format!("{entry}.rtt_ms"), mean(&|flow| flow["rtt_ms"]["mean"].as_f64())));
    }
    all
}

/// One number of one combination over its seeds.
struct Found {
    name: String,
    interval: Option<Interval>,
}

fn over_seeds(results: &[Value], entries: &[String]) -> Vec<Found> {
    let runs: Vec<Vec<(String, Option<f64>)>> =
        results.iter().map(|result| numbers(result, entries)).collect();
    let Some(first) = runs.first() else { return Vec::new() };
    first
        .iter()
        .enumerate()
        .map(|(index, (name, _))| {
            let values: Option<Vec<f64>> =
                runs.iter().map(|run| run.get(index).and_then(|(_, value)| *value)).collect();
            Found { name: name.clone(), interval: values.as_deref().and_then(Interval::of_95) }
        })
        .collect()
}

pub fn main(args: &Args) -> Result<(), Failure> {
    let kinds = kinds();
    let varied: Vec<Varied> =
        args.vary.iter().map(|text| Varied::parse(text)).collect::<Result<_, _>>().map_err(Failure::input)?;
    if varied.len() > 2 {
        return Err(Failure::input("--vary can be given once or twice."));
    }
    let runs = varied
        .iter()
        .map(|varied| varied.values.len())
        .product::<usize>()
        .saturating_mul(args.seeds as usize);
    if runs > MOST_RUNS {
        return Err(Failure::input(format!("These are {runs} runs; {MOST_RUNS} is the most.")));
    }
    let all = combinations(args, &varied)?;
    let store = Store::in_folder(&args.results);
    let job = |combination: &Combination, document: &Value| {
        let name = format!("{} (seed {})", combination.values.join(", "), document["seed"]);
        Job::new(name, document.clone(), Watch::NOTHING, &kinds)
    };
    let jobs: Vec<Vec<Job>> = all
        .iter()
        .map(|combination| combination.documents.iter().map(|document| job(combination, document)).collect())
        .collect();
    let flat: Vec<&Job> = jobs.iter().flatten().collect();
    run_all(&flat, &store, &kinds, workers(args.jobs))?;
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
            Failure::Run(format!("A result cannot be read from {}.", store.folder().display()))
        })?;
        let ids: Vec<Value> = results.iter().map(|result| result["result_id"].clone()).collect();
        rows.push((combination, over_seeds(&results, &entries), ids));
    }
    let text = if args.json {
        as_json(args, &varied, &rows)
    } else if args.csv {
        as_csv(&varied, &rows)
    } else {
        as_table(args, &varied, &rows)
    };
    output::print(&text)
}

type Row<'a> = (&'a Combination, Vec<Found>, Vec<Value>);

fn as_json(args: &Args, varied: &[Varied], rows: &[Row]) -> String {
    let one = |(combination, found, ids): &Row| {
        let values: Map<String, Value> = varied
            .iter()
            .zip(&combination.values)
            .map(|(varied, value)| (varied.path.clone(), Value::from(value.as_str())))
            .collect();
        let numbers: Map<String, Value> = found
            .iter()
            .map(|found| {
                let value = found.interval.map_or(Value::Null, |interval| {
                    json!({ "mean": number(interval.mean), "half_width": interval.half_width.map_or(Value::Null, number) })
                });
                (found.name.clone(), value)
            })
            .collect();
        json!({ "at": values, "result_ids": ids, "numbers": numbers })
    };
    let all = json!({ "version": VERSION, "seeds": args.seeds, "vary": varied.iter().map(|v| v.path.as_str()).collect::<Vec<_>>(),
                      "cells": rows.iter().map(one).collect::<Value>() });
    format!("{all:#}\n")
}

fn as_csv(varied: &[Varied], rows: &[Row]) -> String {
    let paths: Vec<&str> = varied.iter().map(|varied| varied.path.as_str()).collect();
    let mut text = format!("{},number,mean,half_width,seeds\n", paths.join(","));
    for (combination, found, _) in rows {
        for found in found {
            let (mean, half) = found.interval.map_or_else(Default::default, |interval| {
                (
                    interval.mean.to_string(),
                    interval.half_width.map_or_else(String::new, |half| half.to_string()),
                )
            });
            let seeds = found.interval.map_or(0, |interval| interval.samples);
            let _ = writeln!(text, "{},{},{mean},{half},{seeds}", combination.values.join(","), found.name);
        }
    }
    text
}

/// The numbers that a table shows.
fn shown(name: &str) -> bool {
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

fn as_table(args: &Args, varied: &[Varied], rows: &[Row]) -> String {
    let mut text = String::new();
    for (combination, found, _) in rows {
        let at: Vec<String> = varied
            .iter()
            .zip(&combination.values)
            .map(|(varied, value)| format!("{}={value}", varied.path))
            .collect();
        let _ = writeln!(text, "{}", at.join("  "));
        for found in found.iter().filter(|found| shown(&found.name)) {
            let Some(interval) = found.interval else { continue };
            let half = interval.half_width.map_or_else(String::new, |half| format!(" +- {half:.4}"));
            let _ = writeln!(text, "  {:<28} {:>14.4}{half}", found.name, interval.mean);
        }
    }
    let seeds =
        if args.seeds == 1 { "1 seed".to_owned() } else { format!("{} seeds, 95 % intervals", args.seeds) };
    let _ = writeln!(text, "{seeds}; --csv and --json have every number.");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Varied::parse(text).unwrap().values
    }

    #[test]
    fn lists_ranges_and_even_factors() {
        assert_eq!(values("a=1M,2M"), ["1M", "2M"]);
        assert_eq!(values("a=0..10/3"), ["0", "5", "10"]);
        assert_eq!(values("a=10ms..40ms/4"), ["10ms", "20ms", "30ms", "40ms"]);
        assert_eq!(values("a=1M..100M/3log"), ["1M", "10M", "100M"]);
        assert_eq!(values("a=1e3..2e3/2"), ["1000", "2000"]);
        // A range that is drawn from is one value, not a sweep.
        assert_eq!(values("a=0..10ms"), ["0..10ms"]);
    }

    #[test]
    fn slips_of_the_pen_are_told() {
        for text in ["a", "a=1..2/1", "a=1M..2k/3", "a=0..1/3log", "a=x..y/3", "a=1,,2"] {
            assert!(Varied::parse(text).is_err(), "{text}");
        }
    }
}
