//! The networks, the rules by hand arithmetic, and a sample of the stored results.

use serde_json::{Map, Value};
use sim_core::scenario::Scenario;
use sim_core::simulation::{VERSION, kinds};

use crate::card::Card;
use crate::networks::{NETWORKS, RaceNetwork, SEEDS, is_of_racer};
use crate::racer::{Racer, built_in};
use crate::rules::Rule;
use crate::runs::{Heat, HeatResult, published};
use crate::stored;

const AIMD: &str = include_str!("../../script/examples/aimd.fair");

fn heat(network: &str, seed: u64) -> Heat {
    Heat { network: RaceNetwork::find(network).unwrap(), seed, factor: 1.0 }
}

fn run(network: &str, racer: &Racer) -> HeatResult {
    heat(network, 1).run(racer, kinds(), &|| false).unwrap()
}

fn value(result: &HeatResult, rule: Rule) -> f64 {
    result.points.iter().find(|point| point.rule == rule).unwrap().value.unwrap()
}

#[test]
fn there_are_ten_networks() {
    assert_eq!(NETWORKS.len(), 10);
    for network in NETWORKS {
        let document = network.document();
        assert!(!network.note().is_empty() && network.title() != network.id, "{}", network.id);
        assert!(document["flows"].as_array().unwrap().iter().any(is_of_racer), "{}", network.id);
        Scenario::from_value(document.clone(), kinds()).unwrap();
    }
}

#[test]
fn the_cellular_network_has_the_rates_of_the_built_in_link() {
    let csv = include_str!("../../../web/src/features/lab/settings/rates/cellular.csv");
    let rates = csv.lines().skip(1).map(|line| {
        let (at, rate) = line.split_once(',').unwrap();
        (at.parse::<f64>().unwrap(), rate.parse::<f64>().unwrap())
    });
    let points =
        RaceNetwork::find("cellular").unwrap().document()["network"]["forward"]["schedule"]["points"]
            .as_array()
            .unwrap();
    let stated: Vec<(f64, f64)> = points
        .iter()
        .map(|point| (point["at"].as_f64().unwrap(), point["rate"].as_f64().unwrap() / 1e6))
        .collect();
    assert_eq!(stated, rates.collect::<Vec<_>>());
}

#[test]
fn rates_change_by_the_factor_and_nothing_else_does() {
    let racer = Racer::program(AIMD);
    for network in NETWORKS {
        let before = racer.document(network, 7, 1.0, kinds());
        let mut after = racer.document(network, 7, 1.25, kinds());
        let rate = |document: &Value| document["network"]["forward"]["rate"].as_f64().unwrap();
        assert_eq!(rate(&after), 1.25 * rate(&before), "{}", network.id);
        crate::networks::with_rates(&mut after, 0.8);
        assert_eq!(after.to_string(), racer.document(network, 7, 1.0, kinds()).to_string(), "{}", network.id);
    }
}

#[test]
fn a_built_in_algorithm_gets_only_settings_that_it_has() {
    let marks = RaceNetwork::find("datacentre").unwrap();
    let params = |id: &str| {
        Racer::BuiltIn(id.to_owned()).document(marks, 1, 1.0, kinds())["flows"][0]["params"].clone()
    };
    assert_eq!(params("cubic")["ecn"], true);
    assert_eq!(params("gcc"), Value::Object(Map::new()));
}

#[test]
fn unchanged_aimd_gets_little_beside_cubic() {
    let share = value(&run("cubic", &Racer::program(AIMD)), Rule::Share);
    assert!(share < 15.0, "{share}");
    let settings = Map::from_iter([("alpha".to_owned(), Value::from(10))]);
    let share = value(&run("cubic", &Racer::Program { code: AIMD.to_owned(), settings }), Rule::Share);
    assert!(share > 30.0, "{share}");
}

/// Of two flows, the fair part is a half: a fifth of the goodput gives 0.2 / 0.5 = 40 points, and so do four
/// fifths. The network's score is the root of share times utilisation.
#[test]
fn a_share_gives_points_by_its_distance_from_the_fair_part() {
    for racer in ["bbr", "vegas", "cubic"] {
        let result = run("cubic", &Racer::BuiltIn(racer.to_owned()));
        let share = value(&result, Rule::Share) / 100.0;
        let utilisation = value(&result, Rule::Utilisation) / 100.0;
        let expected = 200.0 * share.min(1.0 - share);
        assert!((result.points[0].points - expected).abs() < 1e-9, "{result:?}");
        let score = 100.0 * (expected / 100.0 * utilisation).sqrt();
        assert!((result.score() - score).abs() < 1e-6, "{result:?}");
    }
}

/// The base round-trip time is 50 ms, so a wait of d ms gives 50 / (50 + d), and a loss of p percent
/// 1 / (1 + p).
#[test]
fn waiting_and_losses_give_points_by_their_size() {
    let result = run("shallow", &Racer::BuiltIn("cubic".to_owned()));
    let points = |rule: Rule| result.points.iter().find(|point| point.rule == rule).unwrap().points;
    let wait = value(&result, Rule::Delay);
    assert!((points(Rule::Delay) - 5000.0 / (50.0 + wait)).abs() < 1e-9, "{result:?}");
    let loss = value(&result, Rule::Loss);
    assert!(loss > 0.0 && (points(Rule::Loss) - 100.0 / (1.0 + loss)).abs() < 1e-9, "{result:?}");
}

