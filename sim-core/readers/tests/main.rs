//! Random inputs for everything that reads files and messages from outside. A reader accepts an input or refuses it with a
//! sentence; it never panics or hangs, and what it accepts has only numbers that can be. Each feature has a file.
//!
//! Documents and links are tried in sim-core/simulation/tests/fuzz, programs also in sim-core/script/tests. proptest draws a seed
//! for each input, and PROPTEST_CASES sets their number: `PROPTEST_CASES=1000000 cargo test --profile fuzz --package fairshare-readers`.

mod assignments;
mod classroom;
mod contests;
mod measured;
mod papers;
mod simulator;
mod sweeps;

#[path = "../../simulation/tests/fuzz/mutate.rs"]
mod mutate;

use mutate::{Check, Outcome, TEXTS, change_bytes, change_document, pick};
use serde_json::{Value, json};
use sim_core::ground::rng::Rng;
use std::fs;
use std::path::PathBuf;

fn folder(path: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// One of the seeds with a few random changes. One input in 50 is made of a document, which only documents' readers accept.
fn changed<T: AsRef<[u8]>>(seeds: &[T]) -> impl Fn(&mut Rng) -> Vec<u8> + '_ {
    |rng| {
        let foreign = rng.below(50) == 0;
        let mut bytes =
            if foreign { pick(rng, &TEXTS).as_bytes().to_vec() } else { pick(rng, seeds).as_ref().to_vec() };
        for _ in 0..rng.below(4) {
            change_bytes(&mut bytes, rng);
        }
        bytes
    }
}

/// One of the seeds with random changes of its values, in one of four cases also of its text.
fn changed_value(seeds: &[Value]) -> impl Fn(&mut Rng) -> Vec<u8> + '_ {
    |rng| {
        let mut value = pick(rng, seeds).clone();
        for _ in 0..rng.below(4) {
            change_document(&mut value, rng);
        }
        let mut bytes = value.to_string().into_bytes();
        if rng.below(4) == 0 {
            change_bytes(&mut bytes, rng);
        }
        bytes
    }
}

/// The outcome of a reader that refuses with a sentence.
fn outcome<T>(read: Result<T, String>) -> Check {
    match read {
        Ok(_) => Ok(Outcome::Accepted),
        Err(sentence) if sentence.trim().is_empty() => Err("refused without a reason".to_owned()),
        Err(_) => Ok(Outcome::Refused),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The scenario of files that contain one.
fn scenario() -> Value {
    json!({ "v": 1, "title": "Buffer", "duration": 6,
            "network": { "forward": { "rate": 2e6, "queue": { "limit": { "packets": 20 } } } },
            "flows": [{ "id": "a", "algorithm": "newreno" }] })
}
