//! Results of runs, kept in a folder as they come: a run that was done is not done again. What a result is kept under depends
//! on everything that decides it - document, what is recorded, the simulator's source -, so nothing stale is ever taken.

use std::path::{Path, PathBuf};

use fairshare_papers::model::Watch;
use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::ground::json::to_text;
use sim_core::scenario::canonical;

use crate::failure::Failure;
use crate::output::write_file;

/// Where results are kept unless said otherwise.
pub const FOLDER: &str = ".fairshare/results";

/// Of the simulator's source; see `build.rs` of the package.
const SOURCE: &str = env!("FAIRSHARE_SOURCE");

pub struct Store {
    folder: PathBuf,
}

/// What decides a result, as text, and its hash, which names the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    name: String,
    inputs: String,
}

impl Key {
    pub fn of(document: &Value, watch: Watch, kinds: &Kinds) -> Self {
        let mut short = canonical(document, kinds);
        if let Some(short) = short.as_object_mut() {
            // Words change no result.
            short.remove("title");
            short.remove("note");
        }
        let inputs = format!("{SOURCE} {} {}", watch.to_json(), to_text(&short));
        let hash = |offset: u64| {
            inputs
                .bytes()
                .fold(offset, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
        };
        let name = format!("{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x6c62_272e_07bb_0142));
        Self { name, inputs }
    }
}

impl Store {
    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, key: &Key, ending: &str) -> PathBuf {
        let (first, _) = key.name.split_at(2);
        self.folder.join(first).join(format!("{}.{ending}", key.name))
    }

    /// A kept result; none if there is none that fits.
    pub fn read(&self, key: &Key) -> Option<Value> {
        let text = std::fs::read_to_string(self.path(key, "json")).ok()?;
        let mut kept: Value = serde_json::from_str(&text).ok()?;
        (kept["of"] == key.inputs.as_str()).then(|| kept["result"].take())
    }

    /// Whether `read` would give one. What cannot be used - damaged, or of another simulator - is as good as absent.
    pub fn has(&self, key: &Key) -> bool {
        self.read(key).is_some()
    }

    /// Keeps a result, and how long it took to get beside it.
    pub fn write(&self, key: &Key, result: &Value, seconds: f64) -> Result<(), Failure> {
        write_file(&self.path(key, "seconds"), &format!("{seconds:.3}\n"))?;
        write_file(&self.path(key, "json"), &json!({ "of": key.inputs, "result": result }).to_string())
    }

    /// How long a kept run took.
    pub fn seconds(&self, key: &Key) -> Option<f64> {
        std::fs::read_to_string(self.path(key, "seconds")).ok()?.trim().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::simulation::kinds;

    #[test]
    fn a_key_knows_what_decides_and_ignores_words() {
        let kinds = kinds();
        let key = |document: Value, watch| Key::of(&document, watch, &kinds);
        let plain = key(json!({ "v": 1, "flows": [{ "id": "a" }] }), Watch::NOTHING);
        let titled = json!({ "v": 1, "title": "Words", "flows": [{ "id": "a" }] });
        assert_eq!(plain, key(titled, Watch::NOTHING));
        let seeded = json!({ "v": 1, "seed": 2, "flows": [{ "id": "a" }] });
        assert_ne!(plain, key(seeded, Watch::NOTHING));
        let watched = Watch::series(0.5, &["sent"]);
        assert_ne!(plain, key(json!({ "v": 1, "flows": [{ "id": "a" }] }), watched));
    }
}