/// The base delay in one direction is 25 ms. An ideal sender uses the whole link and never waits, so the points
/// are the utilisation times 25 / (25 + d).
#[test]
fn power_is_relative_to_a_full_link_without_a_queue() {
    let result = run("cellular", &Racer::BuiltIn("vegas".to_owned()));
    let power = value(&result, Rule::Power);
    let document = Racer::BuiltIn("vegas".to_owned()).document(heat("cellular", 1).network, 1, 1.0, kinds());
    let scenario = Scenario::from_value(document, kinds()).unwrap();
    let mut simulation =
        sim_core::simulation::Simulation::new(scenario, sim_core::record::RecordingSettings::none()).unwrap();
    simulation.step(simulation.end(), u64::MAX).unwrap();
    let summary = simulation.summary();
    let goodput = summary["flows"][0]["goodput_bps"].as_f64().unwrap() / 1e6;
    let wait = summary["links"][0]["queue_delay_ms"]["p95"].as_f64().unwrap();
    let utilisation = summary["links"][0]["utilisation"].as_f64().unwrap();
    assert!((power - goodput / (0.025 + wait / 1000.0)).abs() < 1e-6, "{result:?}");
    assert!(
        (result.points[0].points - 100.0 * utilisation * 25.0 / (25.0 + wait)).abs() < 1e-6,
        "{result:?}"
    );
}

#[test]
fn a_sender_that_sends_little_gets_few_points() {
    let idle = Racer::program("on_start { cwnd = 1 }");
    for network in ["shallow", "deep", "loss", "cellular"] {
        let score = run(network, &idle).score();
        assert!(score < 30.0, "{network}: {score}");
    }
}

#[test]
fn a_program_that_stops_gets_no_points_and_says_why() {
    let result = run("deep", &Racer::program("on_ack {\n  cwnd = 1 / (now - now)\n}"));
    assert_eq!(result.score(), 0.0);
    assert!(result.failure.as_ref().unwrap().text.contains("Line 2"), "{result:?}");
    let card = Card::of(&[result]);
    assert_eq!(card.failure().unwrap().0.id, "deep");
}

#[test]
fn a_program_with_an_error_is_refused_with_its_line() {
    let issues = Racer::program("on_ack {\n  cwnd += acked / cwind\n}").check(kinds()).unwrap_err();
    assert!(issues[0].message.contains("Line 2, column 19"), "{issues:?}");
    assert!(Racer::BuiltIn("udp".to_owned()).check(kinds()).is_err());
    assert!(Racer::program(AIMD).check(kinds()).is_ok());
}

#[test]
fn results_are_read_as_they_are_written() {
    for racer in [Racer::program(AIMD), Racer::program("on_ack { cwnd = 1 / (now - now) }")] {
        let result = run("shallow", &racer);
        assert_eq!(HeatResult::from_json(&result.to_json()), Some(result));
    }
}

#[test]
fn the_order_of_the_runs_does_not_change_a_card() {
    let racer = Racer::BuiltIn("vegas".to_owned());
    let heats = published().into_iter().filter(|heat| ["deep", "many"].contains(&heat.network.id));
    let mut results: Vec<HeatResult> =
        heats.map(|heat| heat.run(&racer, kinds(), &|| false).unwrap()).collect();
    let card = Card::of(&results).to_json("vegas");
    results.reverse();
    assert_eq!(Card::of(&results).to_json("vegas"), card);
}

#[test]
fn the_stored_results_have_all_algorithms_and_this_version() {
    let file: Value = serde_json::from_str(stored::TEXT).unwrap();
    assert_eq!(
        file["version"], VERSION,
        "compute docs/validation/race.json again: fairshare race --all --json"
    );
    let names: Vec<String> = stored::rows().into_iter().map(|row| row.name).collect();
    let missing = "add an algorithm's results: fairshare race NAME --all --json > docs/validation/race.json";
    assert_eq!(names, built_in(kinds()).collect::<Vec<_>>(), "{missing}");
}

/// A sample of the stored results: all networks with one algorithm, and one network with several.
#[test]
fn a_sample_of_the_stored_results_is_computed_again() {
    let file: Value = serde_json::from_str(stored::TEXT).unwrap();
    let of = |name: &str| {
        file["algorithms"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone()
    };
    let newreno = Racer::BuiltIn("newreno".to_owned());
    let results: Vec<HeatResult> =
        published().iter().map(|heat| heat.run(&newreno, kinds(), &|| false).unwrap()).collect();
    let mut card = Card::of(&results).to_json("newreno");
    card.as_object_mut().unwrap().shift_remove("version");
    assert_eq!(card, of("newreno"));
    for id in ["bbr", "copa", "tfrc", "dctcp"] {
        let result =
            heat("itself", SEEDS[2]).run(&Racer::BuiltIn(id.to_owned()), kinds(), &|| false).unwrap();
        assert_eq!(of(id)["networks"][5]["network"], "itself");
        assert_eq!(of(id)["networks"][5]["result_ids"][2], result.result_id, "{id}");
    }
}
