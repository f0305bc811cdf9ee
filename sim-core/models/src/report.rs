//! The models of a run as JSON, for the command line and the page.

use fairshare_measures::prediction::Prediction;
use serde_json::{Value, json};
use sim_core::ground::math;
use sim_core::params::number;
use sim_core::scenario::Scenario;

use crate::facts::RunFacts;
use crate::fluid::{Fluid, FluidRun, deviations};
use crate::laws;
use crate::model::{Model, ModelLine, Quantity, Reason, Validity};

/// Series of a run in intervals of equal width, to compare with the fluid.
#[derive(Clone, Debug, Default)]
pub struct MeasuredSeries {
    /// Width of the intervals, s.
    pub width: f64,
    /// Mean number of waiting packets at the bottleneck.
    pub queue: Vec<Option<f64>>,
    /// The entry's ID, with the mean window of its flows in packets.
    pub windows: Vec<(String, Vec<Option<f64>>)>,
}

impl MeasuredSeries {
    /// Reads the form `{"width": 1, "queue": [...], "windows": {"id": [...]}}`.
    pub fn from_json(json: &Value) -> Self {
        let values = |json: &Value| json.as_array().map(|list| list.iter().map(Value::as_f64).collect());
        let windows = json["windows"].as_object().into_iter().flatten();
        Self {
            width: json["width"].as_f64().unwrap_or(0.0),
            queue: values(&json["queue"]).unwrap_or_default(),
            windows: windows.map(|(id, list)| (id.clone(), values(list).unwrap_or_default())).collect(),
        }
    }
}

/// The width in seconds of the intervals in which a run is compared with the fluid: a two-hundredth of the
/// run, but long enough to average over a few round trips. The run has a whole number of them.
pub fn comparison_width(facts: &RunFacts) -> f64 {
    let rtt = facts.link.as_ref().map_or(0.1, |link| link.base_rtt + link.limit / link.capacity().max(1e-9));
    let least = (facts.duration / 200.0).max(3.0 * rtt);
    facts.duration / math::floor(facts.duration / least).max(1.0)
}

fn optional(value: Option<f64>) -> Value {
    value.filter(|value| value.is_finite()).map_or(Value::Null, number)
}

fn line_json(line: &ModelLine) -> Value {
    json!({
        "model": line.model.as_str(),
        "of": line.of,
        "quantity": line.quantity.as_str(),
        "value": optional(line.value),
        "measured": optional(line.measured),
        "ratio": optional(line.ratio()),
        "validity": line.validity.as_str(),
        "reason": line.reason.id(),
        "text": line.reason.text(),
    })
}

/// The lines of the closed forms, and the fluid model with the spans in which the run departs from it.
/// `summary` is the `RunSummary` as JSON. Without `measured` there are no spans.
pub fn report(scenario: &Scenario, summary: &Value, measured: Option<&MeasuredSeries>) -> Value {
    let facts = RunFacts::of(scenario).with_summary(summary);
    let lines: Vec<Value> = laws::lines(&facts).iter().map(line_json).collect();
    let width = measured.map_or_else(|| comparison_width(&facts), |measured| measured.width);
    json!({
        "link": facts.link.as_ref().map(|link| link.id.as_str()),
        "models": Model::ALL.iter().map(|model| model.as_str()).collect::<Vec<_>>(),
        "lines": lines,
        "fluid": fluid_json(&facts, width, measured),
    })
}

fn fluid_json(facts: &RunFacts, width: f64, measured: Option<&MeasuredSeries>) -> Value {
    let verdict = |validity: Validity, reason: Reason| json!({ "validity": validity.as_str(), "reason": reason.id(), "text": reason.text() });
    match Fluid::of(facts) {
        Err(reason) => verdict(Validity::None, reason),
        Ok((fluid, validity, reason)) => {
            let run = fluid.run(width);
            let mut json = verdict(validity, reason);
            json["width"] = number(run.width);
            json["queue"] = run.queue.iter().copied().map(number).collect();
            json["probability"] = run.probability.iter().copied().map(number).collect();
            let classes = fluid.classes.iter().zip(run.windows.iter().zip(&run.rates));
            json["classes"] = classes
                .map(|(class, (windows, rates))| {
                    let list =
                        |values: &[Option<f64>]| values.iter().copied().map(optional).collect::<Value>();
                    json!({ "of": class.id, "window": list(windows), "rate": list(rates) })
                })
                .collect();
            json["rest"] = fluid.equilibrium().map_or(
                Value::Null,
                |(window, queue)| json!({ "window": number(window), "queue": number(queue) }),
            );
            if let Some(measured) = measured {
                json["departures"] = deviations_json(&fluid, &run, measured);
            }
            json
        }
    }
}

fn deviations_json(fluid: &Fluid, run: &FluidRun, measured: &MeasuredSeries) -> Value {
    let queue: Vec<Option<f64>> = run.queue.iter().copied().map(Some).collect();
    let windows = measured.windows.iter().filter_map(|(id, values)| {
        let class = fluid.classes.iter().position(|class| class.id == *id)?;
        Some((id.clone(), json!(deviations(run.width, &run.windows[class], values, 1.0))))
    });
    json!({
        "queue": deviations(run.width, &queue, &measured.queue, 1.0),
        "windows": windows.collect::<serde_json::Map<_, _>>(),
    })
}

/// The numbers of a run that a line predicts. A law gives the rate of all packets; under few losses this is also the
/// goodput.
fn numbers_of(line: &ModelLine) -> Vec<String> {
    let of = &line.of;
    match line.quantity {
        Quantity::Rate => vec![format!("{of}.throughput_bps"), format!("{of}.goodput_bps")],
        Quantity::Window => vec![format!("{of}.cwnd_packets")],
        Quantity::Queue if line.model == Model::DctcpQueue => vec!["forward.queue_max_packets".to_owned()],
        Quantity::Queue => vec!["forward.queue_packets".to_owned()],
        Quantity::Utilisation => vec!["forward.utilisation".to_owned()],
        Quantity::Buffer => Vec::new(),
    }
}

/// The predictions of the closed forms, for a scenario with these measured numbers.
pub fn predictions(scenario: &Scenario, number: &dyn Fn(&str) -> Option<f64>) -> Vec<Prediction> {
    let facts = RunFacts::of(scenario).with_metrics(number);
    let lines = laws::lines(&facts).into_iter().filter(|line| line.validity != Validity::None);
    let of_line = |line: ModelLine| {
        let predicted = line.value.map(|value| {
            let of = move |number| Prediction { number, model: line.model.as_str(), value };
            numbers_of(&line).into_iter().map(of)
        });
        predicted.into_iter().flatten().collect::<Vec<_>>()
    };
    lines.flat_map(of_line).collect()
}
