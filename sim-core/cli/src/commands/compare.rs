//! `fairshare compare`: runs two scenarios with the same seeds, and says which of their numbers differ.

use fairshare_measures::compare::{Compared, Comparison, alone, compare, with_seed};
use fairshare_measures::numbers::named;
use fairshare_runs::run::{Recording, run};
use serde_json::Value;
use sim_core::boundary::PairedVerdict;
use sim_core::catalogue::RESULT_FORMAT;
use sim_core::ground::quantity::quantity;
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
                  Both scenarios run with the same seeds. With many numbers, chance alone makes some intervals exclude 0, so verdicts\n\
                  follow Holm's method: of all comparisons without a difference, at most 5 % say that something differs."
)]
pub struct CompareArgs {
    /// The first scenario: a file, a share link, the name of an example, or - for standard input
    a: String,
    /// The second scenario [default: the first one]
    b: Option<String>,
    /// Change a setting of the second scenario; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Change a setting of both scenarios; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set_both: Vec<String>,
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

impl Run for CompareArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        if self.b.is_none() && self.set.is_empty() && self.alone.is_none() {
            return Err(CommandError::input(
                "Name a second scenario, a change with --set, or a flow with --alone.",
            ));
        }
        let mut a = ScenarioInput::read(&self.a)?;
        let mut b = self.b.as_deref().map_or_else(|| Ok(a.clone()), ScenarioInput::read)?;
        a.apply_settings(&self.set_both, None, kinds)?;
        b.apply_settings(&[self.set_both.as_slice(), &self.set].concat(), None, kinds)?;
        b.scenario(kinds)?;
        if let Some(flow) = &self.alone {
            a.link.scenario = alone(&a.link.scenario, flow).map_err(CommandError::input)?;
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
        let numbers = compare((&a.link.scenario, &b.link.scenario), (of_a, of_b), self.alone.as_deref());
        let (format, version, seeds) = (RESULT_FORMAT, VERSION.to_owned(), self.seeds);
        let comparison = Comparison { format, version, a: a.name, b: b.name, seeds, numbers };
        output::print(&if self.json { format!("{:#}\n", comparison.to_json()) } else { text(&comparison) })
    }
}

fn verdict(verdict: PairedVerdict) -> &'static str {
    match verdict {
        PairedVerdict::Differ => "differs",
        PairedVerdict::Chance => "may be chance",
        PairedVerdict::Same => "the same",
        PairedVerdict::TooFew => "too few seeds",
    }
}

fn text(comparison: &Comparison) -> String {
    let has_harm = comparison.numbers.iter().any(|number| number.harm.is_some());
    let last = if has_harm { "harm" } else { "" };
    let mut table = TextTable::new(1, &["", "A", "B", "B - A", "", "", last]);
    for Compared { name, a, b, difference, verdict: found, harm } in &comparison.numbers {
        let number = named(name, |owner| owner == "forward").map(|(number, _)| number);
        let shown =
            |value: f64| number.map_or_else(|| format!("{value:.3}"), |number| number.text(Some(value)));
        let width = difference.half_width.map_or_else(String::new, |width| format!("+- {}", shown(width)));
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
    let Comparison { a, b, seeds, .. } = comparison;
    format!(
        "A: {a}\nB: {b}\n{seeds} seeds, means, 95 % intervals of the differences, verdicts by Holm's method\n\n{}",
        table.text()
    )
}
