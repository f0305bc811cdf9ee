//! A radar's data without congestion control: bursts at the rate of the sender's interface, with short pauses
//! between bursts, like those of TRABOL's sender without feedback (Bangolae, Jayasumana and Chandrasekar
//! 2002).

use super::{Offer, Ready, Source, SourceCx, SourceFacts};
use crate::ground::convert::{narrow, whole};
use crate::ground::rng::digest_of;
use crate::ground::time::{NEVER, Time, from_secs};
use crate::params;

params! {
    pub struct Params {
        /// Rate on the wire within a burst.
        rate: f64 = 1e8, unit "bit/s", range 1000.0..=1e11, scale log, label "Peak rate";
        /// Length of a burst.
        on: f64 = 0.019, unit "s", range 0.0001..=100.0, scale log, label "Burst";
        /// Pause between bursts; 0 for a continuous stream.
        off: f64 = 0.006, unit "s", range 0.0..=100.0, label "Silence";
    }
}

/// Largest number of packets that are stored for a sender that cannot keep up. Older data is discarded.
const BACKLOG_PACKETS: u64 = 1000;

#[derive(Clone, Debug)]
pub struct Radar {
    payload: u64,
    /// Bits of a packet on the wire, multiplied by the nanoseconds of a second.
    work: u128,
    rate: u64,
    /// Length of a burst.
    on: Time,
    /// Time between the starts of two bursts.
    period: Time,
    /// When the flow started.
    origin: Time,
    /// Number of packets produced.
    produced: u64,
    /// Bytes that the sender has not pulled yet.
    backlog: u64,
}

impl Radar {
    /// When the next packet is due. Packets are evenly spaced in a clock that runs only during bursts, so
    /// that the mean rate is exact.
    fn next(&self) -> Time {
        let sending = u128::from(self.produced) * self.work / u128::from(self.rate);
        let (bursts, within) = (sending / u128::from(self.on), sending % u128::from(self.on));
        let at = bursts.saturating_mul(u128::from(self.period)).saturating_add(within);
        self.origin.saturating_add(Time::try_from(at).unwrap_or(NEVER))
    }
}

impl Source for Radar {
    type Params = Params;
    const ID: &'static str = "radar";
    const NAME: &'static str = "Radar";

    fn build(params: &Params, facts: &SourceFacts) -> Self {
        let on = from_secs(params.on).max(1);
        Radar {
            payload: u64::from(facts.payload.max(1)),
            work: u128::from(facts.packet.max(1)) * 8_000_000_000,
            rate: whole::<u64>(params.rate).max(1),
            on,
            period: on + from_secs(params.off),
            origin: 0,
            produced: 0,
            backlog: 0,
        }
    }

    fn offers(params: &Params) -> Offer {
        Offer::Rate(params.rate * (params.on / (params.on + params.off)))
    }

    fn start(&mut self, cx: &mut SourceCx) {
        (self.origin, self.produced, self.backlog) = (cx.now, 0, 0);
        cx.wake = self.next();
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        self.backlog = (self.backlog + self.payload).min(self.payload * BACKLOG_PACKETS);
        self.produced += 1;
        cx.wake = self.next();
        Ready::More
    }

    fn pull(&mut self, max: u32) -> u32 {
        let bytes = u64::from(max).min(self.backlog);
        self.backlog -= bytes;
        narrow::<u32>(bytes)
    }

    fn unsent(&self) -> u64 {
        self.backlog
    }

    fn digest(&self) -> Option<u64> {
        Some(digest_of(&[self.produced, self.backlog]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};
    use crate::ground::time::{MILLISECOND, SECOND};

    /// When packets are produced.
    fn times(params: Params, until: Time) -> Vec<Time> {
        let mut radar = Radar::build(&params, &SourceFacts { payload: 1472, packet: 1500 });
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(0, &mut rng);
        radar.start(&mut cx);
        let mut times = Vec::new();
        while cx.wake < until {
            cx.now = cx.wake;
            times.push(cx.now);
            assert_eq!((radar.on_timer(&mut cx), radar.pull(1472)), (Ready::More, 1472));
        }
        times
    }

    /// At 100 Mb/s, a packet of 1500 bytes takes 120 us, and 158 1/3 packets fit into 19 ms. The first three
    /// bursts have 159, 158 and 158 packets. The mean rate is exactly 76 Mb/s, or 19 000 packets in 3 s.
    #[test]
    fn bursts_have_the_configured_peak_rate_and_mean_rate() {
        let times = times(Params::default(), 3 * SECOND);
        assert_eq!(times.len(), 19_000);
        let in_burst = |k: u64| {
            let from = 25 * MILLISECOND * k;
            times.iter().filter(|&&t| (from..from + 25 * MILLISECOND).contains(&t)).count()
        };
        assert_eq!([in_burst(0), in_burst(1), in_burst(2)], [159, 158, 158]);
        assert_eq!((times[1], times[158], times[159]), (120_000, 18_960_000, 25_080_000));
        assert!(times.iter().all(|t| t % (25 * MILLISECOND) < 19 * MILLISECOND));
    }

    #[test]
    fn without_pauses_the_rate_is_constant() {
        let times = times(Params { rate: 5e8, off: 0.0, ..Params::default() }, SECOND);
        // At 500 Mb/s, a packet of 1500 bytes takes 24 us, and 41 667 packets begin within a second.
        assert_eq!(times.len(), 41_667);
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] == 24_000));
    }
}
