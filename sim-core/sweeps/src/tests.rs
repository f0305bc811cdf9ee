//! A sweep of two settings with five seeds gives the committed bytes, which the browser test of the page
//! expects as well (e2e/vary.spec.ts). Documents with problems name the field.

use fairshare_measures::prediction::{Predict, Prediction};
use fairshare_runs::shared_past::SharedPasts;
use serde_json::{Value, json};
use sim_core::simulation::kinds;

use crate::document;
use crate::measure::{RECORDING, SweepRecord, all_metric_names, bounds};
use crate::report::SweepResults;
use crate::shard::Shard;
use crate::sweep::Sweep;
use crate::tornado::tornado;

const SCENARIO: &str = include_str!("../tests/golden/scenario.json");

fn scenario() -> Value {
    serde_json::from_str(SCENARIO).unwrap()
}

fn with(fields: Value) -> Value {
    let mut document = json!({ "sweep": 1, "scenario": scenario(), "vary": [{ "path": "network.forward.rate", "values": "1M,2M" }] });
    for (name, value) in fields.as_object().unwrap() {
        document[name] = value.clone();
    }
    document
}

fn read(fields: Value) -> Sweep {
    document::read(&with(fields), kinds()).unwrap()
}

/// The records of all runs, made in an order from the last cell to the first one, through JSON.
fn records(sweep: &Sweep) -> Vec<Vec<SweepRecord>> {
    let mut pasts = SharedPasts::default();
    let mut run = |cell, run| {
        let record = sweep.run(cell, run, &mut pasts, kinds(), &|| false).unwrap();
        SweepRecord::from_json(&serde_json::from_str(&record.to_json().to_string()).unwrap()).unwrap()
    };
    let mut all: Vec<Vec<SweepRecord>> =
        sweep.cells.iter().rev().map(|cell| sweep.runs().map(|seed| run(cell, seed)).collect()).collect();
    all.reverse();
    all
}

/// A scenario of 6 s with changes at 3 s and 4 s.
fn changing_scenario() -> Value {
    json!({
        "v": 1, "duration": 6, "flows": [{ "id": "a" }, { "id": "b", "algorithm": "newreno" }],
        "timeline": [
            { "at": 4, "set": "network.forward.rate", "to": 5e6 },
            { "at": 3, "set": "flows.b.active", "to": false },
        ],
    })
}

#[test]
fn runs_that_differ_only_after_a_time_give_the_numbers_of_complete_runs() {
    for (design, vary, shared) in [
        ("grid", json!([{ "path": "timeline[0].to", "values": "2M,5M,8M" }]), 4.0),
        (
            "grid",
            json!([
                { "path": "flows.a.algorithm", "values": "cubic,sack" },
                { "path": "timeline[1].at", "values": "2,3,5" },
            ]),
            2.0,
        ),
        (
            "one-at-a-time",
            json!([
                { "path": "timeline[0].to", "values": "2M" },
                { "path": "network.forward.rate", "values": "8M" },
                { "path": "timeline[1].to", "values": "true" },
            ]),
            3.0,
        ),
    ] {
        let sweep =
            read(json!({ "scenario": changing_scenario(), "design": design, "vary": vary, "seeds": 2 }));
        let sharing = sweep.cells.iter().filter(|cell| sweep.shared_until(cell) > 0.0);
        assert!(sharing.clone().all(|cell| sweep.shared_until(cell) == shared), "{vary}");
        assert_eq!(sharing.count(), if design == "grid" { sweep.cells.len() } else { 3 }, "{vary}");
        let whole = |cell, run| {
            let document = sweep.document(cell, run, kinds());
            sweep.record(&fairshare_runs::run::run(document, RECORDING, kinds(), &|| false).unwrap())
        };
        let expected: Vec<Vec<SweepRecord>> =
            sweep.cells.iter().map(|cell| sweep.runs().map(|run| whole(cell, run)).collect()).collect();
        assert_eq!(records(&sweep), expected, "{vary}");
    }
}

