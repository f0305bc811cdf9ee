//! Reads the events of a qlog that a congestion controller needs.

use std::time::Duration;

use serde_json::Value;

#[derive(Clone, Debug)]
pub enum Event {
    Sent { number: u64, bytes: usize },
    Acknowledged { numbers: Vec<u64> },
    Lost { number: u64 },
    Window { bytes: f64 },
}

/// The events in order, with their times.
pub fn events(text: &str) -> impl Iterator<Item = Result<(Duration, Event), String>> + '_ {
    text.split('\u{1e}').filter(|record| !record.trim().is_empty()).filter_map(|record| {
        match serde_json::from_str::<Value>(record) {
            Ok(value) => event(&value).map(Ok),
            Err(error) => Some(Err(error.to_string())),
        }
    })
}

fn event(value: &Value) -> Option<(Duration, Event)> {
    // Times are in milliseconds. The simulator's are whole nanoseconds.
    let at = Duration::from_nanos((value["time"].as_f64()? * 1e6).round() as u64);
    let data = &value["data"];
    let number = data["header"]["packet_number"].as_u64();
    let event = match value["name"].as_str()? {
        "quic:packet_sent" => {
            Event::Sent { number: number?, bytes: data["raw"]["length"].as_u64()? as usize }
        }
        "quic:packet_received" => {
            let mut numbers = Vec::new();
            for range in data["frames"][0]["acked_ranges"].as_array()? {
                numbers.extend(range[0].as_u64()?..=range[1].as_u64()?);
            }
            Event::Acknowledged { numbers }
        }
        "quic:packet_lost" => Event::Lost { number: number? },
        "quic:recovery_metrics_updated" => Event::Window { bytes: data["congestion_window"].as_f64()? },
        _ => return None,
    };
    Some((at, event))
}
