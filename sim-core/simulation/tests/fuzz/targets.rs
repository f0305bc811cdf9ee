//! The targets: how each makes its inputs and what must hold for them.

use super::mutate::{Check, Outcome, SEEDS, TEXTS, change_bytes, change_document, pick};
use crate::support::{Document, documents, multi_link_documents};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::convert::narrow;
use sim_core::ground::rng::Rng;
use sim_core::ground::time::{SECOND, Time};
use sim_core::params::Issue;
use sim_core::record::RecordingSettings;
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::scenario::{self, Scenario, parse_bytes};
use sim_core::simulation::Simulation;

/// Maximum number of events of a run. Longer runs end here, with every way of running them.
const MAX_EVENTS: u64 = 30_000;

// Inputs ------------------------------------------------------------------

pub fn changed_text(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = pick(rng, &TEXTS).as_bytes().to_vec();
    for _ in 0..=rng.below(4) {
        change_bytes(&mut bytes, rng);
    }
    bytes
}

fn changed(mut document: Value, rng: &mut Rng) -> Value {
    for _ in 0..=rng.below(3) {
        change_document(&mut document, rng);
    }
    document
}

pub fn changed_document(rng: &mut Rng) -> Vec<u8> {
    let document = pick(rng, &SEEDS).clone();
    changed(document, rng).to_string().into_bytes()
}

/// A link of a changed document, whose text is changed in one of two cases.
pub fn changed_link(rng: &mut Rng) -> Vec<u8> {
    let mut scenario = pick(rng, &SEEDS).clone();
    if rng.below(2) == 0 {
        scenario = changed(scenario, rng);
    }
    let text = |rng: &mut Rng| (rng.below(2) == 0).then(|| "0.1.0".to_owned());
    let link = ShareLink { scenario, result_id: text(rng), version: text(rng) };
    let mut bytes = share_link::encode(&link).into_bytes();
    if rng.below(2) == 0 {
        change_bytes(&mut bytes, rng);
    }
    bytes
}

/// A document of the generator of the property tests.
fn generated(rng: &mut Rng) -> Value {
    let seed: Vec<u8> = (0..4).flat_map(|_| rng.next_u64().to_le_bytes()).collect();
    let source = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, source);
    let tree = match rng.below(4) {
        0 => multi_link_documents().new_tree(&mut runner).map(|tree| tree.current()),
        _ => documents().new_tree(&mut runner).map(|tree| tree.current()),
    };
    let Document(document) = tree.unwrap();
    document
}

/// A generated document or a golden scenario, in half of the cases changed.
pub fn any_document(rng: &mut Rng) -> Vec<u8> {
    let document = if rng.below(4) == 0 { pick(rng, &SEEDS).clone() } else { generated(rng) };
    let document = if rng.below(3) == 0 { changed(document, rng) } else { document };
    document.to_string().into_bytes()
}

/// A document with many changes of its timeline at few times.
pub fn document_with_timeline(rng: &mut Rng) -> Vec<u8> {
    let mut document = if rng.below(4) == 0 { pick(rng, &SEEDS).clone() } else { generated(rng) };
    let other = generated(rng);
    let mut entries = other["timeline"].as_array().cloned().unwrap_or_default();
    entries.extend(document["timeline"].as_array().cloned().unwrap_or_default());
    let first_link = document["network"]["links"][0]["id"].as_str().map(str::to_owned);
    for entry in &mut entries {
        let set = entry["set"].as_str().unwrap_or_default().replace("network.links.l0.", "network.");
        entry["set"] = match &first_link {
            Some(id) => set.replacen("network.", &format!("network.links.{id}."), 1).into(),
            None => set.into(),
        };
        if let Some(id) = document["flows"][0]["id"].as_str() {
            entry["set"] =
                entry["set"].as_str().unwrap_or_default().replace(".f0.", &format!(".{id}.")).into();
        }
        if rng.below(3) == 0 {
            entry["at"] = json!(rng.below(5) as f64 / 2.0);
        }
        if rng.below(8) == 0 {
            change_document(entry, rng);
        }
    }
    document["timeline"] = entries.into();
    document.to_string().into_bytes()
}

