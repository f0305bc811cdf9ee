//! Fuzzing: random inputs must never cause a panic, a hang, or results that depend on how a run is carried
//! out.
//!
//! A *target* is a way of using the library. A *piece* is a target, a seed and a number of inputs, and always
//! has the same inputs. `npm test` runs a small piece of each target. `npm run fuzz` runs as many pieces as
//! time permits, through the test `piece`.

mod mutate;
#[path = "../support/mod.rs"]
mod support;
mod targets;

use sim_core::ground::rng::{Purpose, Rng};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use targets::{Outcome, TARGETS, Target};

/// The numbers of inputs of a piece, by their outcome.
#[derive(Default)]
struct Counts {
    inputs: u64,
    accepted: u64,
    /// Number of inputs that were refused, by the code of the first issue.
    refused: BTreeMap<String, u64>,
    problems: Vec<Problem>,
}

/// An input that made the target fail.
struct Problem {
    index: u64,
    message: String,
    input: Vec<u8>,
}

/// Runs input number `index` of a piece.
fn run_input(target: &Target, seed: u64, index: u64) -> (Vec<u8>, Result<Outcome, String>) {
    let mut rng = Rng::new(seed, Purpose::Algorithm, index);
    let input = (target.input)(&mut rng);
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.check)(&input, &mut rng)));
    let outcome = outcome.unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    });
    (input, outcome)
}

fn run_piece(target: &Target, seed: u64, count: u64) -> Counts {
    let mut counts = Counts { inputs: count, ..Counts::default() };
    for index in 0..count {
        let (input, outcome) = run_input(target, seed, index);
        match outcome {
            Ok(Outcome::Accepted) => counts.accepted += 1,
            Ok(Outcome::Refused(code)) => *counts.refused.entry(code.to_owned()).or_default() += 1,
            Err(message) => counts.problems.push(Problem { index, message, input }),
        }
    }
    counts
}

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        panic!("there is no target {name:?}; the targets are {names:?}")
    })
}

/// Saves an input, so that it can be repeated. The name of the file identifies the input.
fn save(folder: &Path, target: &Target, seed: u64, problem: &Problem) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let file = folder.join(format!("{}-{seed}-{}.txt", target.name, problem.index));
    fs::write(&file, &problem.input).unwrap();
    file
}

/// Runs a small piece of a target, with seed 1, and fails if one of its inputs is a problem.
fn check_sample(name: &str, count: u64) {
    let target = target(name);
    let counts = run_piece(target, 1, count);
    let folder = env::temp_dir().join("fairshare-fuzz");
    let problems = counts.problems.iter().take(5).map(|problem| {
        let file = save(&folder, target, 1, problem);
        format!("input {}: {} ({})", problem.index, problem.message, file.display())
    });
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "{problems:#?}");
    // The sample must reach both the code behind validation and the refusals: more than 2 % of the inputs are
    // accepted, and at least one is refused.
    assert!(counts.accepted * 50 > count, "{} of {count} inputs were accepted", counts.accepted);
    assert!(!counts.refused.is_empty(), "no input was refused");
    assert_eq!(counts.accepted + counts.refused.values().sum::<u64>(), count);
}

macro_rules! samples {
    ($($test:ident: $target:literal, $count:literal;)*) => {
        $(#[test]
        fn $test() {
            check_sample($target, $count);
        })*
        #[test]
        fn every_target_has_a_sample() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$($target),*]);
        }
    };
}

samples! {
    random_bytes_are_accepted_or_refused: "bytes", 4000;
    random_documents_are_accepted_or_refused: "documents", 3000;
    random_links_are_accepted_or_refused: "links", 2000;
    random_timelines_give_one_result: "timelines", 40;
    random_forks_equal_uninterrupted_runs: "forks", 40;
    random_orders_of_operations_give_one_result: "orders", 40;
}

/// Inputs that were problems once, and must not become problems again.
#[test]
fn the_corpus_has_no_problems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let input = fs::read(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let target = target(name.split_once('-').unwrap().0);
        for seed in 0..4 {
            let outcome = (target.check)(&input, &mut Rng::new(seed, Purpose::Algorithm, 0));
            assert!(outcome.is_ok(), "{}: {:?}", file.display(), outcome.err());
        }
    }
}

/// Runs one piece for `npm run fuzz` and prints its counts as JSON. FUZZ_TARGET, FUZZ_SEED and FUZZ_COUNT
/// identify the piece. FUZZ_INDEX repeats one of its inputs. Problems are saved in the folder FUZZ_PROBLEMS.
#[test]
#[ignore = "npm run fuzz runs it"]
fn piece() {
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let number = |name: &str| variable(name).parse::<u64>().unwrap();
    let (target, seed) = (target(&variable("FUZZ_TARGET")), number("FUZZ_SEED"));
    let folder = PathBuf::from(variable("FUZZ_PROBLEMS"));
    if env::var("FUZZ_INDEX").is_ok() {
        let index = number("FUZZ_INDEX");
        let (input, outcome) = run_input(target, seed, index);
        let message = outcome.as_ref().err().cloned().unwrap_or_default();
        println!(
            "{outcome:?}: {}",
            save(&folder, target, seed, &Problem { index, message, input }).display()
        );
        return;
    }
    let counts = run_piece(target, seed, number("FUZZ_COUNT"));
    let problems = counts.problems.iter().map(|problem| {
        let file = save(&folder, target, seed, problem);
        serde_json::json!({"index": problem.index, "message": problem.message, "file": file.display().to_string()})
    });
    let problems: Vec<serde_json::Value> = problems.collect();
    let report = serde_json::json!({
        "inputs": counts.inputs, "accepted": counts.accepted, "refused": counts.refused, "problems": problems});
    println!("FUZZ {report}");
}
