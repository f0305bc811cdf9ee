//! Reads the file of a paper: what the paper proposes, its experiments, the questions that its text leaves
//! open, and the questions that one can ask about its assumptions. docs/papers-as-files.md describes the
//! format.
//!
//! `outline` reads the notation, `parts` inserts the parts that experiments share, `experiment` reads an
//! experiment, `cells` its scenarios, and `fields` the fields of objects. A file may come from anyone: it is
//! limited in size, and an error has the path of its cause.

mod cells;
mod experiment;
mod fields;
mod first_screen;
mod outline;
mod parts;

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use sim_core::params::Issue;

use crate::formula::{Definition, Definitions, Parser};
use crate::headlines::FirstScreen;
use crate::model::{Assumption, AssumptionGroup, Experiment};
use crate::paper::{Paper, PaperInfo};
use crate::questions::{Change, MeasuredValues, OpenQuestion, Reading, ReadyQuestion};
use fields::{Fields, Read, formula, issue, list, object, text, within};
use sim_core::ground::intern::intern;

/// The version of the format, as the value of the field `paper`.
pub const FORMAT: u64 = 1;

/// The largest size of a file in bytes.
const MAX_SIZE: usize = 1 << 20;

/// What the file of a paper contains.
#[derive(Debug)]
pub struct LoadedPaper {
    pub paper: Paper,
    pub experiments: Vec<Experiment>,
    /// The questions that the text of the paper leaves open.
    pub open: Vec<OpenQuestion>,
    /// Ready-made questions about the assumptions of the experiments.
    pub questions: Vec<ReadyQuestion>,
    pub first_screen: FirstScreen,
    /// Readings of the whole paper: their names and reasons.
    pub readings: Vec<(&'static str, &'static str)>,
    /// Statements that no simulation decides, each with the reason.
    pub undecidable: Vec<&'static str>,
}

/// The members of a file.
const MEMBERS: [&str; 25] = [
    "paper",
    "id",
    "name",
    "title",
    "authors",
    "year",
    "venue",
    "venue_in_text",
    "algorithm",
    "problem",
    "brief",
    "proposed",
    "defaults",
    "parts",
    "assumptions",
    "experiments",
    "open",
    "questions",
    "kind",
    "in_short",
    "main_figure",
    "headlines",
    "decides",
    "readings",
    "undecidable",
];

/// Reads the text of a file.
pub fn read(text: &str) -> Result<LoadedPaper, Issue> {
    if text.len() > MAX_SIZE {
        return Err(issue("", format!("A paper's file has at most {MAX_SIZE} bytes.")));
    }
    let json = outline::read(text).map_err(|message| issue("", message))?;
    let file = Fields::of(&json, "", &MEMBERS)?;
    if file.get("paper").and_then(Value::as_u64) != Some(FORMAT) {
        return Err(issue("paper", format!("This program reads format {FORMAT} of papers.")));
    }
    let paper = Paper::new(info(&file)?);
    let parts = file.get("parts").map_or_else(|| Ok(Map::new()), |parts| object(parts, "parts").cloned())?;
    let mut known = Assumptions::new();
    for (name, value, path) in file.members("assumptions")? {
        let assumed = match value {
            Value::Array(_) => assumptions(list(value, &path)?, &known)?,
            _ => vec![assumption(value, &path)?],
        };
        known.insert(name, assumed);
    }
    let defaults =
        file.get("defaults").map_or_else(|| Ok(Map::new()), |all| object(all, "defaults").cloned())?;
    let mut experiments = experiments(&file, paper, &parts, &known, &defaults)?;
    let readings = first_screen::readings(&file, &mut experiments)?;
    let first_screen = first_screen::read(&file, &experiments)?;
    let open = file.list("open")?.into_iter().map(|(value, path)| open_question(value, &path));
    let questions =
        file.list("questions")?.into_iter().map(|(value, path)| ready_question(value, &path, &parts));
    Ok(LoadedPaper {
        paper,
        experiments,
        open: open.collect::<Read<_>>()?,
        questions: questions.collect::<Read<_>>()?,
        first_screen,
        readings,
        undecidable: file.texts("undecidable")?,
    })
}

