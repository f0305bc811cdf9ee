//! Applies the closed forms to a run. Every model has a line for each run: a value, or the reason why it has
//! none.

use sim_core::analysis::equation::{ThroughputEquation, mathis_constant, mathis_window, pftk_full};
use sim_core::analysis::response::{aimd_window, dctcp_sawtooth, dctcp_window, pure_cubic_window};
use sim_core::analysis::sawtooth::{full_use_buffer, many_flows_buffer, overflow_window, round_utilisation};

use crate::bbr::{self, Competition};
use crate::facts::{EntryFacts, LinkFacts, RunFacts};
use crate::model::{Model, ModelLine, Quantity, Reason, Validity};
use crate::queueing;

/// The loss rate above which the square-root law ignores too many timeouts.
const HIGHEST_LOSS: f64 = 0.02;
/// The share of timeouts among the cuts above which the laws without timeouts do not hold.
const MOST_TIMEOUTS: f64 = 0.1;
/// The number of cuts below which a loss rate is too uncertain.
const FEWEST_CUTS: f64 = 10.0;
/// With at least this number of flows, their sawtooths are independent (Appenzeller and others 2004).
pub const MANY_FLOWS: f64 = 100.0;

/// The value of a model, whether its assumptions hold, and the reason. Only the reason if it has no value.
type Verdict<T> = Result<(T, Validity, Reason), Reason>;

/// The lines of all closed forms.
pub fn lines(facts: &RunFacts) -> Vec<ModelLine> {
    let mut lines = Vec::new();
    for entry in &facts.entries {
        for (model, law) in FLOW_LAWS {
            push_flow_law(&mut lines, *model, entry, law(entry, facts));
        }
    }
    if let Some(link) = &facts.link {
        link_lines(&mut lines, facts, link);
    }
    lines
}

type FlowLaw = fn(&EntryFacts, &RunFacts) -> Verdict<f64>;

/// The laws that give the window of a flow.
const FLOW_LAWS: &[(Model, FlowLaw)] = &[
    (Model::Mathis, mathis),
    (Model::Padhye, padhye),
    (Model::Own, own),
    (Model::Aimd, aimd),
    (Model::Cubic, cubic),
    (Model::Dctcp, dctcp),
];

fn push_flow_law(lines: &mut Vec<ModelLine>, model: Model, entry: &EntryFacts, law: Verdict<f64>) {
    let measured = &entry.measured;
    let bits = 8.0 * entry.packet;
    let per_round_trip = measured.rate.zip(measured.rtt).map(|(rate, rtt)| rate * rtt / bits);
    let (window, validity, reason) = match law {
        Ok((window, validity, reason)) => (Some(window), validity, reason),
        Err(reason) => (None, Validity::None, reason),
    };
    let rate = window.zip(measured.rtt).map(|(window, rtt)| window * bits / rtt);
    for (quantity, value, measured) in
        [(Quantity::Rate, rate, measured.rate), (Quantity::Window, window, measured.cwnd.or(per_round_trip))]
    {
        lines.push(ModelLine { model, of: entry.id.clone(), quantity, value, measured, validity, reason });
    }
}

/// The rate of cuts and the round-trip time of a flow that always has data, and the reasons why they may be
/// unreliable.
struct Losses {
    p: f64,
    rtt: f64,
    doubt: Option<Reason>,
}

fn losses(entry: &EntryFacts, without_timeouts: bool) -> Result<Losses, Reason> {
    if !entry.greedy {
        return Err(Reason::Limited);
    }
    let measured = &entry.measured;
    let p = measured.cut_rate.filter(|&p| p > 0.0).ok_or(Reason::NoLoss)?;
    let rtt = measured.rtt.ok_or(Reason::NoLoss)?;
    let receive_window = entry.param("receive_window").unwrap_or(f64::INFINITY);
    let doubt = if measured.cuts < FEWEST_CUTS {
        Some(Reason::FewLosses)
    } else if measured.cwnd.is_some_and(|cwnd| cwnd >= 0.9 * receive_window) {
        Some(Reason::ReceiverWindow)
    } else if without_timeouts && p > HIGHEST_LOSS {
        Some(Reason::HighLoss)
    } else if without_timeouts && measured.timeouts > MOST_TIMEOUTS {
        Some(Reason::Timeouts)
    } else {
        None
    };
    Ok(Losses { p, rtt, doubt })
}

