//! Converts a reference case to a scenario, with settings at which Fairshare's algorithms behave like
//! the agents of ns-2.

use super::reference::{ReferenceCase, ReferenceFlow, number};
use serde_json::{Value, json};
use sim_core::ground::convert::whole;

/// Halves a delay, or both ends of a range of delays. The reference gives the delay that an access
/// link adds to the RTT; a scenario document gives the delay of an access link in one direction.
fn halved(delay: &Value) -> Value {
    match delay.as_array() {
        Some(range) => {
            json!({"min": range[0].as_f64().unwrap() / 2.0, "max": range[1].as_f64().unwrap() / 2.0})
        }
        None => json!(delay.as_f64().unwrap() / 2.0),
    }
}

impl ReferenceCase {
    fn tcp_params(&self, flow: &ReferenceFlow) -> Value {
        let window = self.setting("max_window");
        let mut params = json!({
            "initial_window": 2,
            "initial_ssthresh": window,
            "receive_window": flow.window.unwrap_or(window),
            "ack_every": if self.data["delayed_ack"] == true { 2 } else { 1 },
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
        match flow.kind.as_str() {
            "Newreno" => params["partial_timer"] = json!("impatient"),
            "Sack1" => params["sack_rule"] = json!("ns2"),
            _ => {}
        }
        params
    }

    /// The settings of TFRC: those of ns-2's agent, or, if the case names a flavour, those of the RFC.
    fn tfrc_params(&self) -> Value {
        let settings = &self.data["tfrc"];
        match settings["flavour"].as_str() {
            // ns-2's agent always prevents oscillations. RFC 5348 section 4.5 makes it optional.
            Some(flavour) => json!({"flavour": flavour, "damping": settings["damping"]}),
            None => json!({
                "flavour": "ns2", "t_rto_tick": number(settings, "tick"), "t_rto_floor": number(settings, "floor"),
            }),
        }
    }

    fn rap_params(&self) -> Value {
        let settings = &self.data["rap"];
        json!({
            "flavour": "ns2", "fine_grain": settings["fine_grain"], "gap_noise": number(settings, "overhead"),
        })
    }

    fn flow_entry(&self, flow: &ReferenceFlow, duration: f64) -> Value {
        let (algorithm, params) = match flow.kind.as_str() {
            "Reno" | "WWW" => ("reno", self.tcp_params(flow)),
            "Newreno" => ("newreno", self.tcp_params(flow)),
            "Sack1" => ("sack", self.tcp_params(flow)),
            "TFRC" => ("tfrc", self.tfrc_params()),
            "RAP" => ("rap", self.rap_params()),
            other => panic!("no algorithm corresponds to ns-2's {other}"),
        };
        let path = flow.routers.map(|[from, to]| json!({"from": format!("r{from}"), "to": format!("r{to}")}));
        let mut entry = json!({
            "id": flow.id(), "path": path, "algorithm": algorithm, "params": params,
            "packet": flow.packet, "count": flow.count,
            "role": if flow.reverse { "reverse" } else { "measured" },
            "access": {"sender": halved(&flow.sender_delay), "receiver": halved(&flow.receiver_delay)},
            "start": {"min": flow.start, "max": flow.start + flow.start_spread},
            "stop": flow.stop.filter(|&stop| stop < duration),
        });
        if flow.kind == "WWW" {
            entry["source"] = json!({"kind": "web"});
        }
        if let Some(rate) = flow.app_rate {
            // The rate of ns-2's application includes headers.
            let payload_fraction = (flow.packet - 40) as f64 / flow.packet as f64;
            entry["source"] = json!({"kind": "cbr", "rate": rate * payload_fraction});
        }
        entry
    }

    /// The document of a run of this case. With `phase`, given as its start and end in seconds, only this
    /// interval is measured, and the run ends with it.
    pub fn scenario(&self, seed: u64, phase: Option<(f64, f64)>) -> Value {
        let (warmup, duration) = phase.unwrap_or((self.setting("warmup"), self.setting("duration")));
        let loss = |p: f64, what: &str| {
            if p > 0.0 { json!([{"kind": "random", "probability": p, "what": what}]) } else { json!([]) }
        };
        // The limits of ns-2's drop-tail queues count the packet in service; our limits do not.
        let drop_tail =
            |limit: f64| json!({"kind": "drop_tail", "limit": {"packets": whole::<u64>(limit) - 1}});
        // The limit of ns-2's RED queue does not count the packet in service, so it is used unchanged.
        let forward_queue = match self.data.get("red") {
            Some(red) => {
                let mut queue = red.clone();
                queue["kind"] = json!("red");
                queue["limit"] = json!({"packets": whole::<u64>(self.setting("buffer"))});
                queue
            }
            None => drop_tail(self.setting("buffer")),
        };
        let overhead = self.setting("overhead");
        let started_flows = self.flows.iter().filter(|flow| flow.start < duration);
        let flows: Vec<Value> = started_flows.map(|flow| self.flow_entry(flow, duration)).collect();
        let mut link = json!({
            "forward": {
                "rate": self.setting("rate"), "delay": self.setting("delay"),
                "queue": forward_queue, "loss": loss(self.setting("loss"), "data"),
            },
            "reverse": {
                "rate": self.setting("reverse_rate"), "delay": self.setting("delay"),
                "queue": drop_tail(self.setting("reverse_buffer")), "loss": loss(self.setting("ack_loss"), "feedback"),
            },
        });
        let mut network = match self.data["hops"].as_u64() {
            Some(hops) => {
                let link_with_id = |hop: u64| {
                    link["id"] = json!(format!("l{hop}"));
                    link.clone()
                };
                json!({"kind": "parking_lot", "links": (1..=hops).map(link_with_id).collect::<Value>()})
            }
            None => {
                link["kind"] = json!("dumbbell");
                link
            }
        };
        // Here a packet is serialized on two access links, in ns-2 on one access link. Two access links of
        // twice the rate take the same time as one link.
        network["access_rate"] = json!(2.0 * self.setting("access_rate"));
        json!({
            "v": 1, "seed": seed, "duration": duration, "warmup": warmup,
            "network": network,
            "jitter": if overhead > 0.0 { json!({"mode": "batch", "max": overhead}) } else { json!({"mode": "off"}) },
            "flows": flows,
            "measure": self.measure_section(),
        })
    }
}
