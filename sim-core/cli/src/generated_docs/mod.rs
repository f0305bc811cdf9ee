//! Parts of the documentation that are generated from results: the pages about the papers, and figures as SVG.

pub mod algorithm_figures;
pub mod experiment_pages;
mod figures;
pub mod stored_results;
