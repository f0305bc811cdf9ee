//! Arithmetic that the page shares with the simulator.

use crate::values::to_js;
use sim_core::analysis::confidence::compare_paired_at;
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

/// Compares the results of two variants that were run with the same seeds. Returns a
/// `PairedComparison` with the verdict at a confidence.
#[wasm_bindgen(js_name = comparePaired)]
pub fn compare(a: &[f64], b: &[f64], confidence: f64) -> JsValue {
    to_js(&compare_paired_at(a, b, confidence))
}
