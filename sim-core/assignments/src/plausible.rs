//! What the page never writes into a hand-in: answers of another form than their questions ask for, goals that the
//! run misses, steps that nobody can do by hand, and logs that would take too long to repeat.

use crate::assignment::{Assignment, Kind};
use crate::hand_in::{Answer, HandIn, LogStep};
use crate::report::{Finding, Judged, State};
use sim_core::ground::json::to_text;
use sim_core::simulation::VERSION;

/// A choice and the text that it ends are saved together. Each further answer takes at least this time, in milliseconds.
const ANSWER: f64 = 150.0;
/// From the beginning, each answer takes at least this time, in milliseconds.
const FROM_BEGINNING: f64 = 250.0;
/// So many steps at whole seconds, or at equal distances, are no accident.
const WHOLE_SECONDS: usize = 6;
const EQUAL_DISTANCES: usize = 4;

/// The most bytes that the steps of a log write: these, and so many documents of the assignment.
const MAX_WRITTEN: usize = 50_000_000;
const MAX_STEPS: usize = 2000;

/// The findings about answers that have another form than the page writes.
pub fn forms(assignment: &Assignment, hand_in: &HandIn) -> impl Iterator<Item = Finding> {
    assignment.questions.iter().enumerate().filter_map(|(i, question)| {
        let answer = hand_in.answers.get(&question.id)?;
        let fits = match (&question.kind, answer) {
            (Kind::Choice { options, .. }, Answer::Number(option)) => {
                (0..options.len()).any(|index| index as f64 == *option)
            }
            (Kind::Predict(prediction), Answer::Points(points)) => points.len() == prediction.points(),
            (Kind::Number { .. }, Answer::Number(_))
            | (Kind::Text, Answer::Text(_))
            | (Kind::Goal { .. }, Answer::Reached) => true,
            _ => false,
        };
        let (written, found) = (written(&question.kind), form(answer));
        let text = format!("Its answer to question {} is {found}. The page writes {written} there.", i + 1);
        (!fits).then(|| Finding::new("form", text))
    })
}

/// What the page writes as an answer.
fn written(kind: &Kind) -> String {
    match kind {
        Kind::Choice { options, .. } => format!("the index of one of {} options", options.len()),
        Kind::Number { .. } => "a number".to_owned(),
        Kind::Text => "a text".to_owned(),
        Kind::Predict(prediction) => format!("{} points", prediction.points()),
        Kind::Goal { .. } => "`true`".to_owned(),
    }
}

fn form(answer: &Answer) -> String {
    match answer {
        Answer::Number(number) => format!("the number {number}"),
        Answer::Text(_) => "a text".to_owned(),
        Answer::Points(points) => format!("{} points", points.len()),
        Answer::Reached => "`true`".to_owned(),
    }
}

/// The findings about goals that a hand-in of this version states and its run misses. The page offers to keep a goal only
/// when its run reaches it.
pub fn goals(assignment: &Assignment, hand_in: &HandIn, judged: &[Judged]) -> Vec<Finding> {
    let stated = assignment.questions.iter().zip(judged).enumerate().filter(|(_, (question, judged))| {
        hand_in.version == VERSION
            && matches!(question.kind, Kind::Goal { .. })
            && hand_in.answers.get(&question.id) == Some(&Answer::Reached)
            && judged.state == State::Wrong
    });
    let finding = |(i, _): (usize, _)| {
        let text = format!(
            "It states that the goal of question {} is reached, which it is not. The page does not write that.",
            i + 1
        );
        Finding::new("goal", text)
    };
    stated.map(finding).collect()
}

/// The finding about steps that nobody can do by hand.
pub fn pace(hand_in: &HandIn) -> Option<Finding> {
    let answers = hand_in.log.iter().filter_map(|entry| match &entry.step {
        LogStep::Answer { question, .. } => Some((entry.t, question)),
        _ => None,
    });
    // More questions than a page can show are not compared.
    let answers: Vec<(f64, &String)> = answers.take(1000).collect();
    let too_fast = (3..=answers.len().min(20)).find_map(|count| {
        let beyond = count as f64;
        let part = answers.windows(count).find(|part| {
            let (first, last) = (part[0].0, part[count - 1].0);
            let different = part.iter().enumerate().all(|(i, a)| part[..i].iter().all(|b| a.1 != b.1));
            let time = (0.0..ANSWER * (beyond - 2.0)).contains(&(last - first));
            different && (time || (0.0..FROM_BEGINNING * beyond).contains(&last))
        })?;
        Some(format!(
            "Its log has answers to {count} questions within {:.0} ms, the last of them {:.0} ms after the beginning. Nobody is so \
             fast; a clock that was set back can also be the cause.",
            part[count - 1].0 - part[0].0,
            part[count - 1].0
        ))
    });
    let mut times: Vec<f64> = hand_in.log.iter().map(|entry| entry.t).collect();
    times.dedup();
    let distances: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let is_even = distances.len() >= EQUAL_DISTANCES && distances.iter().all(|one| *one == distances[0]);
    let is_whole = times.len() >= WHOLE_SECONDS && times.iter().all(|t| t % 1000.0 == 0.0);
    let regular = || {
        (is_even || is_whole).then(|| {
            "All times of its log are whole seconds or at equal distances. The page writes the milliseconds of each step."
                .to_owned()
        })
    };
    too_fast.or_else(regular).map(|text| Finding::new("pace", text))
}

/// The finding about a log that would take too long to repeat. Each step writes a document, whose size is that of the
/// assignment's and of the values that the steps before it wrote.
pub fn over_steps(assignment: &Assignment, hand_in: &HandIn) -> Option<Finding> {
    let own = to_text(&assignment.scenario).len();
    let (mut size, mut written) = (own, 0);
    for entry in &hand_in.log {
        if let LogStep::Set { to: Some(to), .. } = &entry.step {
            size += to_text(to).len();
        }
        written += size;
    }
    (written > MAX_WRITTEN + MAX_STEPS * own).then(|| {
        let text = format!(
            "Its log of {} steps writes {} MB of settings. At most {} MB are repeated, so it was not checked.",
            hand_in.log.len(),
            written / 1_000_000,
            (MAX_WRITTEN + MAX_STEPS * own) / 1_000_000
        );
        Finding::new("budget", text)
    })
}
