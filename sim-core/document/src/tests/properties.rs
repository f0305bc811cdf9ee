//! Property tests over generated documents. Valid documents are generated from the schema, so they also
//! contain new fields.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::change::set;
use crate::testing::{everything, kinds, several_links};
use crate::*;
use sim_engine::ground::json::to_text;
use sim_engine::params::{Bounds, Field, FieldKind, Issue, TAG, number};

/// Generates numbers within bounds, including the bounds, at distances of every magnitude from the minimum.
fn within(bounds: Bounds, is_whole: bool) -> BoxedStrategy<Value> {
    let (min, max) = (bounds.min.unwrap_or(-1e6), bounds.max.unwrap_or(1e6));
    let share = prop_oneof![
        Just(0.0),
        Just(1.0),
        0.0..1.0f64,
        (0.0..12.0f64).prop_map(|e| sim_engine::ground::math::pow(10.0, -e))
    ];
    share
        .prop_map(move |share| {
            let x = min + share * (max - min);
            let x = if is_whole { x.floor() } else { x };
            number(if bounds.contains(x) { x } else { max })
        })
        .boxed()
}

/// Generates valid values of a field, apart from conditions that involve other fields.
fn value_of(field: &Field) -> BoxedStrategy<Value> {
    let value = match &field.kind {
        FieldKind::Number => within(field.bounds, false),
        FieldKind::Integer => within(field.bounds, true),
        FieldKind::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        FieldKind::Text { max_length } => {
            let max_length = (*max_length).min(8);
            proptest::collection::vec(any::<char>(), 0..max_length)
                .prop_map(|c| Value::from(String::from_iter(c)))
                .boxed()
        }
        FieldKind::Choice(choices) => {
            let values: Vec<&'static str> = choices.iter().map(|choice| choice.value).collect();
            proptest::sample::select(values).prop_map(Value::from).boxed()
        }
        FieldKind::Id => "[A-Za-z0-9_-]{1,6}".prop_map(Value::from).boxed(),
        FieldKind::Range => {
            let ends = (within(field.bounds, false), within(field.bounds, false));
            let span = ends.prop_map(|(a, b)| {
                let swap = a.as_f64() > b.as_f64();
                if swap { json!({"min": b, "max": a}) } else { json!({"min": a, "max": b}) }
            });
            prop_oneof![within(field.bounds, false), span].boxed()
        }
        FieldKind::Limit => prop_oneof![
            (1..1000u64).prop_map(|n| json!({"packets": n})),
            (1..1_000_000u64).prop_map(|n| json!({"bytes": n})),
            (0.001..10.0f64).prop_map(|x| json!({"seconds": x})),
            (0.001..10.0f64).prop_map(|x| json!({"bdp": x})),
        ]
        .boxed(),
        FieldKind::Object(fields) => object_of(fields).prop_map(Value::Object).boxed(),
        FieldKind::List { item, max_items } => {
            proptest::collection::vec(value_of(item), 0..(*max_items).min(4)).prop_map(Value::from).boxed()
        }
        FieldKind::Variant(variants) => {
            let each = variants.iter().map(|variant| {
                let kind = variant.value;
                let with_kind = move |mut object: Map<String, Value>| {
                    object.insert(TAG.to_owned(), Value::from(kind));
                    Value::Object(object)
                };
                object_of(&variant.fields).prop_map(with_kind).boxed()
            });
            proptest::strategy::Union::new(each.collect::<Vec<_>>()).boxed()
        }
        FieldKind::Code { .. } => Just(json!("on_ack { cwnd += 1 }")).boxed(),
        // The values of these kinds depend on other fields. `make_consistent` inserts them.
        FieldKind::Settings { .. } | FieldKind::Params { .. } | FieldKind::ValueOf { .. } => {
            Just(json!({})).boxed()
        }
    };
    if field.nullable { prop_oneof![Just(Value::Null), value].boxed() } else { value }
}

/// Generates objects with all required fields and any subset of the other fields, in schema order or
/// reversed.
fn object_of(fields: &[Field]) -> BoxedStrategy<Map<String, Value>> {
    let members: Vec<_> = fields
        .iter()
        .map(|field| {
            let name = field.name;
            let named = value_of(field).prop_map(move |value| Some((name.to_owned(), value)));
            if field.default.is_some() {
                prop_oneof![2 => Just(None), 3 => named].boxed()
            } else {
                named.boxed()
            }
        })
        .collect();
    (members, any::<bool>())
        .prop_map(|(mut members, is_reversed)| {
            if is_reversed {
                members.reverse();
            }
            members.into_iter().flatten().collect()
        })
        .boxed()
}

