//! The features: each has a file here, a folder of tests, and a line in `features!` below. Without that line, and with
//! its dependencies removed from `Cargo.toml`, the program has no trace of the feature.

use std::path::Path;

use crate::shared::command::Command;
use crate::shared::repository::File;

/// What a feature adds to the program.
pub struct Feature {
    pub commands: &'static [Command],
    /// The files of the repository that `fairshare gen` writes.
    pub files: fn(&Path) -> Vec<File>,
}

impl Feature {
    const fn with(commands: &'static [Command]) -> Self {
        Self { commands, files: |_| Vec::new() }
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
