//! `fairshare race`: a program or built-in algorithms on the ten networks of the race (docs/race.md).

use std::path::{Path, PathBuf};

use fairshare_race::card::{Card, hand_in, measured};
use fairshare_race::networks::{NETWORKS, RaceNetwork};
use fairshare_race::racer::{Racer, Special, built_in};
use fairshare_race::runs::{Heat, HeatResult};
use fairshare_race::stored::{self, Row};
use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::simulation::kinds;

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::input::read_text;
use crate::shared::output;
use crate::shared::parallel::compute_all;
use crate::shared::pool::{parse_jobs, worker_count};
use crate::shared::progress::interrupted;
use crate::shared::text_table::TextTable;

pub const FEATURE: Feature = Feature::with(&[Command::of::<RaceArgs>()]);

/// Race a program or an algorithm on ten networks and compare it with the built-in algorithms
#[derive(clap::Parser)]
#[command(name = "race")]
pub struct RaceArgs {
    /// Programs (.fair), IDs of built-in algorithms such as cubic, and racers of one network (.json)
    #[arg(required_unless_present_any = ["all", "document"])]
    racers: Vec<String>,
    /// Race all built-in algorithms; with --json and IDs of algorithms, race these and take the others' stored cards
    #[arg(long, conflicts_with = "document")]
    all: bool,
    /// Print the cards as JSON
    #[arg(long)]
    json: bool,
    /// Print a hand-in of this pseudonym for a contest, with the program and its results
    #[arg(long, value_name = "PSEUDONYM", conflicts_with_all = ["json", "document", "all"])]
    hand_in: Option<String>,
    /// The assignment to which the hand-in belongs: the students' file of a contest
    #[arg(long, value_name = "FILE", requires = "hand_in")]
    assignment: Option<PathBuf>,
    /// Print the scenario of a network, with the program or algorithm in it, and run nothing
    #[arg(long, value_name = "NETWORK", conflicts_with = "json")]
    document: Option<String>,
    /// Number of runs at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
}

impl Run for RaceArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let racers: Vec<(String, Racer)> = if self.all && self.racers.is_empty() {
            built_in(kinds).map(|id| (id.to_owned(), Racer::BuiltIn(id.to_owned()))).collect()
        } else {
            self.racers.iter().map(|given| read(given, kinds)).collect::<Result<_, _>>()?
        };
        if let Some(id) = &self.document {
            return print_document(id, racers.first().map(|(_, racer)| racer), kinds);
        }
        let cards = race(&racers, worker_count(self.jobs), kinds)?;
        if let Some(pseudonym) = &self.hand_in {
            return print_hand_in(pseudonym, self.assignment.as_deref(), &racers, &cards);
        }
        match (self.json, cards.as_slice()) {
            (true, _) if self.all => output::print(&stored::text(&cards, kinds)),
            (true, [(name, card)]) => output::print(&format!("{:#}\n", card.to_json(name))),
            (true, cards) => {
                let list: Value = cards.iter().map(|(name, card)| card.to_json(name)).collect();
                output::print(&format!("{list:#}\n"))
            }
            (false, cards) => output::print(&text(cards, self.all)),
        }
    }
}

/// Reads a program, or the ID of an algorithm.
fn read(given: &str, kinds: &Kinds) -> Result<(String, Racer), CommandError> {
    let path = Path::new(given);
    let is_program = path.extension().is_some_and(|extension| extension == "fair");
    let racer = if is_program || path.exists() {
        let text = read_text(path)?;
        match Special::in_json(&text) {
            Some(read) => Racer::Special(read.map_err(|issues| CommandError::issues(given, &issues))?),
            None => Racer::program(text),
        }
    } else {
        Racer::BuiltIn(given.to_owned())
    };
    racer.check(kinds).map_err(|issues| CommandError::issues(given, &issues))?;
    Ok((given.to_owned(), racer))
}

fn print_document(id: &str, racer: Option<&Racer>, kinds: &Kinds) -> Result<(), CommandError> {
    let network = RaceNetwork::find(id).ok_or_else(|| {
        let ids: Vec<&str> = NETWORKS.iter().map(|network| network.id).collect();
        CommandError::input(format!(
            "--document: there is no network {id}. The networks are {}.",
            ids.join(", ")
        ))
    })?;
    let document = racer.map_or_else(
        || network.document().clone(),
        |racer| racer.document(network, fairshare_race::networks::SEEDS[0], 1.0, kinds),
    );
    output::print(&format!("{document:#}\n"))
}

/// Prints the hand-in of the only racer, which is a program.
fn print_hand_in(
    pseudonym: &str,
    assignment: Option<&Path>,
    racers: &[(String, Racer)],
    cards: &[(String, Card)],
) -> Result<(), CommandError> {
    let ([(_, racer @ (Racer::Program { .. } | Racer::Special(_)))], [(_, card)]) = (racers, cards) else {
        return Err(CommandError::input("--hand-in: name one program (.fair) or one other racer (.json)."));
    };
    let id = match assignment {
        None => String::new(),
        Some(path) => {
            let file: Value = serde_json::from_str(&read_text(path)?).unwrap_or_default();
            let id = file["id"].as_str().filter(|_| file["kind"] == "race");
            let message = || format!("{}: This file is not an assignment of the kind race.", path.display());
            id.ok_or_else(|| CommandError::input(message()))?.to_owned()
        }
    };
    output::print(&format!("{:#}\n", hand_in(pseudonym, &id, racer, card)))
}

