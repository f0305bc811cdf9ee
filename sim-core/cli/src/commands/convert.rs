//! `fairshare convert`: writes a scenario in another format of the document, with the same result.

use sim_core::ground::json::to_text;
use sim_core::scenario::{SCHEMA_VERSION, convert};
use sim_core::simulation::kinds;

use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;

#[derive(clap::Args)]
pub struct ConvertArgs {
    /// Scenario file, share link, or - for standard input
    file: String,
    /// The format to write
    #[arg(long, default_value_t = SCHEMA_VERSION, value_parser = clap::value_parser!(u64).range(1..=SCHEMA_VERSION))]
    format: u64,
}

pub fn main(args: &ConvertArgs) -> Result<(), CommandError> {
    let kinds = kinds();
    let input = ScenarioInput::read(&args.file)?;
    input.scenario(kinds)?;
    let document = &input.link.scenario;
    let converted = convert(document, args.format, kinds);
    output::print(&format!("{}\n", to_text(&converted)))
}
