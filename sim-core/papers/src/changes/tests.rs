use super::*;
use sim_core::simulation::kinds;

fn changed(id: &str, changes: &[(&str, &str)]) -> Result<ChangedExperiment, ChangeError> {
    let changes: Vec<Change> = changes
        .iter()
        .map(|(path, value)| Change { path: (*path).to_owned(), value: (*value).to_owned() })
        .collect();
    change(&crate::find(id).unwrap(), &changes, kinds())
}

fn document(changed: &ChangedExperiment, cell: &str) -> Value {
    let plan = changed.experiment.plan().unwrap();
    plan.cells.iter().find(|other| other.id() == cell).unwrap().document.clone()
}

fn message(id: &str, path: &str, value: &str) -> String {
    changed(id, &[(path, value)]).unwrap_err().issues()[0].to_string()
}

#[test]
fn a_flavour_replaces_the_algorithm_of_tcp_flows_and_keeps_settings_that_it_has() {
    let result = changed("tfwc-fig1b", &[("tcp", "reno")]).unwrap();
    assert_eq!(result.changes[0].cells, 168);
    let flows = document(&result, "with=TFWC,B=0.5,n=5")["flows"].clone();
    assert_eq!(flows[0]["algorithm"], "reno");
    assert_eq!(flows[1]["algorithm"], "tfwc");
    assert_eq!(flows[0]["params"].get("sack_rule"), None);
    assert_eq!(flows[0]["params"]["tick"], 0.01);
}

#[test]
fn the_tcp_of_tpba_has_the_flavour_and_the_settings_of_the_other_tcp_flows() {
    let result = changed("tpba-multi", &[("tcp", "sack"), ("tcp.min_rto", "200ms")]).unwrap();
    for cell in &result.experiment.plan().unwrap().cells {
        for flow in cell.document["flows"].as_array().unwrap() {
            let own_tcp = flow["algorithm"] == "tpba";
            let flavour = if own_tcp { &flow["params"]["tcp_kind"] } else { &flow["algorithm"] };
            assert_eq!(flavour, "sack");
            assert_eq!(flow["params"]["min_rto"], 0.2);
        }
    }
    // TPBA has no Tahoe, so its own TCP remains as it is.
    assert!(changed("tpba-multi", &[("tcp", "tahoe")]).is_ok());
}

#[test]
fn buffers_are_set_scaled_and_raised() {
    let limit = |changes: &[(&str, &str)], cell: &str| {
        document(&changed("tfwc-fig1a", changes).unwrap(), cell)["network"]["forward"]["queue"]["limit"]
            .clone()
    };
    let (slow, fast) = ("with=TFRC,B=0.1,n=1", "with=TFRC,B=20,n=1");
    assert_eq!((limit(&[], slow), limit(&[], fast)), (json!({ "packets": 4 }), json!({ "packets": 29 })));
    assert_eq!(limit(&[("buffer", "0.5x")], slow), json!({ "packets": 2 }));
    assert_eq!(limit(&[("buffer", "1bdp")], fast), json!({ "bdp": 1 }));
    let at_least_5 = [("buffer", "12ms"), ("buffer.min", "5")];
    assert_eq!(limit(&at_least_5, slow), json!({ "packets": 5 }));
    assert_eq!(limit(&at_least_5, fast), json!({ "seconds": 0.012 }));
}

#[test]
fn settings_packets_and_paths_of_the_document_can_be_changed() {
    let result = changed(
        "ldaplus-fig9b",
        &[
            ("lda_plus.acked_per_ack", "1"),
            ("tcp.packet", "200"),
            ("jitter", "off"),
            ("network.forward.delay", "10ms"),
        ],
    );
    let result = result.unwrap();
    let document = document(&result, "with=LDA+,N=4");
    assert_eq!(document["flows"][1]["params"]["acked_per_ack"], 1);
    assert_eq!(
        (&document["flows"][0]["packet"], &document["flows"][1]["packet"]),
        (&json!(200), &json!(100))
    );
    assert_eq!(document["jitter"]["mode"], "off");
    assert_eq!(document["network"]["forward"]["delay"], 0.01);
    assert!(result.changes[0].note.starts_with("The experiment compares different values"));
    assert_eq!(result.changes[2].note, "");
}

#[test]
fn a_change_without_effect_has_a_note() {
    assert!(
        changed("tfwc-fig1a", &[("tcp", "sack")]).unwrap().changes[0].note.starts_with("Nothing changes")
    );
}

#[test]
fn errors_name_the_path_and_give_advice() {
    assert!(message("tfwc-fig1a", "tcp", "newrno").contains("Did you mean `newreno`?"));
    assert!(message("tfwc-fig1a", "tcp.ack_evry", "2").contains("Did you mean `tcp.ack_every`?"));
    assert!(message("tfwc-fig1a", "tfrd.intervals", "4").contains("Did you mean `tfrc`?"));
    assert!(message("tfwc-fig1a", "taimd.k", "5").contains("no flow with the algorithm taimd"));
    assert!(message("tfwc-fig1a", "duration", "5").contains("measures at fixed times"));
    assert!(message("tfwc-fig1a", "buffer", "wide").contains("0.5x"));
    assert!(message("tfwc-fig1a", "flows.nobody.packet", "500").contains("No flow has the ID `nobody`"));
    let invalid = message("tfwc-fig1b", "tfwc.intervals", "900");
    assert!(invalid.contains("intervals") && invalid.contains("(cell with=TFWC,B=0.1,n=1)"), "{invalid}");
    assert!(message("trabol-fig5a", "tcp", "reno").contains("no TCP flow"));
    assert!(message("tpba-fig1", "tcp", "reno").contains("not simulated"));
}

#[test]
fn a_ready_made_question_is_found_by_its_name() {
    let paper = |id: &str| crate::library::papers().find(|paper| paper.id() == id).unwrap();
    let (tfwc, tpba) = (paper("tfwc"), paper("tpba"));
    let found = Change::parse("tfwc-buffer-of-10", &[tfwc]).unwrap();
    assert_eq!(found.len(), 1);
    let missing = Change::parse("tfwc-buffr-of-10", &[tfwc]).unwrap_err();
    assert!(missing.message.contains("Did you mean `tfwc-buffer-of-10`?"));
    assert!(Change::parse("tfwc-buffer-of-10", &[tpba]).is_err());
}
