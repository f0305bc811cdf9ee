//! Reads what the file of a paper says about the whole paper: its main sentences with the answers, its main figure, the
//! settings that decide, and readings that concern all of its experiments.

use super::experiment::changes;
use super::fields::{Fields, Read, issue, within};
use crate::headlines::{FirstScreen, Headline, Line, STATUSES, Setting, Template};
use crate::model::{Alternative, Experiment, Filter, Quote};

pub fn read(file: &Fields, experiments: &[Experiment]) -> Read<FirstScreen> {
    let mut legend = "";
    let main_figure = match file.get("main_figure") {
        None => None,
        Some(value) => {
            let fields = Fields::of(value, "main_figure", &["experiment", "drawing", "legend"])?;
            legend = fields.text_or_empty("legend")?;
            let id = fields.text("experiment")?;
            let drawing = fields.get("drawing").and_then(|value| value.as_u64()).unwrap_or(1);
            let plan = experiments.iter().find(|experiment| experiment.id == id).and_then(Experiment::plan);
            let drawings = plan.map_or(0, |plan| plan.drawings.len());
            let index =
                usize::try_from(drawing).ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < drawings);
            Some((id, index.ok_or_else(|| issue("main_figure", "There is no such experiment or drawing."))?))
        }
    };
    let headlines = file.list("headlines")?.into_iter();
    let decides = file.list("decides")?.into_iter();
    Ok(FirstScreen {
        in_short: file.text_or_empty("in_short")?,
        main_figure,
        legend,
        headlines: headlines.map(|(value, path)| headline(value, &path, experiments)).collect::<Read<_>>()?,
        decides: decides.map(|(value, path)| setting(value, &path)).collect::<Read<_>>()?,
    })
}

fn headline(value: &serde_json::Value, path: &str, experiments: &[Experiment]) -> Read<Headline> {
    let fields =
        Fields::of(value, path, &["quote", "place", "that", "answer", "lines", "if", "status", "why"])?;
    let line = |text: &str| {
        let line = Line::read(text).filter(|line| {
            let found = experiments.iter().find(|experiment| experiment.id == line.experiment);
            found.is_some_and(|found| found.claims.get(line.number - 1).is_some_and(|claim| claim.judged))
        });
        line.ok_or_else(|| issue(&fields.path_of("lines"), format!("There is no judged line `{text}`.")))
    };
    let stated = match (fields.optional_text("status")?, fields.optional_text("why")?) {
        (None, None) => None,
        (Some(status), Some(why)) if STATUSES.contains(&status) => Some((status, why)),
        _ => {
            let statuses = STATUSES.join(", ");
            return Err(issue(path, format!("A stated `status` has a `why`, and is one of {statuses}.")));
        }
    };
    let answer = Template::read(fields.text("answer")?);
    Ok(Headline {
        quote: Quote { text: fields.text("quote")?, place: fields.text("place")? },
        that: fields.optional_text("that")?,
        answer: answer.map_err(|message| issue(&fields.path_of("answer"), message))?,
        lines: fields.texts("lines")?.into_iter().map(line).collect::<Read<_>>()?,
        condition: fields.optional_text("if")?,
        stated,
    })
}

fn setting(value: &serde_json::Value, path: &str) -> Read<Setting> {
    let fields = Fields::of(value, path, &["label", "options"])?;
    let options = fields.list("options")?.into_iter().map(|(value, path)| {
        let option = Fields::of(value, &path, &["label", "set"])?;
        Ok((option.text("label")?, changes(&option)?))
    });
    Ok(Setting { label: fields.text("label")?, options: options.collect::<Read<_>>()? })
}

/// Reads the readings of the whole paper and adds each to the lines of the experiments that it concerns. Returns their
/// names and reasons.
pub fn readings(file: &Fields, experiments: &mut [Experiment]) -> Read<Vec<(&'static str, &'static str)>> {
    let mut names = Vec::new();
    for (index, (value, path)) in file.list("readings")?.into_iter().enumerate() {
        let fields = Fields::of(value, &path, &["what", "why", "set", "best", "experiments"])?;
        let what = fields.text("what")?;
        names.push((what, fields.text("why")?));
        let changes = changes(&fields)?;
        for (id, cells, path) in fields.members("experiments")? {
            let experiment = experiments.iter_mut().find(|experiment| experiment.id == id);
            let experiment = experiment.ok_or_else(|| issue(&path, "There is no such experiment."))?;
            let every = cells.as_str() == Some("");
            let only = if every { Filter::default() } else { fields_of_experiments(&fields)?.filter(id)? };
            let reading = Alternative {
                what,
                at: Filter::default(),
                of: None,
                changes: changes.clone(),
                only,
                seeds: None,
                best: fields.flag("best")?,
                bundle: true,
            };
            for claim in experiment.claims.iter_mut().filter(|claim| claim.is_of_paper()) {
                claim.readings.insert(index.min(claim.readings.len()), reading.clone());
            }
        }
        if changes.is_empty() {
            return Err(issue(&within(&path, "set"), "A reading of the whole paper changes something."));
        }
    }
    Ok(names)
}

fn fields_of_experiments<'a>(fields: &Fields<'a>) -> Read<Fields<'a>> {
    let path = fields.path_of("experiments");
    let value = fields.get("experiments").ok_or_else(|| issue(&path, "This field is missing."))?;
    Ok(Fields { object: super::fields::object(value, &path)?, path })
}
