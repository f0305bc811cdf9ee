//! Reads an experiment of a paper's file.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::fields::{
    Fields, Read, axis_value, axis_values, constant, formula, issue, object, selection, text, within,
};
use super::{Assumptions, assumptions, cells, definitions};
use crate::axes::{Axis, value_on};
use crate::formula::{self, Definition, Definitions, Formula, Parser};
use crate::judge::ClaimVerdict;
use crate::model::{
    Alternative, Band, BandSource, Check, Claim, Criterion, Drawing, Experiment, Finding, PaperNumber,
    Procedure, Quote, RunPlan, Statement,
};
use crate::paper::Paper;
use crate::quantity::{Quantity, SeedAverage};
use crate::questions::Change;
use crate::rules::{Along, CurveRule, Derived, Measured, Places, Row, Rules};
use fairshare_runs::run::Recording;
use sim_core::ground::intern::intern;

/// The fields of an experiment.
pub const FIELDS: [&str; 20] = [
    "id",
    "place",
    "title",
    "shows",
    "states",
    "claims",
    "assumptions",
    "not_simulated",
    "axes",
    "let",
    "scenario",
    "set",
    "cells",
    "seeds",
    "record",
    "quantities",
    "curves",
    "drawings",
    "numbers",
    "shown",
];

/// The fields of a claim.
pub const CLAIM_FIELDS: [&str; 13] = [
    "text", "quote", "place", "ours", "check", "share", "band", "finding", "unknown", "counter", "readings",
    "because", "causes",
];

/// The largest number of seeds.
const MAX_SEEDS: u64 = 1000;

pub fn read(
    value: &Value,
    path: &str,
    paper: Paper,
    known: &Assumptions,
    defaults: &Map<String, Value>,
) -> Read<Experiment> {
    let fields = Fields::of(value, path, &FIELDS)?;
    let procedure = match fields.optional_text("not_simulated")? {
        Some(why) => Procedure::NotSimulated(why),
        None => Procedure::Simulate(Box::new(plan(&fields, defaults)?)),
    };
    Ok(Experiment {
        id: fields.text("id")?,
        paper,
        place: fields.text("place")?,
        title: fields.text("title")?,
        shows: fields.text("shows")?,
        statements: each(&fields, "states", statement)?,
        claims: each(&fields, "claims", claim)?,
        assumptions: assumptions(fields.list("assumptions")?, known)?,
        procedure,
    })
}

/// Reads each entry of a list.
fn each<T>(fields: &Fields, name: &str, read: impl Fn(&Value, &str) -> Read<T>) -> Read<Vec<T>> {
    fields.list(name)?.into_iter().map(|(value, path)| read(value, &path)).collect()
}

fn statement(value: &Value, path: &str) -> Read<Statement> {
    if value.is_string() {
        return Ok(Statement { text: text(value, path)?, quantity: "", value: None });
    }
    let fields = Fields::of(value, path, &["text", "of", "value"])?;
    Ok(Statement {
        text: fields.text("text")?,
        quantity: fields.text("of")?,
        value: fields.get("value").and_then(Value::as_f64),
    })
}

/// A claim. A text without checks is reported and not judged.
fn claim(value: &Value, path: &str) -> Read<Claim> {
    if value.is_string() {
        return Ok(reported(text(value, path)?));
    }
    let fields = Fields::of(value, path, &CLAIM_FIELDS)?;
    let checks = fields.texts("check")?;
    let checks: Vec<Check> = checks
        .into_iter()
        .map(|written| check(written).map_err(|message| issue(&fields.path_of("check"), message)))
        .collect::<Read<_>>()?;
    let share =
        fields.get("share").map_or(Some(1.0), Value::as_f64).filter(|share| *share > 0.0 && *share <= 1.0);
    let judged = !checks.is_empty();
    if let Some(name) =
        ["band", "finding", "counter"].into_iter().find(|name| !judged && fields.get(name).is_some())
    {
        return Err(issue(
            path,
            format!("A claim with `{name}` has at least one check. Without one it is reported."),
        ));
    }
    Ok(Claim {
        quote: quote(&fields)?,
        share: share
            .ok_or_else(|| issue(&fields.path_of("share"), "This is a number above 0 and at most 1."))?,
        finding: fields.get("finding").map(|value| finding(value, &fields.path_of("finding"))).transpose()?,
        unknown: fields.flag("unknown")?,
        ours: fields.flag("ours")?,
        checks,
        band: fields.get("band").map(|value| band(value, &fields.path_of("band"))).transpose()?,
        counter: fields
            .get("counter")
            .map(|value| alternative(value, &fields.path_of("counter")))
            .transpose()?,
        readings: each(&fields, "readings", alternative)?,
        judged,
        cause: fields.optional_text("because")?,
        causes: each(&fields, "causes", alternative)?,
        ..reported(fields.text("text")?)
    })
}

