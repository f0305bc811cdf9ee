//! `fairshare digest`: result IDs, and whether they are the expected ones.

use sim_core::record::RecordingSettings;
use sim_core::simulation::{Simulation, kinds};

use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::progress::drive;

#[derive(clap::Args)]
pub struct Args {
    /// Scenario files, share links, or - for standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Fail (status 1) unless every result ID is this one
    #[arg(long, value_name = "HEX", value_parser = result_id)]
    expect: Option<String>,
}

fn result_id(text: &str) -> Result<String, String> {
    let text = text.to_ascii_lowercase();
    if text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        Ok(text)
    } else {
        Err("a result ID is 16 hexadecimal digits".to_owned())
    }
}

pub fn main(args: &Args) -> Result<(), Failure> {
    let kinds = kinds();
    let mut different = Vec::new();
    for file in &args.files {
        let input = Input::read(file)?;
        let mut simulation = Simulation::new(input.scenario(&kinds)?, RecordingSettings::none())
            .map_err(|issues| Failure::issues(&input.name, &issues))?;
        let end = simulation.end();
        drive(&mut simulation, end)?;
        let id = simulation.result_id_text();
        output::print(&format!("{id}  {}\n", input.name))?;
        if let Some(expected) = args.expect.as_ref().filter(|expected| **expected != id) {
            different.push(format!("{}: the result ID is {id}, not {expected}.", input.name));
        }
    }
    if different.is_empty() { Ok(()) } else { Err(Failure::Run(different.join("\n"))) }
}