fn judged(value: f64, doubt: Option<Reason>, holds: Reason) -> (f64, Validity, Reason) {
    doubt.map_or((value, Validity::Holds, holds), |doubt| (value, Validity::Outside, doubt))
}

fn mathis(entry: &EntryFacts, _: &RunFacts) -> Verdict<f64> {
    if !entry.is_reno() {
        return Err(Reason::OtherRule);
    }
    let Losses { p, doubt, .. } = losses(entry, true)?;
    Ok(judged(mathis_window(p, mathis_constant(entry.growth_divisor())), doubt, Reason::RandomLoss))
}

fn padhye(entry: &EntryFacts, _: &RunFacts) -> Verdict<f64> {
    if !entry.is_reno() {
        return Err(Reason::OtherRule);
    }
    let Losses { p, rtt, doubt } = losses(entry, false)?;
    let timeout = entry.timeout().ok_or(Reason::NoLoss)?;
    let largest = entry.param("receive_window").unwrap_or(f64::INFINITY);
    let rate = pftk_full(p, rtt, timeout, entry.growth_divisor(), largest);
    Ok(judged(rate * rtt, doubt.filter(|&doubt| doubt != Reason::ReceiverWindow), Reason::Measured))
}

fn own(entry: &EntryFacts, _: &RunFacts) -> Verdict<f64> {
    let measured = &entry.measured;
    let clamp = entry.params["clamp"].as_bool();
    let (equation, loss) = match entry.algorithm.as_str() {
        "tfrc" => (
            ThroughputEquation {
                acked_per_ack: entry.param("acked_per_ack").unwrap_or(1.0),
                clamp: clamp.unwrap_or(false),
                ..ThroughputEquation::TFRC
            },
            measured.event_rate,
        ),
        "tfwc" => (ThroughputEquation::TFRC, measured.event_rate),
        "tfrcp" | "lda_plus" => (ThroughputEquation::PADHYE, measured.loss),
        _ => return Err(Reason::OtherRule),
    };
    if !entry.greedy {
        return Err(Reason::Limited);
    }
    let p = loss.filter(|&p| p > 0.0).ok_or(Reason::NoLoss)?;
    let rtt = measured.rtt.unwrap_or(entry.base_rtt);
    Ok((equation.window(p, rtt), Validity::Holds, Reason::Equation))
}

fn aimd(entry: &EntryFacts, _: &RunFacts) -> Verdict<f64> {
    let (increase, decrease) = entry.aimd().ok_or(Reason::OtherRule)?;
    let Losses { p, doubt, .. } = losses(entry, true)?;
    Ok(judged(aimd_window(p, increase, decrease), doubt, Reason::Window))
}

fn cubic(entry: &EntryFacts, _: &RunFacts) -> Verdict<f64> {
    if entry.algorithm != "cubic" {
        return Err(Reason::OtherRule);
    }
    let Losses { p, rtt, doubt } = losses(entry, true)?;
    let (c, beta) = (entry.param("c").unwrap_or_default(), entry.param("beta").unwrap_or_default());
    let window = pure_cubic_window(p, rtt, c, beta).max(aimd_window(p, 1.0, 0.5));
    Ok(judged(window, doubt, Reason::Window))
}

fn dctcp(entry: &EntryFacts, facts: &RunFacts) -> Verdict<f64> {
    if entry.algorithm != "dctcp" {
        return Err(Reason::OtherRule);
    }
    if !entry.greedy {
        return Err(Reason::Limited);
    }
    if facts.crossing().any(|other| other.algorithm != "dctcp") {
        return Err(Reason::Mixed);
    }
    let link = facts.link.as_ref().ok_or(Reason::NoMarks)?;
    let p = link.mark_rate.filter(|&p| p > 0.0).ok_or(Reason::NoMarks)?;
    let doubt = (link.queue == "step").then_some(Reason::StepQueue);
    Ok(judged(dctcp_window(p.min(1.0)), doubt, Reason::Window))
}

