//! `fairshare export`: runs a scenario and writes it in the format of another tool.

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use fairshare_exports::{ExportOptions, Format, export};
use fairshare_runs::RunError;
use sim_core::scenario::Scenario;
use sim_core::scenario::share_link::{ShareLink, encode};
use sim_core::simulation::kinds;

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioArgs;
use crate::shared::output::{FileSet, bin_width};
use crate::shared::progress::{handle_interrupts, interrupted};

pub const FEATURE: Feature = Feature::with(&[Command::of::<ExportArgs>()]);

/// Run a scenario and write it in the format of another tool: flent, qlog, pcapng and others
#[derive(clap::Parser)]
#[command(
    name = "export",
    after_help = "Examples:\n  fairshare export near-far --as pcapng -o near.pcapng\n  fairshare export near-far --as bibtex --page https://example.org/fairshare/"
)]
pub struct ExportArgs {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// The format: csv, flent, iperf3, qlog, ns2, pcapng or bibtex; docs/exports.md describes them
    #[arg(long = "as", value_name = "FORMAT", value_parser = format)]
    format: Format,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The flow of a qlog [default: the first flow of the document]
    #[arg(long, value_name = "ID")]
    flow: Option<String>,
    /// The link of a pcapng, or the only link of an ns-2 trace: forward, ab.reverse
    /// [default: the first link of the first flow; an ns-2 trace contains all links]
    #[arg(long, value_name = "ID")]
    link: Option<String>,
    /// Width of the time bins of csv, flent and iperf3, in seconds [default: the smallest of the document's
    /// measure.bins, at most 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = bin_width)]
    bin: Option<f64>,
    /// The address of the page, for a link to the scenario in bibtex
    #[arg(long, value_name = "URL")]
    page: Option<String>,
}

fn format(text: &str) -> Result<Format, String> {
    Format::from_id(text).ok_or_else(|| {
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.id()).collect();
        format!("the formats are {}", known.join(", "))
    })
}

impl Run for ExportArgs {
    fn run(&self) -> Result<(), CommandError> {
        if self.output.is_none() && self.format.is_binary() && std::io::stdout().is_terminal() {
            let extension = self.format.extension();
            return Err(CommandError::input(format!(
                "{} is not text. Name a file with --output, such as run.{extension}.",
                self.format.id()
            )));
        }
        let kinds = kinds();
        let input = self.scenario.read(kinds)?;
        let scenario = input.scenario(kinds)?;
        let url = self.page.as_ref().map(|page| {
            let link = encode(&ShareLink::of(input.link.scenario.clone()));
            format!("{}{link}", page.trim_end_matches('#'))
        });
        let options = ExportOptions { flow: self.flow.clone(), link: self.link.clone(), bin: self.bin, url };
        if let Some((name, formats)) = options.unused(self.format) {
            let format = self.format.id();
            return Err(CommandError::input(format!("--{name} applies to {formats} only, not to {format}.")));
        }
        handle_interrupts();
        let Some(path) = &self.output else {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            return write(self.format, scenario, &options, &input.name, &mut out);
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut files = FileSet::in_folder(folder)?;
        let mut failure = None;
        let written = files.write(&name, |out| {
            write(self.format, scenario, &options, &input.name, out).map_err(|error| {
                failure = Some(error);
                std::io::Error::other("not written")
            })
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        written?;
        files.finish().map(drop)
    }
}

fn write(
    format: Format,
    scenario: Scenario,
    options: &ExportOptions,
    name: &str,
    mut out: &mut dyn Write,
) -> Result<(), CommandError> {
    export(format, scenario, options, &mut out, &interrupted)
        .and_then(|()| out.flush().map_err(RunError::Write))
        .map_err(|error| CommandError::of_run(name, error))
}
