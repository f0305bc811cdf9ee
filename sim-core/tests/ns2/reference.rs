//! The ns-2 reference cases as data, and each as a scenario of ours with the settings that make a TCP behave as ns-2's.

use serde_json::{Value, json};

pub const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

/// What ns-2 gives for one metric of one case.
pub struct Metric {
    pub name: String,
    pub mean: f64,
    pub sd: f64,
    /// Ours must lie within `mean` +- `band`.
    pub band: f64,
}

struct Flow {
    /// ns-2's name of the protocol.
    kind: String,
    tag: String,
    count: u64,
    packet: u64,
    start_within: f64,
    sender_delay: Value,
    receiver_delay: Value,
    /// Where it enters and leaves a row of several links.
    routers: Option<[u64; 2]>,
}

pub struct Case {
    pub id: String,
    settings: Value,
    flows: Vec<Flow>,
    pub metrics: Vec<Metric>,
}

fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_else(|| panic!("{name} is a number in the reference data"))
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is a text in the reference data")).to_owned()
}

/// Every case, in the order of the file.
pub fn cases() -> Vec<Case> {
    let data: Value = serde_json::from_str(include_str!("../data/ns2-reference.json")).expect("valid JSON");
    data["cases"].as_array().expect("a list of cases").iter().map(case).collect()
}

fn case(value: &Value) -> Case {
    let flows = value["flows"].as_array().expect("a list of flows");
    let metrics = value["metrics"].as_object().expect("an object of metrics");
    Case {
        id: text(value, "id"),
        settings: value.clone(),
        flows: flows
            .iter()
            .map(|flow| Flow {
                kind: text(flow, "kind"),
                tag: text(flow, "tag"),
                count: number(flow, "count") as u64,
                packet: number(flow, "packet") as u64,
                start_within: number(flow, "start_within"),
                sender_delay: flow["sender_delay"].clone(),
                receiver_delay: flow["receiver_delay"].clone(),
                routers: flow.get("routers").map(|ends| [0, 1].map(|i| ends[i].as_u64().expect("a router"))),
            })
            .collect(),
        metrics: metrics
            .iter()
            .map(|(name, m)| Metric {
                name: name.clone(),
                mean: number(m, "mean"),
                sd: number(m, "sd"),
                band: number(m, "band"),
            })
            .collect(),
    }
}

/// ns-2 has each delay once per round trip, we have ours on the way there and on the way back.
fn halved(delay: &Value) -> Value {
    match delay.as_array() {
        Some(range) => {
            json!({"min": range[0].as_f64().unwrap() / 2.0, "max": range[1].as_f64().unwrap() / 2.0})
        }
        None => json!(delay.as_f64().unwrap() / 2.0),
    }
}

impl Case {
    fn setting(&self, name: &str) -> f64 {
        number(&self.settings, name)
    }

    fn flow_id(flow: &Flow) -> String {
        if flow.tag.is_empty() { flow.kind.clone() } else { format!("{}_{}", flow.kind, flow.tag) }
    }

    /// The settings with which a TCP of ours does what ns-2's agent of this kind does.
    fn params(&self, kind: &str) -> Value {
        let window = self.setting("max_window");
        let mut params = json!({
            "initial_window": 2,
            "initial_ssthresh": window,
            "receive_window": window,
            "ack_every": if self.settings["delayed_ack"] == true { 2 } else { 1 },
            "ack_delay": 0.1,
            "ack_size": 40,
            "limited_transmit": true,
            "handshake": true,
            "idle_restart": false,
            "grow_only_when_limited": false,
            "growth": "acks",
            "timestamps": false,
            "rto_rule": "ns2",
            "min_rto": self.setting("min_rto"),
            "initial_rto": 3,
            "tick": self.setting("tick"),
            "halve": "window",
        });
        match kind {
            "Newreno" => params["partial_timer"] = json!("impatient"),
            "Sack1" => params["sack_rule"] = json!("ns2"),
            _ => {}
        }
        params
    }

