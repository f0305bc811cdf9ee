//! Runs many simulations in parallel. Each result is stored as soon as it is available, so that an
//! interrupted command can be resumed. Results do not depend on the number of parallel jobs. A store that
//! cannot be written stops all workers, because no later result could be kept either.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use fairshare_papers::cell::{RunError, run};
use fairshare_papers::model::Recording;
use fairshare_papers::shared_past::SharedPasts;
use fairshare_store::{ResultKey, ResultStore};
use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::scenario::{Derived, Scenario};

use crate::shared::error::CommandError;
use crate::shared::processor::thread_time;
use crate::shared::progress::{WallClock, handle_interrupts, interrupted};

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
            RunError::Failed(why) => CommandError::Run(format!("{name}: {why}")),
            RunError::Stopped => CommandError::Run(format!("{name}: stopped")),
        }
    }
}

/// The effect of a failed run on the other runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnFailure {
    Stop,
    Continue,
}

/// The state that the workers share.
struct JobQueue<'a> {
    /// The jobs with their expected numbers of packets, in the order in which workers take them.
    jobs: PendingJobs<'a>,
    next: AtomicUsize,
    /// Set when all workers must stop: a result could not be stored, or a job failed with `OnFailure::Stop`.
    must_stop: AtomicBool,
    on_failure: OnFailure,
    failures: Mutex<Vec<FailedJob>>,
    progress: Mutex<PoolProgress>,
    store: &'a ResultStore,
    kinds: &'a Kinds,
}

/// Runs every job whose result is not stored yet. Stops when a job fails.
pub fn run_all(
    jobs: &[&Job],
    store: &ResultStore,
    kinds: &Kinds,
    threads: usize,
) -> Result<(), CommandError> {
    let failures = run_pending(jobs, store, kinds, threads, OnFailure::Stop)?;
    failures.into_iter().next().map_or(Ok(()), |failure| Err(failure.into()))
}

