//! The features: each has a file here, a folder of tests, and a line in `features!` below. Without that line, and with
//! its dependencies removed from `Cargo.toml`, the program has no trace of the feature.

use std::path::Path;

use serde_json::Value;

use crate::shared::command::Command;
use crate::shared::repository::File;

/// The name of a command, and the schema of what it prints with `--json`.
pub type Schema = (&'static str, fn() -> Value);

/// What a feature adds to the program.
pub struct Feature {
    pub commands: &'static [Command],
    /// The files of the repository that `fairshare gen` writes.
    pub files: fn(&Path) -> Vec<File>,
    pub schemas: &'static [Schema],
}

impl Feature {
    const fn with(commands: &'static [Command]) -> Self {
        Self { commands, files: |_| Vec::new(), schemas: &[] }
    }
}

macro_rules! features {
    ($($name:ident,)*) => {
        $(mod $name;)*

        pub const FEATURES: &[Feature] = &[$($name::FEATURE),*];
    };
}

features! {
    race,
    contests,
    classroom,
    assignments,
    papers,
    sweeps,
    exports,
    fit,
    models,
    mcp,
}
