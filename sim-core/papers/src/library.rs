//! The papers of this project and their experiments, read from the files in the folder `papers`, and papers
//! that were added while the program runs.

use std::sync::{OnceLock, PoisonError, RwLock};

use sim_core::params::Issue;
use sim_core::simulation::kinds;

use crate::model::Experiment;
use crate::outcomes::setting_fault;
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
static FILES: [IncludedFile; 7] =
    included_files!["ldaplus", "tfwc", "trabol", "taimd", "tpba", "rfc9438", "own"];

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

/// Reads the text of a paper's file and adds the paper, in place of one with the same id. It stays in memory
/// until the program ends. Its ids become parts of URLs and file names, so only letters, digits, `-` and `_`
/// are allowed. A paper of this project is replaced only if `may_replace` is set; otherwise its id is refused.
pub fn add(text: &str, may_replace: bool) -> Result<&'static LoadedPaper, Issue> {
    let loaded = paper_file::read(text)?;
    let id = loaded.paper.id();
    let has_allowed_characters = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let issue = |path: String, message: String| Err(Issue::new(&path, "bad_id", message));
    if !has_allowed_characters(id) || id.contains('-') {
        return issue("id".to_owned(), "An id has letters, digits and underscores only.".to_owned());
    }
    if !may_replace && FILES.iter().any(|file| file.id == id) {
        return issue("id".to_owned(), format!("The id `{id}` belongs to a paper of this program."));
    }
    for (index, experiment) in loaded.experiments.iter().enumerate() {
        let rest = experiment.id.strip_prefix(id).and_then(|rest| rest.strip_prefix('-'));
        if !rest.is_some_and(has_allowed_characters) {
            let path = format!("experiments[{index}].id");
            return issue(
                path,
                format!("An id begins with `{id}-` and has letters, digits, `-` and `_` only."),
            );
        }
    }
    for (index, experiment) in loaded.experiments.iter().enumerate() {
        if let Some(fault) = setting_fault(experiment, kinds()) {
            let path = format!("experiments[{index}].{}", fault.path);
            return Err(Issue { path, ..fault });
        }
    }
    let loaded: &'static LoadedPaper = Box::leak(Box::new(loaded));
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(loaded);
    Ok(loaded)
}

/// The latest added paper that satisfies a condition.
fn added(is_wanted: impl Fn(&LoadedPaper) -> bool) -> Option<&'static LoadedPaper> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.iter().rev().copied().find(|loaded| is_wanted(loaded))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file(id: &str, experiment: &str) -> String {
        format!(
            "paper: 1\nid: {id}\nname: N\ntitle: T\nauthors: A\nyear: \"2026\"\nvenue: V\nproblem: P\nbrief: B\nproposed: Q\n\
             experiments:\n  - id: {experiment}\n    place: Figure 1\n    title: T\n    shows: S\n    not_simulated: A drawing.\n"
        )
    }

    #[test]
    fn an_added_paper_is_found_and_replaced_by_a_later_paper_with_its_id() {
        assert!(find("added-fig1").is_none());
        add(&file("added", "added-fig1"), false).unwrap();
        assert!(find("added-fig1").is_some());
        add(&file("added", "added-fig2"), false).unwrap();
        assert!(find("added-fig1").is_none() && find("added-fig2").is_some());
        assert!(built_in().iter().all(|experiment| experiment.paper.id() != "added"));
    }

    #[test]
    fn a_setting_that_changes_no_scenario_is_refused_with_its_path() {
        let judged = "\n    scenario: { \"v\": 1, \"duration\": 5, \"flows\": [{ \"id\": \"a\", \"algorithm\": \"sack\" }] }\n    cells:\n      - {}\n    \
                      quantities:\n      x: { \"label\": \"X\", \"measure\": \"mean(a.throughput_bps)\" }\n    claims:\n      - text: A\n        \
                      check: x > 1\n        readings:\n          - { \"what\": \"R\", \"set\": { SETTING } }\n";
        let text = file("effect", "effect-fig1").replace("\n    not_simulated: A drawing.", judged);
        let with = |setting: &str| add(&text.replace("SETTING", setting), false);
        assert!(with("\"tcp.ack_every\": 1").is_ok());
        for setting in [
            "\"tcp.ack_every\": 2",
            "\"tcp.ack_every\": 1, \"tcp.receive_window\": null",
            "\"tfrc.damping\": true",
        ] {
            let issue = with(setting).unwrap_err();
            assert_eq!(issue.path, "experiments[0].claims[0].readings[0].set", "{setting}: {issue}");
        }
    }

    #[test]
    fn ids_with_other_characters_and_ids_of_built_in_papers_are_refused() {
        for (id, experiment, path) in [
            ("a/b", "a/b-fig1", "id"),
            ("a-b", "a-b-fig1", "id"),
            ("tfwc", "tfwc-fig1", "id"),
            ("other", "another-fig1", "experiments[0].id"),
            ("other", "other-../x", "experiments[0].id"),
        ] {
            let issue = add(&file(id, experiment), false).unwrap_err();
            assert_eq!(issue.path, path, "{id} {experiment}");
        }
    }
}
