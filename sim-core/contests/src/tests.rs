//! The lecturer's file, hand-ins, what refutes them, and the places.

use fairshare_race::card::hand_in;
use fairshare_race::networks::SEEDS;
use fairshare_race::racer::{Racer, Special};
use fairshare_race::runs::{Heat, published};
use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::time::to_secs;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;

use crate::contest::{Contest, Entry};
use crate::ranking::{csv, rank};

fn contest() -> Contest {
    Contest::read(&file("a secret of the lecturer").to_string()).unwrap()
}

/// A race on two networks, of which the runs take little time.
struct ShortRace(Contest);

impl ShortRace {
    fn race(&self, file: &str, text: &str) -> Entry {
        let mut heats = self.0.heats();
        heats.retain(|heat| ["deep", "loss"].contains(&heat.network.id));
        self.0.race_in(&heats, file, text)
    }
}

fn file(secret: &str) -> Value {
    json!({
        "fairshare": "assignment", "v": 1, "kind": "race", "id": "spring", "title": "Spring race",
        "key": { "secret": secret },
    })
}

fn kinds_of(entry: &Entry) -> Vec<&str> {
    entry.findings.iter().map(|finding| finding.kind.as_str()).collect()
}

const DELAY: &str = "
setting patience = 0.03 in 0.001..0.5
var smallest = infinity
var grown = 0
on_ack {
  smallest = min(smallest, rtt)
  let waiting = max(rtt - smallest, 0)
  if waiting < patience / 2 {
    cwnd += 2 * acked / cwnd
    grown += 1
  } else if waiting > patience {
    cwnd = max(cwnd - acked / 4, 2)
    grown = 0
  } else {
    cwnd += acked / (cwnd * (1 + grown / 100))
  }
}
on_congestion { ssthresh = max(base * 0.8, 2) }
";

#[test]
fn a_race_is_told_from_other_assignments() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut file = file("a secret of the lecturer");
        change(&mut file);
        Contest::read(&file.to_string()).unwrap_err()
    };
    assert!(refused(&|file| file["key"] = Value::Null).contains("students' file"));
    assert!(refused(&|file| file["key"] = json!({ "secret": "short" })).contains("guess"));
    assert!(refused(&|file| file["kind"] = Value::Null).contains("no race"));
    assert!(refused(&|file| file["v"] = json!(2)).contains("later version"));
}

#[test]
fn hidden_runs_follow_from_the_secret() {
    let heats = contest().heats();
    assert_eq!(heats.len(), 60);
    assert_eq!(heats, contest().heats());
    let other = Contest::read(&file("another secret of hers").to_string()).unwrap().heats();
    assert_eq!(heats[..30], other[..30]);
    for (mine, theirs) in heats[30..].iter().zip(&other[30..]) {
        assert!((0.8..=1.2).contains(&mine.factor) && !SEEDS.contains(&mine.seed), "{mine:?}");
        assert!(mine.seed != theirs.seed, "{mine:?}");
    }
}

#[test]
fn a_hand_in_with_true_results_has_no_finding() {
    let contest = ShortRace(contest());
    let plain = contest.race("class/eva.fair", DELAY);
    assert_eq!((plain.name.as_str(), kinds_of(&plain)), ("eva", Vec::new()));
    let text = hand_in("Eva", "spring", &Racer::program(DELAY), &plain.published());
    let stated = contest.race("eva.json", &text.to_string());
    assert_eq!((stated.name.as_str(), kinds_of(&stated)), ("Eva", Vec::new()));
    assert!(stated.results == plain.results && Entry::from_json(&stated.to_json()) == stated);

    let mut better = text.clone();
    better["stated"]["score"] = json!(99.9);
    let points = contest.race("eva.json", &better.to_string());
    assert_eq!(kinds_of(&points), ["result"]);
    assert!(points.findings[0].text.contains("states 99.9 points"), "{:?}", points.findings);
    let mut other = text.clone();
    other["stated"]["result_ids"]["deep"][1] = json!("0123456789abcdef");
    let ids = contest.race("eva.json", &other.to_string());
    assert!(ids.findings[0].text.contains("of a network") && ids.findings[0].text.contains("A deep buffer"));
    let mut old = text.clone();
    old["stated"]["version"] = json!("0.1.0");
    assert_eq!(kinds_of(&contest.race("eva.json", &old.to_string())), ["version"]);
    // The program is not raced again for another assignment.
    let mut foreign = text;
    foreign["assignment"] = json!("autumn");
    let foreign = contest.race("eva.json", &foreign.to_string());
    assert!(kinds_of(&foreign) == ["assignment"] && foreign.results.is_empty());
}

