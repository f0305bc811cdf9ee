//! The papers of this project and their experiments, read from the files in the folder `papers`.

use std::sync::OnceLock;

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

/// The papers of this project, and last our own experiments.
pub fn papers() -> impl Iterator<Item = Paper> {
    FILES.iter().map(|file| file.paper().paper)
}

fn loaded(paper: Paper) -> Option<&'static LoadedPaper> {
    FILES.iter().find(|file| file.id == paper.id()).map(IncludedFile::paper)
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

/// Returns the experiment with this id.
pub fn find(id: &str) -> Option<Experiment> {
    let file =
        FILES.iter().find(|file| id.strip_prefix(file.id).is_some_and(|rest| rest.starts_with('-')))?;
    file.paper().experiments.iter().find(|experiment| experiment.id == id).cloned()
}
