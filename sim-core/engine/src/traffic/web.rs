//! The web servers of Sisalem and Wolisz 2000. A server repeatedly sends an object of random size over a new
//! connection, and pauses after the object has arrived. Sizes and pauses are Pareto distributed, so a few are
//! very large.

use super::{Ready, Source, SourceCx, SourceFacts};
use crate::ground::convert::{narrow, whole};
use crate::ground::math;
use crate::ground::rng::Rng;
use crate::ground::rng::digest_of;
use crate::ground::time::{Time, from_secs};
use crate::params;

params! {
    pub struct Params {
        /// Mean size of an object before rounding up to whole packets. A few objects are very large, so most
        /// runs of realistic length have a smaller mean.
        size: f64 = 20.0, unit "packets", range 1.0..=1e6, scale log, label "Mean size", cite "Sisalem and Wolisz 2000";
        /// Shape of the Pareto distribution of sizes: the nearer to 1, the larger the share of the load in a
        /// few objects.
        size_shape: f64 = 1.1, range 1.01..=10.0, label "Shape of sizes", cite "Sisalem and Wolisz 2000";
        /// Upper limit of the sizes. It reduces the mean size: to 10.8 packets with a limit of 1000 packets
        /// and the other defaults.
        largest: Option<u64> = None, unit "packets", range 1..=1_000_000_000u64, scale log, label "Largest size", null "no limit";
        /// Mean pause between the arrival of an object and the next object.
        pause: f64 = 0.5, unit "s", range 0.001..=10000.0, scale log, label "Mean pause", cite "Sisalem and Wolisz 2000";
        /// Shape of the Pareto distribution of pauses.
        pause_shape: f64 = 1.8, range 1.01..=10.0, label "Shape of pauses", cite "Sisalem and Wolisz 2000";
    }
}

/// Largest number of packets of an object. The limit prevents overflow.
const MAX_PACKETS: f64 = 1e9;

#[derive(Clone, Debug)]
pub struct Web {
    params: Params,
    payload: u32,
    /// Bytes of the current object that the sender has not pulled yet.
    left: u64,
    /// Number of objects begun.
    objects: u32,
}

impl Web {
    /// Draws the size of the next object in whole packets.
    fn size(&self, rng: &mut Rng) -> u64 {
        let limit = self.params.largest.map_or(MAX_PACKETS, |largest| largest as f64);
        whole::<u64>(math::ceil(rng.pareto(self.params.size_shape, self.params.size)).min(limit).max(1.0))
    }

    /// Draws the length of a pause in seconds.
    fn pause(&self, rng: &mut Rng) -> f64 {
        rng.pareto(self.params.pause_shape, self.params.pause).min(1e6)
    }
}

/// The time `seconds` after `now`, at least a nanosecond later.
fn after(seconds: f64, now: Time) -> Time {
    now.saturating_add(from_secs(seconds).max(1))
}

impl Source for Web {
    type Params = Params;
    const ID: &'static str = "web";
    const NAME: &'static str = "Web server";
    const USES_FRESH_CONNECTIONS: bool = true;
    const RECORDS_TRANSFERS: bool = true;

    fn build(params: &Params, facts: &SourceFacts) -> Self {
        Web { params: params.clone(), payload: facts.payload.max(1), left: 0, objects: 0 }
    }

    fn units_per_second(params: &Params, flows: f64) -> f64 {
        flows / params.pause
    }

    fn start(&mut self, cx: &mut SourceCx) {
        self.left = 0;
        cx.wake = after(cx.rng.uniform() * self.pause(cx.rng), cx.now);
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        self.left = self.size(cx.rng) * u64::from(self.payload);
        self.objects = self.objects.wrapping_add(1);
        Ready::Fresh
    }

    fn pull(&mut self, max: u32) -> u32 {
        let bytes = u64::from(max).min(self.left);
        self.left -= bytes;
        narrow::<u32>(bytes)
    }

    fn finished(&self) -> bool {
        self.left == 0
    }

    fn unsent(&self) -> u64 {
        self.left
    }

    fn on_complete(&mut self, cx: &mut SourceCx) {
        cx.wake = after(self.pause(cx.rng), cx.now);
    }

