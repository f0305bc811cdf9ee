//! `fairshare validate`: checks documents and prints all problems.

use sim_core::record::RecordingSettings;
use sim_core::scenario::Derived;
use sim_core::simulation::{Simulation, kinds};

use crate::commands::Run;
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
}

impl Run for ValidateArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let mut problems = Vec::new();
        for file in &self.files {
            let checked = ScenarioInput::read(file).and_then(|input| {
                let scenario = input.scenario(kinds)?;
                let derived = Derived::of(&scenario);
                // Some combinations of settings are rejected only when the simulation is built.
                Simulation::new(scenario, RecordingSettings::none())
                    .map_err(|issues| CommandError::issues(&input.name, &issues))?;
                Ok((input.name, derived))
            });
            match checked {
                Ok((name, derived)) => {
                    let flows = derived.flows.len();
                    let plural = if flows == 1 { "" } else { "s" };
                    let packets = derived.estimated_packets;
                    output::print(&format!(
                        "{name}: valid, {flows} flow{plural}, about {packets:.0} packets\n"
                    ))?;
                }
                Err(CommandError::Input(lines)) => problems.extend(lines),
                Err(other) => return Err(other),
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(CommandError::Input(problems)) }
    }
}
