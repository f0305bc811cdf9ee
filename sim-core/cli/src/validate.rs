//! `fairshare validate`: says of each document whether it can be run, and everything that is wrong with it.

use sim_core::record::RecordingSettings;
use sim_core::scenario::Derived;
use sim_core::simulation::{Simulation, kinds};

use crate::failure::Failure;
use crate::input::Input;
use crate::output;

#[derive(clap::Args)]
pub struct Args {
    /// Scenario files, share links, or - for standard input
    #[arg(required = true)]
    files: Vec<String>,
}

pub fn main(args: &Args) -> Result<(), Failure> {
    let kinds = kinds();
    let mut problems = Vec::new();
    for file in &args.files {
        let checked = Input::read(file).and_then(|input| {
            let scenario = input.scenario(&kinds)?;
            let derived = Derived::of(&scenario);
            // Some settings only their owner can judge, when it is built.
            Simulation::new(scenario, RecordingSettings::none())
                .map_err(|issues| Failure::issues(&input.name, &issues))?;
            Ok((input.name, derived))
        });
        match checked {
            Ok((name, derived)) => {
                let flows = derived.flows.len();
                let plural = if flows == 1 { "" } else { "s" };
                let packets = derived.estimated_packets;
                output::print(&format!("{name}: valid, {flows} flow{plural}, about {packets:.0} packets\n"))?;
            }
            Err(Failure::Input(lines)) => problems.extend(lines),
            Err(other) => return Err(other),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Input(problems)) }
}