/// A claim that is reported and not judged.
fn reported(text: &'static str) -> Claim {
    Claim {
        text,
        quote: None,
        ours: false,
        checks: Vec::new(),
        share: 1.0,
        band: None,
        finding: None,
        unknown: false,
        counter: None,
        readings: Vec::new(),
        judged: false,
        cause: None,
        causes: Vec::new(),
    }
}

/// The sentence that a claim quotes, with its place. A check of ours quotes nothing.
fn quote(fields: &Fields) -> Read<Option<Quote>> {
    match (fields.optional_text("quote")?, fields.optional_text("place")?) {
        (None, None) => Ok(None),
        (Some(text), Some(place)) if !fields.flag("ours")? => Ok(Some(Quote { text, place })),
        (Some(_), Some(_)) => Err(issue(&fields.path_of("ours"), "A check of ours quotes nothing.")),
        _ => Err(issue(&fields.path, "A quoted sentence has the fields `quote` and `place`.")),
    }
}

fn finding(value: &Value, path: &str) -> Read<Finding> {
    let fields = Fields::of(value, path, &["is", "why"])?;
    let verdict = match fields.text("is")? {
        "better" => ClaimVerdict::Better,
        "untestable" => ClaimVerdict::Untestable,
        "contradiction" => ClaimVerdict::Contradiction,
        _ => return Err(issue(&fields.path_of("is"), "This is `better`, `untestable` or `contradiction`.")),
    };
    Ok(Finding { verdict, why: fields.text("why")? })
}

fn band(value: &Value, path: &str) -> Read<Band> {
    let fields = Fields::of(value, path, &["from", "why"])?;
    let source = match fields.text("from")? {
        "text" => BandSource::Text,
        "digits" => BandSource::Digits,
        "spread" => BandSource::Spread,
        _ => return Err(issue(&fields.path_of("from"), "This is `text`, `digits` or `spread`.")),
    };
    Ok(Band { source, why: fields.text("why")? })
}

/// The changes of the field `set`.
pub fn changes(fields: &Fields) -> Read<Vec<Change>> {
    let change = |(path, value, _): (&str, &Value, String)| Change {
        path: path.to_owned(),
        value: value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    };
    Ok(fields.members("set")?.into_iter().map(change).collect())
}

fn alternative(value: &Value, path: &str) -> Read<Alternative> {
    let fields = Fields::of(value, path, &["what", "at", "of", "set", "only", "seeds", "best"])?;
    let seeds = fields.get("seeds").map(|value| seeds(value, &fields.path_of("seeds"))).transpose()?;
    let alternative = Alternative {
        what: fields.text("what")?,
        at: fields.filter("at")?,
        of: fields.optional_text("of")?,
        changes: changes(&fields)?,
        only: fields.filter("only")?,
        seeds,
        best: fields.flag("best")?,
        bundle: false,
    };
    if alternative.at.0.is_empty() && alternative.of.is_none() && alternative.changes.is_empty() {
        return Err(issue(path, "This has at least one of the fields `at`, `of` and `set`."));
    }
    Ok(alternative)
}

