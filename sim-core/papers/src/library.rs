//! The papers of this project and their experiments, read from the files in the folder `papers`, and papers
//! that were added while the program runs.

use std::sync::{OnceLock, PoisonError, RwLock};

use crate::model::Experiment;
use crate::paper::Paper;
use crate::paper_file::{self, LoadedPaper};
use crate::questions::{OpenQuestion, ReadyQuestion};

/// A file, and the paper that was read from it.
struct IncludedFile {
    id: &'static str,
    text: &'static str,
    cell: OnceLock<LoadedPaper>,
}

macro_rules! included_files {
    ($($id:literal),* $(,)?) => {
        [$(IncludedFile { id: $id, text: include_str!(concat!("../papers/", $id, ".yaml")), cell: OnceLock::new() }),*]
    };
}

/// The five papers, an RFC, and our own experiments.
static FILES: [IncludedFile; 8] =
    included_files!["ldaplus", "tfwc", "trabol", "taimd", "tpba", "rfc9438", "bbr", "own"];

impl IncludedFile {
    fn loaded(&self) -> &LoadedPaper {
        self.cell.get_or_init(|| match paper_file::read(self.text) {
            Ok(paper) => paper,
            Err(issue) => panic!("papers/{}.yaml: {issue}", self.id),
        })
    }
}

/// The papers that were added. If two have the same id, the later one is used.
static ADDED: RwLock<Vec<&'static LoadedPaper>> = RwLock::new(Vec::new());

/// Adds a paper, which stays in memory until the program ends.
pub(crate) fn keep(loaded: LoadedPaper) -> &'static LoadedPaper {
    let loaded: &'static LoadedPaper = Box::leak(Box::new(loaded));
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(loaded);
    loaded
}

pub(crate) fn is_built_in(paper: &str) -> bool {
    FILES.iter().any(|file| file.id == paper)
}

/// The latest added paper that satisfies a condition.
fn added(is_wanted: impl Fn(&LoadedPaper) -> bool) -> Option<&'static LoadedPaper> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.iter().rev().copied().find(|loaded| is_wanted(loaded))
}

/// The contents of the files of this project.
pub fn loaded_papers() -> impl Iterator<Item = &'static LoadedPaper> {
    FILES.iter().map(IncludedFile::loaded)
}

/// The papers of this project, and last our own experiments.
pub fn papers() -> impl Iterator<Item = Paper> {
    FILES.iter().map(|file| file.loaded().paper)
}

fn loaded(paper: Paper) -> Option<&'static LoadedPaper> {
    added(|loaded| loaded.paper == paper)
        .or_else(|| FILES.iter().find(|file| file.id == paper.id()).map(IncludedFile::loaded))
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

/// The experiments of this project: first those of its papers, then our own. Experiments of added papers are
/// not included.
pub fn built_in() -> Vec<Experiment> {
    FILES.iter().flat_map(|file| file.loaded().experiments.clone()).collect()
}

/// Returns the experiment with this id, of an added paper or of one of this project.
pub fn find(id: &str) -> Option<Experiment> {
    let of_paper = |paper: &str| id.strip_prefix(paper).is_some_and(|rest| rest.starts_with('-'));
    let loaded = added(|loaded| of_paper(loaded.paper.id()))
        .or_else(|| FILES.iter().find(|file| of_paper(file.id)).map(IncludedFile::loaded))?;
    loaded.experiments.iter().find(|experiment| experiment.id == id).cloned()
}