#[test]
fn two_settings_with_five_seeds_give_the_committed_bytes() {
    let numbers = read(json!({ "vary": [
        { "path": "network.forward.rate", "values": "1M..8M/4log" },
        { "path": "flows.far.access.receiver", "values": ["5ms", "20ms", "80ms"] },
    ] }));
    let runs = records(&numbers);
    assert_eq!(SweepResults::new(&numbers, runs.clone()).csv(), include_str!("../tests/golden/numbers.csv"));
    // Both settings are numbers, in the units of the document.
    let drawn = SweepResults::new(&numbers, runs).drawn(&[]);
    assert_eq!(
        drawn["cells"][1]["at"],
        json!({ "network.forward.rate": 1_000_000, "flows.far.access.receiver": 0.02 })
    );
    let jain = &drawn["quantities"][0];
    assert_eq!(jain["points"][0]["values"].as_array().unwrap().len(), 5);

    let algorithms = read(json!({ "vary": [
        { "path": "network.forward.rate", "values": ["1M", "2M", "4M"] },
        { "path": "flows.far.algorithm", "values": "cubic,reno" },
    ] }));
    let results = SweepResults::new(&algorithms, records(&algorithms));
    assert_eq!(results.csv(), include_str!("../tests/golden/algorithms.csv"));
    assert_eq!(results.json(), include_str!("../tests/golden/algorithms.json"));
    assert_eq!(results.table(), include_str!("../tests/golden/algorithms.txt"));
}

#[test]
fn the_metrics_have_the_names_of_a_run_and_can_be_selected() {
    let all = read(json!({ "seeds": 1 }));
    let record = all.run(&all.cells[0], 1, &mut SharedPasts::default(), kinds(), &|| false).unwrap();
    let names: Vec<String> = record.numbers.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, all_metric_names(&all.entries));
    let some = read(json!({ "seeds": 1, "measure": ["near.goodput_bps", "jain"] }));
    let csv = SweepResults::new(&some, vec![vec![record], Vec::new()]).csv();
    assert_eq!(csv.lines().count(), 3, "{csv}");
}

#[test]
fn the_numbers_of_the_models_are_reported_only_if_the_sweep_names_them() {
    let all = read(json!({ "seeds": 1 }));
    let runs = records(&all);
    assert!(!SweepResults::new(&all, runs.clone()).csv().contains("window_cuts"));
    let some = read(json!({ "seeds": 1, "measure": ["near.window_cuts", "forward.departures"] }));
    let results = SweepResults::new(&some, runs.clone());
    let csv = results.csv();
    let number = |name: &str| runs[0][0].number(name).unwrap();
    assert!(number("forward.departures") > 100.0);
    let row = format!("1000000,near.window_cuts,{},,1\n", number("near.window_cuts"));
    assert!(csv.contains(&row), "{csv}");
    // The figure of the page offers them as well.
    let is_drawn = |results: &SweepResults| {
        let drawn = results.drawn(&[]);
        drawn["quantities"].as_array().unwrap().iter().any(|column| column["id"] == "near.window_cuts")
    };
    assert!(is_drawn(&results));
    assert!(!is_drawn(&SweepResults::new(&all, runs)));
}

#[test]
fn a_run_that_was_kept_without_a_metric_has_its_other_numbers() {
    let sweep = read(json!({ "seeds": 2, "vary": [{ "path": "network.forward.rate", "values": "1M" }] }));
    let runs = records(&sweep);
    let csv = SweepResults::new(&sweep, runs.clone()).csv();
    let mut old = runs;
    old[0][1].numbers.retain(|(name, _)| !name.ends_with("departures") && !name.ends_with(".sent"));
    old[0][1].numbers.reverse();
    assert_eq!(SweepResults::new(&sweep, old).csv(), csv);
}

#[test]
fn problems_name_the_field() {
    let cases = [
        (json!({ "sweep": 2 }), "sweep"),
        (json!({ "seed": 2 }), "seed"),
        (json!({ "seeds": 0 }), "seeds"),
        (json!({ "design": "all" }), "design"),
        (json!({ "design_seed": -1 }), "design_seed"),
        (json!({ "measure": ["jane"] }), "measure[0]"),
        (json!({ "vary": [] }), "vary"),
        (json!({ "vary": [{ "path": "network.forward.rate", "values": "1M,1M" }] }), "vary[0].values"),
        (json!({ "vary": [{ "path": "network.forward.rate", "values": "1M..2k/3" }] }), "vary[0].values"),
        (json!({ "vary": [{ "path": "network.forward.rate", "value": "1M" }] }), "vary[0].value"),
        (json!({ "vary": [{ "values": "1M" }] }), "vary[0].path"),
        (
            json!({ "scenario": { "v": 1, "flows": [{ "id": "a", "algorithm": "nono" }] } }),
            "scenario.flows[0].algorithm",
        ),
        (json!({ "vary": [{ "path": "network.forward.speed", "values": "1M" }] }), "vary[0]"),
        (json!({ "vary": [{ "path": "flows.far.algorithm", "values": "newreno,cubci" }] }), "vary[0]"),
        (
            json!({ "vary": [{ "path": "network.forward.rate", "values": "1..9/999" }, { "path": "flows.far.start", "values": "0..9/999" }] }),
            "vary",
        ),
    ];
    for (fields, path) in cases {
        let issues = document::read(&with(fields.clone()), kinds()).unwrap_err();
        assert_eq!(issues[0].path, path, "{fields} {}", issues[0].message);
    }
    // A value that fits the type of a setting but not its range is found when the cells are checked.
    let sweep = read(json!({ "vary": [{ "path": "network.forward.rate", "values": "1M,-5M" }] }));
    let invalid = sweep.outline(kinds()).unwrap_err();
    assert_eq!((invalid.cell.as_str(), invalid.issues[0].path.as_str()), ("-5M", "network.forward.rate"));
}

