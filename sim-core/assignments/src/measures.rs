//! The quantities of a run that questions are about: the measures of lessons (web/src/features/lessons/measures.ts).

use serde_json::Value;
use sim_core::record::EventKind;
use sim_core::scenario::LimitInUnits;

use crate::json::Part;
use crate::run::Run;
use crate::series::{Series, Statistic};

/// The link that a measure is about if it does not name one.
const LINK: &str = "forward";
/// Maximum depth of ratios of ratios.
const MAX_DEPTH: usize = 8;

/// A time window in simulated seconds. Without limits, it lasts from the end of the warm-up to the end of the run.
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

/// True if the measure lies between the limits, which do not belong to the interval.
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

    pub fn holds(&self, run: &Run) -> bool {
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
    pub fn of(&self, run: &Run) -> f64 {
        match self {
            Measure::Goodput(flow, window) => run.mean_rate(&format!("flow:{flow}"), "delivered", *window),
            Measure::Total(prefix, window) => {
                let prefix = format!("flow:{prefix}");
                let entries = run.simulation.observer().rec.directory().iter();
                let flows = entries
                    .filter(|entry| entry.signal.id == "delivered" && entry.entity.starts_with(&prefix));
                let rates = flows.map(|entry| run.mean_rate(&entry.entity, "delivered", *window));
                rates.filter(|rate| !rate.is_nan()).fold(0.0, |sum, rate| sum + rate)
            }
            Measure::Jain(flows, window) => {
                let rates: Vec<f64> = flows
                    .iter()
                    .map(|flow| run.mean_rate(&format!("flow:{flow}"), "delivered", *window))
                    .collect();
                if rates.iter().all(|rate| *rate == 0.0) { f64::NAN } else { jain(&rates) }
            }
            Measure::Utilisation(link, window) => {
                run.mean_rate(&format!("link:{link}"), "departed", *window) / run.link_rate(link)
            }
            Measure::Wait(link, window) => {
                let entity = format!("link:{link}");
                let (from, to) = run.window(*window);
                match (run.series(&entity, "queue_delay"), run.series(&entity, "departed")) {
                    (Some(delay), Some(departed)) => delay.weighted_mean(&departed, from, to),
                    _ => f64::NAN,
                }
            }
            Measure::Signal { entity, signal, statistic, window } => {
                let (from, to) = run.window(*window);
                run.series(entity, signal).map_or(f64::NAN, |series| series.statistic(*statistic, from, to))
            }
            Measure::Events { event, flow, window } => run.events(*event, flow.as_deref(), *window),
            Measure::Summary { flow, field } => {
                run.flow_summary(flow).map_or(f64::NAN, |flow| value(&flow[field]))
            }
            Measure::Transfers { flow, statistic } => {
                let list = run.summary["transfers"].as_array().map_or(&[][..], Vec::as_slice);
                let found = list.iter().find(|entry| entry["id"] == flow.as_str());
                found.map_or(f64::NAN, |entry| value(&entry["completion_s"][statistic]))
            }
            Measure::Variation(flow) => {
                run.flow_summary(flow).map_or(f64::NAN, |flow| value(&flow["cov"]["1"]))
            }
            Measure::LinkRate(link) => run.link_rate(link),
            Measure::LinkLimit(link) => run.limit(link).map_or(f64::NAN, |limit| limit.packets),
            Measure::LinkBdp(link) => {
                let of_limit =
                    |limit: LimitInUnits| Some(limit.packets / limit.bdp.filter(|bdp| *bdp != 0.0)?);
                run.limit(link).and_then(of_limit).unwrap_or(f64::NAN)
            }
            Measure::Ratio(of, to) => of.of(run) / to.of(run),
        }
    }
}

fn value(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Jain's index, in the page's order of operations.
fn jain(rates: &[f64]) -> f64 {
    let (sum, squares) = rates.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    (sum * sum) / (rates.len() as f64 * squares)
}

impl Run {
    pub fn series(&self, entity: &str, signal: &str) -> Option<Series> {
        Series::of(&self.simulation, entity, signal, self.end)
    }

    fn window(&self, Window { from, to }: Window) -> (f64, f64) {
        (from.unwrap_or(self.warmup), to.unwrap_or(self.end).min(self.end))
    }

    /// The mean growth of a counter of bytes in a window, in bit/s.
    fn mean_rate(&self, entity: &str, signal: &str, window: Window) -> f64 {
        let (from, to) = self.window(window);
        match self.series(entity, signal) {
            Some(series) if to > from => {
                (series.counter_at(to) - series.counter_at(from)) * 8.0 / (to - from)
            }
            _ => f64::NAN,
        }
    }

    /// The limit of a link's queue in all units.
    fn limit(&self, id: &str) -> Option<LimitInUnits> {
        self.derived.links.iter().find(|link| link.id == id).map(|link| link.limit)
    }

    fn link_rate(&self, id: &str) -> f64 {
        self.derived.links.iter().find(|link| link.id == id).map_or(f64::NAN, |link| link.rate)
    }

    fn flow_summary(&self, id: &str) -> Option<&Value> {
        self.summary["flows"].as_array()?.iter().find(|flow| flow["id"] == id)
    }

    fn events(&self, event: EventKind, flow: Option<&str>, window: Window) -> f64 {
        let (from, to) = self.window(window);
        let rows = self.simulation.observer().rec.events().read(0);
        let mut count = 0.0;
        for row in rows.get(2..).unwrap_or_default().chunks_exact(5) {
            let [t, code, entity, _, events] = row else { continue };
            if *code != f64::from(event.code()) || *t < from || *t > to {
                continue;
            }
            let name = self.simulation.flows().get(*entity as usize).map(|flow| flow.id.as_str());
            if flow.is_none() || flow == name {
                count += events;
            }
        }
        count
    }
}
