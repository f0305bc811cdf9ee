//! Writes a run in the formats of other tools: tidy CSV, flent, iperf3, qlog, ns-2 traces, pcapng, BibTeX.
//! The command line and the page use this crate, so both write the same bytes. docs/exports.md
//! describes the formats.
//!
//! `csv`, `flent` and `iperf3` write the series of a run, and `ns2`, `pcapng` and `qlog` the steps of its packets.

pub mod bibtex;
pub mod csv;
pub mod flent;
pub mod gzip;
pub mod iperf3;
pub mod ns2;
pub mod pcapng;
pub mod qlog;
mod wire_format;

use std::io::Write;

use fairshare_runs::{RunError, Stop, series};
use sim_core::scenario::Scenario;

/// A format in which a run can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Csv,
    Flent,
    Iperf3,
    Qlog,
    Ns2,
    Pcapng,
    Bibtex,
}

impl Format {
    pub const ALL: [Format; 7] = [
        Format::Csv,
        Format::Flent,
        Format::Iperf3,
        Format::Qlog,
        Format::Ns2,
        Format::Pcapng,
        Format::Bibtex,
    ];

    /// The name of the format on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Flent => "flent",
            Format::Iperf3 => "iperf3",
            Format::Qlog => "qlog",
            Format::Ns2 => "ns2",
            Format::Pcapng => "pcapng",
            Format::Bibtex => "bibtex",
        }
    }

    pub fn from_id(id: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.id() == id)
    }

    /// The extension of file names.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Flent => "flent.gz",
            Format::Iperf3 => "json",
            Format::Qlog => "sqlog",
            Format::Ns2 => "tr",
            Format::Pcapng => "pcapng",
            Format::Bibtex => "bib",
        }
    }

    /// Whether files of this format are binary and not text.
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Flent | Format::Pcapng)
    }
}

#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// The flow of a qlog; the first flow of the document if it is not set. With a flow, a pcapng is a capture at its
    /// sender.
    pub flow: Option<String>,
    /// The link direction of a pcapng, by its ID; the direction that the first flow's data passes first if it
    /// is not set. An ns-2 trace contains all links if it is not set.
    pub link: Option<String>,
    /// Width of the time bins in seconds, for CSV, flent and iperf3.
    pub bin: Option<f64>,
    /// A link to the scenario in the page, for BibTeX.
    pub url: Option<String>,
}

impl ExportOptions {
    /// An option that has no meaning for a format, and the formats for which it has one.
    pub fn unused(&self, format: Format) -> Option<(&'static str, &'static str)> {
        let is_packets = matches!(format, Format::Pcapng | Format::Ns2);
        let has_flow = matches!(format, Format::Qlog | Format::Pcapng);
        let is_series = matches!(format, Format::Csv | Format::Flent | Format::Iperf3);
        let all = [
            ("flow", self.flow.is_some() && !has_flow, "qlog and pcapng"),
            ("link", self.link.is_some() && !is_packets, "pcapng and ns2"),
            ("bin", self.bin.is_some() && !is_series, "csv, flent and iperf3"),
            ("page", self.url.is_some() && format != Format::Bibtex, "bibtex"),
        ];
        all.into_iter().find(|(_, is_unused, _)| *is_unused).map(|(name, _, formats)| (name, formats))
    }
}

/// Runs a scenario and writes it.
pub fn export(
    format: Format,
    scenario: Scenario,
    options: &ExportOptions,
    out: &mut dyn Write,
    stop: &Stop<'_>,
) -> Result<(), RunError> {
    match format {
        Format::Csv => csv::write(&series::run(scenario, options.bin, stop)?, out)?,
        Format::Flent => flent::write(&series::run(scenario, options.bin, stop)?, out)?,
        Format::Iperf3 => iperf3::write(&series::run(scenario, options.bin, stop)?, out)?,
        Format::Qlog => qlog::write(scenario, options.flow.as_deref(), out, stop)?,
        Format::Ns2 => ns2::write(scenario, options.link.as_deref(), out, stop)?,
        Format::Pcapng => pcapng::write(scenario, options, out, stop)?,
        Format::Bibtex => bibtex::write(scenario, options.url.as_deref(), out, stop)?,
    }
    Ok(())
}