fn experiments(
    file: &Fields,
    paper: Paper,
    parts: &Map<String, Value>,
    known: &Assumptions,
    defaults: &Map<String, Value>,
) -> Read<Vec<Experiment>> {
    let mut experiments: Vec<Experiment> = Vec::new();
    for (value, path) in file.list("experiments")? {
        let value = parts::insert(value, &path, parts)?;
        let experiment = experiment::read(&value, &path, paper, known, defaults)?;
        if experiments.iter().any(|other| other.id == experiment.id) {
            return Err(issue(
                &within(&path, "id"),
                format!("There are two experiments `{}`.", experiment.id),
            ));
        }
        experiments.push(experiment);
    }
    Ok(experiments)
}

fn info(file: &Fields) -> Read<PaperInfo> {
    Ok(PaperInfo {
        id: file.text("id")?,
        name: file.text("name")?,
        title: file.text("title")?,
        authors: file.text("authors")?,
        year: file.text("year")?,
        venue: file.text("venue")?,
        venue_in_text: file.flag("venue_in_text")?,
        algorithm: file.optional_text("algorithm")?,
        problem: file.text("problem")?,
        brief: file.text("brief")?,
        proposed: file.text("proposed")?,
        kind: match file.optional_text("kind")? {
            None => "paper",
            Some(kind @ ("paper" | "rfc" | "own")) => kind,
            Some(_) => return Err(issue("kind", "This is `paper`, `rfc` or `own`.")),
        },
    })
}

/// Assumptions by name. A name can stand for several of them.
type Assumptions<'a> = BTreeMap<&'a str, Vec<Assumption>>;

/// A list of assumptions, some of which are named.
fn assumptions(list: Vec<(&Value, String)>, known: &Assumptions) -> Read<Vec<Assumption>> {
    let mut all = Vec::new();
    for (value, path) in list {
        match value.as_str() {
            None => all.push(assumption(value, &path)?),
            Some(name) => {
                let named = known
                    .get(name)
                    .ok_or_else(|| issue(&path, format!("There is no assumption `{name}`.")))?;
                all.extend_from_slice(named);
            }
        }
    }
    Ok(all)
}

fn assumption(value: &Value, path: &str) -> Read<Assumption> {
    let fields = Fields::of(value, path, &["about", "what", "why"])?;
    let about = fields.optional_text("about")?.map(|text| {
        AssumptionGroup::ALL.into_iter().find(|group| group.text() == text).ok_or_else(|| {
            let groups = AssumptionGroup::ALL.map(AssumptionGroup::text).join(", ");
            issue(&within(path, "about"), format!("`{text}` is none of {groups}."))
        })
    });
    Ok(Assumption { about: about.transpose()?, what: fields.text("what")?, why: fields.text("why")? })
}

/// Named values: formulas, numbers, or objects that choose a formula by the coordinate on the axis `by`.
fn definitions(value: &Value, path: &str) -> Read<Definitions> {
    let mut definitions = Definitions::new();
    for (name, value) in object(value, path)? {
        let path = within(path, name);
        let definition = match value {
            Value::Object(cases) => {
                let by =
                    cases.get("by").ok_or_else(|| issue(&path, "The field `by` with an axis is missing."))?;
                let axis = text(by, &within(&path, "by"))?.to_owned();
                let mut by_case = Vec::new();
                for (case, value) in cases.iter().filter(|(case, _)| *case != "by") {
                    by_case.push((case.clone(), formula(value, &within(&path, case))?));
                }
                let otherwise =
                    by_case.iter().find(|(case, _)| case == "else").map(|(_, formula)| formula.clone());
                Definition::By { axis, cases: by_case, otherwise }
            }
            other => Definition::Is(formula(other, &path)?),
        };
        definitions.insert(name.clone(), definition);
    }
    Ok(definitions)
}

fn open_question(value: &Value, path: &str) -> Read<OpenQuestion> {
    let fields = Fields::of(value, path, &["place", "question", "states", "readings", "why"])?;
    let readings = fields.list("readings")?.into_iter().map(|(value, path)| {
        let fields = Fields::of(value, &path, &["what", "measured", "note"])?;
        let measured = fields.texts("measured")?;
        let values = measured.into_iter().map(|written| {
            measured_values(written).map_err(|message| issue(&fields.path_of("measured"), message))
        });
        Ok(Reading {
            what: fields.text("what")?,
            measured: values.collect::<Read<_>>()?,
            note: fields.text_or_empty("note")?,
        })
    });
    Ok(OpenQuestion {
        place: fields.text("place")?,
        question: fields.text("question")?,
        paper_states: fields.text("states")?,
        readings: readings.collect::<Read<_>>()?,
        reason: fields.text("why")?,
    })
}

