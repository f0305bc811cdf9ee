//! Lower and upper bounds on what an algorithm achieves in the conformance tests (tests/conformance.rs).

use crate::describe::Family;

/// The bounds that an algorithm declares for the conformance tests. Rates are fractions of the initial rate of the link.
///
/// The path of the tests has 10 Mb/s, a base RTT of 40 ms, packets of 1500 bytes and a buffer of one BDP, 33 packets. Goodput
/// includes headers.
#[derive(Clone, Copy, Debug)]
pub struct Expectations {
    /// The smallest goodput of a flow that is alone on the link.
    pub alone: f64,
    /// The largest fraction of packets that are lost after the link's rate has dropped to a tenth.
    pub lost_after_rate_drop: f64,
    /// The largest sending rate after the drop, relative to the new rate.
    pub sent_after_rate_drop: f64,
    /// The smallest goodput after the drop.
    pub after_rate_drop: f64,
    /// The smallest goodput from 10 to 30 s after an outage of 2 s.
    pub after_outage: f64,
    /// The smallest goodput if 30 % of the feedback is lost.
    pub with_feedback_loss: f64,
}

impl Expectations {
    /// The bounds for most algorithms of a family.
    pub fn of(family: Family) -> Self {
        let adaptive = Self {
            // A window or rate that is halved at each loss has a mean of 3/4 of its peak if the buffer is empty. 0.6 is four fifths of 3/4.
            alone: 0.6,
            // At 10 % loss TCP's window is four packets (sqrt(1.5 / p)), the smallest one with fast retransmit. An algorithm with
            // more loss sends more than TCP would.
            lost_after_rate_drop: 0.1,
            // The link's rate and the packets that may be lost: 1 / (1 - 0.1) = 1.11. The bound adds a tolerance of 8 %, because
            // the measurement of 15 s can end at any point of a cycle.
            sent_after_rate_drop: 1.2,
            // Half of the new rate.
            after_rate_drop: 0.05,
            // A retransmission timer that has doubled during the outage expires at most 3.2 s after its end, so that 7 s remain to
            // recover. The bound is that of a flow that is alone.
            after_outage: 0.6,
            // Half of the bound of a flow that is alone: control loops are slower without a part of the feedback.
            with_feedback_loss: 0.3,
        };
        match family {
            // Tahoe, the least efficient algorithm of the family, needs four of every 33 RTTs to return from a window of one
            // packet: 1 - 4/33 = 0.88.
            Family::Window => Self { alone: 0.87, ..adaptive },
            // A value between 3/4, the mean of a sawtooth without a buffer, and 1, the mean with a buffer of one BDP.
            Family::Rate => Self { alone: 0.8, ..adaptive },
            Family::Report => adaptive,
            // UDP's default rate of 1 Mb/s is a tenth of the link. A tenth of it may be in flight or lost.
            Family::None => Self { alone: 0.09, after_outage: 0.09, with_feedback_loss: 0.09, ..adaptive },
        }
    }
}
