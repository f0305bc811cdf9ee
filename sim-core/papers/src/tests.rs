//! Tests of all experiments: ids are unique, documents are valid, and claims and figures name declared
//! quantities.

use std::collections::{BTreeMap, BTreeSet};

use crate::built_in;
use crate::changes::change;
use crate::library::{open_questions, papers, questions_about, ready_questions};
use crate::model::{AxisCondition, Cell, Claim, Drawing, Experiment, Procedure};
use crate::outcomes::{missing as missing_of_line, setting_fault};
use fairshare_runs::{RunError, run::run};
use sim_core::simulation::kinds;

#[test]
fn ids_and_texts_of_experiments_are_well_formed() {
    let all = built_in();
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
    for experiment in built_in() {
        let Some(plan) = experiment.plan() else { continue };
        assert!(plan.seeds >= 1 && !plan.cells.is_empty(), "{}", experiment.id);
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
    for experiment in built_in() {
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
fn every_judged_line_quotes_the_paper_and_has_a_band_and_a_counter_run() {
    let mut faults = Vec::new();
    for experiment in &built_in() {
        for (index, claim) in experiment.claims.iter().enumerate() {
            if let Some(fault) = missing_of_line(claim) {
                faults.push(format!("{}, line {}: {fault}", experiment.id, index + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_line_without_quote_band_or_counter_run_is_found() {
    let experiment = built_in().into_iter().find(|e| e.claims.iter().any(|claim| claim.judged)).unwrap();
    let mut claim = experiment.claims.into_iter().find(|claim| claim.judged).unwrap();
    (claim.quote, claim.ours) = (None, false);
    assert!(missing_of_line(&claim).is_some());
    claim.ours = true;
    assert!(missing_of_line(&claim).is_none());
}

#[test]
fn every_alternative_changes_the_runs_or_selects_declared_results() {
    for experiment in built_in() {
        let Some(plan) = experiment.plan() else { continue };
        let fault = setting_fault(&experiment, kinds());
        assert!(
            fault.is_none(),
            "{}: {}",
            experiment.id,
            fault.map_or_else(String::new, |fault| fault.to_string())
        );
        for alternative in experiment.claims.iter().flat_map(Claim::alternatives) {
            let text = alternative.what;
            assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text}", experiment.id);
            let is_declared = |id: &str| plan.quantities.iter().any(|quantity| quantity.id == id);
            assert!(alternative.of.is_none_or(is_declared), "{}: {text}", experiment.id);
            for condition in &alternative.at.0 {
                let (AxisCondition::Between { axis, .. } | AxisCondition::Is { axis, .. }) = condition;
                assert!(plan.axes.iter().any(|known| known.id == *axis), "{}: {axis}", experiment.id);
            }
        }
    }
}

#[test]
fn open_questions_have_readings_and_name_declared_quantities() {
    for question in papers().flat_map(open_questions) {
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
    let stopped = run(document, plan.recording, kinds(), &|| true);
    assert!(matches!(stopped, Err(RunError::Stopped(_))));
}

/// A document of a cell.
fn document(experiment: &str, cell: &str) -> serde_json::Value {
    let experiment = crate::find(experiment).unwrap();
    let cells = &experiment.plan().unwrap().cells;
    cells.iter().find(|other| other.id() == cell).unwrap().document.clone()
}

#[test]
fn queues_and_rates_equal_those_of_the_papers() {
    let queue = |experiment, cell, direction: &str| {
        document(experiment, cell)["network"][direction]["queue"]["limit"]["packets"].as_u64().unwrap()
    };
    // 20 Mb/s * 12 ms = 240 kbit = 30 packets: 29 wait while one is sent. 0.1 Mb/s * 12 ms = 0.15 packets, so
    // that the minimum applies: 4 packets wait while the fifth is sent. The reverse link keeps ns-2's 50.
    assert_eq!(queue("tfwc-fig1a", "with=TFRC,B=20,n=1", "forward"), 29);
    assert_eq!(queue("tfwc-fig1a", "with=TFRC,B=0.1,n=1", "forward"), 4);
    assert_eq!(queue("tfwc-fig1a", "with=TFRC,B=0.1,n=1", "reverse"), 49);
    // Packets of 100 bytes, 8 for each of the 2 N flows: 4 C tau = 4 * 80 kb/s * 0.04 s = 12.8 kbit =
    // 16 packets at N = 1.
    assert_eq!(queue("ldaplus-fig10a", "with=TFRCP 2 s,N=1", "forward"), 16);
    // 240 kbit at 1.5 Mb/s.
    assert_eq!(queue("ldaplus-fig11a", "with=TFRCP 2 s,N=6", "forward"), 300);
    let delay =
        document("ldaplus-fig11a", "with=TFRCP 2 s,N=6")["network"]["forward"]["delay"].as_f64().unwrap();
    assert!((2.0 * (delay + 2.0 * 0.0001) - 0.04).abs() < 1e-12);
    // 2 Mb/s and 10 Mb/s for 0.1 s, in packets of 8000 bits.
    let lossless = "path=data in the lossless direction,back=10";
    assert_eq!(queue("ldaplus-fig5d", lossless, "reverse"), 25);
    assert_eq!(queue("ldaplus-fig5d", lossless, "forward"), 125);
    // 1.11 times the 250 packets per second that the slow direction carries.
    let cross = document("ldaplus-fig5d", lossless)["flows"][2]["source"]["per_second"].as_f64().unwrap();
    assert!((cross - 277.5).abs() < 1e-9);
    // The radar sends 100 Mb/s for 19 of every 25 ms, which are 76 Mb/s, and leaves 16 of 92 Mb/s.
    let radar = document("trabol-fig7c", "rival=radar,run=rival alone");
    let wire = radar["flows"][0]["source"]["rate"].as_f64().unwrap() * 1500.0 / 1472.0;
    let mean = wire * 0.019 / (0.019 + 0.006);
    assert!((radar["network"]["forward"]["rate"].as_f64().unwrap() - mean - 16e6).abs() < 1.0);
}

#[test]
fn every_number_of_a_paper_belongs_to_a_quantity_or_curve_of_its_experiment() {
    let mut numbers = 0;
    for experiment in built_in() {
        let Some(plan) = experiment.plan() else { continue };
        let drawings = plan.drawings.iter().map(|drawing| drawing.to_json().to_string()).collect::<String>();
        assert!(plan.shown.0.is_empty() || plan.cells.iter().any(|cell| plan.shown.matches(&cell.at)));
        for number in &plan.numbers {
            numbers += 1;
            let known = number.quantity.is_empty() || drawings.contains(&format!("\"{}\"", number.quantity));
            assert!(known, "{}: no drawing shows {}", experiment.id, number.quantity);
            for condition in &number.only.0 {
                let (AxisCondition::Between { axis, .. } | AxisCondition::Is { axis, .. }) = condition;
                assert!(plan.axes.iter().any(|known| known.id == *axis), "{}: {axis}", experiment.id);
            }
        }
    }
    assert!(numbers > 60, "{numbers}");
}

/// The experiment with the first and the last cell for each combination of algorithms, which keeps the test
/// short; `None` if it is not simulated.
fn with_few_cells(mut experiment: Experiment) -> Option<Experiment> {
    let Procedure::Simulate(plan) = &mut experiment.procedure else { return None };
    let algorithms = |cell: &Cell| -> Vec<String> {
        let flows = cell.document["flows"].as_array().map_or(&[][..], Vec::as_slice);
        flows.iter().map(|flow| flow["algorithm"].to_string()).collect()
    };
    let cells = std::mem::take(&mut plan.cells);
    let mut ends: BTreeMap<Vec<String>, (usize, usize)> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        ends.entry(algorithms(cell)).or_insert((index, index)).1 = index;
    }
    let is_end = |index: usize| ends.values().any(|&(first, last)| index == first || index == last);
    plan.cells =
        cells.into_iter().enumerate().filter(|&(index, _)| is_end(index)).map(|(_, cell)| cell).collect();
    Some(experiment)
}

#[test]
fn every_question_changes_the_experiments_that_it_is_about() {
    let kinds = kinds();
    let simulated: Vec<Experiment> = built_in().into_iter().filter_map(with_few_cells).collect();
    let mut ids = BTreeSet::new();
    let mut failures = Vec::new();
    for question in papers().flat_map(ready_questions) {
        assert!(ids.insert(question.id), "{} occurs twice", question.id);
        assert!(question.question.ends_with('?') && question.about.ends_with('.'), "{}", question.id);
        for prefix in &question.experiments {
            assert!(simulated.iter().any(|e| e.id.starts_with(prefix)), "{}: {prefix}", question.id);
        }
        for experiment in simulated.iter().filter(|experiment| question.is_about(experiment.id)) {
            match change(experiment, &question.changes, kinds) {
                Ok(changed) if changed.changes.iter().all(|applied| applied.cells == 0) => {
                    failures.push(format!("{} does not change {}", question.id, experiment.id));
                }
                Ok(_) => {}
                Err(error) => failures.push(format!("{}, {}: {error:?}", question.id, experiment.id)),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_assumption_states_what_it_changes() {
    for experiment in built_in() {
        for assumption in &experiment.assumptions {
            assert!(assumption.about.is_some(), "{}: {}", experiment.id, assumption.what);
        }
    }
}

#[test]
fn every_simulated_experiment_has_a_question() {
    let has_none =
        |experiment: &Experiment| experiment.plan().is_some() && questions_about(experiment).is_empty();
    let without: Vec<&str> = built_in().iter().filter(|e| has_none(e)).map(|e| e.id).collect();
    // A single UDP flow without control has no assumption about an algorithm.
    assert_eq!(without, ["trabol-fig5a"]);
}
