//! Computes the metrics of the ns-2 reference from the summary of a run of this simulator.

use super::reference::ReferenceCase;
use serde_json::{Value, json};

/// The width in seconds of the time windows in which convergence is measured.
const CONVERGENCE_WIDTH: f64 = 5.0;
/// The number of time windows in which convergence is measured.
const CONVERGENCE_WINDOWS: usize = 20;

/// Returns whether a flow belongs to a group of the reference: a kind (`TFRC`), or a kind with a tag
/// (`TFRC:limited`).
fn is_in_group(group: &str, id: &str) -> bool {
    let name = group.replace(':', "_");
    let id = id.split('.').next().unwrap_or(id);
    id == name || (!group.contains(':') && id.strip_prefix(group).is_some_and(|tag| tag.starts_with('_')))
}

fn flows_of_group<'a>(flows: &'a [Value], group: &'a str) -> impl Iterator<Item = &'a Value> {
    flows.iter().filter(move |flow| flow["id"].as_str().is_some_and(|id| is_in_group(group, id)))
}

/// The mean of a field over the flows of a group.
fn mean(flows: &[Value], group: &str, field: &dyn Fn(&Value) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = flows_of_group(flows, group).map(field).collect::<Option<_>>()?;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The sum of `numerator` over the flows of a group, divided by their sum of `denominator`.
fn ratio_of_sums(flows: &[Value], group: &str, numerator: &str, denominator: &str) -> Option<f64> {
    let sum = |name: &str| flows_of_group(flows, group).map(|flow| flow[name].as_f64()).sum::<Option<f64>>();
    Some(sum(numerator)? / sum(denominator)?)
}

/// Jain's index of rates, or `None` if all rates are zero.
fn jain_index(rates: &[f64]) -> Option<f64> {
    let (sum, squares) = rates.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    (squares > 0.0).then(|| sum * sum / (rates.len() as f64 * squares))
}

impl ReferenceCase {
    /// The phase of the run that a metric measures, in seconds: 200 to 350 for
    /// `TFRC:free.phase200-350.cov@1s`.
    pub fn phase(metric: &str) -> Option<(f64, f64)> {
        let (_, after_phase) = metric.split_once(".phase")?;
        let (from, to) = after_phase.split_once('.')?.0.split_once('-')?;
        Some((from.parse().ok()?, to.parse().ok()?))
    }

    /// The largest `start` of the flows, in seconds.
    fn last_start(&self) -> f64 {
        self.flows.iter().fold(0.0, |latest, flow| flow.start.max(latest))
    }

    /// The `measure` section of the document: the bins and time windows that the metrics need.
    pub fn measure_section(&self) -> Value {
        let measures_convergence = self.metrics.iter().any(|metric| metric.name.starts_with("converged"));
        let window = |i: usize| {
            let from = self.last_start() + CONVERGENCE_WIDTH * i as f64;
            json!({"id": format!("w{i}"), "from": from, "to": from + CONVERGENCE_WIDTH})
        };
        let windows: Vec<Value> =
            if measures_convergence { (0..CONVERGENCE_WINDOWS).map(window).collect() } else { Vec::new() };
        json!({"bins": [0.1, 1], "windows": windows})
    }

    /// The time in seconds from the expected start of the last forward flow until the throughputs are fair.
    /// They are fair from the end of a time window if the Jain index in this window and in the next one is at
    /// least `min_jain`.
    fn convergence_time(&self, summary: &Value, min_jain: f64) -> Option<f64> {
        let is_fair = |i: usize| -> Option<bool> {
            let flows = summary["windows"][format!("w{i}")]["flows"].as_array()?;
            let forward = flows.iter().filter(|flow| !flow["id"].as_str().unwrap_or("").starts_with("back_"));
            let rates: Vec<f64> =
                forward.map(|flow| flow["throughput_bps"].as_f64()).collect::<Option<_>>()?;
            Some(jain_index(&rates)? >= min_jain)
        };
        let starts = self.flows.iter().filter(|flow| !flow.reverse);
        let expected_last_start =
            starts.fold(0.0, |latest: f64, flow| latest.max(flow.start + flow.start_spread / 2.0));
        (0..CONVERGENCE_WINDOWS - 1)
            .find(|&i| is_fair(i) == Some(true) && is_fair(i + 1) == Some(true))
            .map(|i| self.last_start() + CONVERGENCE_WIDTH * (i + 1) as f64 - expected_last_start)
    }

    /// The value of a metric in the summary of a run, or `None` if this simulator does not measure it.
    #[expect(clippy::too_many_lines, reason = "one arm for each metric")]
    pub fn measure(&self, metric: &str, summary: &Value) -> Option<f64> {
        let flows = summary["flows"].as_array()?;
        let goodput = |flow: &Value| flow["goodput_bps"].as_f64();
        let throughput = |flow: &Value| flow["throughput_bps"].as_f64();
        for (prefix, link) in [("link.fwd.", 0), ("link.rev.", 1)] {
            if let Some(name) = metric.strip_prefix(prefix) {
                let link = &summary["links"][link];
                return match name {
                    "utilisation" => link["utilisation"].as_f64(),
                    "drop_rate" => link["drop_rate"].as_f64(),
                    "mean_queue_pkts" => link["queue_packets"]["mean"].as_f64(),
                    _ => None,
                };
            }
        }
        if let Some(min_jain) = metric.strip_prefix("converged_after_s.jain") {
            return self.convergence_time(summary, min_jain.parse().ok()?);
        }
        let kinds: Vec<&str> = self.flows.iter().filter(|f| !f.reverse).map(|f| f.kind.as_str()).collect();
        let tcp_kind = kinds.iter().find(|kind| ["Reno", "Newreno", "Sack1"].contains(kind)).copied();
        let other_kind = kinds.iter().find(|kind| ["TFRC", "RAP"].contains(kind)).copied();
        match metric {
            "pkts_per_rtt" => {
                let bits = self.flows[0].packet as f64 * 8.0;
                Some(mean(flows, kinds[0], &goodput)? * flows[0]["base_rtt_ms"].as_f64()? / 1e3 / bits)
            }
            "ratio_short_to_long" => {
                let goodput_of = |tag: &str| mean(flows, &format!("{}:{tag}", kinds[0]), &goodput);
                Some(goodput_of("short")? / goodput_of("long")?)
            }
            // The goodput of the flow over all hops, divided by that of the cross flows (`_x1`, `_x2`, ...).
            "long_share" => {
                let goodput_of = |tag: &str| {
                    let has_tag = |flow: &&Value| flow["id"].as_str().is_some_and(|id| id.contains(tag));
                    let rates: Option<Vec<f64>> = flows.iter().filter(has_tag).map(goodput).collect();
                    rates.map(|rates| rates.iter().sum::<f64>() / rates.len() as f64)
                };
                Some(goodput_of("_long")? / goodput_of("_x")?)
            }
            // Jain's index of the goodputs of all flows that send forwards.
            "jain_all" => {
                let forward =
                    flows.iter().filter(|flow| !flow["id"].as_str().unwrap_or("").starts_with("back_"));
                let rates: Vec<f64> = forward.map(goodput).collect::<Option<_>>()?;
                jain_index(&rates)
            }
            // The fraction of all throughput that web flows have.
            "www_share" => {
                let sum = |selects: &dyn Fn(&str) -> bool| {
                    let selected = flows.iter().filter(|flow| flow["id"].as_str().is_some_and(selects));
                    selected.map(throughput).sum::<Option<f64>>()
                };
                Some(sum(&|id| is_in_group("WWW", id))? / sum(&|_| true)?)
            }
            "friendliness_F" => Some(mean(flows, other_kind?, &goodput)? / mean(flows, tcp_kind?, &goodput)?),
            "theta_tcp_share" => {
                let sum = |group: &str| flows_of_group(flows, group).map(throughput).sum::<Option<f64>>();
                let (tcp, other) = (sum(tcp_kind?)?, sum(other_kind?)?);
                Some(tcp / (tcp + other))
            }
            _ => {
                let (group, name) = metric.split_once('.')?;
                let name = name
                    .split_once("phase")
                    .map_or(name, |(_, after_phase)| after_phase.split_once('.').map_or("", |parts| parts.1));
                match name {
                    "goodput_mean_bps" => mean(flows, group, &goodput),
                    "throughput_bps" => mean(flows, group, &throughput),
                    "cwnd_cuts" => mean(flows, group, &|flow| flow["window_cuts"].as_f64()),
                    "loss_events_per_flow" => mean(flows, group, &|flow| flow["loss_events"].as_f64()),
                    "loss_event_rate" => ratio_of_sums(flows, group, "loss_events", "sent"),
                    "loss_rate" => ratio_of_sums(flows, group, "lost", "sent"),
                    "mean_cwnd" => mean(flows, group, &|flow| flow["cwnd"]["mean"].as_f64()),
                    _ => {
                        let width = name.strip_prefix("cov@")?.strip_suffix('s')?;
                        mean(flows, group, &|flow| flow["cov"][width].as_f64())
                    }
                }
            }
        }
    }
}
