//! Changes one assumption in all scenarios of an experiment: TCP's flavour, the delayed acknowledgements, the
//! buffer, the random delay of the senders, the size of the packets, or any setting. The command line
//! (`fairshare papers ID --set`) and the page apply the same changes, so they get the same results.
//!
//! A change is a path and a value, such as `tcp=newreno`. These are the paths:
//!
//! | path | what changes |
//! | --- | --- |
//! | `tcp` | the algorithm of every TCP flow, and the TCP of TPBA |
//! | `tcp.SETTING` | a setting of every TCP flow, and of the TCP of TPBA |
//! | `ALGORITHM.SETTING` | a setting of every flow with this algorithm |
//! | `packet`, `tcp.packet`, `ALGORITHM.packet` | the size of the packets of all flows, or of these flows |
//! | `buffer` | the limit of every queue: a limit such as `50`, `64kB`, `10ms` or `1bdp`, or a factor such as `0.5x` |
//! | `buffer.min` | the smallest limit of every queue in packets; larger limits remain |
//! | `jitter` | the random delay of the senders: `delay`, `off` and so on |
//! | any other path | the value at this path of the document, as for `fairshare run --set` |

use serde_json::{Value, json};

use crate::library::ready_questions;
use crate::model::{Cell, Experiment, Paper, Procedure};
pub use crate::questions::Change;
use crate::questions::ReadyQuestion;
use sim_core::describe::{Family, Kinds};
use sim_core::ground::math::round;
use sim_core::params::{FieldKind, Issue, clipped, number, suggestion};
use sim_core::scenario::change::{drop_foreign_params, read_path, set_text};
use sim_core::scenario::{Derived, Scenario, canonical, expanded};

/// The algorithm of a flow that names none.
const DEFAULT_ALGORITHM: &str = "cubic";
/// The algorithms whose flows `tcp` selects.
const TCP: [&str; 5] = ["tahoe", "reno", "newreno", "sack", "cubic"];
/// The algorithm that has a TCP of its own, and the setting that names its kind.
const OWN_TCP: (&str, &str) = ("tpba", "tcp_kind");
/// Fields of a document that a change may not affect, and the reason.
const FIXED: [(&str, &str); 8] = [
    ("v", "It is the version of the document's format."),
    ("seed", "Each cell runs with the seeds 1, 2 and so on; `--seeds` sets their number."),
    ("duration", "The experiment measures at fixed times."),
    ("warmup", "The experiment measures at fixed times."),
    ("measure", "The experiment evaluates these measurements."),
    ("title", "It does not affect results."),
    ("note", "It does not affect results."),
    ("timeline", "The experiment measures at fixed times."),
];

/// A change that was applied to an experiment.
#[derive(Clone, Debug)]
pub struct AppliedChange {
    pub change: Change,
    /// The number of cells whose documents the change modifies.
    pub cells: usize,
    /// A note for the readers of the results, as a sentence. Empty if there is none.
    pub note: &'static str,
}

/// An experiment with other documents.
#[derive(Clone, Debug)]
pub struct ChangedExperiment {
    pub experiment: Experiment,
    pub changes: Vec<AppliedChange>,
}

impl ChangedExperiment {
    /// The experiment as it is.
    pub fn unchanged(experiment: Experiment) -> Self {
        Self { experiment, changes: Vec::new() }
    }
}

impl Change {
    /// Reads `path=value`, or the name of a ready-made question of one of `papers`, which stands for one or
    /// more changes.
    pub fn parse(text: &str, papers: &[Paper]) -> Result<Vec<Self>, Issue> {
        if let Some((path, value)) = text.split_once('=') {
            return Ok(vec![Self { path: path.trim().to_owned(), value: value.trim().to_owned() }]);
        }
        let questions: Vec<&ReadyQuestion> = papers.iter().copied().flat_map(ready_questions).collect();
        if let Some(question) = questions.iter().find(|question| question.id == text) {
            return Ok(question.changes.clone());
        }
        // `suggestion` compares names with underscores.
        let names: Vec<String> = questions.iter().map(|question| question.id.replace('-', "_")).collect();
        let hint = match suggestion(text, names.iter().map(String::as_str)) {
            Some(close) => format!("Did you mean `{}`?", close.replace('_', "-")),
            None => "`fairshare papers ID --questions` lists the ready-made questions.".to_owned(),
        };
        let message = format!(
            "`{}` is neither of the form path=value, such as tcp=newreno, nor the name of a ready-made question. {hint}",
            clipped(text)
        );
        Err(Issue::new("", "bad_change", message))
    }

