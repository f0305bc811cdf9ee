//! Contests of the race, with the code that the command line uses. Everything is passed as JSON text.

use crate::errors::issue_error;
use crate::parse;
use fairshare_contests::contest::{self, Entry};
use fairshare_contests::ranking::{Ranked, csv, rank};
use serde_json::Value;
use sim_core::ground::json::to_text;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// An assignment of the kind race, with its secret.
#[wasm_bindgen]
pub struct Contest {
    contest: contest::Contest,
}

#[wasm_bindgen]
impl Contest {
    /// Reads the lecturer's file.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Contest, JsError> {
        let contest = contest::Contest::read(text).map_err(|problem| issue_error("", problem))?;
        Ok(Self { contest })
    }

    /// Races the program of a file. Returns an entry.
    pub fn race(&self, file: &str, text: &str) -> String {
        to_text(&self.contest.race(file, text).to_json())
    }
}

fn ranking(entries: &str) -> Result<Vec<Ranked>, JsError> {
    Ok(rank(parse::<Vec<Value>>(entries)?.iter().map(Entry::from_json).collect()))
}

/// The ranking of a list of entries.
#[wasm_bindgen(js_name = rankEntries)]
pub fn rank_entries(entries: &str) -> Result<String, JsError> {
    Ok(to_text(&ranking(entries)?.iter().map(Ranked::to_json).collect::<Value>()))
}

/// The ranking of a list of entries as CSV.
#[wasm_bindgen(js_name = rankingCsv)]
pub fn ranking_csv(entries: &str) -> Result<String, JsError> {
    Ok(csv(&ranking(entries)?))
}
