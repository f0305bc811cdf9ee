//! The summary and the events of a run as text.

use std::fmt::Write as _;

use serde_json::Value;
use sim_core::simulation::Simulation;

use crate::shared::progress::RunTiming;
use crate::shared::text_table::{TextTable, grouped, rate};

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

fn percent(value: &Value, path: &str) -> String {
    match at(value, path).as_f64() {
        None => "-".to_owned(),
        Some(0.0) => "0 %".to_owned(),
        Some(x) if x < 0.1 => format!("{:.2} %", 100.0 * x),
        Some(x) => format!("{:.1} %", 100.0 * x),
    }
}

fn rate_at(value: &Value, path: &str) -> String {
    at(value, path).as_f64().map_or_else(|| "-".to_owned(), rate)
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
        text(summary, "/digest"),
        text(summary, "/seed"),
        without_trailing_zeros(&number(summary, "/duration", 3)),
        without_trailing_zeros(&measured_from),
        without_trailing_zeros(&measured_to),
    );
    out.push_str(&flows(summary));
    out.push('\n');
    out.push_str(&links(summary));
    out.push_str(&transfers(summary));
    let _ = writeln!(
        out,
        "\nfairness: Jain {}, TCP's share (theta) {}, friendliness {}, converged after {}, bottleneck used {}",
        number(summary, "/fairness/jain", 3),
        number(summary, "/fairness/theta", 3),
        number(summary, "/fairness/friendliness", 3),
        at(summary, "/fairness/convergence_s").as_f64().map_or("-".to_owned(), |s| format!("{s:.1} s")),
        percent(summary, "/fairness/utilisation"),
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

fn flows(summary: &Value) -> String {
    // The list contains both directions of each link. With a single link all flows in one direction have the
    // same fair share, so the column is omitted.
    let has_several_links = summary["links"].as_array().is_some_and(|links| links.len() > 2);
    let mut headings = vec![
        "flow",
        "algorithm",
        "goodput",
        "sent",
        "lost",
        "timeouts",
        "cuts",
        "mean cwnd",
        "RTT",
        "RTT 95 %",
        "CoV",
    ];
    if has_several_links {
        headings.insert(3, "fair share");
    }
    let mut table = TextTable::new(2, &headings);
    let all = summary["flows"].as_array().map_or(&[][..], Vec::as_slice);
    for flow in all.iter().take(MAX_ROWS) {
        let cov_in_last_bins = at(flow, "/cov").as_object().and_then(|cov| cov.values().next_back());
        let cov = cov_in_last_bins.and_then(Value::as_f64).map_or("-".to_owned(), |x| format!("{x:.2}"));
        let role = text(flow, "/role");
        let label = without_control_characters(&text(flow, "/label"));
        let mut row = vec![
            if role == "measured" { label } else { format!("{label} ({role})") },
            text(flow, "/algorithm"),
            rate_at(flow, "/goodput_bps"),
            text(flow, "/sent"),
            percent(flow, "/loss_fraction"),
            text(flow, "/timeouts"),
            text(flow, "/window_cuts"),
            number(flow, "/cwnd/mean", 1),
            milliseconds(flow, "/rtt_ms/mean"),
            milliseconds(flow, "/rtt_ms/p95"),
            cov,
        ];
        if has_several_links {
            row.insert(3, rate_at(flow, "/fair_share_bps"));
        }
        table.row(row);
    }
    let mut out = table.text();
    if all.len() > MAX_ROWS {
        let _ = writeln!(out, "... and {} more; --json and --csv include all", all.len() - MAX_ROWS);
    }
    out
}

fn links(summary: &Value) -> String {
    let mut table = TextTable::new(
        1,
        &[
            "link",
            "rate",
            "used",
            "queue",
            "queue 95 %",
            "queue max",
            "delay",
            "drops",
            "drop rate",
            "lost by rules",
            "marks",
        ],
    );
    let all = summary["links"].as_array().map_or(&[][..], Vec::as_slice);
    for link in all.iter().take(MAX_ROWS) {
        table.row(vec![
            text(link, "/id"),
            rate_at(link, "/rate_bps"),
            percent(link, "/utilisation"),
            number(link, "/queue_packets/mean", 1),
            text(link, "/queue_packets/p95"),
            text(link, "/queue_packets/max"),
            milliseconds(link, "/queue_delay_ms/mean"),
            text(link, "/drops"),
            percent(link, "/drop_rate"),
            text(link, "/losses"),
            text(link, "/marks"),
        ]);
    }
    let mut out = table.text();
    if all.len() > MAX_ROWS {
        let _ = writeln!(out, "... and {} more; --json and --csv include all", all.len() - MAX_ROWS);
    }
    out
}

/// The table of transfers, or an empty text if there are none.
fn transfers(summary: &Value) -> String {
    let all = summary["transfers"].as_array().map_or(&[][..], Vec::as_slice);
    if all.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new(
        1,
        &["transfers of", "begun", "complete", "bytes", "mean", "50 %", "95 %", "99 %", "longest"],
    );
    for entry in all {
        let mut row = vec![text(entry, "/id"), text(entry, "/begun"), text(entry, "/count")];
        row.push(entry["payload_bytes"].as_u64().map_or_else(|| "-".to_owned(), grouped));
        for name in ["mean", "p50", "p95", "p99", "max"] {
            row.push(seconds(entry, &format!("/completion_s/{name}")));
        }
        table.row(row);
    }
    format!("\n{}", table.text())
}

fn seconds(value: &Value, path: &str) -> String {
    at(value, path).as_f64().map_or_else(|| "-".to_owned(), |x| format!("{x:.3} s"))
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

fn milliseconds(value: &Value, path: &str) -> String {
    at(value, path).as_f64().map_or_else(|| "-".to_owned(), |x| format!("{x:.1} ms"))
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
