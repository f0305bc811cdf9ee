//! `fairshare export`: runs a scenario and writes it in the format of another tool.

use std::cell::Cell;
use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use fairshare_exports::{ExportError, ExportOptions, Format, export};
use sim_core::ground::time::to_secs;
use sim_core::scenario::Scenario;
use sim_core::scenario::share_link::{ShareLink, encode};
use sim_core::simulation::kinds;

use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output::{FileSet, bin_width};
use crate::shared::progress::{handle_interrupts, interrupted};

#[derive(clap::Args)]
pub struct ExportArgs {
    /// A scenario file, a share link, or - for standard input
    file: String,
    /// The format: csv, flent, qlog, ns2, pcapng or bibtex; docs/exports.md describes them
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
    /// Width of the time bins of csv and flent, in seconds [default: the smallest of the document's
    /// measure.bins, at most 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = bin_width)]
    bin: Option<f64>,
    /// The address of the page, for a link to the scenario in bibtex
    #[arg(long, value_name = "URL")]
    page: Option<String>,
    /// Change a setting before the run: network.forward.rate=5M, flows.near.params.beta=0.8; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Set the delivery trace of the forward link from a file in Mahimahi's format
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Run with another seed
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
}

fn format(text: &str) -> Result<Format, String> {
    Format::from_id(text).ok_or_else(|| {
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.id()).collect();
        format!("the formats are {}", known.join(", "))
    })
}

/// Fails if an option has no meaning for the format, so that it is not ignored.
fn check_options(args: &ExportArgs) -> Result<(), CommandError> {
    let format = args.format;
    let uses_bins = matches!(format, Format::Csv | Format::Flent);
    let unused = [
        ("--flow", args.flow.is_some() && format != Format::Qlog, "qlog"),
        ("--link", args.link.is_some() && !matches!(format, Format::Pcapng | Format::Ns2), "pcapng and ns2"),
        ("--bin", args.bin.is_some() && !uses_bins, "csv and flent"),
        ("--page", args.page.is_some() && format != Format::Bibtex, "bibtex"),
    ];
    match unused.iter().find(|(_, is_unused, _)| *is_unused) {
        Some((name, _, formats)) => {
            Err(CommandError::input(format!("{name} applies to {formats} only, not to {}.", format.id())))
        }
        None => Ok(()),
    }
}

pub fn main(args: &ExportArgs) -> Result<(), CommandError> {
    check_options(args)?;
    if args.output.is_none() && args.format.is_binary() && std::io::stdout().is_terminal() {
        let extension = args.format.extension();
        return Err(CommandError::input(format!(
            "{} is not text. Name a file with --output, such as run.{extension}.",
            args.format.id()
        )));
    }
    let kinds = kinds();
    let mut input = ScenarioInput::read(&args.file)?;
    if let Some(path) = &args.trace {
        input.set_trace(path)?;
    }
    input.apply_settings(&args.set, args.seed, kinds)?;
    let scenario = input.scenario(kinds)?;
    let url = args.page.as_ref().map(|page| {
        let link = encode(&ShareLink::of(input.link.scenario.clone()));
        format!("{}{link}", page.trim_end_matches('#'))
    });
    let options = ExportOptions { flow: args.flow.clone(), link: args.link.clone(), bin: args.bin, url };
    handle_interrupts();
    let Some(path) = &args.output else {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        return write(args.format, scenario, &options, &input.name, &mut out);
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut files = FileSet::in_folder(folder)?;
    let mut failure = None;
    let written = files.write(&name, |out| {
        write(args.format, scenario, &options, &input.name, out).map_err(|error| {
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

fn write(
    format: Format,
    scenario: Scenario,
    options: &ExportOptions,
    name: &str,
    mut out: &mut dyn Write,
) -> Result<(), CommandError> {
    let reached = Cell::new(0);
    let result = export(format, scenario, options, &mut out, &mut |simulation| {
        reached.set(simulation.now());
        !interrupted()
    });
    result.and_then(|()| out.flush().map_err(ExportError::Write)).map_err(|error| match error {
        ExportError::Scenario(issues) => CommandError::issues(name, &issues),
        ExportError::Option(message) => CommandError::input(message),
        ExportError::Run(failure) => failure.into(),
        ExportError::Write(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            CommandError::OutputClosed
        }
        ExportError::Write(error) => CommandError::Run(format!("The output could not be written: {error}.")),
        ExportError::Stopped => {
            CommandError::Interrupted(format!("Interrupted at {:.3} s.", to_secs(reached.get())))
        }
    })
}
