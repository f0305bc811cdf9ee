//! What a paper claims in its main sentences, and what the stored results answer: the words of the answer with its
//! numbers, and whether the sentence holds.
//!
//! The status follows from the lines that decide. A line holds if it agrees under the most plausible reading and
//! under at least two thirds of all readings. It fails if it agrees under none and fewer than half of its values
//! satisfy it. A headline holds if all of its lines hold, does not hold if all fail, and otherwise holds under
//! a condition. Lines that cannot be tested, or about which the paper contradicts itself, decide only if there are no
//! others.

use serde_json::{Value, json};

use crate::formula::{Data, Formula, Scope};
use crate::library::find;
use crate::model::{Experiment, Quote};
use crate::outcomes::FurtherRuns;
use crate::questions::Change;
use crate::table::ResultTable;

/// The main sentences of a paper, its main figure, and the settings that decide.
#[derive(Debug, Default)]
pub struct FirstScreen {
    /// What the paper proposes, in one sentence.
    pub in_short: &'static str,
    /// The experiment and the drawing, from 0 on.
    pub main_figure: Option<(&'static str, usize)>,
    /// What the letters and labels of the main figure mean.
    pub legend: &'static str,
    pub headlines: Vec<Headline>,
    pub decides: Vec<Setting>,
}

#[derive(Debug)]
pub struct Headline {
    pub quote: Quote,
    /// Completes the sentence "It holds that".
    pub that: Option<&'static str>,
    pub answer: Template,
    pub lines: Vec<Line>,
    /// Completes the sentence "Holds if".
    pub condition: Option<&'static str>,
    /// A status that the author states, and the reason.
    pub stated: Option<(&'static str, &'static str)>,
}

/// A line of an experiment, from 1 on.
#[derive(Clone, Debug)]
pub struct Line {
    pub experiment: &'static str,
    pub number: usize,
}

/// A setting that decides, with its values. The first is that of the experiments.
#[derive(Debug)]
pub struct Setting {
    pub label: &'static str,
    pub options: Vec<(&'static str, Vec<Change>)>,
}

/// A text with numbers from the results.
#[derive(Debug, Default)]
pub struct Template(Vec<Piece>);

#[derive(Debug)]
enum Piece {
    Text(String),
    /// A formula of an experiment's results.
    Number(&'static str, Formula, Style),
    /// What is known about a line: its `readings`, its `values`, or its `range`.
    OfLine(Line, String, Style),
}

#[derive(Clone, Copy, Debug)]
enum Style {
    /// Two significant digits.
    Short,
    Decimals(usize),
    Percent,
}

pub const STATUSES: [&str; 5] =
    ["holds", "holds if", "does not hold", "the paper contradicts itself", "cannot be tested"];

impl Line {
    /// Reads `tfwc-fig1a 2`.
    pub fn read(text: &str) -> Option<Self> {
        let (experiment, number) = text.trim().rsplit_once(' ')?;
        let number = number.parse().ok().filter(|number| *number > 0)?;
        Some(Self { experiment: sim_core::ground::intern::intern(experiment), number })
    }
}

impl Template {
    /// Reads a text with parts such as `{tfwc-fig1a: median(theta[B=..1]) | 2}` and `{tfwc-fig1a 2: readings}`.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (inside, after) = after.split_once('}').ok_or("A `{` has no `}`.")?;
            pieces.push(Piece::Text(before.to_owned()));
            pieces.push(piece(inside)?);
            rest = after;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        Ok(Self(pieces))
    }

    /// The text. `results` has the results of experiments, or of the further runs that a setting needs.
    fn fill<'a>(&self, results: &dyn Fn(&str) -> Option<Results<'a>>) -> String {
        let value = |piece: &Piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Number(id, formula, style) => results(id)?.number(formula).map(|x| style.text(x)),
            Piece::OfLine(line, what, style) => results(line.experiment)?.of_line(line, what, *style),
        };
        self.0.iter().map(|piece| value(piece).unwrap_or_else(|| "\u{2026}".to_owned())).collect()
    }
}

fn piece(inside: &str) -> Result<Piece, String> {
    let (of, rest) = inside.split_once(':').ok_or("A number has the form {EXPERIMENT: formula}.")?;
    let (what, style) = rest.rsplit_once('|').unwrap_or((rest, ""));
    let style = match style.trim() {
        "" => Style::Short,
        "%" => Style::Percent,
        digits => Style::Decimals(
            digits.parse().ok().filter(|n| *n < 10).ok_or("After `|` is a number of decimals, or %.")?,
        ),
    };
    if let Some(line) = Line::read(of) {
        return match what.trim() {
            known @ ("readings" | "values" | "range") => Ok(Piece::OfLine(line, known.to_owned(), style)),
            _ => Err("Of a line there are `readings`, `values` and `range`.".to_owned()),
        };
    }
    Ok(Piece::Number(sim_core::ground::intern::intern(of.trim()), Formula::read(what.trim())?, style))
}

