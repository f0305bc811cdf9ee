//! `fairshare validate`: checks documents and prints all problems.

use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Derived;
use sim_core::simulation::{Simulation, kinds};

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

/// What was found in a document.
struct Checked {
    name: String,
    /// The numbers of flows and of packets, or the problems.
    found: Result<(usize, f64), Vec<String>>,
}

impl Run for ValidateArgs {
    fn run(&self) -> Result<(), CommandError> {
        let checked = self.files.iter().map(|file| check(file)).collect::<Result<Vec<Checked>, _>>()?;
        if self.json {
            let files: Vec<Value> = checked.iter().map(Checked::to_json).collect();
            output::print(&format!("{:#}\n", json!({ "files": files })))?;
        }
        let mut problems = Vec::new();
        for Checked { name, found } in checked {
            match found {
                Ok((flows, packets)) if !self.json => {
                    let plural = if flows == 1 { "" } else { "s" };
                    output::print(&format!(
                        "{name}: valid, {flows} flow{plural}, about {packets:.0} packets\n"
                    ))?;
                }
                Ok(_) => {}
                Err(lines) => problems.extend(lines),
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(CommandError::Input(problems)) }
    }
}

impl Checked {
    fn to_json(&self) -> Value {
        match &self.found {
            Ok((flows, packets)) => {
                json!({ "name": self.name, "valid": true, "flows": flows, "packets": packets })
            }
            Err(problems) => json!({ "name": self.name, "valid": false, "problems": problems }),
        }
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
        let found = Ok((derived.flows.len(), derived.estimated_packets));
        Ok(Checked { name: input.name, found })
    });
    match checked {
        Err(CommandError::Input(lines)) => Ok(Checked { name: file.to_owned(), found: Err(lines) }),
        other => other,
    }
}
