//! What was counted within windows of time, from counts of the whole run: the difference between what they were when a
//! window began and when it ended. Nobody asks at each packet which windows it lies in.

use crate::ground::time::Time;
use crate::record::tally::TimeWindow;
use std::ops::Sub;

/// Counts at the start and at the end of one window, once these are reached.
#[derive(Clone, Copy, Debug, Default)]
struct Edges<T> {
    from: Option<T>,
    to: Option<T>,
}

/// Counts at the edges of windows, in the order of the windows.
#[derive(Clone, Debug)]
pub(super) struct Marked<T>(Box<[Edges<T>]>);

impl<T: Copy + Default + Sub<Output = T>> Marked<T> {
    /// Before anything is counted.
    pub fn new(windows: impl Iterator<Item = TimeWindow>) -> Self {
        let edges = |window: TimeWindow| Edges { from: (window.from == 0).then(T::default), to: None };
        Marked(windows.map(edges).collect())
    }

    /// The counts are `total` when `now` begins, which may be an edge of this window.
    pub fn mark(&mut self, place: usize, window: TimeWindow, now: Time, total: T) {
        if let Some(edges) = self.0.get_mut(place) {
            if now == window.from {
                edges.from = Some(total);
            }
            if now == window.to {
                edges.to = Some(total);
            }
        }
    }

    /// What was counted within a window so far; `total` is all so far.
    pub fn within(&self, place: usize, total: T) -> T {
        match self.0.get(place) {
            Some(Edges { from: Some(from), to }) => to.unwrap_or(total) - *from,
            _ => T::default(),
        }
    }

    pub fn heap_bytes(&self) -> usize {
        self.0.len() * size_of::<Edges<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_within_windows_are_differences() {
        let windows = [
            TimeWindow { from: 0, to: 10 },
            TimeWindow { from: 10, to: 20 },
            TimeWindow { from: 5, to: u64::MAX },
        ];
        let mut marked: Marked<u64> = Marked::new(windows.into_iter());
        // One is counted in each unit of time.
        for now in 0..30 {
            for (place, window) in windows.into_iter().enumerate() {
                marked.mark(place, window, now, now);
            }
            let within = |window: TimeWindow| now.min(window.to).saturating_sub(window.from);
            assert_eq!([0, 1, 2].map(|place| marked.within(place, now)), windows.map(within));
        }
        assert_eq!(marked.within(3, 30), 0);
    }
}
