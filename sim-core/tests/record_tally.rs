//! Tallies compared with values computed by hand and with models that store every update.

use proptest::prelude::*;
use sim_core::record::tally::{
    Intervals, QueueTime, RateBins, Rates, Samples, TimeMean, TimeWeighted, TimeWindow,
};

/// Returns whether two numbers are equal except for rounding.
fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn a_time_weighted_level_has_known_statistics() {
    // The level is 0 until 10, 3 until 30 and 1 until 40, measured over [5, 35): 5 ns at 0, 20 ns at 3, 5 ns at 1.
    let mut q = TimeWeighted::new(TimeWindow { from: 5, to: 35 });
    q.set(10, 3);
    q.set(30, 9);
    q.set(30, 1);
    let q = q.at(40);
    assert_eq!(q.total(), 30);
    assert!(is_close(q.mean().unwrap(), 65.0 / 30.0));
    assert_eq!((q.min(), q.max()), (Some(0), Some(3)), "the level 9, which lasts for no time, was counted");
    assert_eq!(&q.exact_levels()[..5], &[5, 5, 0, 20, 0]);
    // The levels 0, 1 and 3 have shares of 1/6, 1/6 and 4/6 of the time.
    let quantiles = [0.0, 0.1, 0.2, 0.3, 0.4, 1.0].map(|p| q.quantile(p).unwrap());
    assert_eq!(quantiles, [0, 0, 1, 1, 3, 3]);
}

#[test]
fn tallies_without_data_return_none() {
    let q = TimeWeighted::new(TimeWindow { from: 100, to: 200 }).at(100);
    assert_eq!((q.mean(), q.min(), q.max(), q.quantile(0.5)), (None, None, None, None));
    assert_eq!(QueueTime::new(TimeWindow::ALL, 10, false).occupancy_shares(), None);
    let m = TimeMean::new(TimeWindow::ALL).at(50);
    assert_eq!((m.mean(), m.min(), m.max()), (None, None, None));
    assert_eq!(RateBins::new(10, TimeWindow::ALL).at(9).stats(), None);
    let s = Samples::new(TimeWindow::ALL);
    assert_eq!((s.mean(), s.sd(), s.min(), s.max()), (None, None, None, None));
    let mut i = Intervals::default();
    i.push(7);
    assert_eq!((i.mean(), i.sd(), i.jitter(), i.min()), (None, None, None, None));
}

#[test]
fn occupancy_shares_follow_the_limit() {
    // With a limit of 4 the levels 0, 1, 2, 3 and 4 are 0, 0.25, 0.5, 0.75 and 1 of the limit.
    let mut o = QueueTime::new(TimeWindow { from: 0, to: 100 }, 4, false);
    o.set(10, 1, 0);
    o.set(30, 2, 0);
    o.set(35, 3, 0);
    o.set(45, 4, 0);
    // At 60 the limit becomes 50. 4 is then 0.08 of the limit, 5 is 0.1, and 49 is 0.98.
    o.set_limit(60, 50, false);
    o.set(70, 5, 0);
    o.set(90, 49, 0);
    o.set(120, 0, 0);
    let shares = o.at(150).occupancy_shares().unwrap().map(|s| (s * 100.0).round_ties_even() as u32);
    assert_eq!(shares, [10 + 10, 20, 20, 0, 0, 5, 0, 10, 0, 15 + 10]);
}

#[test]
fn rates_are_measured_in_whole_bins_of_the_window() {
    // The whole bins of 10 ns in [12, 55] are [20, 30), [30, 40) and [40, 50).
    let window = TimeWindow { from: 12, to: 55 };
    let mut r = RateBins::new(10, window).keeping_each_bin(10);
    for (t, bytes) in [(0, 1000), (19, 500), (20, 3), (29, 4), (30, 1), (50, 999), (54, 999), (61, 5)] {
        r.add(t, bytes);
    }
    assert_eq!(r.bytes_per_bin(), Some(&[7, 1, 0][..]));
    let s = r.at(100).stats().unwrap();
    assert_eq!(s.bins, 3);
    // The mean is 8/3 bytes in 10 ns, and the population variance is (49 + 1 + 0)/3 - 64/9 = 86/9.
    assert!(is_close(s.mean, 8.0 / 3.0 * 8.0 / 10e-9));
    assert!(is_close(s.sd, 86f64.sqrt() / 3.0 * 8.0 / 10e-9));
    assert!(is_close(s.cov.unwrap(), 86f64.sqrt() / 8.0));
}

