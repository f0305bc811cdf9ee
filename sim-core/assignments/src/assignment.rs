//! An assignment: a scenario, the settings that students may change, and questions. The lecturer's file also
//! has the key.

use sim_core::ground::convert::whole;
use std::collections::BTreeSet;

use fairshare_measures::interval::curve;
use fairshare_measures::json::Part;
use fairshare_measures::measure::{Condition, Measure};
use serde_json::Value;
use sim_core::catalogue::kinds;
use sim_core::params::{Issue, number};
use sim_core::scenario;
use sim_core::scenario::change::{Setting, apply, covers, read_path, read_setting, write_path};

use crate::run::Run;

/// Maximum numbers of parts. They are far larger than a page can show.
const MAX_QUESTIONS: usize = 100;
const MAX_SETTINGS: usize = 1000;
/// Maximum length of a question or another text, in characters.
pub const MAX_TEXT: usize = 10_000;
/// Maximum number of points of a prediction.
pub const MAX_POINTS: usize = 200;
/// The most points that a right answer can give.
const MAX_WORTH: f64 = 1000.0;

#[derive(Clone, Debug)]
pub struct Assignment {
    /// Hand-ins name the assignment by this ID.
    pub id: String,
    pub title: String,
    /// The scenario as a valid document.
    pub scenario: Value,
    /// Whether the seed of a student's scenario follows from the student's pseudonym.
    pub seed_by_student: bool,
    /// The paths of the settings that students may change. All others are locked.
    pub free: Vec<String>,
    /// For each control with named positions, the paths of the settings that it changes.
    pub controls: Vec<Vec<String>>,
    pub questions: Vec<Question>,
}

#[derive(Clone, Debug)]
pub struct Question {
    pub id: String,
    pub ask: String,
    pub kind: Kind,
    /// The question is about the scenario with these settings.
    pub set: Vec<Setting>,
    /// The points that a right answer gives.
    pub worth: f64,
}

/// A question with its key. The key is absent where the answer is not judged.
#[derive(Clone, Debug)]
pub enum Kind {
    Choice {
        options: Vec<String>,
        key: Option<ChoiceKey>,
    },
    Number {
        unit: String,
        tolerance: f64,
        key: Option<NumberKey>,
    },
    Text,
    /// The student draws points before the run is shown. There is no right or wrong.
    Predict(Prediction),
    /// The student's scenario fulfils all conditions. With `one_control`, it differs from the scenario of the
    /// question in at most one control.
    Goal {
        when: Vec<Condition>,
        one_control: bool,
    },
}

#[derive(Clone, Debug)]
pub enum ChoiceKey {
    /// The index of the right option.
    Right(usize),
    /// The right option is the option whose conditions the student's run fulfils.
    When(Vec<Vec<Condition>>),
}

#[derive(Clone, Debug)]
pub enum NumberKey {
    Value(f64),
    /// A measure of the student's run. One unit of the measure is `factor` units of the answer.
    Measure {
        measure: Measure,
        factor: f64,
    },
}

#[derive(Clone, Debug)]
pub struct Prediction {
    pub what: Predicted,
    /// The unit of the points.
    pub unit: String,
}

#[derive(Clone, Debug)]
pub enum Predicted {
    /// The curve of a signal that begins at a time.
    Curve {
        entity: String,
        signal: String,
        from: f64,
        to: f64,
    },
    Bars(Vec<Measure>),
}

/// The number of points of a drawn curve.
pub const CURVE_POINTS: usize = 24;

impl Prediction {
    pub fn points(&self) -> usize {
        match &self.what {
            Predicted::Curve { .. } => CURVE_POINTS,
            Predicted::Bars(bars) => bars.len(),
        }
    }

    /// The values that a run has where the student drew.
    pub fn actual(&self, run: &Run) -> Vec<f64> {
        match &self.what {
            Predicted::Bars(bars) => bars.iter().map(|bar| bar.of(run)).collect(),
            Predicted::Curve { entity, signal, from, to } => {
                let interval = (to - from) / CURVE_POINTS as f64;
                let time = |i: usize| from + (to - from) * (i + 1) as f64 / CURVE_POINTS as f64;
                let times: Vec<f64> = (0..CURVE_POINTS).map(time).collect();
                curve(run, entity, signal, interval, &times)
            }
        }
    }
}