impl Style {
    fn text(self, x: f64) -> String {
        match self {
            Self::Decimals(digits) => format!("{x:.digits$}"),
            Self::Percent => format!("{:.0} %", x * 100.0),
            Self::Short => {
                let exponent = format!("{x:.1e}").rsplit('e').next().and_then(|e| e.parse::<i32>().ok());
                let digits = (1 - exponent.unwrap_or(0)).clamp(0, 6);
                format!("{x:.*}", usize::try_from(digits).unwrap_or(0))
            }
        }
    }
}

/// The stored results of an experiment, or of some of its further runs.
struct Results<'a> {
    experiment: Experiment,
    stored: &'a Value,
    /// The changes of the further runs; empty for the experiment itself.
    changes: &'a [Change],
}

impl<'a> Results<'a> {
    /// The columns of the further runs with the changes, if there are any, or of the experiment.
    fn columns(&self) -> &'a Value {
        let further = further_index(&self.experiment, self.changes);
        further.map_or(&self.stored["quantities"], |index| &self.stored["further"][index]["quantities"])
    }

    fn number(&self, formula: &Formula) -> Option<f64> {
        let plan = self.experiment.plan()?;
        let table = ResultTable::from_json(&plan.quantities, self.columns());
        let number = Scope::new(&plan.rules.of_results, &[], &[], Data::Table(&table)).number(formula);
        number.is_finite().then_some(number)
    }

    fn of_line(&self, line: &Line, what: &str, style: Style) -> Option<String> {
        let outcome = &self.stored["outcomes"][line.number - 1];
        let of = |pair: &Value| Some(format!("{} of {}", pair[0].as_u64()?, pair[1].as_u64()?));
        if what == "readings" {
            return of(&outcome["agree"]);
        }
        let judged = self.reading(line).unwrap_or(&self.stored["lines"][line.number - 1]);
        let values = judged["values"].as_array()?;
        if what == "values" {
            let holding = values.iter().filter(|value| value["holds"] == true).count();
            return of(&json!([holding, values.len()]));
        }
        let numbers: Vec<f64> = values.iter().filter_map(|value| value["value"].as_f64()).collect();
        let (low, high) =
            (numbers.iter().copied().reduce(f64::min)?, numbers.iter().copied().reduce(f64::max)?);
        let (low, high) = (style.text(low), style.text(high));
        Some(if low == high { low } else { format!("{low} to {high}") })
    }

    /// The judgement on a line under the reading with the changes.
    fn reading(&self, line: &Line) -> Option<&'a Value> {
        let claim = self.experiment.claims.get(line.number - 1)?;
        let index = claim.readings.iter().position(|reading| {
            !self.changes.is_empty() && reading.changes == self.changes && reading.of.is_none()
        })?;
        Some(&self.stored["outcomes"][line.number - 1]["readings"][index]).filter(|judged| judged.is_object())
    }

    fn state(&self, line: &Line) -> Option<State> {
        let outcome = &self.stored["outcomes"][line.number - 1];
        let verdict = outcome["verdict"].as_str()?;
        if verdict == STATUSES[3] || verdict == STATUSES[4] {
            return Some(if verdict == STATUSES[3] { State::Contradicts } else { State::Untestable });
        }
        if let Some(judged) = self.reading(line) {
            return Some(match judged["verdict"].as_str()? {
                "agrees" => State::Holds,
                "differs" => State::Fails,
                _ => State::Open,
            });
        }
        let few = 2 * outcome["values"][0].as_u64()? < outcome["values"][1].as_u64()?;
        Some(match (verdict, outcome["class"].as_str()?) {
            ("agrees", "all" | "most") | ("better than stated", _) => State::Holds,
            (_, "none") if few => State::Fails,
            _ => State::Open,
        })
    }
}

/// The index of the further runs of an experiment with these changes, those with the most cells if there are several.
fn further_index(experiment: &Experiment, changes: &[Change]) -> Option<usize> {
    let runs = FurtherRuns::of(experiment);
    let with = runs.iter().enumerate().filter(|(_, runs)| runs.changes == changes);
    with.min_by_key(|(_, runs)| runs.only.0.len()).map(|(index, _)| index)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Holds,
    Open,
    Fails,
    Contradicts,
    Untestable,
}

