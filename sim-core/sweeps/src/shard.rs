//! The runs of a sweep in parts, for machines that each compute one part.

use crate::sweep::{Cell, Sweep};

/// Part `index` of `of` parts, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// The largest number of parts.
const MAX_SHARDS: usize = 1_000_000;

impl Shard {
    /// The whole sweep.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Reads `K/N`, such as `2/3`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=MAX_SHARDS).contains(&of) && (1..=of).contains(&index) => {
                Ok(Self { index, of })
            }
            _ => Err(format!(
                "K/N, where K is from 1 to N and N is from 1 to {MAX_SHARDS}: 2/3 is the second of three parts"
            )),
        }
    }

    /// Whether the run with this position in the order of the sweep belongs to the part. Neighbours belong to
    /// different parts, because runs of neighbouring cells often take about as long.
    fn has(self, position: usize) -> bool {
        position % self.of == self.index - 1
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} of {}", self.index, self.of)
    }
}

impl Sweep {
    /// The runs of a part in the order of the sweep: each cell with the number of its seed, counted from 1.
    pub fn runs_of(&self, shard: Shard) -> impl Iterator<Item = (&Cell, u64)> {
        let all = self.cells.iter().flat_map(|cell| self.runs().map(move |run| (cell, run)));
        all.enumerate().filter(move |(position, _)| shard.has(*position)).map(|(_, run)| run)
    }
}
