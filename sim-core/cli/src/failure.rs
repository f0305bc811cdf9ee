//! Why a command did not succeed, how that is said, and the exit status that it gives.

use std::io::Write as _;
use std::process::ExitCode;

use sim_core::params::Issue;
use sim_core::world;

#[derive(Debug)]
pub enum Failure {
    /// What was given cannot be used: lines that say where and what to do. Status 2.
    Input(Vec<String>),
    /// A run or a comparison failed. Status 1.
    Run(String),
    /// Stopped by Ctrl-C. Status 130, as shells expect.
    Interrupted(String),
    /// Whoever read the output has stopped reading: nothing to say. Status 1.
    OutputClosed,
}

impl Failure {
    pub fn input(message: impl Into<String>) -> Self {
        Failure::Input(vec![message.into()])
    }

    /// All problems of one document, under its name.
    pub fn issues(name: &str, issues: &[Issue]) -> Self {
        let (one, many) = (issues.len() == 1, issues.len());
        let mut lines =
            vec![if one { format!("{name}: 1 problem") } else { format!("{name}: {many} problems") }];
        lines.extend(issues.iter().map(|issue| format!("  {issue}")));
        Failure::Input(lines)
    }

    pub fn report(&self) -> ExitCode {
        let (text, status) = match self {
            Failure::Input(lines) => (lines.join("\n"), 2),
            Failure::Run(message) => (message.clone(), 1),
            Failure::Interrupted(message) => (message.clone(), 130),
            Failure::OutputClosed => return ExitCode::FAILURE,
        };
        // When nobody reads the error stream either, the status still says it.
        let _ = writeln!(std::io::stderr(), "{text}");
        ExitCode::from(status)
    }
}

impl From<world::Failure> for Failure {
    fn from(failure: world::Failure) -> Self {
        Failure::Run(failure.to_string())
    }
}
