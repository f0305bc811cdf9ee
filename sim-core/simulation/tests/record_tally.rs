//! Tallies, compared with values computed by hand and with models that store every update.

use proptest::prelude::*;
use sim_core::ground::convert::{narrow, whole};
use sim_core::record::tally::{
    Intervals, QueueTime, RateBins, Rates, Samples, TimeMean, TimeWeighted, TimeWindow,
};

/// Returns whether two numbers are equal except for rounding.
fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn a_time_weighted_level_has_known_statistics() {
    // The level is 0 until 10 ns, 3 until 30 ns and 1 until 40 ns. The window [5, 35) contains 5 ns at level
    // 0, 20 ns at level 3 and 5 ns at level 1.
    let mut level = TimeWeighted::new(TimeWindow { from: 5, to: 35 });
    level.set(10, 3);
    level.set(30, 9);
    level.set(30, 1);
    let level = level.at(40);
    assert_eq!(level.total(), 30);
    assert!(is_close(level.mean().unwrap(), 65.0 / 30.0));
    assert_eq!(
        (level.min(), level.max()),
        (Some(0), Some(3)),
        "level 9 was counted, although it was replaced in the same nanosecond"
    );
    assert_eq!(&level.exact_levels()[..5], &[5, 5, 0, 20, 0]);
    // The levels 0, 1 and 3 last for 1/6, 1/6 and 4/6 of the time.
    let quantiles = [0.0, 0.1, 0.2, 0.3, 0.4, 1.0].map(|p| level.quantile(p).unwrap());
    assert_eq!(quantiles, [0, 0, 1, 1, 3, 3]);
}

#[test]
fn tallies_without_data_return_none() {
    let level = TimeWeighted::new(TimeWindow { from: 100, to: 200 }).at(100);
    assert_eq!((level.mean(), level.min(), level.max(), level.quantile(0.5)), (None, None, None, None));
    assert_eq!(QueueTime::new(TimeWindow::ALL, 10, false).occupancy_shares(), None);
    let mean = TimeMean::new(TimeWindow::ALL).at(50);
    assert_eq!((mean.mean(), mean.min(), mean.max()), (None, None, None));
    assert_eq!(RateBins::new(10, TimeWindow::ALL).at(9).stats(), None);
    let samples = Samples::new(TimeWindow::ALL);
    assert_eq!((samples.mean(), samples.sd(), samples.min(), samples.max()), (None, None, None, None));
    let mut intervals = Intervals::default();
    intervals.push(7);
    intervals.push(9);
    assert_eq!(intervals.jitter(), None);
}

#[test]
fn occupancy_shares_are_relative_to_the_current_limit() {
    // The i-th of ten shares is the time for which the level is from i/10 to (i + 1)/10 of the limit. With a
    // limit of 4, the levels 0, 1, 2, 3 and 4 are 0, 0.25, 0.5, 0.75 and 1 of the limit.
    let mut occupancy = QueueTime::new(TimeWindow { from: 0, to: 100 }, 4, false);
    occupancy.set(10, 1, 0);
    occupancy.set(30, 2, 0);
    occupancy.set(35, 3, 0);
    occupancy.set(45, 4, 0);
    // At 60 ns the limit becomes 50. Level 4 is then 0.08 of the limit, level 5 is 0.1, and level 49 is 0.98.
    occupancy.set_limit(60, 50, false);
    occupancy.set(70, 5, 0);
    occupancy.set(90, 49, 0);
    occupancy.set(120, 0, 0);
    let shares = occupancy
        .at(150)
        .occupancy_shares()
        .unwrap()
        .map(|share| whole::<u32>((share * 100.0).round_ties_even()));
    assert_eq!(shares, [10 + 10, 20, 20, 0, 0, 5, 0, 10, 0, 15 + 10]);
}

