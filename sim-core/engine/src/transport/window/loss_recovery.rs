//! The state of loss recovery: the phase of the connection, and the state of the selected kind of recovery.

use super::algorithm::Recovery;
use crate::transport::prelude::*;
use crate::transport::scoreboard::DUP_THRESH;
use crate::transport::tcp_params::{PartialTimer, SackRule};

/// The phase of a connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RecoveryPhase {
    /// Not started, or waiting for the handshake.
    Opening,
    Open,
    /// In fast recovery. Reno's recovery inflates the window by `inflation` packets, because as many packets
    /// have left the network (RFC 5681 section 3.2, step 4).
    Recovery {
        inflation: f64,
    },
    /// After a timeout or a loss in Tahoe has set the window to one packet, until all data sent before is
    /// acknowledged.
    AfterReset,
}

impl RecoveryPhase {
    const DEFLATED_RECOVERY: RecoveryPhase = RecoveryPhase::Recovery { inflation: 0.0 };

    /// The number that represents the phase in result IDs.
    fn code(self) -> u64 {
        match self {
            RecoveryPhase::Opening => 0,
            RecoveryPhase::Open => 1,
            RecoveryPhase::Recovery { .. } => 2,
            RecoveryPhase::AfterReset => 3,
        }
    }
}

/// How a sender with selective acknowledgements counts the packets in flight during recovery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pipe {
    /// Packet by packet (RFC 6675 section 4).
    Counted,
    /// ns-2's estimate.
    Estimated(i64),
}

/// A kind of recovery with its state. The state lasts until the next recovery begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method {
    Tahoe,
    Reno,
    NewReno {
        timer: PartialTimer,
        /// Whether a partial acknowledgement has arrived in this recovery.
        partial_seen: bool,
    },
    Sack {
        pipe: Pipe,
        /// Whether the rescue retransmission of this recovery has been used (RFC 6675 section 4, rule 4 of
        /// NextSeg).
        rescue_used: bool,
    },
}

impl Method {
    fn new(recovery: Recovery) -> Self {
        match recovery {
            Recovery::Tahoe => Method::Tahoe,
            Recovery::Reno => Method::Reno,
            Recovery::NewReno { timer } => Method::NewReno { timer, partial_seen: false },
            Recovery::Sack { rule: SackRule::Rfc6675 } => {
                Method::Sack { pipe: Pipe::Counted, rescue_used: false }
            }
            Recovery::Sack { rule: SackRule::Ns2 } => {
                Method::Sack { pipe: Pipe::Estimated(0), rescue_used: false }
            }
        }
    }