#[test]
fn an_algorithm_runs_without_the_settings_that_it_does_not_have() {
    let scenario = json!({ "v": 1, "flows": [
        { "id": "near", "algorithm": "cubic", "params": { "initial_ssthresh": 20, "initial_window": 4, "beta": 0.8 } },
    ] });
    let vary = json!([{ "path": "flows.near.algorithm", "values": "cubic,bbr" }]);
    let sweep = read(json!({ "scenario": scenario, "vary": vary }));
    assert!(sweep.outline(kinds()).is_ok());
    let params = |cell: usize| sweep.document(&sweep.cells[cell], 1, kinds())["flows"][0]["params"].clone();
    assert_eq!(params(0), scenario["flows"][0]["params"]);
    assert_eq!(params(1), json!({ "initial_window": 4 }));
    let dropped: Vec<_> = sweep.dropped.iter().map(|d| (d.algorithm.as_str(), d.setting.as_str())).collect();
    assert_eq!(dropped, [("bbr", "beta"), ("bbr", "initial_ssthresh")]);
}

#[test]
fn a_setting_that_is_varied_with_the_algorithm_is_not_dropped() {
    let scenario = json!({ "v": 1, "flows": [{ "id": "near", "algorithm": "cubic" }] });
    let vary = json!([
        { "path": "flows.near.params.beta", "values": "0.7,0.8" },
        { "path": "flows.near.algorithm", "values": "cubic,bbr" },
    ]);
    let sweep = read(json!({ "scenario": scenario, "vary": vary }));
    assert_eq!(sweep.outline(kinds()).unwrap_err().issues[0].path, "flows[0].params.beta");
}

#[test]
fn a_tornado_varies_each_number_in_both_directions() {
    let document = tornado(&scenario(), 20.0, 2, kinds()).unwrap();
    let sweep = document::read(&document, kinds()).unwrap();
    let values =
        |path: &str| sweep.settings.iter().find(|setting| setting.path == path).map(|s| s.values.clone());
    assert_eq!(values("network.forward.rate").unwrap(), ["4000000", "6000000"]);
    assert_eq!(values("flows.far.start").unwrap(), ["0.4", "0.6"]);
    assert_eq!(values("seed"), None);
    assert_eq!(values("duration"), None);
    // The first cell is the scenario as it is.
    assert_eq!(sweep.cells[0].labels, ["", ""]);
    assert_eq!(sweep.document(&sweep.cells[0], 2, kinds())["seed"], 2);
    assert_eq!(
        sweep.cells.len(),
        1 + sweep.settings.iter().map(|setting| setting.values.len()).sum::<usize>()
    );
    assert!(sweep.outline(kinds()).is_ok());
}

#[test]
fn predictions_follow_from_the_means_of_the_cells() {
    let sweep = read(json!({ "seeds": 2 }));
    let runs = records(&sweep);
    let law: Predict = |_, number| {
        let value = number("forward.utilisation").unwrap() / 2.0;
        ["forward.utilisation", "no.number"]
            .map(|id| Prediction { number: id.to_owned(), model: "half", value })
            .into()
    };
    let drawn = SweepResults::new(&sweep, runs.clone()).drawn(&[law]);
    let columns = drawn["quantities"].as_array().unwrap();
    let column = columns.iter().find(|column| column["id"] == "forward.utilisation:half").unwrap();
    for (cell, runs) in runs.iter().enumerate() {
        let value = |run: &SweepRecord| run.number("forward.utilisation").unwrap();
        let mean = runs.iter().map(value).sum::<f64>() / runs.len() as f64;
        assert_eq!(column["points"][cell]["at"], sweep.coordinates(&sweep.cells[cell]));
        assert_eq!(column["points"][cell]["mean"].as_f64(), Some(mean / 2.0));
    }
    // A prediction for a number that the sweep does not have is left out.
    assert_eq!(columns.iter().filter(|column| column["label"] == "half").count(), 1);
}

