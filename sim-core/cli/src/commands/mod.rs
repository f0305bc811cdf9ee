//! The commands. Each command has a file with its arguments and a function `main`.

pub mod bench;
pub mod catalog;
pub mod check;
pub mod digest;
pub mod export;
pub mod from_template;
pub mod generate;
pub mod merge;
pub mod model;
pub mod models;
pub mod papers;
pub mod race;
pub mod rank;
pub mod run;
pub mod sweep;
pub mod validate;
