//! An assignment of the kind *race*: students hand in programs, which are raced again here (docs/race.md), also
//! with seeds and rates that students do not know.

use std::collections::BTreeMap;

use fairshare_assignments::assignment::MAX_TEXT;
use fairshare_assignments::check::name_finding;
use fairshare_assignments::hand_in::{MAX_NAME, parse};
use fairshare_assignments::report::Finding;
use fairshare_assignments::visible::visible;
use fairshare_measures::json::Part;
use fairshare_race::card::{Card, rounded};
use fairshare_race::networks::NETWORKS;
use fairshare_race::racer::{Racer, Special};
use fairshare_race::runs::{Heat, HeatResult, published};
use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::rng::split_mix;
use sim_core::scenario;
use sim_core::simulation::VERSION;

/// The number of seeds for each network that only the lecturer knows.
pub const HIDDEN_SEEDS: u64 = 3;
/// The rates of the hidden runs differ by at most this share from the published ones.
pub const RATE_CHANGE: f64 = 0.2;
/// The smallest length of the lecturer's secret, so that it cannot be guessed.
const MIN_SECRET: usize = 12;
/// Maximum size of a program in characters, above the limit of the language, so that the language names it.
const MAX_CODE: usize = 1_000_000;

/// The lecturer's file of a race.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Hand-ins name the assignment by this ID.
    pub id: String,
    pub title: String,
    secret: String,
}

impl Contest {
    /// Reads the lecturer's file. The error is a sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        let file = scenario::parse(text)
            .map_err(|issues| issues.first().map_or_else(String::new, ToString::to_string))?;
        let part = Part::of(&file, "The assignment")?;
        if part.get("fairshare").and_then(Value::as_str) != Some("assignment") {
            return Err("This file is not an assignment of Fairshare.".to_owned());
        }
        if part.get("kind").and_then(Value::as_str) != Some("race") {
            return Err("This assignment is no race: it has no `\"kind\": \"race\"`.".to_owned());
        }
        if part.number("v")? != 1.0 {
            return Err("This assignment was made with a later version of Fairshare.".to_owned());
        }
        let Some(key) = part.get("key") else {
            return Err(
                "This is the students' file, which has no secret. Use the lecturer's file.".to_owned()
            );
        };
        let secret = Part::of(key, "The key")?.text("secret", MAX_TEXT)?;
        if secret.chars().count() < MIN_SECRET {
            return Err(format!(
                "The secret of the key has fewer than {MIN_SECRET} characters, so that students could guess it."
            ));
        }
        Ok(Contest {
            id: part.text("id", 100)?.to_owned(),
            title: part.text("title", MAX_TEXT)?.to_owned(),
            secret: secret.to_owned(),
        })
    }

    /// The runs of each hand-in: the published ones, then those that follow from the secret.
    pub fn heats(&self) -> Vec<Heat> {
        let hidden = NETWORKS.iter().flat_map(|network| {
            // The 64-bit FNV-1a hash of the secret and the network.
            let text = format!("{}\n{}", self.secret, network.id);
            let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            let mut state = text.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
            let heats = (0..HIDDEN_SEEDS).map(move |_| {
                let seed = split_mix(&mut state) >> 11;
                let unit = (split_mix(&mut state) >> 11) as f64 / (1_u64 << 53) as f64;
                Heat { network, seed, factor: rounded(1.0 - RATE_CHANGE + 2.0 * RATE_CHANGE * unit, 3) }
            });
            heats.collect::<Vec<_>>()
        });
        published().into_iter().chain(hidden).collect()
    }

    /// Races the program of a file.
    pub fn race(&self, file: &str, text: &str) -> Entry {
        self.race_in(&self.heats(), file, text)
    }

    /// Races the program of a file in some of the runs.
    pub(crate) fn race_in(&self, heats: &[Heat], file: &str, text: &str) -> Entry {
        let program = match HandedIn::read(file, text) {
            Ok(program) => program,
            Err(problem) => return Entry::refused(file, Finding::new("unreadable", problem)),
        };
        let mut entry = Entry {
            name: visible(&program.name).chars().take(MAX_NAME).collect(),
            code: program.code().to_owned(),
            findings: name_finding(&program.name, file).into_iter().collect(),
            ..Entry::refused(file, Finding::new("", ""))
        };
        if program.assignment.as_ref().is_some_and(|id| *id != self.id) {
            let id = program.assignment.unwrap_or_default();
            let text = format!("This hand-in belongs to another assignment (ID {}).", visible(&id));
            entry.findings.push(Finding::new("assignment", text));
            return entry;
        }
        let racer = &program.racer;
        if let Racer::Special(special) = racer {
            entry.network = Some(special.network.id.to_owned());
        }
        if let Err(issues) = racer.check(kinds()) {
            let is_large = fairshare_script::compile(program.code())
                .is_err_and(|faults| faults.iter().any(|fault| fault.code == "size"));
            let kind = if is_large { "limit" } else { "code" };
            let first = issues.first().map_or_else(String::new, |issue| visible(&issue.message));
            entry.findings.push(Finding::new(kind, format!("The {} cannot run. {first}", program.what())));
            return entry;
        }
        // A special racer belongs to one network and one seed.
        let its_own = racer.heats();
        let heats = if entry.network.is_some() { its_own.as_slice() } else { heats };
        let runs = heats.iter().map(|heat| heat.run(racer, kinds(), &|| false));
        entry.results = runs.filter_map(Result::ok).collect();
        entry.findings.extend(entry.failures());
        entry.findings.extend(program.refuted(&entry));
        if let Racer::Special(special) = racer {
            entry.findings.push(about(special));
        }
        entry
    }
}

