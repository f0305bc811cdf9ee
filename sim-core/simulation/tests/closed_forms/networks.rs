//! Several links in a row, compared with closed forms.

use super::run::{assert_within, assert_within_fraction, summary};
use serde_json::{Value, json};

fn flow<'a>(summary: &'a Value, id: &str, name: &str) -> &'a Value {
    let flows = summary["flows"].as_array().expect("flows");
    &flows.iter().find(|flow| flow["id"] == id).expect("the flow exists")[name]
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// With a window of one packet nothing waits. On three links of 6, 3 and 12 Mb/s, 1500 bytes take 2 + 4 +
/// 1 ms to serialize, and 2 x 0.12 ms on the access links of 100 Mb/s. The acknowledgement of 40 bytes takes
/// 0.96 ms on three links of 1 Mb/s and 2 x 0.0032 ms on the access links. Propagation takes 2 (5 + 7 + 9) +
/// 2 (1 + 2) ms. The tolerance of 1e-4 ms allows for rounding to nanoseconds.
#[test]
fn a_round_trip_is_the_sum_of_its_parts() {
    let link = |id: &str, rate: f64, delay: f64| json!({"id": id, "forward": {"rate": rate, "delay": delay}, "reverse": {"rate": 1e6, "delay": delay}});
    let s = summary(json!({
        "v": 1, "duration": 10, "jitter": {"mode": "off"},
        "network": {"kind": "parking_lot", "access_rate": 1e8,
                    "links": [link("a", 6e6, 0.005), link("b", 3e6, 0.007), link("c", 1.2e7, 0.009)]},
        "flows": [{"id": "f", "algorithm": "newreno", "packet": 1500,
                   "params": {"receive_window": 1, "ack_every": 1, "ack_size": 40, "handshake": false},
                   "access": {"sender": 0.001, "receiver": 0.002}}],
    }));
    let expected = 48.0 + 7.0 + 0.24 + 0.96 + 0.0064;
    for name in ["min", "max"] {
        assert_within(
            &format!("{name} of a lone packet's round trips over three links, ms"),
            number(&flow(&s, "f", "rtt_ms")[name]),
            expected,
            1e-4,
        );
    }
    assert_eq!(number(flow(&s, "f", "base_rtt_ms")), 48.0);
    assert_eq!(number(&flow(&s, "f", "queue_delay_ms")["max"]), 0.0);
}

/// UDP flows of 8 and 4 Mb/s overload the first link of 10 Mb/s. The remaining packets of the long flow and
/// another flow of 4 Mb/s overload the second link. The third link is not full. Full links carry exactly
/// their rate. The tolerance of 0.2 % is for packets in flight at both ends of the measurement.
#[test]
fn open_loop_flows_lose_packets_at_each_full_link() {
    let udp = |id: &str, rate: f64, from: u32, to: u32| {
        json!({"id": id, "algorithm": "udp", "source": {"kind": "cbr", "rate": rate}, "packet": 500,
               "params": {"rate": rate}, "path": {"from": format!("r{from}"), "to": format!("r{to}")}})
    };
    let s = summary(json!({
        "v": 1, "duration": 120, "warmup": 5,
        "network": {"kind": "parking_lot"}, "jitter": {"mode": "delay", "max": 0.01},
        "flows": [udp("long", 8e6, 1, 4), udp("x1", 4e6, 1, 2), udp("x2", 4e6, 2, 3), udp("x3", 2e6, 3, 4)],
    }));
    let rate = |id: &str| number(flow(&s, id, "throughput_bps")) / 1e6;
    assert_within_fraction(
        "open-loop flows in a parking lot: sum at the second link, Mb/s",
        rate("long") + rate("x2"),
        10.0,
        0.002,
    );
    assert_within_fraction(
        "open-loop flows in a parking lot: cross flow where there is room, Mb/s",
        rate("x3"),
        2.0,
        0.002,
    );
    assert!(rate("long") < 10.0 - rate("x1"), "the second link should also drop packets of the long flow");
    let departed_mbps = |link: usize| number(&s["links"][link]["departures"]) * 4000.0 / 115.0 / 1e6;
    assert_within_fraction(
        "open-loop flows in a parking lot: sum at the first link, Mb/s",
        departed_mbps(0),
        10.0,
        0.002,
    );
    assert_within_fraction(
        "open-loop flows in a parking lot: sum at the third link, Mb/s",
        departed_mbps(4),
        rate("long") + 2.0,
        0.002,
    );
    // The utilisation of a run is the utilisation of its fullest link.
    let utilisations: Vec<f64> =
        s["links"].as_array().unwrap().iter().map(|link| number(&link["utilisation"])).collect();
    assert_eq!(s["links"][4]["id"], "c.forward");
    assert_eq!(number(&s["fairness"]["utilisation"]), utilisations.iter().copied().fold(0.0, f64::max));
    // At each link the packets of the long flow wait about as long as those of the cross flows. The tolerance
    // is 1 %, because the two kinds of packets arrive at different times.
    let flow_delay = |id: &str| number(&flow(&s, id, "queue_delay_ms")["mean"]);
    let link_delay = |link: usize| number(&s["links"][link]["queue_delay_ms"]["mean"]);
    assert_within_fraction(
        "open-loop flows in a parking lot: wait of the long flow at all links, ms",
        flow_delay("long"),
        link_delay(0) + link_delay(2) + link_delay(4),
        0.01,
    );
}