/// Runs every job whose result is not stored yet, and returns those that failed, in the order of the jobs.
pub fn run_each(
    jobs: &[&Job],
    store: &ResultStore,
    kinds: &Kinds,
    threads: usize,
) -> Result<Vec<FailedJob>, CommandError> {
    let mut failures = run_pending(jobs, store, kinds, threads, OnFailure::Continue)?;
    let places: BTreeMap<&str, usize> =
        jobs.iter().enumerate().map(|(place, job)| (job.name.as_str(), place)).collect();
    failures.sort_by_key(|failure| places.get(failure.name.as_str()).copied());
    Ok(failures)
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

fn run_pending(
    jobs: &[&Job],
    store: &ResultStore,
    kinds: &Kinds,
    threads: usize,
    on_failure: OnFailure,
) -> Result<Vec<FailedJob>, CommandError> {
    handle_interrupts();
    let (pending, invalid) = pending_jobs(jobs, store, kinds, on_failure)?;
    if pending.is_empty() {
        return Ok(invalid);
    }
    store.check_writable().map_err(|error| CommandError::Run(error.to_string()))?;
    let total: f64 = pending.iter().map(|(_, packets)| packets).sum();
    let queue = JobQueue {
        progress: Mutex::new(PoolProgress::new(pending.len(), total)),
        jobs: pending,
        next: AtomicUsize::new(0),
        must_stop: AtomicBool::new(false),
        on_failure,
        failures: Mutex::new(invalid),
        store,
        kinds,
    };
    let errors: Vec<CommandError> = std::thread::scope(|scope| {
        let handles: Vec<_> = (1..threads).map(|_| scope.spawn(|| queue.run())).collect();
        let first_outcome = queue.run();
        let other_outcomes = handles.into_iter().map(|handle| match handle.join() {
            Ok(outcome) => outcome,
            Err(_) => Err(CommandError::Run("A worker thread panicked.".to_owned())),
        });
        std::iter::once(first_outcome).chain(other_outcomes).filter_map(Result::err).collect()
    });
    let progress = queue.progress.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    progress.clear();
    if let Some(error) = errors.into_iter().next() {
        return Err(error);
    }
    if interrupted() && progress.done < progress.jobs {
        return Err(CommandError::Interrupted(format!(
            "Interrupted: {} of {} runs are done and stored in {}. Run the same command again to continue.",
            progress.done,
            progress.jobs,
            store.folder().display()
        )));
    }
    Ok(queue.failures.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

impl JobQueue<'_> {
    fn run(&self) -> Result<(), CommandError> {
        let stop = || interrupted() || self.must_stop.load(Ordering::Relaxed);
        let mut pasts = SharedPasts::default();
        while let Some((job, packets)) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if stop() {
                return Ok(());
            }
            if !self.run_job(job, &mut pasts, &stop)? {
                return Ok(());
            }
            self.progress.lock().map(|mut progress| progress.job_done(*packets)).unwrap_or_default();
        }
        Ok(())
    }

    /// Runs a job and stores its result. Returns false if the worker must stop.
    fn run_job(
        &self,
        job: &Job,
        pasts: &mut SharedPasts,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, CommandError> {
        let (started, processor_before) = (WallClock::now(), thread_time());
        let processor_time = || match (processor_before, thread_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => started.elapsed(),
        };
        let document = job.document.clone();
        let result = if job.shared_until > 0.0 {
            pasts.run(document, job.shared_until, self.kinds, stop)
        } else {
            run(document, job.recording, self.kinds, stop)
        };
        match result {
            Ok(result) => {
                let stored = self.store.write(&job.key, &result, processor_time().as_secs_f64());
                stored.map_err(|error| {
                    self.must_stop.store(true, Ordering::Relaxed);
                    CommandError::Run(format!(
                        "{error} The results before it are stored. Make room, or name another folder, and run the same command again."
                    ))
                })?;
                Ok(true)
            }
            Err(RunError::Stopped) => Ok(false),
            Err(why) => {
                let failure = FailedJob { name: job.name.clone(), why };
                self.failures.lock().map(|mut failures| failures.push(failure)).unwrap_or_default();
                if self.on_failure == OnFailure::Stop {
                    self.must_stop.store(true, Ordering::Relaxed);
                }
                Ok(self.on_failure == OnFailure::Continue)
            }
        }
    }
}

/// The progress line of a pool.
pub struct PoolProgress {
    jobs: usize,
    /// Number of jobs that are done.
    done: usize,
    /// Estimated number of packets of all jobs.
    packets: f64,
    /// Estimated number of packets of the jobs that are done.
    packets_done: f64,
    started: WallClock,
    /// The time of the last redraw, measured from the start.
    last_redraw: Option<Duration>,
    /// Whether standard error is a terminal.
    is_terminal: bool,
}

/// The minimum time between two redraws.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

impl PoolProgress {
    pub fn new(jobs: usize, packets: f64) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self {
            jobs,
            done: 0,
            packets,
            packets_done: 0.0,
            started: WallClock::now(),
            last_redraw: None,
            is_terminal,
        }
    }

    pub fn job_done(&mut self, packets: f64) {
        self.done += 1;
        self.packets_done += packets;
        let elapsed = self.started.elapsed();
        if !self.is_terminal
            || self.last_redraw.is_some_and(|last_redraw| elapsed < last_redraw + REDRAW_INTERVAL)
        {
            return;
        }
        self.last_redraw = Some(elapsed);
        let fraction = (self.packets_done / self.packets.max(1.0)).max(1e-6);
        let seconds_left = elapsed.as_secs_f64() * (1.0 - fraction) / fraction;
        // A progress line that cannot be written does not stop the command.
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{:3.0} %  {} of {} runs  about {seconds_left:.0} s left",
            100.0 * fraction,
            self.done,
            self.jobs
        );
    }

    pub fn clear(&self) {
        if self.last_redraw.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
