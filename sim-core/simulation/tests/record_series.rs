//! Gauges and counters, compared with a naive model that stores every update and computes each bin from its
//! definition.

use proptest::prelude::*;
use sim_core::ground::convert::nearest_f32;
use sim_core::record::{Counter, Gauge, SeriesTable};

/// A block with two gauges and a counter.
struct TestBlock {
    table: SeriesTable,
    /// The total of the counter.
    counted: u64,
}

impl TestBlock {
    fn set(&mut self, index_in_block: usize, now: u64, value: f64) {
        self.table.set(0, index_in_block, now, value);
    }

    fn add(&mut self, now: u64, n: u64) {
        self.counted = self.counted.saturating_add(n);
        self.table.set_count(0, 0, now, self.counted);
    }

    fn complete_bins_before(&mut self, now: u64) {
        self.table.complete_bins_before(now);
    }
}

/// A block whose first bin starts at `origin`. It has at most `max_bins` bins, which are `width` ns wide at
/// first.
fn block(origin: u64, width: u64, max_bins: usize) -> TestBlock {
    let mut table = SeriesTable::new(origin, width, max_bins);
    assert_eq!(table.add_block(), 0);
    assert_eq!((table.add_gauge(0), table.add_gauge(0), table.add_counter(0)), (Some(0), Some(1), Some(0)));
    TestBlock { table, counted: 0 }
}

fn gauge(block: &TestBlock, index_in_block: usize) -> Gauge<'_> {
    block.table.gauge(0, index_in_block).unwrap()
}

fn counter(block: &TestBlock) -> Counter<'_> {
    block.table.counter(0, 0).unwrap()
}

/// A gauge that stores every update; `None` if the update has no value.
#[derive(Default)]
struct NaiveGauge {
    updates: Vec<(u64, Option<f64>)>,
}

impl NaiveGauge {
    /// Minimum, maximum and last value in [start, end). They include the values set in the bin and the value
    /// before the bin, unless an update at `start` replaces the value before the bin.
    fn bin(&self, start: u64, end: u64) -> [f64; 3] {
        let before = self.updates.iter().rev().find(|(t, _)| *t < start).and_then(|(_, v)| *v);
        let within: Vec<_> = self.updates.iter().filter(|(t, _)| (start..end).contains(t)).collect();
        let is_replaced = within.first().is_some_and(|(t, _)| *t == start);
        let mut seen: Vec<f64> = within.iter().filter_map(|(_, v)| *v).collect();
        if !is_replaced {
            seen.extend(before);
        }
        let last = within.last().map_or(before, |(_, v)| *v);
        let min = seen.iter().copied().reduce(f64::min).map_or(f64::NAN, |v| f64::from(nearest_f32(v)));
        let max = seen.iter().copied().reduce(f64::max).map_or(f64::NAN, |v| f64::from(nearest_f32(v)));
        [min, max, last.map_or(f64::NAN, |v| f64::from(nearest_f32(v)))]
    }
}

/// Returns whether all values are equal, with NaN counted as equal to NaN.
fn are_equal(a: [f64; 3], b: [f64; 3]) -> bool {
    a.iter().zip(b).all(|(x, y)| *x == y || (x.is_nan() && y.is_nan()))
}