impl Assignment {
    /// Reads the lecturer's file. The error contains a sentence for each problem.
    pub fn read(text: &str) -> Result<Self, Vec<String>> {
        let sentences = |issues: Vec<Issue>| issues.iter().map(ToString::to_string).collect::<Vec<_>>();
        let file = scenario::parse(text).map_err(sentences)?;
        let assignment = Self::from_value(&file).map_err(|problem| vec![problem])?;
        scenario::Scenario::from_value(assignment.scenario.clone(), kinds()).map_err(sentences)?;
        Ok(assignment)
    }

    fn from_value(file: &Value) -> Result<Self, String> {
        let part = Part::of(file, "The assignment")?;
        match part.get("fairshare").and_then(Value::as_str) {
            Some("assignment") => {}
            Some("hand-in") => return Err("This file is a hand-in, not an assignment.".to_owned()),
            _ => return Err("This file is not an assignment of Fairshare.".to_owned()),
        }
        if let Some(kind) = part.get("kind").and_then(Value::as_str) {
            return Err(format!(
                "This assignment is of the kind {kind} and has no questions. `fairshare help` lists the command for it."
            ));
        }
        if part.number("v")? != 1.0 {
            return Err("This assignment was made with a later version of Fairshare.".to_owned());
        }
        let Some(key) = part.get("key") else {
            let message = "This is the students' file, which has no answers. Use the lecturer's file.";
            return Err(message.to_owned());
        };
        let key = Part::of(key, "The key")?;
        let mut ids = BTreeSet::new();
        let mut questions = Vec::new();
        for value in part.list("questions", MAX_QUESTIONS)? {
            let id = value["id"].as_str().unwrap_or_default();
            if !ids.insert(id) {
                return Err(format!("Two questions have the ID `{id}`."));
            }
            questions.push(Question::read(value, key.get(id))?);
        }
        let controls = part.list("controls", MAX_SETTINGS)?.iter();
        let controls = controls.map(paths_of_control).collect::<Result<_, _>>()?;
        let mut free = Vec::new();
        for value in part.list("settings", MAX_SETTINGS)? {
            let setting = Part::of(value, "A setting")?;
            if setting.text("access", 20)? == "free" {
                free.push(setting.text("path", 200)?.to_owned());
            }
        }
        Ok(Assignment {
            id: part.text("id", 100)?.to_owned(),
            title: part.text("title", MAX_TEXT)?.to_owned(),
            scenario: part.get("scenario").cloned().ok_or("The assignment has no scenario.")?,
            seed_by_student: part.text("seed", 20)? == "student",
            free,
            controls,
            questions,
        })
    }

    pub fn question(&self, id: &str) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == id)
    }

    /// The scenario with which a student begins.
    pub fn start(&self, name: &str) -> Value {
        if !self.seed_by_student {
            return self.scenario.clone();
        }
        write_path(&self.scenario, "seed", Some(&number(f64::from(seed_of(&self.id, name)))))
    }

    /// The scenario of a question, for a student.
    pub fn start_of(&self, question: &Question, name: &str) -> Value {
        apply(&self.start(name), &question.set)
    }

    /// The number of a question, as people count them. 0 if there is no such question.
    pub fn number_of(&self, id: &str) -> usize {
        self.questions.iter().position(|question| question.id == id).map_or(0, |index| index + 1)
    }

    /// Whether a scenario differs from the scenario of a question in at most one control. A free setting without
    /// a control is one of its own. The page has the same rule (`isOneControl` in work.ts).
    pub fn is_one_control(&self, question: &Question, name: &str, document: &Value) -> bool {
        let start = self.start_of(question, name);
        let is_changed = |path: &&String| read_path(&start, path) != read_path(document, path);
        let changed: Vec<&String> = self.free.iter().filter(is_changed).collect();
        let covered = |by: &[String]| changed.iter().all(|path| by.iter().any(|outer| covers(outer, path)));
        self.controls.iter().any(|paths| covered(paths))
            || self.free.iter().any(|path| covered(std::slice::from_ref(path)))
            || changed.is_empty()
    }

    /// Whether a student may change the setting at a path.
    pub fn is_free(&self, path: &str) -> bool {
        self.free.iter().any(|free| covers(free, path))
    }

    /// Whether a question changes the setting at a path.
    pub fn is_set_by_question(&self, path: &str) -> bool {
        let mut paths = self.questions.iter().flat_map(|question| &question.set);
        paths.any(|(set, _)| covers(set, path))
    }
}

/// The seed of a student: the 32-bit FNV-1a hash of the assignment's ID, a line feed and the pseudonym, in
/// the range 1 to 1,000,000.
pub fn seed_of(assignment: &str, name: &str) -> u32 {
    let text = format!("{assignment}\n{name}");
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193));
    1 + hash % 1_000_000
}

