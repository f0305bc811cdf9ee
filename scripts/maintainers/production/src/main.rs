//! Drives a congestion controller of production code with the packets of a run, and prints its window next to
//! the run's.
//!
//! The input is a qlog of one flow (`fairshare export FILE --as qlog`). The controller sees the same packets
//! sent, acknowledged and lost, at the same times, but its window has no effect: the run continues with our
//! window. Losses are detected as in RFC 9002 section 6.1.1: a packet is lost when a packet that was sent
//! three or more packets later is acknowledged.
//!
//! With the argument `testbed`, controllers of production code control a flow of each network of `sim-core/testbed`.

mod controllers;
mod qlog;
mod testbed;

use std::time::Duration;

use controllers::{Production, Sent};
use qlog::Event;
use serde_json::{Value, json};

/// RFC 9002 section 6.1.1.
const PACKET_THRESHOLD: u64 = 3;
/// Interval of the samples of both windows.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(250);

/// What became of a packet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    InFlight,
    Acknowledged,
    Lost,
}

struct Packet {
    sent: Sent,
    fate: Fate,
}

/// Both windows in bytes.
#[derive(Clone, Copy)]
struct Windows {
    ours: f64,
    production: f64,
}

impl Windows {
    fn json(self) -> Value {
        json!([self.ours, self.production])
    }
}

/// The first loss of a recovery period.
struct Loss {
    at: Duration,
    before: Windows,
    /// Both windows, after the run has reported its new window.
    after: Option<Windows>,
    /// When each window was again as large as before the loss.
    ours_regained: Option<Duration>,
    production_regained: Option<Duration>,
}

impl Loss {
    fn new(at: Duration, before: Windows) -> Self {
        Loss { at, before, after: None, ours_regained: None, production_regained: None }
    }

    fn follow(&mut self, at: Duration, now: Windows) {
        if self.after.is_none() {
            self.after = Some(now);
        }
        if self.ours_regained.is_none() && now.ours >= self.before.ours {
            self.ours_regained = Some(at);
        }
        if self.production_regained.is_none() && now.production >= self.before.production {
            self.production_regained = Some(at);
        }
    }

    fn json(&self) -> Value {
        let since = |regained: Option<Duration>| regained.map(|at| (at - self.at).as_secs_f64());
        json!({
            "at": self.at.as_secs_f64(),
            "before": self.before.json(),
            "after": self.after.map(Windows::json),
            "regained": [since(self.ours_regained), since(self.production_regained)],
        })
    }
}

struct Drive {
    controller: Box<dyn Production>,
    /// The packets, by packet number. `None` for numbers that were not sent.
    packets: Vec<Option<Packet>>,
    /// The smallest number of a packet that may be in flight.
    first: usize,
    largest_acked: Option<u64>,
    ours: f64,
    /// The start of the recovery period in progress: it ends when a packet is acknowledged that was sent
    /// later.
    recovery: Option<Duration>,
    losses: Vec<Loss>,
    sent: u64,
    lost: u64,
    samples: Vec<Value>,
    next_sample: Duration,
}

impl Drive {
    fn new(controller: Box<dyn Production>) -> Self {
        Drive {
            controller,
            packets: Vec::new(),
            first: 0,
            largest_acked: None,
            ours: f64::NAN,
            recovery: None,
            losses: Vec::new(),
            sent: 0,
            lost: 0,
            samples: Vec::new(),
            next_sample: SAMPLE_INTERVAL,
        }
    }

    fn windows(&self) -> Windows {
        Windows { ours: self.ours, production: self.controller.window() }
    }

    /// Adds the samples of the windows that are due before `at`.
    fn sample_until(&mut self, at: Duration) {
        while self.next_sample < at {
            let Windows { ours, production } = self.windows();
            if ours.is_finite() {
                let in_recovery = u8::from(self.recovery.is_some());
                self.samples.push(json!([self.next_sample.as_secs_f64(), ours, production, in_recovery]));
            }
            self.next_sample += SAMPLE_INTERVAL;
        }
    }

    fn event(&mut self, at: Duration, event: Event) {
        self.sample_until(at);
        match event {
            Event::Sent { number, bytes } => {
                self.sent += 1;
                let index = number as usize;
                self.packets.resize_with(self.packets.len().max(index + 1), || None);
                let sent = self.controller.sent(at, number, bytes);
                self.packets[index] = Some(Packet { sent, fate: Fate::InFlight });
            }
            Event::Acknowledged { numbers } => {
                numbers.into_iter().for_each(|number| self.acknowledged(at, number))
            }
            // The run sends the packet's data again. Usually, the packet already counts as lost.
            Event::Lost { number } => self.lose(at, number as usize),
            Event::Window { bytes } => {
                self.ours = bytes;
                let windows = self.windows();
                if let Some(loss) = self.losses.last_mut() {
                    loss.follow(at, windows);
                }
            }
        }
    }

    fn acknowledged(&mut self, at: Duration, number: u64) {
        let Some(packet) = self.packets.get(number as usize).and_then(Option::as_ref) else { return };
        if packet.fate != Fate::InFlight {
            return;
        }
        let sent = packet.sent;
        self.largest_acked = Some(self.largest_acked.map_or(number, |largest| largest.max(number)));
        self.controller.rtt(at, &sent);
        let below = self.largest_acked.unwrap_or(0).saturating_sub(PACKET_THRESHOLD - 1) as usize;
        for index in self.first..below {
            if index != number as usize {
                self.lose(at, index);
            }
        }
        self.first = self.first.max(below);
        if let Some(packet) = &mut self.packets[number as usize] {
            packet.fate = Fate::Acknowledged;
        }
        self.controller.acknowledged(at, &sent);
        if self.recovery.is_some_and(|start| sent.at > start) {
            self.recovery = None;
        }
    }

    fn lose(&mut self, at: Duration, index: usize) {
        let windows = self.windows();
        let Some(Some(packet)) = self.packets.get_mut(index) else { return };
        if packet.fate != Fate::InFlight {
            return;
        }
        packet.fate = Fate::Lost;
        self.lost += 1;
        self.controller.lost(at, &packet.sent);
        if self.recovery.is_none() {
            self.recovery = Some(at);
            self.losses.push(Loss::new(at, windows));
        }
    }
}

fn main() -> Result<(), String> {
    if std::env::args().nth(1).as_deref() == Some("testbed") {
        println!("{}", testbed::all());
        return Ok(());
    }
    let mut arguments = std::env::args().skip(1);
    let arguments = [arguments.next(), arguments.next(), arguments.next()];
    let [Some(name), Some(packet), Some(file)] = arguments else {
        return Err(format!("usage: fairshare-production {} BYTES FILE.sqlog", controllers::NAMES.join("|")));
    };
    let packet: u16 = packet.parse().map_err(|error| format!("{packet}: {error}"))?;
    let controller = controllers::build(&name, packet)
        .ok_or_else(|| format!("{name}: the controllers are {}", controllers::NAMES.join(", ")))?;
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let mut drive = Drive::new(controller);
    for event in qlog::events(&text) {
        let (at, event) = event?;
        drive.event(at, event);
    }
    let losses: Vec<Value> = drive.losses.iter().map(Loss::json).collect();
    let result =
        json!({ "packets": drive.sent, "lost": drive.lost, "losses": losses, "samples": drive.samples });
    println!("{result}");
    Ok(())
}
