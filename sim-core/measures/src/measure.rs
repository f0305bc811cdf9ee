//! The measures of a run that lessons and assignments use.

use serde_json::Value;
use sim_core::record::EventKind;

use crate::interval::{jain, mean_wait};
use crate::json::Part;
use crate::run::{Event, Facts, MeasuredRun};

/// The link of a measure that names no link.
const LINK: &str = "forward";
/// Maximum depth of ratios of ratios.
const MAX_DEPTH: usize = 8;

/// A statistic of a signal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Statistic {
    Mean,
    Min,
    Max,
    P95,
}

/// A time window in simulated seconds. Without limits, it lasts from the end of the warm-up to the end of the
/// run.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    from: Option<f64>,
    to: Option<f64>,
}

#[derive(Clone, Debug)]
pub enum Measure {
    Goodput(String, Window),
    /// The sum of the goodputs of all flows whose ids begin with a prefix.
    Total(String, Window),
    Jain(Vec<String>, Window),
    Utilisation(String, Window),
    /// The mean queueing delay of the packets at a link.
    Wait(String, Window),
    Signal {
        entity: String,
        signal: String,
        statistic: Statistic,
        window: Window,
    },
    Events {
        event: EventKind,
        flow: Option<String>,
        window: Window,
    },
    /// A field of a flow in the summary.
    Summary {
        flow: String,
        field: String,
    },
    /// A statistic of the completion times of a flow entry's transfers.
    Transfers {
        flow: String,
        statistic: String,
    },
    /// The coefficient of variation of a flow's rate over intervals of 1 s.
    Variation(String),
    LinkRate(String),
    /// The limit of a link's queue in packets.
    LinkLimit(String),
    /// The bandwidth-delay product of a link in packets.
    LinkBdp(String),
    Ratio(Box<Measure>, Box<Measure>),
}

/// True if the measure is larger than `above` and smaller than `below`.
#[derive(Clone, Debug)]
pub struct Condition {
    of: Measure,
    above: f64,
    below: f64,
}

impl Condition {
    pub fn read(value: &Value) -> Result<Self, String> {
        let part = Part::of(value, "A condition")?;
        let limit = |name, default| if part.get(name).is_some() { part.number(name) } else { Ok(default) };
        Ok(Condition {
            of: Measure::read(part.get("of").unwrap_or(&Value::Null))?,
            above: limit("above", f64::NEG_INFINITY)?,
            below: limit("below", f64::INFINITY)?,
        })
    }

    pub fn holds<R: MeasuredRun>(&self, run: &R) -> bool {
        let value = self.of.of(run);
        value > self.above && value < self.below
    }
}

fn event_kind(name: &str) -> Option<EventKind> {
    Some(match name {
        "drop" => EventKind::Drop,
        "loss" => EventKind::Loss,
        "mark" => EventKind::Mark,
        "timeout" => EventKind::Timeout,
        "windowCut" => EventKind::WindowCut,
        "recoveryEnded" => EventKind::RecoveryEnded,
        "flowStarted" => EventKind::FlowStarted,
        "flowStopped" => EventKind::FlowStopped,
        "transferComplete" => EventKind::TransferComplete,
        "receiverDrop" => EventKind::ReceiverDrop,
        _ => return None,
    })
}

impl Measure {
    pub fn read(value: &Value) -> Result<Self, String> {
        Self::read_within(value, MAX_DEPTH)
    }

    fn read_within(value: &Value, depth: usize) -> Result<Self, String> {
        let part = Part::of(value, "A measure")?;
        let unknown = || "A measure has a kind that this version does not know.".to_owned();
        let text = |name| part.text(name, 100).map(str::to_owned);
        let link = || part.text_or("link", 100, LINK).map(str::to_owned);
        let limit = |name| part.get(name).map(|_| part.number(name)).transpose();
        let window = || Ok::<_, String>(Window { from: limit("from")?, to: limit("to")? });
        Ok(match part.text("kind", 20)? {
            "goodput" => Measure::Goodput(text("flow")?, window()?),
            "total" => Measure::Total(text("prefix")?, window()?),
            "jain" => {
                let flows = part.list("flows", 10_000)?.iter();
                let flows = flows.map(|flow| flow.as_str().map(str::to_owned)).collect::<Option<_>>();
                Measure::Jain(flows.ok_or_else(unknown)?, window()?)
            }
            "utilisation" => Measure::Utilisation(link()?, window()?),
            "wait" => Measure::Wait(link()?, window()?),
            "signal" => Measure::Signal {
                entity: text("entity")?,
                signal: text("signal")?,
                statistic: match part.text("stat", 20)? {
                    "mean" => Statistic::Mean,
                    "min" => Statistic::Min,
                    "max" => Statistic::Max,
                    "p95" => Statistic::P95,
                    _ => return Err(unknown()),
                },
                window: window()?,
            },
            "events" => Measure::Events {
                event: event_kind(part.text("event", 40)?).ok_or_else(unknown)?,
                flow: part.get("flow").map(|_| text("flow")).transpose()?,
                window: window()?,
            },
            "summary" => Measure::Summary { flow: text("flow")?, field: text("field")? },
            "transfers" => Measure::Transfers { flow: text("flow")?, statistic: text("stat")? },
            "variation" => Measure::Variation(text("flow")?),
            "link" => match part.text("property", 20)? {
                "rate" => Measure::LinkRate(link()?),
                "limit" => Measure::LinkLimit(link()?),
                "bdp" => Measure::LinkBdp(link()?),
                _ => return Err(unknown()),
            },
            "ratio" if depth > 0 => {
                let side = |name| Self::read_within(part.get(name).unwrap_or(&Value::Null), depth - 1);
                Measure::Ratio(Box::new(side("of")?), Box::new(side("to")?))
            }
            _ => return Err(unknown()),
        })
    }

