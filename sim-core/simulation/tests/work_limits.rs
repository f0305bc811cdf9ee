//! Documents that were valid and ran for minutes: each is refused with its most expensive setting, or runs in few steps.

use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

fn read(document: &Value) -> Result<Scenario, Vec<sim_core::params::Issue>> {
    Scenario::from_value(document.clone(), kinds())
}

#[test]
fn a_source_that_produces_too_much_is_refused_by_its_name() {
    let document = json!({"v": 1, "duration": 86_400, "network": {"forward": {"rate": 1e4}},
        "flows": [{"id": "a", "algorithm": "sack", "source": {"kind": "radar", "rate": 1e11}}]});
    let issues = read(&document).err().unwrap_or_default();
    let [issue] = &issues[..] else { panic!("{issues:?}") };
    assert_eq!((issue.path.as_str(), issue.code), ("duration", "too_much_work"));
    assert!(issue.message.contains("making the data of “a”"), "{}", issue.message);
    let shorter = issue.message.split("Shorten it to ").nth(1).and_then(|rest| rest.split(' ').next());
    let mut document = document;
    document["duration"] = json!(shorter.and_then(|text| text.parse::<f64>().ok()));
    assert!(read(&document).is_ok(), "the recommended duration {shorter:?} is refused");
}

/// One flow of 1 kb/s in a queue of 65,536 buckets that updates 10,000 times per second.
#[test]
fn updates_of_idle_queues_are_skipped_and_empty_buckets_are_not_kept() {
    let document = json!({"v": 1, "duration": 3600,
        "network": {"forward": {"queue": {"kind": "fq_pie", "buckets": 65_536, "update": 0.0001}}},
        "flows": [{"id": "a", "algorithm": "udp", "source": {"kind": "cbr", "rate": 1000}}]});
    let scenario = read(&document).unwrap_or_else(|issues| panic!("{issues:?}"));
    // 36 million updates of one queue count as a tenth of a packet each.
    assert!(scenario.work.one_link_equivalent > 3.6e6, "{:?}", scenario.work);
    let mut run =
        Simulation::new(scenario, RecordingSettings::none()).unwrap_or_else(|issues| panic!("{issues:?}"));
    run.step(u64::MAX, u64::MAX).unwrap();
    assert!(run.world().events() < 10_000, "{}", run.world().events());
}

/// Without data to wait for, plain UDP sends at its rate, not at that of its access link.
#[test]
fn plain_udp_declares_the_rate_at_which_it_sends() {
    let packets = |extra: Value| {
        let mut document = json!({"v": 1, "duration": 12, "network": {"forward": {"rate": 1e7}},
            "flows": [{"id": "a", "algorithm": "udp"}]});
        document.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        read(&document).unwrap_or_else(|issues| panic!("{issues:?}")).work.packets
    };
    // 12 s at 1 Mb/s are 1000 packets of 1500 bytes.
    assert_eq!(packets(json!({})), 1000.0);
    let faster = json!({"timeline": [{"at": 6, "set": "flows.a.params.rate", "to": 4e6}]});
    assert_eq!(packets(faster), 4000.0);
}

/// A run without loss or outage makes at least a hundredth of the work that its document declares, with every algorithm
/// in every queue and from every source. A packet over a link is at least one event.
#[test]
fn runs_make_at_least_a_hundredth_of_the_work_they_declare() {
    let kinds = kinds();
    let (mut runs, mut problems) = (0, Vec::new());
    for algorithm in &kinds.algorithms {
        for queue in &kinds.queues {
            for source in &kinds.sources {
                let document = json!({"v": 1, "duration": 2,
                    "network": {"access_rate": 1e7, "forward": {"rate": 2e6, "delay": 0.005, "queue": {"kind": queue.id}}},
                    "flows": [{"id": "a", "algorithm": algorithm.id, "source": {"kind": source.id}}]});
                let Ok(scenario) = read(&document) else { continue };
                let declared = scenario.work.one_link_equivalent;
                let mut run = Simulation::new(scenario, RecordingSettings::none())
                    .unwrap_or_else(|issues| panic!("{issues:?}"));
                run.step(u64::MAX, u64::MAX).unwrap();
                runs += 1;
                let events = run.world().events() as f64;
                let lost: u64 = run.observer().links.iter().map(|link| link.counts().drops).sum();
                if lost == 0 && events * 100.0 < declared {
                    problems.push(format!(
                        "{}, {}, {}: {events} of {declared}",
                        algorithm.id, queue.id, source.id
                    ));
                }
            }
        }
    }
    assert!(runs >= kinds.algorithms.len() * kinds.queues.len(), "{runs} runs");
    assert!(problems.is_empty(), "{} of {runs}:\n{}", problems.len(), problems.join("\n"));
}