impl Question {
    fn read(value: &Value, key: Option<&Value>) -> Result<Self, String> {
        let part = Part::of(value, "A question")?;
        let id = part.text("id", 100)?;
        let path = format!("The question `{id}`");
        let part = Part::of(value, &path)?;
        let key_path = format!("The key of `{id}`");
        let key = key.map(|key| Part::of(key, &key_path)).transpose()?;
        let kind = match part.text("kind", 20)? {
            "choice" => {
                let options = part.list("options", 100)?.iter();
                let options: Option<Vec<String>> =
                    options.map(|option| option.as_str().map(str::to_owned)).collect();
                let options = options.ok_or_else(|| format!("{path}: an option is not a text."))?;
                let key = key.map(|key| choice_key(key, options.len())).transpose()?;
                Kind::Choice { options, key }
            }
            "number" => Kind::Number {
                unit: part.text_or("unit", 40, "")?.to_owned(),
                tolerance: part.number("tolerance")?,
                key: key.map(number_key).transpose()?,
            },
            "text" => Kind::Text,
            "predict" => Kind::Predict(prediction(part)?),
            "goal" => Kind::Goal {
                when: part.list("when", 20)?.iter().map(Condition::read).collect::<Result<_, _>>()?,
                one_control: match part.get("oneControl") {
                    None | Some(Value::Bool(false)) => false,
                    Some(Value::Bool(true)) => true,
                    Some(_) => return Err(format!("{path}: `oneControl` is neither true nor false.")),
                },
            },
            _ => return Err(format!("{path} has a kind that this version does not know.")),
        };
        let set = part.list("set", 100)?.iter().map(setting).collect::<Result<_, _>>()?;
        let worth = worth(part)?;
        Ok(Question { id: id.to_owned(), ask: part.text("ask", MAX_TEXT)?.to_owned(), kind, set, worth })
    }
}

/// The points of a question: 1 if the file does not state them.
fn worth(part: Part<'_>) -> Result<f64, String> {
    match part.get("points").map(Value::as_f64) {
        None => Ok(1.0),
        Some(Some(points)) if (0.0..=MAX_WORTH).contains(&points) => Ok(points),
        Some(_) => Err(format!("{}: `points` is not a number from 0 to {MAX_WORTH}.", part.path)),
    }
}

/// The paths of the settings that a control changes.
fn paths_of_control(control: &Value) -> Result<Vec<String>, String> {
    let mut paths = BTreeSet::new();
    for option in Part::of(control, "A control")?.list("options", 100)? {
        for value in Part::of(option, "An option of a control")?.list("set", 100)? {
            paths.insert(setting(value)?.0);
        }
    }
    Ok(paths.into_iter().collect())
}

fn setting(value: &Value) -> Result<Setting, String> {
    read_setting(value).ok_or_else(|| "A setting has no path.".to_owned())
}

fn choice_key(key: Part<'_>, options: usize) -> Result<ChoiceKey, String> {
    if key.get("when").is_some() {
        let of_options = key.list("when", options)?.iter();
        let conditions = of_options.map(|of_option| {
            of_option.as_array().map_or(&[][..], Vec::as_slice).iter().map(Condition::read).collect()
        });
        return Ok(ChoiceKey::When(conditions.collect::<Result<_, _>>()?));
    }
    let right = key.number("right")?;
    if right < 0.0 || right >= options as f64 {
        return Err(format!("{}: there is no option {right}.", key.path));
    }
    Ok(ChoiceKey::Right(whole::<usize>(right)))
}

fn number_key(key: Part<'_>) -> Result<NumberKey, String> {
    match key.get("measure") {
        Some(measure) => {
            Ok(NumberKey::Measure { measure: Measure::read(measure)?, factor: key.number("factor")? })
        }
        None => Ok(NumberKey::Value(key.number("value")?)),
    }
}

fn prediction(part: Part<'_>) -> Result<Prediction, String> {
    let path = format!("{}: `what`", part.path);
    let what = Part::of(part.get("what").unwrap_or(&Value::Null), &path)?;
    let unit = what.text_or("unit", 40, "")?.to_owned();
    let what = if what.text("kind", 20)? == "curve" {
        Predicted::Curve {
            entity: what.text("entity", 100)?.to_owned(),
            signal: what.text("signal", 100)?.to_owned(),
            from: what.number("from")?,
            to: what.number("to")?,
        }
    } else {
        let bars = what.list("bars", MAX_POINTS)?.iter();
        Predicted::Bars(bars.map(|bar| Measure::read(&bar["measure"])).collect::<Result<_, _>>()?)
    };
    Ok(Prediction { what, unit })
}