    /// Reads a list of objects with `path` and `value`.
    pub fn list_from_json(json: &Value) -> Result<Vec<Self>, Issue> {
        let wrong =
            || Issue::new("", "bad_change", "The changes are not a list of objects with `path` and `value`.");
        let change = |json: &Value| {
            let field = |name: &str| json[name].as_str().map(str::to_owned).ok_or_else(wrong);
            Ok(Self { path: field("path")?, value: field("value")? })
        };
        json.as_array().ok_or_else(wrong)?.iter().map(change).collect()
    }

    fn issue(&self, message: impl Into<String>) -> Issue {
        Issue::new(&self.path, "bad_change", message)
    }
}

impl AppliedChange {
    /// The change as a line of text.
    pub fn text(&self, cells: usize) -> String {
        let Change { path, value } = &self.change;
        let note = if self.note.is_empty() { String::new() } else { format!(" {}", self.note) };
        format!("{path} = {value} in {} of {cells} cells.{note}", self.cells)
    }

    pub fn to_json(&self) -> Value {
        let mut out = self.change.to_json();
        out["cells"] = Value::from(self.cells);
        if !self.note.is_empty() {
            out["note"] = Value::from(self.note);
        }
        out
    }
}

/// Why an experiment cannot be changed.
#[derive(Clone, Debug)]
pub enum ChangeError {
    /// The change is possible, but it concerns no part of the experiment.
    NotConcerned(Issue),
    /// The change is impossible, or it makes a document invalid.
    Invalid(Vec<Issue>),
}

impl ChangeError {
    pub fn issues(self) -> Vec<Issue> {
        match self {
            Self::NotConcerned(issue) => vec![issue],
            Self::Invalid(issues) => issues,
        }
    }
}

/// Applies changes in order to every document of an experiment, and validates the documents. Of several changes, some may
/// concern nothing in the experiment.
pub fn change(
    experiment: &Experiment,
    changes: &[Change],
    kinds: &Kinds,
) -> Result<ChangedExperiment, ChangeError> {
    let mut experiment = experiment.clone();
    let Procedure::Simulate(plan) = &mut experiment.procedure else {
        return match changes.first() {
            None => Ok(ChangedExperiment::unchanged(experiment)),
            Some(first) => Err(ChangeError::NotConcerned(first.issue("The experiment is not simulated."))),
        };
    };
    let mut applied = Vec::new();
    let mut idle = None;
    for change in changes {
        match apply(change, &mut plan.cells, kinds) {
            Err(ChangeError::NotConcerned(issue)) => {
                let note = "Nothing in the experiment has this setting.";
                applied.push(AppliedChange { change: change.clone(), cells: 0, note });
                idle.get_or_insert(issue);
            }
            result => applied.push(result?),
        }
    }
    if let Some(issue) = idle
        && applied.iter().all(|applied| applied.cells == 0)
    {
        return Err(ChangeError::NotConcerned(issue));
    }
    if !changes.is_empty() {
        for cell in &plan.cells {
            Scenario::from_value(cell.with_seed(1), kinds).map_err(|issues| {
                let in_cell = |issue: Issue| Issue {
                    message: format!("{} (cell {})", issue.message, cell.id()),
                    ..issue
                };
                ChangeError::Invalid(issues.into_iter().map(in_cell).collect())
            })?;
        }
    }
    Ok(ChangedExperiment { experiment, changes: applied })
}

fn apply(change: &Change, cells: &mut [Cell], kinds: &Kinds) -> Result<AppliedChange, ChangeError> {
    let invalid = |message: String| ChangeError::Invalid(vec![change.issue(message)]);
    let target = Target::of(change, kinds).map_err(|issue| ChangeError::Invalid(vec![issue]))?;
    let mut replaced: Vec<Value> = Vec::new();
    let (mut concerned, mut changed) = (0, 0);
    for cell in cells.iter_mut() {
        let before = canonical(&cell.document, kinds);
        let settings = target.settings(&cell.document, &change.value, kinds).map_err(invalid)?;
        if settings.is_empty() {
            continue;
        }
        concerned += 1;
        // The expanded document contains every setting, so that an omitted setting equals its default.
        let full = expanded(&before, kinds);
        for (path, value) in settings {
            replaced.push(read_path(&full, &path).cloned().unwrap_or_default());
            let Some(value) = value else { continue };
            set_text(&mut cell.document, &path, &value, kinds).map_err(|issue| invalid(issue.message))?;
            if let Some(flow) = path.strip_suffix(".algorithm") {
                drop_foreign_params(&mut cell.document, flow, |_| false, kinds);
            }
        }
        changed += usize::from(canonical(&cell.document, kinds) != before);
    }
    if concerned == 0 {
        return Err(ChangeError::NotConcerned(change.issue(target.missing(cells, &change.value, kinds))));
    }
    let varied = replaced.iter().any(|value| *value != replaced[0]);
    let note = if changed == 0 {
        "Nothing changes: the experiment has this value already."
    } else if varied && !target.keeps_differences(&change.value) {
        "The experiment compares different values here. After the change they are all equal."
    } else if concerned < cells.len() {
        "The change concerns only some of the cells. The others remain as they are."
    } else {
        ""
    };
    Ok(AppliedChange { change: change.clone(), cells: changed, note })
}

