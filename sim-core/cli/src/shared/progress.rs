//! Progress lines on the terminal, and runs that stop cleanly on Ctrl-C.

use std::io::{IsTerminal as _, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fairshare_runs::EVENTS_PER_STEP;
use sim_core::ground::time::{Time, to_secs};
use sim_core::simulation::Simulation;

use crate::shared::error::CommandError;
use crate::shared::output::is_quiet;

/// Wall-clock time. No result depends on it.
#[allow(clippy::disallowed_types, reason = "reports how long a run took; no result depends on it")]
pub type WallClock = std::time::Instant;

/// The minimum time between two redraws.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static HANDLER: OnceLock<()> = OnceLock::new();

/// Installs a handler for Ctrl-C. The first Ctrl-C requests a clean stop, and the second ends the program.
pub fn handle_interrupts() {
    HANDLER.get_or_init(|| {
        // If the handler cannot be installed, Ctrl-C ends the program immediately, which is the default.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
    });
}

/// Returns whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The packet-hops and the wall-clock time of a run, for display.
pub struct RunTiming {
    pub wall_clock: Duration,
    pub packet_hops: u64,
}

impl RunTiming {
    pub fn hops_per_second(&self) -> f64 {
        self.packet_hops as f64 / self.wall_clock.as_secs_f64().max(1e-9)
    }
}

/// Advances a simulation to the time `until`, with a progress line. Fails if Ctrl-C is pressed.
pub fn run_until(simulation: &mut Simulation, until: Time) -> Result<RunTiming, CommandError> {
    handle_interrupts();
    let hops_before = simulation.packet_hops();
    let mut line = ProgressLine::new();
    let stopped = loop {
        match simulation.step(until, EVENTS_PER_STEP) {
            Err(failure) => break Some(failure.into()),
            Ok(step) if step.now >= until => break None,
            Ok(_) => {}
        }
        let (now, end) = (to_secs(simulation.now()), to_secs(simulation.end()));
        if interrupted() {
            let message = format!("Interrupted at {now:.3} s of {end} s; nothing was written.");
            break Some(CommandError::Interrupted(message));
        }
        let hops = simulation.packet_hops() - hops_before;
        line.show(|elapsed| {
            let rate = hops as f64 / elapsed / 1e6;
            let seconds_left = elapsed * (end - now) / now.max(1e-9);
            format!(
                "{:3.0} %  {now:.1} s of {end} s  {rate:.1} million packet-hops/s  about {seconds_left:.0} s left",
                100.0 * now / end
            )
        });
    };
    line.clear();
    let timing =
        RunTiming { wall_clock: line.started.elapsed(), packet_hops: simulation.packet_hops() - hops_before };
    stopped.map_or(Ok(timing), Err)
}

/// A line in the terminal that is redrawn at intervals. A line that cannot be written does not stop a command.
pub struct ProgressLine {
    started: WallClock,
    /// The time of the last redraw, measured from the start.
    last_redraw: Option<Duration>,
    /// Whether standard error is a terminal, without `--quiet`. Otherwise nothing is drawn.
    is_shown: bool,
}

impl ProgressLine {
    pub fn new() -> Self {
        let is_shown = std::io::stderr().is_terminal() && !is_quiet();
        Self { started: WallClock::now(), last_redraw: None, is_shown }
    }

    /// Draws a text, which may depend on the seconds since the start, if it is time to redraw the line.
    pub fn show(&mut self, text: impl FnOnce(f64) -> String) {
        let elapsed = self.started.elapsed();
        if !self.is_shown || self.last_redraw.is_some_and(|last| elapsed < last + REDRAW_INTERVAL) {
            return;
        }
        self.last_redraw = Some(elapsed);
        let _ = write!(std::io::stderr(), "\r\x1b[K{}", text(elapsed.as_secs_f64()));
    }

    pub fn clear(&mut self) {
        if self.last_redraw.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// The progress line of several jobs.
pub struct JobsProgress {
    jobs: usize,
    /// Number of jobs that are done.
    done: usize,
    /// The work of all jobs and of those that are done, such as numbers of packets.
    work: f64,
    work_done: f64,
    line: ProgressLine,
}

impl JobsProgress {
    pub fn new(jobs: usize, work: f64) -> Self {
        Self { jobs, done: 0, work, work_done: 0.0, line: ProgressLine::new() }
    }

    pub fn job_done(&mut self, work: f64) {
        self.done += 1;
        self.work_done += work;
        let fraction = (self.work_done / self.work.max(1.0)).max(1e-6);
        self.line.show(|elapsed| {
            let seconds_left = elapsed * (1.0 - fraction) / fraction;
            format!(
                "{:3.0} %  {} of {} runs  about {seconds_left:.0} s left",
                100.0 * fraction,
                self.done,
                self.jobs
            )
        });
    }

    pub fn clear(&mut self) {
        self.line.clear();
    }
}
