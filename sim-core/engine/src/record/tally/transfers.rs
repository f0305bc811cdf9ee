//! Statistics of the transfers of a flow, such as web objects: number, size and completion time.

use crate::analysis::percentiles::Histogram;
use crate::ground::time::Time;
use crate::traffic::Transfer;

/// Statistics of the transfers that started or completed within a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
}

impl Transfers {
    /// Counts a completed transfer, which the receiver had after `arrived_after`.
    pub fn complete(&mut self, transfer: Transfer, arrived_after: Time) {
        self.payload_bytes += transfer.bytes;
        self.completion_times.add(arrived_after);
        self.acknowledgement_times.add(transfer.took);
    }

    /// Adds the transfers of another flow.
    pub fn merge(&mut self, other: &Self) {
        self.begun += other.begun;
        self.refused += other.refused;
        self.payload_bytes += other.payload_bytes;
        self.completion_times.merge(&other.completion_times);
        self.acknowledgement_times.merge(&other.acknowledgement_times);
    }

    /// Approximate memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.completion_times.bytes() + self.acknowledgement_times.bytes()
    }
}
