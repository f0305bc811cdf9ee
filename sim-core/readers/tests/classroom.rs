//! Messages to the class server.

use super::changed_value;
use super::mutate::{Outcome, SEEDS, check_inputs};
use fairshare_classroom::{Codes, Room};
use serde_json::{Value, json};

#[test]
fn messages_to_the_class_server_are_accepted_or_refused() {
    let question = json!({ "count": 2, "low": 0, "high": 10, "whole": true, "title": "How many?" });
    let answer = json!({ "person": "0123456789abcdef", "question": 1, "values": [3, 4] });
    check_inputs(2000, changed_value(&[question.clone(), answer.clone(), SEEDS[0].clone()]), |bytes, rng| {
        let message: Value = serde_json::from_slice(bytes).unwrap_or_default();
        let room = Room::new(Codes { room: "BCDFG".to_owned(), key: "0".repeat(32) }, String::new());
        room.ask(question.clone()).map_err(str::to_owned)?;
        let mut accepted = false;
        for second in 0..4 {
            accepted |= match rng.below(3) {
                0 => room.ask(message.clone()).is_ok(),
                1 => room.answer(&message, f64::from(second)).is_ok(),
                _ => room.answer(&answer, f64::from(second)).is_ok_and(|()| false),
            };
            let overview: Value =
                serde_json::from_str(&room.overview()).map_err(|error| error.to_string())?;
            if overview["answers"].as_array().is_none_or(|answers| answers.len() > 2) {
                return Err(format!("the lecturer sees {overview}"));
            }
        }
        room.reveal(message);
        Ok(if accepted { Outcome::Accepted } else { Outcome::Refused })
    });
}
