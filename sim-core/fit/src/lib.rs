//! From a measurement to the network that it was made on (docs/your-line.md). `direct` says what its data show without a simulation, and `search` compares it with runs of scenarios; `answer` says what was found, with
//! intervals. What cannot be fitted is refused with the reason.

pub mod answer;
pub mod candidate;
pub mod direct;
pub mod distance;
pub mod numbers;
pub mod proposals;
pub mod search;