#[test]
fn designs_combine_any_number_of_settings() {
    let vary = json!([
        { "path": "network.forward.rate", "values": "1M..6M/6" },
        { "path": "flows.far.access.receiver", "values": "5ms..30ms/6" },
        { "path": "flows.far.algorithm", "values": "newreno,cubic" },
    ]);
    let labels = |design: &str, seed: u64| -> Vec<Vec<String>> {
        let sweep = read(json!({ "vary": vary, "design": design, "design_seed": seed, "seeds": 1 }));
        assert_eq!(sweep.columns().len(), 3);
        assert!(sweep.outline(kinds()).is_ok());
        sweep.cells.into_iter().map(|cell| cell.labels).collect()
    };
    assert_eq!(labels("grid", 1).len(), 72);
    assert_eq!(labels("grid", 1)[13], ["2M", "5ms", "cubic"]);
    let drawn = labels("latin-hypercube", 1);
    assert_eq!(drawn, labels("latin-hypercube", 1));
    assert_ne!(drawn, labels("latin-hypercube", 2));
    for (setting, times) in [(0, 1), (1, 1), (2, 3)] {
        for cell in &drawn {
            let same = drawn.iter().filter(|other| other[setting] == cell[setting]);
            assert_eq!(same.count(), times, "{drawn:?}");
        }
    }
    let zipped = |values: &str| {
        let vary = json!([{ "path": "network.forward.rate", "values": "1M,2M" }, { "path": "flows.far.start", "values": values }]);
        document::read(&with(json!({ "vary": vary, "design": "zipped" })), kinds())
    };
    let limits = |values: &str| {
        let vary = json!([{ "path": "network.forward.queue.limit", "values": values }]);
        let sweep = read(json!({ "vary": vary }));
        sweep.cells.iter().flat_map(|cell| sweep.plain(cell)).collect::<Vec<_>>()
    };
    assert_eq!(limits("10packets,20"), ["10", "20"]);
    // Amounts in several units cannot be compared.
    assert_eq!(limits("10packets,2bdp"), ["10packets", "2bdp"]);
    let cells = zipped("0.5,0.1").unwrap().cells;
    assert_eq!(cells.iter().map(|cell| cell.id.as_str()).collect::<Vec<_>>(), ["1M, 0.5", "2M, 0.1"]);
    let issue = zipped("0.5").unwrap_err().remove(0);
    assert_eq!(
        issue.message,
        "Zipped settings have the same number of values: `network.forward.rate` has 2, `flows.far.start` has 1."
    );
}

#[test]
fn intervals_end_where_no_sample_can_be() {
    assert_eq!(bounds("jain", 0.75, 0.5), [0.25, 1.0]);
    assert_eq!(bounds("near.loss_fraction", 0.25, 0.5), [0.0, 0.75]);
    assert_eq!(bounds("near.goodput_bps", 1.0, 2.0), [0.0, 3.0]);
}

#[test]
fn each_run_belongs_to_exactly_one_shard() {
    let sweep =
        read(json!({ "seeds": 5, "vary": [{ "path": "network.forward.rate", "values": "1M..8M/7" }] }));
    let name = |(cell, run): (&crate::sweep::Cell, u64)| (cell.id.clone(), run);
    let all: Vec<_> = sweep.runs_of(Shard::WHOLE).map(name).collect();
    assert_eq!(all.len(), 35);
    for shards in [2, 3, 40] {
        let part = |k: usize| sweep.runs_of(Shard::parse(&format!("{k}/{shards}")).unwrap()).map(name);
        let parts: Vec<_> = (1..=shards).flat_map(part).collect();
        assert_eq!(parts.len(), all.len());
        assert!(all.iter().all(|run| parts.contains(run)));
        assert!((1..=shards).all(|k| part(k).count().abs_diff(35 / shards) <= 1));
    }
    for wrong in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/3/5", "-1/3"] {
        assert!(Shard::parse(wrong).is_err(), "{wrong}");
    }
}
