//! `fairshare fit`: the network of a measurement, and what would change it (docs/your-line.md).

use std::path::PathBuf;

use fairshare_fit::answer::LineAnswer;
use fairshare_fit::candidate::{Candidate, QueueKind};
use fairshare_fit::direct::FitRefusal;
use fairshare_fit::numbers;
use fairshare_fit::proposals::{Proposal, ProposalResult, ProposalRun, SEEDS, proposals, report, run};
use fairshare_fit::search::{Fit, ROUNDS, Scored};
use fairshare_measured::SpeedTest;
use fairshare_measured::measurement::Measurement;
use fairshare_measured::problem::ReadProblem;
use fairshare_measured::read::{self, MeasuredFile};
use serde_json::{Value, json};
use sim_core::ground::quantity::quantity;
use sim_core::scenario::change::{read_quantity, split_quantity};
use sim_core::scenario::share_link::{ShareLink, encode};

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::output::{self, describe_io_error};
use crate::shared::parallel::compute_all;
use crate::shared::pool::{parse_jobs, worker_count};
use crate::shared::progress::interrupted;
use crate::shared::text_table::TextTable;

pub const FEATURE: Feature = Feature::with(&[Command::of::<FitArgs>()]);

/// Estimate the network of a measurement, and show what would change it
#[derive(clap::Parser)]
#[command(
    name = "fit",
    after_help = "Examples:\n  fairshare fit upload.flent.gz\n  fairshare fit --rate 48M --ping 24 --loaded-ping 310"
)]
pub struct FitArgs {
    /// A file of flent, iperf3 (--json), Crusader, a speed test or another tool, or a capture (pcap, pcapng); docs/your-line.md lists all
    #[arg(required_unless_present = "rate", conflicts_with_all = ["rate", "ping", "loaded_ping"])]
    file: Option<PathBuf>,
    /// Without a file: the rate of a speed test, such as 48M
    #[arg(long, value_name = "RATE", value_parser = rate, requires_all = ["ping", "loaded_ping"])]
    rate: Option<f64>,
    /// The ping without load in ms
    #[arg(long, value_name = "MS", value_parser = milliseconds, requires = "rate")]
    ping: Option<f64>,
    /// The ping during the test in ms
    #[arg(long, value_name = "MS", value_parser = milliseconds, requires = "rate")]
    loaded_ping: Option<f64>,
    /// Print JSON, with the scenarios of the proposals
    #[arg(long)]
    json: bool,
    /// Only the estimate, without proposals
    #[arg(long)]
    estimate: bool,
    /// Number of runs at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
}

/// A rate in bit/s.
fn rate(text: &str) -> Result<f64, String> {
    read_quantity(text, "bit/s").map_err(|form| format!("expected {form}"))
}

/// A time in seconds. A number without a unit is in ms.
fn milliseconds(text: &str) -> Result<f64, String> {
    let has_unit = split_quantity(text).is_some_and(|(_, unit)| !unit.is_empty());
    let text = if has_unit { text.to_owned() } else { format!("{text}ms") };
    read_quantity(&text, "s")
        .map_err(|_| "expected a number of ms such as 24, or a time such as 0.024s".to_owned())
}

impl Run for FitArgs {
    fn run(&self) -> Result<(), CommandError> {
        let threads = worker_count(self.jobs);
        let (measured, answer) = match (&self.file, self.rate, self.ping, self.loaded_ping) {
            (None, Some(rate), Some(ping), Some(loaded)) => {
                let test = SpeedTest { rate, ping, loaded, assumed: Vec::new() };
                numbers::answer(&test).map_err(|problem| CommandError::input(problem.to_string()))?
            }
            (Some(file), ..) => {
                let name = file.display();
                let bytes = std::fs::read(file)
                    .map_err(|error| CommandError::input(format!("{name}: {}", describe_io_error(&error))))?;
                let problem_of = |problem: ReadProblem| CommandError::input(format!("{name}: {problem}"));
                match read::read(&bytes).map_err(problem_of)? {
                    MeasuredFile::SpeedTest(test) => numbers::answer(&test).map_err(problem_of)?,
                    MeasuredFile::Series(measured) => match fitted(measured, threads)? {
                        Ok(found) => found,
                        Err(refusal) => return self.print_refusal(&refusal),
                    },
                }
            }
            _ => return Err(CommandError::input("Name a file, or --rate, --ping and --loaded-ping.")),
        };
        let results = if self.estimate { Vec::new() } else { proposed(&answer, &measured, threads)? };
        if self.json {
            let mut json = report(&answer, &measured, &results);
            for (place, (proposal, _)) in results.iter().enumerate() {
                json["proposals"][place]["link"] = json!(link(&proposal.document));
            }
            return output::print(&format!("{json:#}\n"));
        }
        output::print(&text(&answer, &measured, &results))
    }
}

