//! Random changes of texts and of documents, and the loop that checks them. All are determined by the state of the random
//! number generator. The tests of other readers use this file as well (sim-core/readers).

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::{Map, Value, json};
use sim_core::ground::convert::{low_bits, narrow};
use sim_core::ground::rng::{Purpose, Rng};
use std::cell::Cell;
use std::sync::LazyLock;

#[derive(Debug)]
pub enum Outcome {
    Accepted,
    Refused,
}

/// The error is a message about a problem.
pub type Check = Result<Outcome, String>;

/// Checks `cases` random inputs. They must reach both the code behind validation and the refusals: more than 2 % of
/// the inputs are accepted, and at least one is refused.
pub fn check_inputs(
    cases: u32,
    input: impl Fn(&mut Rng) -> Vec<u8>,
    check: impl Fn(&[u8], &mut Rng) -> Check,
) {
    let from_environment = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    let cases = from_environment.unwrap_or(cases);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let outcome = TestRunner::new(config).run(&any::<u64>(), |seed| {
        let mut rng = Rng::new(seed, Purpose::Algorithm, 0);
        let input = input(&mut rng);
        match check(&input, &mut rng) {
            Ok(Outcome::Accepted) => accepted.set(accepted.get() + 1),
            Ok(Outcome::Refused) => refused.set(refused.get() + 1),
            Err(message) => {
                let text = String::from_utf8_lossy(&input);
                return Err(TestCaseError::fail(format!("{message}\nfor the input {text}")));
            }
        }
        Ok(())
    });
    assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    let name = std::thread::current().name().unwrap_or_default().to_owned();
    println!("{name}: {} inputs accepted, {} refused", accepted.get(), refused.get());
    assert!(accepted.get() * 50 > cases, "{} of {cases} inputs were accepted", accepted.get());
    assert!(refused.get() > 0, "no input was refused");
}

/// Documents from which inputs are made: the golden scenarios.
pub static SEEDS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let documents: Map<String, Value> =
        serde_json::from_str(include_str!("../golden/documents.json")).expect("JSON");
    documents.into_iter().map(|(_, document)| document).collect()
});

/// The same documents as texts.
pub static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| SEEDS.iter().map(Value::to_string).collect());

/// Every name of a member, and every text, that occurs in the documents.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    fn collect(value: &Value, words: &mut Vec<String>) {
        match value {
            Value::Object(members) => members.iter().for_each(|(name, value)| {
                words.push(name.clone());
                collect(value, words);
            }),
            Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
            Value::String(text) if text.len() < 40 => words.push(text.clone()),
            _ => {}
        }
    }
    let mut words = vec!["__proto__".to_owned(), String::new(), "\u{0}".to_owned(), "f0.0".to_owned()];
    SEEDS.iter().for_each(|document| collect(document, &mut words));
    words.sort();
    words.dedup();
    words
});

pub fn pick<'a, T>(rng: &mut Rng, items: &'a [T]) -> &'a T {
    &items[narrow::<usize>(rng.below(items.len() as u64))]
}

const NUMBERS: [f64; 26] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    3.0,
    0.5,
    1e-9,
    1e-300,
    5e-324,
    1e3,
    1e6,
    1e9,
    1e12,
    1e18,
    1.8446744073709552e19,
    1e300,
    1.7976931348623157e308,
    4294967295.0,
    4294967296.0,
    9007199254740991.0,
    9007199254740993.0,
    86400.0,
    86401.0,
    65535.0,
    0.1,
];

fn number(rng: &mut Rng) -> Value {
    match rng.below(4) {
        0 => json!(low_bits::<i64>(rng.next_u64())),
        1 => json!(rng.below(100)),
        2 => json!(f64::from_bits(rng.next_u64())),
        _ => json!(*pick(rng, &NUMBERS)),
    }
}

