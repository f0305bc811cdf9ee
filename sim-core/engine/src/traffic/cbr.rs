//! Constant rate: the payload of one packet at even intervals.

use super::{Offer, Ready, Source, SourceCx, SourceFacts};
use crate::ground::convert::{narrow, whole};
use crate::ground::time::Time;
use crate::params;

params! {
    pub struct Params {
        /// Rate of the payload, without headers.
        rate: f64 = 1e6, unit "bit/s", range 100.0..=1e11, scale log;
    }
}

/// Produces the payload of one packet at even intervals, without drift. On-off sources also use it while they
/// are on.
#[derive(Clone, Debug)]
pub struct Ticks {
    payload: u32,
    /// The interval is `whole + remainder / rate` nanoseconds.
    whole: Time,
    remainder: u64,
    /// Rate in bit/s.
    rate: u64,
    /// Sum of the remainders that have not been added to an interval yet.
    carry: u64,
    /// Bytes that the sender has not pulled yet.
    backlog: u64,
}

/// Largest number of packets that are stored for a sender that cannot keep up. Older data is discarded, as in
/// a live source.
const BACKLOG_PACKETS: u64 = 1000;

impl Ticks {
    pub fn new(rate: f64, payload: u32) -> Self {
        let rate = whole::<u64>(rate).max(1);
        let work = u64::from(payload.max(1)) * 8_000_000_000;
        Ticks { payload, whole: work / rate, remainder: work % rate, rate, carry: 0, backlog: 0 }
    }

    /// Produces the payload of one packet. Returns the time until the next tick.
    pub fn tick(&mut self) -> Time {
        self.backlog =
            (self.backlog + u64::from(self.payload)).min(u64::from(self.payload) * BACKLOG_PACKETS);
        self.carry += self.remainder;
        let extra = u64::from(self.carry >= self.rate);
        self.carry -= extra * self.rate;
        self.whole + extra
    }

    /// Bytes of the backlog.
    pub fn unsent(&self) -> u64 {
        self.backlog
    }

    /// Takes up to `max` bytes of the backlog. Returns the number of bytes.
    pub fn pull(&mut self, max: u32) -> u32 {
        let bytes = u64::from(max).min(self.backlog);
        self.backlog -= bytes;
        narrow::<u32>(bytes)
    }
}

#[derive(Clone, Debug)]
pub struct Cbr {
    ticks: Ticks,
}

impl Source for Cbr {
    type Params = Params;
    const ID: &'static str = "cbr";
    const NAME: &'static str = "Constant rate";

    fn build(params: &Params, facts: &SourceFacts) -> Self {
        Cbr { ticks: Ticks::new(params.rate, facts.payload) }
    }

    fn offers(params: &Params) -> Offer {
        Offer::Rate(params.rate)
    }

    fn start(&mut self, cx: &mut SourceCx) {
        cx.wake = cx.now;
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        cx.wake = cx.now + self.ticks.tick();
        Ready::More
    }

    fn pull(&mut self, max: u32) -> u32 {
        self.ticks.pull(max)
    }

    fn unsent(&self) -> u64 {
        self.ticks.unsent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_do_not_drift() {
        // At 3 bit/s a byte takes 8/3 s, so three ticks take exactly 8 s.
        let mut ticks = Ticks::new(3.0, 1);
        assert_eq!((0..3).map(|_| ticks.tick()).sum::<Time>(), 8_000_000_000);
        assert_eq!([ticks.pull(2), ticks.pull(2)], [2, 1]);
    }
}
