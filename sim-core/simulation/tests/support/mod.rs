//! Functions that the integration tests share: runs of documents, and strategies that generate random
//! documents of bounded size.

pub mod plain;
pub mod windows;

use fairshare_script::examples::{EXAMPLES, ExampleProgram};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};
use sim_core::describe::AlgorithmInfo;
use sim_core::ground::convert::whole;
use sim_core::ground::time::{Time, from_secs};
use sim_core::net::queues;
use sim_core::params::{Field, FieldKind};
use sim_core::protocols;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::build::BuildOptions;
use sim_core::simulation::{Simulation, kinds};

pub use plain::as_stated;

/// The algorithms that the conformance tests cover: every registered algorithm. With the environment variable
/// FAIRSHARE_TEMPLATE, these are only the template of new algorithms.
pub fn algorithms_under_test() -> Vec<AlgorithmInfo> {
    let mut infos = protocols::infos();
    if infos.iter().any(|info| info.id == "template") {
        infos.retain(|info| info.id == "template");
    } else {
        assert!(infos.len() >= 6);
    }
    infos
}

/// The algorithms under test, and a sender for each example program. The name of such a sender is for example
/// `own/reno`: `algorithm_of` returns its algorithm, `own`, and `params_for_10_mbps` its program.
pub fn senders_under_test() -> Vec<AlgorithmInfo> {
    let mut infos = algorithms_under_test();
    if let Some(own) = infos.iter().find(|info| info.id == "own").cloned() {
        let named = |example: &ExampleProgram| format!("own/{}", example.id).leak() as &'static str;
        infos.extend(EXAMPLES.iter().map(|example| AlgorithmInfo { id: named(example), ..own.clone() }));
    }
    infos
}

/// The algorithm of a sender under test.
pub fn algorithm_of(name: &str) -> &str {
    name.split('/').next().unwrap_or(name)
}

/// The text of an example program.
pub fn program(id: &str) -> &'static str {
    EXAMPLES.iter().find(|example| example.id == id).expect("the program exists").source
}

/// Parses a document, which must be valid, with the settings of `plain`.
pub fn scenario(document: &Value) -> Scenario {
    match Scenario::from_text(&plain::plain(document).to_string(), kinds()) {
        Ok(scenario) => scenario,
        Err(issues) => panic!("{issues:#?}\nin {document:#}"),
    }
}

/// Builds a simulation of a document, which must be valid.
pub fn build_simulation(document: &Value, settings: RecordingSettings, options: BuildOptions) -> Simulation {
    match Simulation::with_options(scenario(document), settings, options) {
        Ok(simulation) => simulation,
        Err(issues) => panic!("{issues:#?}\nin {document:#}"),
    }
}

/// A simulation at time 0, without a recording.
pub fn new_run(document: &Value) -> Simulation {
    build_simulation(document, RecordingSettings::none(), BuildOptions::default())
}

/// A simulation that has run to its end, without a recording.
pub fn finished_run(document: &Value) -> Simulation {
    let mut simulation = new_run(document);
    run_to_end(&mut simulation);
    simulation
}

/// A simulation that has run to its end, with its series.
pub fn recorded_run(document: &Value) -> Simulation {
    let mut simulation = build_simulation(document, RecordingSettings::default(), BuildOptions::default());
    run_to_end(&mut simulation);
    simulation
}

/// Runs a simulation to its end. Panics if the simulation fails.
pub fn run_to_end(simulation: &mut Simulation) {
    if let Err(failure) = simulation.run() {
        panic!("{failure}");
    }
}

/// Runs until the given time in seconds, or to the end of the run if that is earlier.
pub fn run_until(simulation: &mut Simulation, seconds: f64) {
    run_until_ns(simulation, from_secs(seconds));
}

/// Runs until the time `at` in nanoseconds, or to the end of the run if that is earlier. A run that is
/// already later stays as it is.
pub fn run_until_ns(simulation: &mut Simulation, at: Time) {
    match simulation.step(at, u64::MAX) {
        Ok(step) => {
            assert_eq!(
                step.now,
                at.min(simulation.end()).max(step.now.min(at)),
                "the simulation did not stop at the requested time"
            )
        }
        Err(failure) => panic!("{failure}"),
    }
}