/// A random JSON value, with lists and objects up to `depth` levels deep.
fn value(rng: &mut Rng, depth: u32) -> Value {
    match rng.below(if depth == 0 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 0),
        2..=4 => number(rng),
        5 => json!(pick(rng, &WORDS)),
        6 => (0..rng.below(4)).map(|_| value(rng, depth - 1)).collect(),
        _ => {
            let members = (0..rng.below(4)).map(|_| (pick(rng, &WORDS).clone(), value(rng, depth - 1)));
            Value::Object(members.collect::<Map<String, Value>>())
        }
    }
}

/// A random value within a value.
fn place<'a>(root: &'a mut Value, rng: &mut Rng) -> &'a mut Value {
    let mut at = root;
    loop {
        let len = match at {
            Value::Object(members) => members.len(),
            Value::Array(items) => items.len(),
            _ => 0,
        };
        if len == 0 || rng.below(6) == 0 {
            return at;
        }
        let index = narrow::<usize>(rng.below(len as u64));
        at = match at {
            Value::Object(members) => members.values_mut().nth(index).unwrap(),
            Value::Array(items) => &mut items[index],
            _ => unreachable!("other values have no parts"),
        };
    }
}

/// Changes one value of a document.
pub fn change_document(document: &mut Value, rng: &mut Rng) {
    let choice = rng.below(9);
    let donor = place(&mut pick(rng, &SEEDS).clone(), rng).clone();
    let at = place(document, rng);
    match (choice, &mut *at) {
        (0, Value::Object(members)) if !members.is_empty() => {
            let name = members.keys().nth(narrow::<usize>(rng.below(members.len() as u64))).unwrap().clone();
            members.shift_remove(&name);
        }
        (1, Value::Object(members)) => drop(members.insert(pick(rng, &WORDS).clone(), value(rng, 2))),
        (2, Value::Array(items)) if !items.is_empty() => {
            let index = narrow::<usize>(rng.below(items.len() as u64));
            items.push(items[index].clone());
        }
        (3, Value::Array(items)) if !items.is_empty() => {
            drop(items.remove(narrow::<usize>(rng.below(items.len() as u64))))
        }
        (4, Value::Array(items)) => items.reverse(),
        (5 | 6, Value::Number(old)) => {
            let factor = *pick(rng, &[0.0, 0.1, 0.5, 0.999, 1.001, 2.0, 10.0, 1e6, -1.0]);
            *at = json!(old.as_f64().unwrap_or(0.0) * factor);
        }
        (7, _) => *at = donor,
        (8, Value::String(_)) => *at = json!(pick(rng, &WORDS)),
        _ => *at = value(rng, 2),
    }
}

/// Pieces of text that are special in JSON.
const SNIPPETS: [&str; 20] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\u0000",
    "\\ud800",
    "null",
    "true",
    "-",
    "1e999",
    "1e-999",
    "NaN",
    "\u{feff}",
    "\u{0}",
    "\\",
    "[[[[[[[[[[[[[[[[",
    "00",
];

/// Changes some bytes.
pub fn change_bytes(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = narrow::<usize>(rng.below(bytes.len() as u64 + 1));
    let end = (at + narrow::<usize>(rng.below(20))).min(bytes.len());
    match rng.below(8) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        1 if at < bytes.len() => bytes[at] = low_bits::<u8>(rng.next_u64()),
        2 => bytes.insert(at, low_bits::<u8>(rng.next_u64())),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let part = bytes[at..end].to_vec();
            let to = narrow::<usize>(rng.below(bytes.len() as u64 + 1));
            drop(bytes.splice(to..to, part));
        }
        5 => bytes.truncate(at),
        6 => {
            // Replaces a digit, which often keeps the text valid.
            let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
            if !digits.is_empty() {
                bytes[*pick(rng, &digits)] = b'0' + narrow::<u8>(rng.below(10));
            }
        }
        _ => drop(bytes.splice(at..at, pick(rng, &SNIPPETS).bytes())),
    }
}
