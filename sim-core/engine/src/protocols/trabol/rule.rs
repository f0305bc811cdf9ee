//! TRABOL's rule without a network: computes the next rate from the loss of a ray (Bangolae, Jayasumana and
//! Chandrasekar 2002, section 4).

use super::{Decrease, Params, StopAt};
use crate::protocols::prelude::*;

/// The rate, and the state that the rule keeps between rays.
#[derive(Clone, Debug, State)]
pub(super) struct RayRule {
    /// In bit/s.
    pub rate: f64,
    /// Whether the rate was decreased and still increases towards the target rate.
    pub is_increasing: bool,
    /// The loss that caused the last decrease.
    pub trigger_loss: f64,
    /// Number of rays until the next increase.
    pub hold: u32,
    /// Increases since the last decrease.
    pub steps: u32,
}

/// The effect of a ray's loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RayOutcome {
    /// A loss above MAX_LOSS decreased the rate.
    Decreased,
    /// A loss below MAX_LOSS ended the increase.
    Settled,
    /// The increase continues, but the rate does not change at this ray.
    Waiting,
    /// The rate grew by this many bit/s.
    Increased(f64),
    /// The rate does not change, because it was not decreased before or the increase has ended.
    Unchanged,
}

/// Differences of losses below this are rounding errors.
const ROUNDING: f64 = 1e-9;

impl RayRule {
    pub fn new(params: &Params) -> Self {
        let rate = params.start_rate.unwrap_or(params.target_rate);
        RayRule { rate, is_increasing: false, trigger_loss: 0.0, hold: 0, steps: 0 }
    }

    /// The I-factor in bit/s (equation 3): the initial increase, multiplied by one minus the loss that caused
    /// the last decrease. The paper's equation contains the present loss instead, which contradicts the
    /// paper's example.
    pub fn increase(&self, params: &Params) -> f64 {
        params.initial_increase * (1.0 - self.trigger_loss.min(1.0 - params.least_share))
    }

    /// Number of rays between two increases.
    pub fn rays_per_step(&self, params: &Params) -> u32 {
        params.hold.unwrap_or_else(|| {
            let ratio = self.trigger_loss / params.min_loss.max(0.001);
            whole::<u32>(math::ceil(ratio - ROUNDING)).clamp(1, 1000)
        })
    }

    /// Sets the rate after a ray that lost the share `loss` of its packets: decreases it above MAX_LOSS;
    /// after a decrease, increases it step by step until a loss or the target rate ends the increase.
    /// Otherwise the rate does not change.
    pub fn on_loss(&mut self, loss: f64, params: &Params) -> RayOutcome {
        let (floor, target) = (params.min_rate.min(params.target_rate), params.target_rate);
        if loss > params.max_loss + ROUNDING {
            let factor = match params.d_mode {
                Decrease::Multiply => params.d_factor,
                Decrease::Subtract => 1.0 - params.d_factor,
            };
            self.rate = (self.rate * factor).max(floor);
            (self.is_increasing, self.trigger_loss, self.steps) = (true, loss, 0);
            self.hold = self.rays_per_step(params) - 1;
            return RayOutcome::Decreased;
        }
        // A start rate above the target rate ends here.
        self.rate = self.rate.min(target);
        if !self.is_increasing {
            return RayOutcome::Unchanged;
        }
        let stop_loss = match params.stop_at {
            StopAt::MinLoss => params.min_loss,
            StopAt::MaxLoss => params.max_loss,
        };
        if loss > stop_loss + ROUNDING {
            self.is_increasing = false;
            return RayOutcome::Settled;
        }
        if self.hold > 0 {
            self.hold -= 1;
            return RayOutcome::Waiting;
        }
        let from = self.rate;
        self.rate = (from + self.increase(params)).min(target);
        self.hold = self.rays_per_step(params) - 1;
        self.steps += 1;
        if self.rate >= target {
            self.is_increasing = false;
        }
        RayOutcome::Increased(self.rate - from)
    }
}
