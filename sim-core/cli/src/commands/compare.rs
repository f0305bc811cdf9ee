//! `fairshare compare`: runs two scenarios with the same seeds, and says which of their numbers differ.

use fairshare_measures::numbers::{Entry, named, names, value};
use fairshare_runs::run::{Recording, run};
use serde_json::Value;
use sim_core::analysis::confidence::compare_paired;
use sim_core::boundary::{Estimate, PairedComparison, PairedVerdict};
use sim_core::catalogue::RESULT_FORMAT;
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
    after_help = "Examples:\n  fairshare compare a.json b.json\n  fairshare compare near-far --set network.forward.queue=fq_codel\n\n\
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

impl Run for CompareArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        if self.b.is_none() && self.set.is_empty() {
            return Err(CommandError::input("Name a second scenario, or a change with --set."));
        }
        let a = ScenarioInput::read(&self.a)?;
        let mut b = ScenarioInput::read(self.b.as_deref().unwrap_or(&self.a))?;
        b.apply_settings(&self.set, None, kinds)?;
        for input in [&a, &b] {
            input.scenario(kinds)?;
        }
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
        let numbers = compare(&a, &b, of_a, of_b);
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

fn compare(a: &ScenarioInput, b: &ScenarioInput, of_a: &[Value], of_b: &[Value]) -> Vec<Compared> {
    let names_of = |input: &ScenarioInput| {
        let flows = input.link.scenario["flows"].as_array().cloned().unwrap_or_default();
        let entries: Vec<Entry> = flows.iter().filter_map(Entry::of).collect();
        names(&entries, |number| number.compared.is_some())
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
            Some(Compared { name, a, b, difference, verdict })
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
        let mut table = TextTable::new(1, &["", "A", "B", "B - A", "", ""]);
        for Compared { name, a, b, difference, verdict: found } in &self.numbers {
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
            ]);
        }
        let Self { a, b, seeds, .. } = self;
        format!("A: {a}\nB: {b}\n{seeds} seeds, means, 95 % intervals of the differences\n\n{}", table.text())
    }
}