// Checks ------------------------------------------------------------------

/// A refusal with a list of issues, all of which must have a code and a message.
fn refusal(issues: &[Issue]) -> Check {
    if issues.iter().any(|issue| issue.message.is_empty() || issue.code.is_empty()) {
        return Err(format!("an issue has no message: {issues:?}"));
    }
    if issues.is_empty() { Err("refused without an issue".to_owned()) } else { Ok(Outcome::Refused) }
}

/// Validates a document. The canonical form of a valid document must be valid and its own canonical form.
fn check_value(document: Value) -> Check {
    let read = match scenario::Document::read(&document, kinds()) {
        Ok(read) => read,
        Err(issues) => return refusal(&issues),
    };
    let canonical = read.canonical();
    let again = scenario::Document::read(canonical, kinds())
        .map_err(|issues| format!("the canonical form is refused: {canonical}: {issues:?}"))?;
    if again.canonical() != canonical {
        return Err(format!("the canonical form changes: {canonical} becomes {}", again.canonical()));
    }
    if again.scenario() != read.scenario() {
        return Err(format!("the canonical form has another meaning: {canonical}"));
    }
    Ok(Outcome::Accepted)
}

pub fn check_bytes(bytes: &[u8], _: &mut Rng) -> Check {
    match parse_bytes(bytes) {
        Ok(document) => check_value(document),
        Err(issues) => refusal(&issues),
    }
}

/// Whether two links have the same content.
fn is_same(a: &ShareLink, b: &ShareLink) -> bool {
    a.result_id == b.result_id && a.version == b.version && is_same_value(&a.scenario, &b.scenario)
}

/// Whether two values are equal. A link writes a whole number such as `0.00`, `1e-355` or `1.0` without its fraction, and it is
/// read as an integer.
fn is_same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(_), Value::Number(_)) => {
            let exact =
                |value: &Value| value.as_f64().filter(|number| number.abs() < 9_007_199_254_740_992.0);
            a == b || (exact(a).is_some() && exact(a) == exact(b))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_value(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same_value(a, b)))
        }
        _ => a == b,
    }
}

pub fn check_link(bytes: &[u8], _: &mut Rng) -> Check {
    let link = match share_link::read(bytes) {
        Ok(link) => link,
        Err(issues) => return refusal(&issues),
    };
    if !link.scenario.is_object() {
        return check_value(link.scenario);
    }
    match share_link::decode(&share_link::encode(&link)) {
        Ok(again) if is_same(&again, &link) => check_value(link.scenario),
        Ok(again) => Err(format!("a link changes when it is encoded: {link:?} becomes {again:?}")),
        Err(issues) if issues[0].code == "too_long" => refusal(&issues),
        Err(issues) => Err(format!("an encoded link is refused: {issues:?}")),
    }
}

/// A simulation of a text, or its issues.
fn open(bytes: &[u8], settings: RecordingSettings) -> Result<Simulation, Vec<Issue>> {
    let scenario = Scenario::from_value(parse_bytes(bytes)?, kinds())?;
    if scenario.flows.iter().map(|flow| flow.count).sum::<u64>() > 200 {
        return Err(vec![Issue::new(
            "flows",
            "too_slow_to_fuzz",
            "Runs of many flows take too long.".to_owned(),
        )]);
    }
    Simulation::new(scenario, settings)
}

/// The state of a run after at most `MAX_EVENTS` events, as text.
struct RunResult {
    id: String,
    events: u64,
    summary: Value,
}

fn result_of(simulation: &Simulation) -> Result<RunResult, String> {
    simulation
        .world()
        .check_conservation()
        .map_err(|problem| format!("packets are not conserved: {problem:?}"))?;
    let summary = simulation.summary();
    let text = summary.to_string();
    if text.contains("NaN") || text.contains("inf") {
        return Err(format!("the summary has a number that is not finite: {text}"));
    }
    Ok(RunResult { id: simulation.result_id_text(), events: simulation.events(), summary })
}

