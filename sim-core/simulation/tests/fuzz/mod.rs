//! Random inputs must never cause a panic, a hang, or results that depend on how a run is carried out.
//!
//! proptest draws a seed for each input. PROPTEST_CASES sets the number of inputs of each test:
//! `PROPTEST_CASES=200000 cargo test --profile fuzz --package sim-core --test all fuzz::`.

mod mutate;
pub mod targets;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use sim_core::ground::rng::{Purpose, Rng};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use targets::{Check, Outcome};

/// Checks `cases` random inputs. They must reach both the code behind validation and the refusals: more than 2 % of
/// the inputs are accepted, and at least one is refused.
fn check_inputs(cases: u32, input: fn(&mut Rng) -> Vec<u8>, check: fn(&[u8], &mut Rng) -> Check) {
    let from_environment = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    let cases = from_environment.unwrap_or(cases);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let outcome = TestRunner::new(config).run(&any::<u64>(), |seed| {
        let mut rng = Rng::new(seed, Purpose::Algorithm, 0);
        let input = input(&mut rng);
        match check(&input, &mut rng) {
            Ok(Outcome::Accepted) => accepted.set(accepted.get() + 1),
            Ok(Outcome::Refused) => refused.set(refused.get() + 1),
            Err(message) => {
                let text = String::from_utf8_lossy(&input);
                return Err(TestCaseError::fail(format!("{message}\nfor the input {text}")));
            }
        }
        Ok(())
    });
    assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    assert!(accepted.get() * 50 > cases, "{} of {cases} inputs were accepted", accepted.get());
    assert!(refused.get() > 0, "no input was refused");
}

#[test]
fn random_bytes_are_accepted_or_refused() {
    check_inputs(4000, targets::changed_text, targets::check_bytes);
}

#[test]
fn random_documents_are_accepted_or_refused() {
    check_inputs(3000, targets::changed_document, targets::check_bytes);
}

#[test]
fn random_links_are_accepted_or_refused() {
    check_inputs(2000, targets::changed_link, targets::check_link);
}

#[test]
fn random_documents_cost_at_most_what_they_declare() {
    check_inputs(100, targets::any_document, targets::check_declared_work);
}

#[test]
fn random_documents_have_possible_numbers() {
    check_inputs(300, targets::any_document, targets::check_numbers);
}

#[test]
fn random_timelines_give_one_result() {
    check_inputs(40, targets::document_with_timeline, targets::check_timeline);
}

#[test]
fn random_forks_equal_uninterrupted_runs() {
    check_inputs(40, targets::any_document, targets::check_fork);
}

#[test]
fn random_orders_of_operations_give_one_result() {
    check_inputs(40, targets::any_document, targets::check_order);
}

/// Inputs that were problems once, and must not become problems again.
#[test]
fn the_corpus_has_no_problems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let input = fs::read(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy();
        let check = match name.split_once('-').unwrap().0 {
            "timelines" => targets::check_timeline,
            "forks" => targets::check_fork,
            "work" => targets::check_declared_work,
            other => panic!("no test has the name {other}"),
        };
        for seed in 0..4 {
            let outcome = check(&input, &mut Rng::new(seed, Purpose::Algorithm, 0));
            assert!(outcome.is_ok(), "{}: {:?}", file.display(), outcome.err());
        }
    }
}
