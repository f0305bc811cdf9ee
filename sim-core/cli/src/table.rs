//! The readable form of a run's summary.

use std::fmt::Write as _;

use serde_json::Value;
use sim_core::simulation::Simulation;

use crate::progress::Ran;

/// More flows than this are not listed one by one.
const MOST_ROWS: usize = 60;

/// Columns, right-aligned but for the first two; rows of text.
pub struct Table {
    rows: Vec<Vec<String>>,
    left: usize,
}

impl Table {
    /// `left`: how many columns are aligned to the left.
    pub fn new(left: usize, head: &[&str]) -> Self {
        Table { rows: vec![head.iter().map(|&text| text.to_owned()).collect()], left }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |i: usize| {
            self.rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (i, cell) in row.iter().enumerate() {
                let gap = if i == 0 { "" } else { "  " };
                let width = widths[i];
                let _ = if i < self.left {
                    write!(line, "{gap}{cell:<width$}")
                } else {
                    write!(line, "{gap}{cell:>width$}")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

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

/// A rate with three digits and a unit.
pub fn rate(bits_per_second: f64) -> String {
    let (x, unit) = match bits_per_second {
        x if x >= 1e9 => (x / 1e9, "Gb/s"),
        x if x >= 1e6 => (x / 1e6, "Mb/s"),
        x if x >= 1e3 => (x / 1e3, "kb/s"),
        x => (x, "b/s"),
    };
    let digits = if x >= 100.0 { 0 } else { usize::from(x < 10.0) + 1 };
    format!("{x:.digits$} {unit}")
}

fn rate_at(value: &Value, path: &str) -> String {
    at(value, path).as_f64().map_or_else(|| "-".to_owned(), rate)
}

/// The whole summary.
pub fn of(simulation: &Simulation, summary: &Value, ran: &Ran) -> String {
    let scenario = simulation.scenario();
    let mut out = String::new();
    if !scenario.title.is_empty() {
        let _ = writeln!(out, "{}", clean(&scenario.title));
    }
    let window = (number(summary, "/window/0", 3), number(summary, "/window/1", 3));
    let _ = writeln!(
        out,
        "result ID {}   seed {}   {} s, measured from {} s to {} s\n",
        text(summary, "/digest"),
        text(summary, "/seed"),
        trimmed(&number(summary, "/duration", 3)),
        trimmed(&window.0),
        trimmed(&window.1),
    );
    out.push_str(&flows(summary));
    out.push('\n');
    out.push_str(&links(summary));
    out.push_str(&transfers(summary));
    let _ = writeln!(
        out,
        "\nfairness: Jain {}, theta {}, friendliness {}, converged after {}, bottleneck used {}",
        number(summary, "/fairness/jain", 3),
        number(summary, "/fairness/theta", 3),
        number(summary, "/fairness/friendliness", 3),
        at(summary, "/fairness/convergence_s").as_f64().map_or("-".to_owned(), |s| format!("{s:.1} s")),
        percent(summary, "/fairness/utilisation"),
    );
    let _ = writeln!(
        out,
        "{} packet-hops in {:.3} s: {:.1} million per second",
        grouped(ran.packet_hops),
        ran.wall.as_secs_f64(),
        ran.hops_per_second() / 1e6,
    );
    out
}

fn flows(summary: &Value) -> String {
    // Where all share one link, the fair share is the same for all and plain to see.
    let several = summary["links"].as_array().is_some_and(|links| links.len() > 2);
    let mut heads = vec![
        "flow",
        "algorithm",
        "goodput",
        "sent",
        "lost",
        "timeouts",
        "cuts",
        "window",
        "RTT",
        "RTT 95 %",
        "CoV",
    ];
    if several {
        heads.insert(3, "fair share");
    }
    let mut table = Table::new(2, &heads);
    let all = summary["flows"].as_array().map_or(&[][..], Vec::as_slice);
    for flow in all.iter().take(MOST_ROWS) {
        let widest = at(flow, "/cov").as_object().and_then(|cov| cov.values().next_back());
        let cov = widest.and_then(Value::as_f64).map_or("-".to_owned(), |x| format!("{x:.2}"));
        let role = text(flow, "/role");
        let label = clean(&text(flow, "/label"));
        let mut row = vec![
            if role == "measured" { label } else { format!("{label} ({role})") },
            text(flow, "/algorithm"),
            rate_at(flow, "/goodput_bps"),
            text(flow, "/sent"),
            percent(flow, "/loss_fraction"),
            text(flow, "/timeouts"),
            text(flow, "/window_cuts"),
            number(flow, "/cwnd/mean", 1),
            ms(flow, "/rtt_ms/mean"),
            ms(flow, "/rtt_ms/p95"),
            cov,
        ];
        if several {
            row.insert(3, rate_at(flow, "/fair_share_bps"));
        }
        table.row(row);
    }
    let mut out = table.text();
    if all.len() > MOST_ROWS {
        let _ = writeln!(out, "... and {} more: --json or --csv has them all", all.len() - MOST_ROWS);
    }
    out
}

fn links(summary: &Value) -> String {
    let mut table = Table::new(
        1,
        &[
            "link",
            "rate",
            "used",
            "queue",
            "queue 95 %",
            "most",
            "delay",
            "drops",
            "dropped",
            "losses",
            "marks",
        ],
    );
    let all = summary["links"].as_array().map_or(&[][..], Vec::as_slice);
    for link in all.iter().take(MOST_ROWS) {
        table.row(vec![
            text(link, "/id"),
            rate_at(link, "/rate_bps"),
            percent(link, "/utilisation"),
            number(link, "/queue_packets/mean", 1),
            text(link, "/queue_packets/p95"),
            text(link, "/queue_packets/max"),
            ms(link, "/queue_delay_ms/mean"),
            text(link, "/drops"),
            percent(link, "/drop_rate"),
            text(link, "/losses"),
            text(link, "/marks"),
        ]);
    }
    let mut out = table.text();
    if all.len() > MOST_ROWS {
        let _ = writeln!(out, "... and {} more: --json or --csv has them all", all.len() - MOST_ROWS);
    }
    out
}

/// Nothing if there are none.
fn transfers(summary: &Value) -> String {
    let all = summary["transfers"].as_array().map_or(&[][..], Vec::as_slice);
    if all.is_empty() {
        return String::new();
    }
    let mut table = Table::new(
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

/// Events one a line.
pub fn of_events(events: &Value) -> String {
    let mut table = Table::new(2, &["", "event", "t", "value", "count"]);
    for event in events.as_array().map_or(&[][..], Vec::as_slice) {
        let place = match (event["flow"].as_str(), event["link"].as_str()) {
            (Some(flow), Some(link)) => format!("{flow} at {link}"),
            (Some(flow), None) => flow.to_owned(),
            _ => String::new(),
        };
        table.row(vec![
            place,
            text(event, "/kind"),
            number(event, "/t", 6),
            at(event, "/value").as_f64().map_or_else(String::new, |x| trimmed(&format!("{x:.3}"))),
            text(event, "/count"),
        ]);
    }
    format!("\n{}", table.text())
}

fn ms(value: &Value, path: &str) -> String {
    at(value, path).as_f64().map_or_else(|| "-".to_owned(), |x| format!("{x:.1} ms"))
}

/// Without zeros after the decimal point.
fn trimmed(number: &str) -> String {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        number.to_owned()
    }
}

/// Text of a document, without what a terminal could take for a command.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// 1234567 becomes 1,234,567.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        for (bps, text) in [
            (9.876e6, "9.88 Mb/s"),
            (98.76e6, "98.8 Mb/s"),
            (987.6e6, "988 Mb/s"),
            (1.5e9, "1.50 Gb/s"),
            (12.0, "12.0 b/s"),
        ] {
            assert_eq!(rate(bps), text);
        }
    }

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(1, &["a", "long"]);
        table.row(vec!["wide".to_owned(), "1".to_owned()]);
        assert_eq!(table.text(), "a     long\nwide     1\n");
    }

    #[test]
    fn texts_cannot_command_a_terminal() {
        assert_eq!(clean("a\u{1b}[2Jb\n"), "a [2Jb ");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }
}
