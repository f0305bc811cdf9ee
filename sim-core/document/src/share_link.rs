//! Share links in the format of the page: `#1.`, followed by a JSON text that is compressed with raw DEFLATE
//! (RFC 1951) and encoded as base64url (RFC 4648 section 5, without padding). The contents of a link are
//! untrusted until they are validated.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde_json::{Map, Value};
use sim_engine::ground::convert::narrow;

use super::parse::{parse, parse_bytes};
use sim_engine::ground::json::to_text;
use sim_engine::params::{Issue, clipped};

/// Maximum size of a link's contents after decompression, in bytes.
pub const MAX_INFLATED: usize = 256 * 1024;

/// The contents of a share link.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareLink {
    /// The scenario document, before validation.
    pub scenario: Value,
    /// The result ID that the author of the link saw.
    pub result_id: Option<String>,
    /// The version of the simulator that computed the result ID.
    pub version: Option<String>,
    /// The view state of the page, which does not affect the run.
    pub view: Option<Value>,
}

/// Whether a text looks like a share link or its fragment, which begins with `#`.
pub fn is_link(text: &str) -> bool {
    text.len() < 4 * MAX_INFLATED && payload(text).is_some()
}

/// Reads the bytes of a scenario file, or of a file that contains a share link.
pub fn read(bytes: &[u8]) -> Result<ShareLink, Vec<Issue>> {
    match std::str::from_utf8(bytes) {
        Ok(text) if is_link(text) => decode(text),
        _ => Ok(ShareLink { scenario: parse_bytes(bytes)?, result_id: None, version: None, view: None }),
    }
}

/// The fragment of a share link without `#`: the version of the format, a dot, and the encoded contents.
fn payload(text: &str) -> Option<&str> {
    let text = text.trim();
    let fragment = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment);
    let (version, data) = fragment.split_once('.')?;
    let has_version =
        !version.is_empty() && version.len() <= 4 && version.bytes().all(|b| b.is_ascii_digit());
    (has_version && !data.is_empty() && data.bytes().all(|b| base64_value(b).is_some() || b == b'='))
        .then_some(fragment)
}

/// Decodes a share link or its fragment, which begins with `#`.
pub fn decode(text: &str) -> Result<ShareLink, Vec<Issue>> {
    let refuse = |code, message: &str| Err(vec![Issue::new("", code, message)]);
    let Some((version, data)) = payload(text).and_then(|payload| payload.split_once('.')) else {
        return refuse(
            "bad_link",
            "This is not a share link. A share link ends in #1. followed by a long string of letters and digits.",
        );
    };
    if version != "1" {
        let message = format!(
            "The link has format {version}, which this version of Fairshare does not support. Open the link with a newer version."
        );
        return refuse("newer_version", &message);
    }
    if data.len() > 2 * MAX_INFLATED {
        return refuse("too_long", "The link is too long to be a scenario.");
    }
    let Some(packed) = from_base64url(data.trim_end_matches('=')) else {
        return refuse(
            "bad_link",
            "The link is damaged: its last characters are invalid. Copy the whole link again.",
        );
    };
    let bytes = match decompress_to_vec_with_limit(&packed, MAX_INFLATED) {
        Ok(bytes) => bytes,
        Err(error) if error.status == TINFLStatus::HasMoreOutput => {
            return refuse(
                "too_long",
                "The link contains more than 256 kB, which is more than the page ever puts into a link.",
            );
        }
        Err(_) => {
            return refuse("bad_link", "The link is damaged or was cut off. Copy the whole link again.");
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return refuse(
            "bad_link",
            "The link is damaged: its contents are not text. Copy the whole link again.",
        );
    };
    let value = parse(&text)?;
    let string = |name: &str| value.get(name).and_then(Value::as_str).map(clipped);
    Ok(match value.get("s") {
        Some(scenario) => ShareLink {
            scenario: scenario.clone(),
            result_id: string("r"),
            version: string("e"),
            view: value.get("w").cloned(),
        },
        None => ShareLink { scenario: value, result_id: None, version: None, view: None },
    })
}

/// Encodes the fragment of a share link, which begins with `#`.
pub fn encode(link: &ShareLink) -> String {
    let mut object = Map::new();
    object.insert("s".to_owned(), link.scenario.clone());
    let optional_members = [
        ("r", link.result_id.clone().map(Value::from)),
        ("e", link.version.clone().map(Value::from)),
        ("w", link.view.clone()),
    ];
    for (name, value) in optional_members {
        if let Some(value) = value {
            object.insert(name.to_owned(), value);
        }
    }
    let packed = compress_to_vec(to_text(&Value::Object(object)).as_bytes(), 9);
    format!("#1.{}", to_base64url(&packed))
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64_value(letter: u8) -> Option<u32> {
    ALPHABET.iter().position(|known| *known == letter).map(narrow::<u32>)
}

fn to_base64url(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, i| word << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        for i in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}

fn from_base64url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0;
        for i in 0..4 {
            word = word << 6 | chunk.get(i).map_or(Some(0), |letter| base64_value(*letter))?;
        }
        let count = match chunk.len() {
            1 => return None,
            length => length - 1,
        };
        bytes.extend((0..count).map(|i| (word >> (16 - 8 * i) & 255) as u8));
    }
    Some(bytes)
}
