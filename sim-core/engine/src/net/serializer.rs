//! A line, which sends packets one at a time at its rate, without drift.
//!
//! A serialization time is rarely a whole number of nanoseconds. While the line is busy, the remainder is
//! carried from packet to packet, so the departure of the millionth packet is within a nanosecond of the
//! exact time.

use crate::ground::convert::{narrow, whole};
use crate::ground::math;
use crate::ground::time::{NEVER, Time};

/// The work of sending one byte. Work is a rate (in thousandths of a bit per second) times a time (in
/// nanoseconds), so a byte is 8 bits, times 10^9 nanoseconds per second, times 10^3.
const WORK_PER_BYTE: u64 = 8_000_000_000_000;

/// A line. `SIZES` is the number of packet sizes whose serialization times are cached: two for a link,
/// because data and acknowledgements can share it, and one for an access link, to save memory.
#[derive(Clone, Debug)]
pub struct Serializer<const SIZES: usize = 2> {
    /// Thousandths of a bit per second; 0 during an outage.
    rate: u64,
    free_at: Time,
    /// The work that is left at `free_at`. It takes less than a nanosecond.
    carry: u64,
    /// The latest packet sizes, each with its serialization time in whole nanoseconds and the remaining work.
    /// Saves divisions.
    cached: [(u16, u64, u64); SIZES],
}

/// The state of a line after a packet, from which the departures of later packets can be computed again.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct LineState {
    pub free_at: Time,
    /// The work that is left at `free_at`, as in [`Serializer`].
    pub carry: u64,
}

impl<const SIZES: usize> Serializer<SIZES> {
    pub fn new(bits_per_second: f64) -> Self {
        Serializer { rate: milli_bits(bits_per_second), free_at: 0, carry: 0, cached: [(0, 0, 0); SIZES] }
    }

    pub fn bits_per_second(&self) -> f64 {
        self.rate as f64 / 1000.0
    }

    /// When the line has sent all of its packets.
    #[inline]
    pub fn free_at(&self) -> Time {
        self.free_at
    }

    #[inline]
    pub fn state(&self) -> LineState {
        LineState { free_at: self.free_at, carry: self.carry }
    }

    /// Resets the line to an earlier state.
    pub fn reset_to(&mut self, state: LineState) {
        self.free_at = state.free_at;
        self.carry = state.carry;
    }

    /// Sends a packet that is ready at `now`, and returns when its last bit has left; `NEVER` at rate 0.
    #[inline]
    pub fn send(&mut self, now: Time, size: u16) -> Time {
        let Some(&(_, whole, remainder)) = self.cached.iter().find(|entry| entry.0 == size) else {
            return self.send_uncached_size(now, size);
        };
        if now > self.free_at {
            self.free_at = now;
            self.carry = 0;
        }
        let carry = self.carry + remainder;
        let extra = u64::from(carry >= self.rate);
        self.carry = carry - extra * self.rate;
        self.free_at = self.free_at.saturating_add(whole + extra);
        self.free_at
    }

    /// The serialization time of a packet, rounded down to nanoseconds; `NEVER` at rate 0.
    pub fn serialization_time(&self, size: u16) -> Time {
        (u64::from(size) * WORK_PER_BYTE).checked_div(self.rate).unwrap_or(NEVER)
    }

    /// Like `send`, for a packet size whose serialization time is not cached. At rate 0 no size is cached.
    #[cold]
    fn send_uncached_size(&mut self, now: Time, size: u16) -> Time {
        if self.rate == 0 {
            self.free_at = NEVER;
            return NEVER;
        }
        let work = u64::from(size) * WORK_PER_BYTE;
        self.cached.rotate_right(1);
        self.cached[0] = (size, work / self.rate, work % self.rate);
        self.send(now, size)
    }

    /// Changes the rate. If a packet is in service, `resume` must be called next.
    pub fn set_rate(&mut self, bits_per_second: f64) {
        self.rate = milli_bits(bits_per_second);
        self.carry = 0; // It is less than a nanosecond's work at the old rate.
        self.cached = [(0, 0, 0); SIZES];
    }

    /// Whether the rate is 0.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.rate == 0
    }

    /// The work that remains, at `now`, for a packet whose last bit leaves at `done`.
    pub fn work_left(&self, now: Time, done: Time) -> u128 {
        u128::from(done.saturating_sub(now)) * u128::from(self.rate)
    }

    /// Resumes, at `now`, the sending of a packet of which `work` is left. Returns when its last bit leaves;
    /// `NEVER` at rate 0.
    pub fn resume(&mut self, now: Time, work: u128) -> Time {
        if self.rate == 0 {
            self.free_at = NEVER;
            self.carry = 0;
        } else {
            let rate = u128::from(self.rate);
            self.free_at = now.saturating_add(u64::try_from(work / rate).unwrap_or(NEVER));
            self.carry = narrow::<u64>(work % rate);
        }
        self.free_at
    }
}

/// The work of sending a packet of `size` bytes, in the unit of `WORK_PER_BYTE`.
pub fn work_of(size: u32) -> u128 {
    u128::from(size) * u128::from(WORK_PER_BYTE)
}

/// The bytes that a work in the unit of `WORK_PER_BYTE` sends.
pub fn bytes_of_work(work: u128) -> f64 {
    work as f64 / WORK_PER_BYTE as f64
}

/// Converts a rate to thousandths of a bit per second. Limits it to 10^15 bit/s, so that the arithmetic does
/// not exceed 64 bits.
fn milli_bits(bits_per_second: f64) -> u64 {
    let milli = math::round(bits_per_second * 1000.0);
    if milli >= 1.0 { whole::<u64>(milli.min(1e18)) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn departures_do_not_drift_over_a_million_packets() {
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
    fn departures_of_packets_of_mixed_sizes_do_not_drift() {
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
    fn a_packet_on_an_idle_line_has_no_remainder_from_earlier_packets() {
        let mut line = Serializer::<2>::new(3e9);
        assert_eq!(line.send(0, 1), 2); // 2.67 ns
        assert_eq!(line.send(0, 1), 5); // 5.33 ns
        assert_eq!(line.send(10, 1), 12);
    }

    #[test]
    fn after_a_change_of_the_rate_only_the_remaining_bits_are_sent() {
        // 1000 bytes at 1 Mb/s take 8 ms. After 2 ms, 6000 bits are left, which take 3 ms at 2 Mb/s.
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
        assert_eq!(line.resume(10_000_000, work), 14_000_000); // The remaining 4000 bits take 4 ms at 1 Mb/s.
    }
}
