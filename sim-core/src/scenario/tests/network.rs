//! Networks of several links: which way flows take, what links' limits go by, and what is refused.

use serde_json::{Value, json};

use crate::params::Issue;
use crate::scenario::testing::{kinds, several_links};
use crate::scenario::*;

fn read(document: &Value) -> Scenario {
    Scenario::from_value(document.clone(), &kinds()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// The ids of the directions that a flow's data takes, and those of what comes back.
fn ways(scenario: &Scenario, id: &str) -> (Vec<String>, Vec<String>) {
    let flow = scenario.flows.iter().find(|flow| flow.id == id).expect("a flow");
    let ids = |way: &[usize]| way.iter().map(|&link| scenario.network.links[link].id.clone()).collect();
    (ids(&flow.route.there), ids(&flow.route.back))
}

#[track_caller]
fn takes(scenario: &Scenario, id: &str, there: &[&str], back: &[&str]) {
    let (found_there, found_back) = ways(scenario, id);
    assert_eq!(
        (found_there, found_back),
        (there.iter().map(|&id| id.to_owned()).collect(), back.iter().map(|&id| id.to_owned()).collect()),
        "{id}"
    );
}

#[test]
fn flows_find_their_ways() {
    let scenario = read(&several_links());
    // w - n - e: 10 + 20 ms; the short cut takes 40 ms, the other half of the ring 10 + 25 ms backwards.
    takes(&scenario, "short", &["wn.forward", "ne.forward"], &["ne.reverse", "wn.reverse"]);
    takes(&scenario, "given", &["we.forward"], &["es.forward", "sw.forward"]);
    // Back where it came from: both links go both ways. (s - w - n would be 35 ms, these are 30 ms.)
    takes(&scenario, "turned", &["es.reverse", "ne.reverse"], &["ne.forward", "es.forward"]);
    // From the first node to the last: w - s is sw backwards, 25 ms. With the role reverse the other way round.
    takes(&scenario, "whole", &["sw.reverse"], &["sw.forward"]);
    takes(&scenario, "back", &["sw.forward"], &["sw.reverse"]);
    let derived = Derived::of(&scenario);
    // No access delay: 2 x 30 ms.
    assert!((derived.flows[0].base_rtt - 0.06).abs() < 1e-12);
    // Given: 40 ms there, 10 + 25 ms back, 2 x 10 ms of access.
    assert!((derived.flows[1].base_rtt - 0.095).abs() < 1e-12);
    // In the order of the document, the one-way link once. Delay changes of the timeline move no flow.
    let ids: Vec<&str> = derived.links.iter().map(|link| link.id.as_str()).collect();
    assert_eq!(ids.len(), 9);
    assert_eq!((ids[0], ids[3], ids[8]), ("wn.forward", "ne.reverse", "we.forward"));
    assert_eq!((derived.links[3].from.as_str(), derived.links[3].to.as_str()), ("e", "n"));
    // Measured data passes wn (4 Mb/s), ne backwards (1 Mb/s), es, sw, we.
    assert_eq!(derived.capacity, 1e6);
    // Only `short` crosses wn: 4 Mb/s x 60 ms = 20 packets of 1500 bytes.
    assert_eq!(derived.links[0].limit.packets, 20.0);
    assert_eq!(derived.links[1].limit.packets, 20.0);
}

#[test]
fn ties_go_to_fewer_links_and_then_to_the_first_ids() {
    let network = json!({"kind": "graph", "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}],
        "links": [{"id": "z", "from": "a", "to": "b", "forward": {"delay": 0.01}},
                  {"id": "y", "from": "b", "to": "d", "forward": {"delay": 0.01}},
                  {"id": "m", "from": "a", "to": "c", "forward": {"delay": 0.005}},
                  {"id": "x", "from": "c", "to": "d", "forward": {"delay": 0.015}},
                  {"id": "direct", "from": "a", "to": "d", "forward": {"delay": 0.02}}]});
    let mut document = json!({"v": 1, "network": network, "flows": [{"id": "f"}]});
    takes(&read(&document), "f", &["direct.forward"], &["direct.reverse"]);
    document["network"]["links"][4]["forward"]["delay"] = json!(0.021);
    takes(&read(&document), "f", &["m.forward", "x.forward"], &["x.reverse", "m.reverse"]);
    // The order of the list decides nothing.
    let before = read(&document);
    document["network"]["links"].as_array_mut().unwrap().reverse();
    let after = read(&document);
    assert_eq!((before.network.links, before.flows), (after.network.links, after.flows));
    // Free links: hops end the search all the same.
    for link in document["network"]["links"].as_array_mut().unwrap() {
        link["forward"]["delay"] = json!(0);
    }
    takes(&read(&document), "f", &["direct.forward"], &["direct.reverse"]);
}

#[test]
fn a_parking_lot_by_default() {
    let mut document = json!({"v": 1, "network": {"kind": "parking_lot"},
        "flows": [{"id": "long"}, {"id": "cross", "path": {"from": "r2", "to": "r3"}},
                  {"id": "against", "path": {"from": "r4", "to": "r2"}}, {"id": "back", "role": "reverse"}]});
    let scenario = read(&document);
    assert_eq!(scenario.network.nodes, ["r1", "r2", "r3", "r4"]);
    takes(
        &scenario,
        "long",
        &["a.forward", "b.forward", "c.forward"],
        &["c.reverse", "b.reverse", "a.reverse"],
    );
    takes(&scenario, "cross", &["b.forward"], &["b.reverse"]);
    takes(&scenario, "against", &["c.reverse", "b.reverse"], &["b.forward", "c.forward"]);
    takes(
        &scenario,
        "back",
        &["c.reverse", "b.reverse", "a.reverse"],
        &["a.forward", "b.forward", "c.forward"],
    );
    // Written out, it is the same; the canonical form leaves the default out.
    let full = expanded(&document, &kinds());
    assert_eq!(full["network"]["links"].as_array().unwrap().len(), 3);
    assert_eq!(to_text(&canonical(&full, &kinds())["network"]), r#"{"kind":"parking_lot"}"#);
    // 60 s at 10 Mb/s are 50 000 packets of 1500 bytes: of `long` at a, of `cross` at b, of the others together at c. Over
    // three links a packet is 5/3 of the work, over two 4/3: 50 000 (5/3 + 1 + (4/3 + 5/3) / 2) = 208 333.3.
    assert_eq!(estimated_work(&scenario), Work { packets: 150_000.0, over_one_link: 208_334.0 });
    document["flows"][0]["path"] = json!({"to": "r5"});
    let found = check_value(document, &kinds()).issues;
    assert_eq!((found.len(), found[0].path.as_str(), found[0].code), (1, "flows[0].path.to", "unknown_node"));
    assert!(found[0].message.contains("r1"), "{}", found[0].message);
}

#[track_caller]
fn refused(change: impl Fn(&mut Value), path: &str, code: &str, part: &str) {
    let mut document = several_links();
    change(&mut document);
    let found: Vec<Issue> = check_value(document, &kinds()).issues;
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].path.as_str(), found[0].code), (path, code), "{found:?}");
    assert!(
        found[0].message.contains(part) && found[0].message.ends_with(['.', '?']),
        "{}",
        found[0].message
    );
}

