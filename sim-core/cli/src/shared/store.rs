//! Stores the results of runs in a folder, so that no run is repeated. The key of a result covers everything that
//! determines the result: the document, the recording, and the simulator's source code. A result that different source code
//! computed is therefore never used.

use std::path::{Path, PathBuf};

use fairshare_papers::model::Recording;
use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::ground::json::to_text;
use sim_core::scenario::canonical;

use crate::shared::error::CommandError;
use crate::shared::output::write_file;

/// The default folder of the store.
pub const DEFAULT_FOLDER: &str = ".fairshare/results";

/// The fingerprint of the simulator's source code; see `build.rs` of this package.
const SOURCE_FINGERPRINT: &str = env!("FAIRSHARE_SOURCE");

pub struct ResultStore {
    folder: PathBuf,
}

/// The key of a result: everything that determines the result, as text, and a hash of that text, which names the
/// file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResultKey {
    name: String,
    inputs: String,
}

impl ResultKey {
    pub fn of(document: &Value, recording: Recording, kinds: &Kinds) -> Self {
        let mut document = canonical(document, kinds);
        if let Some(fields) = document.as_object_mut() {
            // The title and the note of a document do not affect results.
            fields.remove("title");
            fields.remove("note");
        }
        let inputs = format!("{SOURCE_FINGERPRINT} {} {}", recording.to_json(), to_text(&document));
        // The hash FNV-1a, computed from its standard start value and from another one, which gives a
        // name of 128 bits.
        let hash = |offset: u64| {
            inputs
                .bytes()
                .fold(offset, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
        };
        let name = format!("{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x6c62_272e_07bb_0142));
        Self { name, inputs }
    }
}

impl ResultStore {
    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, key: &ResultKey, extension: &str) -> PathBuf {
        let (first, _) = key.name.split_at(2);
        self.folder.join(first).join(format!("{}.{extension}", key.name))
    }

    /// Reads a stored result. Returns `None` if the file does not exist, is damaged, or belongs to another key.
    pub fn read(&self, key: &ResultKey) -> Option<Value> {
        let text = std::fs::read_to_string(self.path(key, "json")).ok()?;
        let mut stored: Value = serde_json::from_str(&text).ok()?;
        (stored["of"] == key.inputs.as_str()).then(|| stored["result"].take())
    }

    /// Returns whether `read` would return a result.
    pub fn has(&self, key: &ResultKey) -> bool {
        self.read(key).is_some()
    }

    /// Stores a result and the time that the run took.
    pub fn write(&self, key: &ResultKey, result: &Value, seconds: f64) -> Result<(), CommandError> {
        write_file(&self.path(key, "seconds"), &format!("{seconds:.3}\n"))?;
        write_file(&self.path(key, "json"), &json!({ "of": key.inputs, "result": result }).to_string())
    }

    /// The time in seconds that a stored run took.
    pub fn seconds(&self, key: &ResultKey) -> Option<f64> {
        std::fs::read_to_string(self.path(key, "seconds")).ok()?.trim().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::simulation::kinds;

    #[test]
    fn a_key_depends_on_seed_and_recording_but_not_on_the_title() {
        let kinds = kinds();
        let key = |document: Value, recording| ResultKey::of(&document, recording, kinds);
        let original = key(json!({ "v": 1, "flows": [{ "id": "a" }] }), Recording::SUMMARY_ONLY);
        let titled = json!({ "v": 1, "title": "Words", "flows": [{ "id": "a" }] });
        assert_eq!(original, key(titled, Recording::SUMMARY_ONLY));
        let seeded = json!({ "v": 1, "seed": 2, "flows": [{ "id": "a" }] });
        assert_ne!(original, key(seeded, Recording::SUMMARY_ONLY));
        let with_recording = Recording::series(0.5, &["sent"]);
        assert_ne!(original, key(json!({ "v": 1, "flows": [{ "id": "a" }] }), with_recording));
    }
}