fn link_lines(lines: &mut Vec<ModelLine>, facts: &RunFacts, link: &LinkFacts) {
    let mut push = |model, quantity, measured: Option<f64>, verdict: Verdict<f64>| {
        let (value, validity, reason) = match verdict {
            Ok((value, validity, reason)) => (Some(value), validity, reason),
            Err(reason) => (None, Validity::None, reason),
        };
        lines.push(ModelLine { model, of: link.id.clone(), quantity, value, measured, validity, reason });
    };
    push(Model::DctcpQueue, Quantity::Queue, link.queue_max, dctcp_queue(facts, link));
    push(Model::Sawtooth, Quantity::Utilisation, link.utilisation, sawtooth(facts, link));
    push(Model::Buffer, Quantity::Buffer, Some(link.limit), buffer(facts, link));
    push(Model::Md1, Quantity::Queue, link.queue_packets, md1(facts, link));
    let rate = bbr_rate(facts, link);
    let entries: Vec<&EntryFacts> = facts.crossing().filter(|entry| entry.algorithm == "bbr").collect();
    let flows: f64 = entries.iter().map(|entry| entry.count).sum();
    let measured: Option<f64> =
        entries.iter().map(|entry| entry.measured.rate.map(|rate| rate * entry.count)).sum::<Option<f64>>();
    let share = measured.filter(|_| flows > 0.0).map(|rate| rate / flows);
    lines.extend(bbr_lines(&entries, link, rate, share));
}

/// The line of each BBR entry, or one line of the link if there is none.
fn bbr_lines(
    entries: &[&EntryFacts],
    link: &LinkFacts,
    rate: Verdict<f64>,
    mean: Option<f64>,
) -> Vec<ModelLine> {
    let (value, validity, reason) = match rate {
        Ok((value, validity, reason)) => (Some(value), validity, reason),
        Err(reason) => (None, Validity::None, reason),
    };
    let line = |of: &str, measured| ModelLine {
        model: Model::Bbr,
        of: of.to_owned(),
        quantity: Quantity::Rate,
        value,
        measured,
        validity,
        reason,
    };
    if entries.is_empty() {
        return vec![line(&link.id, mean)];
    }
    entries.iter().map(|entry| line(&entry.id, entry.measured.rate)).collect()
}

/// The number of flows that cross the link and always have data, if all of them have the same multiplicative
/// decrease.
fn same_decrease(facts: &RunFacts) -> Result<(f64, f64, f64), Reason> {
    let mut found: Option<(f64, f64)> = None;
    let mut flows = 0.0;
    for entry in facts.crossing() {
        if !entry.greedy {
            return Err(Reason::Limited);
        }
        let rule = match entry.algorithm.as_str() {
            "cubic" => (1.0, 1.0 - entry.param("beta").unwrap_or(0.7)),
            _ => entry.aimd().ok_or(Reason::OtherRule)?,
        };
        if found.is_some_and(|before| (before.1 - rule.1).abs() > 1e-9) {
            return Err(Reason::OtherAlgorithms);
        }
        found = Some(rule);
        flows += entry.count;
    }
    found.map(|(increase, decrease)| (flows, increase, 1.0 - decrease)).ok_or(Reason::OtherRule)
}

fn steady(facts: &RunFacts, link: &LinkFacts) -> Result<(), Reason> {
    if !link.shared {
        return Err(Reason::SeveralLinks);
    }
    if facts.changes {
        return Err(Reason::Changes);
    }
    Ok(())
}

fn sawtooth(facts: &RunFacts, link: &LinkFacts) -> Verdict<f64> {
    steady(facts, link)?;
    if link.queue != "drop_tail" {
        return Err(Reason::NotDropTail);
    }
    if link.has_loss {
        return Err(Reason::LossRules);
    }
    let (flows, increase, factor) = same_decrease(facts)?;
    if flows > 1.0 {
        return Err(Reason::SeveralFlows);
    }
    // CUBIC's window does not grow by a fixed step.
    if facts.crossing().any(|entry| entry.algorithm == "cubic") {
        return Err(Reason::OtherRule);
    }
    let peak = overflow_window(link.bdp, link.limit);
    let value = round_utilisation(link.bdp, peak, factor, increase).ok_or(Reason::OtherRule)?;
    let few = facts.crossing().any(|entry| entry.measured.cuts < FEWEST_CUTS);
    Ok(judged(value, few.then_some(Reason::FewLosses), Reason::OneFlow))
}

