//! Questions that the text of a paper leaves open, the readings of it that are possible, and what each reading gives.
//!
//! Each paper lists its questions in a file `open.rs`:
//!
//! ```ignore
//! question("Section 3", "How many packets does the smallest buffer hold?", "The paper gives no number.")
//!     .used(reading("15 packets").measured("tfwc-floor", every("median_slow").between("floor", 15.0, 15.0)))
//!     .or(reading("5 packets").measured("tfwc-floor", every("median_slow").between("floor", 5.0, 5.0)))
//!     .because("15 is the smallest buffer in the authors' scripts.")
//! ```
//!
//! The pages in docs/papers show the measured values from the stored results, so that they are never out of date.

use crate::claims::ValueSelection;
use crate::model::{Filter, Paper};

/// A question that the text of a paper does not answer.
#[derive(Clone, Debug)]
pub struct OpenQuestion {
    /// The place in the paper: Figure 1, Section VI.
    pub place: &'static str,
    /// The question, as one sentence with a question mark.
    pub question: &'static str,
    /// What the paper states about it.
    pub paper_states: &'static str,
    /// The possible readings. The experiments use the first one.
    pub readings: Vec<Reading>,
    /// Why the experiments use the first reading.
    pub reason: &'static str,
}

/// A possible reading of the text, and its results.
#[derive(Clone, Debug)]
pub struct Reading {
    pub what: &'static str,
    /// Values from the stored results of experiments.
    pub measured: Vec<MeasuredValues>,
    /// Results in words. Empty if the measured values are sufficient.
    pub note: &'static str,
}

/// Selects values of a quantity from the results of an experiment.
#[derive(Clone, Debug)]
pub struct MeasuredValues {
    pub experiment: &'static str,
    pub quantity: &'static str,
    pub only: Filter,
}

/// A question without readings. `used` adds the reading that the experiments use, and `or` adds another one.
pub fn question(place: &'static str, question: &'static str, paper_states: &'static str) -> OpenQuestion {
    OpenQuestion { place, question, paper_states, readings: Vec::new(), reason: "" }
}

impl OpenQuestion {
    /// Adds the reading that the experiments use.
    pub fn used(mut self, reading: Reading) -> Self {
        self.readings.insert(0, reading);
        self
    }

    /// Adds a reading that the experiments do not use.
    pub fn or(mut self, reading: Reading) -> Self {
        self.readings.push(reading);
        self
    }

    /// States why the experiments use the first reading.
    pub fn because(mut self, reason: &'static str) -> Self {
        self.reason = reason;
        self
    }
}

/// A reading of the text, without results.
pub fn reading(what: &'static str) -> Reading {
    Reading { what, measured: Vec::new(), note: "" }
}

impl Reading {
    /// Adds values from the stored results of an experiment.
    pub fn measured(mut self, experiment: &'static str, values: ValueSelection) -> Self {
        let (quantity, only) = values.into_parts();
        self.measured.push(MeasuredValues { experiment, quantity, only });
        self
    }

    /// States results in words.
    pub fn note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }
}

/// The open questions of a paper.
pub fn open_questions(paper: Paper) -> Vec<OpenQuestion> {
    match paper {
        Paper::LdaPlus => crate::ldaplus::open::questions(),
        Paper::Tfwc => crate::tfwc::open::questions(),
        Paper::Trabol => crate::trabol::open::questions(),
        Paper::Taimd => crate::taimd::open::questions(),
        Paper::Tpba => crate::tpba::open::questions(),
        Paper::Own => Vec::new(),
    }
}
