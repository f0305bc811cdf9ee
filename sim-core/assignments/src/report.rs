//! What the check of a hand-in says: findings, and a verdict about each answer.

use serde::Deserialize;

use crate::visible::visible;

/// The kind of the finding about a file that is listed but is no hand-in.
pub const SKIPPED: &str = "skipped";

/// Something about a hand-in that the lecturer should look at.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Finding {
    /// A name for programs, such as `locked`.
    pub kind: String,
    /// A sentence for the lecturer.
    pub text: String,
}

impl Finding {
    pub fn new(kind: &str, text: impl Into<String>) -> Self {
        Finding { kind: kind.to_owned(), text: text.into() }
    }
}

/// Whether the findings say that a file is no hand-in, or none that can be read. The page has the same rule
/// (`isSkipped` in web/src/features/assignments/calls.ts).
pub fn is_unread(findings: &[Finding]) -> bool {
    let kind = findings.first().map(|finding| finding.kind.as_str());
    kind.is_some_and(|kind| [SKIPPED, "unreadable", "size", "zip"].contains(&kind))
}

/// The state of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Right,
    Wrong,
    /// The student gave no answer.
    Missing,
    /// A text, which the lecturer reads.
    #[serde(rename = "to read")]
    ToRead,
    /// A prediction. Predictions are neither right nor wrong.
    Given,
    /// The run that decides could not be computed.
    #[serde(rename = "not judged")]
    NotJudged,
}

impl State {
    pub fn decided(is_right: bool) -> Self {
        if is_right { Self::Right } else { Self::Wrong }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Missing => "missing",
            Self::ToRead => "to read",
            Self::Given => "given",
            Self::NotJudged => "not judged",
        }
    }
}

/// An answer with the verdict.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Judged {
    pub state: State,
    pub answer: String,
    /// The right answer as text, or how far a prediction is from the run. Empty if there is none.
    pub expected: String,
    /// The points that a right answer gives.
    pub worth: f64,
}

impl Judged {
    pub fn new(state: State, answer: impl Into<String>, expected: impl Into<String>) -> Self {
        Judged { state, answer: answer.into(), expected: expected.into(), worth: 1.0 }
    }

    /// The points of the answer. `None` if a person decides.
    pub fn points(&self) -> Option<f64> {
        match self.state {
            State::Right => Some(self.worth),
            State::Wrong | State::Missing => Some(0.0),
            State::ToRead | State::Given | State::NotJudged => None,
        }
    }
}

/// The result of checking a file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Report {
    pub file: String,
    /// The pseudonym. Empty if the file could not be read.
    pub name: String,
    pub version: String,
    pub result: String,
    /// Seconds.
    pub spent: f64,
    pub findings: Vec<Finding>,
    /// One entry for each question. Empty if the file could not be read.
    pub answers: Vec<Judged>,
    /// The log, for comparison with other logs.
    pub log: Vec<Step>,
}

/// An entry of a log, as it is compared with entries of other logs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Step {
    /// Milliseconds since the student began.
    pub t: f64,
    pub text: String,
}

impl Report {
    /// The report on a file that is not read.
    pub fn refused(file: &str, finding: Finding) -> Self {
        Report {
            file: visible(file),
            name: String::new(),
            version: String::new(),
            result: String::new(),
            spent: 0.0,
            findings: vec![finding],
            answers: Vec::new(),
            log: Vec::new(),
        }
    }

    /// Whether the file is listed but is no hand-in, or none that can be read.
    pub fn is_skipped(&self) -> bool {
        is_unread(&self.findings)
    }

    /// The answers that are right or wrong.
    fn decided(&self) -> impl Iterator<Item = &Judged> {
        self.answers.iter().filter(|judged| !matches!(judged.state, State::ToRead | State::Given))
    }

    /// The numbers of right answers and of answers that are right or wrong.
    pub fn score(&self) -> (usize, usize) {
        (self.decided().filter(|judged| judged.state == State::Right).count(), self.decided().count())
    }

    /// The points of the right answers, and of all answers that are right or wrong.
    pub fn points(&self) -> (f64, f64) {
        // The sum of no numbers is -0.
        let reached = self.decided().filter_map(Judged::points).fold(0.0, |sum, points| sum + points);
        (reached, self.decided().fold(0.0, |sum, judged| sum + judged.worth))
    }
}
