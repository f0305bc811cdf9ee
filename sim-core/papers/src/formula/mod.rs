//! Formulas: the small language in which a paper's file measures runs, derives numbers from results, computes
//! settings of scenarios, and states the checks of claims. docs/papers-as-files.md describes it.
//!
//! `parse` reads a formula, `value` has the values and their arithmetic, `functions` lists the functions, and
//! `scope` evaluates formulas. A formula cannot fail once it is read: where a value does not exist or has the
//! wrong type, the result is undefined.

mod functions;
mod parse;
mod scope;
#[cfg(test)]
mod tests;
mod value;

pub use parse::{Condition, Formula, Parser, Test};
pub use scope::{Data, Definition, Definitions, Scope};
pub use value::Value;
