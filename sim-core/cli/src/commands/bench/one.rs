//! A single measurement in its own process, so that each run starts with fresh memory and its peak memory can
//! be measured.

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

use super::dumbbells::Dumbbell;
use super::graph;
use crate::commands::Run;
use crate::shared::error::CommandError;
use crate::shared::progress::WallClock;
use crate::shared::{output, processor};

/// A single measurement in its own process, started by `bench`
#[derive(clap::Parser)]
#[command(name = "bench-one", hide = true)]
pub struct BenchOneArgs {
    /// The scenario document, or `graph`
    document: String,
    /// Record the default signals of the page
    #[arg(long)]
    recorded: bool,
    /// With `--recorded`: divide the number of bins and of events by this, because the run is that part of a
    /// longer run
    #[arg(long, default_value_t = 1)]
    part: usize,
    /// Build the simulation but do not run it
    #[arg(long)]
    setup_only: bool,
}

/// Processor times in seconds, packet-hops and memory of one run.
#[derive(Clone, Copy, Debug)]
pub struct BenchRun {
    pub setup: f64,
    pub run: f64,
    pub hops: f64,
    /// Peak memory in bytes; 0 if the operating system does not report it.
    pub peak: f64,
}

impl BenchRun {
    pub fn ns_per_hop(&self) -> f64 {
        self.run * 1e9 / self.hops.max(1.0)
    }
}

/// Performs the measurement in the child process, and prints it as a line of JSON.
impl Run for BenchOneArgs {
    fn run(&self) -> Result<(), CommandError> {
        let document = match self.document.as_str() {
            GRAPH => graph::document(),
            text => serde_json::from_str(text).map_err(|error| CommandError::input(error.to_string()))?,
        };
        let issues = |issues: Vec<_>| CommandError::issues("dumbbell", &issues);
        let settings = if self.recorded { recording(self.part.max(1)) } else { RecordingSettings::none() };
        let kinds = kinds();
        let clock = WallClock::now();
        let started = processor::process_time(clock);
        let scenario = Scenario::from_value(document, kinds).map_err(issues)?;
        let mut simulation = Simulation::new(scenario, settings).map_err(issues)?;
        let built = processor::process_time(clock);
        if !self.setup_only {
            simulation.run()?;
        }
        let ended = processor::process_time(clock);
        output::print(&format!(
            "{}\n",
            json!({
                "setup_s": (built - started).as_secs_f64(),
                "run_s": (ended - built).as_secs_f64(),
                "packet_hops": simulation.packet_hops(),
                "packets_sent": packets_sent(&simulation),
                "peak_bytes": processor::peak_memory(),
                "digest": simulation.result_id_text(),
            })
        ))
    }
}

/// Number of packets that all senders have sent.
fn packets_sent(simulation: &Simulation) -> u64 {
    simulation.world().net().conns().iter().map(|conn| conn.paths[0].sent).sum()
}

/// The page's default recording for one of `parts` equal parts of a run: bins are as wide as in the whole
/// run, and each packet leads to the same share of the events.
fn recording(parts: usize) -> RecordingSettings {
    let whole = RecordingSettings::default();
    RecordingSettings {
        bins: (whole.bins / parts) & !1,
        series_budget: whole.series_budget / parts,
        event_limit: whole.event_limit / parts,
        ..whole
    }
}

/// The argument that selects the document of `graph`, which is too long to be passed as an argument.
pub const GRAPH: &str = "graph";

/// The arguments of this program that measure a dumbbell.
pub fn arguments(dumbbell: &Dumbbell, recorded: bool, setup_only: bool) -> Vec<String> {
    document_arguments(dumbbell.document().to_string(), recorded, setup_only)
}

/// The arguments of this program that measure a document.
pub fn document_arguments(document: String, recorded: bool, setup_only: bool) -> Vec<String> {
    let mut arguments = vec!["bench-one".to_owned(), document];
    if recorded {
        arguments.push("--recorded".to_owned());
    }
    if setup_only {
        arguments.push("--setup-only".to_owned());
    }
    arguments
}

/// The path of this program.
pub fn current_program() -> Result<std::path::PathBuf, CommandError> {
    std::env::current_exe()
        .map_err(|error| CommandError::Run(format!("The path of this program is unknown: {error}.")))
}

/// Measures a dumbbell in a child process.
pub fn measure_dumbbell(dumbbell: &Dumbbell, recorded: bool) -> Result<BenchRun, CommandError> {
    run_child(&dumbbell.name, arguments(dumbbell, recorded, false))
}

/// Measures the graph in a child process.
pub fn measure_graph(recorded: bool) -> Result<BenchRun, CommandError> {
    run_child(GRAPH, document_arguments(GRAPH.to_owned(), recorded, false))
}

/// Measures a document in a child process.
pub fn measure_document(name: &str, document: &str) -> Result<BenchRun, CommandError> {
    run_child(name, document_arguments(document.to_owned(), false, false))
}

/// Runs this program with these arguments and reads the measurement that it prints.
fn run_child(name: &str, arguments: Vec<String>) -> Result<BenchRun, CommandError> {
    let output = Command::new(current_program()?)
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| CommandError::Run(format!("A measurement could not be started: {error}.")))?;
    let measurement: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| CommandError::Run(format!("The measurement of {name} failed.")))?;
    let number = |name: &str| measurement[name].as_f64().unwrap_or(0.0);
    Ok(BenchRun {
        setup: number("setup_s"),
        run: number("run_s"),
        hops: number("packet_hops"),
        peak: number("peak_bytes"),
    })
}