#[test]
fn a_window_without_a_whole_bin_has_no_rate() {
    for window in [
        TimeWindow { from: 1, to: 19 },
        TimeWindow { from: 30, to: 20 },
        TimeWindow { from: u64::MAX, to: u64::MAX },
    ] {
        let mut r = RateBins::new(10, window);
        r.add(5, 1);
        r.add(15, 1);
        r.add(u64::MAX, 1);
        assert_eq!(r.stats(), None, "{window:?}");
    }
}

#[test]
fn the_variation_of_a_constant_rate_is_zero_and_of_one_bin_undefined() {
    let mut r = RateBins::new(100, TimeWindow { from: 0, to: 1000 });
    (0..1000).step_by(10).for_each(|t| r.add(t, 1500));
    let s = r.at(1000).stats().unwrap();
    assert_eq!((s.bins, s.sd, s.cov), (10, 0.0, Some(0.0)));
    assert!(is_close(s.mean, 15_000.0 * 8.0 / 100e-9));
    assert_eq!(r.at(199).stats().unwrap().bins, 9, "completed bins should not be counted twice");
    let mut one = RateBins::new(100, TimeWindow::ALL);
    one.add(50, 1500);
    let one = one.at(100).stats().unwrap();
    assert_eq!((one.bins, one.cov), (1, None));
}

#[test]
fn stored_bins_are_discarded_if_there_are_too_many() {
    let mut r = RateBins::new(10, TimeWindow::ALL).keeping_each_bin(3);
    r.add(25, 8);
    r.advance_to(30);
    assert_eq!(r.bytes_per_bin(), Some(&[0, 0, 8][..]));
    r.advance_to(40);
    assert_eq!(r.bytes_per_bin(), None);
    assert_eq!(r.stats().unwrap().bins, 4);
}

#[test]
fn a_time_mean_excludes_times_without_a_value() {
    // The value is 10 in [20, 50), undefined in [50, 60) and 4 in [60, 70), measured from 30 on.
    let mut m = TimeMean::new(TimeWindow { from: 30, to: 1000 });
    m.set(20, 10.0);
    m.clear(50);
    m.set(60, 99.0);
    m.set(60, 4.0);
    let m = m.at(70);
    assert_eq!(m.total(), 30);
    assert!(is_close(m.mean().unwrap(), (10.0 * 20.0 + 4.0 * 10.0) / 30.0));
    assert_eq!((m.min(), m.max()), (Some(4.0), Some(10.0)));
}

#[test]
fn samples_within_the_window_have_known_statistics() {
    let mut s = Samples::new(TimeWindow { from: 10, to: 20 });
    for (t, v) in [(9, 100.0), (10, 2.0), (11, 4.0), (12, 4.0), (13, f64::NAN), (19, 6.0), (20, 100.0)] {
        s.push(t, v);
    }
    assert_eq!((s.count(), s.min(), s.max()), (4, Some(2.0), Some(6.0)));
    assert!(is_close(s.mean().unwrap(), 4.0) && is_close(s.sd().unwrap(), 2f64.sqrt()));
    // Far from zero: samples 1e9 + (0, 1, 2, 3) have a standard deviation of sqrt(5)/2.
    let mut s = Samples::new(TimeWindow::ALL);
    (0..4).for_each(|i| s.push(i, 1e9 + i as f64));
    assert!(is_close(s.mean().unwrap(), 1e9 + 1.5) && is_close(s.sd().unwrap(), 1.25f64.sqrt()));
}

#[test]
fn intervals_exclude_pauses() {
    // Intervals of 10, 20 and 15 s, and after a pause one of 5 s: the mean is 12.5, and the changes are 10 and 5.
    let s = 1_000_000_000;
    let mut i = Intervals::default();
    for t in [1, 11, 31, 46] {
        i.push(t * s);
    }
    i.pause();
    for t in [100, 105] {
        i.push(t * s);
    }
    assert_eq!(i.count(), 4);
    assert!(is_close(i.mean().unwrap(), 12.5));
    // The squares are 100 + 400 + 225 + 25 = 750, and the variance is 750/4 - 156.25 = 31.25.
    assert!(is_close(i.sd().unwrap(), 31.25f64.sqrt()));
    assert!(is_close(i.jitter().unwrap(), 7.5));
    assert_eq!((i.min(), i.max()), (Some(5.0), Some(20.0)));
}

