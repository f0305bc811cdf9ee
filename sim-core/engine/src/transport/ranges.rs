//! A set of sequence numbers, stored as sorted ranges. Numbers are removed at the front and mostly added at
//! the end. Both endpoints of a connection use such a set for the packets received above the first gap.

use crate::ground::digest::{Digest, State, add_list};

#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// Half-open ranges, ascending and not adjacent. The ranges before the index `head` have been removed.
    items: Vec<(u32, u32)>,
    head: usize,
}

/// The memory is compacted only if more than this number of ranges have been removed.
const COMPACT_ABOVE: usize = 32;

impl Ranges {
    #[inline]
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.items[self.head..]
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The lowest range.
    pub fn first(&self) -> Option<(u32, u32)> {
        self.as_slice().first().copied()
    }

    /// The highest range.
    pub fn last(&self) -> Option<(u32, u32)> {
        self.items.last().copied()
    }

    /// The range that contains `seq`.
    pub fn containing(&self, seq: u32) -> Option<(u32, u32)> {
        let ranges = self.as_slice();
        if let Some(last) = ranges.last().filter(|last| last.0 <= seq) {
            return Some(*last).filter(|last| seq < last.1);
        }
        let index = ranges.partition_point(|range| range.1 <= seq);
        ranges.get(index).copied().filter(|range| range.0 <= seq)
    }

    /// Removes all sequence numbers below `seq`.
    #[inline]
    pub fn remove_below(&mut self, seq: u32) {
        while let Some(range) = self.items.get_mut(self.head) {
            if range.1 > seq {
                range.0 = range.0.max(seq);
                break;
            }
            self.head += 1;
        }
        if self.head == self.items.len() {
            self.items.clear();
            self.head = 0;
        } else if self.head > COMPACT_ABOVE && self.head * 2 > self.items.len() {
            self.items.drain(..self.head);
            self.head = 0;
        }
    }

    /// Adds the half-open range from `from` to `to`. Calls `added` for every sequence number that was not in
    /// the set.
    pub fn add(&mut self, from: u32, to: u32, mut added: impl FnMut(u32)) {
        if from >= to {
            return;
        }
        // The common cases: the new range extends the last range, begins above the last range, or is the
        // first range.
        match self.items.last_mut() {
            Some(last) if from < last.0 => {}
            Some(last) if from <= last.1 => {
                (last.1..to).for_each(added);
                last.1 = last.1.max(to);
                return;
            }
            _ => {
                (from..to).for_each(added);
                self.items.push((from, to));
                return;
            }
        }
        let ranges = self.as_slice();
        let first = self.head + ranges.partition_point(|range| range.1 < from);
        if ranges.get(first - self.head).is_some_and(|range| range.0 <= from && to <= range.1) {
            // Often a block repeats what an earlier block has reported.
            return;
        }
        let last = self.head + ranges.partition_point(|range| range.0 <= to);
        let (mut low, mut high) = (from, to);
        let mut seq = from;
        for &(range_from, range_to) in &self.items[first..last] {
            low = low.min(range_from);
            high = high.max(range_to);
            while seq < range_from.min(to) {
                added(seq);
                seq += 1;
            }
            seq = seq.max(range_to);
        }
        for seq in seq..to {
            added(seq);
        }
        if last > first {
            self.items[first] = (low, high);
            if last > first + 1 {
                self.items.drain(first + 1..last);
            }
        } else {
            self.items.insert(first, (low, high));
        }
    }

    pub fn clear(&mut self) {
        self.items.clear();
        self.head = 0;
    }
}

impl State for Ranges {
    fn add_to(&self, digest: &mut Digest) {
        add_list(self.as_slice().iter(), digest);
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut crate::ground::digest::StateChange) {
        self.items.drain(..self.head);
        self.head = 0;
        self.items.change(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_merge_and_each_added_number_is_reported_once() {
        let mut ranges = Ranges::default();
        let mut add = |from, to| {
            let mut added = Vec::new();
            ranges.add(from, to, |seq| added.push(seq));
            (added, ranges.as_slice().to_vec())
        };
        assert_eq!(add(5, 7), (vec![5, 6], vec![(5, 7)]));
        assert_eq!(add(12, 14), (vec![12, 13], vec![(5, 7), (12, 14)]));
        assert_eq!(add(2, 3), (vec![2], vec![(2, 3), (5, 7), (12, 14)]));
        assert_eq!(add(4, 13), (vec![4, 7, 8, 9, 10, 11], vec![(2, 3), (4, 14)]));
        assert_eq!(add(3, 4), (vec![3], vec![(2, 14)]));
        assert_eq!(add(5, 9), (vec![], vec![(2, 14)]));
    }

    proptest! {
        #[test]
        fn members_equal_those_of_a_plain_set(
            steps in prop::collection::vec((0u32..200, 1u32..12, prop::bool::weighted(0.3)), 1..200)
        ) {
            let mut ranges = Ranges::default();
            let mut plain = std::collections::BTreeSet::new();
            let mut floor = 0;
            for (from, len, removes) in steps {
                if removes {
                    floor = floor.max(from);
                    ranges.remove_below(floor);
                    plain = plain.split_off(&floor);
                } else if from >= floor {
                    let mut added = Vec::new();
                    ranges.add(from, from + len, |seq| added.push(seq));
                    let expected: Vec<u32> = (from..from + len).filter(|seq| !plain.contains(seq)).collect();
                    prop_assert_eq!(&added, &expected);
                    plain.extend(added);
                }
                let members: Vec<u32> = ranges.as_slice().iter().flat_map(|&(from, to)| from..to).collect();
                prop_assert_eq!(members, plain.iter().copied().collect::<Vec<_>>());
                prop_assert!(ranges.as_slice().windows(2).all(|w| w[0].1 < w[1].0));
            }
        }
    }
}
