//! Reads scenario documents from a file, from standard input (`-`) or from a share link, and applies `--set`
//! and `--trace`.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::params::suggestion;
use sim_core::scenario::change::{set, write_path};
use sim_core::scenario::share_link::{self, ShareLink, examples};
use sim_core::scenario::{FORMAT, Scenario, read_capped};

use crate::shared::error::CommandError;
use crate::shared::output::{describe_io_error, note};

/// A document from the command line that has not been validated yet.
#[derive(Clone)]
pub struct ScenarioInput {
    /// The name of the document in messages.
    pub name: String,
    pub link: ShareLink,
}

/// The scenario of a command, with changes.
#[derive(clap::Args)]
pub struct ScenarioArgs {
    /// A scenario file, a share link, the name of an example, a program (.fair), or - for standard input
    file: String,
    /// Change a setting before the run: network.forward.rate=5M, flows.near.params.beta=0.8, 'flows.*.algorithm=bbr'; may
    /// be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Set the delivery trace of the forward link from a file in Mahimahi's format
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Run with another seed
    #[arg(long, allow_negative_numbers = true, value_parser = parse_seed)]
    seed: Option<u64>,
}

impl ScenarioArgs {
    /// The document with all changes.
    pub fn read(&self, kinds: &Kinds) -> Result<ScenarioInput, CommandError> {
        let mut input = ScenarioInput::read(&self.file)?;
        if let Some(path) = &self.trace {
            input.set_trace(path)?;
        }
        input.apply_settings(&self.set, self.seed, kinds)?;
        Ok(input)
    }

    pub fn is_changed(&self) -> bool {
        !self.set.is_empty() || self.trace.is_some() || self.seed.is_some()
    }
}

fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a seed is a whole number from 0 on".to_owned())
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, CommandError> {
    let failed =
        |error: io::Error| CommandError::input(format!("{}: {}", path.display(), describe_io_error(&error)));
    let bytes = read_capped(File::open(path).map_err(failed)?)
        .map_err(failed)?
        .map_err(|issue| CommandError::issues(&path.display().to_string(), &[issue]))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl ScenarioInput {
    /// Reads a file, standard input (`-`), a share link, or an example by its name.
    pub fn read(given: &str) -> Result<Self, CommandError> {
        if given == "-" {
            return Self::from_reader("standard input", io::stdin().lock());
        }
        let path = Path::new(given);
        if !path.exists() && share_link::is_link(given) {
            let link = share_link::decode(given).map_err(|issues| CommandError::issues("link", &issues))?;
            return Ok(ScenarioInput { name: "link".to_owned(), link });
        }
        if !path.exists()
            && let Some((name, document)) = examples().into_iter().find(|(id, _)| id == given)
        {
            return Ok(ScenarioInput { name, link: ShareLink::of(document) });
        }
        let failed = |error: io::Error| {
            let text = describe_io_error(&error);
            let examples = examples();
            let names = examples.iter().map(|(id, _)| id.as_str());
            let similar = suggestion(given, names).filter(|_| error.kind() == io::ErrorKind::NotFound);
            let hint = similar.map_or_else(String::new, |id| format!(" Did you mean the example `{id}`?"));
            CommandError::input(format!("{given}: {text}{hint}"))
        };
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        Self::from_reader(given, File::open(path).map_err(failed)?)
    }

    /// A scenario in which the program of a file runs alone.
    fn of_program(name: &str, code: String) -> Self {
        let flow = json!({ "id": "own", "algorithm": "own", "params": { "code": code } });
        let scenario = json!({ "v": FORMAT, "flows": [flow] });
        ScenarioInput { name: name.to_owned(), link: ShareLink::of(scenario) }
    }

    fn from_reader(name: &str, reader: impl io::Read) -> Result<Self, CommandError> {
        let bytes = read_capped(reader)
            .map_err(|error| CommandError::input(format!("{name}: {}", describe_io_error(&error))))?
            .map_err(|issue| CommandError::issues(name, &[issue]))?;
        if Path::new(name).extension().is_some_and(|extension| extension == "fair") {
            return Ok(Self::of_program(name, String::from_utf8_lossy(&bytes).into_owned()));
        }
        let link = share_link::read(&bytes).map_err(|issues| CommandError::issues(name, &issues))?;
        Ok(ScenarioInput { name: name.to_owned(), link })
    }

    /// Reads a delivery trace from a file and sets it for the forward direction of the document's dumbbell.
    fn set_trace(&mut self, path: &Path) -> Result<(), CommandError> {
        let trace = read_text(path)?;
        let document = &mut self.link.scenario;
        *document = write_path(document, "network.forward.impairments.trace", Some(&trace.into()));
        Ok(())
    }

    /// Reads a program from a file, for all flows with the algorithm `own`.
    pub fn set_own(&mut self, path: &Path) -> Result<(), CommandError> {
        let code = Value::from(read_text(path)?);
        let flows = self.link.scenario.get_mut("flows").and_then(Value::as_array_mut).into_iter().flatten();
        let mut found = false;
        for flow in flows.filter(|flow| flow.get("algorithm").is_some_and(|algorithm| algorithm == "own")) {
            *flow = write_path(flow, "params.code", Some(&code));
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
            let dropped = set(&mut self.link.scenario, assignment, kinds)
                .map_err(|issue| CommandError::issues("--set", &[issue]))?;
            dropped.iter().for_each(note);
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