impl FitArgs {
    fn print_refusal(&self, refusal: &FitRefusal) -> Result<(), CommandError> {
        if self.json {
            return output::print(&format!("{:#}\n", refusal.to_json()));
        }
        output::print(&format!("No answer. {}\n", refusal_text(refusal)))
    }
}

/// The rounds of the search, each on all processors.
fn fitted(
    measured: Measurement,
    threads: usize,
) -> Result<Result<(Measurement, LineAnswer), FitRefusal>, CommandError> {
    let fit = match Fit::new(measured) {
        Ok(fit) => fit,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let mut scored: Vec<Scored> = Vec::new();
    for round in 0..ROUNDS {
        let candidates: Vec<Candidate> = fit.round(round, &scored);
        scored.extend(compute_all(&candidates, threads, |one| fit.score(one, &interrupted).ok())?);
    }
    Ok(fit.answer(&scored).map(|answer| (fit.measured, answer)))
}

/// The proposals with their results.
fn proposed(
    answer: &LineAnswer,
    measured: &Measurement,
    threads: usize,
) -> Result<Vec<(Proposal, Option<ProposalResult>)>, CommandError> {
    let all = proposals(answer, measured);
    let jobs: Vec<(&Proposal, u64)> =
        all.iter().flat_map(|proposal| SEEDS.iter().map(move |&seed| (proposal, seed))).collect();
    let runs: Vec<ProposalRun> =
        compute_all(&jobs, threads, |(proposal, seed)| run(&proposal.document, *seed, &interrupted).ok())?;
    let results: Vec<_> = runs.chunks(SEEDS.len()).map(|runs| Some(ProposalResult::of(runs))).collect();
    Ok(all.into_iter().zip(results).collect())
}

/// The share link of a scenario, from `#` on.
fn link(document: &Value) -> String {
    encode(&ShareLink::of(document.clone()))
}

fn time(seconds: f64) -> String {
    quantity(seconds, "s", 3)
}

fn bits(rate: f64) -> String {
    quantity(rate, "bit/s", 3)
}

fn kind_text(kind: QueueKind) -> &'static str {
    match kind {
        QueueKind::DropTail => "drop-tail",
        QueueKind::Aqm => "active queue management",
        QueueKind::Fair => "fair queuing",
    }
}

fn controller_text(id: &str) -> &'static str {
    match id {
        "cubic" => "CUBIC",
        "sack" => "Reno",
        "gcc" => "GCC",
        _ => "BBR",
    }
}

fn refusal_text(refusal: &FitRefusal) -> String {
    match refusal {
        FitRefusal::TooShort(seconds) => format!(
            "The transfers took {}. Measure for at least 10 s, of which 2 s are without load.",
            time(*seconds)
        ),
        FitRefusal::NoRtt => {
            "The file has no round-trip times. Run flent with --socket-stats, iperf3 at its sender, or capture at the sender."
                .to_owned()
        }
        FitRefusal::NotFull(rate) => format!(
            "The line was never full: the transfers reached {}, and neither the round-trip time grew nor packets were lost. Run more transfers, or a faster server.",
            bits(*rate)
        ),
        FitRefusal::RateVaries(low, high) => format!(
            "While packets waited, the rate varied from {} to {}, as on a radio link or with other traffic. The fit needs a constant rate.",
            bits(*low),
            bits(*high)
        ),
        FitRefusal::SeveralPaths(low, high) => format!(
            "The transfers have least round-trip times from {} to {}, so they take different paths, which may have different bottlenecks.",
            time(*low),
            time(*high)
        ),
        FitRefusal::NothingSimilar(distance) => format!(
            "No scenario resembles the measurement: the nearest has a distance of {distance:.2}. There may be several bottlenecks, a radio link, or a controller that is not tried."
        ),
    }
}

fn assumed_text(id: &str) -> &'static str {
    match id {
        "headers" => "The file counts the payload; 3.5 % are added for headers.",
        "at_sender" => "The capture was made at the sender.",
        "cubic" => "The senders use CUBIC.",
        "gcc" => "The call uses GCC, as in Chrome.",
        "download" => "The download is described, in which a ping waits for longer.",
        "upload" => "The upload is described, in which a ping waits for longer.",
        "both_directions" => {
            "Both directions were loaded at once, and the slower one is taken for the one that waits."
        }
        _ => "One transfer loads the line.",
    }
}