#[test]
fn what_does_not_hang_together_is_refused() {
    let link = |i: usize, name: &'static str, to: Value| {
        move |d: &mut Value| d["network"]["links"][i][name] = to.clone()
    };
    refused(link(2, "to", json!("xyzzy")), "network.links[2].to", "unknown_node", "There are: e, n, s, w.");
    refused(link(2, "to", json!("e")), "network.links[2].to", "loop", "from `e` to itself");
    refused(link(2, "id", json!("wn")), "network.links[2].id", "duplicate_id", "network.links[0] already");
    refused(link(1, "one_way", json!(true)), "network.links[1].reverse", "one_way", "Leave out `reverse`");
    let node = |id: &'static str| {
        move |d: &mut Value| {
            d["network"]["nodes"].as_array_mut().unwrap().push(json!({"id": id}));
        }
    };
    refused(node("n"), "network.nodes[4].id", "duplicate_id", "nodes[1]");
    refused(
        |d| d["network"]["links"][0]["forward"]["queue"]["limit"] = json!({"packets": 0}),
        "network.links[0].forward.queue.limit.packets",
        "out_of_range",
        "between 1 and",
    );
    refused(
        |d| d["network"]["links"][1]["reverse"]["loss"][0]["flow"] = json!("shortt"),
        "network.links[1].reverse.loss[0].flow",
        "unknown_flow",
        "Did you mean `short`?",
    );
    refused(
        |d| {
            d["network"]["links"] = json!([]);
            d["timeline"] = json!([]);
        },
        "network.links",
        "no_links",
        "Add one",
    );
    let path = |i: usize, to: Value| move |d: &mut Value| d["flows"][i]["path"] = to.clone();
    refused(
        path(0, json!({"from": "west"})),
        "flows[0].path.from",
        "unknown_node",
        "No node has the ID `west`",
    );
    refused(path(0, json!({"from": "w", "to": "w"})), "flows[0].path", "same_node", "from `w` to itself");
    refused(
        path(1, json!({"to": "e", "links": ["wx"]})),
        "flows[1].path.links[0]",
        "unknown_link",
        "Did you mean `wn`?",
    );
    refused(
        path(1, json!({"to": "e", "links": ["wn", "es"]})),
        "flows[1].path.links[1]",
        "broken_path",
        "has come to `n`",
    );
    refused(
        path(1, json!({"to": "e", "links": ["wn"]})),
        "flows[1].path.links",
        "wrong_end",
        "to `n`, not to `e`",
    );
    refused(
        path(1, json!({"from": "e", "to": "w", "links": ["we"]})),
        "flows[1].path.links[0]",
        "wrong_way",
        "one way, from `w` to `e`",
    );
    refused(
        path(1, json!({"to": "e", "links": ["wn", "wn", "we"]})),
        "flows[1].path.links[1]",
        "loop",
        "`w` a second time",
    );
    refused(
        path(1, json!({"to": "e", "back": ["wn"]})),
        "flows[1].path.back[0]",
        "broken_path",
        "has come to `e`",
    );
    // An island, and a node that can be reached but not left.
    refused(
        |d| {
            node("far")(d);
            d["flows"].as_array_mut().unwrap().truncate(3);
            d["flows"][0]["path"]["to"] = json!("far");
        },
        "flows[0].path",
        "no_route",
        "No way leads from `w` to `far`",
    );
    refused(
        |d| {
            d["network"]["nodes"].as_array_mut().unwrap().insert(0, json!({"id": "sink"}));
            d["network"]["links"]
                .as_array_mut()
                .unwrap()
                .push(json!({"id": "down", "from": "e", "to": "sink", "one_way": true}));
            d["flows"][0]["path"]["to"] = json!("sink");
            d["flows"].as_array_mut().unwrap().truncate(3);
        },
        "flows[0].path",
        "no_way_back",
        "no acknowledgement could arrive",
    );
    let set = |to: &'static str| move |d: &mut Value| d["timeline"][0]["set"] = json!(to);
    refused(set("network.links.wx.forward.rate"), "timeline[0].set", "unknown_setting", "Did you mean `wn`?");
    refused(
        set("network.links.wn.reverse.rate"),
        "timeline[0].set",
        "unknown_setting",
        "network.links.wn.reverse as an object",
    );
    refused(set("network.links.we.reverse.rate"), "timeline[0].set", "unknown_setting", "goes one way");
    refused(set("network.forward.rate"), "timeline[0].set", "unknown_setting", "network.links.ID.forward");
    let dumbbell = json!({"v": 1, "flows": [{"id": "a", "path": {"from": "left"}}],
                          "timeline": [{"at": 0, "set": "network.links.a.forward.rate", "to": 1}]});
    let found = check_value(dumbbell, &kinds()).issues;
    let places: Vec<_> = found.iter().map(|issue| (issue.path.as_str(), issue.code)).collect();
    assert_eq!(places, [("flows[0].path", "no_nodes"), ("timeline[0].set", "unknown_setting")]);
}