/// The status of a headline by the states of its lines.
fn status(states: &[State]) -> &'static str {
    let tested: Vec<&State> =
        states.iter().filter(|state| !matches!(state, State::Contradicts | State::Untestable)).collect();
    let all = |wanted: State| tested.iter().all(|state| **state == wanted);
    match () {
        () if tested.is_empty() && states.contains(&State::Contradicts) => STATUSES[3],
        () if tested.is_empty() => STATUSES[4],
        () if all(State::Holds) => STATUSES[0],
        () if all(State::Fails) => STATUSES[2],
        () => STATUSES[1],
    }
}

impl Headline {
    fn to_json(&self, decides: &[Setting], stored: &dyn Fn(&str) -> Option<Value>) -> Value {
        let mut out = json!({ "quote": self.quote.text, "place": self.quote.place, "that": self.that });
        let results: Vec<(Experiment, Value)> =
            self.experiments().into_iter().filter_map(|id| Some((find(id)?, stored(id)?))).collect();
        let (answer, status) = self.answer(&results, &[]);
        out["answer"] = answer.into();
        out["status"] = self.stated.map_or(status, |(stated, _)| stated).into();
        if let Some((_, why)) = self.stated {
            out["why"] = why.into();
        }
        if out["status"] == STATUSES[1] {
            out["condition"] =
                self.condition.map_or_else(|| self.open_readings(&results), str::to_owned).into();
        }
        let line = |line: &Line| json!({ "experiment": line.experiment, "line": line.number });
        out["lines"] = self.lines.iter().map(line).collect();
        let under = |changes: &Vec<Change>| {
            let is_tried =
                |(experiment, _): &(Experiment, Value)| further_index(experiment, changes).is_some();
            if changes.is_empty() || !results.iter().any(is_tried) {
                return Value::Null;
            }
            let (answer, status) = self.answer(&results, changes);
            json!({ "answer": answer, "status": status })
        };
        let of_setting =
            |setting: &Setting| setting.options.iter().map(|(_, changes)| under(changes)).collect::<Value>();
        out["under"] = decides.iter().map(of_setting).collect();
        out
    }