fn compare(found: &Simulation, expected: &RunResult, what: &str) -> Result<(), String> {
    let found = result_of(found)?;
    if (&found.id, found.events) != (&expected.id, expected.events) {
        return Err(format!(
            "{what}: result {} after {} events, not {} after {}",
            found.id, found.events, expected.id, expected.events
        ));
    }
    if found.summary != expected.summary {
        return Err(format!(
            "{what}: the summary differs: {} instead of {}",
            found.summary, expected.summary
        ));
    }
    Ok(())
}

/// The time at which a run of at most `MAX_EVENTS` events is compared, and its result.
fn uninterrupted(bytes: &[u8]) -> Result<Result<(Time, RunResult), Vec<Issue>>, String> {
    let mut probe = match open(bytes, RecordingSettings::none()) {
        Ok(simulation) => simulation,
        Err(issues) => return Ok(Err(issues)),
    };
    let step = probe.step(Time::MAX, MAX_EVENTS).map_err(|failure| failure.to_string())?;
    if step.finished {
        return Ok(Ok((step.now, result_of(&probe)?)));
    }
    // The events at the time of the last event may be incomplete, so the run is compared just before this
    // time.
    let end = step.now.saturating_sub(1);
    let mut simulation = open(bytes, RecordingSettings::none()).map_err(|issues| format!("{issues:?}"))?;
    simulation.step(end, u64::MAX).map_err(|failure| failure.to_string())?;
    Ok(Ok((end, result_of(&simulation)?)))
}

/// Steps that end at random times and after random numbers of events.
fn step_randomly(simulation: &mut Simulation, end: Time, rng: &mut Rng) -> Result<(), String> {
    let until = match rng.below(3) {
        0 => simulation.now() + rng.below(SECOND),
        1 => simulation.now() + rng.below(end / 4 + 1),
        _ => end,
    };
    let events = if rng.below(2) == 0 { u64::MAX } else { 1 + rng.below(3000) };
    simulation.step(until.min(end), events).map(drop).map_err(|failure| failure.to_string())
}

/// A timeline gives the same result at once and in steps, with and without a recording.
pub fn check_timeline(bytes: &[u8], rng: &mut Rng) -> Check {
    let (end, expected) = match uninterrupted(bytes)? {
        Ok(pair) => pair,
        Err(issues) => return refusal(&issues),
    };
    let mut steps = open(bytes, RecordingSettings { decisions: true, ..RecordingSettings::default() })
        .map_err(|issues| format!("{issues:?}"))?;
    for _ in 0..1000 {
        if steps.now() >= end {
            break;
        }
        step_randomly(&mut steps, end, rng)?;
    }
    steps.step(end, u64::MAX).map_err(|failure| failure.to_string())?;
    compare(&steps, &expected, "in steps")?;
    Ok(Outcome::Accepted)
}

