//! Tests of whole documents: which documents are valid, and which problems are reported.

mod network;
mod properties;
mod set;
mod stacks;
mod vectors;

use serde_json::{Value, json};
use sim_engine::ground::convert::whole;

use super::testing::{everything, kinds};
use super::*;
use sim_engine::ground::json::to_text;
use sim_engine::params::{Issue, Limit, ParamType, ValueRange};
use sim_engine::protocols::AlgorithmSettings;
use sim_engine::traffic::SourceSettings;
use sim_engine::transport::tcp_params::Growth;

fn issues(document: &Value) -> Vec<Issue> {
    Document::read(document, &kinds()).err().unwrap_or_default()
}

/// The document of `everything` with the value at `pointer` replaced or added.
fn everything_with(pointer: &str, value: Value) -> Value {
    let mut document = everything();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(parent).unwrap() {
        Value::Array(list) => list[name.parse::<usize>().unwrap()] = value,
        Value::Object(object) => {
            object.insert(name.to_owned(), value);
        }
        _ => panic!("{parent} is neither a list nor an object"),
    }
    document
}

/// Sets the value at `pointer` in the document of `everything`. Asserts that exactly one problem is reported,
/// with this path and code, and with `part` in its message.
#[track_caller]
fn assert_refused(pointer: &str, value: Value, path: &str, code: &str, part: &str) {
    let found = issues(&everything_with(pointer, value));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].path.as_str(), found[0].code), (path, code), "{found:?}");
    assert!(found[0].message.contains(part), "{}", found[0].message);
}

#[test]
fn a_document_with_every_field_is_read_without_problems() {
    let scenario = Scenario::from_value(everything(), &kinds()).unwrap();
    assert_eq!((scenario.seed, scenario.duration, scenario.warmup), (7, 30.0, 5.0));
    let net = &scenario.network;
    let [forward, reverse] = &net.links[..] else { panic!("{net:?}") };
    assert_eq!((forward.rate, forward.limit, net.access_rate), (5e6, Limit::Bdp(0.5), 2e8));
    assert_eq!(forward.loss[0].flow.as_deref(), Some("near"));
    assert_eq!(forward.loss[1].settings.to_json(), json!({"n": 500, "first": 3}));
    assert_eq!(forward.loss[2].place, sim_engine::net::loss::LossPlace::Exit);
    assert_eq!((reverse.rate, reverse.delay, reverse.limit), (1e6, 0.01, Limit::Packets(50)));
    assert_eq!(scenario.jitter, SenderJitter { mode: JitterMode::Serial, max: Some(0.001) });
    let far = &scenario.flows[1];
    assert_eq!(
        (far.sender_access_delay, far.receiver_access_delay),
        (ValueRange { min: 0.0, max: 0.05 }, ValueRange::exactly(0.02))
    );
    assert_eq!(far.members().map(|m| m.id).collect::<Vec<_>>(), ["far.0", "far.1", "far.2"]);
    let AlgorithmSettings::NewReno(near) = &scenario.flows[0].algorithm else { panic!("{scenario:?}") };
    assert_eq!((near.tcp.growth, near.tcp.initial_window), (Growth::Acks, 10.0));
    let SourceSettings::Cbr(noise) = &scenario.flows[2].source else { panic!("{scenario:?}") };
    assert_eq!(noise.rate, 500_000.0);
    assert!(!scenario.flows[2].responsive);
    assert_eq!(scenario.timeline.len(), 6);
    assert_eq!(scenario.timeline[0].change, TimelineChange::Rate { link: 0, rate: 0.0 });
    assert_eq!(scenario.timeline[2].change, TimelineChange::Limit { link: 0, limit: Limit::Seconds(0.1) });
    assert_eq!(scenario.timeline[4].change, TimelineChange::Active { flow: 1, active: false });
    let TimelineChange::Settings { flow: 0, settings: AlgorithmSettings::NewReno(changed) } =
        &scenario.timeline[5].change
    else {
        panic!("{scenario:?}")
    };
    assert_eq!((near.tcp.receive_window, changed.tcp.receive_window), (Some(20.0), None));
    assert_eq!(changed.tcp.growth, Growth::Acks);
}

