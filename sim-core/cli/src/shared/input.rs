//! Reads scenario documents from a file, from standard input (`-`) or from a share link, and applies `--set`
//! and `--trace`.

use std::fs::File;
use std::io;
use std::path::Path;

use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::scenario::{FORMAT, Scenario, read_capped, readable_link, set_path};

use crate::shared::error::CommandError;
use crate::shared::output::describe_io_error;

/// A document from the command line that has not been validated yet.
pub struct ScenarioInput {
    /// The name of the document in messages.
    pub name: String,
    pub link: ShareLink,
}

/// A text without `#` is read as a share link only if it has more bytes than this. A shorter text is the name
/// of a file.
const MIN_LINK_LENGTH: usize = 64;

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, CommandError> {
    let failed =
        |error: io::Error| CommandError::input(format!("{}: {}", path.display(), describe_io_error(&error)));
    let bytes = read_capped(File::open(path).map_err(failed)?)
        .map_err(failed)?
        .map_err(|issue| CommandError::issues(&path.display().to_string(), &[issue]))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Sets the value at a path of names. If a part of the path is not an object, the document does not change,
/// and validation reports the problem.
fn set_value(target: &mut Value, names: &[&str], value: Value) {
    let Some((first, rest)) = names.split_first() else {
        *target = value;
        return;
    };
    if let Some(object) = target.as_object_mut() {
        let child = object.entry(*first).or_insert_with(|| Value::Object(serde_json::Map::new()));
        set_value(child, rest, value);
    }
}

impl ScenarioInput {
    /// Reads a file, standard input (`-`) or a share link.
    pub fn read(given: &str) -> Result<Self, CommandError> {
        if given == "-" {
            return Self::from_reader("standard input", io::stdin().lock());
        }
        let path = Path::new(given);
        if !path.exists() && readable_link::is_readable_link(given) {
            let link =
                readable_link::decode(given).map_err(|issues| CommandError::issues("link", &issues))?;
            return Ok(ScenarioInput { name: "link".to_owned(), link });
        }
        if !path.exists()
            && share_link::is_link(given)
            && (given.contains('#') || given.len() > MIN_LINK_LENGTH)
        {
            let link = share_link::decode(given).map_err(|issues| CommandError::issues("link", &issues))?;
            return Ok(ScenarioInput { name: "link".to_owned(), link });
        }
        let failed =
            |error: io::Error| CommandError::input(format!("{given}: {}", describe_io_error(&error)));
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        Self::from_reader(given, File::open(path).map_err(failed)?)
    }

    /// A scenario in which the program of a file runs alone.
    fn of_program(name: &str, code: String) -> Self {
        let flow = json!({ "id": "own", "algorithm": "own", "params": { "code": code } });
        let scenario = json!({ "v": FORMAT, "flows": [flow] });
        ScenarioInput {
            name: name.to_owned(),
            link: ShareLink { scenario, result_id: None, version: None, view: None },
        }
    }

    fn from_reader(name: &str, reader: impl io::Read) -> Result<Self, CommandError> {
        let bytes = read_capped(reader)
            .map_err(|error| CommandError::input(format!("{name}: {}", describe_io_error(&error))))?
            .map_err(|issue| CommandError::issues(name, &[issue]))?;
        if Path::new(name).extension().is_some_and(|extension| extension == "fair") {
            return Ok(Self::of_program(name, String::from_utf8_lossy(&bytes).into_owned()));
        }
        let link = match std::str::from_utf8(&bytes) {
            Ok(text) if readable_link::is_readable_link(text) => readable_link::decode(text),
            _ => share_link::read(&bytes),
        }
        .map_err(|issues| CommandError::issues(name, &issues))?;
        Ok(ScenarioInput { name: name.to_owned(), link })
    }

    /// Reads a delivery trace from a file and sets it for the forward direction of the document's dumbbell.
    pub fn set_trace(&mut self, path: &Path) -> Result<(), CommandError> {
        let trace = read_text(path)?;
        set_value(&mut self.link.scenario, &["network", "forward", "impairments", "trace"], trace.into());
        Ok(())
    }

    /// Reads a program from a file, for all flows with the algorithm `own`.
    pub fn set_own(&mut self, path: &Path) -> Result<(), CommandError> {
        let code = Value::from(read_text(path)?);
        let flows = self.link.scenario.get_mut("flows").and_then(Value::as_array_mut).into_iter().flatten();
        let mut found = false;
        for flow in flows.filter(|flow| flow.get("algorithm").is_some_and(|algorithm| algorithm == "own")) {
            set_value(flow, &["params", "code"], code.clone());
            found = true;
        }
        if found {
            return Ok(());
        }
        let message =
            "--own: no flow has the algorithm own. Set it, for example by --set flows.ID.algorithm=own.";
        Err(CommandError::input(message.to_owned()))
    }

    /// Applies `--set path=value` in order, and `--seed`.
    pub fn apply_settings(
        &mut self,
        sets: &[String],
        seed: Option<u64>,
        kinds: &Kinds,
    ) -> Result<(), CommandError> {
        for assignment in sets {
            set_path(&mut self.link.scenario, assignment, kinds)
                .map_err(|issue| CommandError::issues("--set", &[issue]))?;
            // If validation of the whole document rejects this value later, the name in the message shows the
            // origin of the value.
            let shortened: String = assignment.chars().take(60).collect();
            let ellipsis = if shortened.len() < assignment.len() { "..." } else { "" };
            self.name.push_str(&format!(" with --set {shortened}{ellipsis}"));
        }
        if let (Some(seed), Some(document)) = (seed, self.link.scenario.as_object_mut()) {
            document.insert("seed".to_owned(), Value::from(seed));
        }
        Ok(())
    }

    /// Validates the document.
    pub fn scenario(&self, kinds: &Kinds) -> Result<Scenario, CommandError> {
        Scenario::from_value(self.link.scenario.clone(), kinds)
            .map_err(|issues| CommandError::issues(&self.name, &issues))
    }
}
