//! Digests of senders: each part of the state that can determine the future is part of the digest.

use std::collections::BTreeSet;

use super::testing::{lose_every, plain, run_to, simulation, single_flow};
use crate::ground::time::from_secs;
use serde_json::{Value, json};
use sim_core::ground::digest::StateChange;
use sim_core::observer::Observer;
use sim_core::protocols::{AnySender, infos};
use sim_core::record::Recorder;
use sim_core::record::tally::TimeWindow;
use sim_core::transport::Sender;

/// The sender of one flow that loses every 100th packet, after the given time in seconds.
fn sender_after(algorithm: &str, params: &Value, seconds: f64) -> AnySender {
    let mut simulation = simulation(&plain(&single_flow(algorithm, params.clone(), lose_every(100), 10.0)));
    run_to(&mut simulation, from_secs(seconds));
    let mut obs = Observer::new(Recorder::disabled(), TimeWindow::ALL, Vec::new(), false);
    obs.add_flow("flow:a", &[], &[]);
    let mut found = None;
    simulation.world().clone().with_sender(0, &mut obs, |sender, _| found = Some(sender.clone()));
    found.expect("the flow has a sender")
}

/// Checks the digests of all copies of a sender in which one part has changed. Returns the paths of the parts
/// in use.
fn check_digests(sender: &AnySender) -> BTreeSet<String> {
    let digest = sender.digest();
    let mut used = BTreeSet::new();
    for (change, copy) in StateChange::all(sender) {
        let differs = copy.digest() != digest;
        assert_eq!(differs, change.is_used, "{}: a part that is in use changes the digest", change.path);
        if change.is_used {
            used.insert(change.path);
        }
    }
    used
}

/// The algorithms that use the shared window sender.
const TCP: [&str; 5] = ["tahoe", "reno", "newreno", "sack", "cubic"];

#[test]
fn each_part_of_a_tcp_sender_that_is_in_use_changes_its_digest() {
    for info in infos().iter().filter(|info| TCP.contains(&info.id)) {
        let switched_on = json!({"pacing": true, "ecn": true, "timestamps": false, "ack_every": 2});
        let switched_off =
            json!({"idle_restart": false, "grow_only_when_limited": false, "receive_window": 8});
        for params in [json!({}), switched_on, switched_off] {
            for seconds in [0.01, 0.13, 1.03, 2.5, 7.77] {
                println!("{} with {params} after {seconds} s", info.id);
                let sender = sender_after(info.id, &params, seconds);
                let used = check_digests(&sender);
                assert!(used.len() > 20, "{used:?}");
                for part in
                    ["recovery.recover", "stream.byte_allowance", "rtt.backoff", "board.first_not_resent"]
                {
                    assert!(used.contains(part), "{part}: {used:?}");
                }
                let is_on = |setting: &str| params[setting] == true;
                assert_eq!(used.contains("pacing.next_paced"), is_on("pacing"));
                assert_eq!(used.contains("reduction.reduced_until"), is_on("ecn"));
            }
        }
    }
}

#[test]
fn each_part_of_a_media_sender_with_other_settings_changes_its_digest() {
    for (id, params) in [
        ("gcc", json!({"rules": "browsers"})),
        ("tfrc", json!({"flavour": "ns2"})),
        ("tfwc", json!({"pacing": false})),
        ("tfwc", json!({"pacing": true})),
        ("ifp", json!({"pacing": false})),
        ("ifp", json!({"pacing": true})),
        ("udp", json!({"rate": 1e6})),
    ] {
        for seconds in [0.01, 1.03, 7.77] {
            println!("{id} with {params} after {seconds} s");
            let used = check_digests(&sender_after(id, &params, seconds));
            assert!(used.len() > 3, "{used:?}");
            if params["pacing"].is_boolean() {
                assert_eq!(used.contains("next_paced"), params["pacing"] == true, "{used:?}");
            }
        }
    }
}

/// Every registered algorithm, so that a new one is tested as well, also with pacing switched. The receive
/// window limits the number of packets whose state is copied.
#[test]
fn each_part_of_a_sender_that_is_in_use_changes_its_digest() {
    for info in infos() {
        let default = |name: &str| info.fields.iter().find(|field| field.name == name)?.default.clone();
        let mut params = json!({});
        if default("receive_window").is_some() {
            params["receive_window"] = json!(12);
        }
        let mut variants = vec![params.clone()];
        if let Some(paces) = default("pacing").as_ref().and_then(Value::as_bool) {
            params["pacing"] = json!(!paces);
            variants.push(params);
        }
        for params in variants {
            for seconds in [0.13, 2.5, 7.77] {
                println!("{} with {params} after {seconds} s", info.id);
                let used = check_digests(&sender_after(info.id, &params, seconds));
                assert!(used.len() > 3, "{used:?}");
            }
        }
    }
}

