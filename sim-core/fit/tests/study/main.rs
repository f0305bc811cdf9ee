//! The recovery study: fits of files whose networks are known. `npm run validate -- --only fit` makes all of them and stores
//! `data/recovery.json`; `npm test` makes a few again.

mod cases;
mod kernel;
mod reading;
mod varying;

use cases::Case;
use fairshare_exports::{ExportOptions, Format, export};
use fairshare_fit::answer::LineAnswer;
use fairshare_fit::direct::FitRefusal;
use fairshare_fit::search::Fit;
use fairshare_measured::measurement::Measurement;
use fairshare_measured::read::read_series as read;
use serde_json::{Map, Value, json};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

const FORMATS: [(&str, Format); 4] = [
    ("flent", Format::Flent),
    ("iperf3", Format::Iperf3),
    ("qlog", Format::Qlog),
    ("pcapng", Format::Pcapng),
];

/// A file of a case. Only flent's has the probe, and qlog and pcapng have the first transfer only.
fn file(document: &Value, format: Format) -> Vec<u8> {
    let mut document = document.clone();
    let flows = document["flows"].as_array_mut().expect("a list of flows");
    if format != Format::Flent {
        flows.retain(|flow| flow["id"] != "probe");
    }
    let is_of_flow = matches!(format, Format::Qlog | Format::Pcapng);
    let options = ExportOptions { flow: is_of_flow.then(|| "t1".to_owned()), ..ExportOptions::default() };
    let mut bytes = Vec::new();
    export(format, cases::scenario(&document), &options, &mut bytes, &|| false).expect("a file is written");
    bytes
}

fn measurement(document: &Value, format: Format) -> Measurement {
    read(&file(document, format)).unwrap_or_else(|problem| panic!("{problem}"))
}

fn fit(document: &Value, format: Format) -> Result<(Fit, LineAnswer), FitRefusal> {
    let fit = Fit::new(measurement(document, format))?;
    let scored = fit.run(&|| false).expect("the runs end");
    let answer = fit.answer(&scored)?;
    Ok((fit, answer))
}

/// What the simple estimator says: the greatest rate, the least round-trip time, the greatest wait.
fn baseline(measured: &Measurement) -> (f64, f64, f64) {
    let greatest = |values: Vec<f64>| values.into_iter().fold(0.0, f64::max);
    let least = measured.least_rtt().unwrap_or(0.0);
    let wait = greatest(measured.transfers.iter().filter_map(|flow| flow.greatest_rtt).collect()) - least;
    (greatest(measured.total_rate()), least, wait)
}

fn row(case: &Case, name: &str, format: Format) -> Value {
    let truth = &case.truth;
    let mut row = json!({"case": case.number, "format": name, "rate": truth.rate, "base_rtt": truth.base_rtt,
        "buffer": truth.buffer, "queue": truth.queue, "controller": truth.controller});
    let (rate, base_rtt, buffer) = baseline(&measurement(&case.document, format));
    row["baseline"] = json!({"rate": rate, "base_rtt": base_rtt, "buffer": buffer});
    row["fit"] = answer_json(fit(&case.document, format));
    row
}

/// What the table counts of an answer.
fn answer_json(answer: Result<(Fit, LineAnswer), FitRefusal>) -> Value {
    match answer {
        Ok((fit, answer)) => {
            let mut json = answer.to_json(&fit.measured);
            json["distance"] = json["distance"]["sum"].take();
            let known = ["rate", "base_rtt", "buffer", "queue", "controller", "distance"];
            known.iter().map(|name| ((*name).to_owned(), json[*name].take())).collect()
        }
        Err(refusal) => json!({"refused": refusal.id()}),
    }
}

/// The results of `work` for the numbers, from two threads, in the order of the numbers.
fn all(numbers: &[u64], work: impl Fn(u64) -> Vec<Value> + Sync) -> Vec<Value> {
    let next = AtomicUsize::new(0);
    let each = || {
        let mut rows = Vec::new();
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            rows.push((number, work(number)));
        }
        rows
    };
    let mut rows: Vec<(u64, Vec<Value>)> = std::thread::scope(|scope| {
        let other = scope.spawn(each);
        let mut rows = each();
        rows.extend(other.join().expect("no panic"));
        rows
    });
    rows.sort_by_key(|(number, _)| *number);
    rows.into_iter().flat_map(|(_, rows)| rows).collect()
}

/// Whether the study makes a format. `FIT_FORMATS` names those that are made again; the others keep their rows.
fn is_chosen(name: &str) -> bool {
    std::env::var("FIT_FORMATS").map_or(true, |names| names.split(',').any(|one| one == name))
}

