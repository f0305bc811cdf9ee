//! CSV files of a run, in long format: one row for each value.
//!
//! The value of a counter is its increment within the bin. Sums over bins are exact: the sum over the
//! measurement window equals the summary if the window starts at the edge of a bin. The value of a gauge is
//! its last value within the bin; the next columns contain its minimum and its maximum in the bin.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::Value;
use sim_core::ground::time::to_secs;
use sim_core::record::{Recorder, SeriesEntry};
use sim_core::simulation::Simulation;

use fairshare_runs::series::{SeriesRow, quoted, visit_rows};

use crate::shared::error::CommandError;
use crate::shared::output::FileSet;
use crate::shared::progress::interrupted;

use super::events::named_events;

/// Writes all files, or no file if an error occurs.
pub fn write(
    files: FileSet,
    simulation: &Simulation,
    series: &Recorder,
    summary: &Value,
) -> Result<(), CommandError> {
    write_all(files, simulation, series, summary).map_err(|failure| match failure {
        CommandError::Run(_) if interrupted() => {
            CommandError::Interrupted("Interrupted while writing; no file was written.".to_owned())
        }
        other => other,
    })
}

fn write_all(
    mut files: FileSet,
    simulation: &Simulation,
    series: &Recorder,
    summary: &Value,
) -> Result<(), CommandError> {
    for kind in ["flow", "link", "run"] {
        let has_kind = |entry: &SeriesEntry| entry.entity.split(':').next() == Some(kind);
        if series.directory().iter().any(has_kind) {
            files.write(&format!("{kind}s.csv"), |out| write_series(out, kind, series))?;
        }
    }
    files.write("events.csv", |out| write_events(out, simulation))?;
    files.write("signals.csv", |out| write_signals(out, series))?;
    files.write("summary.csv", |out| write_summary(out, summary))?;
    files.finish().map(drop)
}

fn check_interrupt() -> io::Result<()> {
    if interrupted() { Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted")) } else { Ok(()) }
}

fn write_series(out: &mut dyn Write, kind: &str, series: &Recorder) -> io::Result<()> {
    writeln!(out, "t,width,{kind},signal,value,min,max")?;
    visit_rows(series, |row| {
        if row.of != kind {
            return Ok(());
        }
        check_interrupt()?;
        let SeriesRow { t, width, signal, value, .. } = *row;
        let id = if row.id.is_empty() { kind } else { row.id };
        match row.extent {
            Some((min, max)) => writeln!(out, "{t},{width},{id},{signal},{value},{min},{max}"),
            None => writeln!(out, "{t},{width},{id},{signal},{value},,"),
        }
    })
}

fn write_events(out: &mut dyn Write, simulation: &Simulation) -> io::Result<()> {
    writeln!(out, "t,event,flow,link,value,count")?;
    for event in named_events(simulation) {
        let value = event.value.map_or_else(String::new, |x| x.to_string());
        writeln!(
            out,
            "{},{},{},{},{value},{}",
            to_secs(event.t),
            event.kind,
            event.flow.unwrap_or(""),
            event.link.unwrap_or(""),
            event.count,
        )?;
    }
    Ok(())
}

fn write_signals(out: &mut dyn Write, series: &Recorder) -> io::Result<()> {
    writeln!(out, "of,signal,kind,unit,label,meaning")?;
    let mut listed = Vec::new();
    for entry in series.directory() {
        let entity_kind = entry.entity.split(':').next().unwrap_or("");
        if listed.contains(&(entity_kind, entry.signal.id)) {
            continue;
        }
        listed.push((entity_kind, entry.signal.id));
        let s = &entry.signal;
        writeln!(
            out,
            "{entity_kind},{},{},{},{},{}",
            s.id,
            s.kind.as_str(),
            s.unit,
            quoted(s.label),
            quoted(s.doc)
        )?;
    }
    Ok(())
}

/// Writes every value of the summary with its entity and its path in the JSON summary.
fn write_summary(out: &mut dyn Write, summary: &Value) -> io::Result<()> {
    writeln!(out, "of,id,metric,value")?;
    let mut text = String::new();
    for (list, entity_kind) in [("flows", "flow"), ("links", "link")] {
        for entity in summary[list].as_array().map_or(&[][..], Vec::as_slice) {
            let id = entity["id"].as_str().unwrap_or("");
            visit_values(entity, "", &mut |metric, value| {
                if metric != "id" {
                    let _ = writeln!(text, "{entity_kind},{id},{metric},{value}");
                }
            });
        }
    }
    if let Some(object) = summary.as_object() {
        for (name, value) in object.iter().filter(|(name, _)| !["flows", "links"].contains(&name.as_str())) {
            visit_values(value, name, &mut |metric, value| {
                let _ = writeln!(text, "run,,{metric},{value}");
            });
        }
    }
    out.write_all(text.as_bytes())
}

/// Calls `visit` with the path and the text of every value that is not an object or a list.
fn visit_values(value: &Value, path: &str, visit: &mut dyn FnMut(&str, String)) {
    let child_path = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                visit_values(value, &child_path(name), visit);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                visit_values(value, &child_path(&index.to_string()), visit);
            }
        }
        Value::Null => visit(path, String::new()),
        Value::String(text) => visit(path, quoted(text)),
        other => visit(path, other.to_string()),
    }
}