/// A row of nodes as long as may be: a packet counts its hops in a byte.
#[test]
fn ways_have_an_end() {
    let nodes: Vec<Value> = (0..1000).map(|i| json!({"id": format!("n{i}")})).collect();
    let links: Vec<Value> = (0..999)
        .map(|i| json!({"id": format!("l{i}"), "from": format!("n{i}"), "to": format!("n{}", i + 1)}))
        .collect();
    let mut document = json!({"v": 1, "network": {"kind": "graph", "nodes": nodes, "links": links},
                              "flows": [{"id": "a", "path": {"to": "n255"}}]});
    let scenario = read(&document);
    assert_eq!(scenario.flows[0].route.there.len(), 255);
    document["flows"][0]["path"]["to"] = json!("n256");
    let found = check_value(document, &kinds()).issues;
    assert_eq!((found.len(), found[0].path.as_str(), found[0].code), (1, "flows[0].path", "too_long"));
}

/// Two thousand flows, each between nodes of its own, in the largest graph there is: found soon enough to be asked for
/// at every key.
#[test]
fn many_flows_in_a_large_graph() {
    let nodes: Vec<Value> = (0..1000).map(|i| json!({"id": format!("n{i}")})).collect();
    let to = |i: usize| if i < 500 { i + 500 } else { (i * 7 + 1) % 500 };
    let links: Vec<Value> = (0..1000)
        .map(|i| json!({"id": format!("l{i}"), "from": format!("n{}", i % 500), "to": format!("n{}", to(i))}))
        .collect();
    let flows: Vec<Value> = (0..2000)
        .map(|i| json!({"id": format!("f{i}"), "path": {"from": format!("n{}", i % 500), "to": format!("n{}", 500 + i % 499)}}))
        .collect();
    let document = json!({"v": 1, "duration": 1, "network": {"kind": "graph", "nodes": nodes, "links": links}, "flows": flows});
    let checked = check_value(document, &kinds());
    assert!(
        checked.issues.iter().all(|issue| ["same_node", "no_route"].contains(&issue.code)),
        "{:?}",
        checked.issues[0]
    );
}

