//! Assignments and hand-ins: their files, and the rules by which a hand-in is checked (docs/assignments.md).
//!
//! The command line and the page use this crate, so both find the same. A hand-in is not trusted until it is
//! checked: its size is limited before it is read (`files`), every part of it is read by type (`hand_in`),
//! and its run is computed again within a budget of events (`run`). `check` repeats the log and judges
//! one hand-in by the measures of its runs, `compare` names hand-ins with the same log, and `table` writes the
//! results.

pub mod assignment;
pub mod check;
pub mod compare;
pub mod files;
pub mod hand_in;
pub mod plausible;
pub mod report;
pub mod run;
pub mod table;
pub mod visible;

#[cfg(test)]
mod tests;
