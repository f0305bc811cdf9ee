//! LDA+: the experiments of Sisalem and Wolisz, "LDA+ TCP-Friendly Adaptation: A Measurement and Comparison Study" (2000).
//!
//! `red` has the simulations with web traffic under RED and FIFO. `lossy` has simulated equivalents of the
//! measurements over the Internet. `rivals` has the comparison with RAP and TFRCP.

mod lossy;
pub mod open;
mod red;
mod rivals;

use serde_json::{Value, json};

use crate::model::not_simulated;
use crate::model::{Assumption, Experiment, Paper};

/// TCP's settings: an initial window of one packet, as in the stacks of the time.
fn tcp() -> Value {
    json!({ "initial_window": 1 })
}

/// LDA+'s settings in all experiments: the throughput equation of a TCP that acknowledges every second packet.
fn lda_plus(more: Value) -> Value {
    let mut settings = json!({ "acked_per_ack": 2 });
    if let (Some(all), Value::Object(more)) = (settings.as_object_mut(), more) {
        all.extend(more);
    }
    settings
}

fn equation_assumption() -> Assumption {
    Assumption {
        what: "D = 2 and a timeout of four round trips in TCP's equation",
        why: "Neither is given. Two packets per acknowledgement is what the equation's source calls typical and what receivers did then. The \
              one number that the paper computes, a loss of about 0.002 for 125 kb/s, is D = 2 with the queue half full (0.0020 \
              at 0.04 + 0.08 s) as well as D = 1 with it full.",
    }
}

pub fn experiments() -> Vec<Experiment> {
    let topology = not_simulated(
        "ldaplus-fig1",
        Paper::LdaPlus,
        "Figure 1",
        "The topology",
        "All senders on one side of a bottleneck of 10 Mb/s, all receivers on the other.",
        "A drawing: the network of tables I and II and of figures 2 to 4.",
    );
    let mut all = vec![topology];
    all.extend(red::experiments());
    all.push(not_simulated(
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
