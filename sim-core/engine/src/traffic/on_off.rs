//! On-off: a constant rate while on, silence while off, with fixed, exponential or Pareto periods.
//! For shapes between 1 and 2, the sum of many Pareto sources is self-similar with the Hurst
//! parameter H = (3 - shape)/2 (Willinger and others 1997).

use super::cbr::Ticks;
use super::{Offer, Ready, Source, SourceCx, SourceFacts};
use crate::ground::rng::Rng;
use crate::ground::time::{Time, from_secs};
use crate::{choice, params};

choice! {
    pub enum PeriodDistribution {
        /// Every period has its mean length.
        Fixed "fixed",
        /// Exponentially distributed lengths.
        Exponential "exponential",
        /// Pareto distributed lengths: a few are very long.
        Pareto "pareto",
    }
}

params! {
    pub struct Params {
        /// Rate of the payload while on.
        rate: f64 = 1e6, unit "bit/s", range 100.0..=1e11, scale log;
        /// Mean length of an on period.
        on: f64 = 0.5, unit "s", range 0.001..=10000.0, scale log;
        /// Mean length of an off period.
        off: f64 = 0.5, unit "s", range 0.001..=10000.0, scale log;
        /// How the lengths of the periods vary.
        distribution: PeriodDistribution = PeriodDistribution::Exponential;
        /// Shape of the Pareto distribution.
        shape: f64 = 1.5, range 1.05..=10.0;
    }
}

#[derive(Clone, Debug)]
pub struct OnOff {
    params: Params,
    ticks: Ticks,
    /// End of the current on period. The first tick at or after this time begins an off period.
    on_until: Time,
}

impl OnOff {
    /// Draws the length of a period with the given mean in seconds.
    fn draw(&self, mean: f64, rng: &mut Rng) -> Time {
        let seconds = match self.params.distribution {
            PeriodDistribution::Fixed => mean,
            PeriodDistribution::Exponential => rng.exponential(mean),
            PeriodDistribution::Pareto => rng.pareto(self.params.shape, mean),
        };
        from_secs(seconds.min(1e6)).max(1)
    }
}

impl Source for OnOff {
    type Params = Params;
    const ID: &'static str = "on_off";
    const NAME: &'static str = "On-off";

    fn build(params: &Params, facts: &SourceFacts) -> Self {
        OnOff { params: params.clone(), ticks: Ticks::new(params.rate, facts.payload), on_until: 0 }
    }

    fn offers(params: &Params) -> Offer {
        Offer::Rate(params.rate * (params.on / (params.on + params.off)))
    }

    fn start(&mut self, cx: &mut SourceCx) {
        self.on_until = cx.now.saturating_add(self.draw(self.params.on, cx.rng));
        cx.wake = cx.now;
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        if cx.now >= self.on_until {
            // The off period begins at the end of the on period, not at this tick.
            let off = self.draw(self.params.off, cx.rng);
            let begins = self.on_until.saturating_add(off).max(cx.now);
            self.on_until = begins.saturating_add(self.draw(self.params.on, cx.rng));
            cx.wake = begins;
            return Ready::Nothing;
        }
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
    use crate::ground::rng::Purpose;
    use crate::ground::time::SECOND;

    #[test]
    fn produces_data_at_the_configured_mean_rate() {
        // 1 Mb/s, on for 0.2 s and off for 0.3 s, is a mean of 400 kb/s. 2000 s contain 4000 cycles, so the
        // mean length of the exponential periods is within 2/sqrt(4000) = 3 % (two standard deviations).
        let params =
            Params { on: 0.2, off: 0.3, distribution: PeriodDistribution::Exponential, ..Params::default() };
        let mut source = OnOff::build(&params, &SourceFacts { payload: 1000, packet: 1040 });
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        let (mut now, mut bytes) = (0, 0u64);
        let mut cx = SourceCx::new(now, &mut rng);
        source.start(&mut cx);
        now = cx.wake;
        while now < 2000 * SECOND {
            let mut cx = SourceCx::new(now, &mut rng);
            source.on_timer(&mut cx);
            now = cx.wake;
            bytes += u64::from(source.pull(100_000));
        }
        let rate = bytes as f64 * 8.0 / 2000.0;
        assert!((rate / 400e3 - 1.0).abs() < 0.05, "{rate}");
    }
}
