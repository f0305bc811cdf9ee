//! LDA+: the experiments of Sisalem and Wolisz, "LDA+ TCP-Friendly Adaptation: A Measurement and Comparison Study" (2000).
//!
//! `red` has the simulations with web traffic under RED and FIFO, `lossy` the simulated equivalents of the measurements over the
//! Internet, `rivals` the comparison with RAP and TFRCP.

mod lossy;
mod red;
mod rivals;

use serde_json::{Value, json};

use super::model::{Experiment, Paper};
use super::notes::note;

/// TCP's settings: a window of one packet at the start, as stacks had.
fn tcp() -> Value {
    json!({ "initial_window": 1 })
}

pub fn experiments() -> Vec<Experiment> {
    let topology = note(
        "ldaplus-fig1",
        Paper::LdaPlus,
        "Figure 1",
        "The topology",
        "All senders on one side of a bottleneck of 10 Mb/s, all receivers on the other.",
        "A drawing: the network of tables I and II and of figures 2 to 4.",
    );
    let mut all = vec![topology];
    all.extend(red::experiments());
    all.push(note(
        "ldaplus-tab3",
        Paper::LdaPlus,
        "Table III",
        "The hosts",
        "Four hosts in Berlin, St. Petersburg, Philadelphia and Berkeley, between which the paper measured.",
        "A list of hosts: figures 5 to 8 are run over simulated equivalents of the paths between them.",
    ));
    all.extend(lossy::experiments());
    all.extend(rivals::experiments());
    all
}
