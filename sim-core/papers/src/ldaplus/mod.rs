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
        what: "LDA+'s equation has D = 2 packets per acknowledgement and a timeout of four round trips.",
        why: "The text gives neither, and D = 2 does not follow from it: TCP here acknowledges each packet, for which D = 1 would be consistent. The source of the \
              equation calls D = 2 typical. The one number that the paper computes, a loss of about 0.002 for 125 kb/s, fits D = 2 with a queue that is half full, and \
              D = 1 with a full queue. Variants with D = 1 show the influence.",
    }
}

pub fn experiments() -> Vec<Experiment> {
    let topology = not_simulated(
        "ldaplus-fig1",
        Paper::LdaPlus,
        "Figure 1",
        "The topology",
        "All senders on one side of a bottleneck of 10 Mb/s, all receivers on the other.",
        "A drawing of the network of tables I and II and of figures 2 to 4.",
    );
    let mut all = vec![topology];
    all.extend(red::experiments());
    all.push(not_simulated(
        "ldaplus-tab3",
        Paper::LdaPlus,
        "Table III",
        "The hosts",
        "The four hosts between which the paper measured: in Berlin, St. Petersburg, Philadelphia and Berkeley.",
        "A list of hosts. Figures 5 to 8 use simulated equivalents of the paths between them.",
    ));
    all.extend(lossy::experiments());
    all.extend(rivals::experiments());
    all
}
