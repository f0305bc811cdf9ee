//! The ranking of a contest: places, with ties and everything that was found.

use fairshare_assignments::check::{Finding, is_unread};
use fairshare_assignments::compare::listed;
use fairshare_assignments::table::row;
use fairshare_race::card::rounded;
use fairshare_race::networks::NETWORKS;
use fairshare_race::stored::place;
use serde_json::{Value, json};
use sim_core::params::number;

use crate::contest::Entry;

/// An entry with its place.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// `None` if its program did not run.
    pub place: Option<usize>,
    pub score: f64,
    /// The points with the published seeds, and with those that only the lecturer knows. A special racer has
    /// only the published seed.
    pub published: f64,
    pub hidden: Option<f64>,
    /// The points on each network, in the order of `NETWORKS`.
    pub networks: Vec<Option<f64>>,
    pub entry: Entry,
}

/// Gives places to entries. Those without a place follow at the end, by file.
pub fn rank(mut entries: Vec<Entry>) -> Vec<Ranked> {
    entries.sort_by(|a, b| a.file.cmp(&b.file));
    add_comparisons(&mut entries);
    let mut ranked: Vec<Ranked> = entries.into_iter().map(Ranked::of).collect();
    let scores: Vec<(Option<String>, f64)> = ranked
        .iter()
        .filter(|one| !one.entry.results.is_empty())
        .map(|one| (one.entry.network.clone(), one.score))
        .collect();
    for one in ranked.iter_mut().filter(|one| !one.entry.results.is_empty()) {
        let same = scores.iter().filter(|(network, _)| *network == one.entry.network);
        one.place = Some(place(one.score, same.map(|(_, score)| *score)));
    }
    ranked.sort_by_key(|one| (one.place.is_none(), group(&one.entry), one.place));
    let ties: Vec<Option<Finding>> = ranked.iter().map(|one| tie(one, &ranked)).collect();
    for (one, tie) in ranked.iter_mut().zip(ties) {
        one.entry.findings.extend(tie);
    }
    ranked
}

/// Programs are ranked among programs, and special racers among those on the same network, which follow.
fn group(entry: &Entry) -> usize {
    let network = |id: &String| NETWORKS.iter().position(|network| network.id == id.as_str());
    entry.network.as_ref().map_or(0, |id| 1 + network(id).unwrap_or(NETWORKS.len()))
}

/// The findings that need all entries: equal pseudonyms and equal programs.
fn add_comparisons(entries: &mut [Entry]) {
    let found: Vec<[Option<Finding>; 2]> = entries
        .iter()
        .map(|one| {
            let others_with = |part: fn(&Entry) -> &str| {
                let others = entries.iter().filter(|other| other.file != one.file && !part(one).is_empty());
                listed(others.filter(|other| part(other) == part(one)).map(|other| other.file.as_str()))
            };
            let twice = others_with(|entry| &entry.name);
            let same = others_with(|entry| &entry.code);
            [
                twice.map(|files| Finding::new("twice", format!("It has the same pseudonym as {files}."))),
                same.map(|files| {
                    Finding::new("same", format!("Its program is the same as that of {files}."))
                }),
            ]
        })
        .collect();
    for (entry, findings) in entries.iter_mut().zip(found) {
        entry.findings.extend(findings.into_iter().flatten());
    }
}

/// The sentence about entries with the same place.
fn tie(one: &Ranked, all: &[Ranked]) -> Option<Finding> {
    let place = one.place?;
    let others = all.iter().filter(|other| {
        other.place == one.place
            && other.entry.network == one.entry.network
            && other.entry.file != one.entry.file
    });
    let others: Vec<&str> = others.map(|other| other.entry.name.as_str()).collect();
    let text = || {
        let score = rounded(one.score, 1);
        format!(
            "Shares place {place} with {}: points are compared with one decimal, {score:.1}.",
            others.join(", ")
        )
    };
    (!others.is_empty()).then(|| Finding::new("tie", text()))
}

impl Ranked {
    fn of(entry: Entry) -> Self {
        let card = entry.card();
        Ranked {
            place: None,
            score: card.score,
            published: entry.published().score,
            hidden: entry.network.is_none().then(|| entry.hidden().score),
            networks: NETWORKS.iter().map(|network| card.points_on(network.id)).collect(),
            entry,
        }
    }

    /// Whether the file is listed but is no hand-in, or none that can be read.
    pub fn is_skipped(&self) -> bool {
        is_unread(&self.entry.findings)
    }

    pub fn to_json(&self) -> Value {
        let ran = self.place.is_some();
        let points = |x: f64| if ran { number(rounded(x, 1)) } else { Value::Null };
        let finding = |finding: &Finding| json!({ "kind": finding.kind, "text": finding.text });
        json!({
            "place": self.place,
            "name": self.entry.name,
            "network": self.entry.network,
            "file": self.entry.file,
            "score": points(self.score),
            "published": points(self.published),
            "hidden": self.hidden.map_or(Value::Null, points),
            "card": if ran { self.entry.card().to_json(&self.entry.name) } else { Value::Null },
            "findings": self.entry.findings.iter().map(finding).collect::<Value>(),
        })
    }
}

/// The ranking as CSV for a grade book: one row for each file.
pub fn csv(ranking: &[Ranked]) -> String {
    let head = ["place", "pseudonym", "file", "points", "published seeds", "hidden seeds"];
    let head = head.into_iter().chain(NETWORKS.iter().map(|network| network.id)).chain(["findings"]);
    let mut text = row(&head.map(str::to_owned).collect::<Vec<_>>());
    for one in ranking {
        let points = |x: Option<f64>| match x {
            Some(x) if one.place.is_some() => format!("{x:.1}"),
            _ => String::new(),
        };
        let place = one.place.map_or_else(String::new, |place| place.to_string());
        let mut cells = vec![place, one.entry.name.clone(), one.entry.file.clone()];
        cells.extend([Some(one.score), Some(one.published), one.hidden].map(points));
        cells.extend(one.networks.iter().map(|score| points(*score)));
        let findings: Vec<&str> = one.entry.findings.iter().map(|finding| finding.text.as_str()).collect();
        cells.push(findings.join(" "));
        text.push_str(&row(&cells));
    }
    text
}
