//! The document of a sweep: a scenario, the settings that vary and their values, the number of seeds, and the
//! metrics. docs/sweeps.md describes it.

use fairshare_measures::numbers::Entry;
use serde_json::{Map, Value, json};
use sim_core::describe::Kinds;
use sim_core::params::{Issue, suggestion};
use sim_core::scenario::Scenario;

use crate::measure::{all_metric_names, metric_names};
use crate::sweep::{Design, MAX_RUNS, Sweep};
use crate::values::{VariedSetting, expand};

/// The version of the format, as the value of the field `sweep`.
pub const FORMAT: u64 = 1;

/// The number of seeds of a document without `seeds`.
pub const DEFAULT_SEEDS: u64 = 5;
const MAX_SEEDS: u64 = 10_000;

/// Whether a document describes a sweep, and not a scenario.
pub fn is_sweep(document: &Value) -> bool {
    document.get("sweep").is_some()
}

fn problem(path: &str, message: impl Into<String>) -> Issue {
    Issue::new(path, "sweep", message)
}

/// Reads a document. Every issue has the path of the field that causes it.
pub fn read(document: &Value, kinds: &Kinds) -> Result<Sweep, Vec<Issue>> {
    let one = |issue| vec![issue];
    let fields = document
        .as_object()
        .ok_or_else(|| one(problem("", "A sweep is an object with the field `sweep`.")))?;
    known_fields(fields, "", &["sweep", "scenario", "vary", "design", "design_seed", "seeds", "measure"])
        .map_err(one)?;
    if fields.get("sweep") != Some(&json!(FORMAT)) {
        return Err(one(problem("sweep", format!("This program reads format {FORMAT} of sweeps."))));
    }
    let scenario = fields.get("scenario").cloned().unwrap_or(Value::Null);
    Scenario::from_value(scenario.clone(), kinds).map_err(|issues| {
        let within = |issue: Issue| Issue { path: within("scenario", &issue.path), ..issue };
        issues.into_iter().map(within).collect::<Vec<_>>()
    })?;
    let seed = fields.get("design_seed").map_or(Some(1), Value::as_u64);
    let seed = seed.ok_or_else(|| one(problem("design_seed", "The seed is a whole number from 0.")))?;
    let name = fields.get("design").map_or(Some("grid"), Value::as_str);
    let design = name
        .and_then(|name| Design::named(name, seed))
        .ok_or_else(|| one(problem("design", format!("The designs are: {}.", Design::NAMES.join(", ")))))?;
    let settings = varied(fields.get("vary")).map_err(one)?;
    let seeds = match fields.get("seeds") {
        None => DEFAULT_SEEDS,
        Some(seeds) => seeds
            .as_u64()
            .filter(|seeds| (1..=MAX_SEEDS).contains(seeds))
            .ok_or_else(|| one(problem("seeds", format!("The number of seeds is from 1 to {MAX_SEEDS}."))))?,
    };
    check_design(&settings, design, seeds).map_err(|message| one(problem("vary", message)))?;
    let paths: Vec<String> = settings.iter().map(|setting| setting.path.clone()).collect();
    let mut sweep = Sweep::new(scenario, design, settings, seeds, Vec::new(), kinds).map_err(|issue| {
        let at = paths.iter().position(|path| *path == issue.path).unwrap_or_default();
        one(problem(&format!("vary[{at}]"), format!("`{}`: {}", issue.path, issue.message)))
    })?;
    sweep.measure = measured(fields.get("measure"), &sweep.entries).map_err(one)?;
    Ok(sweep)
}

/// The path of a field within another one.
fn within(parent: &str, path: &str) -> String {
    [parent, path].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
}

