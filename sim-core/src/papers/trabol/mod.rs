//! TRABOL: the experiments of Bangolae, Jayasumana and Chandrasekar, "TCP-Friendly Congestion Control Mechanism for an UDP-Based
//! High Speed Radar Application and Characterization of Fairness" (2003).
//!
//! `sharing` has the test bed on which TCP meets radar data and other UDP.

mod sharing;

use super::model::Experiment;

pub fn experiments() -> Vec<Experiment> {
    sharing::experiments()
}
