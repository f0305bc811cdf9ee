//! `fairshare models`: runs a scenario and compares the values of models from the literature with the
//! measured values.

use sim_core::ground::convert::whole;

use fairshare_models::facts::RunFacts;
use fairshare_models::report::{MeasuredSeries, comparison_width, report};
use fairshare_runs::series::{self, SeriesRun, visit_rows};
use serde_json::Value;
use sim_core::ground::quantity::quantity;
use sim_core::simulation::kinds;

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioArgs;
use crate::shared::output;
use crate::shared::progress::{handle_interrupts, interrupted};
use crate::shared::text_table::{TextTable, short};

pub const FEATURE: Feature = Feature::with(&[Command::of::<ModelsArgs>()]);

/// Run a scenario and compare it with the models of the literature and with the fluid model
#[derive(clap::Parser)]
#[command(name = "models")]
pub struct ModelsArgs {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Also list the models that do not apply, each with the reason
    #[arg(long)]
    all: bool,
    /// Print JSON: all models, the solution of the fluid model, and the spans of time in which the run
    /// departs from it
    #[arg(long, conflicts_with = "all")]
    json: bool,
}

impl Run for ModelsArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let input = self.scenario.read(kinds)?;
        let scenario = input.scenario(kinds)?;
        handle_interrupts();
        let facts = RunFacts::of(&scenario);
        let width = comparison_width(&facts);
        let run = series::run(scenario.clone(), None, &interrupted)
            .map_err(|error| CommandError::of_run(&input.name, error))?;
        let measured = measured_series(&run, &facts, width);
        let json = report(&scenario, &run.summary, Some(&measured));
        output::print(&if self.json { format!("{json:#}\n") } else { text(&json, self.all) })
    }
}

/// Sums of a series within intervals.
#[derive(Clone)]
struct Sums {
    sums: Vec<f64>,
    samples: Vec<f64>,
}

impl Sums {
    fn new(intervals: usize) -> Self {
        Self { sums: vec![0.0; intervals], samples: vec![0.0; intervals] }
    }

    fn add(&mut self, at: usize, value: f64) {
        if let (Some(sum), Some(samples)) = (self.sums.get_mut(at), self.samples.get_mut(at)) {
            *sum += value;
            *samples += 1.0;
        }
    }

    fn means(&self) -> Vec<Option<f64>> {
        self.sums.iter().zip(&self.samples).map(|(sum, n)| (*n > 0.0).then(|| sum / n)).collect()
    }
}

/// The queue of the bottleneck and the windows of each entry, as means within intervals. The mean of a bin is
/// the mean of its smallest and its largest value.
fn measured_series(run: &SeriesRun, facts: &RunFacts, width: f64) -> MeasuredSeries {
    let intervals = whole::<usize>(facts.duration / width + 0.5);
    let link = facts.link.as_ref().map_or("", |link| link.id.as_str());
    let mut queue = Sums::new(intervals);
    let mut windows = vec![Sums::new(intervals); facts.entries.len()];
    let entry_of = |id: &str| {
        let whole = facts.entries.iter().position(|entry| entry.id == id);
        let base = id.rsplit_once('.').map(|(base, _)| base);
        whole.or_else(|| facts.entries.iter().position(|entry| Some(entry.id.as_str()) == base))
    };
    let visited: Result<(), std::convert::Infallible> = visit_rows(&run.recorder, |row| {
        let Some((low, high)) = row.extent else { return Ok(()) };
        let (at, mean) = (whole::<usize>((row.t + row.width / 2.0) / width), f64::midpoint(low, high));
        if row.of == "link" && row.id == link && row.signal == "queue" {
            queue.add(at, mean);
        } else if row.of == "flow" && row.signal == "cwnd" {
            entry_of(row.id).into_iter().for_each(|entry| windows[entry].add(at, mean));
        }
        Ok(())
    });
    visited.unwrap_or_else(|never| match never {});
    let ids = facts.entries.iter().map(|entry| entry.id.clone());
    MeasuredSeries {
        width,
        queue: queue.means(),
        windows: ids.zip(windows.iter().map(Sums::means)).collect(),
    }
}

/// The names of the models in English.
fn name(model: &str) -> &'static str {
    match model {
        "mathis" => "Mathis (square root)",
        "padhye" => "Padhye (PFTK)",
        "own" => "Own equation",
        "aimd" => "AIMD(a, b)",
        "cubic" => "CUBIC's law",
        "dctcp" => "DCTCP's law",
        "dctcp_queue" => "DCTCP's highest queue",
        "bbr" => "BBR's share (Ware)",
        "sawtooth" => "Sawtooth",
        "buffer" => "Buffer for full use",
        _ => "M/D/1",
    }
}

/// A value of a model with its unit.
fn value_text(value: &Value, quantity_of: &str) -> String {
    let Some(x) = value.as_f64() else { return "-".to_owned() };
    match quantity_of {
        "rate" => quantity(x, "bit/s", 4),
        "utilisation" => quantity(x, "share", 3),
        _ => format!("{} packets", short(x)),
    }
}

fn text(json: &Value, all: bool) -> String {
    let mut table =
        TextTable::new(8, &["Model", "Of", "Quantity", "Value", "Measured", "Ratio", "Holds", "Why"]);
    let lines = json["lines"].as_array().map_or(&[][..], Vec::as_slice);
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for line in lines.iter().filter(|line| all || !line["value"].is_null()) {
        let unit = string(&line["quantity"]);
        table.row(vec![
            name(&string(&line["model"])).to_owned(),
            string(&line["of"]),
            unit.clone(),
            value_text(&line["value"], &unit),
            value_text(&line["measured"], &unit),
            line["ratio"].as_f64().map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}")),
            holds(&line["validity"]).to_owned(),
            string(&line["text"]),
        ]);
    }
    format!("{}\n{}", table.text(), fluid_text(&json["fluid"]))
}

fn holds(validity: &Value) -> &'static str {
    match validity.as_str() {
        Some("holds") => "yes",
        Some("outside") => "no",
        _ => "-",
    }
}

fn fluid_text(fluid: &Value) -> String {
    let why = fluid["text"].as_str().unwrap_or_default();
    if fluid["validity"] == "none" {
        return format!("Fluid model: does not apply. {why}\n");
    }
    let mut text = format!(
        "Fluid model: {} {why}\n",
        if fluid["validity"] == "holds" { "applies." } else { "outside its range." }
    );
    if let (Some(window), Some(queue)) = (fluid["rest"]["window"].as_f64(), fluid["rest"]["queue"].as_f64()) {
        text += &format!(
            "At rest: a window of {} packets, a queue of {} packets.\n",
            short(window),
            short(queue)
        );
    }
    let spans = fluid["departures"]["queue"].as_array().map_or(&[][..], Vec::as_slice);
    let list: Vec<String> = spans
        .iter()
        .map(|span| {
            format!(
                "{}..{} s",
                short(span[0].as_f64().unwrap_or(0.0)),
                short(span[1].as_f64().unwrap_or(0.0))
            )
        })
        .collect();
    text += &if list.is_empty() {
        "The queue never departs from the fluid by more than 10 %.\n".to_owned()
    } else {
        format!("The queue departs from the fluid by more than 10 % at {}.\n", list.join(", "))
    };
    text
}
