//! The fit of a measurement for the page, with the definition that the command line uses. The page makes the runs of a
//! round in several workers and hands over the distances of all candidates so far.

use crate::errors::{issue_error, run_error};
use crate::parse;
use fairshare_fit::answer::LineAnswer;
use fairshare_fit::distance::Distance;
use fairshare_fit::numbers;
use fairshare_fit::proposals::{ProposalRun, SEEDS, proposals, report, run};
use fairshare_fit::search::Fit;
use fairshare_measured::SpeedTest;
use fairshare_measured::measurement::Measurement;
use fairshare_measured::problem::ReadProblem;
use fairshare_measured::read::{self, MeasuredFile};
use serde_json::{Value, json};
use sim_core::ground::json::to_text;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A measurement that can be fitted, or the answer without a search: that of a speed test, or why there is none.
#[wasm_bindgen]
pub struct LineFit {
    fit: Result<Fit, Value>,
}

#[wasm_bindgen]
impl LineFit {
    /// Reads a file. Its problem is an issue, of which the page writes the words.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &[u8]) -> Result<LineFit, JsError> {
        let fit = match read::read(file).map_err(problem_error)? {
            MeasuredFile::Series(measured) => Fit::new(measured).map_err(|refusal| refusal.to_json()),
            MeasuredFile::SpeedTest(test) => Err(answered(&test).map_err(problem_error)?),
        };
        Ok(Self { fit })
    }

    /// The number of candidates of the next round, after those with these distances. 0 at the end, and without a fit.
    pub fn next(&self, distances: &str) -> Result<usize, JsError> {
        let distances = parse_distances(distances)?;
        Ok(self.fit.as_ref().map_or(0, |fit| fit.resume(&distances).1.len()))
    }

    /// The parts of the distance of a candidate of the next round, as a JSON list.
    pub fn score(&self, distances: &str, index: usize) -> Result<String, JsError> {
        let distances = parse_distances(distances)?;
        let fit = self.fit.as_ref().map_err(|_| issue_error("file", "There is no fit."))?;
        let next = fit.resume(&distances).1;
        let candidate = next.get(index).ok_or_else(|| issue_error("index", "There is no such candidate."))?;
        let distance = fit.score(candidate, &|| false).map_or(Distance::NO_RUN, |scored| scored.distance);
        Ok(to_text(&json!(distance.parts)))
    }

    /// The answer of the finished rounds with its proposals, or why there is none.
    pub fn answer(&self, distances: &str) -> Result<String, JsError> {
        let distances = parse_distances(distances)?;
        let answered = match &self.fit {
            Err(answer) => answer.clone(),
            Ok(fit) => match fit.answer(&fit.resume(&distances).0) {
                Ok(answer) => with_proposals(&answer, &fit.measured),
                Err(refusal) => refusal.to_json(),
            },
        };
        Ok(to_text(&answered))
    }
}

fn parse_distances(text: &str) -> Result<Vec<Distance>, JsError> {
    let lists: Vec<Vec<f64>> = parse(text)?;
    let distances: Option<Vec<Distance>> = lists.iter().map(|parts| Distance::from_parts(parts)).collect();
    distances.ok_or_else(|| issue_error("distances", "A distance has another number of parts."))
}

/// An answer with the proposals, which are not run yet, and their seeds.
fn with_proposals(answer: &LineAnswer, measured: &Measurement) -> Value {
    let all = proposals(answer, measured).into_iter().map(|proposal| (proposal, None));
    let mut json = report(answer, measured, &all.collect::<Vec<_>>());
    json["seeds"] = json!(SEEDS);
    json
}

/// The answer of three typed numbers: bit/s, and the pings in seconds.
#[wasm_bindgen(js_name = fitNumbers)]
pub fn fit_numbers(rate: f64, ping: f64, loaded: f64) -> Result<String, JsError> {
    let answer = answered(&SpeedTest { rate, ping, loaded, assumed: Vec::new() });
    Ok(to_text(&answer.map_err(problem_error)?))
}

fn problem_error(problem: ReadProblem) -> JsError {
    issue_error("file", to_text(&problem.to_json()))
}

fn answered(test: &SpeedTest) -> Result<Value, ReadProblem> {
    let (measured, answer) = numbers::answer(test)?;
    Ok(with_proposals(&answer, &measured))
}

/// Runs a proposal with a seed: the wait of a call in seconds, and the rate of the transfers, as a JSON list.
#[wasm_bindgen(js_name = fitProposal)]
pub fn fit_proposal(document: &str, seed: u32) -> Result<String, JsError> {
    let ProposalRun { wait, rate } =
        run(&parse(document)?, seed.into(), &|| false).map_err(|error| run_error(&error))?;
    Ok(to_text(&json!([wait, rate])))
}
