//! The race: ten networks with three seeds each, and the rules by which a program or a built-in algorithm gets
//! points on each of them (docs/race.md).
//!
//! `networks` has the scenarios, `rules` the points, `racer` what takes part, `runs` a single run, and `card`
//! the result of all runs. `stored` reads the stored results of the built-in algorithms. Runs do not depend on
//! each other, so they can be made in any order and in several threads; a card depends only on their results.

pub mod card;
pub mod networks;
pub mod racer;
pub mod rules;
pub mod runs;
pub mod stored;

#[cfg(test)]
mod tests;