/// Settings of a document, each a path and a value as text. A setting without a value stays as it is.
type Settings = Vec<(String, Option<String>)>;

/// The part of an experiment that a path selects.
#[derive(Debug)]
enum Target<'a> {
    TcpFlavour,
    /// A setting, or the packet size, of the flows of a group.
    Flows {
        group: Group<'a>,
        setting: &'a str,
    },
    Buffer,
    SmallestBuffer,
    /// A path in the document.
    Document(&'a str),
}

/// The flows that a path selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group<'a> {
    All,
    Tcp,
    Algorithm(&'a str),
}

impl Group<'_> {
    fn contains(self, algorithm: &str) -> bool {
        match self {
            Self::All => true,
            Self::Tcp => is_tcp(algorithm) || algorithm == OWN_TCP.0,
            Self::Algorithm(id) => algorithm == id,
        }
    }

    fn name(self) -> String {
        match self {
            Self::All => "flow".to_owned(),
            Self::Tcp => "TCP flow".to_owned(),
            Self::Algorithm(id) => format!("flow with the algorithm {id}"),
        }
    }
}

/// Returns whether `tcp` selects flows with this algorithm.
pub fn is_tcp(algorithm: &str) -> bool {
    TCP.contains(&algorithm)
}

const PACKET: &str = "packet";

impl<'a> Target<'a> {
    fn of(change: &'a Change, kinds: &Kinds) -> Result<Self, Issue> {
        let path = change.path.as_str();
        let (head, rest) = path.split_once('.').unwrap_or((path, ""));
        if let Some((_, why)) = FIXED.iter().find(|(name, _)| *name == head.split('[').next().unwrap_or(head))
        {
            return Err(change.issue(format!("This cannot be changed. {why}")));
        }
        match path {
            "tcp" => return Ok(Self::TcpFlavour),
            "buffer" => return Ok(Self::Buffer),
            "buffer.min" => return Ok(Self::SmallestBuffer),
            "jitter" => return Ok(Self::Document("jitter.mode")),
            PACKET => return Ok(Self::Flows { group: Group::All, setting: PACKET }),
            _ => {}
        }
        let group = match head {
            "tcp" => Group::Tcp,
            _ if kinds.algorithm(head).is_some() => Group::Algorithm(head),
            "flows" | "network" | "jitter" => return Ok(Self::Document(path)),
            _ => return Err(change.issue(unknown_path(head, kinds))),
        };
        let of = if group == Group::Tcp { "sack" } else { head };
        let names = || kinds.params_of(of).unwrap_or_default().iter().map(|field| field.name).chain([PACKET]);
        if !names().any(|name| name == rest) {
            let who = if group == Group::Tcp { "TCP" } else { head };
            let hint = suggestion(rest, names()).map_or_else(
                || format!("Its settings are: {}.", names().collect::<Vec<_>>().join(", ")),
                |close| format!("Did you mean `{head}.{close}`?"),
            );
            return Err(change.issue(format!("{who} has no setting `{}`. {hint}", clipped(rest))));
        }
        Ok(Self::Flows { group, setting: rest })
    }

    /// Returns whether documents that differ before the change also differ after it.
    fn keeps_differences(&self, value: &str) -> bool {
        match self {
            Self::SmallestBuffer => true,
            Self::Buffer => factor(value).is_some(),
            _ => false,
        }
    }

