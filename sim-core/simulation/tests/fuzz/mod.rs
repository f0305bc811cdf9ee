//! Random inputs must never cause a panic, a hang, or results that depend on how a run is carried out.
//!
//! proptest draws a seed for each input. PROPTEST_CASES sets the number of inputs of each test:
//! `PROPTEST_CASES=200000 cargo test --profile fuzz --package sim-core --test all fuzz::`.

pub mod mutate;
pub mod targets;

use mutate::check_inputs;
use sim_core::ground::rng::{Purpose, Rng};
use std::fs;
use std::path::{Path, PathBuf};

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
