//! `fairshare compare`: runs two scenarios with the same seeds, and says which of their numbers differ.

use fairshare_measures::numbers::{Entry, named, names, value};
use fairshare_runs::run::{Recording, run};
use serde_json::{Value, json};
use sim_core::analysis::confidence::compare_paired;
use sim_core::boundary::{Estimate, PairedComparison, PairedVerdict};
use sim_core::catalogue::RESULT_FORMAT;
use sim_core::ground::quantity::quantity;
use sim_core::json_object;
use sim_core::simulation::{VERSION, kinds};

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;
use crate::shared::parallel::compute_all;
use crate::shared::pool::{parse_jobs, worker_count};
use crate::shared::progress::interrupted;
use crate::shared::text_table::TextTable;

/// Run two scenarios with several seeds, and say which numbers differ
#[derive(clap::Parser)]
#[command(
    name = "compare",
    after_help = "Examples:\n  fairshare compare a.json b.json\n  fairshare compare near-far --set network.forward.queue=fq_codel\n  \
                  fairshare compare call-download --alone call\n\n\
                  Both scenarios run with the same seeds. A difference counts if the 95 % interval of the differences of the pairs excludes 0."
)]
pub struct CompareArgs {
    /// The first scenario: a file, a share link, the name of an example, or - for standard input
    a: String,
    /// The second scenario [default: the first one]
    b: Option<String>,
    /// Change a setting of the second scenario; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Compare this flow alone (A) with the flow among the others (B), and print the harm that these do to it
    #[arg(long, value_name = "FLOW", conflicts_with_all = ["b", "set"])]
    alone: Option<String>,
    /// Number of seeds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(3..=1000))]
    seeds: u64,
    /// Print the comparison as JSON
    #[arg(long)]
    json: bool,
    /// Number of runs at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
}

json_object! {
    /// A number that both scenarios have.
    pub struct Compared {
        pub name: String,
        pub a: Estimate,
        pub b: Estimate,
        /// Of the pairs of runs with the same seed, b - a.
        pub difference: Estimate,
        pub verdict: PairedVerdict,
        /// The harm that the others do to the flow of `--alone`; null without it.
        pub harm: Option<f64>,
    }
}

json_object! {
    /// What `compare --json` prints.
    pub struct Comparison {
        pub format: u64,
        pub version: String,
        /// The name of the first scenario.
        pub a: String,
        pub b: String,
        /// Number of runs of each scenario.
        pub seeds: u64,
        pub numbers: Vec<Compared>,
    }
}

/// Switches all other flows of a document off.
fn leave_alone(document: &mut Value, flow: &str) -> Result<(), CommandError> {
    let flows = document["flows"].as_array().cloned().unwrap_or_default();
    let others: Vec<&str> =
        flows.iter().filter_map(|one| one["id"].as_str()).filter(|id| *id != flow).collect();
    if others.len() == flows.len() {
        let known = others.join("`, `");
        return Err(CommandError::input(format!("The scenario has no flow `{flow}`. It has `{known}`.")));
    }
    let mut timeline = document["timeline"].as_array().cloned().unwrap_or_default();
    for id in others {
        let set = format!("flows.{id}.active");
        timeline.retain(|entry| entry["set"] != set.as_str());
        timeline.insert(0, json!({ "at": 0, "set": set, "to": false }));
    }
    document["timeline"] = Value::from(timeline);
    Ok(())
}