    pub fn scenario(&self, seed: u64) -> Value {
        let loss = |p: f64, what: &str| {
            if p > 0.0 { json!([{"kind": "random", "probability": p, "what": what}]) } else { json!([]) }
        };
        // ns-2's limit counts the packet in service, ours does not.
        let queue = |limit: f64| json!({"kind": "drop_tail", "limit": {"packets": limit as u64 - 1}});
        // Except with RED, where ns-2 counts as we do.
        let forward = match self.settings.get("red") {
            Some(red) => {
                let mut queue = red.clone();
                queue["kind"] = json!("red");
                queue["limit"] = json!({"packets": self.setting("buffer") as u64});
                queue
            }
            None => queue(self.setting("buffer")),
        };
        let flows: Vec<Value> = self
            .flows
            .iter()
            .map(|flow| {
                let algorithm = match flow.kind.as_str() {
                    "Reno" => "reno",
                    "Newreno" => "newreno",
                    "Sack1" => "sack",
                    other => panic!("no protocol here for ns-2's {other}"),
                };
                let path = flow
                    .routers
                    .map(|[from, to]| json!({"from": format!("r{from}"), "to": format!("r{to}")}));
                json!({
                    "id": Self::flow_id(flow), "path": path, "algorithm": algorithm, "params": self.params(&flow.kind),
                    "packet": flow.packet, "count": flow.count,
                    "access": {"sender": halved(&flow.sender_delay), "receiver": halved(&flow.receiver_delay)},
                    "start": {"min": 0, "max": flow.start_within},
                })
            })
            .collect();
        let overhead = self.setting("overhead");
        let mut link = json!({
            "forward": {
                "rate": self.setting("rate"), "delay": self.setting("delay"),
                "queue": forward, "loss": loss(self.setting("loss"), "data"),
            },
            "reverse": {
                "rate": self.setting("reverse_rate"), "delay": self.setting("delay"),
                "queue": queue(self.setting("reverse_buffer")), "loss": loss(self.setting("ack_loss"), "feedback"),
            },
        });
        let mut network = match self.settings["hops"].as_u64() {
            Some(hops) => {
                let numbered = |hop: u64| {
                    link["id"] = json!(format!("l{hop}"));
                    link.clone()
                };
                json!({"kind": "parking_lot", "links": (1..=hops).map(numbered).collect::<Value>()})
            }
            None => {
                link["kind"] = json!("dumbbell");
                link
            }
        };
        // A packet is serialised on both access links here, on one there: twice the rate takes the same time.
        network["access_rate"] = json!(2.0 * self.setting("access_rate"));
        json!({
            "v": 1, "seed": seed, "duration": self.setting("duration"), "warmup": self.setting("warmup"),
            "network": network,
            "jitter": if overhead > 0.0 { json!({"mode": "batch", "max": overhead}) } else { json!({"mode": "off"}) },
            "flows": flows,
        })
    }

    /// A metric's value from a run's summary; none if this simulator does not have it.
    pub fn measure(&self, metric: &str, summary: &Value) -> Option<f64> {
        let flows = summary["flows"].as_array()?;
        let mean = |prefix: &str, field: &dyn Fn(&Value) -> Option<f64>| -> Option<f64> {
            let of: Vec<f64> = flows
                .iter()
                .filter(|flow| flow["id"].as_str().is_some_and(|id| id.starts_with(prefix)))
                .map(field)
                .collect::<Option<_>>()?;
            (!of.is_empty()).then(|| of.iter().sum::<f64>() / of.len() as f64)
        };
        let goodput = |flow: &Value| flow["goodput_bps"].as_f64();
        if let Some(name) = metric.strip_prefix("link.fwd.") {
            let link = &summary["links"][0];
            return match name {
                "utilisation" => link["utilisation"].as_f64(),
                "drop_rate" => link["drop_rate"].as_f64(),
                "mean_queue_pkts" => link["queue_packets"]["mean"].as_f64(),
                _ => None,
            };
        }
        match metric {
            "pkts_per_rtt" => {
                let bits = self.flows[0].packet as f64 * 8.0;
                Some(mean("", &goodput)? * flows[0]["base_rtt_ms"].as_f64()? / 1e3 / bits)
            }
            "ratio_short_to_long" => {
                let kind = &self.flows[0].kind;
                Some(mean(&format!("{kind}_short"), &goodput)? / mean(&format!("{kind}_long"), &goodput)?)
            }
            "long_share" => {
                let kind = &self.flows[0].kind;
                Some(mean(&format!("{kind}_long"), &goodput)? / mean(&format!("{kind}_x"), &goodput)?)
            }
            _ => {
                let (kind, name) = metric.split_once('.')?;
                match name {
                    "goodput_mean_bps" => mean(kind, &goodput),
                    "cwnd_cuts" => mean(kind, &|flow| flow["window_cuts"].as_f64()),
                    "loss_events_per_flow" => mean(kind, &|flow| flow["loss_events"].as_f64()),
                    "loss_event_rate" => mean(kind, &|flow| flow["loss_event_rate"].as_f64()),
                    "mean_cwnd" => mean(kind, &|flow| flow["cwnd"]["mean"].as_f64()),
                    _ => None,
                }
            }
        }
    }
}
