//! The papers of this project and their experiments, read from the files in the folder `papers`, and papers
//! that were added while the program runs.

use std::sync::{OnceLock, PoisonError, RwLock};

use sim_core::params::Issue;

use crate::model::Experiment;
use crate::paper::Paper;
use crate::paper_file::{self, LoadedPaper};
use crate::questions::{OpenQuestion, ReadyQuestion};

/// A file, and the paper that was read from it.
struct IncludedFile {
    id: &'static str,
    text: &'static str,
    loaded: OnceLock<LoadedPaper>,
}

macro_rules! included_files {
    ($($id:literal),* $(,)?) => {
        [$(IncludedFile { id: $id, text: include_str!(concat!("../papers/", $id, ".yaml")), loaded: OnceLock::new() }),*]
    };
}

/// The five papers, and our own experiments.
static FILES: [IncludedFile; 6] = included_files!["ldaplus", "tfwc", "trabol", "taimd", "tpba", "own"];

impl IncludedFile {
    fn paper(&self) -> &LoadedPaper {
        self.loaded.get_or_init(|| match paper_file::read(self.text) {
            Ok(paper) => paper,
            Err(issue) => panic!("papers/{}.yaml: {issue}", self.id),
        })
    }
}

/// The papers that were added. Of two with the same id, the later one counts.
static ADDED: RwLock<Vec<&'static LoadedPaper>> = RwLock::new(Vec::new());

/// Reads the text of a paper's file and adds the paper, in place of one with the same id. It stays in memory
/// until the program ends.
pub fn add(text: &str) -> Result<&'static LoadedPaper, Issue> {
    let loaded: &'static LoadedPaper = Box::leak(Box::new(paper_file::read(text)?));
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(loaded);
    Ok(loaded)
}

/// Returns whether the id is that of a paper of this project.
pub fn is_included(id: &str) -> bool {
    FILES.iter().any(|file| file.id == id)
}

/// The added paper that satisfies a condition.
fn added(is_wanted: impl Fn(&LoadedPaper) -> bool) -> Option<&'static LoadedPaper> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.iter().rev().copied().find(|loaded| is_wanted(loaded))
}

/// The papers of this project, and last our own experiments.
pub fn papers() -> impl Iterator<Item = Paper> {
    FILES.iter().map(|file| file.paper().paper)
}

fn loaded(paper: Paper) -> Option<&'static LoadedPaper> {
    added(|loaded| loaded.paper == paper)
        .or_else(|| FILES.iter().find(|file| file.id == paper.id()).map(IncludedFile::paper))
}

/// The questions that the text of a paper leaves open.
pub fn open_questions(paper: Paper) -> &'static [OpenQuestion] {
    loaded(paper).map_or(&[], |loaded| &loaded.open)
}

/// Ready-made questions about the assumptions of a paper's experiments.
pub fn ready_questions(paper: Paper) -> &'static [ReadyQuestion] {
    loaded(paper).map_or(&[], |loaded| &loaded.questions)
}

/// The ready-made questions about an experiment.
pub fn questions_about(experiment: &Experiment) -> Vec<&'static ReadyQuestion> {
    ready_questions(experiment.paper).iter().filter(|question| question.is_about(experiment.id)).collect()
}

/// All experiments: first those of the papers, then our own.
pub fn all() -> Vec<Experiment> {
    FILES.iter().flat_map(|file| file.paper().experiments.clone()).collect()
}

/// Returns the experiment with this id, of an added paper or of one of this project.
pub fn find(id: &str) -> Option<Experiment> {
    let of_paper = |paper: &str| id.strip_prefix(paper).is_some_and(|rest| rest.starts_with('-'));
    let loaded = added(|loaded| of_paper(loaded.paper.id()))
        .or_else(|| FILES.iter().find(|file| of_paper(file.id)).map(IncludedFile::paper))?;
    loaded.experiments.iter().find(|experiment| experiment.id == id).cloned()
}
