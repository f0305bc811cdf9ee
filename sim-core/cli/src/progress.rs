//! Running to the end: progress for a person who watches, and a clean stop on Ctrl-C.

use std::io::{IsTerminal as _, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sim_core::ground::time::{Time, to_secs};
use sim_core::simulation::Simulation;

use crate::failure::Failure;

/// Wall-clock time of the command; results know nothing of it.
#[allow(clippy::disallowed_types, reason = "tells people how long a run took; no result depends on it")]
pub type Clock = std::time::Instant;

/// Events between two looks at the clock and at Ctrl-C: a few milliseconds.
const SLICE: u64 = 100_000;
const REDRAW: Duration = Duration::from_millis(100);

static STOP: AtomicBool = AtomicBool::new(false);
static HANDLER: OnceLock<()> = OnceLock::new();

/// From now on Ctrl-C asks for a stop; a second one does not ask.
pub fn listen() {
    HANDLER.get_or_init(|| {
        // If there can be no handler, Ctrl-C ends the program at once, as it does by default.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
    });
}

/// Ctrl-C was pressed.
pub fn stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// How a run went, for people.
pub struct Ran {
    pub wall: Duration,
    pub packet_hops: u64,
}

impl Ran {
    pub fn hops_per_second(&self) -> f64 {
        self.packet_hops as f64 / self.wall.as_secs_f64().max(1e-9)
    }
}

/// Runs a simulation in slices until `until`.
pub fn drive(simulation: &mut Simulation, until: Time) -> Result<Ran, Failure> {
    listen();
    let started = Clock::now();
    let hops_before = simulation.packet_hops();
    let mut line = Line { shown: false, watched: std::io::stderr().is_terminal(), next: REDRAW };
    loop {
        let step = simulation.step(until, SLICE).inspect_err(|_| line.clear())?;
        if step.now >= until {
            line.clear();
            return Ok(Ran { wall: started.elapsed(), packet_hops: simulation.packet_hops() - hops_before });
        }
        if stopped() {
            line.clear();
            let (now, end) = (to_secs(simulation.now()), to_secs(simulation.end()));
            return Err(Failure::Interrupted(format!(
                "Interrupted at {now:.3} s of {end} s; nothing was written."
            )));
        }
        let elapsed = started.elapsed();
        if elapsed >= line.next {
            let rate = (simulation.packet_hops() - hops_before) as f64 / elapsed.as_secs_f64() / 1e6;
            line.show(simulation, rate, elapsed);
        }
    }
}

/// One line of the terminal that is drawn again and again.
struct Line {
    shown: bool,
    watched: bool,
    next: Duration,
}

impl Line {
    fn show(&mut self, simulation: &Simulation, million_hops: f64, elapsed: Duration) {
        self.next = elapsed + REDRAW;
        if !self.watched {
            return;
        }
        let (now, end) = (to_secs(simulation.now()), to_secs(simulation.end()));
        let percent = 100.0 * now / end;
        let left = elapsed.as_secs_f64() * (end - now) / now.max(1e-9);
        // Not being able to draw is no reason to stop.
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{percent:3.0} %  {now:.1} s of {end} s  {million_hops:.1} million packet-hops/s  about {left:.0} s left"
        );
        self.shown = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
