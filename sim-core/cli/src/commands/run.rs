//! `fairshare run`: runs a scenario, prints its summary as a table or as JSON, and writes series as CSV files
//! on request.

mod csv;
mod events;
mod summary_text;

use std::path::PathBuf;

use fairshare_exports::series;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION, kinds};

use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;
use crate::shared::output::{FileSet, bin_width};
use crate::shared::progress::run_until;

#[derive(clap::Args)]
pub struct RunArgs {
    /// A scenario file, a share link, a program (.fair), or - for standard input
    file: String,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Write series, events and summary into this folder as CSV files
    #[arg(long, value_name = "FOLDER")]
    csv: Option<PathBuf>,
    /// Width of the time bins in the CSV files, in seconds [default: the smallest of the document's
    /// measure.bins, at most 0.1]
    #[arg(long, value_name = "SECONDS", requires = "csv", value_parser = bin_width)]
    bin: Option<f64>,
    /// Change a setting before the run: network.forward.rate=5M, flows.near.params.beta=0.8; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Set the delivery trace of the forward link from a file in Mahimahi's format
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Set the program of all flows with the algorithm own from a file
    #[arg(long, value_name = "FILE")]
    own: Option<PathBuf>,
    /// Run with another seed
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Also print events such as drops, timeouts and window cuts
    #[arg(long)]
    events: bool,
}

/// Maximum number of rows of recorded events. If there are more events, similar events share a row with a
/// count.
const EVENT_ROWS: usize = 200_000;

fn settings(args: &RunArgs, scenario: &Scenario) -> RecordingSettings {
    let events = args.events || args.csv.is_some();
    if args.csv.is_some() {
        let width = args.bin.unwrap_or_else(|| series::default_width(scenario));
        return RecordingSettings { events, event_limit: EVENT_ROWS, ..series::recording(scenario, width) };
    }
    RecordingSettings { events, event_limit: EVENT_ROWS, ..RecordingSettings::none() }
}

pub fn main(args: &RunArgs) -> Result<(), CommandError> {
    let kinds = kinds();
    let mut input = ScenarioInput::read(&args.file)?;
    if let Some(path) = &args.trace {
        input.set_trace(path)?;
    }
    input.apply_settings(&args.set, args.seed, kinds)?;
    if let Some(path) = &args.own {
        input.set_own(path)?;
    }
    let scenario = input.scenario(kinds)?;
    let settings = settings(args, &scenario);
    let mut simulation =
        Simulation::new(scenario, settings).map_err(|issues| CommandError::issues(&input.name, &issues))?;
    // Creating the folder before the run reports an unusable folder without waiting for the run.
    let files = args.csv.as_deref().map(FileSet::in_folder).transpose()?;
    let end = simulation.end();
    // The measurement window excludes the last nanosecond of the run. The series end at the same time, so
    // that their sums equal the summary.
    let mut timing = run_until(&mut simulation, end.saturating_sub(1))?;
    let series = files.is_some().then(|| {
        simulation.update_series();
        simulation.observer().rec.clone()
    });
    let last_step = run_until(&mut simulation, end)?;
    timing.wall_clock += last_step.wall_clock;
    timing.packet_hops += last_step.packet_hops;
    let mut summary = simulation.summary();
    if let (Some(files), Some(series)) = (files, series) {
        csv::write(files, &simulation, &series, &summary)?;
    }
    let events = args.events.then(|| events::events_json(&simulation));
    if args.json {
        if let (Some(events), Some(object)) = (events, summary.as_object_mut()) {
            object.insert("events".to_owned(), events);
        }
        output::print(&format!("{summary:#}\n"))?;
    } else {
        let mut text = summary_text::summary_text(&simulation, &summary, &timing);
        if let Some(events) = &events {
            text.push_str(&summary_text::events_text(events));
        }
        output::print(&text)?;
    }
    check_shared_result(&input, args, &simulation)
}

/// Compares the result ID of the run with the result ID in the share link, if the link contains one. The IDs
/// may differ if another version made the link, or if settings were changed.
fn check_shared_result(
    input: &ScenarioInput,
    args: &RunArgs,
    simulation: &Simulation,
) -> Result<(), CommandError> {
    let Some(shared) =
        input.link.result_id.as_ref().filter(|_| {
            args.set.is_empty() && args.seed.is_none() && args.trace.is_none() && args.own.is_none()
        })
    else {
        return Ok(());
    };
    let id = simulation.result_id_text();
    if *shared == id {
        return Ok(());
    }
    match input.link.version.as_deref().filter(|version| *version != VERSION) {
        Some(version) => {
            eprintln!(
                "The link was made with Fairshare {version} and has result ID {shared}. This is version {VERSION}, whose results may differ."
            );
            Ok(())
        }
        None => Err(CommandError::Run(format!("The link has result ID {shared}, but this run has {id}."))),
    }
}
