//! `fairshare run`: runs a scenario, prints its summary as a table or as JSON, and writes series as CSV files
//! on request.

mod csv;
mod events;
mod summary_text;

use std::path::PathBuf;

use fairshare_runs::series;
use sim_core::catalogue::RESULT_FORMAT;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION, kinds};

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::input::{ScenarioArgs, ScenarioInput};
use crate::shared::output;
use crate::shared::output::{FileSet, bin_width};
use crate::shared::progress::run_until;

/// Run a scenario and print a summary
#[derive(clap::Parser)]
#[command(
    name = "run",
    after_help = "Examples:\n  fairshare run near-far\n  fairshare run two.json --set 'flows.*.algorithm=bbr' --csv series/\n  fairshare run '#p=near-far' --json | jq .result_id"
)]
pub struct RunArgs {
    #[command(flatten)]
    scenario: ScenarioArgs,
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
    /// Set the program of all flows with the algorithm own from a file
    #[arg(long, value_name = "FILE")]
    own: Option<PathBuf>,
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

impl Run for RunArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let mut input = self.scenario.read(kinds)?;
        if let Some(path) = &self.own {
            input.set_own(path)?;
        }
        let scenario = input.scenario(kinds)?;
        let settings = settings(self, &scenario);
        let mut simulation = Simulation::new(scenario, settings)
            .map_err(|issues| CommandError::issues(&input.name, &issues))?;
        // Creating the folder before the run reports an unusable folder without waiting for the run.
        let files = self.csv.as_deref().map(FileSet::in_folder).transpose()?;
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
        let events = self.events.then(|| events::events_json(&simulation));
        if self.json {
            if let Some(events) = events {
                summary["events"] = events;
            }
            summary["format"] = RESULT_FORMAT.into();
            output::print(&format!("{summary:#}\n"))?;
        } else {
            let mut text = summary_text::summary_text(&simulation, &summary, &timing);
            if let Some(events) = &events {
                text.push_str(&summary_text::events_text(events));
            }
            output::print(&text)?;
        }
        check_shared_result(&input, self, &simulation)
    }
}

/// Compares the result ID of the run with the result ID in the share link, if the link contains one. The IDs
/// may differ if another version made the link, or if settings were changed.
fn check_shared_result(
    input: &ScenarioInput,
    args: &RunArgs,
    simulation: &Simulation,
) -> Result<(), CommandError> {
    let is_changed = args.scenario.is_changed() || args.own.is_some();
    let Some(shared) = input.link.result_id.as_ref().filter(|_| !is_changed) else { return Ok(()) };
    let id = simulation.result_id_text();
    if *shared == id {
        return Ok(());
    }
    match input.link.version.as_deref().filter(|version| *version != VERSION) {
        Some(version) => {
            output::note(format!(
                "The link was made with Fairshare {version} and has result ID {shared}. This is version {VERSION}, whose results may differ."
            ));
            Ok(())
        }
        None => Err(CommandError::Run(format!("The link has result ID {shared}, but this run has {id}."))),
    }
}