/// Time steps that often lead to the edge of a bin and are sometimes zero or very long.
fn step() -> impl Strategy<Value = u64> {
    prop_oneof![
        2 => Just(0u64),
        6 => 1u64..30,
        3 => (0u64..6).prop_map(|k| k * 10),
        1 => 0u64..400,
        1 => (0u32..14).prop_map(|k| 1u64 << k),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_bin_of_several_gauges_agrees_with_the_model(
        origin in prop_oneof![Just(0u64), 1u64..500],
        max_bins in prop_oneof![Just(2usize), Just(4), Just(8), Just(16)],
        updates in prop::collection::vec((step(), prop_oneof![9 => (-1e6..1e6f64).prop_map(Some), 1 => Just(None)], 0usize..2, any::<bool>()), 1..200),
        time_after_last in 0u64..200,
    ) {
        let mut block = block(origin, 10, max_bins);
        let mut naive = [NaiveGauge::default(), NaiveGauge::default()];
        let mut now = 0;
        for (dt, value, gauge_index, finishes_first) in updates {
            now += dt;
            // Recording up to the present does not change any bin.
            if finishes_first {
                block.complete_bins_before(now);
            }
            block.set(gauge_index, now, value.unwrap_or(f64::NAN));
            block.add(now, 1);
            naive[gauge_index].updates.push((now, value));
        }
        now += time_after_last;
        block.complete_bins_before(now);
        let first = gauge(&block, 0);
        prop_assert!(first.len() <= max_bins);
        prop_assert_eq!(first.width(), 10 << first.revision());
        if now > origin {
            // The bins cover the elapsed time. The last bin may end up to one width later.
            prop_assert!(origin + first.width() * first.len() as u64 >= now);
            prop_assert!(origin + first.width() * (first.len() as u64 - 1) <= now);
        }
        for (index_in_block, index) in (0..2).flat_map(|index_in_block| (0..first.len()).map(move |index| (index_in_block, index))) {
            let start = origin + index as u64 * first.width();
            let expected = naive[index_in_block].bin(start, start + first.width());
            let found = gauge(&block, index_in_block).bin(index).unwrap();
            prop_assert!(are_equal(found, expected), "bin {} of {}: {:?}, expected {:?}", index, first.len(), found, expected);
        }
        for gauge in [gauge(&block, 0), gauge(&block, 1)].into_iter().filter(|gauge| !gauge.is_empty()) {
            let blank = (0..gauge.len()).all(|index| gauge.bin(index).unwrap()[0].is_nan());
            prop_assert_eq!(gauge.is_blank(), blank);
        }
    }

    #[test]
    fn every_bin_of_a_counter_agrees_with_the_model(
        origin in prop_oneof![Just(0u64), 1u64..500],
        max_bins in prop_oneof![Just(2usize), Just(4), Just(8), Just(16)],
        updates in prop::collection::vec((step(), 0u64..5000, any::<bool>()), 1..200),
        time_after_last in 0u64..200,
        (offset, length) in (0u64..4000, 1u64..4000),
    ) {
        let mut block = block(origin, 10, max_bins);
        let mut additions: Vec<(u64, u64)> = Vec::new();
        let mut now = 0;
        for (dt, n, finishes_first) in updates {
            now += dt;
            if finishes_first {
                block.complete_bins_before(now);
            }
            block.add(now, n);
            additions.push((now, n));
        }
        now += time_after_last;
        block.complete_bins_before(now);
        let counter = counter(&block);
        let total_before = |t: u64| additions.iter().filter(|(at, _)| *at < t).map(|(_, n)| n).sum::<u64>() as f64;
        prop_assert!(counter.len() <= max_bins);
        for index in 0..counter.len() {
            let end = origin + (index as u64 + 1) * counter.width();
            prop_assert_eq!(counter.bin(index), Some(total_before(end)));
        }
        // Between two edges of bins, the amount is exact. Elsewhere it is at most the amount in all bins that
        // overlap the interval.
        let (t0, t1) = (origin + offset, origin + offset + length);
        let rate = counter.mean_rate(t0, t1, now).unwrap();
        let amount = rate.per_second * length as f64 / 1e9;
        let width = counter.width();
        if offset % width == 0 && length % width == 0 && t1 < now {
            prop_assert!(rate.exact);
            prop_assert!((amount - (total_before(t1) - total_before(t0))).abs() < 1e-6);
        }
        if rate.exact && t0 < now {
            let end = if t1 >= now { now + 1 } else { t1 };
            prop_assert!((amount - (total_before(end) - total_before(t0))).abs() < 1e-6);
        }
        let amount_in_overlapping_bins = total_before(origin + (offset + length).div_ceil(width) * width)
            - total_before(origin + offset / width * width);
        prop_assert!(amount <= amount_in_overlapping_bins + 1e-6 && amount >= 0.0);
    }
}

#[test]
fn bins_of_a_gauge_are_merged_when_the_limit_is_reached() {
    let mut b = block(0, 10, 4);
    b.set(0, 3, 5.0);
    b.set(0, 7, 2.0);
    b.set(0, 8, 4.0);
    b.set(0, 25, 9.0);
    assert_eq!(gauge(&b, 0).bin(0), Some([2.0, 5.0, 4.0]));
    assert_eq!(
        gauge(&b, 0).bin(1),
        Some([4.0, 4.0, 4.0]),
        "a bin without updates has the value of the preceding bin"
    );
    assert_eq!(gauge(&b, 0).bin(2), Some([4.0, 9.0, 9.0]), "the value at the start of the bin is included");
    b.set(0, 30, 1.0);
    assert_eq!(gauge(&b, 0).bin(3), Some([1.0, 1.0, 1.0]), "the value at the start of the bin is replaced");
    assert_eq!((gauge(&b, 0).revision(), gauge(&b, 0).width(), gauge(&b, 0).len()), (0, 10, 4));
    b.set(0, 45, 6.0);
    assert_eq!((gauge(&b, 0).revision(), gauge(&b, 0).width(), gauge(&b, 0).len()), (1, 20, 3));
    assert_eq!(gauge(&b, 0).bin(0), Some([2.0, 5.0, 4.0]));
    assert_eq!(gauge(&b, 0).bin(1), Some([1.0, 9.0, 1.0]));
    assert_eq!(gauge(&b, 0).bin(2), Some([1.0, 6.0, 6.0]));
    assert_eq!(gauge(&b, 0).value_at(20), Some(4.0), "the value of the bin that ends at 20");
    assert_eq!(gauge(&b, 0).value_at(21), Some(1.0));
    assert_eq!(gauge(&b, 0).bin(3), None);
    let mut out = Vec::new();
    gauge(&b, 0).read(1, &mut out);
    assert_eq!(out, [1.0, 9.0, 1.0, 1.0, 6.0, 6.0]);
}

#[test]
fn bins_without_a_value_are_nan() {
    let mut b = block(0, 10, 8);
    b.set(0, 25, 3.0);
    b.set(0, 28, f64::NAN);
    b.set(0, 41, f64::INFINITY);
    b.set(0, 52, f64::NAN);
    b.set(0, 65, 7.0);
    b.complete_bins_before(80);
    assert_eq!(gauge(&b, 0).len(), 8);
    assert!(gauge(&b, 0).bin(0).unwrap().iter().all(|v| v.is_nan()));
    let [min, max, last] = gauge(&b, 0).bin(2).unwrap();
    assert!((min, max) == (3.0, 3.0) && last.is_nan());
    for index in 3..6 {
        assert!(gauge(&b, 0).bin(index).unwrap().iter().all(|v| v.is_nan()), "bin {index}");
    }
    assert_eq!(gauge(&b, 0).bin(6), Some([7.0; 3]));
    assert_eq!(gauge(&b, 0).bin(7), Some([7.0; 3]));
    assert_eq!(
        (gauge(&b, 0).value_at(5), gauge(&b, 0).value_at(35), gauge(&b, 0).value_at(75)),
        (None, None, Some(7.0))
    );
    b.set(0, 80, f64::NAN);
    assert_eq!(gauge(&b, 0).current(), None);
}

#[test]
fn a_counter_has_totals_and_mean_rates() {
    let mut b = block(0, 10, 4);
    b.add(0, 100);
    b.add(9, 50);
    b.add(10, 7);
    b.add(34, 1);
    let mut out = Vec::new();
    counter(&b).read(0, &mut out);
    assert_eq!(out, [150.0, 157.0, 157.0, 158.0]);
    // 150 in [0, 10) and 7 in [10, 20) are counted in 20 ns.
    let rate = counter(&b).mean_rate(0, 20, 36).unwrap();
    assert!(rate.exact && (rate.per_second - 157.0 / 20e-9).abs() < 1.0);
    // [5, 10) is half of the first bin and gets half of its 150.
    let rate = counter(&b).mean_rate(5, 10, 36).unwrap();
    assert!(!rate.exact && (rate.per_second - 75.0 / 5e-9).abs() < 1.0);
    // The current bin ends at the current time. It has 1 in [30, 36), and the interpolated total at 33
    // includes half of it.
    assert_eq!(counter(&b).value_at(33, 36), (157.5, false));
    assert_eq!(counter(&b).value_at(36, 36), (158.0, true));
    assert_eq!(counter(&b).mean_rate(5, 5, 36), None);
    b.complete_bins_before(41);
    assert_eq!((counter(&b).revision(), counter(&b).width(), counter(&b).len()), (1, 20, 3));
    out.clear();
    counter(&b).read(0, &mut out);
    assert_eq!(out, [157.0, 158.0, 158.0]);
}

#[test]
fn the_largest_times_and_counts_do_not_overflow() {
    let mut b = block(0, 1_000_000, 2048);
    b.set(0, 1, 1.0);
    b.set(0, u64::MAX, 2.0);
    b.set(0, u64::MAX, 3.0);
    b.complete_bins_before(u64::MAX);
    assert_eq!(gauge(&b, 0).current(), Some(3.0));
    assert!(gauge(&b, 0).len() <= 2048);
    let mut b = block(0, 1_000_000, 2048);
    b.add(u64::MAX, u64::MAX);
    b.add(u64::MAX, u64::MAX);
    assert_eq!(counter(&b).total(), u64::MAX);
    assert!(counter(&b).mean_rate(0, u64::MAX, u64::MAX).is_some());
}

/// A gauge of samples has values only in the bins with samples, whatever the width of the bins; any other gauge keeps its value.
#[test]
fn a_gauge_of_samples_is_empty_in_bins_without_a_sample() {
    let mut block = block(0, 10, 8);
    block.table.mark_as_samples(0, 0);
    for (now, value) in [(5, 1.0), (32, 3.0), (34, 2.0)] {
        block.set(0, now, value);
        block.set(1, now, value);
    }
    block.complete_bins_before(60);
    let last = |block: &TestBlock, index: usize| {
        (0..6)
            .map(|bin| gauge(block, index).bin(bin).map_or(f64::NAN, |[_, _, last]| last))
            .collect::<Vec<_>>()
    };
    let text = |values: Vec<f64>| values.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(text(last(&block, 0)), "1 NaN NaN 2 NaN NaN");
    assert_eq!(text(last(&block, 1)), "1 1 1 2 2 2");
    assert_eq!(gauge(&block, 0).bin(3), Some([2.0, 3.0, 2.0]));
    // The bins double. The sample at 5 is the last one of 0 to 20, although the second half has none.
    block.set(0, 85, 7.0);
    block.complete_bins_before(100);
    assert_eq!(gauge(&block, 0).width(), 20);
    assert_eq!(text((0..5).map(|bin| gauge(&block, 0).bin(bin).unwrap()[2]).collect()), "1 2 NaN NaN 7");
}
