//! Generated documentation: the pages about the papers with their figures, the figures of the algorithms, and the
//! stored results from which the pages are generated.

pub mod algorithm_figures;
pub mod experiment_pages;
mod figures;
pub mod stored_results;
