//! TRABOL: the experiments of Bangolae, Jayasumana and Chandrasekar, "TCP-Friendly Congestion Control Mechanism for an UDP-Based
//! High Speed Radar Application and Characterization of Fairness" (2002).
//!
//! `rays` has the experiments with radar data alone. `sharing` has the test bed on which TCP shares a link with radar
//! data and other UDP traffic.

pub mod open;
mod rays;
mod sharing;

use crate::model::not_simulated;
use crate::model::{Experiment, Paper};

pub fn experiments() -> Vec<Experiment> {
    let diagram = |id, place, title, shows, why| not_simulated(id, Paper::Trabol, place, title, shows, why);
    let mut all = vec![
        diagram(
            "trabol-fig1",
            "Figure 1",
            "The radar's programs",
            "From the radar to the screens of its users.",
            "A block diagram of the authors' system.",
        ),
        diagram(
            "trabol-fig2",
            "Figure 2",
            "Threads of sender and receiver",
            "Two threads at the sender: one hears of losses, one sends.",
            "A diagram of the authors' programs: TRABOL's signals show what either would know.",
        ),
        diagram(
            "trabol-fig3",
            "Figure 3",
            "The algorithm",
            "When the rate falls, climbs and stays.",
            "A diagram: TRABOL's description has its rules, and its decisions say which one acted.",
        ),
        diagram(
            "trabol-fig4",
            "Figure 4",
            "The algorithm in pseudo-code",
            "How the rate and the gaps between groups of packets follow from the loss of a ray.",
            "Pseudo-code: TRABOL's tests hold its rules to hand arithmetic.",
        ),
    ];
    all.extend(rays::experiments());
    all.push(diagram(
        "trabol-fig6",
        "Figure 6",
        "The test bed",
        "Four hosts and two switches; two flows share the link between the switches.",
        "A drawing: the network of figures 7 and 8 and of table 1.",
    ));
    all.extend(sharing::experiments());
    all
}
