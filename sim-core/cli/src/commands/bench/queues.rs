//! The cost of queue disciplines: dumbbell b with each discipline at its bottleneck. The baseline is
//! drop-tail that drops its oldest packet, the simplest discipline that decides at dequeue. Plain drop-tail
//! is not comparable, because it computes departures on arrival.

use serde_json::{Value, json};

use super::cachegrind;
use super::dumbbells::Dumbbell;
use super::one::{self, BenchRun};
use super::report::{self, QueueCase};
use crate::shared::error::CommandError;
use crate::shared::output;

/// The index of dumbbell b.
const DUMBBELL_B: usize = 1;

const BASELINE: &str = "drop_tail, oldest first";

/// The baseline and all registered disciplines.
fn names() -> Vec<&'static str> {
    std::iter::once(BASELINE).chain(sim_core::net::queues::infos().iter().map(|info| info.id)).collect()
}

fn dumbbell() -> Dumbbell {
    Dumbbell::all().swap_remove(DUMBBELL_B)
}

fn cases(duration: f64) -> Vec<QueueCase> {
    let dumbbell = Dumbbell { duration, ..dumbbell() };
    let case = |name: &'static str| {
        let mut document = dumbbell.document();
        let queue = &mut document["network"]["forward"]["queue"];
        if name == BASELINE {
            queue["drop"] = json!("oldest");
        } else {
            queue["kind"] = json!(name);
        }
        QueueCase { name, document: document.to_string(), runs: Vec::new(), instructions: None }
    };
    names().into_iter().map(case).collect()
}

/// Measures all disciplines alternately, so that other load of the machine affects all of them equally.
pub fn main(runs: u32, quick: bool, instructions: bool, as_json: bool) -> Result<(), CommandError> {
    let dumbbell_b = dumbbell();
    let mut cases = cases(if quick { dumbbell_b.duration / 2.0 } else { dumbbell_b.duration });
    eprintln!("{}, each discipline on its bottleneck", dumbbell_b.description());
    for round in 0..=runs {
        for case in &mut cases {
            let measured = one::measure_document(case.name, &case.document)?;
            // The first round is not counted.
            if round > 0 {
                case.runs.push(measured);
            }
        }
    }
    if instructions {
        let shortened = self::cases(dumbbell_b.duration / 10.0);
        for (case, shortened) in cases.iter_mut().zip(shortened) {
            let arguments = |setup| one::document_arguments(shortened.document.clone(), false, setup);
            case.instructions = Some(cachegrind::per_hop_of(shortened.name, &arguments)?);
        }
    }
    if as_json {
        let list: Value = cases.iter().map(row).collect();
        return output::print(&format!("{list:#}\n"));
    }
    output::print(&report::queues(&cases))
}

fn row(case: &QueueCase) -> Value {
    let ns: Vec<f64> = case.runs.iter().map(BenchRun::ns_per_hop).collect();
    json!({ "queue": case.name, "ns_per_hop": ns, "instructions_per_hop": case.instructions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scenario::Scenario;
    use sim_core::simulation::kinds;

    #[test]
    fn every_discipline_is_measured_with_a_valid_document() {
        let kinds = kinds();
        for case in cases(2.0) {
            let scenario = Scenario::from_text(&case.document, kinds);
            assert!(scenario.is_ok(), "{}: {:?}", case.name, scenario.err());
        }
    }
}
