//! `fairshare bench`: measures packet-hops per second in five dumbbells without the time of the set-up, and
//! in ns-2 if it is installed. docs/performance.md describes the method.

mod algorithms;
mod cachegrind;
mod dumbbells;
mod futures;
mod graph;
mod ns2;
pub mod one;
mod queues;
mod report;

use serde_json::json;
use sim_core::simulation::kinds;

use crate::commands::Run;
use crate::shared::error::CommandError;
use crate::shared::output;
use dumbbells::Dumbbell;
use one::BenchRun;
use report::BenchRow;

/// Measure packet-hops per second in five dumbbell scenarios
#[derive(clap::Parser)]
#[command(name = "bench")]
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
    /// Measure the cost of each queue discipline per packet-hop; with --instructions also in instructions
    #[arg(long)]
    queues: bool,
    /// Measure a sweep of 100 runs that differ only after 80 % of their time, compared with whole runs
    #[arg(long)]
    futures: bool,
    /// Count the instructions per packet-hop of each algorithm with valgrind, and compare them with SACK's
    #[arg(long)]
    algorithms: bool,
    /// Count instructions per packet-hop with valgrind
    #[arg(long)]
    instructions: bool,
    /// Measure these dumbbells only, for example `a,e`
    #[arg(long, value_name = "LETTERS", value_delimiter = ',')]
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

impl Run for BenchArgs {
    fn run(&self) -> Result<(), CommandError> {
        if self.documents && !self.graph {
            let list: serde_json::Value = selected_dumbbells(self)?
                .iter()
                .map(|dumbbell| json!({ "name": dumbbell.name, "what": dumbbell.description(), "document": dumbbell.document() }))
                .collect();
            return output::print(&format!("{list:#}\n"));
        }
        if self.growth {
            return growth(self);
        }
        if self.graph {
            return large_graph(self);
        }
        if self.futures {
            return futures::main(self.runs.unwrap_or(if self.quick { 1 } else { 5 }), kinds());
        }
        if self.algorithms {
            return algorithms::main(self.json);
        }
        if self.queues {
            let runs = self.runs.unwrap_or(if self.quick { 3 } else { 5 });
            return queues::main(runs, self.quick, self.instructions, self.json);
        }
        if self.instructions {
            return instructions(self);
        }
        let ns2 = if self.quick { None } else { ns2::Ns2::find() };
        let runs = self.runs.unwrap_or(if self.quick { 3 } else { 5 });
        let mut rows = Vec::new();
        for dumbbell in selected_dumbbells(self)? {
            eprintln!("{}: {}", dumbbell.name, dumbbell.description());
            rows.push(measure(dumbbell, runs, ns2.as_ref())?);
        }
        if self.json {
            let rows: serde_json::Value = rows.iter().map(report::row_json).collect();
            return output::print(&format!("{:#}\n", json!({ "runs": runs, "dumbbells": rows })));
        }
        output::print(&report::table(&rows))
    }
}

fn selected_dumbbells(args: &BenchArgs) -> Result<Vec<Dumbbell>, CommandError> {
    let all = Dumbbell::all();
    if let Some(unknown) = args.only.iter().find(|name| all.iter().all(|dumbbell| dumbbell.name != **name)) {
        return Err(CommandError::input(format!(
            "There is no dumbbell `{unknown}`. The dumbbells are a, b, c, d and e."
        )));
    }
    let is_selected = |dumbbell: &Dumbbell| args.only.is_empty() || args.only.contains(&dumbbell.name);
    let mut selected_dumbbells: Vec<Dumbbell> = all.into_iter().filter(is_selected).collect();
    if args.quick {
        selected_dumbbells.iter_mut().for_each(|dumbbell| dumbbell.duration /= 2.0);
    }
    Ok(selected_dumbbells)
}