fn buffer(facts: &RunFacts, link: &LinkFacts) -> Verdict<f64> {
    steady(facts, link)?;
    if link.queue != "drop_tail" {
        return Err(Reason::NotDropTail);
    }
    let (flows, _, factor) = same_decrease(facts)?;
    if flows < 2.0 {
        let value = full_use_buffer(link.bdp, factor).ok_or(Reason::OtherRule)?;
        return Ok((value, Validity::Holds, Reason::OneFlow));
    }
    let one = full_use_buffer(link.bdp, factor).ok_or(Reason::OtherRule)?;
    let value = many_flows_buffer(one, flows).ok_or(Reason::OtherRule)?;
    Ok(judged(value, (flows < MANY_FLOWS).then_some(Reason::FewFlows), Reason::ManyFlows))
}

fn dctcp_queue(facts: &RunFacts, link: &LinkFacts) -> Verdict<f64> {
    if link.queue != "step" {
        return Err(Reason::NotStepQueue);
    }
    if facts.crossing().any(|entry| entry.algorithm != "dctcp") {
        return Err(Reason::Mixed);
    }
    steady(facts, link)?;
    if facts.crossing().any(|entry| !entry.greedy) {
        return Err(Reason::Limited);
    }
    let flows: f64 = facts.crossing().map(|entry| entry.count).sum();
    let threshold = link.queue_params["threshold"].as_f64().unwrap_or_default();
    // Every flow adds one packet in the round trip that the marks need to return.
    dctcp_sawtooth(link.bdp, threshold, flows)
        .map(|_| (threshold + flows, Validity::Holds, Reason::Window))
        .ok_or(Reason::NoMarks)
}

fn bbr_rate(facts: &RunFacts, link: &LinkFacts) -> Verdict<f64> {
    let bbr: Vec<&EntryFacts> = facts.crossing().filter(|entry| entry.algorithm == "bbr").collect();
    let first = *bbr.first().ok_or(Reason::NoBbr)?;
    steady(facts, link)?;
    if link.queue != "drop_tail" {
        return Err(Reason::NotDropTail);
    }
    let fills = |entry: &&EntryFacts| entry.greedy && (entry.aimd().is_some() || entry.algorithm == "cubic");
    let others: Vec<&EntryFacts> = facts.crossing().filter(|entry| entry.algorithm != "bbr").collect();
    if others.is_empty() || bbr.iter().any(|entry| !entry.greedy) {
        return Err(Reason::NoCompetitor);
    }
    if !others.iter().all(fills) {
        return Err(Reason::OtherAlgorithms);
    }
    let flows: f64 = bbr.iter().map(|entry| entry.count).sum();
    let competition = Competition {
        bdp: link.bdp,
        buffer: link.limit,
        capacity: link.capacity(),
        rtt: link.base_rtt,
        flows,
        probe_interval: first.param("probe_rtt_interval").unwrap_or(10.0),
        probe_duration: first.param("probe_rtt_duration").unwrap_or(0.2),
    };
    let share = bbr::share(&competition).ok_or(Reason::LongDrain)?;
    let doubt = (!bbr::is_window_limited(&competition)).then_some(Reason::SmallBuffer);
    Ok(judged(share * link.rate / flows, doubt, Reason::DeepBuffer))
}

fn md1(facts: &RunFacts, link: &LinkFacts) -> Verdict<f64> {
    if facts.crossing().any(|entry| entry.responsive) {
        return Err(Reason::Responsive);
    }
    let rho = link.utilisation.ok_or(Reason::Overload)?;
    let value = queueing::waiting(rho.min(1.0)).filter(|_| rho < 0.999).ok_or(Reason::Overload)?;
    let mut doubt = None;
    for entry in facts.crossing() {
        let payload_fits = entry.source_params["size"].as_f64().is_some_and(|size| size <= entry.packet);
        let fixed = entry.source_params["sizes"] == "fixed";
        if entry.source != "arrivals" || !fixed || !payload_fits {
            doubt = Some(Reason::NotPoisson);
        }
    }
    Ok(judged(value, doubt, Reason::OpenLoop))
}