/// The sentence about a racer that belongs to one network.
fn about(special: &Special) -> Finding {
    let (name, network) = (special.kind.name, special.network.title());
    let text = format!(
        "{} on \"{network}\". Its place is that among the {name}s on this network, and its points are those of this network \
         with the first seed.",
        special.kind.title
    );
    Finding::new(name, text)
}

/// The hand-in of a student.
struct HandedIn {
    name: String,
    racer: Racer,
    /// The ID of the assignment. `None` if the file names none.
    assignment: Option<String>,
    stated: Option<Stated>,
}

/// The results of the published race that a hand-in states.
struct Stated {
    version: String,
    score: f64,
    result_ids: BTreeMap<String, Vec<String>>,
}

impl HandedIn {
    /// Reads a hand-in, or the text of a program whose file name is the pseudonym.
    fn read(file: &str, text: &str) -> Result<Self, String> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        if let Some(name) = name.strip_suffix(".fair") {
            let (name, racer) = (name.to_owned(), Racer::program(text));
            return Ok(HandedIn { name, racer, assignment: None, stated: None });
        }
        let file = parse(text)?;
        let part = Part::of(&file, "The file")?;
        match (part.get("fairshare").and_then(Value::as_str), part.get("kind").and_then(Value::as_str)) {
            (Some("hand-in"), Some("race")) => {}
            (Some("hand-in"), _) => {
                return Err("This hand-in has answers and no program, so it is not one of a race.".to_owned());
            }
            (Some("assignment"), _) => return Err("This file is an assignment, not a hand-in.".to_owned()),
            _ => {
                return Err("This file is neither a program (.fair) nor a hand-in of Fairshare.".to_owned());
            }
        }
        if part.number("v")? != 1.0 {
            return Err("This hand-in was made with a later version of Fairshare.".to_owned());
        }
        let settings = part.get("settings").and_then(Value::as_object).cloned().unwrap_or_default();
        let assignment = part.text_or("assignment", 100, "")?;
        let stated = part.get("stated").map(Stated::read).transpose()?;
        let racer = match Special::of_hand_in(part.object) {
            Some(special) => Racer::Special(special?),
            None => Racer::Program { code: part.text("code", MAX_CODE)?.to_owned(), settings },
        };
        Ok(HandedIn {
            name: part.text("name", MAX_TEXT)?.to_owned(),
            racer,
            assignment: (!assignment.is_empty()).then(|| assignment.to_owned()),
            stated,
        })
    }

    /// The text of the program. Empty for a special racer.
    fn code(&self) -> &str {
        if let Racer::Program { code, .. } = &self.racer { code } else { "" }
    }

    /// What is handed in, for sentences.
    fn what(&self) -> &'static str {
        if let Racer::Special(special) = &self.racer { special.kind.name } else { "program" }
    }

    /// The finding about a stated result that the runs refute.
    fn refuted(&self, entry: &Entry) -> Option<Finding> {
        let Stated { version, score, result_ids } = self.stated.as_ref()?;
        if version != VERSION {
            let text = format!(
                "It was made with version {}. What it states cannot be compared; the places come from runs of {VERSION}.",
                visible(version)
            );
            return Some(Finding::new("version", text));
        }
        let card = entry.published();
        let differs = card.networks.iter().filter(|network| {
            result_ids.get(network.network.id).is_none_or(|ids| *ids != network.result_ids)
        });
        let differs: Vec<&str> = differs.map(|network| network.network.title()).collect();
        let points = rounded(card.score, 1);
        let states_points = (rounded(*score, 1) - points).abs() < 0.05;
        let text = match (differs.as_slice(), states_points) {
            ([], true) => return None,
            ([], false) => format!("It states {score:.1} points, but its runs give {points:.1}."),
            (differs, _) => format!(
                "It states results of {} that its {} does not give: {}. It states {score:.1} points, and its runs \
                 give {points:.1}.",
                if differs.len() == 1 {
                    "a network".to_owned()
                } else {
                    format!("{} networks", differs.len())
                },
                self.what(),
                differs.join(", ")
            ),
        };
        Some(Finding::new("result", text))
    }
}

