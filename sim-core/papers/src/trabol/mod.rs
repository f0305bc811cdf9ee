//! TRABOL: the experiments of Bangolae, Jayasumana and Chandrasekar, "TCP-Friendly Congestion Control Mechanism for an UDP-Based
//! High Speed Radar Application and Characterization of Fairness" (2002).
//!
//! `rays` has the experiments with radar data alone. `sharing` has the test bed on which TCP shares a link with radar
//! data and other UDP traffic. `open` lists what the text of the paper leaves open.

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
            "The programs that transfer the data from the radar to the displays of its users.",
            "A block diagram of the authors' system.",
        ),
        diagram(
            "trabol-fig2",
            "Figure 2",
            "Threads of sender and receiver",
            "The sender has two threads: one receives reports about losses, and one sends.",
            "A diagram of the authors' programs. TRABOL's signals show the values that the two threads use.",
        ),
        diagram(
            "trabol-fig3",
            "Figure 3",
            "The algorithm",
            "When the rate decreases, increases and does not change.",
            "Pseudo-code. TRABOL's description gives its rules, and its decisions record which rule was applied.",
        ),
        diagram(
            "trabol-fig4",
            "Figure 4",
            "The algorithm in pseudo-code",
            "How the rate and the gaps between groups of packets follow from the loss of a ray.",
            "Pseudo-code. TRABOL's tests compare its rules with values that were computed by hand.",
        ),
    ];
    all.extend(rays::experiments());
    all.push(diagram(
        "trabol-fig6",
        "Figure 6",
        "The test bed",
        "Four hosts and two switches; two flows share the link between the switches.",
        "A drawing of the network that the experiments of figures 7 and 8 and of table 1 use.",
    ));
    all.extend(sharing::experiments());
    all
}
