//! `fairshare merge`: prints the results of a sweep whose runs are stored, as `fairshare sweep` prints them.
//! Runs no simulation.

use std::path::PathBuf;

use fairshare_store::{DEFAULT_FOLDER, ResultKey, ResultStore};
use fairshare_sweeps::measure::SweepRecord;
use fairshare_sweeps::report::SweepResults;
use fairshare_sweeps::sweep::Sweep;
use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;

use super::{DefinitionArgs, FormatArgs, named_document, sentences, stored_records};
use crate::shared::command::Run;
use crate::shared::error::CommandError;

/// Print the results of a sweep whose runs are stored, such as those of all its shards
#[derive(clap::Parser)]
#[command(name = "merge")]
pub struct MergeArgs {
    #[command(flatten)]
    definition: DefinitionArgs,
    #[command(flatten)]
    format: FormatArgs,
    /// Print the complete cells even if runs of other cells are missing
    #[arg(long)]
    partial: bool,
    /// A folder of results; repeat it for parts that were stored in different folders
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_FOLDER)]
    store: Vec<PathBuf>,
}

/// The number of cells that a message names.
const NAMED: usize = 10;

/// The cells without results: cells that cannot run, each with the reason, and cells with runs that are not
/// stored.
struct Gaps {
    invalid: Vec<String>,
    missing: Vec<String>,
}

fn gaps(sweep: &Sweep, records: &[Vec<SweepRecord>], kinds: &Kinds) -> Gaps {
    let mut gaps = Gaps { invalid: Vec::new(), missing: Vec::new() };
    for (cell, _) in sweep.cells.iter().zip(records).filter(|(_, records)| records.is_empty()) {
        let (name, document) = named_document(sweep, cell, 1, kinds);
        match Scenario::from_value(document, kinds) {
            Ok(_) => gaps.missing.push(cell.labels.join(", ")),
            Err(issues) => gaps.invalid.push(format!("{name}: {}", sentences(&issues))),
        }
    }
    gaps
}

/// A list of at most `NAMED` names, one on each line.
fn list(names: &[String]) -> String {
    let mut text: String = names.iter().take(NAMED).map(|name| format!("\n  {name}")).collect();
    if names.len() > NAMED {
        text.push_str(&format!("\n  and {} others", names.len() - NAMED));
    }
    text
}

impl Run for MergeArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let sweep = self.definition.sweep(kinds)?;
        let stores: Vec<ResultStore> =
            self.store.iter().map(|folder| ResultStore::in_folder(folder)).collect();
        let read = |key: &ResultKey| -> Option<Value> { stores.iter().find_map(|store| store.read(key)) };
        let records = stored_records(&sweep, kinds, read);
        let Gaps { invalid, missing } = gaps(&sweep, &records, kinds);
        let missing_text = format!(
            "{} of {} cells {} runs without a stored result: they were not made yet, or they failed.{}",
            missing.len(),
            sweep.cells.len(),
            if missing.len() == 1 { "has" } else { "have" },
            list(&missing)
        );
        if !missing.is_empty() && !self.partial {
            return Err(CommandError::Run(format!(
                "{missing_text}\nRun their shards again, or print the complete cells with --partial."
            )));
        }
        self.format.print(&SweepResults::new(&sweep, records))?;
        let cells = if invalid.len() == 1 { "1 cell cannot run and is" } else { "cells cannot run and are" };
        let count = if invalid.len() == 1 { String::new() } else { format!("{} ", invalid.len()) };
        let invalid_text = format!("{count}{cells} left out.{}", list(&invalid));
        match (missing.is_empty(), invalid.is_empty()) {
            (true, true) => Ok(()),
            (false, true) => Err(CommandError::Run(missing_text)),
            (true, false) => Err(CommandError::Run(invalid_text)),
            (false, false) => Err(CommandError::Run(format!("{missing_text}\n{invalid_text}"))),
        }
    }
}