/// The items of the list `name` of an object; none if the object has no such list.
fn entries<'a>(document: &'a mut Value, name: &str) -> &'a mut [Value] {
    document.get_mut(name).and_then(Value::as_array_mut).map_or(&mut [], Vec::as_mut_slice)
}

/// Replaces a number above `max` with `max`.
fn cap(object: &mut Value, name: &str, max: f64) {
    if let Some(value) = object.get_mut(name)
        && value.as_f64().is_some_and(|x| x > max)
    {
        *value = number(max);
    }
}

/// Makes a network consistent. Returns the path of its first link, and two connected nodes unless it is a
/// dumbbell.
fn make_network_consistent(network: &mut Value) -> (String, Option<[&'static str; 2]>) {
    let kind = network["kind"].as_str().unwrap_or("dumbbell").to_owned();
    if kind == "dumbbell" {
        return ("network".to_owned(), None);
    }
    let object = network.as_object_mut().unwrap();
    if object.get("links").and_then(Value::as_array).is_none_or(Vec::is_empty) {
        object.remove("links");
    }
    if kind == "parking_lot" {
        let has_links = object.contains_key("links");
        for (i, link) in entries(network, "links").iter_mut().enumerate() {
            link["id"] = json!(format!("l{i}"));
        }
        return (
            if has_links { "network.links.l0" } else { "network.links.a" }.to_owned(),
            Some(["r1", "r2"]),
        );
    }
    object.insert("nodes".to_owned(), json!([{"id": "n0"}, {"label": "B", "id": "n1"}, {"id": "n2"}]));
    let links = object.entry("links").or_insert_with(|| json!([{}])).as_array_mut().unwrap();
    if links.len() < 2 {
        links.push(json!({}));
    }
    for (i, link) in links.iter_mut().enumerate() {
        link["id"] = json!(format!("l{i}"));
        link["from"] = json!(format!("n{}", i % 3));
        link["to"] = json!(format!("n{}", (i + 1) % 3));
        let object = link.as_object_mut().unwrap();
        if i < 2 {
            object.remove("one_way");
        } else if object.get("one_way") == Some(&json!(true)) {
            object.remove("reverse");
        }
    }
    ("network.links.l0".to_owned(), Some(["n2", "n0"]))
}

/// Whether the queue discipline of a link direction is also its medium.
fn has_medium(side: &Value) -> bool {
    side.pointer("/queue/kind").and_then(Value::as_str).is_some_and(sim_engine::net::queues::is_medium)
}

/// The settings of all link directions.
fn directions_of(network: &mut Value) -> Vec<&mut Value> {
    let links: Vec<&mut Value> = match network.get("links").is_some() {
        true => entries(network, "links").iter_mut().collect(),
        false => vec![network],
    };
    let objects = links.into_iter().filter_map(Value::as_object_mut);
    objects
        .flat_map(|link| link.iter_mut())
        .filter(|(name, direction)| ["forward", "reverse"].contains(&name.as_str()) && direction.is_object())
        .map(|(_, direction)| direction)
        .collect()
}

/// Makes a document of valid parts consistent. `params` are algorithm settings; `change_choices` select the
/// settings that the timeline changes.
#[expect(clippy::too_many_lines, reason = "one step for each part of a document")]
fn make_consistent(mut document: Value, params: Value, change_choices: Vec<usize>) -> Value {
    document["v"] = json!(1);
    cap(&mut document, "duration", 10.0);
    if document.get("duration").and_then(Value::as_f64).is_none_or(|d| d < 1.0) {
        document["duration"] = json!(5);
    }
    let duration = document["duration"].as_f64().unwrap();
    cap(&mut document, "warmup", duration / 2.0);
    if document.get("flows").and_then(Value::as_array).is_none_or(Vec::is_empty) {
        document["flows"] = json!([{"id": "only"}]);
    }
    for (i, flow) in entries(&mut document, "flows").iter_mut().enumerate() {
        flow["id"] = json!(format!("f{i}"));
        cap(flow, "count", 5.0);
        let flow = flow.as_object_mut().unwrap();
        flow.remove("stop");
        if i == 0 {
            flow.remove("role");
        }
        if let Some(access) = flow.get_mut("access").and_then(Value::as_object_mut) {
            access.insert("receiver_buffer".to_owned(), json!(70_000));
        }
        if flow.get("start").is_some_and(|start| !start.is_number()) {
            flow.insert("start".to_owned(), json!({"min": 0, "max": 0.5}));
        } else if flow.contains_key("start") {
            flow.insert("start".to_owned(), json!(0.25));
        }
        let algorithm = flow.get("algorithm").and_then(Value::as_str).unwrap_or("cubic");
        if flow.contains_key("params") && algorithm != "udp" {
            flow.insert("params".to_owned(), params.clone());
        }
    }
    let network = &mut document["network"];
    if network.is_null() {
        *network = json!({"kind": "dumbbell"});
    }
    cap(network, "access_rate", 1e8);
    if network.get("access_rate").is_none_or(Value::is_null) {
        network["access_rate"] = json!(1e8);
    }
    let (link_path, nodes) = make_network_consistent(network);
    for side in directions_of(network) {
        cap(side, "rate", 1e8);
        for rule in entries(side, "loss") {
            cap(rule, "at", duration);
            if rule.get("flow").is_some_and(Value::is_string) {
                rule["flow"] = json!("f0");
            }
        }
        let is_medium = has_medium(side);
        if let Some(schedule) = side.get_mut("schedule").filter(|schedule| schedule["kind"] == "satellite") {
            for (low, high, most) in [("low", "high", 2e8), ("shortest", "longest", 0.028)] {
                schedule[high] = json!(most);
                cap(schedule, low, most);
            }
        }
        for list in ["stations", "users"] {
            for entry in side.get_mut("queue").map(|queue| entries(queue, list)).into_iter().flatten() {
                entry["flow"] = json!("f0");
            }
        }
        if let Some(probe) = side.get_mut("queue").and_then(|queue| queue.get_mut("probe")) {
            *probe = json!("f0");
        }
        if is_medium && let Some(side) = side.as_object_mut() {
            side.remove("schedule");
        }
        if let Some(impairments) = side.get_mut("impairments").and_then(Value::as_object_mut) {
            if is_medium {
                impairments.retain(|name, _| name == "jitter" || name == "reorder");
            }
            // A random text is not a valid trace. Besides, the timeline changes the rate, which a trace does
            // not allow.
            impairments.remove("trace");
            for (name, consistent) in
                [("framing", json!({"carries": 40, "cell": 50})), ("shaper", json!({"burst": 70_000}))]
            {
                if let Some(part) = impairments.get_mut(name).filter(|part| part.is_object()) {
                    *part = consistent;
                }
            }
        }
        if let Some(impairments) = side.get_mut("impairments") {
            for outage in entries(impairments, "outages") {
                cap(outage, "at", duration);
            }
        }
    }
    let has_rate = !directions_of(network).into_iter().any(|side| has_medium(side));
    let mut changeable: Vec<String> = ["rate", "loss", "queue.limit"]
        .iter()
        .filter(|setting| has_rate || **setting != "rate")
        .map(|setting| format!("{link_path}.forward.{setting}"))
        .collect();
    changeable.push("flows.f0.active".to_owned());
    let reverse =
        if link_path == "network" { network.get("reverse") } else { network.pointer("/links/0/reverse") };
    if reverse.is_some_and(Value::is_object) {
        changeable.push(format!("{link_path}.reverse.delay"));
    }
    for flow in entries(&mut document, "flows") {
        let Some(path) = flow.get_mut("path").filter(|path| path.is_object()) else { continue };
        *path = match &nodes {
            Some([from, to]) => json!({"to": to, "from": from}),
            None => Value::Null,
        };
    }
    let new_value = |path: &str| match path {
        _ if path.ends_with("loss") => json!([{"probability": 0.010, "kind": "random", "what": "all"}]),
        _ if path.ends_with("limit") => json!({"packets": 3.0}),
        "flows.f0.active" => json!(false),
        _ => json!(1.0),
    };
    for (entry, i) in entries(&mut document, "timeline").iter_mut().zip(change_choices) {
        let path = &changeable[i % changeable.len()];
        *entry = json!({"to": new_value(path.as_str()), "at": duration / 2.0, "set": path});
    }
    if let Some(measure) = document.get_mut("measure") {
        if measure.get("bins").is_some() {
            measure["bins"] = json!([0.05, 0.5]);
        }
        for (i, window) in entries(measure, "windows").iter_mut().enumerate() {
            *window = json!({"id": format!("w{i}"), "to": duration, "from": 0.5});
        }
    }
    document
}

fn valid_document() -> impl Strategy<Value = Value> {
    let kinds = kinds();
    // The settings that both window algorithms have.
    let mut fields = kinds.params_of("newreno").unwrap().to_vec();
    let cubic = kinds.params_of("cubic").unwrap();
    fields.retain(|field| cubic.iter().any(|other| other.name == field.name));
    let params = object_of(&fields).prop_map(Value::Object);
    let change_choices = proptest::collection::vec(0..100usize, 4);
    (value_of(schema::document(&kinds)), params, change_choices)
        .prop_map(|(d, p, c)| make_consistent(d, p, c))
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-3..100i32).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        proptest::sample::select(vec![
            "near",
            "dumbbell",
            "graph",
            "parking_lot",
            "a",
            "cubic",
            "network.forward.rate"
        ])
        .prop_map(Value::from),
    ];
    let keys = proptest::sample::select(vec![
        "v", "kind", "flows", "id", "network", "forward", "links", "nodes", "from", "path", "queue", "limit",
        "packets", "min", "max", "at", "set", "to", "timeline", "params", "measure", "windows", "loss",
        "start", "count", "zzz", "a.b", "",
    ]);
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((keys.clone(), inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())),
        ]
    })
}

