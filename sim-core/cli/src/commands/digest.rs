//! `fairshare digest`: prints result IDs and compares them with an expected result ID. A link that another
//! version made is refused, because only the other version can compute its result ID.

use sim_core::record::RecordingSettings;
use sim_core::simulation::{Simulation, VERSION, kinds};

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;
use crate::shared::progress::run_until;

/// Run scenarios and print their result IDs only
#[derive(clap::Parser)]
#[command(name = "digest")]
pub struct DigestArgs {
    /// Scenario files, share links, or - for standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Fail (status 1) unless every result ID equals this one
    #[arg(long, value_name = "HEX", value_parser = parse_result_id)]
    expect: Option<String>,
}

fn parse_result_id(text: &str) -> Result<String, String> {
    let text = text.to_ascii_lowercase();
    if text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        Ok(text)
    } else {
        Err("a result ID is 16 hexadecimal digits".to_owned())
    }
}

impl Run for DigestArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let mut differences = Vec::new();
        let mut other_versions = Vec::new();
        for file in &self.files {
            let input = ScenarioInput::read(file)?;
            let version = input.link.version.as_deref();
            if let Some(version) = version.filter(|version| *version != VERSION) {
                other_versions.push(format!(
                    "{}: made with version {version}; this is version {VERSION}. The page shows links of earlier versions with \
                     the engine that made them.",
                    input.name
                ));
                continue;
            }
            let mut simulation = Simulation::new(input.scenario(kinds)?, RecordingSettings::none())
                .map_err(|issues| CommandError::issues(&input.name, &issues))?;
            let end = simulation.end();
            run_until(&mut simulation, end)?;
            let id = simulation.result_id_text();
            let made_with =
                version.map_or_else(String::new, |version| format!(" (made with version {version})"));
            output::print(&format!("{id}  {}{made_with}\n", input.name))?;
            if let Some(expected) = self.expect.as_ref().filter(|expected| **expected != id) {
                differences.push(format!("{}: the result ID is {id}, not {expected}.", input.name));
            }
        }
        if !other_versions.is_empty() {
            return Err(CommandError::Input(other_versions));
        }
        if differences.is_empty() { Ok(()) } else { Err(CommandError::Run(differences.join("\n"))) }
    }
}
