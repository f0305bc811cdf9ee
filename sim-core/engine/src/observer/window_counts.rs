//! Counts within windows of time, computed as differences between the totals at the end and at the start of a
//! window, so that the windows need not be checked for each packet.

use crate::ground::time::Time;
use crate::record::tally::TimeWindow;
use std::ops::Sub;

/// Totals at the start and at the end of one window; `None` before that time.
#[derive(Clone, Copy, Debug, Default)]
struct Edges<T> {
    from: Option<T>,
    to: Option<T>,
}

/// Totals at the edges of windows, in the order of the windows.
#[derive(Clone, Debug)]
pub(super) struct WindowCounts<T>(Box<[Edges<T>]>);

impl<T: Copy + Default + Sub<Output = T>> WindowCounts<T> {
    /// Creates the counts for a run that begins at time 0.
    pub fn new(windows: impl Iterator<Item = TimeWindow>) -> Self {
        let edges = |window: TimeWindow| Edges { from: (window.from == 0).then(T::default), to: None };
        WindowCounts(windows.map(edges).collect())
    }

    /// Stores `total` if `now` is an edge of the window with this index.
    pub fn store_at_edge(&mut self, index: usize, window: TimeWindow, now: Time, total: T) {
        if let Some(edges) = self.0.get_mut(index) {
            if now == window.from {
                edges.from = Some(total);
            }
            if now == window.to {
                edges.to = Some(total);
            }
        }
    }

    /// The count within a window so far; `total` is the current total.
    pub fn within(&self, index: usize, total: T) -> T {
        match self.0.get(index) {
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
        let mut counts: WindowCounts<u64> = WindowCounts::new(windows.into_iter());
        // The total grows by one in each unit of time.
        for now in 0..30 {
            for (index, window) in windows.into_iter().enumerate() {
                counts.store_at_edge(index, window, now, now);
            }
            let within = |window: TimeWindow| now.min(window.to).saturating_sub(window.from);
            assert_eq!([0, 1, 2].map(|index| counts.within(index, now)), windows.map(within));
        }
        assert_eq!(counts.within(3, 30), 0);
    }
}
