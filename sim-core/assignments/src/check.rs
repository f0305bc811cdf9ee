//! Checks one hand-in: repeats its log, computes its runs again, and judges its answers.
//!
//! Every answer is judged with the scenario that the student had when the answer was given, which follows
//! from the log.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::json::to_text;
use sim_core::ground::quantity::{quantity, significant};
use sim_core::scenario::change::{apply, differences};
use sim_core::scenario::{Document, expanded};
use sim_core::simulation::VERSION;

use crate::assignment::{Assignment, ChoiceKey, Kind, NumberKey, Question};
use crate::hand_in::{Answer, HandIn, LogEntry, LogStep, MAX_NAME};
use crate::plausible;
use crate::report::{Finding, Judged, Report, State, Step};
use crate::run::{Run, RunProblem, declared};
use crate::visible::visible;

/// Maximum number of locked settings that a finding names.
const MAX_NAMED: usize = 5;
/// The work that the runs of a hand-in may declare together, in packets over one link: about ten seconds.
const MAX_WORK: f64 = 1e7;
/// The share of it that the scenarios of the assignment's questions may need: they begin, and students change them.
const WORK_OF_ASSIGNMENT: f64 = 3.0;
/// The most runs in memory. Each has at most 32 MB of series.
const MAX_RUNS: usize = 3;

pub fn check(assignment: &Assignment, file: &str, text: &str) -> Report {
    let hand_in = match HandIn::read(text) {
        Ok(hand_in) => hand_in,
        Err(problem) => return Report::refused(file, Finding::new("unreadable", problem)),
    };
    let mut report = Report {
        name: visible(&hand_in.name).chars().take(MAX_NAME).collect(),
        version: hand_in.version.clone(),
        result: hand_in.result.clone(),
        spent: hand_in.spent,
        findings: name_finding(&hand_in.name, file).into_iter().collect(),
        ..Report::refused(file, Finding::new("", ""))
    };
    if hand_in.assignment != assignment.id {
        let text = format!("This hand-in belongs to another assignment (ID {}).", hand_in.assignment);
        report.findings.push(Finding::new("assignment", text));
        return report;
    }
    if let Some(finding) = plausible::over_steps(assignment, &hand_in) {
        report.findings.push(finding);
        return report;
    }
    let mut checker = Checker::new(assignment, &hand_in);
    let replay = checker.replay();
    report.findings.extend(checker.findings(&replay));
    let judged = |question: &Question| Judged { worth: question.worth, ..checker.judge(question, &replay) };
    report.answers = assignment.questions.iter().map(judged).collect();
    report.findings.extend(checker.over_work());
    report.findings.extend(plausible::forms(assignment, &hand_in));
    report.findings.extend(plausible::goals(assignment, &hand_in, &report.answers));
    report.findings.extend(plausible::pace(&hand_in).filter(|_| replay.problem.is_none()));
    let step = |entry: &LogEntry| Step { t: entry.t, text: step_text(&entry.step, assignment) };
    report.log = hand_in.log.iter().map(step).collect();
    report
}

/// The finding about a pseudonym or a file name that is not what it seems.
pub fn name_finding(name: &str, file: &str) -> Option<Finding> {
    let length = name.chars().count();
    let text = if name.trim().is_empty() {
        "Its pseudonym is empty. The page asks for one.".to_owned()
    } else if visible(name) != name {
        "Its pseudonym contains characters that are not seen or reorder text. They are shown as codes."
            .to_owned()
    } else if length > MAX_NAME {
        format!(
            "Its pseudonym has {length} characters. The page allows {MAX_NAME}, so the rest is not shown."
        )
    } else if visible(file) != file || file.contains("[U+") {
        "Its file name contains characters that are not seen or reorder text. They are shown as codes."
            .to_owned()
    } else {
        return None;
    };
    Some(Finding::new("name", text))
}

/// A step as text. It names a question by its number.
fn step_text(step: &LogStep, assignment: &Assignment) -> String {
    match step {
        LogStep::Set { path, to } => format!("set {path} {}", to.as_ref().unwrap_or(&Value::Null)),
        LogStep::Begin { question } => format!("begin {question}"),
        LogStep::Answer { question, value } => {
            format!("answer {} {value:?}", assignment.number_of(question))
        }
    }
}

/// The state after all steps of a log.
struct Replay {
    scenario: Value,
    /// The last answer to each question, or the first prediction, with the scenario at that time.
    answers: BTreeMap<String, (Answer, Value)>,
    /// Locked settings that entries of the log change.
    locked: Vec<String>,
    /// Why the log cannot be the log of the page.
    problem: Option<String>,
}