/// (flow, Mb/s) of each member.
fn fair(document: &Value) -> Vec<(String, f64)> {
    let derived = Derived::of(&read(document));
    derived.flows.into_iter().map(|flow| (flow.id, flow.fair_share / 1e6)).collect()
}

#[test]
fn fair_shares_are_max_min_over_the_ways() {
    let link = |id: &str, rate: f64| json!({"id": id, "forward": {"rate": rate}});
    let parking_lot =
        json!({"kind": "parking_lot", "links": [link("a", 10e6), link("b", 6e6), link("c", 8e6)]});
    let path = |from: &str, to: &str| json!({"from": from, "to": to});
    let lot = json!({"v": 1, "network": parking_lot, "flows": [
        {"id": "long"},
        {"id": "x", "path": path("r1", "r2"), "count": 2},
        {"id": "y", "path": path("r2", "r3")},
        {"id": "z", "path": path("r3", "r4")},
        {"id": "back", "role": "reverse"},
    ]});
    // b is full first: 6 / 2 = 3 each. Then a: (10 - 3) / 2 = 3.5 each of two, and c: 8 - 3. Nobody else goes back.
    let expected = [("long", 3.0), ("x.0", 3.5), ("x.1", 3.5), ("y", 3.0), ("z", 5.0), ("back", 6.0)];
    assert_eq!(fair(&lot), expected.map(|(id, rate)| (id.to_owned(), rate)));
    // One link for all: an equal split.
    let dumbbell = json!({"v": 1, "network": {"forward": {"rate": 9e6}}, "flows": [
        {"id": "a", "count": 2}, {"id": "b"}, {"id": "back", "role": "reverse"},
    ]});
    let expected = [("a.0", 3.0), ("a.1", 3.0), ("b", 3.0), ("back", 9.0)];
    assert_eq!(fair(&dumbbell), expected.map(|(id, rate)| (id.to_owned(), rate)));
}