fn rows_of(number: u64) -> Vec<Value> {
    let case = cases::case(number);
    FORMATS
        .iter()
        .filter(|(name, _)| is_chosen(name))
        .map(|(name, format)| row(&case, name, *format))
        .collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Whether an estimate is within this share of the truth.
fn near(estimate: f64, truth: f64, share: f64) -> bool {
    (estimate - truth).abs() <= share * truth
}

fn covers(estimate: &Value, truth: f64) -> bool {
    number(&estimate["low"]) <= truth && estimate["high"].as_f64().is_none_or(|high| truth <= high)
}

/// For each quantity, how many rows are right and how many were counted.
fn table(rows: &[&Value]) -> Map<String, Value> {
    let mut counts: Map<String, Value> = Map::new();
    let mut count = |name: &str, right: bool| {
        let entry = counts.entry(name.to_owned()).or_insert(json!([0, 0]));
        entry[0] = json!(entry[0].as_u64().unwrap_or(0) + u64::from(right));
        entry[1] = json!(entry[1].as_u64().unwrap_or(0) + 1);
    };
    for row in rows {
        let (rate, base, fit) = (number(&row["rate"]), number(&row["base_rtt"]), &row["fit"]);
        count("answered", fit["refused"].is_null());
        count("baseline rate", near(number(&row["baseline"]["rate"]), rate, 0.05));
        count("baseline base_rtt", near(number(&row["baseline"]["base_rtt"]), base, 0.1));
        let buffer = row["buffer"].as_f64();
        if let Some(buffer) = buffer {
            count("baseline buffer", near(number(&row["baseline"]["buffer"]), buffer, 0.25));
        }
        if !fit["refused"].is_null() {
            continue;
        }
        count("rate", near(number(&fit["rate"]["value"]), rate, 0.05));
        count("rate interval", covers(&fit["rate"], rate));
        count("base_rtt", near(number(&fit["base_rtt"]["value"]), base, 0.1));
        count("base_rtt interval", covers(&fit["base_rtt"], base));
        if let Some(buffer) = buffer {
            count("buffer", near(number(&fit["buffer"]["value"]), buffer, 0.25));
            if !fit["buffer"].is_null() {
                count("buffer interval", covers(&fit["buffer"], buffer));
            }
        }
        let has = |list: &Value, what: &Value| list.as_array().is_some_and(|list| list.contains(what));
        count("queue", fit["queue"][0] == row["queue"]);
        count("queue among the possible", has(&fit["queue"], &row["queue"]));
        count("controller", fit["controller"][0] == row["controller"]);
        count("controller among the possible", has(&fit["controller"], &row["controller"]));
    }
    counts
}

fn tables(rows: &[Value]) -> Value {
    let of = |name: &str| table(&rows.iter().filter(|row| row["format"] == name).collect::<Vec<_>>());
    FORMATS.iter().map(|(name, _)| ((*name).to_owned(), Value::Object(of(name)))).collect()
}

/// Fits files of the cases that have no answer, or only a range of rates.
fn hopeless(numbers: &[u64]) -> Vec<Value> {
    all(numbers, |number| {
        let (document, why) = cases::hopeless(number);
        let (name, format) = FORMATS[(number / 4 % 4) as usize];
        let got = match fit(&document, format) {
            Ok((_, answer)) => {
                json!({"distance": answer.best.distance.sum(), "varies": answer.over_time.is_some()})
            }
            Err(refusal) => json!(refusal.id()),
        };
        vec![json!({"case": number, "format": name, "why": why, "got": got})]
    })
}

/// The cases of the study, and those without an answer.
const CASES: u64 = 300;
const HOPELESS: u64 = 52;
/// The cases whose rate varies.
const VARYING: u64 = 40;
/// The cases that `npm test` fits again.
const SAMPLE: [u64; 2] = [0, 100];

const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/recovery.json");

fn stored() -> Value {
    let text = std::fs::read_to_string(STORED).expect("a file");
    serde_json::from_str(&text).expect("valid JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The share of a count of a format in the stored table.
fn share(table: &Value, format: &str, name: &str) -> f64 {
    number(&table[format][name][0]) / number(&table[format][name][1])
}

/// The digits of a row change with every change of the simulator, but not what is right.
#[test]
fn a_sample_is_as_right_as_the_stored_results_of_the_study() {
    let stored = stored();
    for number in SAMPLE {
        let case = cases::case(number);
        for (name, format) in &FORMATS[..2] {
            let row = row(&case, name, *format);
            let same = |other: &&Value| other["case"] == number && other["format"] == *name;
            let known = list(&stored["rows"]).iter().find(same).expect("the study has the sample");
            assert_eq!(
                table(&[&row]),
                table(&[known]),
                "`npm run validate -- --only fit` makes the study again: {row}"
            );
        }
    }
}

#[test]
fn the_stored_table_counts_the_stored_rows() {
    let stored = stored();
    assert_eq!(tables(list(&stored["rows"])), stored["table"]);
    let answered = list(&stored["hopeless"]).iter().filter(|row| row["got"]["varies"] == false).count();
    assert_eq!(json!(answered), stored["hopeless_answered"]);
    assert!(answered * 10 <= list(&stored["hopeless"]).len(), "{answered}");
    // flent's files, which begin without load, are what the page recommends.
    for (name, least) in
        [("rate", 0.95), ("base_rtt", 0.95), ("rate interval", 0.9), ("base_rtt interval", 0.9)]
    {
        assert!(share(&stored["table"], "flent", name) >= least, "{name}");
    }
}

/// The numbers that an environment variable names, such as `100..150`; all of them without it.
fn chosen(variable: &str, all: u64) -> Range<u64> {
    let Ok(text) = std::env::var(variable) else { return 0..all };
    let (from, to) = text.split_once("..").expect("a range, such as 100..150");
    from.parse().expect("a number")..to.parse().expect("a number")
}

/// The stored rows, with `made` instead of those of the same case and format.
fn renewed(stored: &Value, made: Vec<Value>) -> Vec<Value> {
    let mut rows = list(stored).to_vec();
    for row in made {
        let is_same = |old: &&mut Value| old["case"] == row["case"] && old["format"] == row["format"];
        match rows.iter_mut().find(is_same) {
            Some(old) => *old = row,
            None => rows.push(row),
        }
    }
    rows.sort_by_key(|row| row["case"].as_u64());
    rows
}

/// Makes the study, or with `FIT_CASES=100..150` these cases, and so with the other environment variables; the other rows
/// stay as they are.
#[test]
#[ignore = "takes an hour; `npm run validate -- --only fit` runs it"]
fn validate_fits() {
    let stored = stored();
    let numbers = |variable, all| chosen(variable, all).collect::<Vec<_>>();
    let rows = renewed(&stored["rows"], all(&numbers("FIT_CASES", CASES), rows_of));
    let hopeless = renewed(&stored["hopeless"], hopeless(&numbers("FIT_HOPELESS", HOPELESS)));
    let answered = hopeless.iter().filter(|row| row["got"]["varies"] == false).count();
    let varying = renewed(&stored["varying"], varying::rows(&numbers("FIT_VARYING", VARYING)));
    let kernel = renewed(&stored["kernel"], kernel::rows(&numbers("FIT_KERNEL", kernel::count())));
    let lines = |rows: &[Value]| rows.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n");
    let text = format!(
        "{{\"table\": {},\n\"hopeless_answered\": {answered}, \"hopeless\": [\n{}\n],\n\"varying_table\": {}, \"varying\": [\n{}\n],\n\"kernel_table\": {}, \"kernel\": [\n{}\n],\n\"rows\": [\n{}\n]}}\n",
        tables(&rows),
        lines(&hopeless),
        varying::table(&varying),
        lines(&varying),
        Value::Object(table(&kernel.iter().collect::<Vec<_>>())),
        lines(&kernel),
        lines(&rows)
    );
    std::fs::write(STORED, text).expect("a file is written");
    println!("{:#}", tables(&rows));
}

/// Fits cases that are not of the study, for changes of the search.
#[test]
#[ignore = "prints fits of cases that are not in the study, for changes of the search"]
fn tune() {
    let count: u64 = std::env::var("CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let rows = all(&(1000..1000 + count).collect::<Vec<_>>(), rows_of);
    for row in &rows {
        println!("{row}");
    }
    println!("{:#}", tables(&rows));
    for row in hopeless(&(1000..1000 + count).collect::<Vec<_>>()) {
        println!("HOPELESS {row}");
    }
}

#[test]
fn cases_are_valid_and_depend_on_their_number_only() {
    for number in [0, 7, 31] {
        let (one, other) = (cases::case(number), cases::case(number));
        assert_eq!((one.number, &one.document, &one.truth), (number, &other.document, &other.truth));
        assert!(one.truth.buffer.is_some() == (one.truth.queue == "drop_tail"));
    }
    for number in 0..8 {
        let (document, why) = cases::hopeless(number);
        assert!(cases::scenario(&document).duration < 21.0, "{why}");
    }
}
