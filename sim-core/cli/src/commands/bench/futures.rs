//! The cost of runs that are equal up to some time and differ after it, compared with the cost of
//! complete runs.

use std::time::Duration;

use fairshare_runs::RunError;
use fairshare_runs::run::{Recording, run};
use fairshare_runs::shared_past::SharedPasts;
use serde_json::{Value, json};
use sim_core::describe::Kinds;

use crate::shared::error::CommandError;
use crate::shared::output;
use crate::shared::processor::thread_time;

/// The number of runs, which change the bottleneck's rate at the same time to different values.
const RUNS: u32 = 100;

/// The time at which the runs begin to differ, in seconds.
const CHANGE: f64 = 48.0;

/// The documents of 60 s of ten SACK flows, whose bottleneck changes after 80 % of the time to rates from 1 to 20 Mbit/s.
fn documents() -> impl Iterator<Item = Value> {
    (0..RUNS).map(|run| {
        let rate = 1e6 + 19e6 * f64::from(run) / f64::from(RUNS - 1);
        json!({
            "v": 1, "duration": 60,
            "network": { "forward": { "rate": 1e7, "delay": 0.02 } },
            "flows": [{ "id": "a", "algorithm": "sack", "params": { "stack": null }, "count": 10 }],
            "timeline": [{ "at": CHANGE, "set": "network.forward.rate", "to": rate }],
        })
    })
}

/// Processor time of this thread. Zero where the operating system does not report it.
fn timed(work: impl FnOnce() -> Result<(), RunError>) -> Result<Duration, CommandError> {
    let before = thread_time().unwrap_or_default();
    work().map_err(|error| CommandError::of_run("A run", error))?;
    Ok(thread_time().unwrap_or_default().saturating_sub(before))
}

pub fn main(rounds: u32, kinds: &Kinds) -> Result<(), CommandError> {
    let mut ratios = Vec::new();
    for _ in 0..rounds {
        let whole = timed(|| whole_runs(kinds))?;
        let shared = timed(|| shared_runs(kinds))?;
        eprintln!(
            "{RUNS} whole runs: {:.2} s, with a shared past: {:.2} s",
            whole.as_secs_f64(),
            shared.as_secs_f64()
        );
        ratios.push(shared.as_secs_f64() / whole.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    output::print(&format!(
        "{RUNS} runs with a change after 80 % of the time take {median:.2} times the processor time of {RUNS} whole runs (median of {rounds}).\n"
    ))
}

fn whole_runs(kinds: &Kinds) -> Result<(), RunError> {
    documents().try_for_each(|document| run(document, Recording::SUMMARY_ONLY, kinds, &|| false).map(drop))
}

fn shared_runs(kinds: &Kinds) -> Result<(), RunError> {
    let mut pasts = SharedPasts::default();
    documents().try_for_each(|document| pasts.run(document, CHANGE, kinds, &|| false).map(drop))
}
