//! Adds papers while the program runs.

use sim_core::params::Issue;
use sim_core::simulation::kinds;

use crate::library::{is_built_in, keep};
use crate::outcomes::setting_fault;
use crate::paper_file::{self, LoadedPaper};

/// Reads the text of a paper's file and adds the paper; it replaces one with the same id. It stays in memory
/// until the program ends. Its ids become parts of URLs and file names, so only letters, digits, `-` and `_`
/// are allowed. A paper of this project is replaced only if `may_replace` is set; otherwise its id is refused.
pub fn add(text: &str, may_replace: bool) -> Result<&'static LoadedPaper, Issue> {
    let loaded = paper_file::read(text)?;
    let id = loaded.paper.id();
    let has_allowed_characters = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let refused = |path: String, message: String| Err(Issue::new(&path, "bad_id", message));
    if !has_allowed_characters(id) || id.contains('-') {
        return refused("id".to_owned(), "An id has letters, digits and underscores only.".to_owned());
    }
    if !may_replace && is_built_in(id) {
        return refused("id".to_owned(), format!("The id `{id}` belongs to a paper of this program."));
    }
    for (index, experiment) in loaded.experiments.iter().enumerate() {
        let rest = experiment.id.strip_prefix(id).and_then(|rest| rest.strip_prefix('-'));
        if !rest.is_some_and(has_allowed_characters) {
            let path = format!("experiments[{index}].id");
            return refused(
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
    Ok(keep(loaded))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{built_in, find};

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
