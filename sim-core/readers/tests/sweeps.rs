//! The documents of sweeps.

use super::mutate::{Outcome, check_inputs};
use super::{changed_value, outcome, scenario};
use serde_json::{Value, json};
use sim_core::catalogue::kinds;

#[test]
fn sweeps_are_read_or_refused() {
    let sweep = json!({ "sweep": 1, "scenario": scenario(), "design": "grid", "seeds": 5,
                        "vary": [{ "path": "network.forward.rate", "values": "1M,2M" },
                                 { "path": "flows.0.algorithm", "values": ["reno", "cubic"] }] });
    check_inputs(1000, changed_value(&[sweep]), |bytes, _| {
        let Ok(document) = serde_json::from_slice::<Value>(bytes) else { return Ok(Outcome::Refused) };
        let read = fairshare_sweeps::document::read(&document, kinds());
        outcome(read.map_err(|issues| issues.iter().map(|issue| issue.message.as_str()).collect()))
    });
}