#[test]
fn defaults_are_unchanged() {
    // A new default changes results, so it requires a new version.
    let document = json!({"v": 1, "flows": [{"id": "a"}]});
    let cubic = json!({ "c": 0.4, "beta": 0.7, "fast_convergence": true, "sack_rule": "rfc6675", "hystart_rule": "linux",
        "constant_slope": true,
        "abe": false, "stack": "linux", "initial_window": 10, "initial_ssthresh": null,
        "receive_window": null, "ack_every": 2, "ack_delay": 0.04, "quick_acks": true, "growing_window": false, "ack_size": 40, "limited_transmit": true,
        "handshake": true, "idle_restart": true, "gradual_restart": true, "last_beyond_window": true, "grow_only_when_limited": true,
        "rate_limited_increase": true, "slow_start_limit": null, "growth": "packets",
        "pacing": false, "timestamps": true, "rto_rule": "linux", "min_rto": 0.2, "initial_rto": 1,
        "tick": 0.001, "ecn": false, "ecn_feedback": null, "hystart": true, "prr": true, "rack": true,
        "probe_delay": 0.2, "sack_rtt": true, "quic": false, "undo": true, "f_rto": true, "halve": "cwnd" });
    let expected = json!({
        "v": 1, "title": "", "note": "", "seed": 1, "duration": 60, "warmup": 0,
        "network": { "kind": "dumbbell",
            "forward": { "rate": 10_000_000, "delay": 0.01,
                "queue": { "kind": "drop_tail", "limit": { "packets": 50 }, "drop": "arriving" }, "loss": [],
                "schedule": { "kind": "constant" },
                "impairments": { "jitter": null, "reorder": null, "shaper": null, "framing": null,
                    "outages": [], "trace": "" } },
            "reverse": null, "access_rate": null },
        "jitter": { "mode": "delay", "max": null },
        "flows": [{ "id": "a", "label": "", "group": "", "role": "measured", "algorithm": "cubic",
            "params": cubic,
            "source": { "kind": "greedy" }, "packet": 1500,
            "access": { "sender": 0.005, "receiver": 0.005, "receiver_rate": null, "receiver_buffer": 15_000 },
            "path": null, "start": 0, "stop": null, "count": 1 }],
        "timeline": [], "measure": { "bins": [0.1, 1], "windows": [] }
    });
    assert_eq!(to_text(&expanded(&document, &kinds())), to_text(&expected));
    assert_eq!(to_text(&canonical(&expected, &kinds())), to_text(&document));
    let scenario = Scenario::from_value(document, &kinds()).unwrap();
    let net = &scenario.network;
    assert_eq!(net.access_rate, 1e8);
    let [forward, reverse] = &net.links[..] else { panic!("{net:?}") };
    assert_eq!((&*forward.id, forward.from, forward.to), ("forward", 0, 1));
    // The reverse direction has the settings of the forward direction, without loss rules and impairments.
    let expected = LinkSpec { id: "reverse".to_owned(), from: 1, to: 0, ..forward.clone() };
    assert_eq!(*reverse, expected);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn invalid_values_are_reported_with_their_path() {
    assert_refused("/durations", json!(3), "durations", "unknown_field", "Did you mean `duration`?");
    // Settings that are written in the object that contains theirs.
    assert_refused(
        "/flows/0/from",
        json!("a"),
        "flows[0].from",
        "unknown_field",
        r#"in `path`: {"path": {"from": ...}}"#,
    );
    assert_refused(
        "/flows/0/min_rto",
        json!(1),
        "flows[0].min_rto",
        "unknown_field",
        "It belongs in `params`",
    );
    assert_refused("/network/rate", json!(1e6), "network.rate", "unknown_field", "It belongs in `forward`");
    assert_refused("/duration", json!("30"), "duration", "wrong_type", "without quotes");
    assert_refused(
        "/network/forward/delay",
        json!(-3),
        "network.forward.delay",
        "out_of_range",
        "-3 s was given",
    );
    assert_refused(
        "/network/forward/rate",
        json!(0),
        "network.forward.rate",
        "out_of_range",
        "between 1 bit/s and 1 Tbit/s",
    );
    assert_refused(
        "/network/forward/queue/limit",
        json!({"packets": 0}),
        "network.forward.queue.limit.packets",
        "out_of_range",
        "0 packets was given",
    );
    assert_refused(
        "/network/forward/queue/kind",
        json!("droptail"),
        "network.forward.queue.kind",
        "unknown_choice",
        "Did you mean `drop_tail`?",
    );
    assert_refused("/network/kind", json!("ring"), "network.kind", "unknown_choice", "dumbbell");
    assert_refused("/flows/3/id", json!("a b"), "flows[3].id", "bad_id", "letters, digits");
    assert_refused(
        "/flows/0/params/min_rto",
        json!(0),
        "flows[0].params.min_rto",
        "out_of_range",
        "between 0.001 s and 10 s",
    );
    assert_refused(
        "/flows/2/params",
        json!({"min_rto": 1}),
        "flows[2].params.min_rto",
        "unknown_field",
        "The settings are: rate",
    );
    assert_refused("/flows/1/start", json!({"min": 2, "max": 1}), "flows[1].start", "empty_range", "Swap");
    assert_refused("/flows/1/count", json!(1.5), "flows[1].count", "wrong_type", "a whole number");
    assert_refused(
        "/flows/3/source/bytes",
        json!(0),
        "flows[3].source.bytes",
        "out_of_range",
        "between 1 bytes and",
    );
    assert_refused("/seed", json!(1u64 << 53), "seed", "out_of_range", "2^53 - 1");
    assert_refused("/duration", json!(31_536_000), "duration", "out_of_range", "at most 86400 s");
    assert_refused(
        "/network/forward/loss/0/probability",
        json!(2),
        "network.forward.loss[0].probability",
        "out_of_range",
        "between 0 and 1",
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn inconsistent_settings_are_reported() {
    assert_refused("/warmup", json!(30), "warmup", "bad_order", "nothing would be measured");
    assert_refused("/flows/3/id", json!("near"), "flows[3].id", "duplicate_id", "already used by flows[0]");
    assert_refused("/flows/1/stop", json!(1), "flows[1].stop", "bad_order", "stop at 1 s but start at 1 s");
    assert_refused("/flows/0/start", json!(30), "flows[0].start", "outside_run", "start at 30 s");
    assert_refused("/flows/1/count", json!(1998), "flows", "too_many", "2001 flows");
    assert_refused(
        "/network/forward/loss/0/flow",
        json!("nearr"),
        "network.forward.loss[0].flow",
        "unknown_flow",
        "Did you mean `near`?",
    );
    assert_refused(
        "/network/forward/loss/2/at",
        json!(31),
        "network.forward.loss[2].at",
        "outside_run",
        "end of the run",
    );
    assert_refused("/timeline/0/at", json!(30.5), "timeline[0].at", "outside_run", "30.5 s");
    assert_refused(
        "/timeline/0/set",
        json!("network.forward.speed"),
        "timeline[0].set",
        "unknown_setting",
        "network.forward.rate",
    );
    assert_refused(
        "/timeline/0/set",
        json!("flows.nobody.active"),
        "timeline[0].set",
        "unknown_setting",
        "near, far, noise, back",
    );
    assert_refused(
        "/timeline/5/set",
        json!("flows.near.params.min_rtt"),
        "timeline[5].set",
        "unknown_setting",
        "Did you mean `min_rto`?",
    );
    assert_refused("/timeline/0/to", json!(-1), "timeline[0].to", "out_of_range", "between 0 and 1 Tbit/s");
    assert_refused("/timeline/4/to", json!(0), "timeline[4].to", "wrong_type", "true or false");
    assert_refused(
        "/timeline/3/to/0/probability",
        json!(3),
        "timeline[3].to[0].probability",
        "out_of_range",
        "between 0 and 1",
    );
    assert_refused("/timeline/3/to/0/flow", json!("x"), "timeline[3].to[0].flow", "unknown_flow", "No flow");
    assert_refused("/measure/bins/0", json!(1e-10), "measure.bins[0]", "not_exact", "nanoseconds");
    assert_refused("/measure/bins/0", json!(1), "measure.bins[1]", "duplicate", "twice");
    assert_refused("/measure/bins/0", json!(31), "measure.bins[0]", "outside_run", "longer than the run");
    assert_refused(
        "/measure/windows/0/to",
        json!(20),
        "measure.windows[0].to",
        "bad_order",
        "not after its start",
    );
    assert_refused(
        "/measure/windows/0/to",
        json!(40),
        "measure.windows[0].to",
        "outside_run",
        "end of the run",
    );
    assert_eq!(issues(&json!({"v": 1}))[0].code, "no_flows");
    let without_reverse = everything_with("/network/reverse", Value::Null);
    let found = issues(&without_reverse);
    assert_eq!((found[0].path.as_str(), found[0].code), ("timeline[3].set", "unknown_setting"));
    assert_eq!(issues(&json!({"v": 1, "flows": [{"id": "a", "role": "reverse"}]})).len(), 0);
}

#[test]
fn too_long_runs_are_reported_with_an_acceptable_duration() {
    // 1000 s at 10 Gbit/s are 1e13 bits, or 833 million packets of 12000 bits. In 240 s there are 200 million
    // packets.
    let mut document =
        json!({"v": 1, "duration": 1000, "network": {"forward": {"rate": 1e10}}, "flows": [{"id": "a"}]});
    let found = issues(&document);
    assert_eq!((found.len(), found[0].path.as_str(), found[0].code), (1, "duration", "too_much_work"));
    assert!(found[0].message.contains("about 833 million"), "{}", found[0].message);
    assert!(found[0].message.contains("Shorten it to 240 s"), "{}", found[0].message);
    document["duration"] = json!(240);
    assert_eq!(issues(&document), []);
}

#[test]
fn all_problems_are_reported_up_to_the_limit() {
    let mut document = everything_with("/duration", json!(-1));
    document["flows"][0]["packet"] = json!("big");
    document["flows"][1]["algorithm"] = json!("cubik");
    document["timeline"][0]["set"] = json!("x");
    document["colour"] = json!("red");
    let paths: Vec<String> = issues(&document).into_iter().map(|issue| issue.path).collect();
    assert_eq!(paths, ["colour", "duration", "flows[0].packet", "flows[1].algorithm", "timeline[0].set"]);
    let many: Vec<Value> = (0..1000).map(|_| json!({"id": "a", "x": 1})).collect();
    assert_eq!(issues(&json!({"v": 1, "flows": many})).len(), 100);
}

/// The document has 30 000 unknown flow IDs and 2000 flows. The search for similar IDs must stop when the
/// maximum number of problems has been reported, because the full search would take far too long.
#[test]
fn many_unknown_flow_ids_are_reported_quickly() {
    let flows: Vec<Value> =
        (0..2000).map(|i| json!({"id": format!("a-rather-long-name-of-flow-{i}")})).collect();
    let rules: Vec<Value> =
        (0..50).map(|_| json!({"kind": "random", "flow": "a-rather-long-name-of-flaw-x"})).collect();
    let timeline: Vec<Value> =
        (0..600).map(|_| json!({"at": 1, "set": "network.forward.loss", "to": rules})).collect();
    assert_eq!(issues(&json!({"v": 1, "flows": flows, "timeline": timeline})).len(), 100);
}

#[test]
fn ten_thousand_flows_are_too_many() {
    let many: Vec<Value> = (0..10_000).map(|i| json!({"id": format!("f{i}")})).collect();
    let found = issues(&json!({"v": 1, "flows": many}));
    assert_eq!((found.len(), found[0].path.as_str(), found[0].code), (1, "flows", "too_many"));
    assert_eq!(issues(&json!({"v": 1, "flows": [{"id": "a", "count": 10_000}]}))[0].path, "flows[0].count");
}

#[test]
fn a_range_of_equal_numbers_is_one_number_in_the_canonical_form() {
    for range in [r#"{"min":0.01,"max":0.01}"#, r#"{"min":1,"max":1.0}"#, r#"{"min":0.0,"max":0}"#] {
        let document =
            parse(&format!(r#"{{"v":1,"flows":[{{"id":"a","access":{{"sender":{range}}}}}]}}"#)).unwrap();
        let once = canonical(&document, &kinds());
        assert!(once["flows"][0]["access"]["sender"].is_number(), "{range}: {once}");
        assert_eq!(canonical(&once, &kinds()), once);
    }
}

#[test]
fn the_canonical_form_is_the_shortest() {
    let short = canonical(&everything(), &kinds());
    assert_eq!(canonical(&short, &kinds()), short);
    assert_eq!(parse(&to_text(&short)).unwrap(), short);
    let near = to_text(&short["flows"][0]);
    assert_eq!(
        near,
        r#"{"id":"near","label":"Near","algorithm":"newreno","params":{"receive_window":20,"growth":"acks","min_rto":1}}"#
    );
    assert_eq!(to_text(&short["measure"]["bins"]), "[0.2,1]");
    assert_eq!(
        to_text(&short["network"]["reverse"]),
        r#"{"rate":1000000,"loss":[{"kind":"listed","packets":[30,32],"what":"feedback"}]}"#
    );
    // The order of fields, explicit defaults and the notation of numbers do not affect the canonical form.
    let other = parse(r#"{"flows":[{"packet":1500.0,"id":"a","start":{"max":2,"min":2}}],"seed":1e0,"v":1}"#)
        .unwrap();
    assert_eq!(to_text(&canonical(&other, &kinds())), r#"{"v":1,"flows":[{"id":"a","start":2}]}"#);
}

#[test]
fn text_that_is_not_a_document_is_explained() {
    let issue_of = |text: &str| {
        let found = Document::parse(text, &kinds()).unwrap_err();
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        (found[0].code, found[0].message.clone())
    };
    let assert_refused = |text: &str, expected: &str, part: &str| {
        let (code, message) = issue_of(text);
        assert_eq!(code, expected, "{message}");
        assert!(message.contains(part), "{message}");
    };
    assert_refused("", "empty", "begins with");
    assert_refused(" \n\t", "empty", "begins with");
    assert_refused("{\"v\":1", "syntax", "ends before");
    assert_refused("{\"v\":1} x", "syntax", "after the end of the document (line 1, column 9): `x`");
    assert_refused("{\"v\":1,\n \"seed\":NaN}", "not_a_number", "`NaN` is not a number in JSON (line 2");
    assert_refused("{\"v\":1,\"seed\":-Infinity}", "not_a_number", "`-Infinity`");
    assert_refused("{\"v\":1,\"seed\":1e999}", "not_a_number", "too large");
    assert_refused("{\"v\":1,\"seed\":1,\"seed\":2}", "duplicate_key", "`seed` is given twice");
    assert_refused("{\"v\":1,}", "syntax", "extra comma");
    assert_refused("{\"v\":1, // x\n}", "syntax", "double quotes");
    assert_refused("{v:1}", "syntax", "double quotes");
    assert_refused(&"[".repeat(100_000), "syntax", "nested too deeply");
    assert_refused("[1]", "wrong_type", "a list was given");
    assert_refused(&" ".repeat(MAX_TEXT_BYTES + 1), "too_long", "2 MB");
    let bom = "\u{feff}{\"v\":1,\"flows\":[{\"id\":\"a\"}]}";
    assert!(Document::parse(bom, &kinds()).is_ok());
}

#[test]
fn files_that_are_not_text_are_refused() {
    let code = |bytes: &[u8]| parse_bytes(bytes).unwrap_err()[0].code;
    assert_eq!(code(b"\x7fELF\0\0\xff"), "not_text");
    assert_eq!(code(b"a\0b"), "not_text");
    assert_eq!(code(&[0xff, 0xfe, b'{', 0]), "not_text");
    assert_eq!(code(b""), "empty");
    // An endless file is read only up to the limit.
    let endless = std::io::repeat(b' ');
    assert_eq!(read_capped(endless).unwrap().unwrap_err().code, "too_long");
    assert_eq!(read_capped(&b"{}"[..]).unwrap().unwrap(), b"{}");
}

#[test]
fn limits_are_converted_to_every_unit() {
    // 10 Mbit/s, 40 ms, 1500 bytes: the bandwidth-delay product is 50 000 bytes, 33.3 packets.
    let resolve = |limit| resolve_limit(limit, 1e7, 0.04, 1500);
    assert_eq!(resolve(Limit::Bdp(1.0)).packets, 33.0);
    assert_eq!(resolve(Limit::Bdp(0.001)).packets, 1.0);
    assert_eq!(
        resolve(Limit::Packets(50)),
        LimitInUnits { packets: 50.0, bytes: 75_000.0, seconds: 0.06, bdp: Some(1.5) }
    );
    assert_eq!(resolve(Limit::Bytes(2000)).packets, 1.0);
    assert_eq!(resolve(Limit::Seconds(0.04)).bytes, 50_000.0);
    assert_eq!(Limit::from_value(&json!({"bdp": 2})), Some(Limit::Bdp(2.0)));
}

#[test]
fn the_json_form_of_a_checked_document() {
    let json = CheckResult::of(&Document::parse(&everything().to_string(), &kinds())).to_json();
    assert_eq!((&json["ok"], &json["issues"]), (&json!(true), &json!([])));
    let derived = &json["derived"];
    // The base RTT of `near` is 2 x (0.005 + 0.005) + 0.02 + 0.01. Five flows share 5 Mb/s.
    assert_eq!(
        derived["flows"][0],
        json!({"id": "near", "base_rtt": 0.05, "packet": 1500, "algorithm": "newreno", "start": 0,
               "route": ["forward"], "weights": [1], "back": ["reverse"], "fair_share": 1_000_000})
    );
    assert_eq!(derived["nodes"], json!(["left", "right"]));
    assert_eq!((&derived["links"][1]["from"], &derived["links"][1]["to"]), (&json!("right"), &json!("left")));
    assert_eq!(derived["capacity"], 5_000_000);
    assert_eq!(derived["flows"].as_array().unwrap().len(), 6);
    // `far` has the largest base RTT, 0.03 + 2 x (0.05 + 0.02) = 0.17 s, so half a BDP is 35.4 packets.
    assert_eq!(derived["links"][0]["limit"]["packets"], 35);
    // Forward: (30 - 1) s x 5 Mbit/s in packets of 1500 bytes. `noise`: 30 s x 0.5 Mbit/s in packets with 472 bytes of
    // data. `back`: 69 packets.
    let expected: f64 = 29.0 * 5e6 / 12_000.0 + 30.0 * 5e5 / (8.0 * 472.0) + 69.0;
    assert_eq!(derived["estimated_packets"], json!(whole::<u64>(expected.ceil())));
    let refused = CheckResult::of(&Document::parse("{}", &kinds())).to_json();
    assert_eq!(
        (&refused["ok"], &refused["canonical"], &refused["derived"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
}

#[cfg(feature = "tools")]
#[test]
fn share_links_are_encoded_and_decoded() {
    use super::share_link::*;
    let link = ShareLink {
        scenario: canonical(&everything(), &kinds()),
        result_id: Some("0123456789abcdef".to_owned()),
        version: Some("0.1.0".to_owned()),
    };
    let text = encode(&link);
    assert!(text.starts_with("#s=") && is_link(&text));
    assert_eq!(decode(&text).unwrap(), link);
    assert_eq!(decode(&format!("https://example.org/lab/{text}\n")).unwrap(), link);
    // The output of a browser's CompressionStream("deflate-raw") for {"v":1,"flows":[{"id":"a"}]}.
    let from_browser = decode("#s=q1YqU7Iy1FFKy8kvL1ayiq5WykxRslJKVKqNrQUA&t=3").unwrap();
    assert_eq!(from_browser.scenario, json!({"v": 1, "flows": [{"id": "a"}]}));
    // The command line accepts links and files.
    assert_eq!(read(text.as_bytes()).unwrap(), link);
    assert_eq!(read(b"{\"v\": 1}").unwrap().scenario, json!({"v": 1}));
    assert_eq!(read(b"v: 1").unwrap_err()[0].code, "syntax");
    let code = |text: &str| decode(text).unwrap_err()[0].code;
    assert_eq!(code("#s="), "bad_link");
    assert_eq!(code("#9.AAAA"), "bad_link");
    assert_eq!(code(&text[..text.len() / 2]), "bad_link");
    assert_eq!(code("hello"), "bad_link");
    // A short link whose contents are too large after decompression.
    let compressed_spaces = encode(&ShareLink::of(Value::from(" ".repeat(1_000_000))));
    assert_eq!(code(&compressed_spaces), "too_long");
}
