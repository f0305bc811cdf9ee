//! Stores the results of runs in a folder, so that no run is repeated. The key of a result covers everything
//! that determines the result: the document, the recording, and the simulator's source code. A result that
//! different source code computed is therefore never used.
//!
//! Several processes, on several machines with a common file system, may use a folder at the same time. A
//! file is complete as soon as it has its final name: it is written under a temporary name, flushed to the
//! disk, and renamed. Two processes that store the same result write the same content.

mod durable;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use fairshare_runs::run::Recording;
use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::ground::json::to_text;
use sim_core::scenario::canonical;

/// The default folder of the store.
pub const DEFAULT_FOLDER: &str = ".fairshare/results";

/// The fingerprint of the simulator's source code; see `build.rs` of this package.
const SOURCE_FINGERPRINT: &str = env!("FAIRSHARE_SOURCE");

#[derive(Clone, Debug)]
pub struct ResultStore {
    folder: PathBuf,
}

/// A file of a store that cannot be written: the disk is full, or the folder is read-only.
#[derive(Debug)]
pub struct StoreError {
    pub path: PathBuf,
    pub cause: io::Error,
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} could not be written: {}.", self.path.display(), self.cause)
    }
}

/// The key of a result: everything that determines the result, as text, and a hash of that text, which names
/// the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResultKey {
    name: String,
    inputs: String,
}

/// The seed of a document without one.
const DEFAULT_SEED: u64 = 1;
/// A seed that is not the default seed.
const ANY_SEED: u64 = DEFAULT_SEED + 1;

/// A document without its title and its note, which do not affect results.
fn untitled(mut document: Value) -> Value {
    if let Some(fields) = document.as_object_mut() {
        fields.remove("title");
        fields.remove("note");
    }
    document
}

impl ResultKey {
    /// The key of the result of a document's run.
    pub fn of(document: &Value, recording: Recording, kinds: &Kinds) -> Self {
        Self::of_canonical(&untitled(canonical(document, kinds)), recording)
    }

    fn of_canonical(document: &Value, recording: Recording) -> Self {
        let inputs = format!("{SOURCE_FINGERPRINT} {} {}", recording.to_json(), to_text(document));
        // The hash FNV-1a, computed with its standard start value and with another start value, which gives a
        // name of 128 bits.
        let hash = |offset: u64| {
            inputs
                .bytes()
                .fold(offset, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
        };
        let name = format!("{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x6c62_272e_07bb_0142));
        Self { name, inputs }
    }

    /// The keys of the results of runs that differ only in their seeds. Computes the canonical document only
    /// once, because this takes longer than the other steps.
    pub fn of_seeds(
        document: &Value,
        seeds: impl IntoIterator<Item = u64>,
        recording: Recording,
        kinds: &Kinds,
    ) -> Vec<Self> {
        let with_seed = |seed: u64| {
            let mut document = document.clone();
            if let Some(fields) = document.as_object_mut() {
                fields.insert("seed".to_owned(), Value::from(seed));
            }
            document
        };
        // The canonical document has no field for the default seed.
        let mut common = untitled(canonical(&with_seed(ANY_SEED), kinds));
        let mut key = |seed: u64| match common.get_mut("seed") {
            Some(field) if seed != DEFAULT_SEED => {
                *field = Value::from(seed);
                Self::of_canonical(&common, recording)
            }
            _ => Self::of(&with_seed(seed), recording, kinds),
        };
        seeds.into_iter().map(&mut key).collect()
    }

    /// 32 hexadecimal digits.
    pub fn name(&self) -> &str {
        &self.name
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

    /// Reads a stored result. Returns `None` if the file does not exist, is damaged, or belongs to another
    /// key.
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
    pub fn write(&self, key: &ResultKey, result: &Value, seconds: f64) -> Result<(), StoreError> {
        durable::write(&self.path(key, "seconds"), &format!("{seconds:.3}\n"))?;
        durable::write(&self.path(key, "json"), &json!({ "of": key.inputs, "result": result }).to_string())
    }

    /// Returns an error if no file can be written, so that a command finds out before its first run.
    pub fn check_writable(&self) -> Result<(), StoreError> {
        durable::check_writable(&self.folder)
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

    #[test]
    fn keys_of_seeds_equal_the_keys_of_their_documents() {
        let kinds = kinds();
        let with_seed = |seed: u64| {
            json!({ "v": 1, "title": "Words", "note": "More", "seed": seed, "duration": 20,
                    "network": { "forward": { "rate": 3e6 } }, "flows": [{ "id": "a" }] })
        };
        let seeds = [1, 2, 3, 1000, u64::from(u32::MAX)];
        for of in [1, 2, 9] {
            let keys = ResultKey::of_seeds(&with_seed(of), seeds, Recording::SUMMARY_ONLY, kinds);
            let alone = seeds.map(|seed| ResultKey::of(&with_seed(seed), Recording::SUMMARY_ONLY, kinds));
            assert_eq!(keys, alone);
        }
    }

    #[test]
    fn a_result_is_read_as_written_and_leaves_no_temporary_file() {
        let folder = std::env::temp_dir().join(format!("fairshare-store-{}", std::process::id()));
        let store = ResultStore::in_folder(&folder);
        let key =
            ResultKey::of(&json!({ "v": 1, "flows": [{ "id": "a" }] }), Recording::SUMMARY_ONLY, kinds());
        assert_eq!(store.read(&key), None);
        store.check_writable().unwrap();
        for _ in 0..2 {
            store.write(&key, &json!({ "x": 0.1 }), 1.5).unwrap();
        }
        assert_eq!(store.read(&key), Some(json!({ "x": 0.1 })));
        assert_eq!(store.seconds(&key), Some(1.5));
        let names = |folder: &Path| -> Vec<String> {
            let entries = std::fs::read_dir(folder).unwrap().flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names(&folder).len(), 1, "{:?}", names(&folder));
        let files = names(store.path(&key, "json").parent().unwrap());
        assert!(files.len() == 2 && !files.iter().any(|name| name.ends_with(".part")), "{files:?}");
        std::fs::write(store.path(&key, "json"), "{ \"of").unwrap();
        assert_eq!(store.read(&key), None, "a damaged file is not used");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = std::env::temp_dir().join(format!("fairshare-store-file-{}", std::process::id()));
        std::fs::write(&file, "").unwrap();
        let error = ResultStore::in_folder(&file.join("below")).check_writable().unwrap_err();
        assert!(error.to_string().contains("below"), "{error}");
        std::fs::remove_file(&file).unwrap();
    }
}