    /// RFC 6675 knows which packets are lost. The others repeat all packets after a timeout.
    #[inline]
    fn goes_back_n(&self) -> bool {
        match self {
            Method::Tahoe | Method::Reno | Method::NewReno { .. } => true,
            Method::Sack { pipe, .. } => *pipe != Pipe::Counted,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LossRecovery {
    pub(super) phase: RecoveryPhase,
    pub(super) method: Method,
    /// Recovery ends once all packets below this packet are acknowledged. Until then, the window is not
    /// reduced again (RFC 6582 section 3.2). `None` if there has been no recovery, or if it was undone.
    pub(super) recover: Option<u32>,
    /// Consecutive duplicate acknowledgements outside of recovery.
    pub(super) duplicates: u32,
}

impl LossRecovery {
    pub(super) fn new(recovery: Recovery) -> Self {
        LossRecovery {
            phase: RecoveryPhase::Opening,
            method: Method::new(recovery),
            recover: None,
            duplicates: 0,
        }
    }

    /// The selected kind of recovery.
    pub(super) fn kind(&self) -> Recovery {
        match self.method {
            Method::Tahoe => Recovery::Tahoe,
            Method::Reno => Recovery::Reno,
            Method::NewReno { timer, .. } => Recovery::NewReno { timer },
            Method::Sack { pipe: Pipe::Counted, .. } => Recovery::Sack { rule: SackRule::Rfc6675 },
            Method::Sack { pipe: Pipe::Estimated(_), .. } => Recovery::Sack { rule: SackRule::Ns2 },
        }
    }

    /// Selects another kind of recovery while the sender runs. `in_flight` is the number of packets in
    /// flight.
    pub(super) fn select(&mut self, recovery: Recovery, in_flight: u32) {
        if self.kind() == recovery {
            return;
        }
        let previous = std::mem::replace(&mut self.method, Method::new(recovery));
        match (&mut self.method, previous) {
            (Method::NewReno { partial_seen, .. }, Method::NewReno { partial_seen: previous, .. }) => {
                *partial_seen = previous;
            }
            (Method::Sack { rescue_used, .. }, Method::Sack { rescue_used: previous, .. }) => {
                *rescue_used = previous;
            }
            _ => {}
        }
        self.set_ns2_pipe(i64::from(in_flight));
    }

    #[inline]
    pub(super) fn is_opening(&self) -> bool {
        self.phase == RecoveryPhase::Opening
    }

    #[inline]
    pub(super) fn is_open(&self) -> bool {
        matches!(self.phase, RecoveryPhase::Open)
    }

    #[inline]
    pub(super) fn is_recovering(&self) -> bool {
        matches!(self.phase, RecoveryPhase::Recovery { .. })
    }

    #[inline]
    pub(super) fn is_after_reset(&self) -> bool {
        matches!(self.phase, RecoveryPhase::AfterReset)
    }

    /// Whether the sender uses selective acknowledgements.
    #[inline]
    pub(super) fn uses_sack(&self) -> bool {
        matches!(self.method, Method::Sack { .. })
    }

    /// Whether a timeout makes the sender retransmit all unacknowledged packets in order (go-back-N), even
    /// packets that selective acknowledgements have covered.
    #[inline]
    pub(super) fn uses_go_back_n(&self) -> bool {
        self.method.goes_back_n()
    }

    /// Number of packets by which recovery inflates the window.
    #[inline]
    pub(super) fn inflation(&self) -> f64 {
        if let RecoveryPhase::Recovery { inflation } = self.phase { inflation } else { 0.0 }
    }

    /// Begins Reno's or NewReno's recovery: the packets of the duplicate acknowledgements have left the
    /// network.
    pub(super) fn begin_inflated(&mut self) {
        self.phase = RecoveryPhase::Recovery { inflation: f64::from(DUP_THRESH) };
        if let Method::NewReno { partial_seen, .. } = &mut self.method {
            *partial_seen = false;
        }
    }

    /// Begins a recovery by selective acknowledgements.
    pub(super) fn begin_selective(&mut self) {
        self.phase = RecoveryPhase::DEFLATED_RECOVERY;
        if let Method::Sack { rescue_used, .. } = &mut self.method {
            *rescue_used = false;
        }
    }

    /// A duplicate acknowledgement arrived in recovery: a packet has left the network.
    pub(super) fn on_duplicate_in_recovery(&mut self) {
        if let Method::Sack { .. } = self.method {
            self.change_ns2_pipe(-1);
        } else if let RecoveryPhase::Recovery { inflation } = &mut self.phase {
            *inflation += 1.0;
        }
    }

    /// A partial acknowledgement of `acked` packets arrived in NewReno's recovery with a window of `cwnd`
    /// packets. The window is deflated by the packets acknowledged, and inflated by one packet (RFC 6582
    /// section 3.2, step 3). Returns whether the retransmission timer restarts.
    pub(super) fn on_partial_ack(&mut self, acked: u32, cwnd: f64) -> bool {
        if let RecoveryPhase::Recovery { inflation } = &mut self.phase {
            *inflation = (*inflation - f64::from(acked) + 1.0).max(1.0 - cwnd);
        }
        match &mut self.method {
            Method::NewReno { timer, partial_seen } => {
                let is_first = !std::mem::replace(partial_seen, true);
                *timer == PartialTimer::SlowButSteady || is_first
            }
            _ => true,
        }
    }

    /// Whether a loss may start recovery: at most once per window of data, counted from the last recovery or
    /// timeout. By the rules of RFC 6675, all data sent before that recovery or timeout must be acknowledged.
    /// By all other rules, a packet that was sent later must be acknowledged as well, because earlier
    /// duplicate acknowledgements mostly result from unnecessary retransmissions (RFC 6582 section 3.2, step
    /// 2).
    pub(super) fn may_begin(&self, una: u32) -> bool {
        self.recover.is_none_or(|recover| if self.uses_go_back_n() { una > recover } else { una >= recover })
    }

    /// Takes the rescue retransmission, if recovery by RFC 6675 has not used it.
    pub(super) fn take_rescue(&mut self) -> bool {
        match &mut self.method {
            Method::Sack { rescue_used, .. } => !std::mem::replace(rescue_used, true),
            _ => false,
        }
    }

    // ---- ns-2's estimate of the packets in flight ----

    /// Whether the sender follows ns-2's Sack1.
    #[inline]
    pub(super) fn uses_ns2_sack(&self) -> bool {
        matches!(self.method, Method::Sack { pipe: Pipe::Estimated(_), .. })
    }

    /// ns-2's estimate of the packets in flight, in a recovery by ns-2's rules.
    #[inline]
    pub(super) fn ns2_pipe(&self) -> Option<u32> {
        match (self.method, self.phase) {
            (Method::Sack { pipe: Pipe::Estimated(pipe), .. }, RecoveryPhase::Recovery { .. }) => {
                Some(narrow::<u32>(pipe.max(0)))
            }
            _ => None,
        }
    }

    /// Sets ns-2's estimate, if the sender uses it.
    pub(super) fn set_ns2_pipe(&mut self, packets: i64) {
        if let Method::Sack { pipe: Pipe::Estimated(pipe), .. } = &mut self.method {
            *pipe = packets;
        }
    }

    /// Changes ns-2's estimate, if the sender uses it.
    #[inline]
    pub(super) fn change_ns2_pipe(&mut self, packets: i64) {
        if let Method::Sack { pipe: Pipe::Estimated(pipe), .. } = &mut self.method {
            *pipe += packets;
        }
    }

    /// Adds the part of the state that follows the sender's other state in result IDs.
    pub(super) fn add_method_to(&self, digest: &mut Digest) {
        self.inflation().add_to(digest);
        match self.method {
            Method::Tahoe | Method::Reno => {}
            Method::NewReno { partial_seen, .. } => partial_seen.add_to(digest),
            Method::Sack { pipe: Pipe::Estimated(pipe), .. } => pipe.add_to(digest),
            Method::Sack { pipe: Pipe::Counted, rescue_used } => rescue_used.add_to(digest),
        }
    }
}

/// The part of the state that precedes the sender's other state in result IDs. `add_method_to` adds the other
/// fields.
impl State for LossRecovery {
    fn add_to(&self, digest: &mut Digest) {
        let LossRecovery { phase, method: _, recover, duplicates } = self;
        recover.unwrap_or(0).add_to(digest);
        duplicates.add_to(digest);
        digest.add(phase.code());
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut crate::ground::digest::StateChange) {
        change.field("recover", true, self.recover.get_or_insert_default());
        change.field("duplicates", true, &mut self.duplicates);
        for phase in [
            RecoveryPhase::Opening,
            RecoveryPhase::Open,
            RecoveryPhase::DEFLATED_RECOVERY,
            RecoveryPhase::AfterReset,
        ] {
            if phase.code() != self.phase.code() && change.is_here() {
                self.phase = phase;
                return;
            }
        }
        if let RecoveryPhase::Recovery { inflation } = &mut self.phase {
            change.field("inflation", true, inflation);
        }
        match &mut self.method {
            Method::Tahoe | Method::Reno => {}
            Method::NewReno { partial_seen, .. } => change.field("partial_seen", true, partial_seen),
            Method::Sack { pipe, rescue_used } => {
                change.field("rescue_used", *pipe == Pipe::Counted, rescue_used);
                if let Pipe::Estimated(packets) = pipe {
                    change.field("ns2_pipe", true, packets);
                }
            }
        }
    }
}