    /// The value in a run. NaN if the run has no such value.
    pub fn of<R: MeasuredRun>(&self, run: &R) -> f64 {
        match self {
            Measure::Goodput(flow, window) => goodput(run, flow, *window),
            Measure::Total(prefix, window) => {
                let prefix = format!("flow:{prefix}");
                let flows = run.facts().flows.iter().filter(|flow| flow.starts_with(&prefix));
                let rates = flows.map(|flow| mean_rate(run, flow, "delivered", *window));
                rates.filter(|rate| !rate.is_nan()).fold(0.0, |sum, rate| sum + rate)
            }
            Measure::Jain(flows, window) => {
                let rates: Vec<f64> = flows.iter().map(|flow| goodput(run, flow, *window)).collect();
                jain(&rates)
            }
            Measure::Utilisation(link, window) => {
                mean_rate(run, &format!("link:{link}"), "departed", *window)
                    / mean_capacity(run, link, *window)
            }
            Measure::Wait(link, window) => {
                let (from, to) = limits(run, *window);
                mean_wait(run, link, from, to)
            }
            Measure::Signal { entity, signal, statistic, window } => {
                let (from, to) = limits(run, *window);
                let Some(series) = run.series(entity, signal) else { return f64::NAN };
                let statistics = series.statistics(from, to);
                match statistic {
                    Statistic::Mean => statistics.mean,
                    Statistic::Min => statistics.min,
                    Statistic::Max => statistics.max,
                    Statistic::P95 => statistics.p95,
                }
            }
            Measure::Events { event, flow, window } => count(run, *event, flow.as_deref(), *window),
            Measure::Summary { flow, field } => number(&entry(&run.facts().summary["flows"], flow)[field]),
            Measure::Transfers { flow, statistic } => {
                number(&entry(&run.facts().summary["transfers"], flow)["completion_s"][statistic])
            }
            Measure::Variation(flow) => number(&entry(&run.facts().summary["flows"], flow)["cov"]["1"]),
            Measure::LinkRate(link) => number(&link_of(run, link)["rate"]),
            Measure::LinkLimit(link) => number(&link_of(run, link)["limit"]["packets"]),
            Measure::LinkBdp(link) => {
                let limit = &link_of(run, link)["limit"];
                let bdp = number(&limit["bdp"]);
                if bdp == 0.0 { f64::NAN } else { number(&limit["packets"]) / bdp }
            }
            Measure::Ratio(of, to) => of.of(run) / to.of(run),
        }
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The entry of a list with an ID. Null if there is none.
fn entry<'a>(list: &'a Value, id: &str) -> &'a Value {
    let found = list.as_array().and_then(|list| list.iter().find(|entry| entry["id"] == id));
    found.unwrap_or(&Value::Null)
}

fn link_of<'a, R: MeasuredRun>(run: &'a R, id: &str) -> &'a Value {
    entry(&run.facts().links, id)
}

/// The limits of a window, with their defaults.
fn limits<R: MeasuredRun>(run: &R, Window { from, to }: Window) -> (f64, f64) {
    let Facts { warmup, end, .. } = run.facts();
    (from.unwrap_or(*warmup), to.unwrap_or(*end).min(*end))
}

fn goodput<R: MeasuredRun>(run: &R, flow: &str, window: Window) -> f64 {
    mean_rate(run, &format!("flow:{flow}"), "delivered", window)
}

/// The mean growth of a counter of bytes in a window, in bit/s.
fn mean_rate<R: MeasuredRun>(run: &R, entity: &str, signal: &str, window: Window) -> f64 {
    let (from, to) = limits(run, window);
    if to > from { run.growth(entity, signal, from, to) * 8.0 / (to - from) } else { f64::NAN }
}

/// The mean rate of a link direction in bit/s, which can change during the run.
fn mean_capacity<R: MeasuredRun>(run: &R, link: &str, window: Window) -> f64 {
    let rates = run.facts().rates.as_array().into_iter().flatten().find(|rates| rates["link"] == link);
    let steps = rates.and_then(|rates| rates["steps"].as_array()).map_or(&[][..], Vec::as_slice);
    if steps.len() < 2 {
        return number(&link_of(run, link)["rate"]);
    }
    let (from, to) = limits(run, window);
    let ends = steps.iter().skip(1).map(|step| number(&step[0])).chain([f64::INFINITY]);
    let bits = steps
        .iter()
        .zip(ends)
        .map(|(step, end)| number(&step[1]) * (end.min(to) - number(&step[0]).max(from)).max(0.0));
    bits.sum::<f64>() / (to - from)
}

fn count<R: MeasuredRun>(run: &R, event: EventKind, flow: Option<&str>, window: Window) -> f64 {
    let (from, to) = limits(run, window);
    let code = f64::from(event.code());
    let is_counted = |event: &Event| {
        event.code == code
            && (from..=to).contains(&event.t)
            && (flow.is_none() || run.flow_of(event).as_deref() == flow)
    };
    run.events().iter().filter(|event| is_counted(event)).fold(0.0, |sum, event| sum + event.count)
}
