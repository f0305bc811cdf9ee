//! Generates docs/algorithms: an index, and a page for each algorithm from its registry entry.

use std::fmt::Write as _;

use super::settings_page::settings_table;
use sim_engine::describe::{AlgorithmInfo, Family, Kinds};

/// The headings of the index, by family.
const FAMILIES: &[(Family, &str)] = &[
    (Family::Window, "They adjust a congestion window"),
    (Family::Rate, "They adjust a rate, several times per round trip"),
    (Family::Report, "They adjust a rate at each receiver report"),
    (Family::None, "They do not react to congestion"),
];

/// The text of docs/algorithms/README.md.
pub fn algorithm_index(kinds: &Kinds) -> String {
    let mut text = String::from(
        "# Algorithms\n\nGenerated from the registry by `npm run gen`. The text of each page is in the algorithm's file in \
         `sim-core/engine/src/protocols`. [Adding an algorithm](../adding-an-algorithm.md) takes one command and one file.\n",
    );
    for (family, heading) in FAMILIES {
        let members: Vec<&AlgorithmInfo> =
            kinds.algorithms.iter().filter(|info| info.family == *family).collect();
        if members.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n## {heading}\n");
        for info in members {
            let _ = writeln!(text, "- [{}]({}.md): {}", info.name, info.id, info.summary);
        }
    }
    text
}

/// The text of docs/algorithms/ID.md.
pub fn algorithm_page(info: &AlgorithmInfo) -> String {
    let mut text = format!("# {}\n\n{}\n\n{}\n", info.name, info.summary, info.doc);
    for (index, picture) in info.pictures.iter().enumerate() {
        let _ = writeln!(
            text,
            "\n![{} over time](pictures/{})\n\n*{} Drawn from a run by `npm run gen`.*",
            info.name,
            info.picture_file(index),
            picture.caption
        );
    }
    let _ = write!(
        text,
        "\nIn a scenario: `\"algorithm\": \"{}\"`.\n\n[Deviations](../deviations.md) lists the differences from the publications, and \
         their reasons. [Validation](../validation.md) compares the algorithm with other results.\n\n## Settings\n\n{}",
        info.id,
        settings_table(&info.fields).trim_end()
    );
    text.push('\n');
    if !info.signals.is_empty() {
        text.push_str("\n## Signals\n\nIn addition to the signals that every flow has:\n\n| Signal | Unit | Meaning |\n|---|---|---|\n");
        for signal in &info.signals {
            let _ =
                writeln!(text, "| `{}`: {} | {} | {} |", signal.id, signal.label, signal.unit, signal.doc);
        }
    }
    if !info.decisions.is_empty() {
        text.push_str("\n## Decisions\n\nA flow explains its actions with these sentences. Those about slow start, recovery and single marks belong to the sender that window algorithms share; an algorithm that sets its window itself does not reach all of them.\n\n");
        for decision in &info.decisions {
            let _ = writeln!(text, "- {}: \"{}\"", decision.label, decision.template);
        }
    }
    if !info.references.is_empty() {
        text.push_str("\n## References\n\n");
        for reference in &info.references {
            let _ = writeln!(text, "- [{}]({})", reference.title, reference.url);
        }
    }
    text
}
