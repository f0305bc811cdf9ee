//! What holds for every experiment: ids, documents that can be run, lines that look at declared quantities.

use std::collections::BTreeSet;

use super::export::missing;
use super::model::Drawing;
use super::{all, cell};
use sim_core::simulation::kinds;

#[test]
fn ids_are_unique_and_begin_with_their_paper() {
    let all = all();
    let ids: BTreeSet<&str> = all.iter().map(|experiment| experiment.id).collect();
    assert_eq!(ids.len(), all.len());
    for experiment in &all {
        assert!(experiment.id.starts_with(experiment.paper.id()), "{}", experiment.id);
        assert!(experiment.shows.ends_with('.') && !experiment.title.ends_with('.'), "{}", experiment.id);
    }
}

#[test]
fn every_document_is_a_valid_scenario_once_its_protocols_are_there() {
    let kinds = kinds();
    for experiment in all() {
        let Some(runs) = experiment.runs() else { continue };
        assert!(runs.seeds >= 1 && !runs.cells.is_empty(), "{}", experiment.id);
        if !missing(&experiment, &kinds).is_empty() {
            continue;
        }
        let mut places = BTreeSet::new();
        for cell in &runs.cells {
            assert!(places.insert(cell.id()), "{}/{} twice", experiment.id, cell.id());
            for (axis, _) in &cell.at {
                assert!(runs.axes.iter().any(|known| known.id == *axis), "{}: axis {axis}", experiment.id);
            }
            let checked = sim_core::scenario::Scenario::from_value(cell.with_seed(1), &kinds);
            assert!(checked.is_ok(), "{}/{}: {:?}", experiment.id, cell.id(), checked.err());
        }
    }
}

#[test]
fn lines_and_drawings_name_quantities_that_exist() {
    for experiment in all() {
        let Some(runs) = experiment.runs() else { continue };
        let known = |id: &str| runs.quantities.iter().any(|quantity| quantity.id == id);
        for line in &experiment.lines {
            assert_eq!(line.judged, !line.checks.is_empty(), "{}: {}", experiment.id, line.text);
            for check in &line.checks {
                assert!(known(check.quantity), "{}: {}", experiment.id, check.quantity);
            }
        }
        for drawing in &runs.drawings {
            match drawing {
                Drawing::Curves { quantities, .. } | Drawing::Table { quantities, .. } => {
                    assert!(quantities.iter().all(|id| known(id)), "{}", experiment.id);
                }
                Drawing::Surface { quantity, .. } | Drawing::Histogram { quantity, .. } => {
                    assert!(known(quantity), "{}: {quantity}", experiment.id);
                }
                Drawing::Series { .. } => {}
            }
        }
    }
}

#[test]
fn a_run_that_is_told_to_stop_stops() {
    let runs = super::find("tfwc-fig1a").and_then(|experiment| experiment.runs().cloned()).unwrap();
    let document = runs.cells[runs.cells.len() - 1].with_seed(1);
    let stopped = cell::run(document, runs.watch, &kinds(), &|| true);
    assert!(matches!(stopped, Err(cell::Unfinished::Stopped)));
}
