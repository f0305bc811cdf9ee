//! The ranking of a contest: places, with ties and everything that was found.

use fairshare_assignments::compare::{listed, look_alike};
use fairshare_assignments::report::{Finding, is_unread};
use fairshare_assignments::table::row;
use fairshare_assignments::visible::look;
use fairshare_race::card::rounded;
use fairshare_race::networks::NETWORKS;
use fairshare_race::stored::place;
use serde_json::{Value, json};
use sim_core::params::number;

use crate::contest::Entry;

/// A program that has more points than this in the published runs than in the hidden ones is named. Of the built-in
/// algorithms, none differs by as much (docs/race.md).
const MUCH_BETTER: f64 = 5.0;

/// An entry with its place.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// `None` if its program did not run.
    pub place: Option<usize>,
    /// The points that give the place.
    pub score: f64,
    /// The points with the published seeds, which are for practice. A special racer has no others.
    pub published: f64,
    /// The points on each network that give the place, in the order of `NETWORKS`.
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
    let found: Vec<[Option<Finding>; 2]> = ranked.iter().map(|one| [tuned(one), tie(one, &ranked)]).collect();
    for (one, found) in ranked.iter_mut().zip(found) {
        one.entry.findings.extend(found.into_iter().flatten());
    }
    ranked
}

/// The finding about a program that is much better in the runs that everybody can make.
fn tuned(one: &Ranked) -> Option<Finding> {
    let better = one.published - one.score;
    (one.entry.network.is_none() && better > MUCH_BETTER).then(|| {
        Finding::new(
            "tuned",
            format!(
                "It has {:.1} points with the published seeds and {:.1} with the hidden ones, {better:.1} fewer: it is made for \
                 the published runs.",
                rounded(one.published, 1),
                rounded(one.score, 1)
            ),
        )
    })
}

/// Programs are ranked among programs, and special racers among those on the same network, which follow.
fn group(entry: &Entry) -> usize {
    let network = |id: &String| NETWORKS.iter().position(|network| network.id == id.as_str());
    entry.network.as_ref().map_or(0, |id| 1 + network(id).unwrap_or(NETWORKS.len()))
}

/// What was measured in a run: the network, the seed, and the bits of each rule's value and points.
type RunNumbers<'a> = (&'a str, u64, Vec<[u64; 2]>);

/// What was measured in each run of a program. `None` without a run that has points.
fn measured(entry: &Entry) -> Option<Vec<RunNumbers<'_>>> {
    let runs = entry.results.iter().map(|run| {
        let bits = |x: f64| x.to_bits();
        let points =
            run.points.iter().map(|point| [bits(point.value.unwrap_or(f64::NAN)), bits(point.points)]);
        (run.network.as_str(), run.seed, points.collect())
    });
    let has_points = entry.results.iter().any(|run| run.failure.is_none());
    (has_points && entry.network.is_none()).then(|| runs.collect())
}

/// The findings that need all entries: equal pseudonyms, equal programs, and different programs with equal results.
fn add_comparisons(entries: &mut [Entry]) {
    let results: Vec<_> = entries.iter().map(measured).collect();
    let found: Vec<[Option<Finding>; 4]> = entries
        .iter()
        .zip(&results)
        .map(|(one, result)| {
            let others_with = |part: fn(&Entry) -> &str| {
                let others = entries.iter().filter(|other| other.file != one.file && !part(one).is_empty());
                listed(others.filter(|other| part(other) == part(one)).map(|other| other.file.as_str()))
            };
            let twice = others_with(|entry| &entry.name);
            let is_alike = |other: &&Entry| {
                !one.name.is_empty() && other.name != one.name && look(&other.name) == look(&one.name)
            };
            let alike = listed(entries.iter().filter(is_alike).map(|other| other.file.as_str()));
            let same = others_with(|entry| &entry.code);
            let others = entries.iter().zip(&results).filter(|(other, of_other)| {
                other.file != one.file && other.code != one.code && result.is_some() && *of_other == result
            });
            let results = listed(others.map(|(other, _)| other.file.as_str()));
            let runs = one.results.len();
            [
                twice.map(|files| Finding::new("twice", format!("It has the same pseudonym as {files}."))),
                alike.map(|files| Finding::new("name", look_alike(&files))),
                same.map(|files| {
                    Finding::new("same", format!("Its program is the same as that of {files}."))
                }),
                results.map(|files| {
                    let text =
                        format!("It has the same results in all {runs} runs as {files}. The texts differ.");
                    Finding::new("results", text)
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
            "card": if ran { self.entry.card().to_json(&self.entry.name) } else { Value::Null },
            "findings": self.entry.findings.iter().map(finding).collect::<Value>(),
        })
    }
}

/// The ranking as CSV for a grade book: one row for each file.
pub fn csv(ranking: &[Ranked]) -> String {
    let head = ["place", "pseudonym", "file", "points", "published seeds"];
    let head = head.into_iter().chain(NETWORKS.iter().map(|network| network.id)).chain(["findings"]);
    let mut text = row(&head.map(str::to_owned).collect::<Vec<_>>());
    for one in ranking {
        let points = |x: Option<f64>| match x {
            Some(x) if one.place.is_some() => format!("{x:.1}"),
            _ => String::new(),
        };
        let place = one.place.map_or_else(String::new, |place| place.to_string());
        let mut cells = vec![place, one.entry.name.clone(), one.entry.file.clone()];
        cells.extend([Some(one.score), Some(one.published)].map(points));
        cells.extend(one.networks.iter().map(|score| points(*score)));
        let findings: Vec<&str> = one.entry.findings.iter().map(|finding| finding.text.as_str()).collect();
        cells.push(findings.join(" "));
        text.push_str(&row(&cells));
    }
    text
}
