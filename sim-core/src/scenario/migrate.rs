//! Converts documents of older versions of the format to the current version, so that old documents and links remain valid.
//!
//! A new version adds a function to `MIGRATIONS`, which converts a document of the version before without changing its
//! meaning. If a default has changed, the function writes the old default into the document.

use serde_json::{Map, Value};

use crate::params::{Issue, describe_value, whole_number};

/// The current version of the format.
pub const CURRENT: u64 = 1;

type Migration = fn(&mut Map<String, Value>);

/// `MIGRATIONS[n - 1]` converts version n to n + 1.
const MIGRATIONS: [Migration; CURRENT as usize - 1] = [];

/// Converts a document to the current version. Also returns the version of the document if it was older.
pub fn migrate(document: Value) -> Result<(Value, Option<u64>), Vec<Issue>> {
    apply(document, &MIGRATIONS)
}

/// Applies the migrations in `steps`, the first of which converts version 1.
fn apply(document: Value, steps: &[Migration]) -> Result<(Value, Option<u64>), Vec<Issue>> {
    let current = steps.len() as u64 + 1;
    let Value::Object(mut object) = document else {
        let message = format!(
            "A scenario is an object {{ \"v\": {current}, ... }}; {} was given.",
            describe_value(&document)
        );
        return Err(vec![Issue::new("", "wrong_type", message)]);
    };
    let version = match object.get("v") {
        None => {
            let message = format!("The version is missing. Begin the document with \"v\": {current}.");
            return Err(vec![Issue::new("v", "missing", message)]);
        }
        Some(value) => match whole_number(value) {
            Some(version) if (1..=current).contains(&version) => version,
            Some(version) if version > current => {
                let message = format!(
                    "This document has format {version}, but this version of Fairshare supports formats up to {current}. Open it with a newer version."
                );
                return Err(vec![Issue::new("v", "newer_version", message)]);
            }
            _ => {
                let message =
                    format!("There is no format {}. Write \"v\": {current}.", describe_value(value));
                return Err(vec![Issue::new("v", "unknown_version", message)]);
            }
        },
    };
    for (step, from) in steps.iter().zip(1..).skip_while(|(_, from)| *from < version) {
        step(&mut object);
        object.insert("v".to_owned(), Value::from(from + 1));
    }
    Ok((Value::Object(object), (version < current).then_some(version)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_current_version_is_accepted() {
        let code = |document: Value| migrate(document).unwrap_err()[0].code;
        assert_eq!(migrate(json!({"v": 1})).unwrap(), (json!({"v": 1}), None));
        assert_eq!(code(json!({})), "missing");
        assert_eq!(code(json!({"v": 2})), "newer_version");
        assert_eq!(code(json!({"v": 0})), "unknown_version");
        assert_eq!(code(json!({"v": "1"})), "unknown_version");
        assert_eq!(code(json!([1])), "wrong_type");
    }

    #[test]
    fn newer_migrations_are_applied_once_and_in_order() {
        let steps: [Migration; 2] = [
            |object| {
                let old = object.remove("length").unwrap_or_else(|| json!(60));
                object.insert("duration".to_owned(), old);
            },
            |object| {
                object.entry("seed").or_insert(json!(7));
            },
        ];
        let from_1 = apply(json!({"v": 1, "length": 5}), &steps).unwrap();
        assert_eq!(from_1, (json!({"v": 3, "duration": 5, "seed": 7}), Some(1)));
        let from_2 = apply(json!({"v": 2, "duration": 5, "seed": 1}), &steps).unwrap();
        assert_eq!(from_2, (json!({"v": 3, "duration": 5, "seed": 1}), Some(2)));
        assert_eq!(apply(json!({"v": 3}), &steps).unwrap(), (json!({"v": 3}), None));
    }
}