    /// The settings of a document that the change concerns.
    fn settings(&self, document: &Value, value: &str, kinds: &Kinds) -> Result<Settings, String> {
        let equal =
            |paths: Vec<String>| paths.into_iter().map(|path| (path, Some(value.to_owned()))).collect();
        Ok(match self {
            Self::TcpFlavour => equal(flavours(document, value, kinds)?),
            Self::Flows { group, setting } => equal(in_flows(document, *group, setting, kinds)),
            Self::Buffer => limits(document, |path, direction| match factor(value) {
                Some(factor) => scaled_limit(document, path, direction, factor, kinds).map(Some),
                None => set(document, path, value, kinds)
                    .map(|()| Some(value.to_owned()))
                    .map_err(|message| format!("{message} A factor such as 0.5x is possible as well.")),
            })?,
            Self::SmallestBuffer => {
                let least = value.parse::<f64>().ok().filter(|x| x.is_finite() && *x >= 1.0);
                let least = least.ok_or_else(|| {
                    format!("`{}` is not a number of packets of at least 1.", clipped(value))
                })?;
                limits(document, |_, direction| {
                    let limit = limit_in_packets(document, direction, kinds)?;
                    Ok((limit < least).then(|| value.to_owned()))
                })?
            }
            // Other cells can have a value at this path.
            Self::Document(path) => set(document, path, value, kinds)
                .map_or_else(|_| Vec::new(), |()| equal(vec![(*path).to_owned()])),
        })
    }

    /// Why the change concerns none of the cells.
    fn missing(&self, cells: &[Cell], value: &str, kinds: &Kinds) -> String {
        match self {
            Self::TcpFlavour => no_flow(Group::Tcp),
            Self::Flows { group, .. } => no_flow(*group),
            Self::Buffer | Self::SmallestBuffer => NO_QUEUE.to_owned(),
            Self::Document(path) => {
                let problem = |cell: &Cell| set(&cell.document, path, value, kinds).err();
                cells.iter().rev().find_map(problem).unwrap_or_default()
            }
        }
    }
}

fn unknown_path(head: &str, kinds: &Kinds) -> String {
    let known = ["tcp", "packet", "buffer", "jitter", "network", "flows"];
    let algorithms = kinds.algorithms.iter().map(|info| info.id);
    let hint = match suggestion(head, known.into_iter().chain(algorithms)) {
        Some(close) => format!("Did you mean `{close}`?"),
        None => {
            "A path starts with tcp, packet, buffer, jitter, network, flows, or the name of an algorithm."
                .to_owned()
        }
    };
    format!("There is nothing called `{}`. {hint}", clipped(head))
}

fn algorithm_of(flow: &Value) -> String {
    flow["algorithm"].as_str().unwrap_or(DEFAULT_ALGORITHM).to_owned()
}

fn flows(document: &Value) -> Vec<(String, String)> {
    let id = |flow: &Value| flow["id"].as_str().unwrap_or_default().to_owned();
    let all = document["flows"].as_array().map_or(&[][..], Vec::as_slice);
    all.iter().map(|flow| (id(flow), algorithm_of(flow))).collect()
}

/// Whether a document accepts a value at a path. The error describes the problem.
fn set(document: &Value, path: &str, value: &str, kinds: &Kinds) -> Result<(), String> {
    set_text(&mut document.clone(), path, value, kinds).map_err(|issue| issue.message)
}

/// The settings that name the flavour of TCP.
fn flavours(document: &Value, value: &str, kinds: &Kinds) -> Result<Vec<String>, String> {
    if !is_tcp(value) {
        let hint = suggestion(value, TCP.into_iter()).map_or_else(
            || format!("The flavours are: {}.", TCP.join(", ")),
            |close| format!("Did you mean `{close}`?"),
        );
        return Err(format!("`{}` is not a TCP. {hint}", clipped(value)));
    }
    let setting = |(id, algorithm): (String, String)| match algorithm.as_str() {
        algorithm if is_tcp(algorithm) => Some(format!("flows.{id}.algorithm")),
        algorithm if algorithm == OWN_TCP.0 && has_own_tcp(value, kinds) => {
            Some(format!("flows.{id}.params.{}", OWN_TCP.1))
        }
        _ => None,
    };
    Ok(flows(document).into_iter().filter_map(setting).collect())
}

/// Returns whether TPBA's own TCP has this flavour. Otherwise it keeps its own flavour.
fn has_own_tcp(flavour: &str, kinds: &Kinds) -> bool {
    let (algorithm, setting) = OWN_TCP;
    let fields = kinds.params_of(algorithm).unwrap_or_default();
    fields.iter().any(|field| match &field.kind {
        FieldKind::Choice(choices) => {
            field.name == setting && choices.iter().any(|choice| choice.value == flavour)
        }
        _ => false,
    })
}

fn no_flow(group: Group) -> String {
    format!("The experiment has no {}.", group.name())
}

