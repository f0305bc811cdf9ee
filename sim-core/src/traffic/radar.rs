//! A radar's data without congestion control: bursts at the rate of the sender's interface with short pauses between them, like
//! TRABOL's sender without feedback (Bangolae, Jayasumana and Chandrasekar 2002).

use super::{Ready, Source, SourceCx, SourceFacts};
use crate::describe::{KindInfo, words};
use crate::ground::time::{NEVER, Time, from_secs};
use crate::params;
use crate::params::ParamSet;
use crate::ground::rng::digest_of;

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

/// Number of packets that are stored for a sender that cannot keep up; older radar data are discarded.
const BACKLOG_PACKETS: u64 = 1000;

#[derive(Clone, Debug)]
pub struct Radar {
    payload: u64,
    /// Bits of a packet on the wire, times the nanoseconds of a second.
    work: u128,
    rate: u64,
    on: Time,
    period: Time,
    origin: Time,
    /// Packets so far.
    sent: u64,
    backlog: u64,
}

impl Radar {
    /// When the next packet is due. Packets are spaced at the peak rate in a time that stops between bursts, so that the mean rate is
    /// exact.
    fn next(&self) -> Time {
        let sending = u128::from(self.sent) * self.work / u128::from(self.rate);
        let (bursts, within) = (sending / u128::from(self.on), sending % u128::from(self.on));
        let at = bursts.saturating_mul(u128::from(self.period)).saturating_add(within);
        self.origin.saturating_add(Time::try_from(at).unwrap_or(NEVER))
    }
}

impl Source for Radar {
    type Params = Params;
    const ID: &'static str = "radar";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "Radar",
            doc: words("Bursts at a peak rate with a pause after each, like the digitized echoes of a radar: a mean of 76 Mb/s with the \
                  defaults. Intended for plain UDP. Data that the sender cannot send yet waits, up to 1000 packets."),
            fields: Params::fields(),
            signals: Vec::new(),
        }
    }

    fn build(params: &Params, facts: &SourceFacts) -> Self {
        let on = from_secs(params.on).max(1);
        Radar {
            payload: u64::from(facts.payload.max(1)),
            work: u128::from(facts.packet.max(1)) * 8_000_000_000,
            rate: (params.rate as u64).max(1),
            on,
            period: on + from_secs(params.off),
            origin: 0,
            sent: 0,
            backlog: 0,
        }
    }

    fn start(&mut self, cx: &mut SourceCx) {
        (self.origin, self.sent, self.backlog) = (cx.now, 0, 0);
        cx.wake = self.next();
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        self.backlog = (self.backlog + self.payload).min(self.payload * BACKLOG_PACKETS);
        self.sent += 1;
        cx.wake = self.next();
        Ready::More
    }

    fn pull(&mut self, max: u32) -> u32 {
        let bytes = u64::from(max).min(self.backlog);
        self.backlog -= bytes;
        bytes as u32
    }

    fn finished(&self) -> bool {
        false
    }

    fn digest(&self) -> Option<u64> {
        Some(digest_of(&[self.sent, self.backlog]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};
    use crate::ground::time::{MILLISECOND, SECOND};

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

    /// 100 Mb/s: a packet of 1500 bytes each 120 us, 158 1/3 in 19 ms: 159, 158, 158 packets in the first three bursts, and exactly
    /// 76 Mb/s: 19 000 packets in 3 s.
    #[test]
    fn bursts_have_their_peak_and_mean() {
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
    fn without_silence_it_is_a_constant_rate() {
        let times = times(Params { rate: 5e8, off: 0.0, ..Params::default() }, SECOND);
        // 500 Mb/s of 1500 bytes: a packet each 24 us; 41 667 of them before the second is over.
        assert_eq!(times.len(), 41_667);
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] == 24_000));
    }
}