/// The result ID of a document's run.
pub fn result_id_of(document: &Value) -> String {
    finished_run(document).result_id_text()
}

/// Whether all cases are tried, as by `npm run validate`, and not only a part of them.
pub fn tries_all_cases() -> bool {
    std::env::var_os("FAIRSHARE_ALL_CASES").is_some()
}

/// The configuration of a property test with `cases` random inputs, which are the same in every run of the
/// test. `npm test` tries the first third of them, `npm run validate` all.
pub fn seeded_config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases: if tries_all_cases() { cases } else { cases.div_ceil(3) },
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_121),
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    }
}

/// The settings that an algorithm needs to use a path of 10 Mb/s. Most algorithms need none.
pub fn params_for_10_mbps(algorithm: &str) -> Value {
    if let Some(id) = algorithm.strip_prefix("own/") {
        return json!({"code": program(id)});
    }
    match algorithm {
        // The defaults are for radar data at hundreds of Mb/s. The default minimum rate exceeds the rate of
        // the path.
        "trabol" => json!({"target_rate": 9.8e6, "min_rate": 0.8e6, "initial_increase": 1e6}),
        // The default is the ramp-up of RFC 8298, which takes 50 s to 10 Mb/s. The RFC suggests up to 1 Mb/s
        // per second.
        "scream" => json!({"ramp_up": 1e6}),
        _ => json!({}),
    }
}

/// The entry of a flow in a summary.
pub fn flow<'a>(summary: &'a Value, id: &str) -> &'a Value {
    summary["flows"].as_array().and_then(|flows| flows.iter().find(|flow| flow["id"] == id)).expect("a flow")
}

/// The number in a JSON value, or NaN if it is not a number.
pub fn as_f64(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The ids of all registered algorithms.
pub fn algorithm_ids() -> Vec<&'static str> {
    protocols::infos().into_iter().map(|info| info.id).collect()
}

/// Settings that shorten the report intervals of an algorithm, so that short runs show its behaviour.
pub fn params_for_short_runs(algorithm: &str) -> Value {
    match algorithm {
        "lda_plus" => json!({"report_interval": 0.5, "initial_rate": 1e6, "initial_increase": 50e3}),
        "lda" | "ldaf" => {
            json!({"report_interval": 0.25, "adapt_interval": 0.5, "initial_rate": 5e6, "initial_increase": 1e6})
        }
        // Reports as rare as round trips, with which slow start doubles the rate once per round trip.
        "own/tfrc" => json!({"code": program("tfrc"), "report_interval": 0.4}),
        "own/lda-plus" => json!({"code": program("lda-plus"), "report_interval": 0.5, "initial_rate": 1e6,
            "settings": {"initial_increase": 50e3}}),
        // The default socket buffer of 16 kB would limit TPBA's TCP connection.
        "tpba" => json!({"socket_buffer": 65_536}),
        _ => params_for_10_mbps(algorithm),
    }
}

/// A dumbbell of 10 Mb/s with base RTTs of 40 ms by default.
pub fn dumbbell(flows: Value, duration: f64) -> Value {
    json!({"v": 1, "duration": duration, "flows": flows,
           "network": {"kind": "dumbbell",
                       "forward": {"rate": 1e7, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}}}}})
}

/// Random settings of an algorithm. Only choices, booleans and small integers are set, because other settings
/// could make runs long.
fn random_params(algorithm: &'static str) -> BoxedStrategy<Value> {
    let infos = protocols::infos();
    let fields =
        infos.into_iter().find(|info| info.id == algorithm).map_or_else(Vec::new, |info| info.fields);
    random_values(fields)
}

