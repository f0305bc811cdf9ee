//! TRABOL's rule without a network: from the loss of one ray to the next rate (Bangolae, Jayasumana and Chandrasekar 2002,
//! section 4).

use super::{Decrease, Params, StopAt};
use crate::ground::math;

/// The rate, and the state that the rule keeps between rays.
#[derive(Clone, Debug)]
pub(super) struct RayRule {
    /// In bit/s.
    pub rate: f64,
    /// The rate was decreased and still increases towards the target rate.
    pub congested: bool,
    /// The loss that caused the last decrease.
    pub trigger: f64,
    /// Number of rays until the next increase.
    pub hold: u32,
    /// Increases since the last decrease.
    pub steps: u32,
}

/// The effect of a ray's loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RayOutcome {
    Decreased,
    /// A loss below MAX_LOSS ended the increase.
    Settled,
    /// The rate waits for its next increase.
    Held,
    /// The rate grew by this many bit/s.
    Increased(f64),
    Kept,
}

/// Losses are fractions of whole packets: smaller differences are rounding errors.
const ROUNDING: f64 = 1e-9;

impl RayRule {
    pub fn new(params: &Params) -> Self {
        RayRule { rate: params.target_rate, congested: false, trigger: 0.0, hold: 0, steps: 0 }
    }

    /// The I-factor in bit/s (equation 3): the initial increase, less the share that the last decrease's loss had. The paper
    /// prints the present loss, which its own example contradicts.
    pub fn increase(&self, params: &Params) -> f64 {
        params.initial_increase * (1.0 - self.trigger.min(1.0 - params.least_share))
    }

    /// Number of rays at each rate while it increases.
    pub fn dwell(&self, params: &Params) -> u32 {
        params.hold.unwrap_or_else(|| {
            let ratio = self.trigger / params.min_loss.max(0.001);
            (math::ceil(ratio - ROUNDING) as u32).clamp(1, 1000)
        })
    }

    /// Sets the rate after a ray that lost the share `loss` of its packets: decreases it above MAX_LOSS; after a decrease,
    /// increases it step by step until a loss or the target rate ends that; otherwise keeps it.
    pub fn on_loss(&mut self, loss: f64, params: &Params) -> RayOutcome {
        let (floor, target) = (params.min_rate.min(params.target_rate), params.target_rate);
        if loss > params.max_loss + ROUNDING {
            let kept = match params.d_mode {
                Decrease::Multiply => params.d_factor,
                Decrease::Subtract => 1.0 - params.d_factor,
            };
            self.rate = (self.rate * kept).max(floor);
            (self.congested, self.trigger, self.steps) = (true, loss, 0);
            self.hold = self.dwell(params) - 1;
            return RayOutcome::Decreased;
        }
        if !self.congested {
            return RayOutcome::Kept;
        }
        let stop = match params.stop_at {
            StopAt::MinLoss => params.min_loss,
            StopAt::MaxLoss => params.max_loss,
        };
        if loss > stop + ROUNDING {
            self.congested = false;
            return RayOutcome::Settled;
        }
        if self.hold > 0 {
            self.hold -= 1;
            return RayOutcome::Held;
        }
        let from = self.rate;
        self.rate = (from + self.increase(params)).min(target);
        self.hold = self.dwell(params) - 1;
        self.steps += 1;
        if self.rate >= target {
            self.congested = false;
        }
        RayOutcome::Increased(self.rate - from)
    }
}
