//! The measures of a run that lessons and assignments use.

use serde_json::Value;
use sim_core::record::EventKind;

use crate::interval::{jain, mean_wait};
use crate::json::Part;
use crate::numbers::value;
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Window {
    from: Option<f64>,
    to: Option<f64>,
}

#[derive(Clone, Debug)]
pub enum Measure {
    /// A number of the registry by its name (`numbers::named`), times a factor.
    Number(String, Window, f64),
    /// The sum of the goodputs of all flows whose ids begin with a prefix.
    Total(String, Window),
    Jain(Vec<String>, Window),
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
        let number = |owner: String, id: &str, window, factor| {
            Measure::Number(format!("{owner}.{id}"), window, factor)
        };
        let window = || Ok::<_, String>(Window { from: limit("from")?, to: limit("to")? });
        Ok(match part.text("kind", 20)? {
            "goodput" => number(text("flow")?, "goodput_bps", window()?, 1.0),
            "total" => Measure::Total(text("prefix")?, window()?),
            "jain" => {
                let flows = part.list("flows", 10_000)?.iter();
                let flows = flows.map(|flow| flow.as_str().map(str::to_owned)).collect::<Option<_>>();
                Measure::Jain(flows.ok_or_else(unknown)?, window()?)
            }
            "utilisation" => number(link()?, "utilisation", window()?, 1.0),
            "wait" => number(link()?, "queue_delay_ms", window()?, 1e-3),
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
            "summary" => number(text("flow")?, &text("field")?, Window::default(), 1.0),
            "transfers" => {
                let statistic = text("stat")?;
                let infix = if statistic == "mean" { String::new() } else { format!("_{statistic}") };
                number(text("flow")?, &format!("transfer{infix}_s"), Window::default(), 1.0)
            }
            "variation" => number(text("flow")?, "variation", Window::default(), 1.0),
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
            Measure::Number(name, window, factor) => factor * number_of(run, name, *window),
            Measure::Total(prefix, window) => {
                let ids = run.facts().flows.iter().filter_map(|flow| flow.strip_prefix("flow:"));
                let flows = ids.filter(|id| id.starts_with(prefix.as_str()));
                let rates = flows.map(|id| number_of(run, &format!("{id}.goodput_bps"), *window));
                rates.filter(|rate| !rate.is_nan()).fold(0.0, |sum, rate| sum + rate)
            }
            Measure::Jain(flows, window) => {
                let rates: Vec<f64> = flows
                    .iter()
                    .map(|flow| number_of(run, &format!("{flow}.goodput_bps"), *window))
                    .collect();
                jain(&rates)
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

/// The value of a number of the registry. From the end of the warm-up to the end of a complete run, it is the one
/// that the summary states. Otherwise it follows from recorded series, if it is a goodput, a utilisation or a
/// waiting time.
fn number_of<R: MeasuredRun>(run: &R, name: &str, window: Window) -> f64 {
    let Facts { warmup, end, summary, .. } = run.facts();
    if limits(run, window) == (*warmup, *end) && !summary.is_null() {
        return value(summary, name).unwrap_or(f64::NAN);
    }
    let (owner, id) = name.rsplit_once('.').unwrap_or(("", name));
    match id {
        "goodput_bps" => mean_rate(run, &format!("flow:{owner}"), "delivered", window),
        "utilisation" => {
            mean_rate(run, &format!("link:{owner}"), "departed", window) / mean_capacity(run, owner, window)
        }
        "queue_delay_ms" => {
            let (from, to) = limits(run, window);
            1e3 * mean_wait(run, owner, from, to)
        }
        _ => f64::NAN,
    }
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