/// Random values of some of the choices, booleans and small integers among the fields.
fn random_values(fields: Vec<Field>) -> BoxedStrategy<Value> {
    let mut strategy = Just(json!({})).boxed();
    for field in fields {
        let name = field.name;
        let value = match &field.kind {
            FieldKind::Boolean => any::<bool>().prop_map(Value::from).boxed(),
            FieldKind::Choice(choices) => {
                let values: Vec<&'static str> = choices.iter().map(|choice| choice.value).collect();
                proptest::sample::select(values).prop_map(Value::from).boxed()
            }
            FieldKind::Integer if field.bounds.max.is_some_and(|max| max <= 64.0) => {
                let (min, max) = (field.bounds.min.unwrap_or(0.0), field.bounds.max.unwrap_or(64.0));
                (whole::<u64>(min)..=whole::<u64>(max)).prop_map(Value::from).boxed()
            }
            _ => continue,
        };
        strategy = (strategy, proptest::option::weighted(0.25, value))
            .prop_map(move |(mut settings, value)| {
                if let Some(value) = value {
                    settings[name] = value;
                }
                settings
            })
            .boxed();
    }
    strategy
}

fn delay() -> impl Strategy<Value = f64> {
    proptest::sample::select(vec![0.0, 0.0005, 0.001, 0.005, 0.01, 0.0123456, 0.05])
}

fn rate() -> impl Strategy<Value = f64> {
    proptest::sample::select(vec![5e5, 1e6, 1.2e6, 4e6, 8e6, 9_999_991.0])
}

/// A random limit of a queue, in packets, bytes, seconds or BDPs.
pub fn limit() -> impl Strategy<Value = Value> {
    prop_oneof![
        proptest::sample::select(vec![1, 2, 5, 20, 50]).prop_map(|n| json!({"packets": n})),
        (1000..60_000u64).prop_map(|n| json!({"bytes": n})),
        proptest::sample::select(vec![0.001, 0.01, 0.1]).prop_map(|s| json!({"seconds": s})),
        proptest::sample::select(vec![0.1, 0.5, 1.0, 2.0]).prop_map(|x| json!({"bdp": x})),
    ]
}

fn source() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => Just(json!({"kind": "greedy"})),
        1 => (1000..400_000u64).prop_map(|n| json!({"kind": "finite", "bytes": n})),
        1 => (1e4..2e6f64).prop_map(|rate| json!({"kind": "cbr", "rate": rate})),
        1 => (proptest::sample::select(vec!["fixed", "exponential", "pareto"]), 1e5..3e6f64).prop_map(
            |(distribution, rate)| {
                json!({"kind": "on_off", "rate": rate, "on": 0.2, "off": 0.3, "distribution": distribution})
            }
        ),
        1 => (1..200u64, 0.01..0.5f64).prop_map(
            |(largest, pause)| json!({"kind": "web", "largest": largest, "pause": pause})
        ),
        1 => (0.01..0.8f64, 0.1..1.0f64, 0.0..0.5f64).prop_map(
            |(lifetime, every, spread)| json!({"kind": "mice", "lifetime": lifetime, "every": every, "spread": spread})
        ),
        1 => (0.5..20.0f64, 100..200_000u64, any::<bool>()).prop_map(|(rate, size, can_wait)| {
            let overflow = if can_wait { "queue" } else { "refuse" };
            json!({"kind": "arrivals", "per_second": rate, "size": size, "overflow": overflow})
        }),
        1 => (5.0..60.0f64, 0.02..0.5f64).prop_map(
            |(frames_per_second, deadline)| json!({"kind": "media", "frames": frames_per_second, "deadline": deadline, "patience": 0.3})
        ),
        1 => (1e5..2e6f64, 0.0..0.2f64).prop_map(
            |(rate, off)| json!({"kind": "radar", "rate": rate, "on": 0.1, "off": off})
        ),
    ]
}

