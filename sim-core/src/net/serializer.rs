//! A line that sends one packet after the other at some rate, without drift.
//!
//! A serialization time is rarely a whole number of nanoseconds. The remainder is carried from packet to packet while the line is
//! busy, so a million packets end within a nanosecond of the exact result.

use crate::ground::math;
use crate::ground::time::{NEVER, Time};

/// Work of one byte: 8 bits, times 10^9 nanoseconds per second, times 10^3 because rates are stored in thousandths of a bit per
/// second.
const WORK_PER_BYTE: u64 = 8_000_000_000_000;

/// The state of a line. `SIZES` is the number of packet sizes whose serialization times are cached: two for a link that data and
/// acknowledgements share, one for an access link, of which every connection has four.
#[derive(Clone, Debug)]
pub struct Serializer<const SIZES: usize = 2> {
    /// Thousandths of a bit per second; 0 during an outage.
    rate: u64,
    free_at: Time,
    /// Work beyond `free_at`, less than one nanosecond, in units of 1/rate nanoseconds.
    carry: u64,
    /// For the latest packet sizes: whole nanoseconds and remainder of their serialization time, which saves divisions.
    known: [(u16, u64, u64); SIZES],
}

/// The state of a line after some packet, from which the packets behind it can be computed again.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Mark {
    pub free_at: Time,
    pub carry: u64,
}

impl<const SIZES: usize> Serializer<SIZES> {
    pub fn new(bits_per_second: f64) -> Self {
        Serializer { rate: milli_bits(bits_per_second), free_at: 0, carry: 0, known: [(0, 0, 0); SIZES] }
    }

    pub fn bits_per_second(&self) -> f64 {
        self.rate as f64 / 1000.0
    }

    /// When the line has sent everything that it was given.
    #[inline]
    pub fn free_at(&self) -> Time {
        self.free_at
    }

    #[inline]
    pub fn mark(&self) -> Mark {
        Mark { free_at: self.free_at, carry: self.carry }
    }

    /// Sets the line back to an earlier state.
    pub fn return_to(&mut self, mark: Mark) {
        self.free_at = mark.free_at;
        self.carry = mark.carry;
    }

    /// Sends a packet that is ready at `now`, and returns when its last bit has left; `NEVER` at rate 0.
    #[inline(always)]
    pub fn send(&mut self, now: Time, size: u16) -> Time {
        let Some(&(_, whole, rest)) = self.known.iter().find(|known| known.0 == size) else {
            return self.send_new_size(now, size);
        };
        if now > self.free_at {
            self.free_at = now;
            self.carry = 0;
        }
        let carry = self.carry + rest;
        let over = u64::from(carry >= self.rate);
        self.carry = carry - over * self.rate;
        self.free_at = self.free_at.saturating_add(whole + over);
        self.free_at
    }

    /// The serialization time of a packet, rounded down.
    pub fn time_of(&self, size: u16) -> Time {
        (u64::from(size) * WORK_PER_BYTE).checked_div(self.rate).unwrap_or(NEVER)
    }

    /// Sends a packet whose serialization time is not cached. At rate 0 no times are cached.
    #[cold]
    #[inline(never)]
    fn send_new_size(&mut self, now: Time, size: u16) -> Time {
        if self.rate == 0 {
            self.free_at = NEVER;
            return NEVER;
        }
        let work = u64::from(size) * WORK_PER_BYTE;
        self.known.rotate_right(1);
        self.known[0] = (size, work / self.rate, work % self.rate);
        self.send(now, size)
    }

    /// Changes the rate. If a packet is in service, `resume` must be called next.
    pub fn set_rate(&mut self, bits_per_second: f64) {
        self.rate = milli_bits(bits_per_second);
        self.carry = 0; // It was in units of the old rate.
        self.known = [(0, 0, 0); SIZES];
    }

    /// Whether the rate is 0.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.rate == 0
    }

    /// The work that is left at `now` of a packet that will be sent completely at `done`.
    pub fn work_left(&self, now: Time, done: Time) -> u128 {
        u128::from(done.saturating_sub(now)) * u128::from(self.rate)
    }

    /// Continues at `now` with a packet of which `work` is left, and returns when its last bit has left.
    pub fn resume(&mut self, now: Time, work: u128) -> Time {
        if self.rate == 0 {
            self.free_at = NEVER;
            self.carry = 0;
        } else {
            let rate = u128::from(self.rate);
            self.free_at = now.saturating_add(u64::try_from(work / rate).unwrap_or(NEVER));
            self.carry = (work % rate) as u64;
        }
        self.free_at
    }
}

/// The work of a whole packet.
pub fn work_of(size: u32) -> u128 {
    u128::from(size) * u128::from(WORK_PER_BYTE)
}

/// Thousandths of a bit per second, at most 10^15 bit/s so that arithmetic stays within 64 bits.
fn milli_bits(bits_per_second: f64) -> u64 {
    let milli = math::round(bits_per_second * 1000.0);
    if milli >= 1.0 { milli.min(1e18) as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_packets_at_an_awkward_rate_do_not_drift() {
        // 9 999 991 bit/s, 1500 bytes: 12000/9999991 s = 1 200 001.08000097... ns each.
        let mut line = Serializer::<2>::new(9_999_991.0);
        let mut done = 0;
        for _ in 0..1_000_000 {
            done = line.send(0, 1500);
        }
        let exact = 1_000_000u128 * 12_000 * 1_000_000_000 / 9_999_991;
        assert_eq!(u128::from(done), exact);
    }

    #[test]
    fn mixed_sizes_do_not_drift_either() {
        let mut line = Serializer::<2>::new(7_777_777.0);
        let (mut done, mut bits) = (0, 0u128);
        for i in 0..300_000u32 {
            let size = [40u16, 1500, 577][(i % 3) as usize];
            bits += u128::from(size) * 8;
            done = line.send(0, size);
        }
        assert_eq!(u128::from(done), bits * 1_000_000_000 / 7_777_777);
    }

    #[test]
    fn an_idle_line_carries_no_remainder() {
        let mut line = Serializer::<2>::new(3e9);
        assert_eq!(line.send(0, 1), 2); // 2.67 ns
        assert_eq!(line.send(0, 1), 5); // 5.33 ns
        assert_eq!(line.send(10, 1), 12);
    }

    #[test]
    fn a_packet_in_service_keeps_the_bits_already_sent() {
        // 1000 bytes at 1 Mb/s take 8 ms; after 2 ms 6000 bits are left: at 2 Mb/s 3 ms more.
        let mut line = Serializer::<2>::new(1e6);
        let done = line.send(0, 1000);
        assert_eq!(done, 8_000_000);
        let work = line.work_left(2_000_000, done);
        line.set_rate(2e6);
        assert_eq!(line.resume(2_000_000, work), 5_000_000);
        let work = line.work_left(3_000_000, 5_000_000);
        line.set_rate(0.0);
        assert_eq!(line.resume(3_000_000, work), NEVER);
        assert_eq!(line.send(3_500_000, 1000), NEVER);
        line.set_rate(1e6);
        assert_eq!(line.resume(10_000_000, work), 14_000_000); // 4000 bits left
    }
}
