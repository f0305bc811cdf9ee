//! The answers to one question: what a question accepts, and the limits of those who answer.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// Maximum number of people in a room. Larger lectures need a second room.
pub const MAX_PEOPLE: usize = 500;
/// Maximum number of values of an answer. A drawn curve has 24.
const MAX_VALUES: u64 = 64;
/// A person can send this many answers at once, and gets back [`REFILL`] of them in each second.
const BURST: f64 = 6.0;
const REFILL: f64 = 2.0;

/// Why an answer is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerError {
    /// The message is not an answer, or a value is not one that the question accepts.
    Unreadable,
    /// The question is closed, or another one is open.
    Closed,
    /// The room is full.
    Full,
    /// The person sends too many answers.
    TooFast,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("The answer does not fit the question."),
            Self::Closed => f.write_str("The question is closed."),
            Self::Full => write!(f, "The room is full: it has {MAX_PEOPLE} people."),
            Self::TooFast => f.write_str("Too many answers at once. Wait for a second."),
        }
    }
}

/// The values that a question accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accepts {
    count: u64,
    low: f64,
    high: f64,
    whole: bool,
}

impl Accepts {
    /// Reads `count`, `low`, `high` and `whole` of a question. `None` if they are missing or out of bounds.
    pub fn read(question: &Value) -> Option<Self> {
        let accepts = Self {
            count: question["count"].as_u64().filter(|count| (1..=MAX_VALUES).contains(count))?,
            low: question["low"].as_f64()?,
            high: question["high"].as_f64()?,
            whole: question["whole"].as_bool()?,
        };
        (accepts.low < accepts.high).then_some(accepts)
    }

    fn values(&self, values: &Value) -> Option<Vec<f64>> {
        let values = values.as_array().filter(|values| values.len() as u64 == self.count)?;
        let fits =
            |value: &f64| *value >= self.low && *value <= self.high && (!self.whole || value.fract() == 0.0);
        values.iter().map(|value| value.as_f64().filter(fits)).collect()
    }
}

#[derive(Debug)]
struct Person {
    values: Option<Vec<f64>>,
    /// The number of answers that are accepted at once, and the time in seconds for which it holds.
    credit: f64,
    at: f64,
}

/// The answers of a room to the open question. The last answer of a person counts.
#[derive(Debug, Default)]
pub struct Answers {
    people: BTreeMap<String, Person>,
}

impl Answers {
    /// Accepts an answer at a time in seconds.
    pub fn accept(&mut self, accepts: Accepts, answer: &Value, now: f64) -> Result<(), AnswerError> {
        let person = answer["person"].as_str().filter(|name| is_name(name)).ok_or(AnswerError::Unreadable)?;
        if !self.people.contains_key(person) && self.people.len() >= MAX_PEOPLE {
            return Err(AnswerError::Full);
        }
        let new = || Person { values: None, credit: BURST, at: now };
        let person = self.people.entry(person.to_owned()).or_insert_with(new);
        person.credit = BURST.min(person.credit + (now - person.at).max(0.0) * REFILL);
        person.at = now;
        if person.credit < 1.0 {
            return Err(AnswerError::TooFast);
        }
        person.credit -= 1.0;
        person.values = Some(accepts.values(&answer["values"]).ok_or(AnswerError::Unreadable)?);
        Ok(())
    }

    /// Removes the answers. The limits of people stay.
    pub fn clear(&mut self) {
        for person in self.people.values_mut() {
            person.values = None;
        }
    }

    /// The values of each answer, without the people.
    pub fn values(&self) -> impl Iterator<Item = &[f64]> {
        self.people.values().filter_map(|person| person.values.as_deref())
    }
}

/// A page chooses the name of a person by chance.
fn is_name(name: &str) -> bool {
    (8..=32).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn choice() -> Accepts {
        Accepts::read(&json!({ "count": 1, "low": 0, "high": 3, "whole": true })).unwrap()
    }

    fn answer(person: &str, values: Value) -> Value {
        json!({ "person": person, "values": values })
    }

    #[test]
    fn the_last_answer_of_a_person_counts() {
        let mut answers = Answers::default();
        for (person, option) in [("aaaaaaaa", 1), ("bbbbbbbb", 2), ("aaaaaaaa", 3)] {
            answers.accept(choice(), &answer(person, json!([option])), 0.0).unwrap();
        }
        assert_eq!(answers.values().collect::<Vec<_>>(), [&[3.0], &[2.0]]);
        answers.clear();
        assert_eq!(answers.values().count(), 0);
    }

    #[test]
    fn values_that_the_question_does_not_accept_are_refused() {
        for values in
            [json!([4]), json!([-1]), json!([0.5]), json!([0, 1]), json!([]), json!("1"), json!([null])]
        {
            let refused = Answers::default().accept(choice(), &answer("aaaaaaaa", values.clone()), 0.0);
            assert_eq!(refused, Err(AnswerError::Unreadable), "{values}");
        }
        for person in ["", "short", "a name with spaces", &"x".repeat(33)] {
            let refused = Answers::default().accept(choice(), &answer(person, json!([1])), 0.0);
            assert_eq!(refused, Err(AnswerError::Unreadable), "{person}");
        }
    }

    #[test]
    fn a_question_without_bounds_is_refused() {
        for question in [
            json!({ "count": 0, "low": 0, "high": 1, "whole": false }),
            json!({ "count": 65, "low": 0, "high": 1, "whole": false }),
            json!({ "count": 1, "low": 1, "high": 1, "whole": false }),
            json!({ "count": 1, "low": 0, "high": 1 }),
        ] {
            assert_eq!(Accepts::read(&question), None, "{question}");
        }
    }

    #[test]
    fn a_person_who_sends_too_fast_waits() {
        let mut answers = Answers::default();
        let mut send = |now| answers.accept(choice(), &answer("aaaaaaaa", json!([1])), now);
        for _ in 0..6 {
            send(10.0).unwrap();
        }
        assert_eq!(send(10.0), Err(AnswerError::TooFast));
        assert_eq!(send(10.4), Err(AnswerError::TooFast));
        send(10.5).unwrap();
    }

    #[test]
    fn a_room_has_a_maximum_of_people() {
        let mut answers = Answers::default();
        for n in 0..MAX_PEOPLE {
            answers.accept(choice(), &answer(&format!("person{n:04}"), json!([1])), 0.0).unwrap();
        }
        let mut send = |person| answers.accept(choice(), &answer(person, json!([2])), 1.0);
        assert_eq!(send("onemoreperson"), Err(AnswerError::Full));
        assert_eq!(send("person0007"), Ok(()));
    }
}
