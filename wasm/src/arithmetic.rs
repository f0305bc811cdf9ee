//! Arithmetic that the page shares with the simulator.

use crate::values::to_js;
use sim_core::analysis::confidence::compare_all;
use sim_core::analysis::max_min;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Max-min fair rates of flows (`analysis::max_min`). `routes` contains the links of all flows, flow by flow,
/// as indices of `capacities`, and `weights` their weights; `lengths` contains the number of links of each flow. The rate of
/// a flow without links is infinite.
#[wasm_bindgen(js_name = maxMinRates)]
pub fn max_min_rates(capacities: &[f64], routes: &[u32], weights: &[f64], lengths: &[u32]) -> Vec<f64> {
    let links: Vec<usize> = routes.iter().map(|&link| link as usize).collect();
    let mut remaining = links.as_slice();
    let mut remaining_weights = weights;
    let mut groups = Vec::with_capacity(lengths.len());
    for &length in lengths {
        let (route, after) = remaining.split_at(remaining.len().min(length as usize));
        let (weights, weights_after) = remaining_weights.split_at(remaining_weights.len().min(route.len()));
        groups.push(max_min::RouteLoad { links: route, weights, flows: 1 });
        (remaining, remaining_weights) = (after, weights_after);
    }
    max_min::shares(capacities, &groups)
}

/// Compares two scenarios in several numbers (`confidence::compare_all`). `a` and `b` contain the results of all numbers, number by
/// number, and `lengths` how many each number has in `a` and in `b`. Returns a `PairedComparison` for each.
#[wasm_bindgen(js_name = compareAll)]
pub fn compare_numbers(a: &[f64], b: &[f64], lengths: &[u32]) -> JsValue {
    let (mut rest_of_a, mut rest_of_b) = (a, b);
    let samples: Vec<(&[f64], &[f64])> = lengths
        .chunks_exact(2)
        .map(|pair| (take(&mut rest_of_a, pair[0]), take(&mut rest_of_b, pair[1])))
        .collect();
    to_js(&compare_all(&samples))
}

/// Removes the first values.
fn take<'a>(values: &mut &'a [f64], count: u32) -> &'a [f64] {
    let (first, rest) = values.split_at(values.len().min(count as usize));
    *values = rest;
    first
}
