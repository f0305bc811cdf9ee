//! Entries without a run: drawings, lists of hosts, pseudo-code.

use super::model::{Does, Experiment, Paper};

/// Something that a paper shows and that there is nothing to run for.
pub fn note(
    id: &'static str,
    paper: Paper,
    place: &'static str,
    title: &'static str,
    shows: &'static str,
    why: &'static str,
) -> Experiment {
    Experiment {
        id,
        paper,
        place,
        title,
        shows,
        states: Vec::new(),
        lines: Vec::new(),
        assumptions: Vec::new(),
        does: Does::NotSimulated(why),
    }
}
