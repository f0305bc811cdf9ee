//! One measurement, in a process of its own: every run begins with the same memory, and its peak is its own.

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

use super::cpu;
use super::dumbbells::Dumbbell;
use super::graph;
use crate::failure::Failure;
use crate::output;
use crate::progress::Clock;

#[derive(clap::Args)]
pub struct Args {
    /// The scenario, or `graph`
    document: String,
    /// Record as the page does by default
    #[arg(long)]
    recorded: bool,
    /// Build the world and run nothing
    #[arg(long)]
    setup_only: bool,
}

/// Processor seconds, hops and memory of one run.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub setup: f64,
    pub run: f64,
    pub hops: f64,
    /// Bytes; 0 where the system does not tell.
    pub peak: f64,
}

impl Measured {
    pub fn ns_per_hop(&self) -> f64 {
        self.run * 1e9 / self.hops.max(1.0)
    }
}

/// In the child: measures and prints a line of JSON.
pub fn main(args: &Args) -> Result<(), Failure> {
    let document = match args.document.as_str() {
        GRAPH => graph::document(),
        text => serde_json::from_str(text).map_err(|error| Failure::input(error.to_string()))?,
    };
    let issues = |issues: Vec<_>| Failure::issues("dumbbell", &issues);
    let settings = if args.recorded { RecordingSettings::default() } else { RecordingSettings::none() };
    let kinds = kinds();
    let clock = Clock::now();
    let started = cpu::own_time(clock);
    let scenario = Scenario::from_value(document, &kinds).map_err(issues)?;
    let mut simulation = Simulation::new(scenario, settings).map_err(issues)?;
    let built = cpu::own_time(clock);
    if !args.setup_only {
        simulation.run()?;
    }
    let ended = cpu::own_time(clock);
    output::print(&format!(
        "{}\n",
        json!({
            "setup_s": (built - started).as_secs_f64(),
            "run_s": (ended - built).as_secs_f64(),
            "packet_hops": simulation.packet_hops(),
            "peak_bytes": cpu::peak_memory(),
            "digest": simulation.result_id_text(),
        })
    ))
}

/// The graph's document is too long for an argument.
pub const GRAPH: &str = "graph";

/// The arguments with which this program measures a dumbbell.
pub fn arguments(dumbbell: &Dumbbell, recorded: bool, setup_only: bool) -> Vec<String> {
    words(dumbbell.document().to_string(), recorded, setup_only)
}

/// The same for any document.
pub fn words(document: String, recorded: bool, setup_only: bool) -> Vec<String> {
    let mut arguments = vec!["bench-one".to_owned(), document];
    if recorded {
        arguments.push("--recorded".to_owned());
    }
    if setup_only {
        arguments.push("--setup-only".to_owned());
    }
    arguments
}

pub fn own_program() -> Result<std::path::PathBuf, Failure> {
    std::env::current_exe()
        .map_err(|error| Failure::Run(format!("This program's file is not known: {error}.")))
}

/// In the parent: measures in a child.
pub fn spawn(dumbbell: &Dumbbell, recorded: bool) -> Result<Measured, Failure> {
    measured(&dumbbell.name, arguments(dumbbell, recorded, false))
}

pub fn spawn_graph(recorded: bool) -> Result<Measured, Failure> {
    measured(GRAPH, words(GRAPH.to_owned(), recorded, false))
}

pub fn spawn_text(name: &str, document: &str) -> Result<Measured, Failure> {
    measured(name, words(document.to_owned(), false, false))
}

fn measured(name: &str, arguments: Vec<String>) -> Result<Measured, Failure> {
    let output = Command::new(own_program()?)
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Failure::Run(format!("A measurement could not be started: {error}.")))?;
    let read: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| Failure::Run(format!("The measurement of {name} failed.")))?;
    let number = |name: &str| read[name].as_f64().unwrap_or(0.0);
    Ok(Measured {
        setup: number("setup_s"),
        run: number("run_s"),
        hops: number("packet_hops"),
        peak: number("peak_bytes"),
    })
}