struct Checker<'a> {
    assignment: &'a Assignment,
    hand_in: &'a HandIn,
    /// The latest runs by document, because most answers are about the same document.
    runs: Vec<(String, Rc<Result<Run, RunProblem>>)>,
    /// The work that runs of this hand-in may still declare, and all that they may.
    left: f64,
    most: f64,
    /// Whether a run of an answer was not made, because it would exceed the work.
    is_over: bool,
}

impl<'a> Checker<'a> {
    fn new(assignment: &'a Assignment, hand_in: &'a HandIn) -> Self {
        // The lecturer's own scenarios may need more than is usual.
        let own: f64 = assignment
            .questions
            .iter()
            .map(|question| {
                declared(&assignment.start_of(question, &hand_in.name)).map_or(0.0, |(_, work)| work)
            })
            .sum();
        let most = MAX_WORK.max(WORK_OF_ASSIGNMENT * own);
        Checker { assignment, hand_in, runs: Vec::new(), left: most, most, is_over: false }
    }
    fn replay(&self) -> Replay {
        let HandIn { name, log, .. } = self.hand_in;
        let mut replay = Replay {
            scenario: self.assignment.start(name),
            answers: BTreeMap::new(),
            locked: Vec::new(),
            problem: None,
        };
        let mut before = 0.0;
        for LogEntry { t, step } in log {
            if !(before..f64::INFINITY).contains(t) {
                replay.problem.get_or_insert_with(|| "Its times are not in order.".to_owned());
            }
            before = *t;
            self.repeat(step, &mut replay);
        }
        replay
    }

    fn repeat(&self, step: &LogStep, replay: &mut Replay) {
        let unknown = |id: &str| format!("It names the question `{id}`, which the assignment does not have.");
        match step {
            LogStep::Set { path, to } => {
                if !self.assignment.is_free(path) && !replay.locked.contains(path) {
                    replay.locked.push(path.clone());
                }
                replay.scenario = apply(&replay.scenario, &[(path.clone(), to.clone())]);
            }
            LogStep::Begin { question } => match self.assignment.question(question) {
                Some(question) => replay.scenario = self.assignment.start_of(question, &self.hand_in.name),
                None => drop(replay.problem.get_or_insert_with(|| unknown(question))),
            },
            LogStep::Answer { question: id, value } => {
                let Some(question) = self.assignment.question(id) else {
                    replay.problem.get_or_insert_with(|| unknown(id));
                    return;
                };
                let is_prediction = matches!(question.kind, Kind::Predict(_));
                if is_prediction && replay.answers.contains_key(id) {
                    replay.problem.get_or_insert_with(|| {
                        format!(
                            "It changes the prediction of question {} later.",
                            self.assignment.number_of(id)
                        )
                    });
                    return;
                }
                replay.answers.insert(id.clone(), (value.clone(), replay.scenario.clone()));
            }
        }
    }

    fn run(&mut self, document: &Value) -> Rc<Result<Run, RunProblem>> {
        let key = to_text(document);
        if let Some((_, known)) = self.runs.iter().find(|(other, _)| *other == key) {
            return Rc::clone(known);
        }
        let run = Rc::new(Run::within(document, self.left));
        match &*run {
            Ok(run) => self.left -= run.work,
            Err(RunProblem::Budget(_)) => self.is_over = true,
            Err(_) => {}
        }
        if self.runs.len() == MAX_RUNS {
            self.runs.remove(0);
        }
        self.runs.push((key, Rc::clone(&run)));
        run
    }

    /// The finding about answers that are not judged, because their runs would take too long.
    fn over_work(&self) -> Option<Finding> {
        self.is_over.then(|| {
            let text = format!(
                "Its answers need runs that together declare more than {:.1} million packets, so not all are judged.",
                self.most / 1e6
            );
            Finding::new("budget", text)
        })
    }