fn seeds(value: &Value, path: &str) -> Read<u64> {
    let seeds = value.as_u64().filter(|seeds| (1..=MAX_SEEDS).contains(seeds));
    seeds.ok_or_else(|| issue(path, format!("This is a number from 1 to {MAX_SEEDS}.")))
}

/// A selection, and the condition on its values: `F[with='RAP', N=2..8] in 1.2..1.9`.
fn check(written: &str) -> Result<Check, String> {
    let inner = written.strip_prefix("mean(");
    let mut parser = Parser::new(inner.unwrap_or(written))?;
    let (quantity, only) = selection(&mut parser)?;
    if inner.is_some() && !parser.symbol(")") {
        return Err("The mean has the form mean(F[N=2..8]).".to_owned());
    }
    let bound = |parser: &mut Parser| {
        let bound = constant(&parser.sum()?);
        if bound.is_nan() { Err("A bound is not a number.".to_owned()) } else { Ok(bound) }
    };
    let criterion = if parser.symbol("<=") {
        Criterion::AtMost(bound(&mut parser)?)
    } else if parser.symbol(">=") {
        Criterion::AtLeast(bound(&mut parser)?)
    } else if parser.symbol("<") {
        Criterion::Below(bound(&mut parser)?)
    } else if parser.symbol(">") {
        Criterion::Above(bound(&mut parser)?)
    } else {
        match parser.name()?.as_str() {
            "never" => Criterion::Never,
            "defined" => Criterion::Defined,
            "in" => {
                let low = bound(&mut parser)?;
                if !parser.symbol("..") {
                    return Err("A range has the form 0.5..1.5.".to_owned());
                }
                Criterion::Within(low, bound(&mut parser)?)
            }
            other => return Err(format!("`{other}` is none of <, <=, >, >=, in, never and defined.")),
        }
    };
    parser.end()?;
    Ok(Check { quantity, only, mean: inner.is_some(), criterion })
}

fn plan(fields: &Fields, defaults: &Map<String, Value>) -> Read<RunPlan> {
    let mut axes = Vec::new();
    for (id, value, path) in fields.members("axes")? {
        let axis = Fields::of(value, &path, &["label", "unit", "log"])?;
        let (label, unit) = (axis.text("label")?, axis.text_or_empty("unit")?);
        axes.push(Axis { id: intern(id), label, unit, log: axis.flag("log")? });
    }
    let of_results = match fields.get("let") {
        None => Definitions::new(),
        Some(value) => definitions(value, &fields.path_of("let"))?,
    };
    let cells = cells::read(fields, &axes, &of_results, defaults)?;
    if cells.is_empty() {
        return Err(issue(&fields.path, "The experiment has no cells."));
    }
    let seeds = fields.get("seeds").map_or(Ok(1), |value| seeds(value, &fields.path_of("seeds")))?;
    let ids = axes.iter().map(|axis| axis.id).collect();
    let mut rules = Rules { of_runs: of_results.clone(), of_results, axes: ids, ..Rules::default() };
    let mut quantities = Vec::new();
    for (id, value, path) in fields.members("quantities")? {
        quantities.push(quantity(intern(id), value, &path, &axes, &mut rules)?);
    }
    rules.curves = each(fields, "curves", curve)?;
    rules.text = ["let", "quantities", "curves"]
        .map(|name| fields.get(name).map(Value::to_string).unwrap_or_default())
        .concat();
    let plan = RunPlan {
        axes,
        cells,
        seeds,
        recording: recording(fields)?,
        quantities,
        rules: Arc::new(rules),
        drawings: each(fields, "drawings", drawing)?,
        numbers: each(fields, "numbers", paper_number)?,
        shown: fields.filter("shown")?,
    };
    check_names(&plan, &fields.path)?;
    Ok(plan)
}

fn recording(fields: &Fields) -> Read<Recording> {
    let Some(value) = fields.get("record") else { return Ok(Recording::SUMMARY_ONLY) };
    let path = fields.path_of("record");
    let record = Fields::of(value, &path, &["width", "signals"])?;
    let width = record.get("width").and_then(Value::as_f64).filter(|width| *width >= 1e-6);
    let width = width.ok_or_else(|| issue(&within(&path, "width"), "This is a time in seconds."))?;
    Ok(Recording::series(width, record.texts("signals")?.leak()))
}

