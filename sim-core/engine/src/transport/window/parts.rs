//! Small parts of a window-based sender's state: pacing, the limit of sending, and the last reduction.

use crate::transport::prelude::*;

/// When the next packet may be sent.
#[derive(Clone, Copy, Debug, State)]
#[state(not(by_algorithm, makes_up_delays))]
pub(super) struct Pacing {
    /// The earliest time of the next packet.
    pub(super) next_paced: Time,
    /// The algorithm's `paces` and `makes_up_delays`, which do not change.
    pub(super) by_algorithm: bool,
    pub(super) makes_up_delays: bool,
}

impl Pacing {
    /// Records that a packet is sent at `now`, and that the next follows after `gap`.
    pub(super) fn send(&mut self, now: Time, gap: Time) {
        // As in Linux, a packet sent late shortens the next gap, by at most half. Otherwise a sender whose
        // full window delays packets would never catch up.
        let late = if self.makes_up_delays { now.saturating_sub(self.next_paced) } else { 0 };
        self.next_paced = self.next_paced.max(now) + gap - late.min(gap / 2);
    }
}

/// The limit that ended the last burst of packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SendLimit {
    CongestionWindow,
    /// The application or the receiver's window. `last_growth` is the last time at which the congestion
    /// window could grow.
    Other {
        last_growth: Time,
    },
}

impl SendLimit {
    #[inline]
    pub(super) fn is_window(self) -> bool {
        self == SendLimit::CongestionWindow
    }
}

impl State for SendLimit {
    fn add_to(&self, digest: &mut Digest) {
        self.is_window().add_to(digest);
        if let SendLimit::Other { last_growth } = self {
            last_growth.add_to(digest);
        }
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut crate::ground::digest::StateChange) {
        if change.is_here() {
            *self = match self {
                SendLimit::CongestionWindow => SendLimit::Other { last_growth: 0 },
                SendLimit::Other { .. } => SendLimit::CongestionWindow,
            };
        } else if let SendLimit::Other { last_growth } = self {
            last_growth.change(change);
        }
    }
}

/// The last reduction of the window, whatever its cause.
#[derive(Clone, Copy, Debug, Default, State)]
pub(super) struct LastReduction {
    /// Whether the next new packet carries the flag CWR, which announces a reduction (RFC 3168
    /// section 6.1.2).
    pub(super) is_unannounced: bool,
    /// Sequence number of the next new packet at the reduction. Echoed marks are ignored until this packet is
    /// acknowledged.
    pub(super) reduced_until: u32,
}

/// The state that timeouts leave for later acknowledgements.
#[derive(Clone, Copy, Debug, Default, State)]
pub(super) struct Timeouts {
    /// Oldest unacknowledged packet at the last timeout; `None` after new data has been acknowledged. A
    /// repeated timeout of this packet does not lower the threshold again (RFC 5681 section 3.1), except in
    /// ns-2.
    pub(super) timed_out_packet: Option<u32>,
    /// Whether slow start follows a timeout. The window then grows by at most one packet per acknowledgement
    /// (RFC 3465 section 2.3).
    pub(super) slow_start_follows: bool,
    /// Number of timeouts of the SYN.
    pub(super) lost_syns: u32,
}

/// The payload that packets carry.
#[derive(Clone, Copy, Debug, State)]
#[state(not(header, payload, app_is_greedy, carries_offsets))]
pub(super) struct Stream {
    /// Payload bytes that may still be taken from the application.
    pub(super) byte_allowance: u64,
    /// Bytes of header in each data packet.
    pub(super) header: u16,
    /// Payload of a full packet in bytes.
    pub(super) payload: u32,
    /// Whether the application always has data.
    pub(super) app_is_greedy: bool,
    /// Whether data packets carry their offset in the stream.
    pub(super) carries_offsets: bool,
}