    fn findings(&mut self, replay: &Replay) -> Vec<Finding> {
        let hand_in = self.hand_in;
        let mut findings = Vec::new();
        let locked = self.locked(replay);
        if !locked.is_empty() {
            let more = if locked.len() > MAX_NAMED { ", ..." } else { "" };
            let named = &locked[..locked.len().min(MAX_NAMED)];
            findings.push(Finding::new(
                "locked",
                format!("Locked settings were changed: {}{more}.", named.join(", ")),
            ));
        }
        match &*self.run(&hand_in.scenario) {
            Err(RunProblem::Invalid(issues)) => {
                findings.push(Finding::new("invalid", format!("Its scenario is not valid: {issues}")));
            }
            Err(RunProblem::Budget(work)) => {
                let text = format!(
                    "Its scenario declares the work of {:.1} million packets, and the runs of a hand-in of this assignment may \
                     declare {:.1} million, so it was not computed.",
                    work / 1e6,
                    self.most / 1e6
                );
                findings.push(Finding::new("budget", text));
                // One finding is enough for the answers about the same scenario.
                self.is_over = false;
            }
            Err(RunProblem::Broken(message)) => findings.push(Finding::new("failed", message.clone())),
            Ok(_) if hand_in.version != VERSION => {
                let text = format!(
                    "Made with version {}. This is version {VERSION}, so its result ID cannot be compared. The answers are judged \
                     with runs of this version.",
                    hand_in.version
                );
                findings.push(Finding::new("version", text));
            }
            Ok(run) if run.result != hand_in.result => {
                let text = format!(
                    "The result ID {} could not be reproduced: the scenario gives {}.",
                    hand_in.result, run.result
                );
                findings.push(Finding::new("result", text));
            }
            Ok(_) => {}
        }
        findings.extend(self.log_findings(replay));
        findings
    }

    /// The locked settings that differ between the scenario and the assignment, or that the log changes.
    fn locked(&self, replay: &Replay) -> Vec<String> {
        let start = expanded(&self.assignment.start(&self.hand_in.name), kinds());
        let mut locked = replay.locked.clone();
        if let Ok(given) = Document::read(&self.hand_in.scenario, kinds()) {
            let changed = differences(&start, given.expanded(), 1000).into_iter();
            locked.extend(
                changed.filter(|path| {
                    !self.assignment.is_free(path) && !self.assignment.is_set_by_question(path)
                }),
            );
        }
        let mut seen: Vec<String> = Vec::new();
        locked.retain(|path| {
            let is_new = !seen.contains(path);
            seen.push(path.clone());
            is_new
        });
        locked
    }

    fn log_findings(&self, replay: &Replay) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Some(problem) = &replay.problem {
            findings.push(Finding::new("log", format!("Its log is not one that the page writes. {problem}")));
        }
        let leads_to = |document: &Value| {
            Document::read(document, kinds())
                .map_or_else(|_| document.clone(), |valid| valid.canonical().clone())
        };
        if leads_to(&replay.scenario) != leads_to(&self.hand_in.scenario) {
            findings.push(Finding::new("log", "Its log does not lead to its scenario."));
        }
        let answers: BTreeMap<&String, &Answer> =
            replay.answers.iter().map(|(id, (value, _))| (id, value)).collect();
        if answers != self.hand_in.answers.iter().collect() {
            findings.push(Finding::new("log", "Its log does not lead to its answers."));
        }
        findings
    }

    /// Judges the answer to a question.
    fn judge(&mut self, question: &Question, replay: &Replay) -> Judged {
        let Some(answer) = self.hand_in.answers.get(&question.id) else {
            return Judged::new(State::Missing, "", "");
        };
        let given = answer_text(question, answer);
        let judged = |state, expected: String| Judged::new(state, given.clone(), expected);
        let decide = |is_right, expected| judged(State::decided(is_right), expected);
        if let Some((state, expected)) = judged_without_run(&question.kind, answer) {
            return judged(state, expected);
        }
        let document = match question.kind {
            Kind::Predict(_) => self.assignment.start_of(question, &self.hand_in.name),
            _ => match replay.answers.get(&question.id) {
                Some((_, scenario)) => scenario.clone(),
                None => self.hand_in.scenario.clone(),
            },
        };
        let run = self.run(&document);
        let Ok(run) = &*run else { return judged(State::NotJudged, String::new()) };
        match (&question.kind, answer) {
            (Kind::Choice { options, key: Some(ChoiceKey::When(when)) }, Answer::Number(option)) => {
                let holds =
                    |index: usize| when.get(index).is_some_and(|all| all.iter().all(|one| one.holds(run)));
                let right = (0..options.len()).find(|index| holds(*index));
                let is_right = (0..options.len()).any(|index| index as f64 == *option && holds(index));
                decide(is_right, right.and_then(|index| options.get(index).cloned()).unwrap_or_default())
            }
            (
                Kind::Number { unit, tolerance, key: Some(NumberKey::Measure { measure, factor }) },
                Answer::Number(number),
            ) => {
                let value = measure.of(run) * factor;
                decide(is_close(*number, value, *tolerance), with_unit(&significant(value, DIGITS), unit))
            }
            // A hand-in states only that a goal is reached. If its run misses the goal, the answer says so.
            (Kind::Goal { when, .. }, Answer::Reached) if !when.iter().all(|one| one.holds(run)) => {
                Judged::new(State::Wrong, "not reached", "")
            }
            (Kind::Goal { one_control: true, .. }, Answer::Reached)
                if !self.assignment.is_one_control(question, &self.hand_in.name, &document) =>
            {
                judged(State::Wrong, "by changing one control only".to_owned())
            }
            (Kind::Goal { .. }, Answer::Reached) => judged(State::Right, String::new()),
            (Kind::Predict(prediction), Answer::Points(points)) if points.len() == prediction.points() => {
                let pairs =
                    prediction.actual(run).into_iter().zip(points).filter(|(actual, _)| !actual.is_nan());
                let differences: Vec<f64> = pairs.map(|(actual, point)| (actual - point).abs()).collect();
                let mean = differences.iter().sum::<f64>() / differences.len() as f64;
                judged(State::Given, format!("differs by {} on average", difference(mean, &prediction.unit)))
            }
            // The answer has the form of another kind of question.
            _ => judged(State::Wrong, String::new()),
        }
    }
}

