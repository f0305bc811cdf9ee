//! What people name on the command line: a file, `-` for standard input, or a share link; and the changes of `--set`.

use std::fs::File;
use std::io;
use std::path::Path;

use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::scenario::{Scenario, read_capped, set_path};

use crate::failure::Failure;
use crate::output::why;

/// A document as it was given.
pub struct Input {
    /// What to call it in messages.
    pub name: String,
    pub link: ShareLink,
}

/// Text of this length is taken for a link without its `#` rather than for a file's name.
const LONG_AS_A_LINK: usize = 64;

/// Puts a value where these names lead; what is no object on the way is left to the check.
fn set_value(place: &mut Value, names: &[&str], value: Value) {
    let Some((first, rest)) = names.split_first() else {
        *place = value;
        return;
    };
    if let Some(object) = place.as_object_mut() {
        let below = object.entry(*first).or_insert_with(|| Value::Object(serde_json::Map::new()));
        set_value(below, rest, value);
    }
}

impl Input {
    pub fn read(given: &str) -> Result<Self, Failure> {
        if given == "-" {
            return Self::from_reader("standard input", io::stdin().lock());
        }
        let path = Path::new(given);
        if !path.exists()
            && share_link::is_link(given)
            && (given.contains('#') || given.len() > LONG_AS_A_LINK)
        {
            let link = share_link::decode(given).map_err(|issues| Failure::issues("link", &issues))?;
            return Ok(Input { name: "link".to_owned(), link });
        }
        let failed = |error: io::Error| Failure::input(format!("{given}: {}", why(&error)));
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        Self::from_reader(given, File::open(path).map_err(failed)?)
    }

    fn from_reader(name: &str, reader: impl io::Read) -> Result<Self, Failure> {
        let bytes = read_capped(reader)
            .map_err(|error| Failure::input(format!("{name}: {}", why(&error))))?
            .map_err(|issue| Failure::issues(name, &[issue]))?;
        let link = share_link::read(&bytes).map_err(|issues| Failure::issues(name, &issues))?;
        Ok(Input { name: name.to_owned(), link })
    }

    /// Puts a delivery trace into the document.
    pub fn trace(&mut self, path: &Path) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::input(format!("{}: {}", path.display(), why(&error)));
        let bytes = read_capped(File::open(path).map_err(failed)?)
            .map_err(failed)?
            .map_err(|issue| Failure::issues(&path.display().to_string(), &[issue]))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        set_value(&mut self.link.scenario, &["network", "forward", "impairments", "trace"], text.into());
        Ok(())
    }

    /// Applies `--set path=value` in order, and `--seed`.
    pub fn change(&mut self, sets: &[String], seed: Option<u64>, kinds: &Kinds) -> Result<(), Failure> {
        for assignment in sets {
            set_path(&mut self.link.scenario, assignment, kinds)
                .map_err(|issue| Failure::issues("--set", &[issue]))?;
            // A value that only the whole document shows to be wrong may be this one, not the file's.
            let shown: String = assignment.chars().take(60).collect();
            let more = if shown.len() < assignment.len() { "..." } else { "" };
            self.name.push_str(&format!(" with --set {shown}{more}"));
        }
        if let (Some(seed), Some(document)) = (seed, self.link.scenario.as_object_mut()) {
            document.insert("seed".to_owned(), Value::from(seed));
        }
        Ok(())
    }

    /// The checked scenario.
    pub fn scenario(&self, kinds: &Kinds) -> Result<Scenario, Failure> {
        Scenario::from_value(self.link.scenario.clone(), kinds)
            .map_err(|issues| Failure::issues(&self.name, &issues))
    }
}