#[test]
fn rates_are_measured_in_bins_that_lie_within_the_window() {
    // The bins of 10 ns that are within [12, 55) are [20, 30), [30, 40) and [40, 50).
    let window = TimeWindow { from: 12, to: 55 };
    let mut rate = RateBins::new(10, window).keeping_each_bin(10);
    for (t, bytes) in [(0, 1000), (19, 500), (20, 3), (29, 4), (30, 1), (50, 999), (54, 999), (61, 5)] {
        rate.add(t, bytes);
    }
    assert_eq!(rate.bytes_per_bin(), Some(&[7, 1, 0][..]));
    let stats = rate.at(100).stats().unwrap();
    assert_eq!(stats.bins, 3);
    // The mean is 8/3 bytes in 10 ns, and the population variance is (49 + 1 + 0)/3 - 64/9 = 86/9.
    assert!(is_close(stats.mean, 8.0 / 3.0 * 8.0 / 10e-9));
    assert!(is_close(stats.sd, 86f64.sqrt() / 3.0 * 8.0 / 10e-9));
    assert!(is_close(stats.cov.unwrap(), 86f64.sqrt() / 8.0));
}

#[test]
fn a_window_that_contains_no_complete_bin_has_no_rate() {
    for window in [
        TimeWindow { from: 1, to: 19 },
        TimeWindow { from: 30, to: 20 },
        TimeWindow { from: u64::MAX, to: u64::MAX },
    ] {
        let mut rate = RateBins::new(10, window);
        rate.add(5, 1);
        rate.add(15, 1);
        rate.add(u64::MAX, 1);
        assert_eq!(rate.stats(), None, "{window:?}");
    }
}

#[test]
fn the_cov_of_a_constant_rate_is_zero_and_the_cov_of_a_single_bin_is_undefined() {
    let mut rate = RateBins::new(100, TimeWindow { from: 0, to: 1000 });
    (0..1000).step_by(10).for_each(|t| rate.add(t, 1500));
    let stats = rate.at(1000).stats().unwrap();
    assert_eq!((stats.bins, stats.sd, stats.cov), (10, 0.0, Some(0.0)));
    assert!(is_close(stats.mean, 15_000.0 * 8.0 / 100e-9));
    assert_eq!(rate.at(199).stats().unwrap().bins, 9, "completed bins should not be counted twice");
    let mut single_bin = RateBins::new(100, TimeWindow::ALL);
    single_bin.add(50, 1500);
    let stats = single_bin.at(100).stats().unwrap();
    assert_eq!((stats.bins, stats.cov), (1, None));
}

#[test]
fn stored_bins_are_discarded_if_they_exceed_the_limit() {
    let mut rate = RateBins::new(10, TimeWindow::ALL).keeping_each_bin(3);
    rate.add(25, 8);
    rate.advance_to(30);
    assert_eq!(rate.bytes_per_bin(), Some(&[0, 0, 8][..]));
    rate.advance_to(40);
    assert_eq!(rate.bytes_per_bin(), None);
    assert_eq!(rate.stats().unwrap().bins, 4);
}

#[test]
fn a_time_mean_excludes_times_without_a_value() {
    // The value is 10 in [20, 50), undefined in [50, 60) and 4 in [60, 70). The window starts at 30.
    let mut mean = TimeMean::new(TimeWindow { from: 30, to: 1000 });
    mean.set(20, 10.0);
    mean.clear(50);
    mean.set(60, 99.0);
    mean.set(60, 4.0);
    let mean = mean.at(70);
    assert_eq!(mean.total(), 30);
    assert!(is_close(mean.mean().unwrap(), (10.0 * 20.0 + 4.0 * 10.0) / 30.0));
    assert_eq!((mean.min(), mean.max()), (Some(4.0), Some(10.0)));
}

#[test]
fn samples_within_the_window_have_known_statistics() {
    let mut samples = Samples::new(TimeWindow { from: 10, to: 20 });
    for (t, v) in [(9, 100.0), (10, 2.0), (11, 4.0), (12, 4.0), (13, f64::NAN), (19, 6.0), (20, 100.0)] {
        samples.push(t, v);
    }
    assert_eq!((samples.count(), samples.min(), samples.max()), (4, Some(2.0), Some(6.0)));
    assert!(is_close(samples.mean().unwrap(), 4.0) && is_close(samples.sd().unwrap(), 2f64.sqrt()));
    // Large values lose no precision: the samples 1e9, 1e9 + 1, 1e9 + 2 and 1e9 + 3 have a standard deviation
    // of sqrt(5)/2.
    let mut samples = Samples::new(TimeWindow::ALL);
    (0..4).for_each(|i| samples.push(i, 1e9 + i as f64));
    assert!(is_close(samples.mean().unwrap(), 1e9 + 1.5) && is_close(samples.sd().unwrap(), 1.25f64.sqrt()));
}

