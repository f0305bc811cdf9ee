//! `fairshare race`: cards, the table, JSON, and errors. The rules are tested in sim-core/race.

use super::*;
use serde_json::Value;

fn example(id: &str) -> String {
    format!("{}/../script/examples/{id}.fair", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_program_is_raced_and_stands_in_the_table() {
    let folder = Folder::new("race");
    let mine = folder.file("mine.fair", std::fs::read_to_string(example("aimd")).unwrap());
    let card: Value = serde_json::from_str(&succeeds(&fairshare(&["race", &mine, "--json"]))).unwrap();
    assert_eq!(card["networks"].as_array().unwrap().len(), 10);
    assert_eq!(card["networks"][0]["result_ids"].as_array().unwrap().len(), 3);
    let text = succeeds(&fairshare(&["race", &mine, "--jobs", "1"]));
    assert!(
        text.starts_with(&format!("{mine}: {:.1} of 100 points\n", card["score"].as_f64().unwrap())),
        "{text}"
    );
    assert!(text.contains(&format!("> {mine}")) && text.contains("copa"), "{text}");
}

#[test]
fn the_scenario_of_a_network_has_the_result_that_the_card_states() {
    let folder = Folder::new("race-document");
    let text = succeeds(&fairshare(&["race", "--document", "many", &example("vegas")]));
    let file = folder.file("many.json", text);
    let digest = succeeds(&fairshare(&["digest", &file]));
    let card = succeeds(&fairshare(&["race", &example("vegas"), "--json"]));
    assert!(card.contains(&digest[..16]), "{digest} is not in {card}");
}

#[test]
fn mistakes_are_named_with_their_place() {
    let folder = Folder::new("race-mistakes");
    let misspelt = folder.file("misspelt.fair", "on_ack {\n  cwnd += acked / cwind\n}\n");
    let output = fairshare(&["race", &misspelt]);
    assert!(status(&output) == 2 && stderr(&output).contains("Line 2, column 19"), "{}", stderr(&output));
    let broken = folder.file("broken.fair", "on_ack {\n  cwnd = 1 / (now - now)\n}\n");
    let text = succeeds(&fairshare(&["race", &broken]));
    assert!(text.contains(": 0.0 of 100 points") && text.contains("Line 2, column"), "{text}");
    let output = fairshare(&["race", "udp"]);
    assert!(status(&output) == 2 && stderr(&output).contains("no algorithm udp"), "{}", stderr(&output));
    let output = fairshare(&["race", "--document", "moon"]);
    assert!(status(&output) == 2 && stderr(&output).contains("datacentre"), "{}", stderr(&output));
}