/// Whether a number is right: it differs from the value by at most the share `tolerance`.
fn is_close(number: f64, value: f64, tolerance: f64) -> bool {
    // The slack accepts a difference of exactly the tolerance in spite of rounding.
    let allowed = if value == 0.0 { tolerance } else { tolerance * value.abs() };
    (number - value).abs() <= allowed * (1.0 + 1e-9)
}

fn answer_text(question: &Question, answer: &Answer) -> String {
    match (answer, &question.kind) {
        (Answer::Number(index), Kind::Choice { options, .. }) => {
            let option = (0..options.len()).find(|i| *i as f64 == *index).and_then(|i| options.get(i));
            option.cloned().unwrap_or_else(|| significant(*index, DIGITS))
        }
        (Answer::Number(number), Kind::Number { unit, .. }) => with_unit(&number.to_string(), unit),
        (Answer::Number(number), _) => number.to_string(),
        (Answer::Text(text), _) => text.clone(),
        (Answer::Points(points), _) => {
            points.iter().map(|point| significant(*point, DIGITS)).collect::<Vec<_>>().join(" ")
        }
        (Answer::Reached, _) => "reached".to_owned(),
    }
}

/// The significant digits of numbers in a report.
const DIGITS: usize = 4;

/// A difference of a prediction, in the unit in which people read it.
fn difference(value: f64, unit: &str) -> String {
    match unit {
        "share" => {
            let whole_per_mille = sim_core::ground::math::round(value * 1000.0);
            format!("{} percentage points", significant(whole_per_mille / 10.0, DIGITS))
        }
        "s" | "bit/s" | "bytes" => quantity(value, unit, DIGITS),
        _ => with_unit(&significant(value, DIGITS), unit),
    }
}

fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() { number.to_owned() } else { format!("{number} {unit}") }
}

impl Report {
    pub fn to_json(&self) -> Value {
        let finding = |finding: &Finding| json!({ "kind": finding.kind, "text": finding.text });
        let answer = |judged: &Judged| {
            json!({
                "state": judged.state.name(), "answer": judged.answer, "expected": judged.expected, "points": judged.points(),
                "worth": judged.worth,
            })
        };
        let (right, of) = self.score();
        let (points, of_points) = self.points();
        json!({
            "file": self.file, "name": self.name, "version": self.version, "result": self.result, "spent": self.spent,
            "findings": self.findings.iter().map(finding).collect::<Value>(),
            "answers": self.answers.iter().map(answer).collect::<Value>(),
            "right": right, "of": of, "points": points, "ofPoints": of_points,
            "log": self.log.iter().map(|step| json!([step.t, step.text])).collect::<Value>(),
        })
    }
}

/// The state of an answer that needs no run, and the right answer. `None` if a run decides.
fn judged_without_run(kind: &Kind, answer: &Answer) -> Option<(State, String)> {
    match (kind, answer) {
        (Kind::Choice { options, key: Some(ChoiceKey::Right(right)) }, Answer::Number(option)) => {
            let expected = options.get(*right).cloned().unwrap_or_default();
            Some((State::decided(*option == *right as f64), expected))
        }
        (Kind::Number { unit, tolerance, key: Some(NumberKey::Value(value)) }, Answer::Number(number)) => {
            Some((
                State::decided(is_close(*number, *value, *tolerance)),
                with_unit(&significant(*value, DIGITS), unit),
            ))
        }
        (Kind::Text, Answer::Text(_))
        | (Kind::Choice { key: None, .. } | Kind::Number { key: None, .. }, _) => {
            Some((State::ToRead, String::new()))
        }
        _ => None,
    }
}
