//! Statistics of the transfers of a flow, such as web objects: number, size and completion time.

use crate::analysis::percentiles::Histogram;
use crate::ground::convert::whole;
use crate::ground::time::{Time, to_secs};
use crate::traffic::Transfer;

/// Statistics of the transfers that started or completed within a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transfers {
    /// Transfers for which a connection was opened.
    pub begun: u64,
    /// Transfers that were refused because no flow of the pool was idle.
    pub refused: u64,
    /// Payload bytes of the completed transfers.
    pub payload_bytes: u64,
    /// Times until the receiver had all of a transfer, in ns.
    pub completion_times: Histogram,
    /// Times until the sender knew it, in ns.
    pub acknowledgement_times: Histogram,
    /// The path without other traffic: its base RTT, and its lowest rate in bit/s.
    pub empty_path: Option<(Time, f64)>,
    /// The times until the receiver had all of a transfer, as multiples of the base RTT and the time that the transfer takes
    /// at the lowest rate, in units of 1/`SLOWDOWN_UNIT`.
    pub slowdowns: Histogram,
}

/// The part of 1 in which slowdowns are counted.
pub const SLOWDOWN_UNIT: f64 = 1e6;

impl Transfers {
    /// Counts a completed transfer, which the receiver had after `arrived_after`.
    pub fn complete(&mut self, transfer: Transfer, arrived_after: Time) {
        self.payload_bytes += transfer.bytes;
        self.completion_times.add(arrived_after);
        self.acknowledgement_times.add(transfer.took);
        if let Some((rtt, rate)) = self.empty_path {
            let least = to_secs(rtt) + transfer.bytes as f64 * 8.0 / rate;
            self.slowdowns.add(whole::<u64>(to_secs(arrived_after) / least * SLOWDOWN_UNIT));
        }
    }

    /// Adds the transfers of another flow.
    pub fn merge(&mut self, other: &Self) {
        self.begun += other.begun;
        self.refused += other.refused;
        self.payload_bytes += other.payload_bytes;
        self.completion_times.merge(&other.completion_times);
        self.acknowledgement_times.merge(&other.acknowledgement_times);
        self.slowdowns.merge(&other.slowdowns);
    }

    /// Approximate memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.completion_times.bytes()
            + self.acknowledgement_times.bytes()
            + self.slowdowns.bytes()
    }
}
