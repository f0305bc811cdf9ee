//! `fairshare bench`: measures packet-hops per second in five dumbbells without the time of the set-up, and
//! in ns-2 if it is installed. docs/performance.md describes the method.

mod cachegrind;
mod cases;
mod dumbbells;
mod futures;
mod graph;
mod ns2;
pub mod one;
mod report;

use serde_json::{Value, json};
use sim_core::simulation::kinds;

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::output;
use cases::Case;

/// Measure packet-hops per second in five dumbbell scenarios
#[derive(clap::Parser)]
#[command(name = "bench", hide = true)]
pub struct BenchArgs {
    /// Three runs with half of the simulated time, without ns-2; takes less than a minute
    #[arg(long)]
    quick: bool,
    /// Measure how the time per packet-hop grows from 10 to 1000 flows at 1 Gb/s
    #[arg(long)]
    growth: bool,
    /// Measure a network of 300 links and 500 flows, and its speed relative to real time
    #[arg(long)]
    graph: bool,
    /// Measure the cost of each queue discipline per packet-hop
    #[arg(long)]
    queues: bool,
    /// Measure a sweep of 100 runs that differ only after 80 % of their time, compared with whole runs
    #[arg(long)]
    futures: bool,
    /// Count the instructions per packet-hop of each algorithm with valgrind, and compare them with SACK's
    #[arg(long)]
    algorithms: bool,
    /// Count instructions per packet-hop with valgrind instead of times
    #[arg(long)]
    instructions: bool,
    /// Measure only what has these names, for example the dumbbells `a,e`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Number of runs of each scenario [default: 5, with --quick 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    runs: Option<u32>,
    /// Print all measurements as JSON
    #[arg(long)]
    json: bool,
    /// Print the scenario documents as JSON instead of measuring
    #[arg(long)]
    documents: bool,
}

impl BenchArgs {
    /// The number of rounds.
    fn rounds(&self) -> u32 {
        self.runs.unwrap_or(if self.quick { 3 } else { 5 })
    }

    /// What is measured.
    fn cases(&self) -> Result<Vec<Case>, CommandError> {
        let mut cases = match self {
            _ if self.growth => cases::growth(),
            _ if self.graph => cases::large_graph(),
            _ if self.queues => cases::queues(),
            _ if self.algorithms => cases::algorithms(),
            _ => cases::dumbbells(),
        };
        if let Some(unknown) = self.only.iter().find(|name| cases.iter().all(|case| case.name != **name)) {
            let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
            return Err(CommandError::input(format!(
                "There is nothing called `{unknown}`. The names are {}.",
                names.join(", ")
            )));
        }
        cases.retain(|case| self.only.is_empty() || self.only.contains(&case.name));
        if self.quick {
            cases.iter_mut().for_each(|case| case.shorten(2));
        }
        Ok(cases)
    }
}

impl Run for BenchArgs {
    fn run(&self) -> Result<(), CommandError> {
        if self.futures {
            return futures::main(self.rounds(), kinds());
        }
        let mut cases = self.cases()?;
        if self.documents {
            let list = cases
                .iter()
                .map(|case| json!({ "name": case.name, "what": case.what, "document": case.document }));
            return output::print(&format!("{:#}\n", list.collect::<Value>()));
        }
        let counts_only = self.instructions || self.algorithms;
        if counts_only {
            count(&mut cases)?;
        } else {
            measure(&mut cases, self.rounds(), self.quick)?;
        }
        if self.json {
            let list: Value = cases.iter().map(report::json).collect();
            return output::print(&format!("{:#}\n", json!({ "runs": self.rounds(), "cases": list })));
        }
        output::print(&if counts_only { report::instructions(&cases) } else { report::times(&cases) })
    }
}

/// Measures times. Bare and recorded runs, runs of ns-2, and the cases alternate, so that other load of the machine
/// affects all of them equally. The first round is not counted.
fn measure(cases: &mut [Case], rounds: u32, quick: bool) -> Result<(), CommandError> {
    let ns2 = if quick { None } else { ns2::Ns2::find() };
    for round in 0..=rounds {
        for case in &mut *cases {
            let (bare, recorded) = (
                one::measure(&case.document, &[], &[])?.0,
                one::measure(&case.document, &[], &["--recorded"])?.0,
            );
            if round == 0 {
                eprintln!("{}: {}", case.name, case.what);
                continue;
            }
            case.bare.push(bare);
            case.recorded.push(recorded);
            if let (Some(ns2), Some(dumbbell)) = (&ns2, &case.dumbbell) {
                if case.ns2.is_none() {
                    case.ns2 = Some(ns2.count_hops(dumbbell)?);
                }
                case.ns2.as_mut().map_or(Ok(()), |runs| ns2.run(dumbbell, runs))?;
            }
        }
    }
    Ok(())
}

/// Counts instructions in a tenth of the duration, because valgrind is about fifty times slower and instructions per hop
/// hardly depend on the duration. Flows start within the first second.
fn count(cases: &mut [Case]) -> Result<(), CommandError> {
    const PARTS: usize = 10;
    for case in cases {
        eprintln!("{}: {} under valgrind", case.name, case.what);
        case.shorten(PARTS);
        let count = |recorded| cachegrind::count(&case.document, recorded, PARTS);
        case.counts = Some([count(false)?, count(true)?]);
    }
    Ok(())
}
