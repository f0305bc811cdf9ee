//! A room: the question that is open, what is revealed, and the answers. The lecturer's key opens and closes questions.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::answers::{Accepts, AnswerError, Answers};

/// The letters and digits of codes that nobody confuses when reading them aloud or from far away.
const LETTERS: &[u8; 28] = b"23456789BCDFGHJKLMNPQRSTVWXZ";

/// The code of a room, which everyone in it may know, and the key of the lecturer.
#[derive(Clone, Debug)]
pub struct Codes {
    pub room: String,
    pub key: String,
}

impl Codes {
    /// New codes from random numbers of the system: 5 characters for the room, 128 bits for the key.
    pub fn random() -> Result<Self, String> {
        let mut bytes = [0_u8; 21];
        getrandom::fill(&mut bytes).map_err(|error| format!("The system has no random numbers: {error}."))?;
        let (room, key) = bytes.split_at(5);
        Ok(Self {
            room: room.iter().map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()])).collect(),
            key: key.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }
}

struct State {
    /// The number of questions so far, which is the id of the last one.
    asked: u64,
    /// What the open question accepts.
    open: Option<Accepts>,
    question: Value,
    result: Value,
    answers: Answers,
}

pub struct Room {
    pub codes: Codes,
    /// The address at which the room finds the page.
    pub address: String,
    state: Mutex<State>,
    /// The number of open connections to people.
    people: AtomicUsize,
    /// What everyone sees. It changes with questions and results.
    shown: watch::Sender<String>,
    /// Counts the changes of answers and people, which only the lecturer sees.
    changes: watch::Sender<u64>,
}

impl Room {
    pub fn new(codes: Codes, address: String) -> Self {
        let answers = Answers::default();
        let state = State { asked: 0, open: None, question: Value::Null, result: Value::Null, answers };
        let shown = watch::Sender::new(state.shown().to_string());
        Self {
            codes,
            address,
            state: Mutex::new(state),
            people: AtomicUsize::new(0),
            shown,
            changes: watch::Sender::new(0),
        }
    }

    /// Opens a question, which has `count`, `low`, `high`, `whole` and what the page needs to show it. Earlier answers are gone.
    pub fn ask(&self, question: Value) -> Result<(), &'static str> {
        let accepts =
            Accepts::read(&question).ok_or("The question does not say which answers it accepts.")?;
        self.change(|state| {
            state.asked += 1;
            state.open = Some(accepts);
            state.question = question;
            state.result = Value::Null;
            state.answers.clear();
        });
        Ok(())
    }

    /// Closes the question and shows its result to everyone.
    pub fn reveal(&self, result: Value) {
        self.change(|state| {
            state.open = None;
            state.result = result;
        });
    }

    /// Accepts an answer to the open question at a time in seconds.
    pub fn answer(&self, answer: &Value, now: f64) -> Result<(), AnswerError> {
        let accepted = self.with(|state| {
            let accepts = state.open.ok_or(AnswerError::Closed)?;
            if answer["question"].as_u64() != Some(state.asked) {
                return Err(AnswerError::Closed);
            }
            state.answers.accept(accepts, answer, now)
        });
        if accepted.is_ok() {
            self.changed();
        }
        accepted
    }

    /// What everyone sees, now and after each change.
    pub fn follow(&self) -> watch::Receiver<String> {
        self.shown.subscribe()
    }

    /// The changes of what the lecturer sees.
    pub fn follow_answers(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// What the lecturer sees.
    pub fn overview(&self) -> String {
        let people = self.people.load(Ordering::Relaxed);
        self.with(|state| {
            let answers: Vec<&[f64]> = state.answers.values().collect();
            let mut overview = state.shown();
            overview["address"] = json!(self.address);
            overview["people"] = json!(people);
            overview["answers"] = json!(answers);
            overview.to_string()
        })
    }

    /// Counts a connection to a person until the returned value is dropped. `None` if the room is full.
    pub fn enter(self: &std::sync::Arc<Self>, most: usize) -> Option<Presence> {
        let enter = |people: usize| (people < most).then_some(people + 1);
        self.people.fetch_update(Ordering::Relaxed, Ordering::Relaxed, enter).ok()?;
        self.changed();
        Some(Presence(self.clone()))
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let shown = self.with(|state| {
            change(state);
            state.shown().to_string()
        });
        self.shown.send_replace(shown);
        self.changed();
    }

    fn with<T>(&self, use_state: impl FnOnce(&mut State) -> T) -> T {
        use_state(&mut self.state.lock().expect("no panic happens while the state is locked"))
    }
}

impl State {
    fn shown(&self) -> Value {
        json!({
            "id": self.asked,
            "open": self.open.is_some(),
            "question": self.question,
            "result": self.result,
        })
    }
}

/// A connection to a person.
pub struct Presence(std::sync::Arc<Room>);

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.people.fetch_sub(1, Ordering::Relaxed);
        self.0.changed();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn room() -> Arc<Room> {
        Arc::new(Room::new(Codes::random().unwrap(), "http://room.test/".to_owned()))
    }

    fn question() -> Value {
        json!({ "count": 1, "low": 0, "high": 1, "whole": true, "ask": "Which?" })
    }

    fn answer(id: u64, option: u64) -> Value {
        json!({ "question": id, "person": "abcdefgh", "values": [option] })
    }

    fn seen(room: &Room) -> Value {
        serde_json::from_str(&room.follow().borrow()).unwrap()
    }

    #[test]
    fn answers_count_while_their_question_is_open() {
        let room = room();
        assert_eq!(room.answer(&answer(0, 1), 0.0), Err(AnswerError::Closed));
        room.ask(question()).unwrap();
        assert_eq!(room.answer(&answer(1, 1), 0.0), Ok(()));
        room.ask(question()).unwrap();
        assert_eq!(room.answer(&answer(1, 1), 0.0), Err(AnswerError::Closed));
        assert_eq!(room.answer(&answer(2, 0), 0.0), Ok(()));
        room.reveal(json!({ "right": 1 }));
        assert_eq!(room.answer(&answer(2, 1), 0.0), Err(AnswerError::Closed));
        let overview: Value = serde_json::from_str(&room.overview()).unwrap();
        assert_eq!(overview["answers"], json!([[0.0]]));
    }

    #[test]
    fn everyone_sees_question_and_result_but_no_answers() {
        let room = room();
        room.ask(question()).unwrap();
        room.answer(&answer(1, 1), 0.0).unwrap();
        let expected = json!({ "id": 1, "open": true, "question": question(), "result": null });
        assert_eq!(seen(&room), expected);
        room.reveal(json!({ "right": 0 }));
        assert_eq!(seen(&room)["result"], json!({ "right": 0 }));
    }

    #[test]
    fn a_connection_counts_until_it_ends() {
        let room = room();
        let first = room.enter(2).unwrap();
        let _second = room.enter(2).unwrap();
        assert!(room.enter(2).is_none());
        drop(first);
        assert!(room.enter(2).is_some());
    }

    #[test]
    fn codes_differ_and_can_be_read_aloud() {
        let (one, other) = (Codes::random().unwrap(), Codes::random().unwrap());
        assert_ne!(one.key, other.key);
        assert_eq!(one.key.len(), 32);
        assert!(one.room.len() == 5 && one.room.bytes().all(|byte| LETTERS.contains(&byte)), "{}", one.room);
    }
}