    fn digest(&self) -> Option<u64> {
        Some(digest_of(&[self.left, u64::from(self.objects)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::Purpose;

    fn server(params: &Params) -> Web {
        Web::build(params, &SourceFacts { payload: 1000, packet: 1040 })
    }

    /// The share of draws that are at most `limit`.
    fn share_up_to(draws: &[f64], limit: f64) -> f64 {
        draws.iter().filter(|&&x| x <= limit).count() as f64 / draws.len() as f64
    }

    /// P(X <= n) = 1 - (x_m/n)^1.1 with x_m = 20 x 0.1/1.1 = 1.8182 packets; an object has ceil(X) packets,
    /// and ceil(X) <= n if and only if X <= n. A share of 30 000 draws is within 0.009 of its probability
    /// (three standard deviations).
    #[test]
    fn sizes_have_the_quantiles_of_their_distribution() {
        let web = server(&Params::default());
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        let draws: Vec<f64> = (0..30_000).map(|_| web.size(&mut rng) as f64).collect();
        assert_eq!(share_up_to(&draws, 1.0), 0.0);
        for (n, expected) in [(2.0, 0.0995), (3.0, 0.4235), (14.0, 0.8941), (119.0, 0.9899)] {
            let sd = f64::sqrt(expected * (1.0 - expected) / 30_000.0);
            assert!((share_up_to(&draws, n) - expected).abs() < 3.0 * sd, "{n}: {}", share_up_to(&draws, n));
        }
    }

    /// Y_m = 0.5 x 0.8/1.8 = 0.2222 s; the median is Y_m 2^(1/1.8) = 0.3266 s; 90 % are below 0.7986 s, 99 %
    /// below 2.870 s.
    #[test]
    fn pauses_have_the_quantiles_of_their_distribution() {
        let web = server(&Params::default());
        let mut rng = Rng::new(2, Purpose::Traffic, 0);
        let draws: Vec<f64> = (0..30_000).map(|_| web.pause(&mut rng)).collect();
        assert_eq!(share_up_to(&draws, 0.2222), 0.0);
        for (y, expected) in [(0.3266, 0.5), (0.7986, 0.9), (2.870, 0.99)] {
            let sd = f64::sqrt(expected * (1.0 - expected) / 30_000.0);
            assert!((share_up_to(&draws, y) - expected).abs() < 3.0 * sd, "{y}: {}", share_up_to(&draws, y));
        }
    }

    /// With at most 1000 packets per object, the mean is E = 2 + (1.8182/2)^1.1 + (1.8182/3)^1.1 + ... +
    /// (1.8182/999)^1.1 = 10.83 packets, and the standard deviation is about 45, so the mean of 200 000 draws
    /// is within 0.3 of it. Without a limit the mean is 20.5, but the median of the means of 300 draws is
    /// only about half of that.
    #[test]
    fn a_limit_of_sizes_and_a_short_run_lower_the_mean() {
        let capped = server(&Params { largest: Some(1000), ..Params::default() });
        let mut rng = Rng::new(3, Purpose::Traffic, 0);
        let mean = |web: &Web, n: u32, rng: &mut Rng| {
            (0..n).map(|_| web.size(rng) as f64).sum::<f64>() / f64::from(n)
        };
        let measured = mean(&capped, 200_000, &mut rng);
        assert!((measured - 10.83).abs() < 0.3, "{measured}");
        let unlimited = server(&Params::default());
        let mut means: Vec<f64> = (0..401).map(|_| mean(&unlimited, 300, &mut rng)).collect();
        means.sort_by(f64::total_cmp);
        assert!(means[200] > 9.5 && means[200] < 12.0, "{}", means[200]);
    }

    #[test]
    fn an_object_has_whole_packets_and_its_arrival_begins_a_pause() {
        let mut web = server(&Params::default());
        let mut rng = Rng::new(4, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(5, &mut rng);
        web.start(&mut cx);
        assert!(cx.wake > 5 && web.finished() && web.pull(1000) == 0);
        assert_eq!(web.on_timer(&mut cx), Ready::Fresh);
        let mut packets = 0;
        while !web.finished() {
            assert_eq!(web.pull(1000), 1000);
            packets += 1;
        }
        assert!(packets >= 2 && web.pull(1000) == 0);
        cx.now = 1_000_000_000;
        web.on_complete(&mut cx);
        assert!(cx.wake >= 1_222_222_222);
    }
}
