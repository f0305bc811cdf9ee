//! The data of the figures in docs/algorithms/pictures, from the runs of the pictures that the algorithms declare.
//! scripts/lib/figures.mjs draws the figures.

use serde_json::{Value, json};
use sim_core::describe::{AlgorithmInfo, Kinds, Picture, Signal, SignalKind};
use sim_core::ground::time::from_secs;
use sim_core::params::Issue;
use sim_core::record::{Recorder, RecordingSettings, SeriesEntry};
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;

use crate::shared::error::CommandError;

/// The number of bins of a run.
const BINS: usize = 450;
/// The number of bins over which a rate is averaged.
const AVERAGED_BINS: usize = 3;
/// The flow that uses the algorithm.
const OWN: &str = "flow:own";

/// A flow of a picture: its name in the recording, and its label.
struct PictureFlow {
    entity: String,
    label: String,
}

/// A curve with its label, as pairs of time in seconds and value.
struct LabelledCurve {
    label: String,
    points: Vec<(f64, f64)>,
}

/// The figures of all algorithms as JSON, each with the name of its file.
pub fn figures(kinds: &Kinds) -> Result<Value, CommandError> {
    let pictures = kinds.algorithms.iter().flat_map(|info| {
        info.pictures.iter().enumerate().map(move |(index, picture)| (info, index, picture))
    });
    pictures.map(|(info, index, picture)| figure(info, index, picture, kinds)).collect()
}

fn figure(
    info: &AlgorithmInfo,
    index: usize,
    picture: &Picture,
    kinds: &Kinds,
) -> Result<Value, CommandError> {
    let issues = |what: &[Issue]| CommandError::issues(&format!("a figure of {}", info.id), what);
    let document = picture.document_with(info.id);
    let scenario = Scenario::from_value(document, kinds).map_err(|found| issues(&found))?;
    let label = |flow: &str, label: &str| match (flow, label) {
        ("own", _) => info.name.to_owned(),
        (id, "") => id.to_owned(),
        (_, label) => label.to_owned(),
    };
    let flows: Vec<PictureFlow> = scenario
        .flows
        .iter()
        .map(|flow| PictureFlow { entity: format!("flow:{}", flow.id), label: label(&flow.id, &flow.label) })
        .collect();
    let settings = RecordingSettings {
        bins: BINS + 2,
        first_width: from_secs(scenario.duration / BINS as f64),
        ..RecordingSettings::default()
    };
    let mut run = Simulation::new(scenario, settings).map_err(|found| issues(&found))?;
    run.run().map_err(|failure| CommandError::Run(format!("A figure of {}: {failure}", info.id)))?;
    run.update_series();

    let series = &run.observer().rec;
    let panels = picture.charts.iter().filter_map(|chart| panel(chart, &flows, series));
    let panels = panels.map(|(name, unit, curves)| {
        let curves = curves.into_iter().map(|curve| json!({ "label": curve.label, "points": curve.points }));
        json!({ "name": name, "unit": unit, "curves": curves.collect::<Value>() })
    });
    Ok(json!({ "file": info.picture_file(index), "title": info.name, "panels": panels.collect::<Value>() }))
}

/// The title, the unit and the curves of a chart. `None` if no signal of the chart has values.
fn panel(
    chart: &str,
    flows: &[PictureFlow],
    series: &Recorder,
) -> Option<(&'static str, String, Vec<LabelledCurve>)> {
    if chart == "goodput" {
        let curves = flows
            .iter()
            .map(|flow| LabelledCurve { label: flow.label.clone(), points: goodput(series, &flow.entity) })
            .collect();
        return Some(("Rate", "Mb/s".to_owned(), curves));
    }
    let mut title = None;
    let mut curves = Vec::new();
    for id in chart.split(' ') {
        let entity = if id == "queue" { "link:forward" } else { OWN };
        let Some((signal, points)) = gauge(series, entity, id) else { continue };
        let (unit, scale) = if signal.unit == "bit/s" { ("Mb/s", 1e-6) } else { (signal.unit, 1.0) };
        let points = points.into_iter().map(|(t, value)| (t, value * scale)).collect();
        title.get_or_insert((signal.label, unit.to_owned()));
        curves.push(LabelledCurve { label: signal.label.to_owned(), points });
    }
    if let [only] = curves.as_mut_slice() {
        // The title names the only curve.
        only.label.clear();
    }
    title.map(|(title, unit)| (title, unit, curves))
}

fn find<'a>(
    series: &'a Recorder,
    entity: &str,
    id: &str,
    kind: SignalKind,
) -> Option<(&'a SeriesEntry, Vec<f64>)> {
    let wanted =
        |entry: &SeriesEntry| entry.entity == entity && entry.signal.id == id && entry.signal.kind == kind;
    let index = series.directory().iter().position(wanted)?;
    Some((&series.directory()[index], series.read(index, 0)))
}

/// A gauge and its last value in each bin, as pairs of time and value. A line joins samples across bins without one. `None` if it has no values.
fn gauge(series: &Recorder, entity: &str, id: &str) -> Option<(Signal, Vec<(f64, f64)>)> {
    let (entry, values) = find(series, entity, id, SignalKind::Gauge)?;
    let (width, bins) = (*values.get(1)?, values.get(4..)?);
    let points = bins.chunks_exact(3).enumerate().map(|(i, bin)| ((i as f64 + 1.0) * width, bin[2]));
    let points: Vec<(f64, f64)> =
        points.filter(|(_, value)| !entry.of_samples || value.is_finite()).collect();
    points.iter().any(|(_, value)| value.is_finite()).then_some((entry.signal, points))
}

/// The goodput in Mb/s as a moving average, as pairs of time and value.
fn goodput(series: &Recorder, entity: &str) -> Vec<(f64, f64)> {
    let Some((_, values)) = find(series, entity, "delivered", SignalKind::Counter) else { return Vec::new() };
    let (Some(&width), Some(totals)) = (values.get(1), values.get(4..)) else { return Vec::new() };
    let total = |end: usize| end.checked_sub(1).and_then(|i| totals.get(i)).copied().unwrap_or(0.0);
    (1..=totals.len())
        .map(|end| {
            let start = end.saturating_sub(AVERAGED_BINS);
            let bits = (total(end) - total(start)) * 8.0;
            (end as f64 * width, bits / ((end - start) as f64 * width) / 1e6)
        })
        .collect()
}
