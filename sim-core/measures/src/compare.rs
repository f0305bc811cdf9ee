//! The comparison of two scenarios that were run with the same seeds.

use serde_json::{Value, json};
use sim_core::analysis::confidence::compare_all;
use sim_core::boundary::{Estimate, PairedComparison, PairedVerdict};
use sim_core::json_object;

use crate::numbers::{Better, Entry, named, names, value};

json_object! {
    /// A number that both scenarios have.
    pub struct Compared {
        pub name: String,
        pub a: Estimate,
        pub b: Estimate,
        /// Of the pairs of runs with the same seed, b - a.
        pub difference: Estimate,
        /// By Holm's method, over all numbers.
        pub verdict: PairedVerdict,
        /// The harm that the others do to a flow that is alone in the first scenario; null without such a flow.
        pub harm: Option<f64>,
    }
}

json_object! {
    /// What `compare --json` prints.
    pub struct Comparison {
        pub format: u64,
        pub version: String,
        /// The name of the first scenario.
        pub a: String,
        pub b: String,
        /// Number of runs of each scenario.
        pub seeds: u64,
        pub numbers: Vec<Compared>,
    }
}

/// A document in which all other flows are switched off. The error names the flows.
pub fn alone(document: &Value, flow: &str) -> Result<Value, String> {
    let mut document = document.clone();
    let flows = document["flows"].as_array().cloned().unwrap_or_default();
    let others: Vec<&str> =
        flows.iter().filter_map(|one| one["id"].as_str()).filter(|id| *id != flow).collect();
    if others.len() == flows.len() {
        return Err(format!("The scenario has no flow `{flow}`. It has `{}`.", others.join("`, `")));
    }
    let mut timeline = document["timeline"].as_array().cloned().unwrap_or_default();
    for id in others {
        let set = format!("flows.{id}.active");
        timeline.retain(|entry| entry["set"] != set.as_str());
        timeline.insert(0, json!({ "at": 0, "set": set, "to": false }));
    }
    document["timeline"] = Value::from(timeline);
    Ok(document)
}

/// The document with the seed that is `more` above its own.
pub fn with_seed(document: &Value, more: u64) -> Value {
    let mut document = document.clone();
    let seed = document["seed"].as_u64().unwrap_or(1);
    document["seed"] = Value::from(seed + more);
    document
}

/// The numbers that both documents have, of their results with the same seeds. With a flow that is alone in `a`, those of this
/// flow of which one value is better.
pub fn compare(
    (a, b): (&Value, &Value),
    (of_a, of_b): (&[Value], &[Value]),
    alone: Option<&str>,
) -> Vec<Compared> {
    let names_of = |document: &Value| {
        let flows = document["flows"].as_array().cloned().unwrap_or_default();
        let entries: Vec<Entry> = flows.iter().filter_map(Entry::of).collect();
        names(&entries, |number| number.compared.is_some() || alone.is_some() && number.stored)
    };
    let in_b = names_of(b);
    let values = |results: &[Value], name: &str| -> Option<Vec<f64>> {
        results.iter().map(|result| value(&result["summary"], name)).collect()
    };
    let is_harmed = |name: &str| {
        let number = named(name, |owner| owner == "forward");
        number
            .is_some_and(|(number, owner)| Some(owner) == alone && !matches!(number.better, Better::Neither))
    };
    let shared = names_of(a).into_iter().filter(|name| in_b.contains(name));
    let samples: Vec<(String, Vec<f64>, Vec<f64>)> = shared
        .filter(|name| alone.is_none() || is_harmed(name))
        .filter_map(|name| {
            let (a, b) = (values(of_a, &name)?, values(of_b, &name)?);
            Some((name, a, b))
        })
        .collect();
    let lists: Vec<(&[f64], &[f64])> = samples.iter().map(|(_, a, b)| (a.as_slice(), b.as_slice())).collect();
    let compared = samples.iter().zip(compare_all(&lists)).map(|((name, ..), comparison)| {
        let PairedComparison { a, b, difference, verdict } = comparison;
        let number = named(name, |owner| owner == "forward").map(|(number, _)| number);
        let harm = number.filter(|_| alone.is_some()).and_then(|number| number.harm(a.mean?, b.mean?));
        Compared { name: name.clone(), a, b, difference, verdict, harm }
    });
    compared.filter(|number| alone.is_none() || number.harm.is_some()).collect()
}
