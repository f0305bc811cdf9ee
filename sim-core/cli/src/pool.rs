//! Many runs on all cores: each result is kept as soon as it is there, so that whatever ends the program loses little, and the
//! same command goes on. Results do not depend on how many jobs run side by side.

use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use fairshare_papers::cell::{Unfinished, run};
use fairshare_papers::model::Watch;
use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::scenario::{Derived, Scenario};

use crate::bench::thread_time;
use crate::failure::Failure;
use crate::progress::{Clock, listen, stopped};
use crate::store::{Key, Store};

/// One run.
pub struct Job {
    /// What to call it in messages.
    pub name: String,
    pub document: Value,
    pub watch: Watch,
    pub key: Key,
}

impl Job {
    pub fn new(name: String, document: Value, watch: Watch, kinds: &Kinds) -> Self {
        let key = Key::of(&document, watch, kinds);
        Self { name, document, watch, key }
    }
}

/// As many as there are processors, unless said otherwise.
pub fn workers(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get)).max(1)
}

/// What is shared by the workers.
struct Work<'a> {
    /// Largest first, with the packets that each is expected to take.
    jobs: Vec<(&'a Job, f64)>,
    next: AtomicUsize,
    quit: AtomicBool,
    progress: Mutex<Progress>,
    store: &'a Store,
    kinds: &'a Kinds,
}

/// Does every job whose result is not kept yet.
pub fn run_all(jobs: &[&Job], store: &Store, kinds: &Kinds, threads: usize) -> Result<(), Failure> {
    listen();
    let mut seen = BTreeSet::new();
    let mut open: Vec<(&Job, f64)> = Vec::new();
    for &job in jobs.iter().filter(|job| !store.has(&job.key)) {
        if seen.insert(&job.key) {
            let scenario = Scenario::from_value(job.document.clone(), kinds)
                .map_err(|issues| Failure::issues(&job.name, &issues))?;
            open.push((job, Derived::of(&scenario).estimated_packets));
        }
    }
    open.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let total: f64 = open.iter().map(|(_, packets)| packets).sum();
    let work = Work {
        progress: Mutex::new(Progress::new(open.len(), total)),
        jobs: open,
        next: AtomicUsize::new(0),
        quit: AtomicBool::new(false),
        store,
        kinds,
    };
    let failures: Vec<Failure> = std::thread::scope(|scope| {
        let handles: Vec<_> = (1..threads).map(|_| scope.spawn(|| work.run())).collect();
        let own = work.run();
        let others = handles.into_iter().map(|handle| match handle.join() {
            Ok(done) => done,
            Err(_) => Err(Failure::Run("A worker failed.".to_owned())),
        });
        std::iter::once(own).chain(others).filter_map(Result::err).collect()
    });
    let progress = work.progress.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    progress.clear();
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    if stopped() && progress.done < progress.jobs {
        return Err(Failure::Interrupted(format!(
            "Interrupted: {} of {} runs are done and kept in {}. The same command goes on from there.",
            progress.done,
            progress.jobs,
            store.folder().display()
        )));
    }
    Ok(())
}

impl Work<'_> {
    fn run(&self) -> Result<(), Failure> {
        let stop = || stopped() || self.quit.load(Ordering::Relaxed);
        while let Some((job, packets)) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if stop() {
                return Ok(());
            }
            let done = self.one(job, &stop);
            match done {
                Ok(true) => {
                    self.progress.lock().map(|mut progress| progress.one(*packets)).unwrap_or_default()
                }
                Ok(false) => return Ok(()),
                Err(failure) => {
                    self.quit.store(true, Ordering::Relaxed);
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    /// False: it was stopped.
    fn one(&self, job: &Job, stop: &dyn Fn() -> bool) -> Result<bool, Failure> {
        let (started, busy) = (Clock::now(), thread_time());
        let took = || match (busy, thread_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => started.elapsed(),
        };
        match run(job.document.clone(), job.watch, self.kinds, stop) {
            Ok(result) => {
                self.store.write(&job.key, &result, took().as_secs_f64())?;
                Ok(true)
            }
            Err(Unfinished::Stopped) => Ok(false),
            Err(Unfinished::Invalid(issues)) => Err(Failure::issues(&job.name, &issues)),
            Err(Unfinished::Failed(why)) => Err(Failure::Run(format!("{}: {why}", job.name))),
        }
    }
}

/// One line for whoever watches.
struct Progress {
    jobs: usize,
    done: usize,
    packets: f64,
    packets_done: f64,
    started: Clock,
    shown: Option<Duration>,
    watched: bool,
}

const REDRAW: Duration = Duration::from_millis(200);

impl Progress {
    fn new(jobs: usize, packets: f64) -> Self {
        let watched = std::io::stderr().is_terminal();
        Self { jobs, done: 0, packets, packets_done: 0.0, started: Clock::now(), shown: None, watched }
    }

    fn one(&mut self, packets: f64) {
        self.done += 1;
        self.packets_done += packets;
        let elapsed = self.started.elapsed();
        if !self.watched || self.shown.is_some_and(|shown| elapsed < shown + REDRAW) {
            return;
        }
        self.shown = Some(elapsed);
        let part = (self.packets_done / self.packets.max(1.0)).max(1e-6);
        let left = elapsed.as_secs_f64() * (1.0 - part) / part;
        // Not being able to draw is no reason to stop.
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{:3.0} %  {} of {} runs  about {left:.0} s left",
            100.0 * part,
            self.done,
            self.jobs
        );
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
