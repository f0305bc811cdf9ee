//! The race, with the code that the command line uses. Everything is passed as JSON text.

use crate::errors::{issue_error, issues_error};
use crate::parse;
use fairshare_race::card::{Card, hand_in};
use fairshare_race::networks::{RaceNetwork, SEEDS};
use fairshare_race::racer::{self, Special};
use fairshare_race::runs::HeatResult;
use serde_json::Value;
use sim_core::ground::json::to_text;
use sim_core::simulation::kinds;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A program or a built-in algorithm that takes part in the race.
#[wasm_bindgen]
pub struct Racer {
    racer: racer::Racer,
}

#[wasm_bindgen]
impl Racer {
    /// A program, or the built-in algorithm with this ID. The issues of a program have line and column.
    #[wasm_bindgen(constructor)]
    pub fn new(algorithm: Option<String>, code: &str) -> Result<Racer, JsError> {
        let racer = algorithm.map_or_else(|| racer::Racer::program(code), racer::Racer::BuiltIn);
        racer.check(kinds()).map_err(|issues| issues_error(&issues))?;
        Ok(Self { racer })
    }

    /// A racer of one network, such as a drive by hand, as JSON text.
    pub fn special(text: &str) -> Result<Racer, JsError> {
        let read =
            Special::in_json(text).ok_or_else(|| issue_error("racer", "There is no racer in the text."))?;
        let racer = racer::Racer::Special(read.map_err(|issues| issues_error(&issues))?);
        racer.check(kinds()).map_err(|issues| issues_error(&issues))?;
        Ok(Self { racer })
    }

    /// The number of runs of its race.
    pub fn runs(&self) -> usize {
        self.racer.heats().len()
    }

    /// Makes a run of its race, counted from 0.
    pub fn run(&self, run: usize) -> Result<String, JsError> {
        let heats = self.racer.heats();
        let heat = heats.get(run).ok_or_else(|| issue_error("run", format!("There is no run {run}.")))?;
        let result = heat.run(&self.racer, kinds(), &|| false);
        Ok(to_text(&result.map_err(|_| issue_error("run", "The run was stopped."))?.to_json()))
    }

    /// The document of a network with the first seed.
    pub fn document(&self, network: &str) -> Result<String, JsError> {
        let found = RaceNetwork::find(network)
            .ok_or_else(|| issue_error("network", format!("There is no network {network}.")))?;
        Ok(to_text(&self.racer.document(found, SEEDS[0], 1.0, kinds())))
    }

    /// The hand-in of a program or a racer of one network with the results of all runs.
    #[wasm_bindgen(js_name = handIn)]
    pub fn hand_in(&self, name: &str, assignment: &str, results: &str) -> Result<String, JsError> {
        let card = Card::of(&read_results(results)?);
        if matches!(self.racer, racer::Racer::BuiltIn(_)) {
            return Err(issue_error("code", "There is no program to hand in."));
        }
        Ok(to_text(&hand_in(name, assignment, &self.racer, &card)))
    }
}

#[wasm_bindgen(js_name = raceCard)]
pub fn race_card(name: &str, results: &str) -> Result<String, JsError> {
    Ok(to_text(&Card::of(&read_results(results)?).to_json(name)))
}

fn read_results(text: &str) -> Result<Vec<HeatResult>, JsError> {
    let results: Option<Vec<HeatResult>> =
        parse::<Vec<Value>>(text)?.iter().map(HeatResult::from_json).collect();
    results.ok_or_else(|| issue_error("results", "A result cannot be read."))
}