/// The algorithms that observe every acknowledgement through the shared sender, in the order of the registry.
const CONTROLLERS: [&str; 14] = [
    "highspeed",
    "scalable",
    "bic",
    "htcp",
    "illinois",
    "westwood",
    "vegas",
    "ledbat",
    "ledbat_pp",
    "copa",
    "bbr",
    "bbr3",
    "dctcp",
    "prague",
];

#[test]
fn only_controllers_with_a_rate_have_the_state_of_pacing_and_sampling() {
    for id in CONTROLLERS {
        let used = check_digests(&sender_after(id, &json!({"receive_window": 12}), 2.5));
        let samples_rates = ["copa", "bbr", "bbr3"].contains(&id);
        assert_eq!(used.contains("pacing.next_paced"), samples_rates || id == "prague", "{id}: {used:?}");
        assert_eq!(
            used.iter().any(|part| part.contains("rate.packets.[0]")),
            samples_rates,
            "{id}: {used:?}"
        );
        assert!(used.iter().any(|part| part.starts_with("algorithm.")) || id == "scalable", "{id}: {used:?}");
    }
}

#[test]
fn hystart_is_part_of_the_digest_only_if_it_is_used() {
    for (params, is_used) in [(json!({}), false), (json!({"hystart": true}), true)] {
        let used = check_digests(&sender_after("cubic", &params, 0.13));
        assert_eq!(used.contains("hystart.round_end"), is_used, "{used:?}");
    }
}

#[test]
fn prr_and_rack_are_part_of_the_digest_only_if_they_are_used() {
    for id in ["sack", "cubic", "westwood"] {
        for (params, is_used) in [(json!({}), false), (json!({"prr": true, "rack": true}), true)] {
            for seconds in [0.13, 2.5] {
                let used = check_digests(&sender_after(id, &params, seconds));
                for part in ["prr.recover_fs", "prr.out", "rack.window", "rack.packets.[0].at", "rack.timer"]
                    .map(|part| format!("repair.{part}"))
                {
                    assert_eq!(used.contains(part.as_str()), is_used, "{id}: {part}: {used:?}");
                }
            }
        }
    }
}

#[test]
fn undo_and_quic_are_part_of_the_digest_only_if_they_are_used() {
    for id in ["newreno", "cubic", "westwood"] {
        for (params, parts) in [
            (json!({}), [false, false]),
            (json!({"undo": true, "f_rto": true}), [true, false]),
            (json!({"quic": true}), [false, true]),
        ] {
            for seconds in [0.13, 2.5] {
                let used = check_digests(&sender_after(id, &params, seconds));
                let has = |part: &str| used.iter().any(|path| path.starts_with(part));
                assert_eq!(["repair.undo", "repair.quic"].map(has), parts, "{id} {params}: {used:?}");
            }
        }
    }
}

#[test]
fn the_digest_of_cubic_includes_its_stage() {
    let used = check_digests(&sender_after("cubic", &json!({}), 9.0));
    for part in ["start", "k", "w_est", "alpha"] {
        assert!(used.contains(&format!("algorithm.epoch.{part}")), "{part}: {used:?}");
    }
    assert!(used.contains("algorithm.after_timeout"), "{used:?}");
}

/// A setting that a later version adds leaves result IDs as they are if it is switched off.
#[test]
fn the_digest_does_not_depend_on_parts_that_are_switched_off() {
    use crate::ground::digest::{Digest, State};

    #[derive(Clone, State)]
    struct Old {
        window: f64,
    }
    #[derive(Clone, State)]
    #[state(not(paces))]
    struct New {
        window: f64,
        paces: bool,
        #[state(if self.paces)]
        next_paced: u64,
    }
    let old = Digest::of(&Old { window: 7.5 });
    assert_eq!(Digest::of(&New { window: 7.5, paces: false, next_paced: 3 }), old);
    assert_ne!(Digest::of(&New { window: 7.5, paces: true, next_paced: 3 }), old);
}
