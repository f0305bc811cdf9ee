//! The summary and the events of a run as text.

use std::fmt::Write as _;

use fairshare_measures::numbers::{Number, Of, find, numbers};
use serde_json::Value;
use sim_core::simulation::Simulation;

use crate::shared::progress::RunTiming;
use crate::shared::text_table::{TextTable, grouped};

/// Maximum number of flows or links that are listed.
const MAX_ROWS: usize = 60;

/// The value at a JSON pointer, or null.
fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    value.pointer(path).unwrap_or(&Value::Null)
}

fn number(value: &Value, path: &str, digits: usize) -> String {
    at(value, path).as_f64().map_or_else(|| "-".to_owned(), |x| format!("{x:.digits$}"))
}

fn text(value: &Value, path: &str) -> String {
    match at(value, path) {
        Value::String(text) => text.clone(),
        Value::Null => "-".to_owned(),
        other => other.to_string(),
    }
}

/// The text of a number in its part of the summary.
fn cell(of: Of, id: &str, part: &Value) -> String {
    find(of, id).map_or_else(String::new, |number| number.text(number.read(part)))
}

/// The heading of a number's column.
fn heading(of: Of, id: &str) -> String {
    find(of, id).map_or_else(String::new, Number::heading)
}

/// A table of numbers, with one row for each part of the summary. `names` gives the first cells of a row.
fn numbers_table(
    of: Of,
    first: &[&str],
    ids: &[&str],
    parts: &[Value],
    names: &dyn Fn(&Value) -> Vec<String>,
) -> String {
    let headings: Vec<String> =
        first.iter().map(|&text| text.to_owned()).chain(ids.iter().map(|id| heading(of, id))).collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = TextTable::new(first.len(), &headings);
    for part in parts.iter().take(MAX_ROWS) {
        table.row(names(part).into_iter().chain(ids.iter().map(|id| cell(of, id, part))).collect());
    }
    let mut out = table.text();
    if parts.len() > MAX_ROWS {
        let _ = writeln!(out, "... and {} more; --json and --csv include all", parts.len() - MAX_ROWS);
    }
    out
}

/// The summary of a run.
pub fn summary_text(simulation: &Simulation, summary: &Value, timing: &RunTiming) -> String {
    let scenario = simulation.scenario();
    let mut out = String::new();
    if !scenario.title.is_empty() {
        let _ = writeln!(out, "{}", without_control_characters(&scenario.title));
    }
    let (measured_from, measured_to) = (number(summary, "/window/0", 3), number(summary, "/window/1", 3));
    let _ = writeln!(
        out,
        "result ID {}   seed {}   {} s, measured from {} s to {} s\n",
        text(summary, "/result_id"),
        text(summary, "/seed"),
        without_trailing_zeros(&number(summary, "/duration", 3)),
        without_trailing_zeros(&measured_from),
        without_trailing_zeros(&measured_to),
    );
    out.push_str(&flows(summary));
    out.push('\n');
    out.push_str(&links(summary));
    out.push_str(&traffic(summary));
    let _ = writeln!(
        out,
        "\n{}",
        numbers()
            .iter()
            .filter(|number| number.of == Of::Run)
            .map(|number| format!("{} {}", number.heading(), number.text(number.read(&summary["fairness"]))))
            .collect::<Vec<_>>()
            .join(", "),
    );
    let _ = writeln!(
        out,
        "{} packet-hops in {:.3} s of computing: {:.1} million per second",
        grouped(timing.packet_hops),
        timing.wall_clock.as_secs_f64(),
        timing.hops_per_second() / 1e6,
    );
    out
}

fn list<'a>(summary: &'a Value, name: &str) -> &'a [Value] {
    summary[name].as_array().map_or(&[], Vec::as_slice)
}

fn flows(summary: &Value) -> String {
    // The list contains both directions of each link. With a single link all flows in one direction have the
    // same fair share, so the column is omitted.
    let has_several_links = list(summary, "links").len() > 2;
    let mut ids = vec![
        "goodput_bps",
        "sent",
        "loss_fraction",
        "timeouts",
        "window_cuts",
        "cwnd_packets",
        "rtt_ms",
        "rtt_p95_ms",
        "variation",
    ];
    if has_several_links {
        ids.insert(1, "fair_share_bps");
    }
    let names = |flow: &Value| {
        let role = text(flow, "/role");
        let label = without_control_characters(&text(flow, "/label"));
        let name = if role == "measured" { label } else { format!("{label} ({role})") };
        vec![name, text(flow, "/algorithm")]
    };
    numbers_table(Of::Flow, &["flow", "algorithm"], &ids, list(summary, "flows"), &names)
}

fn links(summary: &Value) -> String {
    let ids = [
        "rate_bps",
        "utilisation",
        "queue_packets",
        "queue_p95_packets",
        "queue_max_packets",
        "queue_delay_ms",
        "drops",
        "drop_rate",
        "losses",
        "marks",
    ];
    numbers_table(Of::Link, &["link"], &ids, list(summary, "links"), &|link| vec![text(link, "/id")])
}

/// The tables of packets, media and transfers; an empty text instead of each that has no row.
fn traffic(summary: &Value) -> String {
    let table = |of: Of, heading: &'static str, all: Vec<Value>| {
        // Numbers that none of them has are left out.
        let has = |number: &Number| all.iter().any(|part| number.read(part).is_some());
        let shown = numbers().iter().filter(|number| number.of == of && number.shown && has(number));
        let ids: Vec<&str> = shown.map(|number| number.id).collect();
        if all.is_empty() {
            return String::new();
        }
        format!("\n{}", numbers_table(of, &[heading], &ids, &all, &|part| vec![text(part, "/id")]))
    };
    let having =
        |part: &str| list(summary, "flows").iter().filter(|flow| !flow[part].is_null()).cloned().collect();
    [
        table(Of::Packets, "packets of", having("one_way_delay_ms")),
        table(Of::Media, "media of", having("media")),
        table(Of::Video, "video of", having("video")),
        table(Of::Transfers, "transfers of", list(summary, "transfers").to_vec()),
    ]
    .concat()
}

/// The table of events, with one event in each row.
pub fn events_text(events: &Value) -> String {
    let mut table = TextTable::new(2, &["", "event", "t", "value", "count"]);
    for event in events.as_array().map_or(&[][..], Vec::as_slice) {
        let flow_and_link = match (event["flow"].as_str(), event["link"].as_str()) {
            (Some(flow), Some(link)) => format!("{flow} at {link}"),
            (Some(flow), None) => flow.to_owned(),
            _ => String::new(),
        };
        table.row(vec![
            flow_and_link,
            text(event, "/kind"),
            number(event, "/t", 6),
            at(event, "/value")
                .as_f64()
                .map_or_else(String::new, |x| without_trailing_zeros(&format!("{x:.3}"))),
            text(event, "/count"),
        ]);
    }
    format!("\n{}", table.text())
}

/// Removes trailing zeros after the decimal point.
fn without_trailing_zeros(number: &str) -> String {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        number.to_owned()
    }
}

/// Replaces control characters in a text from the scenario with spaces, because a terminal could interpret
/// them.
fn without_control_characters(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(without_control_characters("a\u{1b}[2Jb\n"), "a [2Jb ");
    }
}
