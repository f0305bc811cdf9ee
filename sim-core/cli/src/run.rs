//! `fairshare run`: runs one scenario and prints its summary as a table or as JSON; writes its series as CSV on request.

use std::path::PathBuf;

use serde_json::{Value, json};
use sim_core::ground::time::{Time, to_secs};
use sim_core::record::{EventKind, RecordingSettings};
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION, kinds};

use crate::failure::Failure;
use crate::input::Input;
use crate::output::Files;
use crate::progress::drive;
use crate::{csv, output, table};

#[derive(clap::Args)]
pub struct Args {
    /// A scenario file, a share link, or - for standard input
    file: String,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Write series, events and summary into this folder, one CSV file for each sort of thing
    #[arg(long, value_name = "FOLDER")]
    csv: Option<PathBuf>,
    /// Width of the CSV's time bins in seconds [default: the smallest of the document's measure.bins]
    #[arg(long, value_name = "SECONDS", requires = "csv", value_parser = bin_width)]
    bin: Option<f64>,
    /// Change a setting first: network.forward.rate=5M, flows.near.params.beta=0.8; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Let the forward link deliver by a trace in Mahimahi's format, which becomes part of the document
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Run with another seed
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Print drops, timeouts, window cuts and the like, too
    #[arg(long)]
    events: bool,
}

fn bin_width(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if (1e-6..=86_400.0).contains(&x) => Ok(x),
        _ => Err("a width is a number of seconds from 0.000001 to 86400".to_owned()),
    }
}

/// The most rows of events that are kept apart; beyond, those close to each other share a row with a count.
const EVENT_ROWS: usize = 200_000;

fn settings(args: &Args, scenario: &Scenario) -> RecordingSettings {
    let events = args.events || args.csv.is_some();
    if args.csv.is_some() {
        let width = args.bin.unwrap_or_else(|| csv::default_width(scenario));
        return RecordingSettings { events, event_limit: EVENT_ROWS, ..csv::recording(scenario, width) };
    }
    RecordingSettings { events, event_limit: EVENT_ROWS, ..RecordingSettings::none() }
}

pub fn main(args: &Args) -> Result<(), Failure> {
    let kinds = kinds();
    let mut input = Input::read(&args.file)?;
    if let Some(path) = &args.trace {
        input.trace(path)?;
    }
    input.change(&args.set, args.seed, &kinds)?;
    let scenario = input.scenario(&kinds)?;
    let settings = settings(args, &scenario);
    let mut simulation =
        Simulation::new(scenario, settings).map_err(|issues| Failure::issues(&input.name, &issues))?;
    // A folder that cannot be is told of before the run, not after it.
    let files = args.csv.as_deref().map(Files::in_folder).transpose()?;
    let end = simulation.end();
    // The measurement window ends just before the last moment, and so do the series that are written.
    let mut ran = drive(&mut simulation, end.saturating_sub(1))?;
    let series = files.is_some().then(|| {
        simulation.finish_series();
        simulation.observer().rec.clone()
    });
    let last = drive(&mut simulation, end)?;
    ran.wall += last.wall;
    ran.packet_hops += last.packet_hops;
    let mut summary = simulation.summary();
    if let (Some(files), Some(series)) = (files, series) {
        csv::write(files, &simulation, &series, &summary)?;
    }
    let events = args.events.then(|| events_json(&simulation));
    if args.json {
        if let (Some(events), Some(object)) = (events, summary.as_object_mut()) {
            object.insert("events".to_owned(), events);
        }
        output::print(&format!("{summary:#}\n"))?;
    } else {
        let mut text = table::of(&simulation, &summary, &ran);
        if let Some(events) = &events {
            text.push_str(&table::of_events(events));
        }
        output::print(&text)?;
    }
    as_shared(&input, args, &simulation)
}

/// A link says which result its maker saw: it should be the same here.
fn as_shared(input: &Input, args: &Args, simulation: &Simulation) -> Result<(), Failure> {
    let Some(shared) = input
        .link
        .result_id
        .as_ref()
        .filter(|_| args.set.is_empty() && args.seed.is_none() && args.trace.is_none())
    else {
        return Ok(());
    };
    let id = simulation.result_id_text();
    if *shared == id {
        return Ok(());
    }
    match input.link.version.as_deref().filter(|version| *version != VERSION) {
        Some(version) => {
            eprintln!(
                "The link was made with Fairshare {version} and result ID {shared}; this is {VERSION}, whose results may differ."
            );
            Ok(())
        }
        None => {
            Err(Failure::Run(format!("The link was shared with result ID {shared}, but this run gave {id}.")))
        }
    }
}

/// What a kind of event is called, here and in CSV files.
pub fn event_name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Drop => "drop",
        EventKind::Loss => "loss",
        EventKind::Mark => "mark",
        EventKind::Timeout => "timeout",
        EventKind::WindowCut => "window_cut",
        EventKind::RecoveryLeft => "recovery_left",
        EventKind::FlowStarted => "flow_started",
        EventKind::FlowStopped => "flow_stopped",
        EventKind::TransferComplete => "transfer_complete",
        EventKind::TimelineChange => "timeline_change",
        EventKind::Overrun => "overrun",
    }
}

/// One event in the document's words.
pub struct Told<'a> {
    pub t: Time,
    pub kind: &'static str,
    pub flow: Option<&'a str>,
    pub link: Option<&'a str>,
    /// Seconds for a timeout, packets for a cut, seconds for a transfer, the entry's place for a change.
    pub value: Option<f64>,
    pub count: u32,
}

/// All recorded events.
pub fn told(simulation: &Simulation) -> impl Iterator<Item = Told<'_>> {
    simulation.observer().rec.events().rows().iter().map(|event| {
        let flow = simulation.flows().get(event.entity as usize).map(|meta| meta.id.as_str());
        let link = simulation.links().get(event.value as usize).map(|meta| meta.id.as_str());
        let mut told = Told {
            t: event.t,
            kind: event_name(event.kind),
            flow,
            link: None,
            value: None,
            count: event.count,
        };
        match event.kind {
            EventKind::Drop | EventKind::Loss | EventKind::Mark => told.link = link,
            EventKind::TimelineChange => {
                told.flow = None;
                told.value = Some(f64::from(event.entity));
            }
            EventKind::Timeout | EventKind::WindowCut | EventKind::TransferComplete => {
                told.value = Some(event.value);
            }
            EventKind::RecoveryLeft
            | EventKind::FlowStarted
            | EventKind::FlowStopped
            | EventKind::Overrun => {}
        }
        told
    })
}

fn events_json(simulation: &Simulation) -> Value {
    told(simulation)
        .map(|event| {
            json!({ "t": to_secs(event.t), "kind": event.kind, "flow": event.flow, "link": event.link,
                    "value": event.value, "count": event.count })
        })
        .collect()
}
