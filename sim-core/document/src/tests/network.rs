//! Tests of networks with several links: routes, limits, fair shares, and problems that are reported.

use serde_json::{Value, json};

use crate::testing::{kinds, several_links};
use crate::*;
use sim_engine::ground::json::to_text;
use sim_engine::params::Issue;

fn read(document: &Value) -> Scenario {
    Scenario::from_value(document.clone(), &kinds()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// The IDs of the directions of a flow's data route and of its feedback route.
fn routes_of(scenario: &Scenario, id: &str) -> (Vec<String>, Vec<String>) {
    let flow = scenario.flows.iter().find(|flow| flow.id == id).expect("a flow");
    let ids = |route: &[usize]| route.iter().map(|&link| scenario.network.links[link].id.clone()).collect();
    (ids(&flow.route.data), ids(&flow.route.feedback))
}

/// Asserts that a flow has these routes, given by the IDs of their link directions.
#[track_caller]
fn assert_routes(scenario: &Scenario, id: &str, data: &[&str], feedback: &[&str]) {
    let (found_data, found_feedback) = routes_of(scenario, id);
    assert_eq!(
        (found_data, found_feedback),
        (data.iter().map(|&id| id.to_owned()).collect(), feedback.iter().map(|&id| id.to_owned()).collect()),
        "{id}"
    );
}

#[test]
fn flows_take_the_shortest_or_the_listed_path() {
    let scenario = read(&several_links());
    // w - n - e takes 10 + 20 ms, the chord 40 ms, and the other half of the ring 10 + 25 ms in reverse.
    assert_routes(&scenario, "short", &["wn.forward", "ne.forward"], &["ne.reverse", "wn.reverse"]);
    assert_routes(&scenario, "listed", &["we.forward"], &["es.forward", "sw.forward"]);
    // The feedback takes the opposite directions of both links.
    assert_routes(&scenario, "reversed", &["es.reverse", "ne.reverse"], &["ne.forward", "es.forward"]);
    // Default endpoints are the first and last node: w - s is sw in reverse, 25 ms. The role reverse swaps
    // them.
    assert_routes(&scenario, "default", &["sw.reverse"], &["sw.forward"]);
    assert_routes(&scenario, "back", &["sw.forward"], &["sw.reverse"]);
    let derived = Derived::of(&scenario);
    // `short` has no access delay and takes 30 ms in each direction.
    assert!((derived.flows[0].base_rtt - 0.06).abs() < 1e-12);
    // `listed`: 40 ms for data, 10 + 25 ms for feedback, 2 x 10 ms for access links.
    assert!((derived.flows[1].base_rtt - 0.095).abs() < 1e-12);
    // Links are in the order of the document. The one-way link has a single direction.
    let ids: Vec<&str> = derived.links.iter().map(|link| link.id.as_str()).collect();
    assert_eq!(ids.len(), 9);
    assert_eq!((ids[0], ids[3], ids[8]), ("wn.forward", "ne.reverse", "we.forward"));
    assert_eq!((derived.links[3].from.as_str(), derived.links[3].to.as_str()), ("e", "n"));
    // Data of measured flows crosses wn (4 Mb/s), ne in reverse (1 Mb/s), es, sw, we.
    assert_eq!(derived.capacity, 1e6);
    // Only `short` crosses wn: 4 Mb/s x 60 ms = 20 packets of 1500 bytes.
    assert_eq!(derived.links[0].limit.packets, 20.0);
    assert_eq!(derived.links[1].limit.packets, 20.0);
}

#[test]
fn equal_delays_select_fewer_links_and_then_the_first_ids() {
    let network = json!({"kind": "graph", "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}],
        "links": [{"id": "z", "from": "a", "to": "b", "forward": {"delay": 0.01}},
                  {"id": "y", "from": "b", "to": "d", "forward": {"delay": 0.01}},
                  {"id": "m", "from": "a", "to": "c", "forward": {"delay": 0.005}},
                  {"id": "x", "from": "c", "to": "d", "forward": {"delay": 0.015}},
                  {"id": "direct", "from": "a", "to": "d", "forward": {"delay": 0.02}}]});
    let mut document = json!({"v": 1, "network": network, "flows": [{"id": "f"}]});
    assert_routes(&read(&document), "f", &["direct.forward"], &["direct.reverse"]);
    document["network"]["links"][4]["forward"]["delay"] = json!(0.021);
    assert_routes(&read(&document), "f", &["m.forward", "x.forward"], &["x.reverse", "m.reverse"]);
    // The order of the links in the document makes no difference.
    let before = read(&document);
    document["network"]["links"].as_array_mut().unwrap().reverse();
    let after = read(&document);
    assert_eq!((before.network.links, before.flows), (after.network.links, after.flows));
    // Without delays, the number of links decides.
    for link in document["network"]["links"].as_array_mut().unwrap() {
        link["forward"]["delay"] = json!(0);
    }
    assert_routes(&read(&document), "f", &["direct.forward"], &["direct.reverse"]);
}

#[test]
fn the_default_parking_lot_has_three_links() {
    let mut document = json!({"v": 1, "network": {"kind": "parking_lot"},
        "flows": [{"id": "long"}, {"id": "cross", "path": {"from": "r2", "to": "r3"}},
                  {"id": "against", "path": {"from": "r4", "to": "r2"}}, {"id": "back", "role": "reverse"}]});
    let scenario = read(&document);
    assert_eq!(scenario.network.nodes, ["r1", "r2", "r3", "r4"]);
    assert_routes(
        &scenario,
        "long",
        &["a.forward", "b.forward", "c.forward"],
        &["c.reverse", "b.reverse", "a.reverse"],
    );
    assert_routes(&scenario, "cross", &["b.forward"], &["b.reverse"]);
    assert_routes(&scenario, "against", &["c.reverse", "b.reverse"], &["b.forward", "c.forward"]);
    assert_routes(
        &scenario,
        "back",
        &["c.reverse", "b.reverse", "a.reverse"],
        &["a.forward", "b.forward", "c.forward"],
    );
    // The expanded form lists the default links; the canonical form omits them.
    let full = expanded(&document, &kinds());
    assert_eq!(full["network"]["links"].as_array().unwrap().len(), 3);
    assert_eq!(to_text(&canonical(&full, &kinds())["network"]), r#"{"kind":"parking_lot"}"#);
    // 60 s at 10 Mb/s are 50 000 packets of 1500 bytes. The estimate assigns `long` to a.forward, `cross` to
    // b.forward, and `against` and `back` together to c.reverse. A packet over three links is 5/3 of the work
    // of a packet over one link, and over two links 4/3: 50 000 (5/3 + 1 + (4/3 + 5/3) / 2) = 208 333.3.
    // Each of the four flows can have ten reports per second, which count as a tenth of a packet.
    let WorkEstimate { packets, one_link_equivalent, largest } = scenario.work;
    assert_eq!((packets, one_link_equivalent), (150_000.0, 208_334.0 + 4.0 * 60.0));
    assert_eq!(largest.map(|(_, part)| part), Some(WorkPart::Packets(0)));
    document["flows"][0]["path"] = json!({"to": "r5"});
    let found = Document::read(&document, &kinds()).unwrap_err();
    assert_eq!((found.len(), found[0].path.as_str(), found[0].code), (1, "flows[0].path.to", "unknown_node"));
    assert!(found[0].message.contains("r1"), "{}", found[0].message);
}

/// Changes the document of `several_links`. Asserts that exactly one problem is reported, with this path and
/// code, and with `part` in its message.
#[track_caller]
fn assert_refused(change: impl Fn(&mut Value), path: &str, code: &str, part: &str) {
    let mut document = several_links();
    change(&mut document);
    let found: Vec<Issue> = Document::read(&document, &kinds()).unwrap_err();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].path.as_str(), found[0].code), (path, code), "{found:?}");
    assert!(
        found[0].message.contains(part) && found[0].message.ends_with(['.', '?']),
        "{}",
        found[0].message
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn inconsistent_networks_are_reported() {
    let link = |i: usize, name: &'static str, to: Value| {
        move |d: &mut Value| d["network"]["links"][i][name] = to.clone()
    };
    assert_refused(
        link(2, "to", json!("xyzzy")),
        "network.links[2].to",
        "unknown_node",
        "The nodes are: e, n, s, w.",
    );
    assert_refused(link(2, "to", json!("e")), "network.links[2].to", "loop", "starts and ends at `e`");
    assert_refused(
        link(2, "id", json!("wn")),
        "network.links[2].id",
        "duplicate_id",
        "already used by network.links[0]",
    );
    assert_refused(
        link(1, "one_way", json!(true)),
        "network.links[1].reverse",
        "one_way",
        "Remove `reverse`",
    );
    let node = |id: &'static str| {
        move |d: &mut Value| {
            d["network"]["nodes"].as_array_mut().unwrap().push(json!({"id": id}));
        }
    };
    assert_refused(node("n"), "network.nodes[4].id", "duplicate_id", "nodes[1]");
    assert_refused(
        |d| d["network"]["links"][0]["forward"]["queue"]["limit"] = json!({"packets": 0}),
        "network.links[0].forward.queue.limit.packets",
        "out_of_range",
        "between 1 and",
    );
    assert_refused(
        |d| d["network"]["links"][1]["reverse"]["loss"][0]["flow"] = json!("shortt"),
        "network.links[1].reverse.loss[0].flow",
        "unknown_flow",
        "Did you mean `short`?",
    );
    assert_refused(
        |d| {
            d["network"]["links"] = json!([]);
            d["timeline"] = json!([]);
        },
        "network.links",
        "no_links",
        "Add one",
    );
    let path = |i: usize, to: Value| move |d: &mut Value| d["flows"][i]["path"] = to.clone();
    assert_refused(
        path(0, json!({"from": "west"})),
        "flows[0].path.from",
        "unknown_node",
        "No node has the ID `west`",
    );
    assert_refused(
        path(0, json!({"from": "w", "to": "w"})),
        "flows[0].path",
        "same_node",
        "starts and ends at `w`",
    );
    assert_refused(
        path(1, json!({"to": "e", "links": ["wx"]})),
        "flows[1].path.links[0]",
        "unknown_link",
        "Did you mean `wn`?",
    );
    assert_refused(
        path(1, json!({"to": "e", "links": ["wn", "es"]})),
        "flows[1].path.links[1]",
        "broken_path",
        "has reached `n`",
    );
    assert_refused(
        path(1, json!({"to": "e", "links": ["wn"]})),
        "flows[1].path.links",
        "wrong_end",
        "to `n`, not to `e`",
    );
    assert_refused(
        path(1, json!({"from": "e", "to": "w", "links": ["we"]})),
        "flows[1].path.links[0]",
        "wrong_way",
        "one-way, from `w` to `e`",
    );
    assert_refused(
        path(1, json!({"to": "e", "links": ["wn", "wn", "we"]})),
        "flows[1].path.links[1]",
        "loop",
        "`w` a second time",
    );
    assert_refused(
        path(1, json!({"to": "e", "back": ["wn"]})),
        "flows[1].path.back[0]",
        "broken_path",
        "has reached `e`",
    );
    // A flow to a node without links, and a flow to a node that no link leaves.
    assert_refused(
        |d| {
            node("far")(d);
            d["flows"].as_array_mut().unwrap().truncate(3);
            d["flows"][0]["path"]["to"] = json!("far");
        },
        "flows[0].path",
        "no_route",
        "There is no route from `w` to `far`",
    );
    assert_refused(
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
    assert_refused(
        set("network.links.wx.forward.rate"),
        "timeline[0].set",
        "unknown_setting",
        "Did you mean `wn`?",
    );
    assert_refused(
        set("network.links.wn.reverse.rate"),
        "timeline[0].set",
        "unknown_setting",
        "network.links.wn.reverse as an object",
    );
    assert_refused(set("network.links.we.reverse.rate"), "timeline[0].set", "unknown_setting", "is one-way");
    assert_refused(
        set("network.forward.rate"),
        "timeline[0].set",
        "unknown_setting",
        "network.links.ID.forward",
    );
    let dumbbell = json!({"v": 1, "flows": [{"id": "a", "path": {"from": "left"}}],
                          "timeline": [{"at": 0, "set": "network.links.a.forward.rate", "to": 1}]});
    let found = Document::read(&dumbbell, &kinds()).unwrap_err();
    let paths_and_codes: Vec<_> = found.iter().map(|issue| (issue.path.as_str(), issue.code)).collect();
    assert_eq!(paths_and_codes, [("flows[0].path", "no_nodes"), ("timeline[0].set", "unknown_setting")]);
}

/// A packet counts its hops in a byte, so a route has at most 255 links.
#[test]
fn too_long_routes_are_reported() {
    let nodes: Vec<Value> = (0..1000).map(|i| json!({"id": format!("n{i}")})).collect();
    let links: Vec<Value> = (0..999)
        .map(|i| json!({"id": format!("l{i}"), "from": format!("n{i}"), "to": format!("n{}", i + 1)}))
        .collect();
    let mut document = json!({"v": 1, "network": {"kind": "graph", "nodes": nodes, "links": links},
                              "flows": [{"id": "a", "path": {"to": "n255"}}]});
    let scenario = read(&document);
    assert_eq!(scenario.flows[0].route.data.len(), 255);
    document["flows"][0]["path"]["to"] = json!("n256");
    let found = Document::read(&document, &kinds()).unwrap_err();
    assert_eq!((found.len(), found[0].path.as_str(), found[0].code), (1, "flows[0].path", "too_long"));
}

/// A document with 2000 flows and the largest accepted graph. The page reads such a document after every
/// keystroke.
#[test]
fn a_large_graph_is_read_and_only_flows_without_a_route_are_reported() {
    let nodes: Vec<Value> = (0..1000).map(|i| json!({"id": format!("n{i}")})).collect();
    let to = |i: usize| if i < 500 { i + 500 } else { (i * 7 + 1) % 500 };
    let links: Vec<Value> = (0..1000)
        .map(|i| json!({"id": format!("l{i}"), "from": format!("n{}", i % 500), "to": format!("n{}", to(i))}))
        .collect();
    let flows: Vec<Value> = (0..2000)
        .map(|i| json!({"id": format!("f{i}"), "path": {"from": format!("n{}", i % 500), "to": format!("n{}", 500 + i % 499)}}))
        .collect();
    let document = json!({"v": 1, "duration": 1, "network": {"kind": "graph", "nodes": nodes, "links": links}, "flows": flows});
    let issues = Document::read(&document, &kinds()).err().unwrap_or_default();
    assert!(issues.iter().all(|issue| ["same_node", "no_route"].contains(&issue.code)), "{:?}", issues[0]);
}

/// The ID and the fair share in Mb/s of each flow.
fn fair_shares_of(document: &Value) -> Vec<(String, f64)> {
    let derived = Derived::of(&read(document));
    derived.flows.into_iter().map(|flow| (flow.id, flow.fair_share / 1e6)).collect()
}

#[test]
fn fair_shares_are_max_min_over_the_routes() {
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
    // Link b is full first: `long` and `y` get 6 / 2 = 3 each. Then a is full: both members of `x` get
    // (10 - 3) / 2 = 3.5. `z` gets the remaining 8 - 3 = 5 of c. `back` is alone in the reverse direction and
    // gets the rate of b.
    let expected = [("long", 3.0), ("x.0", 3.5), ("x.1", 3.5), ("y", 3.0), ("z", 5.0), ("back", 6.0)];
    assert_eq!(fair_shares_of(&lot), expected.map(|(id, rate)| (id.to_owned(), rate)));
    // A single link is shared equally.
    let dumbbell = json!({"v": 1, "network": {"forward": {"rate": 9e6}}, "flows": [
        {"id": "a", "count": 2}, {"id": "b"}, {"id": "back", "role": "reverse"},
    ]});
    let expected = [("a.0", 3.0), ("a.1", 3.0), ("b", 3.0), ("back", 9.0)];
    assert_eq!(fair_shares_of(&dumbbell), expected.map(|(id, rate)| (id.to_owned(), rate)));
}

#[test]
fn positions_in_drawings_do_not_change_the_result() {
    let mut placed = several_links();
    placed["network"]["nodes"][0]["x"] = json!(0.25);
    placed["network"]["nodes"][0]["y"] = json!(1);
    let text = to_text(&canonical(&placed, &kinds()));
    assert!(text.contains(r#"{"id":"w","label":"West","x":0.25,"y":1}"#), "{text}");
    assert_eq!(
        read(&placed).network.nodes,
        read(&several_links()).network.nodes,
        "a place is only for drawings"
    );

    placed["network"]["nodes"][0]["x"] = json!(1.5);
    let issues = Scenario::from_value(placed, &kinds()).expect_err("outside of the drawing");
    assert_eq!(issues.iter().map(|issue| issue.path.as_str()).collect::<Vec<_>>(), ["network.nodes[0].x"]);
}
