//! Modules that several commands use.

pub mod command;
pub mod error;
pub mod input;
pub mod output;
pub mod parallel;
pub mod pool;
pub mod processor;
pub mod progress;
pub mod repository;
pub mod text_table;