/// A fork with a further change of the timeline equals the uninterrupted run of the document with this
/// change.
pub fn check_fork(bytes: &[u8], rng: &mut Rng) -> Check {
    let (end, _) = match uninterrupted(bytes)? {
        Ok(pair) => pair,
        Err(issues) => return refusal(&issues),
    };
    let mut original = open(bytes, RecordingSettings::none()).map_err(|issues| format!("{issues:?}"))?;
    original.step(rng.below(end + 1), u64::MAX).map_err(|failure| failure.to_string())?;
    if rng.below(2) == 0 {
        original.step(end, rng.below(50)).map_err(|failure| failure.to_string())?;
    }
    let mut document: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let after = (original.now() + 1 + rng.below(SECOND)) as f64 / SECOND as f64;
    let donor = document_with_timeline(rng);
    let donor: Value = serde_json::from_slice(&donor).unwrap_or_default();
    let mut entry = donor["timeline"][narrow::<usize>(rng.below(4))].clone();
    if entry.is_object() {
        entry["at"] = json!(after);
        if let Some(entries) = document.get_mut("timeline").and_then(Value::as_array_mut) {
            entries.push(entry);
        } else {
            document["timeline"] = json!([entry]);
        }
    }
    let forked = document.to_string().into_bytes();
    let (end, expected) = match uninterrupted(&forked)? {
        Ok(pair) => pair,
        Err(issues) => return refusal(&issues),
    };
    if original.now() > end {
        return Ok(Outcome::Refused);
    }
    let scenario =
        Scenario::from_value(parse_bytes(&forked).map_err(|issues| format!("{issues:?}"))?, kinds());
    let mut fork = match original.fork(scenario.map_err(|issues| format!("{issues:?}"))?) {
        Ok(fork) => fork,
        Err(issues) => return refusal(&issues),
    };
    let now = original.now();
    drop(original);
    fork.step(end, u64::MAX).map_err(|failure| failure.to_string())?;
    compare(&fork, &expected, &format!("forked at {now} ns"))?;
    Ok(Outcome::Accepted)
}

/// Any order of steps, clones, forks, copies and readings gives the same result.
pub fn check_order(bytes: &[u8], rng: &mut Rng) -> Check {
    let (end, expected) = match uninterrupted(bytes)? {
        Ok(pair) => pair,
        Err(issues) => return refusal(&issues),
    };
    let settings =
        RecordingSettings { decisions: rng.below(2) == 0, bins: 64, ..RecordingSettings::default() };
    let mut simulations = vec![open(bytes, settings).map_err(|issues| format!("{issues:?}"))?];
    for _ in 0..12 + rng.below(20) {
        let index = narrow::<usize>(rng.below(simulations.len() as u64));
        let simulation = &mut simulations[index];
        match rng.below(11) {
            0..=4 => step_randomly(simulation, end, rng)?,
            5 => simulation.keep_checkpoints(rng.uniform()),
            6 => {
                simulation.update_series();
                let rec = &simulation.observer().rec;
                for index in 0..rec.directory().len().min(20) {
                    rec.read(index, narrow::<usize>(rng.below(80)));
                }
                rec.events().read(narrow::<usize>(rng.below(50)));
            }
            7 => {
                let (from, to) = (rng.uniform() * 5.0, rng.uniform() * 5.0);
                let flow = simulation.flows()[0].id.clone();
                simulation.explain(&flow, from, to)?;
            }
            8 => simulation.stop_recording(),
            choice => {
                let copy = match choice {
                    9 => Ok(simulation.clone()),
                    _ if rng.below(2) == 0 => simulation.copy_at_or_before(rng.below(end + 1)),
                    _ => simulation.fork(simulation.scenario().clone()),
                };
                let copy = copy.map_err(|issues| format!("a copy is refused: {issues:?}"))?;
                if simulations.len() < 4 {
                    simulations.push(copy);
                } else {
                    simulations[index] = copy;
                }
            }
        }
    }
    for mut simulation in simulations {
        simulation.step(end, u64::MAX).map_err(|failure| failure.to_string())?;
        compare(&simulation, &expected, "after random operations")?;
    }
    Ok(Outcome::Accepted)
}

/// Events for each packet over one link of the declared work: a packet and its acknowledgement each cross three links.
const EVENTS_PER_PACKET: f64 = 16.0;
/// Events of a flow that are not declared: its start, its handshake and its last timers.
const EVENTS_PER_FLOW: f64 = 200.0;

/// A run makes at most the work that its document declares.
pub fn check_declared_work(bytes: &[u8], _: &mut Rng) -> Check {
    let mut simulation = match open(bytes, RecordingSettings::default()) {
        Ok(simulation) => simulation,
        Err(issues) => return refusal(&issues),
    };
    let scenario = simulation.scenario();
    let flows = scenario.flows.iter().map(|flow| flow.count as f64).sum::<f64>();
    let declared = EVENTS_PER_PACKET * scenario.work.one_link_equivalent + EVENTS_PER_FLOW * flows;
    simulation.step(Time::MAX, 300_000).map_err(|failure| failure.to_string())?;
    let events = simulation.world().events() as f64;
    if events > declared {
        return Err(format!("{events} events, and {declared} are declared"));
    }
    Ok(Outcome::Accepted)
}