impl Stated {
    fn read(value: &Value) -> Result<Self, String> {
        let part = Part::of(value, "`stated`")?;
        let ids = |value: &Value| {
            let list = value.as_array().map_or(&[][..], Vec::as_slice).iter().take(100);
            list.map(|id| id.as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        let networks = part.get("result_ids").and_then(Value::as_object);
        let result_ids = networks.into_iter().flatten().take(100);
        Ok(Stated {
            version: part.text("version", 40)?.to_owned(),
            score: part.number("score")?,
            result_ids: result_ids.map(|(network, value)| (network.clone(), ids(value))).collect(),
        })
    }
}

/// A file of the contest with the results of its program.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub file: String,
    /// The pseudonym. Empty if the file could not be read.
    pub name: String,
    pub code: String,
    /// The network of a special racer, such as a drive by hand; `None` for a program.
    pub network: Option<String>,
    /// Empty if it did not run.
    pub results: Vec<HeatResult>,
    pub findings: Vec<Finding>,
}

impl Entry {
    /// The entry of a file that is not read.
    pub fn refused(file: &str, finding: Finding) -> Self {
        Entry {
            file: visible(file),
            name: String::new(),
            code: String::new(),
            network: None,
            results: Vec::new(),
            findings: vec![finding].into_iter().filter(|finding| !finding.kind.is_empty()).collect(),
        }
    }

    /// The card of the runs that give the place: those that only the lecturer can make. A special racer has no others
    /// than the published one.
    pub fn card(&self) -> Card {
        self.card_of(self.network.is_some())
    }

    fn card_of(&self, is_published: bool) -> Card {
        let runs = self.results.iter().filter(|run| is_of_published(run) == is_published);
        Card::of(&runs.cloned().collect::<Vec<_>>())
    }

    /// The card of the runs that everybody can make.
    pub fn published(&self) -> Card {
        self.card_of(true)
    }

    /// The findings about runs that failed: one for each limit, and one for the first other fault.
    fn failures(&self) -> Vec<Finding> {
        let failed: Vec<&HeatResult> = self.results.iter().filter(|run| run.failure.is_some()).collect();
        let finding = |over_limit: bool| {
            let of_kind = |run: &&&HeatResult| {
                run.failure.as_ref().is_some_and(|failure| failure.over_limit == over_limit)
            };
            let first = failed.iter().find(of_kind)?;
            let title = NETWORKS.iter().find(|network| network.id == first.network)?.title();
            let count = failed.iter().filter(of_kind).count();
            let text = visible(&first.failure.as_ref()?.text);
            let kind = if over_limit { "limit" } else { "failed" };
            Some(Finding::new(
                kind,
                format!(
                    "{count} of its {} runs have no points. The first is \"{title}\": {text}",
                    self.results.len()
                ),
            ))
        };
        [finding(true), finding(false)].into_iter().flatten().collect()
    }

    pub fn to_json(&self) -> Value {
        let findings = self.findings.iter().map(|finding| json!([finding.kind, finding.text]));
        json!({
            "file": self.file,
            "name": self.name,
            "code": self.code,
            "network": self.network,
            "results": self.results.iter().map(HeatResult::to_json).collect::<Value>(),
            "findings": findings.collect::<Value>(),
        })
    }

    /// Reads what `to_json` wrote. A part of another form is left empty.
    pub fn from_json(value: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |name: &str| value[name].as_array().map_or(&[][..], Vec::as_slice).iter();
        Entry {
            file: text(&value["file"]),
            name: text(&value["name"]),
            code: text(&value["code"]),
            network: value["network"].as_str().map(str::to_owned),
            results: list("results").filter_map(HeatResult::from_json).collect(),
            findings: list("findings")
                .map(|finding| Finding { kind: text(&finding[0]), text: text(&finding[1]) })
                .collect(),
        }
    }
}

/// Whether a run belongs to the published race.
fn is_of_published(run: &HeatResult) -> bool {
    run.factor == 1.0 && fairshare_race::networks::SEEDS.contains(&run.seed)
}
