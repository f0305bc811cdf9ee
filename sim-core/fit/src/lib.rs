//! From a measurement to the network that it was made on (docs/your-line.md). `read` reads a file, `direct` says what its
//! data show without a simulation, and `search` compares it with runs of scenarios; `answer` says what was found, with
//! intervals. What cannot be fitted is refused with the reason.

pub mod answer;
pub mod candidate;
mod capture;
pub mod direct;
pub mod distance;
mod json_files;
pub mod measurement;
pub mod numbers;
mod packed;
mod pairs;
pub mod proposals;
pub mod read;
pub mod search;
mod ss;
mod table;