/// The numbers of a run can be true, also if it ends early: see `impossible_number`.
pub fn check_numbers(bytes: &[u8], _: &mut Rng) -> Check {
    let mut simulation = match open(bytes, RecordingSettings::default()) {
        Ok(simulation) => simulation,
        Err(issues) => return refusal(&issues),
    };
    simulation.step(Time::MAX, MAX_EVENTS).map_err(|failure| failure.to_string())?;
    simulation.world().check_conservation().map_err(|failure| failure.to_string())?;
    match impossible_number("summary", &simulation.summary()) {
        None => Ok(Outcome::Accepted),
        Some(message) => Err(message),
    }
}

/// Where a summary states a number that cannot be: a share that is not from 0 to 1, shares of time that do not sum to 1,
/// percentiles that are not in order, or counts that do not balance.
pub fn impossible_number(path: &str, summary: &Value) -> Option<String> {
    // A departure is at a whole nanosecond, before or after which its last bits were sent.
    const CLOCK_S: f64 = 2e-9;
    let time = |end: usize| summary["window"][end].as_f64().unwrap_or(0.0);
    impossible_member(path, summary, 1.0 + CLOCK_S / (time(1) - time(0)))
}

/// The same for a part of a summary. Links can carry `most` of what their rates allow.
fn impossible_member(path: &str, value: &Value, most: f64) -> Option<String> {
    const ROUNDING: f64 = 1e-9;
    let members = match value {
        Value::Array(items) => {
            return items
                .iter()
                .enumerate()
                .find_map(|(i, item)| impossible_member(&format!("{path}[{i}]"), item, most));
        }
        Value::Object(members) => members,
        _ => return None,
    };
    let number = |name: &str| members.get(name).and_then(Value::as_f64);
    let above =
        |name: &str, most: f64| number(name).is_some_and(|x| !(-ROUNDING..=most + ROUNDING).contains(&x));
    let shares = ["drop_rate", "jain", "loss_fraction", "loss_event_rate"];
    let limits = [("utilisation", most)].into_iter().chain(shares.map(|name| (name, 1.0)));
    if let Some((name, _)) = limits.into_iter().find(|&(name, most)| above(name, most)) {
        return Some(format!("{path}.{name} is {:?}", number(name)));
    }
    let levels: Vec<f64> = ["min", "p50", "p95", "p99", "max"].into_iter().filter_map(number).collect();
    let mean = number("mean").filter(|_| number("min").is_some());
    let is_outside = |mean: f64| {
        mean < levels[0] - ROUNDING * mean.abs() || mean > levels[levels.len() - 1] * (1.0 + ROUNDING)
    };
    if !levels.is_sorted() || mean.is_some_and(is_outside) {
        return Some(format!("{path} is not in order: {value}"));
    }
    if let Some(times) = members.get("occupancy").and_then(Value::as_array) {
        let sum: f64 = times.iter().filter_map(Value::as_f64).sum();
        if (sum - 1.0).abs() > ROUNDING {
            return Some(format!("{path}.occupancy sums to {sum}"));
        }
    }
    let parts = |names: &[&str]| names.iter().map(|name| number(name).unwrap_or(0.0)).sum::<f64>();
    if number("departures").is_some() && parts(&["departures", "drops"]) != parts(&["arrivals"])
        || number("frames").is_some()
            && parts(&["on_time", "late", "missing", "given_up"]) > parts(&["frames"])
    {
        return Some(format!("the counts of {path} do not balance: {value}"));
    }
    members.iter().find_map(|(name, member)| impossible_member(&format!("{path}.{name}"), member, most))
}
