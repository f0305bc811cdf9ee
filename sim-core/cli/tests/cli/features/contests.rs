//! `fairshare rank`: a class of twelve hand-ins, of which two cheat.

use super::*;
use serde_json::{Value, json};

fn example(id: &str) -> String {
    std::fs::read_to_string(format!("{}/../script/examples/{id}.fair", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A window that keeps a share of a delay, by rules that no other program has.
const OWN: &str = "
setting target = 0.015 in 0.001..0.2
var calm = 0
on_round {
  if round_rtt > 0 and round_rtt - min_rtt < target {
    calm += 1
    cwnd += min(calm, 8)
  } else {
    calm = 0
    cwnd = max(cwnd * (1 - (rtt - min_rtt) / (4 * rtt)), 4)
  }
}
on_congestion { ssthresh = max(cwnd * 0.85, 4) }
";

fn contest() -> Value {
    json!({
        "fairshare": "assignment", "v": 1, "kind": "race", "id": "twelve", "title": "Twelve programs",
        "key": { "secret": "known to one person only" },
    })
}

/// The class: the honest hand-in, and one that states more points than its program has.
fn write_class(folder: &Folder, students: &str) {
    let aimd = folder.file("aimd.fair", example("aimd"));
    let hand_in = ["race", &aimd, "--hand-in", "dora", "--assignment", students];
    let honest = succeeds(&fairshare(&hand_in));
    folder.file("class/dora.json", &honest);
    let mut better: Value = serde_json::from_str(&honest).unwrap();
    better["name"] = "emil".into();
    better["code"] = example("reno").into();
    better["stated"]["score"] = json!(88.8);
    folder.file("class/emil.json", better.to_string());
    let slow = example("aimd").replace("alpha = 1 in", "alpha = 0.2 in");
    for (name, code) in [
        ("anna", slow),
        ("bert", example("delay-target")),
        ("carl", example("vegas")),
        ("finn", "on_round {\n  while true { }\n}".to_owned()),
        ("gina", "on_congestion {\n  ssthresh = base / (now - now)\n}".to_owned()),
        ("hans", OWN.to_owned()),
        ("inge", OWN.to_owned()),
        ("jana", example("vegas")),
        ("karl", example("tfrc")),
        ("lena", "on_ack {\n  cwnd += ackd\n}".to_owned()),
    ] {
        folder.file(&format!("class/{name}.fair"), code);
    }
}

#[test]
fn a_class_of_twelve_is_ranked_and_the_two_who_cheat_are_named() {
    let folder = Folder::new("rank");
    std::fs::create_dir_all(folder.path("class")).unwrap();
    let lecturer = folder.file("race.lecturer.json", contest().to_string());
    let mut students = contest();
    students.as_object_mut().unwrap().remove("key");
    let students = folder.file("race.students.json", students.to_string());
    write_class(&folder, &students);
    let json = succeeds(&fairshare(&["rank", &lecturer, &folder.path("class"), "--json", "--jobs", "2"]));
    let ranking: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(ranking.len(), 12);
    let of = |name: &str| ranking.iter().find(|one| one["name"] == name).unwrap();
    let kinds = |name: &str| {
        let findings = of(name)["findings"].as_array().unwrap().iter();
        findings.map(|finding| finding["kind"].as_str().unwrap()).collect::<Vec<_>>()
    };
    // AIMD with its defaults is Reno, so the program that emil handed in has the results of dora's.
    assert_eq!(kinds("emil")[0], "result");
    assert!(kinds("emil").contains(&"tie") && of("emil")["place"] == of("dora")["place"]);
    assert_eq!(kinds("finn"), ["limit"]);
    let cheating = ranking.iter().filter(|one| {
        one["findings"].as_array().unwrap().iter().any(|f| f["kind"] == "result" || f["kind"] == "limit")
    });
    assert_eq!(cheating.count(), 2);
    assert_eq!((kinds("hans"), kinds("inge")), (vec!["same", "tie"], vec!["same", "tie"]));
    assert_eq!((kinds("gina"), kinds("lena")), (vec!["failed"], vec!["code"]));
    assert!(kinds("carl").contains(&"tie") && of("carl")["place"] == of("jana")["place"]);
    assert_eq!((of("finn")["score"].as_f64(), of("lena")["place"].as_f64()), (Some(0.0), None));
    let places: Vec<u64> = ranking.iter().filter_map(|one| one["place"].as_u64()).collect();
    assert!(places.len() == 11 && places.is_sorted() && places[0] == 1, "{places:?}");
}

#[test]
fn a_race_is_not_checked_and_an_assignment_is_not_ranked() {
    let folder = Folder::new("rank-other");
    let race = folder.file("race.json", contest().to_string());
    let output = fairshare(&["check", &race, &race]);
    assert!(status(&output) == 2 && stderr(&output).contains("of the kind race"), "{}", stderr(&output));
    let other = folder.file("other.json", r#"{ "fairshare": "assignment", "v": 1 }"#);
    let output = fairshare(&["rank", &other, &race]);
    assert!(status(&output) == 2 && stderr(&output).contains("no race"), "{}", stderr(&output));
    let text = succeeds(&fairshare(&["rank", &race, &other]));
    assert!(
        text.contains("This file is an assignment") && text.ends_with("1 files: 0 with a place\n"),
        "{text}"
    );
}
