//! Bounds on the goodput, losses and sending rate of an algorithm in the conformance tests
//! (tests/conformance.rs).

use crate::describe::Family;

/// The bounds that an algorithm declares for the conformance tests. Rates are fractions of the initial rate
/// of the link.
///
/// The path of the tests has 10 Mb/s, a base RTT of 40 ms, packets of 1500 bytes and a buffer of one BDP,
/// 33 packets. Goodput includes headers.
#[derive(Clone, Copy, Debug)]
pub struct Expectations {
    /// The smallest goodput of a flow that is alone on the link.
    pub goodput_alone: f64,
    /// The largest fraction of packets that are lost after the link's rate has dropped to a tenth.
    pub lost_after_rate_drop: f64,
    /// The largest sending rate after the drop, relative to the new rate.
    pub sent_after_rate_drop: f64,
    /// The smallest goodput after the drop.
    pub goodput_after_rate_drop: f64,
    /// The smallest goodput from 10 to 30 s after an outage of 2 s.
    pub goodput_after_outage: f64,
    /// The smallest goodput if 30 % of the feedback is lost.
    pub goodput_with_feedback_loss: f64,
}

impl Expectations {
    /// The bounds for most algorithms of a family.
    pub fn of(family: Family) -> Self {
        let adaptive = Self {
            // Without a buffer, a window or rate that is halved at each loss has a mean of 3/4 of
            // its peak. The bound subtracts a tolerance of one fifth: 0.8 x 3/4 = 0.6.
            goodput_alone: 0.6,
            // At 10 % loss TCP's window is four packets (sqrt(1.5 / p)), the smallest window with fast
            // retransmit. An algorithm with more loss sends more than TCP does.
            lost_after_rate_drop: 0.1,
            // The packets that the link carries and the 10 % of packets that may be lost: 1 / (1 - 0.1) =
            // 1.11. The bound adds a tolerance of 8 %, because the measurement of 15 s can end at any point
            // of an oscillation.
            sent_after_rate_drop: 1.2,
            // Half of the new rate.
            goodput_after_rate_drop: 0.05,
            // A retransmission timeout of up to 0.3 s that doubles at each expiry is at most 2.3 s
            // at the end of an outage of 2 s, so the timer expires long before the measurement
            // begins. The bound is the smallest `goodput_alone` of the adaptive families.
            goodput_after_outage: 0.6,
            // Half of the smallest `goodput_alone`, because control is slower if a part of the feedback is lost.
            goodput_with_feedback_loss: 0.3,
        };
        match family {
            // Tahoe, the least efficient algorithm of the family, needs four of every 33 RTTs to
            // return from a window of one packet: 1 - 4/33 = 0.879, rounded down.
            Family::Window => Self { goodput_alone: 0.87, ..adaptive },
            // A value between 3/4, the mean of a sawtooth without a buffer, and 1, the mean with a buffer of
            // one BDP.
            Family::Rate => Self { goodput_alone: 0.8, ..adaptive },
            Family::Report => adaptive,
            // UDP's default rate of 1 Mb/s is a tenth of the link's rate. A tenth of UDP's packets may be in
            // flight or lost.
            Family::None => Self {
                goodput_alone: 0.09,
                goodput_after_outage: 0.09,
                goodput_with_feedback_loss: 0.09,
                ..adaptive
            },
        }
    }
}