fn random_flow(duration: f64) -> impl Strategy<Value = Value> {
    let algorithm = proptest::sample::select(algorithm_ids())
        .prop_flat_map(|algorithm| (Just(algorithm), random_params(algorithm)));
    let sizes = proptest::sample::select(vec![48, 200, 577, 1000, 1500, 1500, 1500, 9000]);
    let times = (0.0..duration / 2.0, proptest::option::weighted(0.2, duration * 0.6..duration));
    (algorithm, source(), sizes, delay(), delay(), times, (1..3u64, proptest::option::weighted(0.1, 5e5..5e6f64)), any::<bool>()).prop_map(
        |((algorithm, params), source, packet, sender, receiver, (start, stop), (count, receiver_rate), starts_at_zero)| {
            json!({"algorithm": algorithm, "params": params, "source": source, "packet": packet,
                   "access": {"sender": sender, "receiver": receiver, "receiver_rate": receiver_rate}, "start": if starts_at_zero { 0.0 } else { start },
                   "stop": stop, "count": count})
        },
    )
}

fn loss_rule() -> impl Strategy<Value = Value> {
    let rule = prop_oneof![
        (0.0..0.1f64).prop_map(|p| json!({"kind": "random", "probability": p})),
        (5..200u64).prop_map(|n| json!({"kind": "every", "n": n})),
        proptest::collection::vec(0..200u64, 0..8)
            .prop_map(|list| json!({"kind": "listed", "packets": list})),
        (0.0..2.0f64, 1..20u64).prop_map(|(at, n)| json!({"kind": "burst", "at": at, "packets": n})),
        (0.0..0.1f64, 1.0..9.0f64)
            .prop_map(|(loss, n)| json!({"kind": "gilbert_elliott", "loss": loss, "burst": n})),
        (2e5..9e6f64, 1500..40_000u64)
            .prop_map(|(rate, depth)| json!({"kind": "policer", "rate": rate, "burst": depth})),
    ];
    let place = proptest::sample::select(vec!["arrival", "exit"]);
    let what = proptest::sample::select(vec!["data", "feedback", "all"]);
    (rule, place, what, proptest::option::weighted(0.2, Just("f0"))).prop_map(
        |(mut rule, place, what, flow)| {
            rule["where"] = place.into();
            rule["what"] = what.into();
            rule["flow"] = flow.into();
            rule
        },
    )
}

fn losses() -> impl Strategy<Value = Value> {
    proptest::collection::vec(loss_rule(), 0..3).prop_map(Value::Array)
}

/// A queue of a random discipline. More than half of the queues are drop-tail.
fn random_queue() -> impl Strategy<Value = Value> {
    let any_discipline = queues::infos().into_iter().map(|info| {
        let settings = random_values(info.fields);
        settings
            .prop_map(move |mut queue| {
                queue["kind"] = info.id.into();
                queue
            })
            .boxed()
    });
    let any_discipline = proptest::strategy::Union::new(any_discipline);
    (prop_oneof![Just(json!({"kind": "drop_tail"})), any_discipline], limit()).prop_map(
        |(mut queue, limit)| {
            queue["limit"] = limit;
            queue
        },
    )
}

/// Random impairments of a link. Seven in ten links have none.
fn impairments() -> impl Strategy<Value = Value> {
    let sometimes = |impairment: BoxedStrategy<Value>| proptest::option::weighted(0.3, impairment);
    let jitter = (0.0..0.02f64, any::<bool>()).prop_map(
        |(delay, is_uniform)| json!({"delay": delay, "shape": if is_uniform { "uniform" } else { "exponential" }}),
    );
    let reorder =
        (0.0..0.2f64, 0.0..0.02f64).prop_map(|(p, delay)| json!({"probability": p, "delay": delay}));
    let shaper = (2e5..9e6f64).prop_map(|rate| json!({"rate": rate, "burst": 20_000}));
    let framing = (0..40u32).prop_map(|overhead| json!({"overhead": overhead}));
    let outages = (0.0..3.0f64, 0.01..0.5f64).prop_map(|(at, lasts)| json!([{"at": at, "lasts": lasts}]));
    let (jitter, reorder) = (sometimes(jitter.boxed()), sometimes(reorder.boxed()));
    let all_impairments = (jitter, reorder, sometimes(shaper.boxed()), sometimes(framing.boxed()), outages.boxed()).prop_map(
        |(jitter, reorder, shaper, framing, outages)| {
            json!({"jitter": jitter, "reorder": reorder, "shaper": shaper, "framing": framing, "outages": outages})
        },
    );
    proptest::option::weighted(0.3, all_impairments)
        .prop_map(|impairments| impairments.unwrap_or_else(|| json!({})))
}

