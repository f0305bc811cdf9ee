//! The stored results of the built-in algorithms, which `fairshare race --all --json` computes.

use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::simulation::VERSION;

use crate::card::{Card, rounded};
use crate::networks::{NETWORKS, SEEDS};
use crate::racer::built_in;

/// The text of the stored results.
pub const TEXT: &str = include_str!("../../../docs/validation/race.json");

/// The row of an algorithm in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    pub score: f64,
    /// The score on each network, in the order of `NETWORKS`. A special racer has one on its network only.
    pub scores: Vec<Option<f64>>,
}

impl Row {
    pub fn of(name: &str, card: &Card) -> Self {
        let scores = NETWORKS.iter().map(|network| card.points_on(network.id)).collect();
        Row { name: name.to_owned(), score: card.score, scores }
    }
}

/// The text of the file of stored results: one line for each network of an algorithm. Algorithms without a new card have the stored one.
pub fn text(cards: &[(String, Card)], kinds: &Kinds) -> String {
    let file: Value = serde_json::from_str(TEXT).unwrap_or_default();
    let stored = file["algorithms"].as_array().map_or(&[][..], Vec::as_slice);
    let card = |name: &str| match cards.iter().find(|(id, _)| id == name) {
        Some((_, card)) => Some(card.to_json(name)),
        None => stored.iter().find(|card| card["name"] == name).cloned(),
    };
    let cards: Vec<Value> = built_in(kinds).filter_map(card).collect();
    let mut text =
        format!("{{\n \"version\": \"{VERSION}\",\n \"seeds\": {},\n \"algorithms\": [\n", json!(SEEDS));
    for (i, card) in cards.iter().enumerate() {
        let networks =
            card["networks"].as_array().into_iter().flatten().map(|network| format!("  {network}"));
        let networks = networks.collect::<Vec<_>>().join(",\n");
        let end = if i + 1 == cards.len() { "" } else { "," };
        text.push_str(&format!(
            "{{\"name\":{},\"score\":{},\"networks\":[\n{networks}]}}{end}\n",
            card["name"], card["score"]
        ));
    }
    text.push_str(" ]\n}\n");
    text
}

/// The rows of the stored results.
pub fn rows() -> Vec<Row> {
    let file: Value = serde_json::from_str(TEXT).unwrap_or_default();
    let row = |card: &Value| Row {
        name: card["name"].as_str().unwrap_or_default().to_owned(),
        score: card["score"].as_f64().unwrap_or(0.0),
        scores: (0..NETWORKS.len()).map(|i| card["networks"][i]["score"].as_f64()).collect(),
    };
    file["algorithms"].as_array().into_iter().flatten().map(row).collect()
}

/// The place of a score among others: one more than the number of higher scores. Scores are compared with one
/// decimal, as they are printed, so equal scores have the same place.
pub fn place(score: f64, others: impl Iterator<Item = f64>) -> usize {
    1 + others.filter(|other| rounded(*other, 1) > rounded(score, 1)).count()
}
