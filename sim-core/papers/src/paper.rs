//! Papers.

/// What is known about a paper: its origin, and what it proposes.
#[derive(Debug)]
pub struct PaperInfo {
    /// The prefix of the ids of the paper's experiments, and the name of its page.
    pub id: &'static str,
    /// The name of the algorithm that the paper proposes.
    pub name: &'static str,
    pub title: &'static str,
    pub authors: &'static str,
    pub year: &'static str,
    /// Where the paper appeared, as far as it is known.
    pub venue: &'static str,
    /// Whether the text of the paper names the venue and the year. Otherwise they come from references to the
    /// paper.
    pub venue_in_text: bool,
    /// The id of the algorithm that the paper proposes; `None` for our own experiments.
    pub algorithm: Option<&'static str>,
    /// The problem that the paper solves, in one sentence.
    pub problem: &'static str,
    /// The proposal in two sentences.
    pub brief: &'static str,
    /// A plain summary of the proposal.
    pub proposed: &'static str,
    /// Whether it is a paper, an RFC, or a collection of our own experiments: `paper`, `rfc` or `own`.
    pub kind: &'static str,
}

/// A paper. Papers with the same id are equal.
#[derive(Clone, Copy, Debug)]
pub struct Paper(&'static PaperInfo);

impl PartialEq for Paper {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Paper {}

impl Paper {
    /// A paper of a file. It stays in memory until the program ends.
    pub fn new(info: PaperInfo) -> Self {
        Self(Box::leak(Box::new(info)))
    }

    pub fn id(self) -> &'static str {
        self.0.id
    }

    pub fn name(self) -> &'static str {
        self.0.name
    }

    pub fn info(self) -> &'static PaperInfo {
        self.0
    }
}
