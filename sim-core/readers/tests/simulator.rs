//! Delivery traces and programs, which documents contain.

use super::mutate::{Outcome, check_inputs};
use super::{changed, outcome, text};
use fairshare_script::{Budget, Machine, compile, examples::EXAMPLES};
use sim_engine::net::trace;
use std::sync::Arc;

#[test]
fn delivery_traces_are_read_or_refused() {
    let seeds = ["10\n20\n20\n30\n100\n", "0\r\n\r\n5\r\n", "86400000\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10"];
    check_inputs(2000, changed(&seeds), |bytes, _| match trace::parse(&text(bytes)) {
        Ok(times) if !times.is_sorted() || times.last() == Some(&0) => Err(format!("{times:?}")),
        Ok(times) if trace::mean_rate(&times) <= 0.0 => Err("a trace without a rate".to_owned()),
        Ok(_) => Ok(Outcome::Accepted),
        Err((line, reason)) => outcome::<()>(Err(if line > 0 { reason } else { String::new() })),
    });
}

#[test]
fn programs_compile_or_have_faults() {
    let seeds: Vec<&str> = EXAMPLES.iter().map(|example| example.source).collect();
    let budget = Budget { call: 2000, total: 20_000 };
    check_inputs(2000, changed(&seeds), |bytes, rng| match compile(&text(bytes)) {
        Ok(program) => {
            drop(Machine::new(&Arc::new(program), rng.next_u64(), budget));
            Ok(Outcome::Accepted)
        }
        Err(faults) => {
            outcome::<()>(Err(faults.first().map_or(String::new(), |fault| fault.message.clone())))
        }
    });
}
