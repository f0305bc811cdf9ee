//! What a discipline costs: dumbbell b with each of them on its bottleneck, against the plainest that decides at
//! dequeue, a drop-tail whose oldest packet goes. Drop-tail itself computes a departure on arrival, which none of the others can.

use serde_json::{Value, json};

use super::dumbbells::Dumbbell;
use super::one::{self, Measured};
use super::{cachegrind, report};
use crate::failure::Failure;
use crate::output;

/// The dumbbell that is run, by its place among all.
const DUMBBELL: usize = 1;

/// One kind of run.
pub struct Case {
    pub name: &'static str,
    pub document: String,
    pub runs: Vec<Measured>,
    /// Instructions per hop, if they were asked for.
    pub instructions: Option<f64>,
}

/// The first is what the others are held against.
const KINDS: [&str; 8] = [OLDEST, "drop_tail", "red", "codel", "fq_codel", "pie", "drr", "priority"];

const OLDEST: &str = "drop_tail, oldest first";

fn dumbbell() -> Dumbbell {
    Dumbbell::all().swap_remove(DUMBBELL)
}

fn cases(duration: f64) -> Vec<Case> {
    let dumbbell = Dumbbell { duration, ..dumbbell() };
    let case = |&name: &&'static str| {
        let mut document = dumbbell.document();
        let queue = &mut document["network"]["forward"]["queue"];
        if name == OLDEST {
            queue["drop"] = json!("oldest");
        } else {
            queue["kind"] = json!(name);
        }
        Case { name, document: document.to_string(), runs: Vec::new(), instructions: None }
    };
    KINDS.iter().map(case).collect()
}

/// Kinds of run alternate, so that whatever else the machine does hits all of them alike.
pub fn main(runs: u32, quick: bool, instructions: bool, as_json: bool) -> Result<(), Failure> {
    let whole = dumbbell();
    let mut cases = cases(if quick { whole.duration / 2.0 } else { whole.duration });
    eprintln!("{}, each discipline on its bottleneck", whole.words());
    for round in 0..=runs {
        for case in &mut cases {
            let measured = one::spawn_text(case.name, &case.document)?;
            // The first of each warms up.
            if round > 0 {
                case.runs.push(measured);
            }
        }
    }
    if instructions {
        let short = self::cases(whole.duration / 10.0);
        for (case, short) in cases.iter_mut().zip(short) {
            let arguments = |setup| one::words(short.document.clone(), false, setup);
            case.instructions = Some(cachegrind::per_hop_of(short.name, &arguments)?);
        }
    }
    if as_json {
        let list: Value = cases.iter().map(row).collect();
        return output::print(&format!("{list:#}\n"));
    }
    output::print(&report::queues(&cases))
}

fn row(case: &Case) -> Value {
    let ns: Vec<f64> = case.runs.iter().map(Measured::ns_per_hop).collect();
    json!({ "queue": case.name, "ns_per_hop": ns, "instructions_per_hop": case.instructions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scenario::Scenario;
    use sim_core::simulation::kinds;

    #[test]
    fn every_discipline_is_there_and_takes_the_same_limit() {
        let kinds = kinds();
        for case in cases(2.0) {
            let scenario = Scenario::from_text(&case.document, &kinds);
            assert!(scenario.is_ok(), "{}: {:?}", case.name, scenario.err());
        }
        let names: Vec<&str> = sim_core::net::queues::infos().iter().map(|info| info.id).collect();
        assert!(names.iter().all(|name| KINDS.contains(name)), "{names:?}");
    }
}
