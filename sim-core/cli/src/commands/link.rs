//! `fairshare link` and `fairshare open`: the share link of a scenario, which the page opens.

use std::process::{Command, Stdio};

use sim_core::scenario::share_link::{ShareLink, encode};
use sim_core::simulation::kinds;

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioArgs;
use crate::shared::output;

/// Print the share link of a scenario
#[derive(clap::Parser)]
#[command(
    name = "link",
    after_help = "Examples:\n  fairshare link two.json --page https://example.org/fairshare/\n  fairshare link near-far --set network.forward.rate=5M"
)]
pub struct LinkArgs {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// The address of the page. Without it, only the fragment is printed
    #[arg(long, value_name = "URL", default_value = "")]
    page: String,
}

/// Open a scenario in the page, in the default browser
#[derive(clap::Parser)]
#[command(name = "open", after_help = "Example:\n  fairshare serve & fairshare open near-far")]
pub struct OpenArgs {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// The address of the page, such as that of `fairshare serve`
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:4173/")]
    page: String,
}

/// The link to a valid scenario on a page.
fn link(scenario: &ScenarioArgs, page: &str) -> Result<String, CommandError> {
    let kinds = kinds();
    let input = scenario.read(kinds)?;
    input.scenario(kinds)?;
    let fragment = encode(&ShareLink::of(input.link.scenario));
    Ok(format!("{}{fragment}", page.trim_end_matches('#')))
}

impl Run for LinkArgs {
    fn run(&self) -> Result<(), CommandError> {
        output::print(&format!("{}\n", link(&self.scenario, &self.page)?))
    }
}

impl Run for OpenArgs {
    fn run(&self) -> Result<(), CommandError> {
        let link = link(&self.scenario, &self.page)?;
        let (program, before): (&str, &[&str]) = match std::env::consts::OS {
            "macos" => ("open", &[]),
            "windows" => ("cmd", &["/c", "start", ""]),
            _ => ("xdg-open", &[]),
        };
        let opened = Command::new(program)
            .args(before)
            .arg(&link)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if opened.is_ok_and(|status| status.success()) {
            return Ok(());
        }
        Err(CommandError::Run(format!(
            "No browser could be opened with {program}. Open this address:\n{link}"
        )))
    }
}
