//! The lecturer's files of contests, with their secrets.

use super::mutate::check_inputs;
use super::{changed_value, outcome, text};
use fairshare_contests::contest::Contest;
use serde_json::json;

#[test]
fn contests_with_keys_are_read_or_refused() {
    let contest = json!({ "fairshare": "assignment", "v": 1, "kind": "race", "id": "spring", "title": "Spring race",
                          "key": { "secret": "a secret of the lecturer" } });
    check_inputs(2000, changed_value(&[contest]), |bytes, _| outcome(Contest::read(&text(bytes))));
}
