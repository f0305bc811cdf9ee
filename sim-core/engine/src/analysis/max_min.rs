//! Max-min fair shares of a network: no flow's share can increase without reducing an equal or smaller share
//! of another flow.
//!
//! Progressive filling (Bertsekas and Gallager, Data Networks, 1992, section 6.5.2): the rates of all flows
//! increase equally until a link is full. The rates of the flows that cross this link are then final, and the
//! other rates continue to increase. A single link is shared equally.

/// Flows with the same route.
#[derive(Clone, Copy, Debug)]
pub struct RouteLoad<'a> {
    /// Indices of the links on the route, each at most once.
    pub links: &'a [usize],
    /// Number of flows.
    pub flows: u64,
}

/// The share of one flow of each route, given the capacity of each link. The share of a flow without links is
/// infinite.
#[must_use]
pub fn shares(capacities: &[f64], routes: &[RouteLoad]) -> Vec<f64> {
    let mut shares = vec![f64::INFINITY; routes.len()];
    // For each link, the capacity that final shares do not use, and the number of flows without a final
    // share.
    let mut free_capacity = capacities.to_vec();
    let mut open_flows = vec![0_u64; capacities.len()];
    for route in routes {
        for &link in route.links {
            open_flows[link] += route.flows;
        }
    }
    // Each iteration determines the share of at least one route.
    loop {
        let level = |&link: &usize| free_capacity[link].max(0.0) / open_flows[link] as f64;
        let open_links = (0..free_capacity.len()).filter(|&link| open_flows[link] > 0);
        let Some(full_link) = open_links.min_by(|a, b| level(a).total_cmp(&level(b))) else { return shares };
        let final_share = level(&full_link);
        for (share, route) in shares.iter_mut().zip(routes) {
            if share.is_finite() || !route.links.contains(&full_link) {
                continue;
            }
            *share = final_share;
            for &link in route.links {
                free_capacity[link] -= final_share * route.flows as f64;
                open_flows[link] -= route.flows;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RouteLoad, shares};
    use proptest::prelude::*;

    /// The shares of routes with one flow each.
    fn single_flow_shares(capacities: &[f64], routes: &[&[usize]]) -> Vec<f64> {
        let routes: Vec<RouteLoad> = routes.iter().map(|links| RouteLoad { links, flows: 1 }).collect();
        shares(capacities, &routes)
    }

    #[test]
    fn one_link_is_split_equally() {
        assert_eq!(single_flow_shares(&[12e6], &[&[0], &[0], &[0]]), [4e6, 4e6, 4e6]);
        assert!(single_flow_shares(&[12e6], &[]).is_empty());
        assert_eq!(
            shares(&[12e6], &[RouteLoad { links: &[0], flows: 2 }, RouteLoad { links: &[0], flows: 1 }]),
            [4e6, 4e6]
        );
    }

    #[test]
    fn a_flow_over_three_links_gets_half_of_the_slowest_link() {
        // Three links in a row, one flow over all of them, and one flow over each. The link of 6 Mb/s gives
        // 3 Mb/s to both of its flows. The other flows get 10 - 3 and 8 - 3 Mb/s.
        let routes: [&[usize]; 4] = [&[0, 1, 2], &[0], &[1], &[2]];
        assert_eq!(single_flow_shares(&[10e6, 6e6, 8e6], &routes), [3e6, 7e6, 3e6, 5e6]);
    }

    #[test]
    fn links_fill_one_after_the_other() {
        // Link 0 has capacity 2 and two flows: 1 each. Link 1 has capacity 10, one of these flows and two
        // others: (10 - 1) / 2 = 4.5 each. Link 2 has capacity 5 and one flow of 4.5, so it is not full.
        let routes: [&[usize]; 4] = [&[0], &[0, 1], &[1], &[1, 2]];
        assert_eq!(single_flow_shares(&[2.0, 10.0, 5.0], &routes), [1.0, 1.0, 4.5, 4.5]);
        // If link 2 has capacity 2, its flow gets 2, and the third flow gets 10 - 1 - 2.
        assert_eq!(single_flow_shares(&[2.0, 10.0, 2.0], &routes), [1.0, 1.0, 7.0, 2.0]);
    }

    #[test]
    fn the_share_is_0_on_a_link_of_rate_0_and_infinite_without_links() {
        assert_eq!(single_flow_shares(&[0.0, 6.0], &[&[0, 1], &[1], &[]]), [0.0, 6.0, f64::INFINITY]);
    }

    proptest! {
        /// Shares are max-min fair if no link is overloaded, and every flow crosses a full link on which no
        /// flow has a larger share.
        #[test]
        fn every_flow_has_a_bottleneck(
            capacities in prop::collection::vec(1.0..100.0_f64, 1..8),
            routes in prop::collection::vec(prop::collection::btree_set(0_usize..8, 1..5), 1..20),
        ) {
            let routes: Vec<Vec<usize>> = routes
                .into_iter()
                .map(|route| route.into_iter().map(|link| link % capacities.len()).collect::<std::collections::BTreeSet<_>>())
                .map(|route| route.into_iter().collect())
                .collect();
            let routes: Vec<&[usize]> = routes.iter().map(Vec::as_slice).collect();
            let shares = single_flow_shares(&capacities, &routes);
            let shares_on =
                |link: usize| routes.iter().zip(&shares).filter(move |(route, _)| route.contains(&link)).map(|(_, s)| *s);
            for (link, &capacity) in capacities.iter().enumerate() {
                prop_assert!(shares_on(link).sum::<f64>() <= capacity * (1.0 + 1e-9));
            }
            for (route, &share) in routes.iter().zip(&shares) {
                let has_bottleneck = route.iter().any(|&link| {
                    shares_on(link).sum::<f64>() >= capacities[link] * (1.0 - 1e-9)
                        && shares_on(link).all(|s| s <= share * (1.0 + 1e-9))
                });
                prop_assert!(has_bottleneck);
            }
        }
    }
}
