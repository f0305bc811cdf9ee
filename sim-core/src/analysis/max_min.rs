//! Max-min fair shares of a network: no flow can get more without reducing the share of a flow that has no more.
//!
//! Progressive filling (Bertsekas and Gallager, Data Networks, 1992, section 6.5.2): the rates of all flows increase equally
//! until a link is full. Flows that cross it keep their rates, and the others continue. A single link is shared equally.

/// Flows with the same route.
#[derive(Clone, Copy, Debug)]
pub struct RouteLoad<'a> {
    /// Indices of links, each at most once.
    pub links: &'a [usize],
    pub flows: u64,
}

/// The share of one flow of each route, given the capacity of each link. The share of a flow without links is infinite.
#[must_use]
pub fn shares(capacities: &[f64], ways: &[RouteLoad]) -> Vec<f64> {
    let mut shares = vec![f64::INFINITY; ways.len()];
    let mut left = capacities.to_vec();
    let mut passing = vec![0_u64; capacities.len()];
    for way in ways {
        for &link in way.links {
            passing[link] += way.flows;
        }
    }
    // Each iteration determines the share of at least one route.
    loop {
        let level = |&link: &usize| left[link].max(0.0) / passing[link] as f64;
        let open = (0..left.len()).filter(|&link| passing[link] > 0);
        let Some(full) = open.min_by(|a, b| level(a).total_cmp(&level(b))) else { return shares };
        let share = level(&full);
        for (mine, way) in shares.iter_mut().zip(ways) {
            if mine.is_finite() || !way.links.contains(&full) {
                continue;
            }
            *mine = share;
            for &link in way.links {
                left[link] -= share * way.flows as f64;
                passing[link] -= way.flows;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RouteLoad, shares};
    use proptest::prelude::*;

    fn alone(capacities: &[f64], routes: &[&[usize]]) -> Vec<f64> {
        let ways: Vec<RouteLoad> = routes.iter().map(|links| RouteLoad { links, flows: 1 }).collect();
        shares(capacities, &ways)
    }

    #[test]
    fn one_link_is_split_equally() {
        assert_eq!(alone(&[12e6], &[&[0], &[0], &[0]]), [4e6, 4e6, 4e6]);
        assert!(alone(&[12e6], &[]).is_empty());
        assert_eq!(
            shares(&[12e6], &[RouteLoad { links: &[0], flows: 2 }, RouteLoad { links: &[0], flows: 1 }]),
            [4e6, 4e6]
        );
    }

    #[test]
    fn a_long_flow_gets_half_of_the_slowest_link_and_the_others_the_rest() {
        // Three links in a row, one flow over all of them, and one over each: 3 Mb/s each at the link of 6 Mb/s, then 10 - 3
        // and 8 - 3.
        let routes: [&[usize]; 4] = [&[0, 1, 2], &[0], &[1], &[2]];
        assert_eq!(alone(&[10e6, 6e6, 8e6], &routes), [3e6, 7e6, 3e6, 5e6]);
    }

    #[test]
    fn links_fill_one_after_the_other() {
        // Link a of 2 has two flows: 1 each. Link b of 10 has one of them and two more: (10 - 1) / 2 = 4.5. Link c of 5 has
        // one of these and is not full.
        let routes: [&[usize]; 4] = [&[0], &[0, 1], &[1], &[1, 2]];
        assert_eq!(alone(&[2.0, 10.0, 5.0], &routes), [1.0, 1.0, 4.5, 4.5]);
        // If link c has 2, its flow gets 2, and the third flow 10 - 1 - 2.
        assert_eq!(alone(&[2.0, 10.0, 2.0], &routes), [1.0, 1.0, 7.0, 2.0]);
    }

    #[test]
    fn a_link_of_rate_zero_gives_nothing_and_no_link_gives_infinity() {
        assert_eq!(alone(&[0.0, 6.0], &[&[0, 1], &[1], &[]]), [0.0, 6.0, f64::INFINITY]);
    }

    proptest! {
        /// Shares are max-min fair if no link is overloaded, and every flow crosses a full link on which no flow has a larger
        /// share.
        #[test]
        fn every_flow_has_a_bottleneck(
            capacities in prop::collection::vec(1.0..100.0_f64, 1..8),
            ways in prop::collection::vec(prop::collection::btree_set(0_usize..8, 1..5), 1..20),
        ) {
            let ways: Vec<Vec<usize>> = ways
                .into_iter()
                .map(|way| way.into_iter().map(|link| link % capacities.len()).collect::<std::collections::BTreeSet<_>>())
                .map(|way| way.into_iter().collect())
                .collect();
            let routes: Vec<&[usize]> = ways.iter().map(Vec::as_slice).collect();
            let shares = alone(&capacities, &routes);
            let on = |link: usize| routes.iter().zip(&shares).filter(move |(way, _)| way.contains(&link)).map(|(_, s)| *s);
            for (link, &capacity) in capacities.iter().enumerate() {
                prop_assert!(on(link).sum::<f64>() <= capacity * (1.0 + 1e-9));
            }
            for (way, &share) in routes.iter().zip(&shares) {
                let bottleneck = way.iter().any(|&link| {
                    on(link).sum::<f64>() >= capacities[link] * (1.0 - 1e-9) && on(link).all(|s| s <= share * (1.0 + 1e-9))
                });
                prop_assert!(bottleneck);
            }
        }
    }
}
