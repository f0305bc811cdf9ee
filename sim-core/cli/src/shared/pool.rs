//! Runs many simulations in parallel. Each result is stored as soon as it is available, so that an
//! interrupted command can be resumed. Results do not depend on the number of parallel jobs.

use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use fairshare_papers::cell::{RunError, run};
use fairshare_papers::model::Recording;
use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::scenario::{Derived, Scenario};

use crate::shared::error::CommandError;
use crate::shared::processor::thread_time;
use crate::shared::progress::{WallClock, handle_interrupts, interrupted};
use crate::shared::store::{ResultKey, ResultStore};

/// A run to perform, unless its result is stored.
pub struct Job {
    /// The name of the run in messages.
    pub name: String,
    pub document: Value,
    pub recording: Recording,
    pub key: ResultKey,
}

impl Job {
    pub fn new(name: String, document: Value, recording: Recording, kinds: &Kinds) -> Self {
        let key = ResultKey::of(&document, recording, kinds);
        Self { name, document, recording, key }
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

/// The state that the workers share.
struct JobQueue<'a> {
    /// The jobs with their expected numbers of packets, largest first.
    jobs: Vec<(&'a Job, f64)>,
    next: AtomicUsize,
    /// Set when a job fails, so that all workers stop.
    failed: AtomicBool,
    progress: Mutex<PoolProgress>,
    store: &'a ResultStore,
    kinds: &'a Kinds,
}

/// Runs every job whose result is not stored yet.
pub fn run_all(
    jobs: &[&Job],
    store: &ResultStore,
    kinds: &Kinds,
    threads: usize,
) -> Result<(), CommandError> {
    handle_interrupts();
    let mut seen = BTreeSet::new();
    let mut pending: Vec<(&Job, f64)> = Vec::new();
    for &job in jobs.iter().filter(|job| !store.has(&job.key)) {
        if seen.insert(&job.key) {
            let scenario = Scenario::from_value(job.document.clone(), kinds)
                .map_err(|issues| CommandError::issues(&job.name, &issues))?;
            pending.push((job, Derived::of(&scenario).estimated_packets));
        }
    }
    pending.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let total: f64 = pending.iter().map(|(_, packets)| packets).sum();
    let queue = JobQueue {
        progress: Mutex::new(PoolProgress::new(pending.len(), total)),
        jobs: pending,
        next: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
        store,
        kinds,
    };
    let failures: Vec<CommandError> = std::thread::scope(|scope| {
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
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    if interrupted() && progress.done < progress.jobs {
        return Err(CommandError::Interrupted(format!(
            "Interrupted: {} of {} runs are done and stored in {}. Run the same command again to continue.",
            progress.done,
            progress.jobs,
            store.folder().display()
        )));
    }
    Ok(())
}

impl JobQueue<'_> {
    fn run(&self) -> Result<(), CommandError> {
        let stop = || interrupted() || self.failed.load(Ordering::Relaxed);
        while let Some((job, packets)) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if stop() {
                return Ok(());
            }
            match self.run_job(job, &stop) {
                Ok(true) => {
                    self.progress.lock().map(|mut progress| progress.job_done(*packets)).unwrap_or_default()
                }
                Ok(false) => return Ok(()),
                Err(failure) => {
                    self.failed.store(true, Ordering::Relaxed);
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    /// Runs a job and stores its result. Returns false if it was stopped.
    fn run_job(&self, job: &Job, stop: &dyn Fn() -> bool) -> Result<bool, CommandError> {
        let (started, processor_before) = (WallClock::now(), thread_time());
        let processor_time = || match (processor_before, thread_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => started.elapsed(),
        };
        match run(job.document.clone(), job.recording, self.kinds, stop) {
            Ok(result) => {
                self.store.write(&job.key, &result, processor_time().as_secs_f64())?;
                Ok(true)
            }
            Err(RunError::Stopped) => Ok(false),
            Err(RunError::Invalid(issues)) => Err(CommandError::issues(&job.name, &issues)),
            Err(RunError::Failed(why)) => Err(CommandError::Run(format!("{}: {why}", job.name))),
        }
    }
}

/// The progress line of a pool.
struct PoolProgress {
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
    fn new(jobs: usize, packets: f64) -> Self {
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

    fn job_done(&mut self, packets: f64) {
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

    fn clear(&self) {
        if self.last_redraw.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
