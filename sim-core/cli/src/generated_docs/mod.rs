//! Generated documentation: the pages about the papers and their figures, the stored results from which these pages are
//! generated, and the figures of the algorithms.

pub mod algorithm_figures;
pub mod experiment_pages;
mod figures;
pub mod stored_results;
