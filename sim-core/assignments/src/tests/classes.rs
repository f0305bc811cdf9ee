//! Simulated classes of honest students: nobody is named, whether they work alone, follow a guide or quote one text.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::convert::whole;
use sim_core::ground::json::to_text;
use sim_core::ground::math::round;
use sim_core::ground::rng::split_mix;
use sim_core::scenario::canonical;
use sim_core::scenario::change::apply;
use sim_core::simulation::VERSION;

use crate::assignment::Assignment;
use crate::check::check;
use crate::compare::compare;
use crate::run::Run;
use crate::tests::{assignment, kinds_of};

const LIMIT: &str = "network.forward.queue.limit";
const STUDENTS: u32 = 25;

#[derive(Clone, Copy, Debug)]
enum Class {
    Independent,
    /// All change the setting when the lecturer says so, within a second to this many.
    Guided(f64),
    ShortTexts,
    /// All quote a sentence of the assignment.
    QuotedTexts,
}

const CLASSES: [Class; 5] =
    [Class::Independent, Class::Guided(2.0), Class::Guided(5.0), Class::ShortTexts, Class::QuotedTexts];

/// What students of these settings have, computed once.
struct Runs(BTreeMap<u64, (Value, String, f64)>);

impl Runs {
    fn of(&mut self, assignment: &Assignment, packets: u64) -> &(Value, String, f64) {
        self.0.entry(packets).or_insert_with(|| {
            let set = [(LIMIT.to_owned(), Some(json!({ "packets": packets })))];
            let document = apply(&assignment.start("x"), &set);
            let run = Run::compute(&document).ok().unwrap();
            let measure =
                fairshare_measures::measure::Measure::read(&json!({ "kind": "utilisation" })).unwrap();
            (canonical(&document, kinds()), run.result.clone(), 100.0 * measure.of(&run))
        })
    }
}

fn student(assignment: &Assignment, class: Class, number: u32, state: &mut u64, runs: &mut Runs) -> Value {
    let mut unit = || (split_mix(state) >> 11) as f64 / (1_u64 << 53) as f64;
    let mut now = 0.0;
    let mut log = vec![json!({ "t": round(20_000.0 + 60_000.0 * unit()), "answer": "q5", "value": [0.5] })];
    let mut packets = 6;
    for change in 0_u32..8 {
        now = match class {
            Class::Guided(most) => {
                90_000.0 + 60_000.0 * f64::from(change) + 1000.0 * (1.0 + (most - 1.0) * unit())
            }
            _ => now.max(90_000.0) + 2000.0 + 60_000.0 * unit() * unit(),
        };
        packets = match class {
            Class::Guided(_) => 3 + u64::from(change),
            _ => 3 + whole::<u64>(8.0 * unit()),
        };
        log.push(json!({ "t": round(now), "set": LIMIT, "to": { "packets": packets } }));
    }
    let (scenario, result, busy) = runs.of(assignment, packets).clone();
    let own = format!("In run {number} of mine the queue was empty for a while.");
    let texts = [
        "TCP halves its window after a loss.",
        "The queue is empty after each cut.",
        "Because the window is halved.",
    ];
    let why = match class {
        Class::ShortTexts => texts[whole::<usize>(3.0 * unit())],
        Class::QuotedTexts => "Keep the wait short.",
        _ => own.as_str(),
    };
    let busy = round(busy * 10.0) / 10.0;
    let answers = json!({ "q1": 1, "q2": busy, "q3": why, "q4": true, "q5": [0.5] });
    for id in ["q1", "q2", "q3", "q4"] {
        now += 1500.0 + 30_000.0 * unit();
        log.push(json!({ "t": round(now), "answer": id, "value": answers[id] }));
    }
    json!({
        "fairshare": "hand-in", "v": 1, "assignment": "test", "name": format!("student {number}"), "version": VERSION,
        "scenario": scenario, "result": result, "spent": round(now / 1000.0), "answers": answers, "log": log,
    })
}

/// The students of a class who are named.
fn named(class: Class, seed: u64, runs: &mut Runs) -> Vec<String> {
    let assignment = assignment("same");
    let mut state = seed;
    let report = |number| {
        let text = to_text(&student(&assignment, class, number, &mut state, runs));
        check(&assignment, &format!("{number}.json"), &text)
    };
    let reports = compare((0..STUDENTS).map(report).collect());
    let named = reports.iter().filter(|report| !kinds_of(report).is_empty());
    named.map(|report| format!("{class:?} {seed}: {:?}", report.findings)).collect()
}

fn nobody_is_named(classes_of_each_kind: u64) {
    let mut runs = Runs(BTreeMap::new());
    for class in CLASSES {
        for seed in 0..classes_of_each_kind {
            assert_eq!(named(class, seed, &mut runs), Vec::<String>::new());
        }
    }
}

#[test]
fn no_honest_student_of_a_class_is_named() {
    nobody_is_named(1);
}

#[test]
#[ignore = "1000 students; `npm run validate` runs it"]
fn validate_that_none_of_1000_honest_students_is_named() {
    nobody_is_named(8);
}
