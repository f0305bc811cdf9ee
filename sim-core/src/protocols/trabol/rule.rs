//! TRABOL's rule: from one ray's loss to the next rate (Bangolae, Jayasumana and Chandrasekar 2002, section 4), without a
//! network.

use super::{Decrease, Params, StopAt};
use crate::ground::math;

/// The rate and what the algorithm remembers between rays.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// Rate in bit/s.
    pub rate: f64,
    /// A decrease has happened, and the way back is not over.
    pub congested: bool,
    /// The loss that caused it.
    pub trigger: f64,
    /// Rays that the rate stays where it is.
    pub hold: u32,
    /// Increases since then.
    pub steps: u32,
}

/// What a ray's loss led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    Decreased,
    /// Less than the greatest tolerable loss ended the increase.
    Settled,
    Held,
    /// By so many bit/s.
    Increased(f64),
    Kept,
}

/// What a ray can lose is measured in packets: an excess below this is none.
const ROUNDING: f64 = 1e-9;

impl Rule {
    pub fn new(params: &Params) -> Self {
        Rule { rate: params.target_rate, congested: false, trigger: 0.0, hold: 0, steps: 0 }
    }

    /// The I-factor in bit/s: less the more was lost.
    pub fn increase(&self, params: &Params) -> f64 {
        params.initial_increase * (1.0 - self.trigger.min(1.0 - params.least_share))
    }

    /// Rays at each rate on the way up.
    pub fn dwell(&self, params: &Params) -> u32 {
        params.hold.unwrap_or_else(|| {
            let ratio = self.trigger / params.min_loss.max(0.001);
            (math::ceil(ratio - ROUNDING) as u32).clamp(1, 1000)
        })
    }

    /// A ray lost this share of its packets.
    pub fn on_loss(&mut self, loss: f64, params: &Params) -> Outcome {
        let (floor, target) = (params.min_rate.min(params.target_rate), params.target_rate);
        if loss > params.max_loss + ROUNDING {
            let kept = match params.d_mode {
                Decrease::Multiply => params.d_factor,
                Decrease::Subtract => 1.0 - params.d_factor,
            };
            self.rate = (self.rate * kept).max(floor);
            (self.congested, self.trigger, self.steps) = (true, loss, 0);
            self.hold = self.dwell(params) - 1;
            return Outcome::Decreased;
        }
        if !self.congested {
            return Outcome::Kept;
        }
        let stop = match params.stop_at {
            StopAt::MinLoss => params.min_loss,
            StopAt::MaxLoss => params.max_loss,
        };
        if loss > stop + ROUNDING {
            self.congested = false;
            return Outcome::Settled;
        }
        if self.hold > 0 {
            self.hold -= 1;
            return Outcome::Held;
        }
        let from = self.rate;
        self.rate = (from + self.increase(params)).min(target);
        self.hold = self.dwell(params) - 1;
        self.steps += 1;
        if self.rate >= target {
            self.congested = false;
        }
        Outcome::Increased(self.rate - from)
    }
}