fn random_link() -> impl Strategy<Value = Value> {
    (rate(), delay(), random_queue(), losses(), impairments()).prop_map(|(rate, delay, queue, loss, impairments)| {
        json!({"rate": rate, "delay": delay, "queue": queue, "loss": loss, "impairments": impairments})
    })
}

/// Removes what would determine the times of packets beside a medium: the shapers, cells and outages of its link, and
/// changes of rates.
fn leave_times_to_mediums(document: &mut Value) {
    let network = &mut document["network"];
    let links: Vec<&mut Value> = match network.get("links").is_some() {
        true => network["links"].as_array_mut().into_iter().flatten().collect(),
        false => vec![network],
    };
    let mut has_medium = false;
    for direction in links.into_iter().filter_map(Value::as_object_mut).flat_map(|link| link.values_mut()) {
        let kind = direction.pointer("/queue/kind").and_then(Value::as_str);
        if kind.is_some_and(queues::is_medium) {
            has_medium = true;
            if let Some(impairments) = direction["impairments"].as_object_mut() {
                impairments.retain(|name, _| name == "jitter" || name == "reorder");
            }
        }
    }
    if let Some(timeline) = document["timeline"].as_array_mut().filter(|_| has_medium) {
        timeline.retain(|change| change["set"].as_str().is_none_or(|set| !set.ends_with(".rate")));
    }
}

/// A timeline entry, either at an arbitrary time or at a multiple of 0.25 s, at which several changes can
/// coincide.
fn random_change(duration: f64) -> impl Strategy<Value = Value> {
    let at = prop_oneof![
        (0..=whole::<u32>(duration * 4.0)).prop_map(|quarter| f64::from(quarter) / 4.0),
        0.0..duration
    ];
    let direction = proptest::sample::select(vec!["forward", "reverse"]);
    let setting = |direction: &str, name: &str| format!("network.{direction}.{name}");
    let change = prop_oneof![
        (direction.clone(), prop_oneof![Just(0.0), rate()])
            .prop_map(move |(direction, to)| json!({"set": setting(direction, "rate"), "to": to})),
        (direction.clone(), delay())
            .prop_map(move |(direction, to)| json!({"set": setting(direction, "delay"), "to": to})),
        (direction.clone(), limit())
            .prop_map(move |(direction, to)| json!({"set": setting(direction, "queue.limit"), "to": to})),
        (direction, losses())
            .prop_map(move |(direction, to)| json!({"set": setting(direction, "loss"), "to": to})),
        (any::<bool>()).prop_map(|to| json!({"set": "flows.f0.active", "to": to})),
    ];
    (at, change).prop_map(|(at, mut change)| {
        change["at"] = at.into();
        change
    })
}

