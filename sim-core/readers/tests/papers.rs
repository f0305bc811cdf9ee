//! The files of papers.

use super::mutate::check_inputs;
use super::{changed, folder, outcome, text};
use fairshare_papers::paper_file;
use std::fs;

#[test]
fn papers_are_read_or_refused() {
    let papers = folder("sim-core/papers/papers");
    let seeds: Vec<Vec<u8>> = papers.iter().map(|file| fs::read(file).unwrap()).collect();
    check_inputs(40, changed(&seeds), |bytes, _| {
        outcome(paper_file::read(&text(bytes)).map_err(|issue| issue.message))
    });
}