impl Run for CompareArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        if self.b.is_none() && self.set.is_empty() && self.alone.is_none() {
            return Err(CommandError::input(
                "Name a second scenario, a change with --set, or a flow with --alone.",
            ));
        }
        let mut a = ScenarioInput::read(&self.a)?;
        let mut b = ScenarioInput::read(self.b.as_deref().unwrap_or(&self.a))?;
        b.apply_settings(&self.set, None, kinds)?;
        b.scenario(kinds)?;
        if let Some(flow) = &self.alone {
            leave_alone(&mut a.link.scenario, flow)?;
            a.name = format!("{flow} alone in {}", a.name);
        }
        a.scenario(kinds)?;
        let runs: Vec<(&ScenarioInput, u64)> =
            [&a, &b].into_iter().flat_map(|input| (0..self.seeds).map(move |seed| (input, seed))).collect();
        let results = compute_all(&runs, worker_count(self.jobs), |(input, seed)| {
            let result =
                run(with_seed(&input.link.scenario, *seed), Recording::SUMMARY_ONLY, kinds, &interrupted);
            if interrupted() { None } else { Some(result) }
        })?;
        let results = results.into_iter().collect::<Result<Vec<Value>, _>>();
        let results = results.map_err(|error| CommandError::of_run(&self.a, error))?;
        let (of_a, of_b) = results.split_at(results.len() / 2);
        let numbers = compare(&a, &b, of_a, of_b, self.alone.as_deref());
        let (format, version, seeds) = (RESULT_FORMAT, VERSION.to_owned(), self.seeds);
        let comparison = Comparison { format, version, a: a.name, b: b.name, seeds, numbers };
        output::print(&if self.json { format!("{:#}\n", comparison.to_json()) } else { comparison.text() })
    }
}

/// The document with the seed that is `more` above its own.
fn with_seed(document: &Value, more: u64) -> Value {
    let mut document = document.clone();
    let seed = document["seed"].as_u64().unwrap_or(1);
    document["seed"] = Value::from(seed + more);
    document
}

/// The numbers that both scenarios have. With a flow that is alone in `a`, those of this flow of which one value is better.
fn compare(
    a: &ScenarioInput,
    b: &ScenarioInput,
    of_a: &[Value],
    of_b: &[Value],
    alone: Option<&str>,
) -> Vec<Compared> {
    let names_of = |input: &ScenarioInput| {
        let flows = input.link.scenario["flows"].as_array().cloned().unwrap_or_default();
        let entries: Vec<Entry> = flows.iter().filter_map(Entry::of).collect();
        names(&entries, |number| number.compared.is_some() || alone.is_some() && number.stored)
    };
    let in_b = names_of(b);
    let values = |results: &[Value], name: &str| -> Option<Vec<f64>> {
        results.iter().map(|result| value(&result["summary"], name)).collect()
    };
    let shared = names_of(a).into_iter().filter(|name| in_b.contains(name));
    shared
        .filter_map(|name| {
            let PairedComparison { a, b, difference, verdict } =
                compare_paired(&values(of_a, &name)?, &values(of_b, &name)?);
            let Some(flow) = alone else {
                return Some(Compared { name, a, b, difference, verdict, harm: None });
            };
            let (number, owner) = named(&name, |owner| owner == "forward")?;
            let harm = number.harm(a.mean?, b.mean?).filter(|_| owner == flow)?;
            Some(Compared { name, a, b, difference, verdict, harm: Some(harm) })
        })
        .collect()
}

fn verdict(verdict: PairedVerdict) -> &'static str {
    match verdict {
        PairedVerdict::Differ => "differs",
        PairedVerdict::Chance => "may be chance",
        PairedVerdict::Same => "the same",
        PairedVerdict::TooFew => "too few seeds",
    }
}

impl Comparison {
    fn text(&self) -> String {
        let has_harm = self.numbers.iter().any(|number| number.harm.is_some());
        let last = if has_harm { "harm" } else { "" };
        let mut table = TextTable::new(1, &["", "A", "B", "B - A", "", "", last]);
        for Compared { name, a, b, difference, verdict: found, harm } in &self.numbers {
            let number = named(name, |owner| owner == "forward").map(|(number, _)| number);
            let shown =
                |value: f64| number.map_or_else(|| format!("{value:.3}"), |number| number.text(Some(value)));
            let width =
                difference.half_width.map_or_else(String::new, |width| format!("+- {}", shown(width)));
            table.row(vec![
                name.clone(),
                a.mean.map_or_else(String::new, shown),
                b.mean.map_or_else(String::new, shown),
                difference.mean.map_or_else(String::new, shown),
                width,
                verdict(*found).to_owned(),
                harm.map_or_else(String::new, |harm| quantity(harm, "share", 2)),
            ]);
        }
        let Self { a, b, seeds, .. } = self;
        format!("A: {a}\nB: {b}\n{seeds} seeds, means, 95 % intervals of the differences\n\n{}", table.text())
    }
}