/// A document that a failed property test prints in one line.
#[derive(Clone)]
pub struct Document(pub Value);

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Random small scenarios: a few flows, different settings of both link directions, losses, and a timeline
/// with outages.
pub fn documents() -> impl Strategy<Value = Document> {
    let duration = 4.0;
    let flows = proptest::collection::vec(random_flow(duration), 1..4);
    // Sometimes the first flow is a group of identical flows, whose packets reach every link simultaneously.
    let group_size = proptest::option::weighted(0.3, 2..5u64);
    let timeline = proptest::collection::vec(random_change(duration), 0..8);
    let mode = proptest::sample::select(vec!["delay", "serial", "off", "off"]);
    let max = proptest::sample::select(vec![Value::Null, Value::Null, json!(0.01)]);
    let jitter = (mode, max).prop_map(|(mode, max)| json!({"mode": mode, "max": max}));
    let access_rate = proptest::sample::select(vec![Value::Null, json!(2e6), json!(1e7)]);
    let roles = proptest::sample::select(vec!["measured", "background", "reverse"]);
    (flows, group_size, (random_link(), random_link()), timeline, jitter, (access_rate, roles), any::<u32>()).prop_map(
        move |(mut flows, group_size, (forward, reverse), timeline, jitter, (access_rate, role), seed)| {
            for (index, flow) in flows.iter_mut().enumerate() {
                flow["id"] = format!("f{index}").into();
                if index > 0 {
                    flow["role"] = role.into();
                }
            }
            if let Some(count) = group_size {
                flows[0]["count"] = count.into();
                flows[0]["start"] = 0.into();
            }
            let mut document = json!({"v": 1, "seed": seed, "duration": duration, "warmup": 0.5,
                   "network": {"kind": "dumbbell", "forward": forward, "reverse": reverse, "access_rate": access_rate},
                   "jitter": jitter, "flows": flows, "timeline": timeline,
                   "measure": {"bins": [0.1, 1], "windows": [{"id": "mid", "from": 1, "to": 3}]}});
            leave_times_to_mediums(&mut document);
            Document(document)
        },
    )
}

/// Random scenarios with several links. The link of a random dumbbell becomes the first link of a parking
/// lot, or of a ring with a shortcut. Each flow has a random path.
pub fn multi_link_documents() -> impl Strategy<Value = Document> {
    // The node at which a flow enters, the number of nodes from there to the node at which it leaves, and
    // whether its path lists the links.
    let path = (0..4usize, 1..4usize, any::<bool>());
    let further_links = proptest::collection::vec((random_link(), random_link()), 3);
    (documents(), further_links, proptest::collection::vec(path, 4), 2..5usize, any::<bool>()).prop_map(
        |(Document(mut document), further_links, paths, hops, is_ring)| {
            let dumbbell = document["network"].take();
            let first = (dumbbell["forward"].clone(), dumbbell["reverse"].clone());
            let links: Vec<Value> = std::iter::once(first)
                .chain(further_links)
                .take(if is_ring { 4 } else { hops })
                .enumerate()
                .map(|(i, (forward, reverse))| {
                    let mut link = json!({"id": format!("l{i}"), "forward": forward, "reverse": reverse});
                    if is_ring {
                        link["from"] = format!("r{}", i + 1).into();
                        link["to"] = format!("r{}", (i + 1) % 4 + 1).into();
                    }
                    link
                })
                .collect();
            let nodes = if is_ring { 4 } else { links.len() + 1 };
            document["network"] =
                json!({"kind": "parking_lot", "links": links, "access_rate": dumbbell["access_rate"]});
            if is_ring {
                document["network"]["kind"] = "graph".into();
                document["network"]["nodes"] = (1..5).map(|i| json!({"id": format!("r{i}")})).collect();
                let mut shortcut = json!({"id": "short", "from": "r1", "to": "r3", "one_way": true});
                shortcut["forward"] = dumbbell["forward"].clone();
                document["network"]["links"].as_array_mut().unwrap().push(shortcut);
            }
            for (flow, (from, distance, has_explicit_links)) in
                document["flows"].as_array_mut().unwrap().iter_mut().zip(paths)
            {
                let (from, to) = (from % nodes, (from + 1 + distance % (nodes - 1)) % nodes);
                flow["path"] = json!({"from": format!("r{}", from + 1), "to": format!("r{}", to + 1)});
                if is_ring && has_explicit_links {
                    // The links around the ring, which are not always the shortest path.
                    let links = (0..(to + 4 - from) % 4).map(|i| format!("l{}", (from + i) % 4));
                    flow["path"]["links"] = links.collect();
                }
            }
            for change in document["timeline"].as_array_mut().unwrap() {
                let set = change["set"].as_str().unwrap().replace("network.", "network.links.l0.");
                change["set"] = set.into();
            }
            leave_times_to_mediums(&mut document);
            Document(document)
        },
    )
}