#[test]
fn programs_above_their_limits_are_named() {
    let contest = ShortRace(contest());
    let large = contest.race("large.fair", &format!("# {}\non_ack {{ cwnd += 1 }}", "x".repeat(70_000)));
    assert!(
        kinds_of(&large) == ["limit"] && large.findings[0].text.contains("65536"),
        "{:?}",
        large.findings
    );
    let endless = contest.race("endless.fair", "on_ack {\n  while cwnd > 0 { }\n}");
    assert_eq!(kinds_of(&endless), ["limit"]);
    let text = &endless.findings[0].text;
    assert!(text.starts_with("12 of its 12 runs") && text.contains("Line 2, column"), "{text}");
    let zero = contest.race("zero.fair", "on_congestion { ssthresh = 1 / (now - now) }");
    assert_eq!(kinds_of(&zero), ["failed"]);
    let wrong = contest.race("wrong.fair", "on_ack { cwnd += ackd }");
    assert!(
        kinds_of(&wrong) == ["code"] && wrong.findings[0].text.contains("column 18"),
        "{:?}",
        wrong.findings
    );
}

#[test]
fn files_that_are_no_programs_are_named() {
    let contest = ShortRace(contest());
    for (text, part) in [
        ("{", "ine 1"),
        (r#"{"fairshare": "hand-in", "v": 1}"#, "answers"),
        (r#"{"fairshare": "assignment", "v": 1}"#, "assignment, not"),
        (r#"{"v": 1}"#, "neither"),
    ] {
        let entry = contest.race("x.json", text);
        assert!(kinds_of(&entry) == ["unreadable"] && entry.findings[0].text.contains(part), "{entry:?}");
    }
}

#[test]
fn equal_points_share_a_place() {
    let contest = ShortRace(contest());
    let files = [("a.fair", DELAY), ("b.fair", DELAY), ("c.fair", "on_ack { cwnd += acked / cwnd }")];
    let mut entries: Vec<Entry> = files.iter().map(|(file, code)| contest.race(file, code)).collect();
    entries.push(contest.race("=d.json", "{"));
    let ranking = rank(entries);
    let places: Vec<Option<usize>> = ranking.iter().map(|one| one.place).collect();
    assert_eq!(places, [Some(1), Some(1), Some(3), None]);
    let of = |i: usize| kinds_of(&ranking[i].entry);
    assert_eq!((of(0), of(1), of(3)), (vec!["same", "tie"], vec!["same", "tie"], vec!["unreadable"]));
    assert!(ranking[0].entry.findings[1].text.contains("place 1 with b"));
    let csv = csv(&ranking);
    assert!(csv.starts_with("place,pseudonym,file,points,published seeds,shallow,deep"), "{csv}");
    assert!(csv.lines().nth(4).unwrap().starts_with(",,'=d.json,,,"), "{csv}");
}

/// A rule that works well where `good` holds, and badly elsewhere.
fn good_where(declared: &str, good: &str) -> String {
    format!(
        "{declared}\non_ack {{ if {good} {{ cwnd += 20 * acked / cwnd }} else {{ cwnd = 4 }} }}\n\
         on_congestion {{ if {good} {{ ssthresh = max(base * 0.9, 2) }} else {{ ssthresh = 2 }} }}\n"
    )
}

/// Programs that tell the published runs from the hidden ones: by the first random number, by the time at which the
/// flow begins, and by the rate of the link.
fn programs_that_know_the_published_runs() -> [String; 3] {
    let first = "var first = random()\n\
                 fn near(x) { return abs(first - x) < 1e-9 }";
    let numbers = "near(0.908568799495697) or near(0.12559238076210022) or near(0.789452314376831)";
    let of_network = |heat: &Heat| ["deep", "loss"].contains(&heat.network.id);
    let starts = published().into_iter().filter(of_network).map(|heat| {
        let document = Racer::program(DELAY).document(heat.network, heat.seed, 1.0, kinds());
        let scenario = Scenario::from_value(document, kinds()).unwrap();
        let start = to_secs(Simulation::new(scenario, RecordingSettings::none()).unwrap().flows()[0].start);
        // The first data follow a handshake of 50.5 ms.
        format!("abs(now - rtt - {start} - 0.0505) < 0.003")
    });
    let starts = starts.collect::<Vec<_>>().join(" or ");
    let asks = format!(
        "var asked = false\nvar known = false\non_every_ack {{ if not asked {{ known = {starts} }}\nasked = true }}"
    );
    let rate = "var top = 0\non_round { top = max(top, delivery_rate) }";
    [
        good_where(first, numbers),
        good_where(&asks, "known"),
        // 20 Mb/s are 1667 packets of 1500 bytes each second.
        good_where(rate, "now < 3 or abs(top / 1666.7 - 1) < 0.03"),
    ]
}

#[test]
fn programs_that_know_the_published_runs_neither_win_nor_pass_unnamed() {
    let contest = ShortRace(contest());
    let [by_random, by_start, by_rate] = programs_that_know_the_published_runs();
    // The same rule with its handlers and conditions in another order.
    let (head, last) = DELAY.split_once("on_congestion").unwrap();
    let reordered = format!("on_congestion{last}{}", head.replace("grown += 1\n", "grown = grown + 1\n"));
    let files = [
        ("clara.fair", DELAY),
        ("emil.fair", &by_random),
        ("hal.fair", "on_ack { cwnd += acked / cwnd }\non_congestion { ssthresh = max(base / 2, 2) }"),
        ("kim.fair", &reordered),
        ("rita.fair", &by_rate),
        ("stan.fair", &by_start),
    ];
    let ranking = rank(files.iter().map(|(file, code)| contest.race(file, code)).collect());
    let of = |file: &str| ranking.iter().find(|one| one.entry.file == file).unwrap();
    assert_eq!(ranking[0].entry.name, "clara");
    for cheat in ["rita.fair", "stan.fair"] {
        assert!(of(cheat).published > of("hal.fair").published, "{cheat} {}", of(cheat).published);
        assert_eq!(kinds_of(&of(cheat).entry)[0], "tuned", "{} {}", of(cheat).published, of(cheat).score);
        assert!(of(cheat).place > of("hal.fair").place);
    }
    // Numbers that another text saw say nothing, so this program is as bad in the published runs.
    assert!(of("emil.fair").published < of("hal.fair").published);
    assert_eq!(of("kim.fair").place, of("clara.fair").place);
    let named = of("kim.fair").entry.findings.iter().find(|finding| finding.kind == "results");
    assert!(named.unwrap().text.contains("in all 12 runs as clara.fair"));
    assert!(of("hal.fair").entry.findings.is_empty());
}

/// The window is twice the pipe of 20 Mb/s and 50 ms, which has 83 packets of 1500 bytes, from 5 s on.
fn drive(moves: &Value) -> Value {
    json!({
        "fairshare": "hand-in", "v": 1, "kind": "race", "assignment": "spring", "name": "Dora",
        "drive": { "network": "deep", "window": 10, "moves": moves },
    })
}

#[test]
fn a_drive_is_computed_again_on_its_network_and_ranked_among_drives() {
    let contest = ShortRace(contest());
    let good = contest.race("dora.json", &drive(&json!([[5, 83]])).to_string());
    let bad = contest.race("dirk.json", &drive(&json!([[5, 800]])).to_string());
    let program = contest.race("eva.fair", DELAY);
    assert_eq!((good.network.as_deref(), good.results.len()), (Some("deep"), 1));
    let points = |entry: &Entry| entry.card().score;
    assert!(points(&good) > points(&bad) && points(&bad) > 0.0, "{} {}", points(&good), points(&bad));
    assert_eq!(Entry::from_json(&good.to_json()), good);

    let ranking = rank(vec![bad, program, good]);
    let order: Vec<(&str, Option<usize>)> =
        ranking.iter().map(|one| (one.entry.file.as_str(), one.place)).collect();
    assert_eq!(order, [("eva.fair", Some(1)), ("dora.json", Some(1)), ("dirk.json", Some(2))]);
    assert!(ranking[1].score == ranking[1].published && kinds_of(&ranking[1].entry).contains(&"drive"));
    assert_eq!(ranking[1].networks.iter().flatten().count(), 1);
    assert!(csv(&ranking).lines().nth(2).is_some_and(|line| line.starts_with("1,Dora,dora.json,")));
}

#[test]
fn a_drive_that_states_other_results_is_named() {
    let contest = ShortRace(contest());
    let moves = json!([[1, 60], [4, 120]]);
    let entry = contest.race("dora.json", &drive(&moves).to_string());
    let racer = Racer::Special(Special::in_json(&drive(&moves).to_string()).unwrap().unwrap());
    let mut text = hand_in("Dora", "spring", &racer, &entry.published());
    assert_eq!(kinds_of(&contest.race("dora.json", &text.to_string())), ["drive"]);
    text["drive"]["moves"][1][1] = json!(121);
    let refuted = contest.race("dora.json", &text.to_string());
    assert!(
        kinds_of(&refuted) == ["result", "drive"]
            && refuted.findings[0].text.contains("its drive does not give")
    );
    for (moves, problem) in [
        (json!([[1, 60], [1.01, 61]]), "50 ms"),
        (json!(vec![json!([1, 60]); 2001]), "2001 moves"),
        (json!([[1, 60, 2], ["x", 61]]), "no pair"),
    ] {
        let entry = contest.race("dora.json", &drive(&moves).to_string());
        assert!(entry.findings[0].text.contains(problem), "{:?}", entry.findings);
    }
    let mut elsewhere = drive(&json!([]));
    elsewhere["drive"]["network"] = json!("many");
    assert!(contest.race("dora.json", &elsewhere.to_string()).findings[0].text.contains("no network"));
}