proptest! {
    #[test]
    fn levels_agree_with_a_list(
        steps in prop::collection::vec((0u64..50, prop_oneof![3 => 0u32..20, 1 => 1000u32..1100, 2 => any::<u32>()]), 1..80),
        from in 0u64..600, length in 1u64..2000,
    ) {
        let window = TimeWindow { from, to: from + length };
        let mut tally = TimeWeighted::new(window);
        // Levels and the times that they lasted within the window.
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
                prop_assert!(exact >= 1024 || found == exact);
                prop_assert!(Some(found) <= tally.max());
                prop_assert!(u64::from(found) <= u64::from(exact) + u64::from(exact) / 64 + 1);
            }
        }
    }

    #[test]
    fn occupancy_agrees_with_a_list(
        steps in prop::collection::vec((0u64..50, 0u64..60, prop::option::weighted(0.1, 0u64..50)), 1..80),
        first_limit in 0u64..50,
        in_bytes: bool,
    ) {
        // The limit is in packets or in bytes. Packets have one byte each, so both cases have the same result.
        let mut tally = QueueTime::new(TimeWindow::ALL, first_limit, in_bytes);
        let mut model = [0u64; 10];
        let (mut now, mut level, mut limit) = (0u64, 0u64, first_limit);
        for (dt, next, next_limit) in steps.into_iter().chain([(30, 0, None)]) {
            let tenth = (0..10).rev().find(|k| level * 10 >= k * limit).unwrap();
            let tenth = if limit == 0 { if level == 0 { 0 } else { 9 } } else { tenth };
            model[tenth as usize] += dt;
            now += dt;
            tally.set(now, next as u32, next);
            level = next;
            if let Some(l) = next_limit {
                tally.set_limit(now, l, in_bytes);
                limit = l;
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
        read_now in 0usize..100,
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
            if index == read_now {
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
    fn rates_agree_with_a_list(
        adds in prop::collection::vec((prop_oneof![3 => 0u64..8, 1 => (0u64..9).prop_map(|k| k * 10), 1 => 0u64..150], 0u64..2000, any::<bool>()), 1..100),
        width in prop_oneof![Just(10u64), 1u64..40],
        from in 0u64..200,
        length in prop_oneof![3 => 0u64..2000, 1 => Just(1u64 << 40)],
        tail in 0u64..100,
    ) {
        let window = TimeWindow { from, to: from + length };
        let mut tally = RateBins::new(width, window).keeping_each_bin(10_000);
        let (mut now, mut all) = (0, Vec::new());
        for (dt, bytes, read_now) in adds {
            now += dt;
            if read_now {
                tally.advance_to(now);
            }
            tally.add(now, bytes);
            all.push((now, bytes));
        }
        now += tail;
        tally.advance_to(now);
        let mut bins: Vec<u64> = Vec::new();
        let mut start = from.div_ceil(width) * width;
        while start + width <= window.to && start + width <= now {
            bins.push(all.iter().filter(|(t, _)| (start..start + width).contains(t)).map(|(_, b)| b).sum());
            start += width;
        }
        prop_assert_eq!(tally.bytes_per_bin(), Some(&bins[..]));
        match tally.stats() {
            None => prop_assert!(bins.is_empty()),
            Some(s) => {
                let n = bins.len() as f64;
                let mean = bins.iter().sum::<u64>() as f64 / n;
                let var = bins.iter().map(|b| (*b as f64 - mean) * (*b as f64 - mean)).sum::<f64>() / n;
                let per_byte = 8e9 / width as f64;
                prop_assert_eq!(s.bins, bins.len() as u64);
                prop_assert!((s.mean - mean * per_byte).abs() <= 1e-9 * s.mean);
                prop_assert!((s.sd - var.sqrt() * per_byte).abs() <= 1e-9 * (s.mean + s.sd));
            }
        }
    }
}