/// Appends the JSON pointers of all values of a document.
fn all_pointers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(i, item)| all_pointers(item, &format!("{pointer}/{i}"), found));
        }
        Value::Object(object) => {
            object
                .iter()
                .for_each(|(name, member)| all_pointers(member, &format!("{pointer}/{name}"), found));
        }
        _ => {}
    }
}

/// Whether the path of an issue exists in the document, or its parent if the issue is a missing value.
fn path_exists(document: &Value, issue: &Issue) -> bool {
    let path = issue.path.split("[\"").next().unwrap_or_default();
    let pointer = path.replace('[', "/").replace(']', "").replace('.', "/");
    let pointer = if pointer.is_empty() { pointer } else { format!("/{pointer}") };
    let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    let existing = if issue.code == "missing" { parent } else { &pointer };
    document.pointer(existing).is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_documents_survive_the_canonical_form(document in valid_document()) {
        let kinds = kinds();
        let read = match Document::read(&document, &kinds) {
            Ok(read) => read,
            // Sources can produce more data than a run may have.
            Err(issues) if issues.iter().all(|issue| issue.code == "too_much_work") => return Ok(()),
            Err(issues) => panic!("{issues:?} in {document}"),
        };
        let short = read.canonical();
        prop_assert_eq!(&canonical(&document, &kinds), short);
        let text = to_text(short);
        let again = Document::parse(&text, &kinds).unwrap();
        prop_assert_eq!(to_text(again.canonical()), text);
        prop_assert_eq!(again.canonical(), short);
        prop_assert_eq!(again.scenario(), read.scenario());
        // The expanded form describes the same scenario as the document.
        prop_assert_eq!(&expanded(&document, &kinds), read.expanded());
        let from_full = Document::read(read.expanded(), &kinds).unwrap();
        prop_assert_eq!(from_full.scenario(), read.scenario());
        prop_assert_eq!(from_full.canonical(), short);
    }

    #[test]
    fn any_json_is_checked_without_a_panic(value in any_json()) {
        // The code `unreadable` would mean that the document has no problem and still cannot be read.
        let is_read_or_refused = |value: &Value| {
            let issues = Document::read(value, &kinds()).map_or_else(|issues| issues, |_| Vec::new());
            issues.iter().all(|issue| issue.code != "unreadable")
        };
        prop_assert!(is_read_or_refused(&value));
        let mut wrapped = json!({"v": 1, "flows": [{"id": "near"}], "network": value});
        prop_assert!(is_read_or_refused(&wrapped));
        wrapped["flows"] = wrapped["network"].take();
        prop_assert!(is_read_or_refused(&wrapped));
    }

    #[test]
    fn any_text_is_checked_without_a_panic(text in ".{0,60}", head in 0..2000usize) {
        let _ = Document::parse(&text, &kinds());
        let _ = parse_bytes(text.as_bytes());
        let complete = everything().to_string();
        let truncated: String = complete.chars().take(head).chain(text.chars()).collect();
        let _ = Document::parse(&truncated, &kinds());
        let mut document = everything();
        let _ = set(&mut document, &text, &kinds());
        let _ = set(&mut document, &format!("network.forward.rate={text}"), &kinds());
        let _ = set(&mut document, &format!("{text}=1"), &kinds());
        #[cfg(feature = "tools")]
        let _ = share_link::decode(&format!("#s={text}"));
    }

    #[test]
    fn a_mutation_is_accepted_or_reported_with_its_path(
        pointer_choice in any::<prop::sample::Index>(), value in any_json(), graph in any::<bool>()
    ) {
        let kinds = kinds();
        let mut document = if graph { several_links() } else { everything() };
        let mut found = Vec::new();
        all_pointers(&document, "", &mut found);
        let pointer = pointer_choice.get(&found);
        *document.pointer_mut(pointer).unwrap() = value;
        let read = Document::read(&document, &kinds);
        for issue in read.as_ref().err().into_iter().flatten() {
            prop_assert!(issue.code != "unreadable");
            prop_assert!(path_exists(&document, issue), "{:?} after changing {}", issue, pointer);
            prop_assert!(issue.message.len() > 10 && issue.message.len() < 2000);
        }
        if let Ok(valid) = read {
            let short = valid.canonical();
            prop_assert_eq!(&canonical(short, &kinds), short);
        }
    }
}
