//! Contests: assignments of the kind *race*, which ask for a program. A contest builds on assignments, whose files and
//! findings it uses, and on the race. `contest` races the hand-ins, and `ranking` gives places.

pub mod contest;
pub mod ranking;

#[cfg(test)]
mod tests;