/// The cards of racers. All runs of all racers are shared among the threads.
fn race(
    racers: &[(String, Racer)],
    threads: usize,
    kinds: &Kinds,
) -> Result<Vec<(String, Card)>, CommandError> {
    let runs: Vec<(&Racer, Heat)> = racers
        .iter()
        .flat_map(|(_, racer)| racer.heats().into_iter().map(move |heat| (racer, heat)))
        .collect();
    let results: Vec<HeatResult> =
        compute_all(&runs, threads, |(racer, heat)| heat.run(racer, kinds, &interrupted).ok())?;
    let mut results = results.into_iter();
    let cards = racers.iter().map(|(name, racer)| {
        let own: Vec<HeatResult> = results.by_ref().take(racer.heats().len()).collect();
        (name.clone(), Card::of(&own))
    });
    Ok(cards.collect())
}

/// The cards, then the table with the built-in algorithms.
fn text(cards: &[(String, Card)], only: bool) -> String {
    let (specials, cards): (Vec<_>, Vec<_>) =
        cards.iter().cloned().partition(|(_, card)| card.networks.len() < NETWORKS.len());
    let mut text: String = specials.iter().map(|(name, card)| special_text(name, card)).collect();
    if cards.is_empty() {
        return text;
    }
    let cards = cards.as_slice();
    let mut rows: Vec<(bool, Row)> = cards.iter().map(|(name, card)| (true, Row::of(name, card))).collect();
    if !only {
        for (name, card) in cards {
            text.push_str(&card_text(name, card));
        }
        let others =
            stored::rows().into_iter().filter(|row| !cards.iter().any(|(name, _)| *name == row.name));
        rows.extend(others.map(|row| (false, row)));
    }
    rows.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score).then_with(|| a.name.cmp(&b.name)));
    let headings: Vec<&str> =
        ["", "place", "points"].into_iter().chain(NETWORKS.iter().map(|network| network.id)).collect();
    let mut table = TextTable::new(1, &headings);
    for (is_given, row) in &rows {
        let place = stored::place(row.score, rows.iter().map(|(_, other)| other.score));
        let mark = if *is_given && !only { "> " } else { "" };
        let mut cells = vec![format!("{mark}{}", row.name), place.to_string(), format!("{:.1}", row.score)];
        cells.extend(
            row.scores
                .iter()
                .map(|score| score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}"))),
        );
        table.row(cells);
    }
    text.push_str(&table.text());
    text
}

/// The card of a racer of one network, and its place among the built-in algorithms on its network.
fn special_text(name: &str, card: &Card) -> String {
    let mut text = card_text(name, card);
    let Some(network) = card.networks.first() else { return text };
    let on_network = |row: &Row| {
        NETWORKS
            .iter()
            .zip(&row.scores)
            .find(|(known, _)| known.id == network.network.id)?
            .1
            .as_ref()
            .copied()
    };
    let mut rows: Vec<(bool, String, f64)> =
        stored::rows().iter().filter_map(|row| Some((false, row.name.clone(), on_network(row)?))).collect();
    rows.push((true, name.to_owned(), network.score));
    rows.sort_by(|(_, a_name, a), (_, b_name, b)| b.total_cmp(a).then_with(|| a_name.cmp(b_name)));
    let mut table = TextTable::new(1, &["", "place", network.network.id]);
    for (is_given, name, score) in &rows {
        let place = stored::place(*score, rows.iter().map(|(_, _, other)| *other));
        let mark = if *is_given { "> " } else { "" };
        table.row(vec![format!("{mark}{name}"), place.to_string(), format!("{score:.1}")]);
    }
    text.push_str(&table.text());
    text
}

/// The points of a racer on each network, with what was measured and the points for it.
fn card_text(name: &str, card: &Card) -> String {
    let mut table = TextTable::new(3, &["network", "points", "measured (points)"]);
    let mut failures = String::new();
    for network in &card.networks {
        let rules = network.rules.iter();
        let rules = rules.map(|(rule, value, points)| format!("{} ({points:.0})", measured(*rule, *value)));
        let rules = rules.collect::<Vec<_>>().join(", ");
        table.row(vec![network.network.title().to_owned(), format!("{:.1}", network.score), rules]);
        if let Some(failure) = &network.failure {
            failures.push_str(&format!("{} on {}: {}\n", name, network.network.id, failure.text));
        }
    }
    let gap = if failures.is_empty() { "" } else { "\n" };
    format!("{name}: {:.1} of 100 points\n\n{}{gap}{failures}\n", card.score, table.text())
}
