//! The states of receivers: each part changes the hash of the complete state, and it is listed which fields
//! change the receiver's part of the result ID.

use std::collections::BTreeSet;

use super::testing::{lose_every, plain, run_to, simulation, single_flow};
use crate::ground::time::from_secs;
use serde_json::{Value, json};
use sim_core::ground::digest::{Digest, StateChange};
use sim_core::protocols::infos;
use sim_core::transport::Receiver;

/// The name of the field that contains a part.
fn field(path: &str) -> String {
    path.split(['.', '[']).next().unwrap_or_default().to_owned()
}

/// The fields of the receiver of a flow that loses every 30th packet: the fields that are in use at one or
/// more of many times, and which of these change the result ID.
fn fields_of(algorithm: &str, params: &Value) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut used, mut in_result_id) = (BTreeSet::new(), BTreeSet::new());
    let mut simulation = simulation(&plain(&single_flow(algorithm, params.clone(), lose_every(30), 10.0)));
    // After a second, enough packets have arrived that a changed sequence number is still a possible one.
    for step in 12..90 {
        run_to(&mut simulation, from_secs(f64::from(step) * 0.083));
        let receiver = &simulation.world().receivers()[0];
        let (state, id) = (Digest::of(receiver), receiver.digest());
        for (change, copy) in StateChange::all(receiver) {
            let differs = Digest::of(&copy) != state;
            assert_eq!(differs, change.is_used, "{algorithm}: {} changes the state", change.path);
            if change.is_used {
                used.insert(field(&change.path));
            }
            if copy.digest() != id {
                assert!(
                    change.is_used,
                    "{algorithm}: {} is not in use but changes the result ID",
                    change.path
                );
                in_result_id.insert(field(&change.path));
            }
        }
    }
    (used, in_result_id)
}

/// The two lists of fields as text, for a comparison that shows all differences at once.
fn described(algorithm: &str, params: &Value) -> String {
    let (used, in_result_id) = fields_of(algorithm, params);
    let list = |fields: Vec<&String>| fields.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ");
    format!(
        "{algorithm} {params}: {} | {}",
        list(in_result_id.iter().collect()),
        list(used.difference(&in_result_id).collect())
    )
}

/// Algorithms and settings that together have every kind of receiver.
fn cases() -> [(&'static str, Value); 17] {
    [
        ("sack", json!({})),
        ("reno", json!({})),
        ("reno", json!({"ack_every": 2})),
        ("newreno", json!({"quic": true})),
        ("tfrc", json!({})),
        ("tfrc", json!({"flavour": "ns2"})),
        ("rap", json!({})),
        ("tfwc", json!({})),
        ("taimd", json!({})),
        ("trabol", json!({})),
        ("lda_plus", json!({})),
        ("udp", json!({})),
        ("nada", json!({})),
        ("gcc", json!({})),
        ("scream", json!({})),
        ("scream2", json!({})),
        ("own", json!({"code": "sender rate"})),
    ]
}

#[test]
fn the_cases_contain_the_receiver_of_every_algorithm() {
    let kind = |algorithm: &str, params: Value| {
        let simulation = simulation(&single_flow(algorithm, params, lose_every(30), 1.0));
        let text = format!("{:?}", simulation.world().receivers()[0]);
        text.split('(').next().unwrap_or_default().to_owned()
    };
    let covered: BTreeSet<String> =
        cases().into_iter().map(|(algorithm, params)| kind(algorithm, params)).collect();
    for info in infos() {
        let receiver = kind(info.id, json!({}));
        assert!(covered.contains(&receiver), "{}: no case has a receiver of the kind {receiver}", info.id);
    }
    assert!(covered.len() > 8, "{covered:?}");
}

#[test]
fn each_part_of_a_receiver_that_is_in_use_changes_its_state() {
    let cases = cases();
    let found: Vec<String> = cases.iter().map(|(algorithm, params)| described(algorithm, params)).collect();
    // Before the bar: the fields in the result ID. After it: the other fields of the state.
    let tfrc = "early_loss event fields has_new_event has_reported inline_fields is_overdue largest_x_recv losses_since_report \
                newest newest_at newest_timestamp packets_since_report pending pending_len previous";
    let expected = [
        "sack {}: duplicates echoes_mark next ranges report | last_seq recent unacknowledged".to_owned(),
        "reno {}: duplicates echoes_mark next ranges report | last_seq unacknowledged".to_owned(),
        "reno {\"ack_every\":2}: duplicates echoes_mark next ranges report | first_timestamp first_tx last_seq newest_timestamp unacknowledged".to_owned(),
        "newreno {\"quic\":true}: arrived_at data end last_seq last_timestamp last_tx marks numbers waiting | ".to_owned(),
        format!("tfrc {{}}: current history received resolved | {tfrc} rtt size"),
        format!("tfrc {{\"flavour\":\"ns2\"}}: current history received resolved | {tfrc} recent rtt size"),
        "rap {}: hole received | ".to_owned(),
        "tfwc {}: received vector | ".to_owned(),
        "taimd {}: ahead_count expected received train_ends | ahead newest".to_owned(),
        "trabol {}: next_ray ray received | newest".to_owned(),
        "lda_plus {}: pairs range received reports_sent seen sender_report | is_reporting last_arrival latest reported".to_owned(),
        "udp {}: received | ".to_owned(),
        "nada {}: base_delay log loss_interval newest p_loss p_mark | delays is_reporting last_loss window".to_owned(),
        "gcc {}: log newest pending | ".to_owned(),
        "scream {}: interval log marked pending pending_bytes reported_at | newest".to_owned(),
        "scream2 {}: interval log marked pending pending_bytes reported_at | newest".to_owned(),
        "own {\"code\":\"sender rate\"}: bytes history marked next rtcp | event packets rtt".to_owned(),
    ];
    assert_eq!(found, expected, "{found:#?}");
}
