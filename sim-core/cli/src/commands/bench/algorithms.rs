//! The cost of algorithms: dumbbell a with ten flows of each algorithm, in instructions per packet-hop and
//! per packet sent, compared with SACK.

use serde_json::{Value, json};
use sim_core::protocols;
use sim_core::scenario::change::drop_foreign_params;
use sim_core::simulation::kinds;

use super::cachegrind;
use super::dumbbells::Dumbbell;
use super::one;
use super::report::{self, AlgorithmCase};
use crate::shared::error::CommandError;
use crate::shared::output;

/// The algorithm whose cost is the unit.
const BASELINE: &str = "sack";
/// Algorithms of calls. They send fewer packets than the others, and report on each of them.
const MEDIA: [&str; 4] = ["nada", "gcc", "scream", "scream2"];
/// Largest cost relative to SACK.
const LIMIT: f64 = 1.5;
const MEDIA_LIMIT: f64 = 2.0;
const FLOWS: u32 = 10;
/// Simulated time in seconds.
const DURATION: f64 = 35.0;

fn document(algorithm: &str) -> Value {
    let mut dumbbell = Dumbbell::all().swap_remove(0);
    (dumbbell.duration, dumbbell.tcp_flows, dumbbell.tfrc_flows) = (DURATION, FLOWS, 0);
    let mut document = dumbbell.document();
    document["flows"][0]["algorithm"] = json!(algorithm);
    drop_foreign_params(&mut document, "flows.0", |_| false, kinds());
    document
}

/// The limit of a program, which is interpreted.
const PROGRAM_LIMIT: f64 = 5.0;

/// All algorithms that react to congestion, SACK first.
fn names() -> Vec<&'static str> {
    let all = protocols::infos();
    let reacts = |info: &&sim_core::describe::AlgorithmInfo| {
        info.family != sim_core::describe::Family::None && info.id != BASELINE
    };
    std::iter::once(BASELINE).chain(all.iter().filter(reacts).map(|info| info.id)).collect()
}

pub fn main(as_json: bool) -> Result<(), CommandError> {
    let mut cases: Vec<AlgorithmCase> = Vec::new();
    for name in names() {
        let text = document(name).to_string();
        let arguments = |setup| one::document_arguments(text.clone(), false, setup);
        let counts = cachegrind::counts_of(name, &arguments)?;
        let base = cases.first().map_or(counts, |base| base.counts);
        let limit = match name {
            "own" => PROGRAM_LIMIT,
            _ if MEDIA.contains(&name) => MEDIA_LIMIT,
            _ => LIMIT,
        };
        eprintln!("{name}: {:.0} instructions per packet-hop", counts.per_hop);
        let ratio = counts.per_hop / base.per_hop;
        let packet_ratio = counts.per_packet / base.per_packet;
        cases.push(AlgorithmCase { name, counts, ratio, packet_ratio, limit });
    }
    if as_json {
        let list: Value = cases.iter().map(row).collect();
        return output::print(&format!("{list:#}\n"));
    }
    output::print(&report::algorithms(&cases))
}

fn row(case: &AlgorithmCase) -> Value {
    json!({
        "algorithm": case.name, "instructions_per_hop": case.counts.per_hop, "ratio": case.ratio, "limit": case.limit,
        "instructions_per_packet": case.counts.per_packet, "packet_ratio": case.packet_ratio,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scenario::Scenario;

    #[test]
    fn every_algorithm_is_measured_with_a_valid_document() {
        let names = names();
        assert_eq!(names[0], BASELINE);
        assert!(MEDIA.iter().all(|name| names.contains(name)), "{names:?}");
        for name in names {
            let scenario = Scenario::from_value(document(name), kinds());
            assert!(scenario.is_ok(), "{name}: {:?}", scenario.err());
        }
    }
}