/// Measures a dumbbell. Bare and recorded runs and runs of ns-2 alternate, so that other load of the machine
/// affects all of them equally. The first run is not counted.
fn measure(dumbbell: Dumbbell, runs: u32, ns2: Option<&ns2::Ns2>) -> Result<BenchRow, CommandError> {
    let mut row = BenchRow { bare: Vec::new(), recorded: Vec::new(), ns2: None, dumbbell };
    if let Some(ns2) = ns2 {
        row.ns2 = Some(ns2.count_hops(&row.dumbbell)?);
    }
    one::measure_dumbbell(&row.dumbbell, false)?;
    for _ in 0..runs {
        row.bare.push(one::measure_dumbbell(&row.dumbbell, false)?);
        row.recorded.push(one::measure_dumbbell(&row.dumbbell, true)?);
        if let (Some(ns2), Some(ns2_runs)) = (ns2, &mut row.ns2) {
            ns2.run(&row.dumbbell, ns2_runs)?;
        }
    }
    Ok(row)
}

fn growth(args: &BenchArgs) -> Result<(), CommandError> {
    let runs = args.runs.unwrap_or(if args.quick { 3 } else { 5 });
    let mut rows: Vec<BenchRow> = [10, 100, 1000]
        .map(|flows| BenchRow {
            dumbbell: Dumbbell::with_flows(flows),
            bare: Vec::new(),
            recorded: Vec::new(),
            ns2: None,
        })
        .into();
    for round in 0..=runs {
        for row in &mut rows {
            let (bare, recorded) =
                (one::measure_dumbbell(&row.dumbbell, false)?, one::measure_dumbbell(&row.dumbbell, true)?);
            if round > 0 {
                row.bare.push(bare);
                row.recorded.push(recorded);
            }
        }
    }
    if args.json {
        let list: serde_json::Value = rows.iter().map(report::row_json).collect();
        return output::print(&format!("{list:#}\n"));
    }
    output::print(&report::growth(&rows))
}

fn large_graph(args: &BenchArgs) -> Result<(), CommandError> {
    if args.documents {
        return output::print(&format!("{:#}\n", graph::document()));
    }
    let runs = args.runs.unwrap_or(if args.quick { 3 } else { 5 });
    eprintln!("{}", graph::DESCRIPTION);
    let (mut bare, mut recorded) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        bare.push(one::measure_graph(false)?);
        recorded.push(one::measure_graph(true)?);
    }
    if args.json {
        let list = |runs: &[BenchRun]| -> serde_json::Value {
            runs.iter()
                .map(|m| json!({ "setup_s": m.setup, "run_s": m.run, "packet_hops": m.hops }))
                .collect()
        };
        let all = json!({ "simulated_s": graph::DURATION, "bare": list(&bare), "recorded": list(&recorded) });
        return output::print(&format!("{all:#}\n"));
    }
    output::print(&report::graph(&bare, &recorded))
}

fn instructions(args: &BenchArgs) -> Result<(), CommandError> {
    // A tenth of the duration is simulated, because valgrind is about fifty times slower and instructions per
    // hop hardly depend on the duration. Flows start within the first second.
    const PARTS: usize = 10;
    let mut rows = Vec::new();
    for mut dumbbell in selected_dumbbells(args)? {
        dumbbell.duration /= PARTS as f64;
        eprintln!("{}: {} under valgrind", dumbbell.name, dumbbell.description());
        let per_hop = |recorded| cachegrind::per_hop(&dumbbell, recorded, PARTS);
        rows.push((per_hop(false)?, per_hop(true)?, dumbbell.clone()));
    }
    if args.json {
        let list: serde_json::Value = rows
            .iter()
            .map(|(bare, recorded, dumbbell)| {
                json!({ "dumbbell": dumbbell.name, "instructions_per_hop": bare, "recorded": recorded })
            })
            .collect();
        return output::print(&format!("{list:#}\n"));
    }
    output::print(&report::instructions(&rows))
}
