//! A hand-in: answers, the student's scenario with its result ID and version, and the log that led to them.

use std::collections::BTreeMap;

use serde_json::Value;
use sim_core::scenario;

use crate::assignment::{MAX_POINTS, MAX_TEXT};
use fairshare_measures::json::Part;

/// Maximum number of entries of a log.
const MAX_LOG: usize = 20_000;
/// Maximum length of a pseudonym that the page writes, in characters.
pub const MAX_NAME: usize = 100;

#[derive(Clone, Debug)]
pub struct HandIn {
    pub assignment: String,
    /// The pseudonym that the student chose.
    pub name: String,
    /// The version of the simulator that computed the result.
    pub version: String,
    pub scenario: Value,
    /// The result ID of the scenario.
    pub result: String,
    pub answers: BTreeMap<String, Answer>,
    /// The time during which the page was visible, in seconds.
    pub spent: f64,
    pub log: Vec<LogEntry>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The index of an option, or a number.
    Number(f64),
    Text(String),
    Points(Vec<f64>),
    /// The student states that the scenario reaches the goal.
    Reached,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Milliseconds since the student began.
    pub t: f64,
    pub step: LogStep,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LogStep {
    /// A setting received a value, or lost it.
    Set {
        path: String,
        to: Option<Value>,
    },
    /// The scenario was replaced with the scenario of a question.
    Begin {
        question: String,
    },
    Answer {
        question: String,
        value: Answer,
    },
}

/// Parses the text of a file. The error is a sentence about the file, which is no scenario.
pub fn parse(text: &str) -> Result<Value, String> {
    scenario::parse(text).map_err(|issues| match issues.first() {
        Some(issue) if issue.code == "empty" => "The file is empty.".to_owned(),
        Some(issue) => {
            issue.message.replace("A scenario has about ten levels at most.", "A hand-in has few levels.")
        }
        None => String::new(),
    })
}

impl HandIn {
    /// Reads a file. The error is a sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        let file = parse(text)?;
        let part = Part::of(&file, "The file")?;
        match part.get("fairshare").and_then(Value::as_str) {
            Some("hand-in") => {}
            Some("assignment") => return Err("This file is an assignment, not a hand-in.".to_owned()),
            _ => return Err("This file is not a hand-in of Fairshare.".to_owned()),
        }
        if part.number("v")? != 1.0 {
            return Err("This hand-in was made with a later version of Fairshare.".to_owned());
        }
        let answers = Part::of(part.get("answers").unwrap_or(&Value::Null), "`answers`")?;
        let answers = answers.object.iter().take(1000);
        let answers = answers.map(|(id, value)| Ok((id.clone(), Answer::read(value)?)));
        Ok(HandIn {
            assignment: part.text("assignment", 100)?.to_owned(),
            name: part.text("name", MAX_TEXT)?.to_owned(),
            version: part.text("version", 40)?.to_owned(),
            scenario: part.get("scenario").cloned().ok_or("The hand-in has no scenario.")?,
            result: part.text("result", 16)?.to_owned(),
            answers: answers.collect::<Result<_, String>>()?,
            spent: part.number("spent")?,
            log: part.list("log", MAX_LOG)?.iter().map(LogEntry::read).collect::<Result<_, _>>()?,
        })
    }
}

impl Answer {
    fn read(value: &Value) -> Result<Self, String> {
        match value {
            Value::Number(number) => Ok(Answer::Number(number.as_f64().unwrap_or(f64::NAN))),
            Value::String(text) if text.chars().count() <= MAX_TEXT => Ok(Answer::Text(text.clone())),
            Value::Bool(true) => Ok(Answer::Reached),
            Value::Array(points) if points.len() <= MAX_POINTS => {
                let points: Option<Vec<f64>> = points.iter().map(Value::as_f64).collect();
                points
                    .map(Answer::Points)
                    .ok_or_else(|| "A point of a prediction is not a number.".to_owned())
            }
            _ => Err("An answer has a form that no question asks for.".to_owned()),
        }
    }
}

impl LogEntry {
    fn read(value: &Value) -> Result<Self, String> {
        let part = Part::of(value, "An entry of the log")?;
        let step = if part.get("set").is_some() {
            LogStep::Set { path: part.text("set", 200)?.to_owned(), to: part.get("to").cloned() }
        } else if part.get("begin").is_some() {
            LogStep::Begin { question: part.text("begin", 100)?.to_owned() }
        } else {
            let value = Answer::read(part.get("value").unwrap_or(&Value::Null))?;
            LogStep::Answer { question: part.text("answer", 100)?.to_owned(), value }
        };
        Ok(LogEntry { t: part.number("t")?, step })
    }
}