/// The paths of a setting, or of the size of the packets, in the flows of a group.
fn in_flows(document: &Value, group: Group, setting: &str, kinds: &Kinds) -> Vec<String> {
    let path = |(id, algorithm): (String, String)| {
        let fields = kinds.params_of(&algorithm).unwrap_or_default();
        match setting {
            // TPBA has packets of UDP and segments of TCP. The segments have a setting of their own.
            PACKET if group == Group::Tcp && algorithm == OWN_TCP.0 => None,
            _ if !group.contains(&algorithm) => None,
            PACKET => Some(format!("flows.{id}.{PACKET}")),
            _ if fields.iter().any(|field| field.name == setting) => {
                Some(format!("flows.{id}.params.{setting}"))
            }
            _ => None,
        }
    };
    flows(document).into_iter().filter_map(path).collect()
}

/// A link direction that a document describes.
struct Direction {
    path: String,
    /// The name of the direction in results.
    name: String,
}

/// The link directions that a document describes. An omitted reverse direction has the queue of the forward
/// direction.
fn directions(document: &Value) -> Vec<Direction> {
    let network = &document["network"];
    let of_link = |link: &Value, path: &str, prefix: &str| -> Vec<Direction> {
        let is_described = |name: &&str| *name == "forward" || link[*name].is_object();
        let direction =
            |name: &str| Direction { path: format!("{path}.{name}"), name: format!("{prefix}{name}") };
        ["forward", "reverse"].into_iter().filter(is_described).map(direction).collect()
    };
    let Some(links) = network["links"].as_array() else { return of_link(network, "network", "") };
    let of_id = |link: &Value| {
        let id = link["id"].as_str().unwrap_or_default();
        of_link(link, &format!("network.links.{id}"), &format!("{id}."))
    };
    links.iter().flat_map(of_id).collect()
}

const NO_QUEUE: &str = "The experiment has no queue with a limit.";

/// Reads a factor: `0.5x`.
fn factor(value: &str) -> Option<f64> {
    let digits = value.strip_suffix('x')?;
    digits.trim().parse().ok().filter(|x: &f64| x.is_finite() && *x > 0.0)
}

/// The limits of all queues of a document. `new` returns the new limit at a path.
fn limits(
    document: &Value,
    new: impl Fn(&str, &Direction) -> Result<Option<String>, String>,
) -> Result<Settings, String> {
    let limit = |direction: Direction| {
        let path = format!("{}.queue.limit", direction.path);
        let value = new(&path, &direction)?;
        Ok((path, value))
    };
    directions(document).into_iter().map(limit).collect()
}

/// The limit of a queue times a factor. A limit in packets remains a whole number of at least one.
fn scaled_limit(
    document: &Value,
    path: &str,
    direction: &Direction,
    factor: f64,
    kinds: &Kinds,
) -> Result<String, String> {
    let given = read_path(document, path).and_then(Value::as_object).and_then(|limit| limit.iter().next());
    let (unit, amount) = match given {
        Some((unit, amount)) => (unit.clone(), amount.as_f64().unwrap_or(0.0)),
        None => ("packets".to_owned(), limit_in_packets(document, direction, kinds)?),
    };
    let scaled = if unit == "packets" { round(amount * factor).max(1.0) } else { amount * factor };
    Ok(json!({ unit: number(scaled) }).to_string())
}

/// The limit of the queue of a link direction in packets.
fn limit_in_packets(document: &Value, direction: &Direction, kinds: &Kinds) -> Result<f64, String> {
    let scenario = Scenario::from_value(document.clone(), kinds)
        .map_err(|issues| issues.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))?;
    let link = Derived::of(&scenario).links.into_iter().find(|link| link.id == direction.name);
    link.map(|link| link.limit.packets).ok_or_else(|| NO_QUEUE.to_owned())
}

/// The possible changes of an experiment: the algorithms that its TCP flows can have, none if it has no TCP
/// flows, and its other algorithms that have settings.
pub fn changeable(experiment: &Experiment, kinds: &Kinds) -> (&'static [&'static str], Vec<String>) {
    let mut algorithms = experiment.algorithms();
    let has_tcp = algorithms.iter().any(|algorithm| is_tcp(algorithm) || algorithm == OWN_TCP.0);
    let reacts = |id: &String| kinds.algorithm(id).is_some_and(|info| !matches!(info.family, Family::None));
    algorithms.retain(|algorithm| !is_tcp(algorithm) && reacts(algorithm));
    (if has_tcp { &TCP } else { &[] }, algorithms)
}

#[cfg(test)]
mod tests;
