//! Tables (CSV): a column of times in seconds, a column of rates, and a column of round-trip times.

use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, ReadError, STEP, error};

/// What a column contains, and what its values are multiplied with to be s, bit/s and s.
#[derive(Clone, Copy)]
enum TableColumn {
    Time(f64),
    Rate(f64),
    Rtt(f64),
    Other,
}

/// What the heading of a column says. Without a unit, times are seconds, rates bit/s, and round-trip times ms.
fn column(name: &str) -> TableColumn {
    let name = name.trim().trim_matches('"');
    let lower = name.to_lowercase();
    let has = |word: &str| lower.contains(word);
    let factor = if has("mb") {
        1e6
    } else if has("kb") {
        1e3
    } else if has("gb") {
        1e9
    } else {
        1.0
    };
    let is_bytes = name.contains("B/s") || has("byte");
    if has("rtt") || has("delay") || has("latency") || has("ping") {
        TableColumn::Rtt(if has("(s)") || has("[s]") || has("_s") { 1.0 } else { 1e-3 })
    } else if has("rate") || has("bps") || has("bit") || has("throughput") {
        TableColumn::Rate(factor * if is_bytes { 8.0 } else { 1.0 })
    } else if lower == "t" || has("time") || has("second") {
        TableColumn::Time(if has("ms") { 1e-3 } else { 1.0 })
    } else {
        TableColumn::Other
    }
}

pub fn read(text: &str) -> Result<Measurement, ReadError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let Some((_, heading)) = lines.next() else { return error("The table has no line.") };
    let separator = [';', '\t', ','].into_iter().find(|&mark| heading.contains(mark)).unwrap_or(' ');
    let cells =
        |line: &str| -> Vec<String> { line.split(separator).map(|cell| cell.trim().to_owned()).collect() };
    let columns: Vec<TableColumn> = cells(heading).iter().map(|name| column(name)).collect();
    let is = |wanted: fn(&TableColumn) -> bool| columns.iter().any(wanted);
    if !is(|column| matches!(column, TableColumn::Time(_)))
        || !is(|column| matches!(column, TableColumn::Rate(_)))
    {
        if text.starts_with("Connecting to host") || text.contains("[ ID] Interval") {
            return error(
                "This is the text that iperf3 shows. Save its JSON: iperf3 --client HOST --json > upload.json",
            );
        }
        return error("Line 1: name the columns, such as: time (s),rate (Mbit/s),rtt (ms).");
    }
    let mut flow = MeasuredFlow::named("table");
    let (mut first, mut previous) = (None, None);
    for (index, line) in lines {
        let (mut time, mut rate, mut rtt) = (None, None, None);
        for (cell, column) in cells(line).iter().zip(&columns) {
            let cell = if separator == ',' { cell.clone() } else { cell.replace(',', ".") };
            let value = cell.parse::<f64>().ok().filter(|value| value.is_finite());
            match column {
                TableColumn::Time(factor) => time = value.map(|value| value * factor),
                TableColumn::Rate(factor) => rate = value.map(|value| value.max(0.0) * factor),
                TableColumn::Rtt(factor) => rtt = value.map(|value| value * factor),
                TableColumn::Other => {}
            }
        }
        let Some(t) = time else { return error(format!("Line {}: the time is not a number.", index + 1)) };
        let t = t - *first.get_or_insert(t);
        if let Some((before, rate)) = previous {
            if t < before {
                return error(format!(
                    "Line {}: the time is smaller than that of the line before.",
                    index + 1
                ));
            }
            // A value applies until the next row.
            if let Some(rate) = rate {
                let rate: f64 = rate;
                flow.add_bytes(before, t, rate / 8.0 * (t - before), STEP);
            }
        }
        if let Some(rtt) = rtt {
            flow.add_rtt(t, rtt, STEP);
        }
        previous = Some((t, rate));
    }
    let mut read = Measurement::of(MeasuredBy::Table, STEP, vec![flow], false);
    read.assumed.push("one_flow");
    Ok(read)
}
