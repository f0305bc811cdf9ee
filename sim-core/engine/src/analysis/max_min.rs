//! Max-min fair shares of a network: no flow's share can increase without reducing an equal or smaller share
//! of another flow.
//!
//! Progressive filling (Bertsekas and Gallager, Data Networks, 1992, section 6.5.2): the rates of all flows
//! increase equally until a link is full. The rates of the flows that cross this link are then final, and the
//! other rates continue to increase. A single link is shared equally.
//!
//! The stations of a Wi-Fi network share its air equally, and not its rate. A flow whose bits take twice the time of others
//! has the weight 1/2 on the link: it gets half of their rate. The smallest share that a link offers is final first.

/// Flows with the same route.
#[derive(Clone, Copy, Debug)]
pub struct RouteLoad<'a> {
    /// Indices of the links on the route, each at most once.
    pub links: &'a [usize],
    /// For each of these links, the rate of a flow that has the link for itself, as a share of the link's capacity.
    pub weights: &'a [f64],
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
    // The smallest weight of a flow without a final share.
    let mut least_weights = vec![f64::INFINITY; capacities.len()];
    for route in routes {
        for (&link, &weight) in route.links.iter().zip(route.weights) {
            open_flows[link] += route.flows;
            least_weights[link] = least_weights[link].min(weight);
        }
    }
    // Each iteration determines the share of at least one route.
    loop {
        let level = |link: usize| free_capacity[link].max(0.0) / open_flows[link] as f64;
        let offer = |&link: &usize| level(link) * least_weights[link];
        let open_links = (0..free_capacity.len()).filter(|&link| open_flows[link] > 0);
        let Some(full_link) = open_links.min_by(|a, b| offer(a).total_cmp(&offer(b))) else { return shares };
        let (final_share, least) = (offer(&full_link), least_weights[full_link]);
        let is_least = |weight: f64| weight.total_cmp(&least).is_eq();
        least_weights[full_link] = f64::INFINITY;
        for (share, route) in shares.iter_mut().zip(routes) {
            let place = route.links.iter().position(|&link| link == full_link);
            let Some(weight) = place.map(|place| route.weights[place]).filter(|_| share.is_infinite()) else {
                continue;
            };
            if !is_least(weight) {
                least_weights[full_link] = least_weights[full_link].min(weight);
                continue;
            }
            *share = final_share;
            for (&link, weight) in route.links.iter().zip(route.weights) {
                free_capacity[link] -= final_share / weight * route.flows as f64;
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
        let routes: Vec<RouteLoad> = routes
            .iter()
            .map(|links| RouteLoad { links, weights: &[1.0; 8][..links.len()], flows: 1 })
            .collect();
        shares(capacities, &routes)
    }

    #[test]
    fn one_link_is_split_equally() {
        assert_eq!(single_flow_shares(&[12e6], &[&[0], &[0], &[0]]), [4e6, 4e6, 4e6]);
        assert!(single_flow_shares(&[12e6], &[]).is_empty());
        assert_eq!(
            shares(&[12e6], &[2, 1].map(|flows| RouteLoad { links: &[0], weights: &[1.0], flows })),
            [4e6, 4e6]
        );
    }

    /// Three stations share the air of 144 Mb/s equally, one of them at a twentieth of the rate. A second link of 20 Mb/s
    /// then limits the two fast ones to what the slow one leaves there.
    #[test]
    fn stations_share_the_air() {
        let station = |links, weights| RouteLoad { links, weights, flows: 1 };
        let air = [station(&[0], &[1.0]), station(&[0], &[1.0]), station(&[0], &[0.05])];
        assert_eq!(shares(&[144e6], &air), [48e6, 48e6, 48e6 * 0.05]);
        let both =
            [station(&[0, 1], &[1.0, 1.0]), station(&[0, 1], &[1.0, 1.0]), station(&[0, 1], &[0.05, 1.0])];
        assert_eq!(shares(&[144e6, 20e6], &both), [8.8e6, 8.8e6, 2.4e6]);
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
