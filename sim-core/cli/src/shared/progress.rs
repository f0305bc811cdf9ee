//! Runs a simulation with a progress line on the terminal, and stops cleanly on Ctrl-C.

use std::io::{IsTerminal as _, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sim_core::ground::time::{Time, to_secs};
use sim_core::simulation::Simulation;

use crate::shared::error::CommandError;

/// Wall-clock time. No result depends on it.
#[allow(clippy::disallowed_types, reason = "reports how long a run took; no result depends on it")]
pub type WallClock = std::time::Instant;

/// The number of events that are simulated between two checks of the clock and of Ctrl-C, which takes
/// a few milliseconds.
const SLICE: u64 = 100_000;
/// The minimum time between two redraws.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

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
    let started = WallClock::now();
    let hops_before = simulation.packet_hops();
    let mut line = StatusLine {
        is_visible: false,
        is_terminal: std::io::stderr().is_terminal(),
        next_redraw: REDRAW_INTERVAL,
    };
    loop {
        let step = simulation.step(until, SLICE).inspect_err(|_| line.clear())?;
        if step.now >= until {
            line.clear();
            return Ok(RunTiming {
                wall_clock: started.elapsed(),
                packet_hops: simulation.packet_hops() - hops_before,
            });
        }
        if interrupted() {
            line.clear();
            let (now, end) = (to_secs(simulation.now()), to_secs(simulation.end()));
            return Err(CommandError::Interrupted(format!(
                "Interrupted at {now:.3} s of {end} s; nothing was written."
            )));
        }
        let elapsed = started.elapsed();
        if elapsed >= line.next_redraw {
            let rate = (simulation.packet_hops() - hops_before) as f64 / elapsed.as_secs_f64() / 1e6;
            line.show(simulation, rate, elapsed);
        }
    }
}

/// A line in the terminal that is redrawn at intervals.
struct StatusLine {
    is_visible: bool,
    /// Whether standard error is a terminal.
    is_terminal: bool,
    /// The wall-clock time of the next redraw, measured from the start.
    next_redraw: Duration,
}

impl StatusLine {
    fn show(&mut self, simulation: &Simulation, million_hops_per_second: f64, elapsed: Duration) {
        self.next_redraw = elapsed + REDRAW_INTERVAL;
        if !self.is_terminal {
            return;
        }
        let (now, end) = (to_secs(simulation.now()), to_secs(simulation.end()));
        let percent = 100.0 * now / end;
        let seconds_left = elapsed.as_secs_f64() * (end - now) / now.max(1e-9);
        // A progress line that cannot be written does not stop the run.
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{percent:3.0} %  {now:.1} s of {end} s  {million_hops_per_second:.1} million packet-hops/s  about {seconds_left:.0} s left"
        );
        self.is_visible = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_visible) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