    /// The ids of the experiments that the answer and the status need.
    fn experiments(&self) -> Vec<&'static str> {
        let of_answer = self.answer.0.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Number(id, ..) => Some(*id),
            Piece::OfLine(line, ..) => Some(line.experiment),
        });
        let mut ids: Vec<_> = self.lines.iter().map(|line| line.experiment).chain(of_answer).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn answer<'a>(
        &self,
        results: &'a [(Experiment, Value)],
        changes: &'a [Change],
    ) -> (String, &'static str) {
        let of = |id: &str| -> Option<Results<'a>> {
            let (experiment, stored) = results.iter().find(|(experiment, _)| experiment.id == id)?;
            Some(Results { experiment: experiment.clone(), stored, changes })
        };
        let states: Option<Vec<State>> =
            self.lines.iter().map(|line| of(line.experiment)?.state(line)).collect();
        (self.answer.fill(&of), states.as_deref().map_or("no results", status))
    }

    /// The readings on which an open headline depends.
    fn open_readings(&self, results: &[(Experiment, Value)]) -> String {
        let mut parts = Vec::new();
        for line in &self.lines {
            let Some((_, stored)) = results.iter().find(|(found, _)| found.id == line.experiment) else {
                continue;
            };
            let outcome = &stored["outcomes"][line.number - 1];
            for (field, words) in [("not_in", "none of these applies"), ("only_in", "one of these applies")] {
                let names: Vec<&str> =
                    outcome[field].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let part = format!("{words}: {}", names.join("; "));
                if !names.is_empty() && !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        parts.join(". ")
    }
}

/// The beginning of a part of the sentence about the whole paper, for each of `STATUSES`, and its conjunction.
const IN_ALL: [(&str, &str); 5] = [
    ("it holds that", "that"),
    ("under conditions it holds that", "that"),
    ("it does not hold that", "that"),
    ("the paper contradicts itself on whether", "whether"),
    ("it cannot be tested whether", "whether"),
];

/// One sentence about the whole paper: which of its main statements hold, and which do not. `status` is that of a
/// headline in JSON.
fn in_all(headlines: &[Value], status: &dyn Fn(&Value) -> Value) -> Option<String> {
    let part = |(wanted, (begin, conjunction)): (&&str, &(&str, &str))| {
        let of = headlines.iter().filter(|headline| status(headline) == *wanted);
        let stated: Vec<&str> = of.filter_map(|headline| headline["that"].as_str()).collect();
        let (last, others) = stated.split_last()?;
        let list = match others {
            [] => (*last).to_owned(),
            others => format!("{} and {conjunction} {last}", others.join(&format!(", {conjunction} "))),
        };
        Some(format!("{begin} {list}"))
    };
    let parts: Vec<String> = STATUSES.iter().zip(&IN_ALL).filter_map(part).collect();
    let text = parts.join("; ");
    let first = text.get(..1)?.to_uppercase();
    Some(format!("{first}{}.", &text[1..]))
}

impl FirstScreen {
    /// The fields of the paper in the index. `stored` returns the current stored results of an experiment.
    pub fn add_to(&self, out: &mut Value, stored: &dyn Fn(&str) -> Option<Value>) {
        out["in_short"] = self.in_short.into();
        let experiment = self.main_figure.and_then(|(id, drawing)| {
            out["main_figure"] = json!({ "experiment": id, "drawing": drawing, "legend": self.legend });
            find(id)
        });
        let headlines: Vec<Value> =
            self.headlines.iter().map(|headline| headline.to_json(&self.decides, stored)).collect();
        let option = |setting: usize, index: usize, (label, changes): &(&str, Vec<Change>)| {
            let further = experiment.as_ref().and_then(|experiment| further_index(experiment, changes));
            let under = |headline: &Value| match &headline["under"][setting][index]["status"] {
                Value::Null => headline["status"].clone(),
                status => status.clone(),
            };
            json!({
                "label": label,
                "changes": changes.iter().map(Change::to_json).collect::<Value>(),
                "further": further,
                "in_all": in_all(&headlines, &under),
            })
        };
        let setting = |(number, setting): (usize, &Setting)| {
            let options = setting.options.iter().enumerate();
            let options: Value = options.map(|(index, own)| option(number, index, own)).collect();
            json!({ "label": setting.label, "options": options })
        };
        out["decides"] = self.decides.iter().enumerate().map(setting).collect();
        out["in_all"] = in_all(&headlines, &|headline| headline["status"].clone()).into();
        out["headlines"] = headlines.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_follows_from_the_lines_that_can_be_tested() {
        use State::{Contradicts, Fails, Holds, Open, Untestable};
        for (states, expected) in [
            (&[Holds, Holds, Untestable][..], "holds"),
            (&[Holds, Fails], "holds if"),
            (&[Open, Open], "holds if"),
            (&[Fails, Contradicts], "does not hold"),
            (&[Contradicts, Untestable], "the paper contradicts itself"),
            (&[Untestable], "cannot be tested"),
        ] {
            assert_eq!(status(states), expected, "{states:?}");
        }
    }

    #[test]
    fn one_sentence_says_what_holds_and_what_does_not() {
        let headlines = [
            ("a", "holds"),
            ("b", "does not hold"),
            ("c", "holds"),
            ("d", "holds"),
            ("e", "cannot be tested"),
        ]
        .map(|(that, status)| json!({ "that": that, "status": status }));
        let of = |headlines: &[Value]| in_all(headlines, &|headline| headline["status"].clone());
        let all =
            "It holds that a, that c and that d; it does not hold that b; it cannot be tested whether e.";
        assert_eq!(of(&headlines).as_deref(), Some(all));
        let contradiction = [json!({ "that": "a", "status": STATUSES[3] })];
        assert_eq!(of(&contradiction).as_deref(), Some("The paper contradicts itself on whether a."));
        assert_eq!(of(&[json!({ "that": null, "status": "holds" })]), None);
    }

    #[test]
    fn an_answer_has_the_numbers_of_the_results() {
        let stored = json!({
            "quantities": [{ "id": "x1", "points": [{ "at": { "rival": "TCP", "run": "both" }, "mean": 46.25 }] }],
            "lines": [{ "values": [{ "value": 45.5, "holds": true }, { "value": 47, "holds": false }] }],
            "outcomes": [{ "agree": [3, 4] }],
        });
        let text = "{trabol-tcp-tcp: x1[run='both', rival='TCP'] | 1}, {trabol-tcp-tcp 1: values}, {trabol-tcp-tcp 1: readings}, \
                    {trabol-tcp-tcp 1: range}, {trabol-tcp-tcp: x2}, {other: x1}";
        let results = |id: &str| Some(Results { experiment: find(id)?, stored: &stored, changes: &[] });
        let filled = Template::read(text).unwrap().fill(&results);
        assert_eq!(filled, "46.2, 1 of 2, 3 of 4, 46 to 47, \u{2026}, \u{2026}");
        for wrong in ["{a}", "{a: b", "{a 1: colour}", "{a: 1 +}"] {
            assert!(Template::read(wrong).is_err(), "{wrong}");
        }
    }
}