fn quantity(id: &'static str, value: &Value, path: &str, axes: &[Axis], rules: &mut Rules) -> Read<Quantity> {
    let fields = Fields::of(
        value,
        path,
        &["label", "unit", "average", "fair", "measure", "when", "along", "derive", "per", "rows"],
    )?;
    let averaging = match fields.optional_text("average")? {
        None => SeedAverage::Mean,
        Some("geometric") => SeedAverage::Geometric,
        Some(_) => {
            return Err(issue(
                &fields.path_of("average"),
                "An average is geometric, or the mean without this field.",
            ));
        }
    };
    let along = along(&fields)?;
    match (fields.formula("measure")?, fields.formula("derive")?) {
        (Some(formula), None) => {
            rules.of_runs.insert(id.to_owned(), Definition::Is(formula));
            rules.measured.push(Measured { quantity: id, when: fields.formula("when")?, along });
        }
        (None, Some(formula)) => {
            let places = places(&fields, axes)?;
            rules.derived.push(Derived { quantity: id, formula, along, places });
        }
        _ => return Err(issue(path, "A quantity has either `measure` or `derive`.")),
    }
    let (label, unit) = (fields.text("label")?, fields.text_or_empty("unit")?);
    Ok(Quantity { id, label, unit, averaging, fair: fields.get("fair").and_then(Value::as_f64) })
}

fn along(fields: &Fields) -> Read<Option<Along>> {
    let members = fields.members("along")?;
    match members.as_slice() {
        [] => Ok(None),
        [(axis, values, path)] => Ok(Some((intern(axis), axis_values(values, path)?))),
        _ => Err(issue(&fields.path_of("along"), "The numbers of a list are along one axis.")),
    }
}

/// The coordinates at which a quantity is derived.
fn places(fields: &Fields, axes: &[Axis]) -> Read<Places> {
    let rows = each(fields, "rows", |value, path| {
        let (mut at, mut variables) = (Vec::new(), Vec::new());
        for (name, value) in object(value, path)? {
            let value = axis_value(value, &within(path, name))?;
            match axes.iter().find(|axis| axis.id == name) {
                Some(axis) => at.push((axis.id, value)),
                None => variables.push((name.clone(), formula::Value::from(value))),
            }
        }
        Ok::<Row, _>((at, variables))
    })?;
    if !rows.is_empty() {
        return Ok(Places::Rows(rows));
    }
    match fields.get("per") {
        Some(Value::Object(_)) => {
            let members = fields.members("per")?.into_iter();
            let axis = |(name, value, path): (&str, &Value, String)| {
                let all = value == "all";
                Ok((intern(name), if all { None } else { Some(axis_values(value, &path)?) }))
            };
            Ok(Places::Per(members.map(axis).collect::<Read<_>>()?))
        }
        None => Ok(Places::Rows(vec![Row::default()])),
        Some(_) => Ok(Places::Per(fields.texts("per")?.into_iter().map(|axis| (axis, None)).collect())),
    }
}

fn curve(value: &Value, path: &str) -> Read<CurveRule> {
    let fields = Fields::of(value, path, &["name", "label", "of", "when"])?;
    let formula = fields.formula("of")?.ok_or_else(|| issue(path, "The field `of` is missing."))?;
    Ok(CurveRule {
        name: fields.text("name")?,
        label: fields.text("label")?,
        formula,
        when: fields.formula("when")?,
    })
}

