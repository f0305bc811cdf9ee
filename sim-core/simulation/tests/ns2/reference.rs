//! The reference cases as data: the scenarios that were run in ns-2, the results, and the tolerances.

use serde_json::Value;
use sim_core::ground::convert::whole;

pub const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

/// ns-2's result for one metric of a case.
pub struct ReferenceMetric {
    pub name: String,
    pub mean: f64,
    pub sd: f64,
    /// Our mean must differ from `mean` by at most this value.
    pub tolerance: f64,
}

impl ReferenceMetric {
    /// The largest tolerance that the file may state: 60 % of the mean or an absolute value, whichever is
    /// larger. For metrics with a mean near 0, 60 % would be too narrow. The absolute value is two packets
    /// for queues, three measuring intervals of 5 s for convergence, 0 for goodput, and 0.15 for all other
    /// metrics.
    pub fn largest_tolerance(&self) -> f64 {
        let absolute_tolerances =
            [("mean_queue_pkts", 2.0), ("converged", 15.0), ("goodput", 0.0), ("", 0.15)];
        let absolute: f64 = absolute_tolerances
            .iter()
            .find(|(name_part, _)| self.name.contains(name_part))
            .map_or(0.0, |&(_, value)| value);
        absolute.max(0.6 * self.mean.abs())
    }
}

pub struct ReferenceFlow {
    /// ns-2's name of the protocol.
    pub kind: String,
    /// Distinguishes entries of the same kind, such as `long` and `short`; often empty.
    pub tag: String,
    pub count: u64,
    /// Packet size in bytes.
    pub packet: u64,
    /// In seconds. Each flow starts at a random time from `start` to `start + start_spread`.
    pub start: f64,
    /// In seconds.
    pub start_spread: f64,
    /// In seconds; `None` if the flow runs to the end.
    pub stop: Option<f64>,
    pub reverse: bool,
    /// The maximum window in packets; `None` if the maximum window of the case applies.
    pub window: Option<f64>,
    /// The rate of the application in bit/s; `None` for unlimited data.
    pub app_rate: Option<f64>,
    /// The time that the sender's access link adds to the RTT, in seconds: a number or a range.
    pub sender_delay: Value,
    /// The time that the receiver's access link adds to the RTT, in seconds: a number or a range.
    pub receiver_delay: Value,
    /// The numbers of the routers at which the flow enters and leaves a parking lot.
    pub routers: Option<[u64; 2]>,
}

impl ReferenceFlow {
    pub fn id(&self) -> String {
        let direction = if self.reverse { "back_" } else { "" };
        let tag = if self.tag.is_empty() { String::new() } else { format!("_{}", self.tag) };
        format!("{direction}{}{tag}", self.kind)
    }
}

pub struct ReferenceCase {
    pub id: String,
    /// The JSON of the case, which also contains its settings.
    pub data: Value,
    pub flows: Vec<ReferenceFlow>,
    pub metrics: Vec<ReferenceMetric>,
}

pub fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_else(|| panic!("{name} is not a number in the reference data"))
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is not a text in the reference data")).to_owned()
}

/// All cases of data/ns2-reference.json, in the order of the file.
pub fn cases() -> Vec<ReferenceCase> {
    let data: Value = serde_json::from_str(include_str!("../data/ns2-reference.json")).expect("valid JSON");
    data["cases"].as_array().expect("a list of cases").iter().map(case).collect()
}

fn flow(value: &Value) -> ReferenceFlow {
    ReferenceFlow {
        kind: text(value, "kind"),
        tag: text(value, "tag"),
        count: whole::<u64>(number(value, "count")),
        packet: whole::<u64>(number(value, "packet")),
        start: value["start"].as_f64().unwrap_or(0.0),
        start_spread: number(value, "start_within"),
        stop: value["stop"].as_f64(),
        reverse: value["reverse"] == true,
        window: value["window"].as_f64(),
        app_rate: value["app_rate"].as_f64(),
        sender_delay: value["sender_delay"].clone(),
        receiver_delay: value["receiver_delay"].clone(),
        routers: value.get("routers").map(|ends| [0, 1].map(|i| ends[i].as_u64().expect("a router"))),
    }
}

fn case(value: &Value) -> ReferenceCase {
    let metrics = value["metrics"].as_object().expect("an object of metrics");
    let metric = |(name, m): (&String, &Value)| ReferenceMetric {
        name: name.clone(),
        mean: number(m, "mean"),
        sd: number(m, "sd"),
        tolerance: number(m, "band"),
    };
    ReferenceCase {
        id: text(value, "id"),
        data: value.clone(),
        flows: value["flows"].as_array().expect("a list of flows").iter().map(flow).collect(),
        metrics: metrics.iter().map(metric).collect(),
    }
}

impl ReferenceCase {
    /// A numeric setting of the case.
    pub fn setting(&self, name: &str) -> f64 {
        number(&self.data, name)
    }
}
