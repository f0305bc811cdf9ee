//! The comparison of two scenarios that run with the same seeds.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use fairshare_measures::compare::{Comparison, alone, compare as compare_results, with_seed};
use fairshare_runs::RunError;
use fairshare_runs::run::{Recording, run};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{PyRef, PyResult, Python, pyfunction};
use serde_json::Value;
use sim_core::catalogue::RESULT_FORMAT;
use sim_core::ground::json::to_text;
use sim_core::simulation::{VERSION, kinds};

use crate::errors::run_error;
use crate::scenario::Scenario;

/// The results of the documents, in order, from as many threads as there are processors.
fn results(documents: &[Value], stop: impl Fn() -> bool) -> Result<Vec<Value>, RunError> {
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |stop: &dyn Fn() -> bool| {
        let mut made = Vec::new();
        while let Some((at, document)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            documents.get(at).map(|document| (at, document))
        } {
            let asked = || {
                let asked = is_stopped.load(Ordering::Relaxed) || stop();
                is_stopped.fetch_or(asked, Ordering::Relaxed);
                asked
            };
            made.push((at, run(document.clone(), Recording::SUMMARY_ONLY, kinds(), &asked)));
        }
        made
    };
    let mut made = thread::scope(|scope| {
        let others = thread::available_parallelism().map_or(1, usize::from).min(documents.len()) - 1;
        let others: Vec<_> = (0..others).map(|_| scope.spawn(|| work(&|| false))).collect();
        let mut made = work(&stop);
        made.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_default()));
        made
    });
    made.sort_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, result)| result).collect()
}

/// What `fairshare compare --json` prints.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    a: (PyRef<'_, Scenario>, String),
    b: (PyRef<'_, Scenario>, String),
    flow: Option<String>,
    seeds: u64,
) -> PyResult<String> {
    let ((a, name_of_a), (b, name_of_b)) = (a, b);
    let b = b.given().clone();
    let (a, name_of_a) = match &flow {
        Some(flow) => {
            let alone = alone(a.given(), flow).map_err(PyValueError::new_err)?;
            (alone, format!("{flow} alone in {name_of_a}"))
        }
        None => (a.given().clone(), name_of_a),
    };
    let stop = || Python::attach(|py| py.check_signals()).is_err();
    let made = py.detach(|| {
        let both = [&a, &b].into_iter();
        let documents = both.flat_map(|document| (0..seeds).map(|seed| with_seed(document, seed)));
        let results = results(&documents.collect::<Vec<_>>(), stop)?;
        let (of_a, of_b) = results.split_at(results.len() / 2);
        let numbers = compare_results((&a, &b), (of_a, of_b), flow.as_deref());
        let (format, version) = (RESULT_FORMAT, VERSION.to_owned());
        Ok(Comparison { format, version, a: name_of_a, b: name_of_b, seeds, numbers })
    });
    Ok(to_text(&made.map_err(|error| run_error(py, "comparison", &error))?.to_json()))
}