/// What was assumed, as sentences.
fn assumptions(answer: &LineAnswer, measured: &Measurement) -> String {
    let rate = match answer.over_time {
        Some(_) => "whose rate varies as in the measurement from half second to half second",
        None => "with a constant rate",
    };
    let others: Vec<&str> = measured.assumed.iter().map(|id| assumed_text(id)).collect();
    format!("one bottleneck {rate}. {}", others.join(" "))
}

fn interval(value: &fairshare_fit::direct::LineEstimate, write: fn(f64) -> String) -> String {
    if value.high.is_finite() {
        format!("{} to {}", write(value.low), write(value.high))
    } else {
        format!("at least {}", write(value.low))
    }
}

/// The sentence of the answer.
fn sentence(answer: &LineAnswer) -> String {
    let queue = answer.queue.first().copied().map_or("", kind_text);
    let rate =
        if answer.over_time.is_some() { interval(&answer.rate, bits) } else { bits(answer.rate.value) };
    let mut text = format!("Your line is about {rate} with {}; ", time(answer.base_rtt.value));
    match &answer.buffer {
        Some(buffer) if buffer.high.is_finite() => {
            text += &format!("its buffer holds {} ({queue}).", time(buffer.value));
        }
        Some(buffer) => text += &format!("its buffer holds at least {} ({queue}).", time(buffer.low)),
        None => {
            text += &format!("its queue has {queue}, and packets waited for up to {}.", time(answer.wait))
        }
    }
    text
}

fn proposal_name(proposal: &Proposal) -> String {
    match (proposal.id, &proposal.sets) {
        ("now", _) => "As it is".to_owned(),
        ("cake", rate) => format!("CAKE at {}", bits(rate.as_f64().unwrap_or(0.0))),
        ("fq_codel", rate) => format!("FQ-CoDel at {}", bits(rate.as_f64().unwrap_or(0.0))),
        ("buffer", wait) => format!("A buffer of {}", time(wait.as_f64().unwrap_or(0.0))),
        (_, controller) => format!("{} at the senders", controller_text(controller.as_str().unwrap_or(""))),
    }
}

fn text(
    answer: &LineAnswer,
    measured: &Measurement,
    results: &[(Proposal, Option<ProposalResult>)],
) -> String {
    let mut text = sentence(answer);
    let wait_of = |id: &str| {
        let (proposal, result) = results.iter().find(|(proposal, _)| proposal.id == id)?;
        Some((proposal, result.as_ref()?))
    };
    if let (Some((_, now)), Some((cake, with))) = (wait_of("now"), wait_of("cake")) {
        let name = proposal_name(cake);
        text +=
            &format!(" With {name}, a call would wait {} instead of {}.", time(with.wait), time(now.wait));
    }
    text += "\n\n";
    let mut table = TextTable::new(3, &["", "Estimate", "Interval"]);
    let mut row =
        |name: &str, value: String, interval: String| table.row(vec![name.to_owned(), value, interval]);
    row("Rate of the line", bits(answer.rate.value), interval(&answer.rate, bits));
    row("Round-trip time without queues", time(answer.base_rtt.value), interval(&answer.base_rtt, time));
    if let Some(buffer) = &answer.buffer {
        row("Buffer", time(buffer.value), interval(buffer, time));
    }
    let possible = |names: Vec<&str>| {
        if names.len() > 1 { format!("or {}", names[1..].join(", ")) } else { String::new() }
    };
    let kinds: Vec<&str> = answer.queue.iter().map(|kind| kind_text(*kind)).collect();
    row("Queue", kinds[0].to_owned(), possible(kinds.clone()));
    let controllers: Vec<&str> = answer.controller.iter().map(|id| controller_text(id)).collect();
    row("Controller of the senders", controllers[0].to_owned(), possible(controllers.clone()));
    row("Random loss", quantity(answer.loss, "probability", 2), String::new());
    row("Share of the measured transfers", quantity(answer.share, "share", 3), String::new());
    text += &table.text();
    text += &format!("\nAssumed: {}\n", assumptions(answer, measured));
    if results.is_empty() {
        return text;
    }
    let mut table = TextTable::new(1, &["Ten runs each", "A call waits", "least", "greatest", "Transfers"]);
    for (proposal, result) in
        results.iter().filter_map(|(proposal, result)| Some((proposal, result.as_ref()?)))
    {
        table.row(vec![
            proposal_name(proposal),
            time(result.wait),
            time(result.least),
            time(result.greatest),
            bits(result.rate),
        ]);
    }
    text += &format!("\n{}", table.text());
    for (proposal, _) in results {
        text += &format!("\n{}: {}\n", proposal_name(proposal), link(&proposal.document));
        for lines in &proposal.lines {
            text += &format!("  {}:\n    {}\n", lines.system, lines.text.replace('\n', "\n    "));
        }
    }
    text
}