fn drawing(value: &Value, path: &str) -> Read<Drawing> {
    let fields = Fields::of(
        value,
        path,
        &["kind", "title", "curves", "quantities", "quantity", "x", "y", "by", "unit", "bin", "where"],
    )?;
    let title = fields.text("title")?;
    let only = fields.filter("where")?;
    let texts = |name: &str| fields.texts(name).map(|texts| -> &'static [&'static str] { texts.leak() });
    Ok(match fields.text("kind")? {
        "series" => Drawing::Series {
            title,
            curves: texts("curves")?,
            y: fields.text("y")?,
            unit: fields.text_or_empty("unit")?,
            only,
        },
        "curves" => Drawing::Curves {
            title,
            quantities: texts("quantities")?,
            x: fields.text("x")?,
            by: fields.text("by")?,
            only,
        },
        "surface" => Drawing::Surface {
            title,
            quantity: fields.text("quantity")?,
            x: fields.text("x")?,
            y: fields.text("y")?,
            by: fields.text("by")?,
        },
        "histogram" => {
            Drawing::Histogram { title, quantity: fields.text("quantity")?, bin: fields.text("bin")? }
        }
        "table" => Drawing::Table { title, quantities: texts("quantities")? },
        _ => {
            return Err(issue(
                &fields.path_of("kind"),
                "The kinds are: series, curves, surface, histogram, table.",
            ));
        }
    })
}

/// A number that the paper states about a figure.
fn paper_number(value: &Value, path: &str) -> Read<PaperNumber> {
    let fields = Fields::of(value, path, &["text", "of", "value", "time"])?;
    let of = fields.text_or_empty("of")?;
    let (quantity, only) = if of.is_empty() {
        Default::default()
    } else {
        let read = || {
            let mut parser = Parser::new(of)?;
            let selected = selection(&mut parser)?;
            parser.end().map(|()| selected)
        };
        read().map_err(|message| issue(&fields.path_of("of"), message))?
    };
    let range = |name: &str| match fields.get(name) {
        None => Ok(None),
        Some(Value::Array(bounds)) if bounds.len() == 2 => {
            let bound = |i: usize, open: f64| bounds[i].as_f64().unwrap_or(open);
            Ok(Some((bound(0, f64::NEG_INFINITY), bound(1, f64::INFINITY))))
        }
        Some(value) => {
            let number = formula(value, &fields.path_of(name))?;
            Ok(Some((constant(&number), constant(&number))))
        }
    };
    Ok(PaperNumber {
        quantity,
        only,
        value: range("value")?,
        time: range("time")?,
        text: fields.text("text")?,
    })
}

/// Every name in a formula is the name of an axis, a definition, a quantity or a variable.
fn check_names(plan: &RunPlan, path: &str) -> Read<()> {
    let rules = &plan.rules;
    let is_known = |name: &str, variables: &[&str]| {
        variables.contains(&name)
            || name == "undefined"
            || plan.axes.iter().any(|axis| axis.id == name)
            || rules.of_runs.contains_key(name)
            || plan.quantities.iter().any(|quantity| quantity.id == name)
            || plan.cells.iter().all(|cell| value_on(name, &cell.at).is_some())
    };
    let mut unknown = None;
    let mut check = |formula: &Formula, variables: &[&str]| {
        formula.visit(&mut |part| match part {
            Formula::Name(name) | Formula::Select(name, _) if !is_known(name, variables) => {
                unknown = Some(name.clone())
            }
            _ => {}
        });
    };
    for definition in rules.of_runs.values() {
        match definition {
            Definition::Is(formula) => check(formula, &["i"]),
            Definition::By { cases, .. } => cases.iter().for_each(|(_, formula)| check(formula, &["i"])),
        }
    }
    for measured in &rules.measured {
        measured.when.iter().for_each(|when| check(when, &[]));
    }
    for curve in &rules.curves {
        check(&curve.formula, &[]);
        curve.when.iter().for_each(|when| check(when, &[]));
    }
    for derived in &rules.derived {
        let variables: Vec<&str> = match &derived.places {
            Places::Rows(rows) => {
                rows.iter().flat_map(|(_, more)| more.iter().map(|(name, _)| name.as_str())).collect()
            }
            Places::Per(_) => Vec::new(),
        };
        check(&derived.formula, &variables);
    }
    match unknown {
        None => Ok(()),
        Some(name) => Err(issue(
            path,
            format!(
                "A formula names `{name}`, which is neither an axis nor a quantity nor defined in `let`."
            ),
        )),
    }
}
