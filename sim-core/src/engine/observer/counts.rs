//! What is counted of a flow and of a link direction from the start of a run. What a window held is the difference of two
//! such counts.

use std::ops::Sub;

/// Counts of one flow.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowCounts {
    pub sent: u64,
    pub retransmitted: u64,
    pub delivered: u64,
    pub delivered_bytes: u64,
    pub throughput_bytes: u64,
    pub lost: u64,
    pub timeouts: u64,
    pub cuts: u64,
}

impl Sub for FlowCounts {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        FlowCounts {
            sent: self.sent - before.sent,
            retransmitted: self.retransmitted - before.retransmitted,
            delivered: self.delivered - before.delivered,
            delivered_bytes: self.delivered_bytes - before.delivered_bytes,
            throughput_bytes: self.throughput_bytes - before.throughput_bytes,
            lost: self.lost - before.lost,
            timeouts: self.timeouts - before.timeouts,
            cuts: self.cuts - before.cuts,
        }
    }
}

/// Counts of one link direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkCounts {
    pub departed_bytes: u64,
    pub drops: u64,
    pub losses: u64,
    pub marks: u64,
}

impl Sub for LinkCounts {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        LinkCounts {
            departed_bytes: self.departed_bytes - before.departed_bytes,
            drops: self.drops - before.drops,
            losses: self.losses - before.losses,
            marks: self.marks - before.marks,
        }
    }
}
