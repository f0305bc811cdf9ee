//! The measurements as tables: medians, and for ns-2 the median of the ratios of consecutive runs.

use std::fmt::Write as _;

use serde_json::{Value, json};
use sim_core::ground::math;

use super::cachegrind::Counts;
use super::dumbbells::Dumbbell;
use super::ns2::Ns2Runs;
use super::one::BenchRun;
use crate::shared::text_table::TextTable;

/// A dumbbell and its runs.
pub struct BenchRow {
    pub dumbbell: Dumbbell,
    /// Runs that record nothing.
    pub bare: Vec<BenchRun>,
    /// Runs that record the default signals of the page.
    pub recorded: Vec<BenchRun>,
    pub ns2: Option<Ns2Runs>,
}

/// A queue discipline and its runs.
pub struct QueueCase {
    pub name: &'static str,
    pub document: String,
    pub runs: Vec<BenchRun>,
    /// Instructions per packet-hop, if they were requested.
    pub instructions: Option<f64>,
}

/// An algorithm and its cost.
pub struct AlgorithmCase {
    pub name: &'static str,
    pub counts: Counts,
    /// The cost per packet-hop and per packet relative to SACK, and the largest accepted cost per packet-hop.
    pub ratio: f64,
    pub packet_ratio: f64,
    pub limit: f64,
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    match n {
        0 => f64::NAN,
        _ if n % 2 == 1 => values[n / 2],
        _ => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

fn median_of(runs: &[BenchRun], value: fn(&BenchRun) -> f64) -> f64 {
    median(runs.iter().map(value).collect())
}

/// The time per packet-hop of ns-2 divided by the time per packet-hop of Fairshare: the median of the ratios
/// of runs that were measured one after the other.
fn ratio(row: &BenchRow, own_runs: &[BenchRun]) -> Option<f64> {
    let ns2_times = row.ns2.as_ref()?.ns_per_hop();
    Some(median(ns2_times.iter().zip(own_runs).map(|(ns2_time, run)| ns2_time / run.ns_per_hop()).collect()))
}

fn geometric_mean(values: &[f64]) -> f64 {
    math::exp(values.iter().map(|&x| math::ln(x)).sum::<f64>() / values.len() as f64)
}

pub fn row_json(row: &BenchRow) -> Value {
    let runs = |runs: &[BenchRun]| {
        json!({
            "setup_ms": median_of(runs, |m| m.setup * 1e3),
            "ns_per_hop": median_of(runs, BenchRun::ns_per_hop),
            "million_hops_per_s": 1e3 / median_of(runs, BenchRun::ns_per_hop),
            "peak_mib": median_of(runs, |m| m.peak / 1_048_576.0),
            "packet_hops": median_of(runs, |m| m.hops),
            "ratio_to_ns2": ratio(row, runs),
        })
    };
    let ns2 = row.ns2.as_ref().map(|ns2| {
        json!({
            "packet_hops": ns2.hops,
            "setup_ms": median(ns2.setup.clone()) * 1e3,
            "ns_per_hop": median(ns2.ns_per_hop()),
        })
    });
    json!({
        "name": row.dumbbell.name, "what": row.dumbbell.description(),
        "nothing_recorded": runs(&row.bare), "default_recording": runs(&row.recorded), "ns2": ns2,
    })
}

pub fn table(rows: &[BenchRow]) -> String {
    let mut table = TextTable::new(
        2,
        &[
            "",
            "dumbbell",
            "hops (M)",
            "set-up ms",
            "ns/hop",
            "Mhop/s",
            "MiB",
            "recorded: ns/hop",
            "Mhop/s",
            "MiB",
            "ns-2: ns/hop",
            "set-up ms",
            "ratio",
            "recorded",
        ],
    );
    let (mut bare, mut recorded) = (Vec::new(), Vec::new());
    for row in rows {
        let ns = median_of(&row.bare, BenchRun::ns_per_hop);
        let ns_recorded = median_of(&row.recorded, BenchRun::ns_per_hop);
        let mut cells = vec![
            row.dumbbell.name.clone(),
            row.dumbbell.description(),
            format!("{:.2}", median_of(&row.bare, |m| m.hops / 1e6)),
            format!("{:.2}", median_of(&row.bare, |m| m.setup * 1e3)),
            format!("{ns:.1}"),
            format!("{:.1}", 1e3 / ns),
            format!("{:.1}", median_of(&row.bare, |m| m.peak / 1_048_576.0)),
            format!("{ns_recorded:.1}"),
            format!("{:.1}", 1e3 / ns_recorded),
            format!("{:.1}", median_of(&row.recorded, |m| m.peak / 1_048_576.0)),
        ];
        if let (Some(ns2), Some(a), Some(b)) = (&row.ns2, ratio(row, &row.bare), ratio(row, &row.recorded)) {
            bare.push(a);
            recorded.push(b);
            cells.extend([
                format!("{:.0}", median(ns2.ns_per_hop())),
                format!("{:.0}", median(ns2.setup.clone()) * 1e3),
                format!("x{a:.1}"),
                format!("x{b:.1}"),
            ]);
        }
        table.row(cells);
    }
    let mut text = table.text();
    if bare.is_empty() {
        text.push_str("\nNot compared with ns-2: either --quick was given, or `ns` is not installed.\n");
    } else {
        let _ = writeln!(
            text,
            "\nSpeed relative to ns-2, per packet-hop and without set-up, geometric mean: x{:.1}, with the default recording of the page x{:.1}.",
            geometric_mean(&bare),
            geometric_mean(&recorded),
        );
    }
    text
}

pub fn growth(rows: &[BenchRow]) -> String {
    let mut table = TextTable::new(
        0,
        &["flows", "hops (M)", "set-up ms", "ns/hop", "recorded: ns/hop", "MiB", "recorded: MiB"],
    );
    for row in rows {
        table.row(vec![
            row.dumbbell.name.clone(),
            format!("{:.2}", median_of(&row.bare, |m| m.hops / 1e6)),
            format!("{:.2}", median_of(&row.bare, |m| m.setup * 1e3)),
            format!("{:.1}", median_of(&row.bare, BenchRun::ns_per_hop)),
            format!("{:.1}", median_of(&row.recorded, BenchRun::ns_per_hop)),
            format!("{:.1}", median_of(&row.bare, |m| m.peak / 1_048_576.0)),
            format!("{:.1}", median_of(&row.recorded, |m| m.peak / 1_048_576.0)),
        ]);
    }
    let mut text = table.text();
    if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
        let times = |of: fn(&BenchRow) -> &[BenchRun]| {
            median_of(of(last), BenchRun::ns_per_hop) / median_of(of(first), BenchRun::ns_per_hop)
        };
        let _ = writeln!(
            text,
            "\nFrom {} to {} flows at 1 Gb/s the time per hop grows by a factor of {:.2}, with recording {:.2} (target: at most 2.2).",
            first.dumbbell.name,
            last.dumbbell.name,
            times(|row| &row.bare),
            times(|row| &row.recorded),
        );
    }
    text
}

pub fn graph(bare: &[BenchRun], recorded: &[BenchRun]) -> String {
    let mut table = TextTable::new(
        1,
        &["recording", "hops (M)", "set-up ms", "ns/hop", "run s", "faster than real time", "MiB"],
    );
    for (name, runs) in [("nothing", bare), ("default of the page", recorded)] {
        table.row(vec![
            name.to_owned(),
            format!("{:.1}", median_of(runs, |m| m.hops / 1e6)),
            format!("{:.1}", median_of(runs, |m| m.setup * 1e3)),
            format!("{:.1}", median_of(runs, BenchRun::ns_per_hop)),
            format!("{:.2}", median_of(runs, |m| m.run)),
            format!("x{:.1}", median_of(runs, |m| super::graph::DURATION / m.run)),
            format!("{:.1}", median_of(runs, |m| m.peak / 1_048_576.0)),
        ]);
    }
    format!("{}\n{}", super::graph::DESCRIPTION, table.text())
}

/// Packet-hops per packet at the bottleneck: a packet crosses three links, and its acknowledgement crosses
/// three links.
const HOPS_PER_PACKET: f64 = 6.0;

/// The cost of each discipline compared with the first discipline, the baseline: per packet-hop, and per
/// packet at the bottleneck.
pub fn queues(cases: &[QueueCase]) -> String {
    let mut table = TextTable::new(
        1,
        &[
            "queue",
            "hops (M)",
            "ns/hop",
            "more",
            "more, of the bottleneck's hops",
            "instructions/hop",
            "more",
        ],
    );
    let Some(base) = cases.first() else { return String::new() };
    for case in cases {
        // Consecutive runs are compared because the load of the machine is similar for both.
        let extra: Vec<f64> = case
            .runs
            .iter()
            .zip(&base.runs)
            .map(|(run, base)| run.ns_per_hop() - base.ns_per_hop())
            .collect();
        let extra = median(extra);
        let count_text = |count: Option<f64>| count.map_or("-".to_owned(), |count| format!("{count:.0}"));
        table.row(vec![
            case.name.to_owned(),
            format!("{:.2}", median_of(&case.runs, |m| m.hops / 1e6)),
            format!("{:.1}", median_of(&case.runs, BenchRun::ns_per_hop)),
            format!("{extra:+.1}"),
            format!("{:+.0}", extra * HOPS_PER_PACKET),
            count_text(case.instructions),
            count_text(case.instructions.zip(base.instructions).map(|(count, base)| count - base)),
        ]);
    }
    table.text()
}

pub fn algorithms(cases: &[AlgorithmCase]) -> String {
    let columns =
        ["algorithm", "instructions/hop", "of SACK's", "limit", "", "instructions/packet sent", "of SACK's"];
    let mut table = TextTable::new(1, &columns);
    for case in cases {
        table.row(vec![
            case.name.to_owned(),
            format!("{:.0}", case.counts.per_hop),
            format!("x{:.2}", case.ratio),
            format!("x{:.1}", case.limit),
            if case.ratio > case.limit { "above".to_owned() } else { String::new() },
            format!("{:.0}", case.counts.per_packet),
            format!("x{:.2}", case.packet_ratio),
        ]);
    }
    table.text()
}

pub fn instructions(rows: &[(f64, f64, Dumbbell)]) -> String {
    let mut table = TextTable::new(2, &["", "dumbbell", "instructions/hop", "recorded"]);
    for (bare, recorded, dumbbell) in rows {
        table.row(vec![
            dumbbell.name.clone(),
            dumbbell.description(),
            format!("{bare:.0}"),
            format!("{recorded:.0}"),
        ]);
    }
    table.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_geometric_means_are_computed() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!((geometric_mean(&[2.0, 8.0]) - 4.0).abs() < 1e-12);
    }
}