#[test]
fn jitter_excludes_pauses() {
    // The intervals are 10, 20 and 15 s, and 5 s after a pause. The jitter is the mean change from one interval
    // to the next: the changes are 10 and 5 s, because a pause separates the last two intervals.
    let second = 1_000_000_000;
    let mut intervals = Intervals::default();
    for t in [1, 11, 31, 46] {
        intervals.push(t * second);
    }
    intervals.pause();
    for t in [100, 105] {
        intervals.push(t * second);
    }
    assert!(is_close(intervals.jitter().unwrap(), 7.5));
}

proptest! {
    #[test]
    fn level_statistics_agree_with_a_list_of_levels(
        steps in prop::collection::vec((0u64..50, prop_oneof![3 => 0u32..20, 1 => 1000u32..1100, 2 => any::<u32>()]), 1..80),
        from in 0u64..600, length in 1u64..2000,
    ) {
        let window = TimeWindow { from, to: from + length };
        let mut tally = TimeWeighted::new(window);
        // Pairs of a level and the time for which it lasted within the window, in nanoseconds.
        let mut list: Vec<(u32, u64)> = Vec::new();
        let (mut now, mut level) = (0u64, 0u32);
        for (dt, next) in steps.into_iter().chain([(30, 0)]) {
            let lasted = (now..now + dt).filter(|t| window.contains(*t)).count() as u64;
            if lasted > 0 {
                list.push((level, lasted));
            }
            now += dt;
            tally.set(now, next);
            level = next;
        }
        let total: u64 = list.iter().map(|(_, ns)| ns).sum();
        prop_assert_eq!(tally.total(), total);
        prop_assert_eq!(tally.min(), list.iter().map(|(l, _)| *l).min());
        prop_assert_eq!(tally.max(), list.iter().map(|(l, _)| *l).max());
        if total > 0 {
            let area: u128 = list.iter().map(|(l, ns)| u128::from(*l) * u128::from(*ns)).sum();
            prop_assert_eq!(tally.mean(), Some(area as f64 / total as f64));
            list.sort_unstable();
            for p in [0.0, 0.05, 0.5, 0.95, 1.0] {
                let mut sum = 0;
                let exact = list.iter().find(|(_, ns)| { sum += ns; sum as f64 >= p * total as f64 }).unwrap().0;
                let found = tally.quantile(p).unwrap();
                prop_assert!(found >= exact, "{found} {exact}");
                // Quantiles are exact below level 1024, and at most 1/64 too high above.
                prop_assert!(exact >= 1024 || found == exact);
                prop_assert!(Some(found) <= tally.max());
                prop_assert!(u64::from(found) <= u64::from(exact) + u64::from(exact) / 64 + 1);
            }
        }
    }

    #[test]
    fn occupancy_shares_agree_with_a_model(
        steps in prop::collection::vec((0u64..50, 0u64..60, prop::option::weighted(0.1, 0u64..50)), 1..80),
        first_limit in 0u64..50,
        in_bytes: bool,
    ) {
        // The limit is in packets or in bytes. Each packet has one byte, so both units give the same result.
        let mut tally = QueueTime::new(TimeWindow::ALL, first_limit, in_bytes);
        let mut model = [0u64; 10];
        let (mut now, mut level, mut limit) = (0u64, 0u64, first_limit);
        for (dt, next, next_limit) in steps.into_iter().chain([(30, 0, None)]) {
            let tenth = (0..10).rev().find(|k| level * 10 >= k * limit).unwrap();
            let tenth = if limit == 0 { if level == 0 { 0 } else { 9 } } else { tenth };
            model[narrow::<usize>(tenth)] += dt;
            now += dt;
            tally.set(now, narrow::<u32>(next), next);
            level = next;
            if let Some(next_limit) = next_limit {
                tally.set_limit(now, next_limit, in_bytes);
                limit = next_limit;
            }
        }
        let expected = model.map(|ns| ns as f64 / now as f64);
        prop_assert_eq!(tally.at(now).occupancy_shares(), Some(expected));
    }

    #[test]
    fn rates_in_several_widths_equal_rates_measured_separately(
        adds in prop::collection::vec((0u64..40, 0u64..2000), 1..100),
        widths in prop::collection::vec(1u64..60, 0..4),
        from in 0u64..200,
        length in 1u64..2000,
        read_after in 0usize..100,
    ) {
        let window = TimeWindow { from, to: from + length };
        let mut separate: Vec<_> = widths.iter().map(|&width| RateBins::new(width, window)).collect();
        let mut seconds = RateBins::new(100, TimeWindow::ALL).keeping_each_bin(1000);
        let mut rates = Rates::new(separate.clone(), seconds.clone());
        let mut now = 0;
        for (index, (dt, bytes)) in adds.into_iter().enumerate() {
            now += dt;
            rates.add(now, bytes);
            separate.iter_mut().chain([&mut seconds]).for_each(|bins| bins.add(now, bytes));
            if index == read_after {
                // Reading does not change anything.
                prop_assert_eq!(rates.at(now).one_second_bins().stats(), seconds.at(now).stats());
            }
        }
        now += 37;
        let found = rates.at(now);
        let stats: Vec<_> = found.declared().iter().map(RateBins::stats).collect();
        let expected: Vec<_> = separate.iter().map(|bins| bins.at(now).stats()).collect();
        prop_assert_eq!(stats, expected);
        seconds.advance_to(now);
        prop_assert_eq!(found.one_second_bins().bytes_per_bin(), seconds.bytes_per_bin());
    }

    #[test]
    fn rate_statistics_agree_with_a_list_of_arrivals(
        adds in prop::collection::vec((prop_oneof![3 => 0u64..8, 1 => (0u64..9).prop_map(|k| k * 10), 1 => 0u64..150], 0u64..2000, any::<bool>()), 1..100),
        width in prop_oneof![Just(10u64), 1u64..40],
        from in 0u64..200,
        length in prop_oneof![3 => 0u64..2000, 1 => Just(1u64 << 40)],
        time_after_last in 0u64..100,
    ) {
        let window = TimeWindow { from, to: from + length };
        let mut tally = RateBins::new(width, window).keeping_each_bin(10_000);
        let (mut now, mut arrivals) = (0, Vec::new());
        for (dt, bytes, advances_first) in adds {
            now += dt;
            if advances_first {
                tally.advance_to(now);
            }
            tally.add(now, bytes);
            arrivals.push((now, bytes));
        }
        now += time_after_last;
        tally.advance_to(now);
        let mut bins: Vec<u64> = Vec::new();
        let mut start = from.div_ceil(width) * width;
        while start + width <= window.to && start + width <= now {
            bins.push(arrivals.iter().filter(|(t, _)| (start..start + width).contains(t)).map(|(_, b)| b).sum());
            start += width;
        }
        prop_assert_eq!(tally.bytes_per_bin(), Some(&bins[..]));
        match tally.stats() {
            None => prop_assert!(bins.is_empty()),
            Some(stats) => {
                let n = bins.len() as f64;
                let mean = bins.iter().sum::<u64>() as f64 / n;
                let var = bins.iter().map(|b| (*b as f64 - mean) * (*b as f64 - mean)).sum::<f64>() / n;
                // One byte per bin, in bit/s.
                let bps_per_byte = 8e9 / width as f64;
                prop_assert_eq!(stats.bins, bins.len() as u64);
                prop_assert!((stats.mean - mean * bps_per_byte).abs() <= 1e-9 * stats.mean);
                prop_assert!((stats.sd - var.sqrt() * bps_per_byte).abs() <= 1e-9 * (stats.mean + stats.sd));
            }
        }
    }
}
