//! TAIMD's law: computes the two steps and the decrease from either of two sets of parameters, and the values
//! that follow from them (Nishantha and Hayashida 2009, sections 3.2 to 3.5).

use super::{Parametrization, Params};

/// The increase at and below the fair share, the increase above it, and the decrease as a share of the fair
/// share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TaimdLaw {
    pub alpha1: f64,
    pub alpha2: f64,
    pub beta: f64,
    /// Weight of the largest window in equation 3.12.
    pub high_weight: f64,
    /// Weight of the smallest window in equation 3.12.
    pub low_weight: f64,
}

impl TaimdLaw {
    pub fn new(params: &Params) -> Self {
        match params.given {
            Parametrization::Steps => TaimdLaw::of_steps(params.alpha1, params.alpha2, params.beta),
            Parametrization::Ripple => TaimdLaw::of_ripple(params.delta, params.k),
        }
    }

    pub fn of_steps(alpha1: f64, alpha2: f64, beta: f64) -> Self {
        let (root1, root2) = (alpha1.sqrt(), alpha2.sqrt());
        TaimdLaw {
            alpha1,
            alpha2,
            beta,
            high_weight: root1 / (root1 + root2),
            low_weight: root2 / (root1 + root2),
        }
    }

    /// The steps and the decrease with a ripple of `delta` that are as fast as TCP (section 3.5).
    pub fn of_ripple(delta: f64, k: f64) -> Self {
        let root = k.sqrt();
        TaimdLaw::of_steps(1.5 * delta * root, 1.5 * delta / root, delta * root / (root + 1.0))
    }

    /// Ratio of the increases, alpha 1 / alpha 2.
    pub fn k(&self) -> f64 {
        self.alpha1 / self.alpha2
    }

    /// The ripple: difference of the largest and smallest window as a share of the mean (equation 3.15).
    pub fn delta(&self) -> f64 {
        self.beta * (1.0 + 1.0 / self.k().sqrt())
    }

    /// The smallest decrease with which a flow with these steps is not faster than TCP (equation 3.11).
    pub fn friendly_beta(&self) -> f64 {
        let (root1, root2) = (self.alpha1.sqrt(), self.alpha2.sqrt());
        2.0 * self.alpha1 * root2 / (3.0 * (root1 + root2))
    }

    /// The increase per round at a window (equation 2.1).
    pub fn step(&self, window: f64, fair: f64) -> f64 {
        if window <= fair { self.alpha1 } else { self.alpha2 }
    }

    /// The fair share that an epoch from window `low` up to `high` indicates (equation 3.12).
    pub fn fair_share(&self, low: f64, high: f64) -> f64 {
        self.high_weight * high + self.low_weight * low
    }

    /// The window after a loss, w_0 (equation 2.2), at least one packet.
    pub fn least_window(&self, fair: f64) -> f64 {
        ((1.0 - self.beta) * fair).max(1.0)
    }

    /// Number of rounds in which the window grows from `window` to `target` (equation 2.1).
    pub fn rounds(&self, window: f64, fair: f64, target: f64) -> f64 {
        (fair - window).max(0.0) / self.alpha1 + (target - window.max(fair)).max(0.0) / self.alpha2
    }
}
