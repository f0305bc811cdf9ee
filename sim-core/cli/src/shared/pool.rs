//! Runs many simulations in parallel. Each result is stored as soon as it is available, so that an
//! interrupted command can be resumed. Results do not depend on the number of parallel jobs. A store that
//! cannot be written stops all workers, because no later result could be kept either.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

use fairshare_runs::run::{Recording, run};
use fairshare_runs::shared_past::SharedPasts;
use fairshare_runs::{RunError, Stop};
use fairshare_store::{ResultKey, ResultStore};
use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::scenario::{Derived, Scenario};

use crate::shared::error::CommandError;
use crate::shared::output::note;
use crate::shared::parallel::compute;
use crate::shared::processor::thread_time;
use crate::shared::progress::{WallClock, interrupted};

/// A run to perform, unless its result is stored.
pub struct Job {
    /// The name of the run in messages.
    pub name: String,
    pub document: Value,
    pub recording: Recording,
    pub key: ResultKey,
    /// The time in seconds up to which the runs of other jobs with the same seed are expected to be equal; 0
    /// if there are no such jobs.
    pub shared_until: f64,
}

impl Job {
    pub fn new(name: String, document: Value, recording: Recording, kinds: &Kinds) -> Self {
        let key = ResultKey::of(&document, recording, kinds);
        Self { name, document, recording, key, shared_until: 0.0 }
    }
}

/// Parses the value of `--jobs`.
pub fn parse_jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=1024).contains(&n) => Ok(n),
        _ => Err("a number from 1 to 1024".to_owned()),
    }
}

/// The number of parallel jobs: the value of `--jobs`, or the number of processors.
pub fn worker_count(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get)).max(1)
}

/// A run without a result.
#[derive(Debug)]
pub struct FailedJob {
    pub name: String,
    pub why: RunError,
}

impl From<FailedJob> for CommandError {
    fn from(FailedJob { name, why }: FailedJob) -> Self {
        match why {
            RunError::Invalid(issues) => CommandError::issues(&name, &issues),
            why => CommandError::Run(format!("{name}: {why}")),
        }
    }
}

/// The effect of a failed run on the other runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OnFailure {
    Stop,
    Continue,
}

/// Why a job has no stored result.
enum Failure {
    Run(FailedJob),
    /// The result could not be stored, so that no later result could be stored either.
    Store(CommandError),
}

/// Jobs to run, each with its estimated number of packets.
type PendingJobs<'a> = Vec<(&'a Job, f64)>;

/// The jobs without a stored result, in the order in which they start, each with its estimated number of
/// packets; and the jobs whose documents are invalid.
fn pending_jobs<'a>(
    jobs: &[&'a Job],
    store: &ResultStore,
    kinds: &Kinds,
    on_failure: OnFailure,
) -> Result<(PendingJobs<'a>, Vec<FailedJob>), CommandError> {
    let mut seen = BTreeSet::new();
    let mut pending = PendingJobs::new();
    let mut invalid = Vec::new();
    for &job in jobs.iter().filter(|job| !store.has(&job.key)) {
        if !seen.insert(&job.key) {
            continue;
        }
        match Scenario::from_value(job.document.clone(), kinds) {
            Ok(scenario) => pending.push((job, Derived::of(&scenario).estimated_packets)),
            Err(issues) => {
                let failure = FailedJob { name: job.name.clone(), why: RunError::Invalid(issues) };
                if on_failure == OnFailure::Stop {
                    return Err(failure.into());
                }
                invalid.push(failure);
            }
        }
    }
    // Jobs that are equal up to some time are run one after the other, because a worker keeps few
    // simulations.
    let group = |job: &Job| if job.shared_until > 0.0 { job.document["seed"].as_u64() } else { None };
    pending.sort_by(|(a, a_packets), (b, b_packets)| {
        group(a).cmp(&group(b)).then_with(|| b_packets.total_cmp(a_packets))
    });
    Ok((pending, invalid))
}

/// Runs every job whose result is not stored yet, and returns those that failed, in the order of the jobs.
pub fn run_jobs(
    jobs: &[&Job],
    store: &ResultStore,
    kinds: &Kinds,
    threads: usize,
    on_failure: OnFailure,
) -> Result<Vec<FailedJob>, CommandError> {
    let (pending, mut failures) = pending_jobs(jobs, store, kinds, on_failure)?;
    if pending.is_empty() {
        return Ok(failures);
    }
    if !store.folder().exists() {
        note(format!(
            "Results are stored in {}, so that the command can be interrupted and repeated. The folder can be deleted.",
            store.folder().display()
        ));
    }
    store.check_writable().map_err(|error| CommandError::Run(error.to_string()))?;
    let must_stop = AtomicBool::new(false);
    let stop = || interrupted() || must_stop.load(Ordering::Relaxed);
    let made = compute(
        &pending,
        threads,
        |(_, packets)| *packets,
        |(job, _), pasts: &mut SharedPasts| {
            let made = if stop() { None } else { run_job(job, pasts, store, kinds, &stop) };
            match &made {
                Some(Err(Failure::Run(_))) if on_failure == OnFailure::Continue => {}
                Some(Err(_)) => must_stop.store(true, Ordering::Relaxed),
                _ => {}
            }
            made
        },
    );
    let done = made.len();
    for failure in made.into_iter().filter_map(Result::err) {
        match failure {
            Failure::Run(failure) => failures.push(failure),
            Failure::Store(error) => return Err(error),
        }
    }
    if interrupted() && done < pending.len() {
        return Err(CommandError::Interrupted(format!(
            "Interrupted: {done} of {} runs are done and stored in {}. Run the same command again to continue.",
            pending.len(),
            store.folder().display()
        )));
    }
    failures.sort_by_cached_key(|failure| jobs.iter().position(|job| job.name == failure.name));
    Ok(failures)
}

/// Runs a job and stores its result. `None` if `stop` returned true.
fn run_job(
    job: &Job,
    pasts: &mut SharedPasts,
    store: &ResultStore,
    kinds: &Kinds,
    stop: &Stop<'_>,
) -> Option<Result<(), Failure>> {
    let (started, processor_before) = (WallClock::now(), thread_time());
    let document = job.document.clone();
    let result = if job.shared_until > 0.0 {
        pasts.run(document, job.shared_until, kinds, stop)
    } else {
        run(document, job.recording, kinds, stop)
    };
    let time = match (processor_before, thread_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => started.elapsed(),
    };
    let stored = match result {
        Err(RunError::Stopped(_)) => return None,
        Err(why) => return Some(Err(Failure::Run(FailedJob { name: job.name.clone(), why }))),
        Ok(result) => store.write(&job.key, &result, time.as_secs_f64()),
    };
    let remedy = "The results before it are stored. Make room, or name another folder, and run the same command again.";
    Some(stored.map_err(|error| Failure::Store(CommandError::Run(format!("{error} {remedy}")))))
}
