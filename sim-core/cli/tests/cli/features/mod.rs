//! Tests of the features' commands: a file for each feature.

use super::*;

mod assignments;
mod classroom;
mod contests;
mod exports;
mod fit;
mod mcp;
mod models;
mod papers;
mod race;
mod sweeps;
