//! Transfers of a flow, such as the objects of a web server: how many, how large, and how long they took.

use crate::analysis::percentiles::Histogram;
use crate::traffic::Transfer;

/// The transfers that began, and those that were completed, within a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transfers {
    /// Transfers for which a connection was opened.
    pub begun: u64,
    /// Transfers for which nobody was free.
    pub refused: u64,
    /// Payload bytes of the completed ones.
    pub payload: u64,
    /// How long each of those took, in ns.
    pub took: Histogram,
}

impl Transfers {
    pub fn complete(&mut self, transfer: Transfer) {
        self.payload += transfer.bytes;
        self.took.add(transfer.took);
    }

    /// Adds those of another flow.
    pub fn merge(&mut self, other: &Self) {
        self.begun += other.begun;
        self.refused += other.refused;
        self.payload += other.payload;
        self.took.merge(&other.took);
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.took.bytes()
    }
}
