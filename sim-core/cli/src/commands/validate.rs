//! `fairshare validate`: checks documents and prints all problems.

use sim_core::catalogue::RESULT_FORMAT;
use sim_core::json_object;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Derived;
use sim_core::simulation::{Simulation, VERSION, kinds};

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;

/// Check scenarios without running them
#[derive(clap::Parser)]
#[command(name = "validate")]
pub struct ValidateArgs {
    /// Scenario files, share links, or - for standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

json_object! {
    /// What was found in a document.
    pub struct Checked {
        pub name: String,
        pub valid: bool,
        /// The number of flows; null if the document is not valid.
        pub flows: Option<usize>,
        /// About how many packets a run sends; null if the document is not valid.
        pub packets: Option<f64>,
        pub problems: Vec<String>,
    }
}

json_object! {
    /// What `validate --json` prints.
    pub struct Checks {
        pub format: u64,
        pub version: String,
        pub files: Vec<Checked>,
    }
}

impl Run for ValidateArgs {
    fn run(&self) -> Result<(), CommandError> {
        let files = self.files.iter().map(|file| check(file)).collect::<Result<Vec<Checked>, _>>()?;
        let checks = Checks { format: RESULT_FORMAT, version: VERSION.to_owned(), files };
        if self.json {
            output::print(&format!("{:#}\n", checks.to_json()))?;
        }
        let mut problems = Vec::new();
        for Checked { name, flows, packets, problems: found, .. } in checks.files {
            if let (Some(flows), Some(packets), false) = (flows, packets, self.json) {
                let plural = if flows == 1 { "" } else { "s" };
                output::print(&format!("{name}: valid, {flows} flow{plural}, about {packets:.0} packets\n"))?;
            }
            problems.extend(found);
        }
        if problems.is_empty() { Ok(()) } else { Err(CommandError::Input(problems)) }
    }
}

fn check(file: &str) -> Result<Checked, CommandError> {
    let kinds = kinds();
    let checked = ScenarioInput::read(file).and_then(|input| {
        let scenario = input.scenario(kinds)?;
        let derived = Derived::of(&scenario);
        // Some combinations of settings are rejected only when the simulation is built.
        Simulation::new(scenario, RecordingSettings::none())
            .map_err(|issues| CommandError::issues(&input.name, &issues))?;
        let (flows, packets) = (Some(derived.flows.len()), Some(derived.estimated_packets));
        Ok(Checked { name: input.name, valid: true, flows, packets, problems: Vec::new() })
    });
    match checked {
        Err(CommandError::Input(problems)) => {
            Ok(Checked { name: file.to_owned(), valid: false, flows: None, packets: None, problems })
        }
        other => other,
    }
}
