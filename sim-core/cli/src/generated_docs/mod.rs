//! Generated documentation: the pages about the papers, the stored results from which these pages are generated, and the
//! data of the algorithms' figures. The figures themselves are drawn by the page's drawing code (scripts/lib/figures.mjs).

pub mod algorithm_figures;
pub mod claim_texts;
pub mod experiment_pages;
pub mod stored_results;
mod stored_values;
