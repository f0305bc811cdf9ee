//! Time-weighted statistics of a queue: its length in packets, and the fraction of time that its occupancy
//! spends in each tenth of its limit (the buffer occupancy of Sisalem and Wolisz, 2000).

use super::levels::TimeWeighted;
use super::{Clock, TimeWindow};

#[derive(Clone, Debug)]
pub struct QueueTime {
    clock: Clock,
    /// Length of the queue in packets.
    levels: TimeWeighted,
    /// Current size of the queue in bytes.
    bytes: u64,
    /// Limit of the queue in packets or, with `in_bytes`, in bytes.
    limit: u64,
    in_bytes: bool,
    /// Time in ns spent in each tenth of the limit, until `tenth_since`.
    tenths: [u64; 10],
    /// Index of the current tenth.
    tenth: usize,
    /// Tenth k consists of the amounts `[edges[k], edges[k + 1])`, in the unit of the limit.
    edges: [u64; 11],
    /// Since when the occupancy is in the current tenth, or since the start of the window.
    tenth_since: u64,
    /// The amounts `[from, to)` that belong to the current tenth.
    from: u64,
    to: u64,
}

impl QueueTime {
    /// Starts with an empty queue.
    pub fn new(window: TimeWindow, limit: u64, in_bytes: bool) -> Self {
        let mut queue = Self {
            clock: Clock::new(window),
            levels: TimeWeighted::new(window),
            bytes: 0,
            limit,
            in_bytes,
            tenths: [0; 10],
            tenth: 0,
            edges: [0; 11],
            tenth_since: window.from,
            from: 0,
            to: 0,
        };
        queue.compute_edges(0);
        queue
    }

    /// Heap memory used, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.levels.heap_bytes()
    }

    /// Packets in the queue.
    pub fn level(&self) -> u32 {
        self.levels.level()
    }

    /// Sets the contents of the queue at `now`.
    #[inline]
    pub fn set(&mut self, now: u64, packets: u32, bytes: u64) {
        self.advance_to(now);
        self.levels.set_level(packets);
        self.bytes = bytes;
        let amount = if self.in_bytes { bytes } else { u64::from(packets) };
        if amount < self.from || amount >= self.to {
            self.move_to_tenth(amount);
        }
    }

    #[inline]
    fn advance_to(&mut self, now: u64) {
        let passed = self.clock.lap(now);
        self.levels.add(passed);
    }

    /// Changes the limit at `now`.
    pub fn set_limit(&mut self, now: u64, limit: u64, in_bytes: bool) {
        self.advance_to(now);
        (self.limit, self.in_bytes) = (limit, in_bytes);
        let amount = if in_bytes { self.bytes } else { u64::from(self.levels.level()) };
        self.compute_edges(amount);
    }

    /// Makes the tenth that contains `amount` the current tenth. The search starts at the previous tenth,
    /// which is usually a neighbour.
    fn move_to_tenth(&mut self, amount: u64) {
        self.count_tenth();
        while amount < self.edges[self.tenth] {
            self.tenth -= 1;
        }
        while self.tenth < 9 && amount >= self.edges[self.tenth + 1] {
            self.tenth += 1;
        }
        (self.from, self.to) = (self.edges[self.tenth], self.edges[self.tenth + 1]);
    }

    /// Counts the time in the current tenth up to the latest time that the clock has counted.
    fn count_tenth(&mut self) {
        self.tenths[self.tenth] += self.clock.since - self.tenth_since;
        self.tenth_since = self.clock.since;
    }

    /// Computes the edges of the tenths. Tenth k of the limit contains `[k limit / 10, (k + 1) limit / 10)`;
    /// the last tenth also contains all amounts above the limit. An empty queue is always in the first tenth.
    fn compute_edges(&mut self, amount: u64) {
        let limit = u128::from(self.limit.max(1));
        for (k, edge) in self.edges.iter_mut().enumerate().take(10) {
            *edge = u64::try_from((k as u128 * limit).div_ceil(10)).unwrap_or(u64::MAX);
        }
        self.edges[10] = u64::MAX;
        self.move_to_tenth(amount);
    }

    /// A copy that includes the time up to `now`.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.advance_to(now);
        copy.count_tenth();
        copy
    }

    /// Mean number of packets.
    pub fn mean(&self) -> Option<f64> {
        self.levels.mean()
    }

    /// Largest number of packets that lasted longer than 0 ns.
    pub fn max(&self) -> Option<u32> {
        self.levels.max()
    }

    /// The smallest number of packets that was not exceeded during a fraction `p` of the time.
    pub fn quantile(&self, p: f64) -> Option<u32> {
        self.levels.quantile(p)
    }

    /// Fractions of the time in which the occupancy of the queue was in [0, 0.1), [0.1, 0.2), ... [0.9, 1] of
    /// its limit.
    pub fn occupancy_shares(&self) -> Option<[f64; 10]> {
        let total: u64 = self.tenths.iter().sum();
        (total > 0).then(|| self.tenths.map(|ns| ns as f64 / total as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_length_and_occupancy_agree_with_a_manual_computation() {
        // Limit 10 packets. The queue is empty for 4 ns, has 5 packets of 100 bytes for 4 ns, and 10 packets
        // for 2 ns: its mean length is (0 + 20 + 20)/10 = 4 packets.
        let mut queue = QueueTime::new(TimeWindow::ALL, 10, false);
        queue.set(4, 5, 500);
        queue.set(8, 10, 1000);
        let result = queue.at(10);
        assert_eq!(result.mean(), Some(4.0));
        assert_eq!(result.max(), Some(10));
        assert_eq!(result.occupancy_shares(), Some([0.4, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.0, 0.0, 0.2]));
    }

    #[test]
    fn only_time_inside_the_window_counts_and_a_new_limit_applies_from_its_change_on() {
        // The window begins at 100 ns. The 950 bytes in the queue are in the last tenth of a limit of 1000
        // bytes, and in the second tenth of a limit of 9500 bytes, which applies after 200 ns.
        let mut queue = QueueTime::new(TimeWindow { from: 100, to: 300 }, 1000, true);
        queue.set(50, 1, 950);
        queue.set_limit(200, 9500, true);
        let result = queue.at(400);
        let shares = result.occupancy_shares().unwrap();
        assert_eq!((shares[9], shares[1]), (0.5, 0.5));
    }
}