fn known_fields(fields: &Map<String, Value>, path: &str, known: &[&'static str]) -> Result<(), Issue> {
    let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let hint = suggestion(name, known.iter().copied()).map_or_else(
        || format!("The fields are: {}.", known.join(", ")),
        |close| format!("Did you mean `{close}`?"),
    );
    Err(problem(&within(path, name), format!("There is no field `{name}`. {hint}")))
}

/// Returns a message if the settings do not fit the design, or if a sweep has too many runs.
pub fn check_design(settings: &[VariedSetting], design: Design, seeds: u64) -> Result<(), String> {
    let values = settings.iter().map(|setting| setting.values.len());
    if design == Design::Zipped && values.clone().min() != values.clone().max() {
        let counts =
            settings.iter().map(|setting| format!("`{}` has {}", setting.path, setting.values.len()));
        let counts = counts.collect::<Vec<_>>().join(", ");
        return Err(format!("Zipped settings have the same number of values: {counts}."));
    }
    let cells = match design {
        Design::Grid => values.fold(1, usize::saturating_mul),
        Design::OneAtATime => values.sum::<usize>() + 1,
        Design::Zipped | Design::LatinHypercube(_) => values.max().unwrap_or(0),
    };
    let runs = cells.saturating_mul(usize::try_from(seeds).unwrap_or(usize::MAX));
    if runs > MAX_RUNS {
        return Err(format!("The sweep has {runs} runs; at most {MAX_RUNS} are accepted."));
    }
    Ok(())
}

fn varied(vary: Option<&Value>) -> Result<Vec<VariedSetting>, Issue> {
    let entries = vary.and_then(Value::as_array).filter(|entries| !entries.is_empty());
    let entries = entries.ok_or_else(|| {
        problem("vary", "Name at least one setting: a list of objects with `path` and `values`.")
    })?;
    let settings = entries
        .iter()
        .enumerate()
        .map(|(i, entry)| setting(entry, &format!("vary[{i}]")))
        .collect::<Result<Vec<_>, _>>()?;
    for (i, setting) in settings.iter().enumerate() {
        if settings[..i].iter().any(|before| before.path == setting.path) {
            return Err(problem(&format!("vary[{i}].path"), format!("`{}` is varied twice.", setting.path)));
        }
    }
    Ok(settings)
}

fn setting(entry: &Value, at: &str) -> Result<VariedSetting, Issue> {
    let fields =
        entry.as_object().ok_or_else(|| problem(at, "An entry is an object with `path` and `values`."))?;
    known_fields(fields, at, &["path", "values"])?;
    let path =
        fields.get("path").and_then(Value::as_str).filter(|path| !path.is_empty() && !path.contains('='));
    let path = path.ok_or_else(|| {
        problem(&format!("{at}.path"), "Name the path of a setting, such as `network.forward.rate`.")
    })?;
    let at = format!("{at}.values");
    let values = match fields.get("values") {
        Some(Value::String(text)) => expand(text).map_err(|message| problem(&at, message))?,
        Some(Value::Array(list)) => list.iter().map(value_text).collect(),
        _ => {
            return Err(problem(
                &at,
                "Give a list of values, or a text such as `1M,2M,5M` or `1M..20M/8log`.",
            ));
        }
    };
    let values: Vec<String> = values.into_iter().map(|value| value.trim().to_owned()).collect();
    if values.is_empty() || values.iter().any(String::is_empty) {
        return Err(problem(&at, "A value is empty."));
    }
    if let Some((_, twice)) = values.iter().enumerate().find(|(i, value)| values[..*i].contains(value)) {
        return Err(problem(&at, format!("`{twice}` is given twice.")));
    }
    Ok(VariedSetting { path: path.to_owned(), values })
}

/// A value of a list as a text in the notation of `--set`.
fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn measured(measure: Option<&Value>, entries: &[Entry]) -> Result<Vec<String>, Issue> {
    let Some(measure) = measure else { return Ok(Vec::new()) };
    let names: Option<Vec<String>> = measure
        .as_array()
        .and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
    let names = names.ok_or_else(|| problem("measure", "Give a list of the names of metrics."))?;
    let known = all_metric_names(entries);
    match names.iter().position(|name| !known.contains(name)) {
        None => Ok(names),
        Some(i) => Err(problem(
            &format!("measure[{i}]"),
            format!(
                "There is no metric `{}`. The metrics are: {}.",
                names[i],
                metric_names(entries).join(", ")
            ),
        )),
    }
}
