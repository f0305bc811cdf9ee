//! Tests of all experiments: ids are unique, documents are valid, and claims and figures name declared quantities.

use std::collections::BTreeSet;

use crate::export::missing;
use crate::model::{Drawing, Paper};
use crate::open_questions::open_questions;
use crate::{all, cell};
use sim_core::simulation::kinds;

#[test]
fn ids_are_unique_and_start_with_the_id_of_their_paper() {
    let all = all();
    let ids: BTreeSet<&str> = all.iter().map(|experiment| experiment.id).collect();
    assert_eq!(ids.len(), all.len());
    for experiment in &all {
        assert!(experiment.id.starts_with(experiment.paper.id()), "{}", experiment.id);
        assert!(experiment.shows.ends_with('.') && !experiment.title.ends_with('.'), "{}", experiment.id);
    }
}

#[test]
fn every_document_is_a_valid_scenario() {
    let kinds = kinds();
    for experiment in all() {
        let Some(plan) = experiment.plan() else { continue };
        assert!(plan.seeds >= 1 && !plan.cells.is_empty(), "{}", experiment.id);
        if !missing(&experiment, kinds).is_empty() {
            continue;
        }
        let mut ids = BTreeSet::new();
        for cell in &plan.cells {
            assert!(ids.insert(cell.id()), "{}/{} occurs twice", experiment.id, cell.id());
            for (axis, _) in &cell.at {
                assert!(
                    plan.axes.iter().any(|declared| declared.id == *axis),
                    "{}: axis {axis} is not declared",
                    experiment.id
                );
            }
            let checked = sim_core::scenario::Scenario::from_value(cell.with_seed(1), kinds);
            assert!(checked.is_ok(), "{}/{}: {:?}", experiment.id, cell.id(), checked.err());
        }
    }
}

#[test]
fn claims_and_drawings_name_declared_quantities() {
    for experiment in all() {
        let Some(plan) = experiment.plan() else { continue };
        let is_declared = |id: &str| plan.quantities.iter().any(|quantity| quantity.id == id);
        for claim in &experiment.claims {
            assert_eq!(claim.judged, !claim.checks.is_empty(), "{}: {}", experiment.id, claim.text);
            for check in &claim.checks {
                assert!(is_declared(check.quantity), "{}: {}", experiment.id, check.quantity);
            }
        }
        for drawing in &plan.drawings {
            match drawing {
                Drawing::Curves { quantities, .. } | Drawing::Table { quantities, .. } => {
                    assert!(quantities.iter().all(|id| is_declared(id)), "{}", experiment.id);
                }
                Drawing::Surface { quantity, .. } | Drawing::Histogram { quantity, .. } => {
                    assert!(is_declared(quantity), "{}: {quantity}", experiment.id);
                }
                Drawing::Series { .. } => {}
            }
        }
    }
}

#[test]
fn open_questions_have_readings_and_name_declared_quantities() {
    for question in Paper::ALL.into_iter().flat_map(open_questions) {
        let text = question.question;
        assert!(text.ends_with('?') && question.paper_states.ends_with('.'), "{text}");
        assert!(question.readings.len() >= 2 && question.reason.ends_with('.'), "{text}");
        for reading in &question.readings {
            assert!(!reading.measured.is_empty() || reading.note.ends_with('.'), "{text}: {}", reading.what);
            for values in &reading.measured {
                let plan = crate::find(values.experiment).and_then(|found| found.plan().cloned());
                let is_declared =
                    plan.is_some_and(|plan| plan.quantities.iter().any(|known| known.id == values.quantity));
                assert!(is_declared, "{text}: {} of {}", values.quantity, values.experiment);
            }
        }
    }
}

#[test]
fn a_run_stops_when_the_stop_function_returns_true() {
    let plan = crate::find("tfwc-fig1a").and_then(|experiment| experiment.plan().cloned()).unwrap();
    let document = plan.cells[plan.cells.len() - 1].with_seed(1);
    let stopped = cell::run(document, plan.recording, kinds(), &|| true);
    assert!(matches!(stopped, Err(cell::RunError::Stopped)));
}
