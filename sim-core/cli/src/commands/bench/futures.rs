//! The cost of a sweep whose runs are equal up to some time and differ after it, compared with the cost of
//! complete runs.

use std::time::Duration;

use fairshare_papers::cell;
use fairshare_papers::shared_past::SharedPasts;
use fairshare_sweeps::document;
use fairshare_sweeps::measure::RECORDING;
use fairshare_sweeps::sweep::Sweep;
use serde_json::{Value, json};
use sim_core::describe::Kinds;

use crate::commands::sweep::sentences;
use crate::shared::error::CommandError;
use crate::shared::output;
use crate::shared::processor::thread_time;

/// The number of runs, which change the bottleneck's rate at the same time to different values.
const RUNS: u32 = 100;

/// A sweep of 60 s of ten SACK flows, with a change after 80 % of the time.
fn sweep_document() -> Value {
    json!({
        "sweep": 1, "seeds": 1,
        "scenario": {
            "v": 1, "duration": 60,
            "network": { "forward": { "rate": 1e7, "delay": 0.02 } },
            "flows": [{ "id": "a", "algorithm": "sack", "params": { "stack": null }, "count": 10 }],
            "timeline": [{ "at": 48, "set": "network.forward.rate", "to": 1e7 }],
        },
        "vary": [{ "path": "timeline[0].to", "values": format!("1M..20M/{RUNS}") }],
    })
}

/// Processor time of this thread. Zero where the operating system does not report it.
fn timed(work: impl FnOnce() -> Result<(), cell::RunError>) -> Result<Duration, CommandError> {
    let before = thread_time().unwrap_or_default();
    work().map_err(|error| CommandError::Run(format!("{error:?}")))?;
    Ok(thread_time().unwrap_or_default().saturating_sub(before))
}

pub fn main(rounds: u32, kinds: &Kinds) -> Result<(), CommandError> {
    let sweep =
        document::read(&sweep_document(), kinds).map_err(|issues| CommandError::Run(sentences(&issues)))?;
    let mut ratios = Vec::new();
    for _ in 0..rounds {
        let whole = timed(|| whole_runs(&sweep, kinds))?;
        let shared = timed(|| shared_runs(&sweep, kinds))?;
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
        "A sweep of {RUNS} changes after 80 % of the run takes {median:.2} times the processor time of {RUNS} whole runs (median of {rounds}).\n"
    ))
}

fn whole_runs(sweep: &Sweep, kinds: &Kinds) -> Result<(), cell::RunError> {
    for cell in &sweep.cells {
        cell::run(sweep.document(cell, 1, kinds), RECORDING, kinds, &|| false)?;
    }
    Ok(())
}

fn shared_runs(sweep: &Sweep, kinds: &Kinds) -> Result<(), cell::RunError> {
    let mut pasts = SharedPasts::default();
    for cell in &sweep.cells {
        sweep.run(cell, 1, &mut pasts, kinds, &|| false)?;
    }
    Ok(())
}
