//! The measurements as tables and as JSON: medians, and for ns-2 the median of the ratios of consecutive runs.

use serde_json::{Value, json};
use sim_core::ground::math;

use super::cachegrind::Counts;
use super::cases::Case;
use super::one::BenchRun;
use crate::shared::text_table::TextTable;

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
fn ratio(case: &Case, own_runs: &[BenchRun]) -> Option<f64> {
    let ns2_times = case.ns2.as_ref()?.ns_per_hop();
    Some(median(ns2_times.iter().zip(own_runs).map(|(ns2_time, run)| ns2_time / run.ns_per_hop()).collect()))
}

fn geometric_mean(values: &[f64]) -> f64 {
    math::exp(values.iter().map(|&x| math::ln(x)).sum::<f64>() / values.len() as f64)
}

pub fn json(case: &Case) -> Value {
    let runs = |runs: &[BenchRun]| {
        json!({
            "setup_ms": median_of(runs, |m| m.setup * 1e3),
            "ns_per_hop": median_of(runs, BenchRun::ns_per_hop),
            "million_hops_per_s": 1e3 / median_of(runs, BenchRun::ns_per_hop),
            "peak_mib": median_of(runs, |m| m.peak / 1_048_576.0),
            "packet_hops": median_of(runs, |m| m.hops),
            "ratio_to_ns2": ratio(case, runs),
        })
    };
    let ns2 = case.ns2.as_ref().map(|ns2| {
        json!({
            "packet_hops": ns2.hops,
            "setup_ms": median(ns2.setup.clone()) * 1e3,
            "ns_per_hop": median(ns2.ns_per_hop()),
        })
    });
    let [bare, recorded] = case.counts.map_or([None; 2], |counts| counts.map(Some));
    json!({
        "name": case.name, "what": case.what,
        "nothing_recorded": runs(&case.bare), "default_recording": runs(&case.recorded), "ns2": ns2,
        "instructions_per_hop": bare.map(|counts| counts.per_hop),
        "instructions_per_packet": bare.map(|counts| counts.per_packet),
        "recorded_instructions_per_hop": recorded.map(|counts| counts.per_hop),
    })
}

/// The times of all cases. A time is also compared with that of the first case: as the median of the differences of runs
/// that were measured one after the other, because the load of the machine is similar for both, and as a ratio.
pub fn times(cases: &[Case]) -> String {
    const OWN: [&str; 9] =
        ["", "what", "hops (M)", "set-up ms", "ns/hop", "MiB", "recorded: ns/hop", "MiB", "x real time"];
    const OTHERS: [&str; 6] = ["more than the first", "x", "ns-2: ns/hop", "set-up ms", "ratio", "recorded"];
    let mut table = TextTable::new(2, &[&OWN[..], &OTHERS].concat());
    let mut ratios = [Vec::new(), Vec::new()];
    let Some(first) = cases.first() else { return String::new() };
    for case in cases {
        let ns = median_of(&case.bare, BenchRun::ns_per_hop);
        let pairs = case.bare.iter().zip(&first.bare);
        let more = median(pairs.map(|(run, first)| run.ns_per_hop() - first.ns_per_hop()).collect());
        let mut cells = vec![
            case.name.clone(),
            case.what.clone(),
            format!("{:.2}", median_of(&case.bare, |m| m.hops / 1e6)),
            format!("{:.2}", median_of(&case.bare, |m| m.setup * 1e3)),
            format!("{ns:.1}"),
            format!("{:.1}", median_of(&case.bare, |m| m.peak / 1_048_576.0)),
            format!("{:.1}", median_of(&case.recorded, BenchRun::ns_per_hop)),
            format!("{:.1}", median_of(&case.recorded, |m| m.peak / 1_048_576.0)),
            format!("{:.1}", case.duration() / median_of(&case.bare, |m| m.run)),
            format!("{more:+.1}"),
            format!("{:.2}", ns / median_of(&first.bare, BenchRun::ns_per_hop)),
        ];
        if let (Some(ns2), Some(a), Some(b)) =
            (&case.ns2, ratio(case, &case.bare), ratio(case, &case.recorded))
        {
            ratios[0].push(a);
            ratios[1].push(b);
            cells.extend([
                format!("{:.0}", median(ns2.ns_per_hop())),
                format!("{:.0}", median(ns2.setup.clone()) * 1e3),
                format!("x{a:.1}"),
                format!("x{b:.1}"),
            ]);
        }
        table.row(cells);
    }
    let means = ratios.map(|ratios| geometric_mean(&ratios));
    let compared = if means[0].is_nan() {
        "Not compared with ns-2: --quick or another measurement was given, or `ns` is not installed."
            .to_owned()
    } else {
        format!(
            "Speed relative to ns-2, per packet-hop and without set-up, geometric mean: x{:.1}, with the default recording of the page x{:.1}.",
            means[0], means[1],
        )
    };
    format!("{}\n{compared}\n", table.text())
}

/// The instructions of all cases, compared with those of the first one.
pub fn instructions(cases: &[Case]) -> String {
    let columns =
        ["", "what", "instructions/hop", "x", "limit", "", "recorded", "instructions/packet sent", "x"];
    let mut table = TextTable::new(2, &columns);
    let counted = |case: &Case| -> Option<[Counts; 2]> { case.counts };
    let Some([first, _]) = cases.first().and_then(counted) else { return String::new() };
    for (case, [bare, recorded]) in cases.iter().filter_map(|case| Some((case, counted(case)?))) {
        let ratio = bare.per_hop / first.per_hop;
        table.row(vec![
            case.name.clone(),
            case.what.clone(),
            format!("{:.0}", bare.per_hop),
            format!("{ratio:.2}"),
            case.limit.map_or_else(String::new, |limit| format!("{limit:.1}")),
            if case.limit.is_some_and(|limit| ratio > limit) { "above".to_owned() } else { String::new() },
            format!("{:.0}", recorded.per_hop),
            format!("{:.0}", bare.per_packet),
            format!("{:.2}", bare.per_packet / first.per_packet),
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