/// Values of an experiment: `trabol-tab1: tfi[rival='UDP']`.
fn measured_values(written: &str) -> Result<MeasuredValues, String> {
    let (experiment, rest) =
        written.split_once(':').ok_or("This is the id of an experiment, a colon and a quantity.")?;
    let mut parser = Parser::new(rest)?;
    let (quantity, only) = fields::selection(&mut parser)?;
    parser.end()?;
    Ok(MeasuredValues { experiment: intern(experiment), quantity, only })
}

fn ready_question(value: &Value, path: &str, parts: &Map<String, Value>) -> Read<ReadyQuestion> {
    let value = parts::insert(value, path, parts)?;
    let fields = Fields::of(&value, path, &["id", "question", "about", "set", "experiments"])?;
    let changes = fields.members("set")?.into_iter().map(|(name, value, path)| {
        Ok(Change { path: name.to_owned(), value: text(value, &path)?.to_owned() })
    });
    Ok(ReadyQuestion {
        id: fields.text("id")?,
        question: fields.text("question")?,
        about: fields.text("about")?,
        changes: changes.collect::<Read<_>>()?,
        experiments: fields.texts("experiments")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "paper: 1\nid: x\nname: X\ntitle: T\nauthors: A\nyear: \"2000\"\nvenue: V\nproblem: P\nbrief: B\nproposed: Q\n\
                          assumptions:\n  sack:\n    what: SACK\n    why: Usual\n";

    /// A file with this experiment, whose lines are indented by `indent`.
    fn with_experiment(experiment: &str, indent: &str) -> String {
        let lines: Vec<String> = experiment.lines().map(|line| format!("{indent}{line}\n")).collect();
        format!("{HEADER}experiments:\n{}", lines.concat())
    }

    const SIMPLE: &str = "- id: x-1\n  place: Figure 1\n  title: T\n  shows: S.\n  axes:\n    N: { \"label\": \"Flows\" }\n  scenario:\n    v: 1\n    duration: 5\n    \
                          flows:\n      - { \"id\": \"tcp\", \"algorithm\": \"sack\", \"count\": \"=N\" }\n  cells:\n    - { \"N\": [1, 2] }\n  \
                          quantities:\n    rate: { \"label\": \"Rate\", \"measure\": \"mean(tcp.throughput_bps)\" }\n";

    #[test]
    fn the_example_of_the_documentation_is_a_paper() {
        let page = include_str!("../../../../docs/papers-as-files.md");
        let example = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let paper = read(&with_experiment(example, "  ")).unwrap();
        let plan = paper.experiments[0].plan().unwrap();
        assert_eq!((plan.cells.len(), plan.seeds, paper.experiments[0].claims.len()), (3, 3, 2));
        for cell in &plan.cells {
            let checked =
                sim_core::scenario::Scenario::from_value(cell.with_seed(1), sim_core::simulation::kinds());
            assert!(checked.is_ok(), "{:?}", checked.err());
        }
    }

    #[test]
    fn settings_repetitions_and_formulas_make_the_documents() {
        let scenario = "  let:\n    load: { \"by\": \"N\", \"2\": 7, \"else\": 1 }\n  set:\n    N:\n      \"2\": { \"duration\": \"=load\" }\n";
        let flows = "- { \"id\": \"tcp{i}\", \"repeat\": \"=N\", \"algorithm\": \"sack\", \"start\": \"=i / 2\" }\n      - { \"id\": \"none\", \"count\": 0 }";
        let text = SIMPLE.replace("- { \"id\": \"tcp\", \"algorithm\": \"sack\", \"count\": \"=N\" }", flows)
            + scenario;
        let paper = read(&with_experiment(&text, "  ")).unwrap();
        let cells = &paper.experiments[0].plan().unwrap().cells;
        assert_eq!(cells.iter().map(|cell| cell.id()).collect::<Vec<_>>(), ["N=1", "N=2"]);
        assert_eq!(
            (&cells[0].document["duration"], &cells[1].document["duration"]),
            (&Value::from(5), &Value::from(7))
        );
        let expected = serde_json::json!([{ "id": "tcp1", "algorithm": "sack", "start": 0.5 }, { "id": "tcp2", "algorithm": "sack", "start": 1 }]);
        assert_eq!(cells[1].document["flows"], expected);
    }

    #[test]
    fn the_defaults_of_a_file_are_stated_in_flows_that_have_the_settings_and_do_not_state_them() {
        let flows = "- { \"id\": \"a\", \"algorithm\": \"sack\", \"params\": { \"hystart\": true } }\n      - { \"id\": \"b\", \"algorithm\": \"tfrc\" }";
        let text = SIMPLE.replace("- { \"id\": \"tcp\", \"algorithm\": \"sack\", \"count\": \"=N\" }", flows);
        let defaults = "defaults: { \"stack\": null, \"hystart\": false }\nexperiments:";
        let paper = read(&with_experiment(&text, "  ").replace("experiments:", defaults)).unwrap();
        let document = &paper.experiments[0].plan().unwrap().cells[0].document;
        let expected = serde_json::json!({ "stack": null, "hystart": true });
        assert_eq!((&document["flows"][0]["params"], document["flows"][1].get("params")), (&expected, None));
    }

    #[test]
    fn errors_have_the_path_of_their_cause() {
        let replaced = |from: &str, to: &str| {
            assert!(SIMPLE.contains(from), "{from}");
            read(&with_experiment(&SIMPLE.replace(from, to), "  ")).unwrap_err().to_string()
        };
        for (from, to, path, message) in [
            ("  title: T", "  titel: T", "experiments[0].titel", "Did you mean `title`?"),
            ("mean(tcp", "maen(tcp", "quantities.rate.measure", "Did you mean `mean`?"),
            ("mean(tcp.throughput_bps)", "rate2 + 1", "experiments[0]", "names `rate2`"),
            ("\"N\": [1, 2]", "\"M\": [1, 2]", "cells[0].M", "no axis `M`"),
            ("\"=N\"", "\"=N + undefined\"", "cells[0]", "has no value here"),
            ("  quantities:", "  seeds: 5000\n  quantities:", "seeds", "from 1 to 1000"),
            (
                "  quantities:",
                "  assumptions: [\"reno\"]\n  quantities:",
                "assumptions[0]",
                "no assumption `reno`",
            ),
            (
                "  quantities:",
                "  assumptions:\n    - { \"about\": \"links\", \"what\": \"A\", \"why\": \"B\" }\n  quantities:",
                "assumptions[0].about",
                "none of network, traffic",
            ),
            ("  quantities:", "  use: nothing\n  quantities:", "use", "no part `nothing`"),
            (
                "  quantities:",
                "  claims:\n    - { \"text\": \"A\", \"check\": \"rate about 1\" }\n  quantities:",
                "claims[0].check",
                "`about` is none of",
            ),
            (
                "  quantities:",
                "  set: { \"N\": { \"1\": { \"flows.nobody.count\": 1 } } }\n  quantities:",
                "set",
                "nobody",
            ),
        ] {
            let error = replaced(from, to);
            assert!(error.contains(path) && error.contains(message), "{to}: {error}");
        }
    }

    #[test]
    fn the_schema_has_the_fields_of_a_file() {
        let text = include_str!("../../../../public/paper.schema.json");
        let schema: Value = serde_json::from_str(text).unwrap();
        let claim = &schema["$defs"]["claim"]["oneOf"][1];
        for (object, fields) in [
            (&schema, &MEMBERS[..]),
            (&schema["$defs"]["experiment"], &experiment::FIELDS),
            (claim, &experiment::CLAIM_FIELDS),
        ] {
            let known: Vec<&String> = object["properties"].as_object().unwrap().keys().collect();
            let known: Vec<&str> =
                known.into_iter().map(String::as_str).filter(|name| *name != "use").collect();
            assert_eq!(known.len(), fields.len());
            assert!(fields.iter().all(|field| known.contains(field)), "{known:?}");
        }
    }

    /// A claim with all of its fields.
    const JUDGED: &str = "  claims:\n    - text: A rate\n      quote: The rate is high\n      place: Section 1\n      check: rate[N=1] > 1e6\n      band: { \"from\": \"text\", \"why\": \"High.\" }\n      \
                          counter: { \"what\": \"At N = 2\", \"at\": \"N=2\" }\n      readings:\n        - { \"what\": \"Reno\", \"set\": { \"tcp\": \"reno\", \"buffer\": 50 }, \"only\": \"N=1\", \"seeds\": 2 }\n";

    #[test]
    fn a_judged_claim_has_a_quote_a_band_a_counter_run_and_readings() {
        let paper = read(&with_experiment(&format!("{SIMPLE}{JUDGED}"), "  ")).unwrap();
        let claim = &paper.experiments[0].claims[0];
        assert_eq!(crate::outcomes::missing(claim), None);
        let quote = claim.quote.unwrap();
        assert_eq!((quote.text, quote.place), ("The rate is high", "Section 1"));
        let reading = &claim.readings[0];
        let changes: Vec<_> = reading.changes.iter().map(|c| format!("{}={}", c.path, c.value)).collect();
        assert_eq!((changes.join(" "), reading.seeds), ("tcp=reno buffer=50".to_owned(), Some(2)));
    }

    #[test]
    fn a_paper_has_headlines_a_main_figure_and_readings_of_all_lines() {
        let told = "main_figure: { \"experiment\": \"x-1\", \"drawing\": 1 }\nheadlines:\n  - quote: Q\n    place: P\n    \
                    answer: \"{x-1: rate | 1} in {x-1 1: values}\"\n    lines: [\"x-1 1\"]\nreadings:\n  - what: Tahoe\n    why: W\n    \
                    set: { \"tcp\": \"tahoe\" }\n    experiments: { \"x-1\": \"N=2\" }\n";
        let drawn = format!(
            "{SIMPLE}{JUDGED}  drawings:\n    - {{ \"kind\": \"table\", \"title\": \"T\", \"quantities\": [\"rate\"] }}\n"
        );
        let text = format!("{}{told}", with_experiment(&drawn, "  "));
        let paper = read(&text).unwrap();
        assert_eq!(
            (paper.first_screen.main_figure, paper.first_screen.headlines.len()),
            (Some(("x-1", 0)), 1)
        );
        let readings = &paper.experiments[0].claims[0].readings;
        let names: Vec<_> = readings.iter().map(|reading| (reading.what, reading.bundle)).collect();
        assert_eq!(names, [("Tahoe", true), ("Reno", false)]);
        for (from, to, path) in [
            ("\"drawing\": 1", "\"drawing\": 2", "main_figure"),
            ("[\"x-1 1\"]", "[\"x-1 2\"]", "headlines[0].lines"),
            ("| 1}", "| one}", "headlines[0].answer"),
            ("{ \"x-1\": \"N=2\" }", "{ \"x-2\": \"\" }", "readings[0].experiments.x-2"),
        ] {
            let error = read(&text.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(path), "{to}: {error}");
        }
    }

    #[test]
    fn a_claim_with_half_a_quote_or_an_empty_alternative_is_refused() {
        for (from, to, message) in [
            ("      place: Section 1\n", "", "has the fields `quote` and `place`"),
            ("      place: Section 1\n", "      place: Section 1\n      ours: true\n", "quotes nothing"),
            ("\"from\": \"text\"", "\"from\": \"us\"", "`text`, `digits` or `spread`"),
            (", \"at\": \"N=2\"", "", "at least one of the fields"),
        ] {
            let text = format!("{SIMPLE}{JUDGED}");
            assert!(text.contains(from), "{from}");
            let error = read(&with_experiment(&text.replace(from, to), "  ")).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn hostile_files_are_refused() {
        let refused = |text: &str, message: &str| {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        refused(&"#\n".repeat(MAX_SIZE), "bytes");
        refused("paper: 2\nid: x", "reads format 1");
        let many = format!("{:?}", (0..1000).collect::<Vec<u32>>());
        refused(
            &with_experiment(
                &SIMPLE
                    .replace("\"N\": [1, 2]", &format!("\"N\": {many}, \"M\": {many}"))
                    .replace("  scenario", "    M: { \"label\": \"M\" }\n  scenario"),
                "  ",
            ),
            "at most 2000 cells",
        );
        refused(
            &with_experiment(&SIMPLE.replace("\"count\": \"=N\"", "\"repeat\": 1e9"), "  "),
            "`repeat` is a number",
        );
        let doubled: String = (0..25)
            .map(|i| {
                format!(
                    "  p{}: {{ \"a\": {{ \"use\": \"p{i}\" }}, \"b\": {{ \"use\": \"p{i}\" }} }}\n",
                    i + 1
                )
            })
            .collect();
        let text = with_experiment(&SIMPLE.replace("  scenario:", "  use: p18\n  scenario:"), "  ");
        refused(&format!("{text}parts:\n  p0: {{}}\n{doubled}"), "values");
        let text = with_experiment(&SIMPLE.replace("  scenario:", "  use: self\n  scenario:"), "  ");
        refused(&format!("{text}parts:\n  self: {{ \"use\": \"self\" }}\n"), "uses itself");
    }
}
