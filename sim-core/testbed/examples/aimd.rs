//! A controller of other code: additive increase, multiplicative decrease, in bytes. `cargo run --package fairshare-testbed
//! --example aimd` prints the report; with the argument `never`, the controller never backs off.

use fairshare_testbed::{Battery, Controller, Packet};

const PACKET: u64 = 1500;

struct Aimd {
    window: u64,
    in_slow_start: bool,
    /// Packets sent before this time do not reduce the window again.
    reduced_at: u64,
    backs_off: bool,
}

impl Controller for Aimd {
    fn name(&self) -> &str {
        "AIMD"
    }

    fn window(&self) -> u64 {
        self.window
    }

    fn on_acknowledged(&mut self, _now: u64, packet: &Packet, in_flight: u64) {
        // The window grows only while it is used, and not in recovery.
        if packet.sent_at <= self.reduced_at || in_flight + 3 * PACKET < self.window / 2 {
            return;
        }
        self.window += if self.in_slow_start { packet.bytes } else { PACKET * packet.bytes / self.window };
    }

    fn on_lost(&mut self, now: u64, packet: &Packet, _in_flight: u64) {
        if self.backs_off && (packet.sent_at > self.reduced_at || self.reduced_at == 0) {
            self.window = (self.window / 2).max(2 * PACKET);
            self.reduced_at = now;
        }
        self.in_slow_start = false;
    }
}

fn main() {
    let backs_off = std::env::args().nth(1).as_deref() != Some("never");
    let new = || Aimd { window: 10 * PACKET, in_slow_start: true, reduced_at: 0, backs_off };
    print!("{}", Battery::run(|| Box::new(new())));
}
