//! A single measurement in its own process, so that each run starts with fresh memory and its peak memory can
//! be measured.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::progress::WallClock;
use crate::shared::{output, processor};

/// A single measurement in its own process, started by `bench`
#[derive(clap::Parser)]
#[command(name = "bench-one", hide = true)]
pub struct BenchOneArgs {
    /// The scenario document, or - for standard input
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
    /// The number of packets that all senders have sent.
    pub packets: f64,
    /// Peak memory in bytes; 0 if the operating system does not report it.
    pub peak: f64,
}

impl BenchRun {
    pub fn ns_per_hop(&self) -> f64 {
        self.run * 1e9 / self.hops.max(1.0)
    }
}

impl Run for BenchOneArgs {
    /// Performs the measurement in the child process, and prints it as a line of JSON.
    fn run(&self) -> Result<(), CommandError> {
        let read = match self.document.as_str() {
            "-" => serde_json::from_reader(std::io::stdin().lock()),
            text => serde_json::from_str(text),
        };
        let document: Value = read.map_err(|error| CommandError::input(error.to_string()))?;
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
                "result_id": simulation.result_id_text(),
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
        // An even number, because bins are merged in pairs.
        bins: (whole.bins / parts) & !1,
        series_budget: whole.series_budget / parts,
        event_limit: whole.event_limit / parts,
        ..whole
    }
}

/// Measures a document in a child process, which `tool` starts if it is not empty. Returns the measurement, and what was
/// written to standard error.
pub fn measure(
    document: &Value,
    tool: &[&str],
    arguments: &[&str],
) -> Result<(BenchRun, String), CommandError> {
    let failed = |why: String| CommandError::Run(format!("The measurement failed: {why}"));
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let mut command = match tool {
        [] => Command::new(program),
        [tool, options @ ..] => {
            let mut command = Command::new(tool);
            command.args(options).arg(program);
            command
        }
    };
    command.args(["bench-one", "-"]).args(arguments);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        piped.spawn().map_err(|error| failed(format!("{}: {error}.", tool.first().unwrap_or(&""))))?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(document.to_string().as_bytes()).map_err(|error| failed(error.to_string()))?;
    }
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let measured: Value = serde_json::from_slice(&output.stdout).map_err(|_| failed(report.clone()))?;
    let number = |name: &str| measured[name].as_f64().unwrap_or(0.0);
    let run = BenchRun {
        setup: number("setup_s"),
        run: number("run_s"),
        hops: number("packet_hops"),
        packets: number("packets_sent"),
        peak: number("peak_bytes"),
    };
    Ok((run, report))
}
