//! Why a command failed, the message that it prints, and its exit status.

use std::io::{self, Write as _};
use std::process::ExitCode;

use fairshare_runs::RunError;
use sim_core::ground::time::to_secs;
use sim_core::params::Issue;
use sim_core::world;

#[derive(Debug)]
pub enum CommandError {
    /// The input is invalid. Each line describes a problem, its position, and its solution. Exit status 2.
    Input(Vec<String>),
    /// A run or a comparison failed. Exit status 1.
    Run(String),
    /// The user pressed Ctrl-C. Exit status 130, as shells expect.
    Interrupted(String),
    /// The program that reads standard output closed it, such as `head`. No message is printed. Exit status 0.
    OutputClosed,
}

impl CommandError {
    pub fn input(message: impl Into<String>) -> Self {
        CommandError::Input(vec![message.into()])
    }

    /// An error that lists all issues of a document, after a heading with the document's name.
    pub fn issues(name: &str, issues: &[Issue]) -> Self {
        let count = issues.len();
        let mut lines =
            vec![if count == 1 { format!("{name}: 1 problem") } else { format!("{name}: {count} problems") }];
        lines.extend(issues.iter().map(|issue| format!("  {issue}")));
        CommandError::Input(lines)
    }

    /// The error of a run of the document with this name.
    pub fn of_run(name: &str, error: RunError) -> Self {
        match error {
            RunError::Invalid(issues) => Self::issues(name, &issues),
            RunError::Option(message) => Self::input(message),
            RunError::Failed(failure) => failure.into(),
            RunError::Write(error) => Self::of_output(&error),
            RunError::Stopped(at) => {
                Self::Interrupted(format!("Interrupted at {:.3} s; nothing was written.", to_secs(at)))
            }
        }
    }

    /// The error of a write to standard output, or to a file that gets its name at the end.
    pub fn of_output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Run(format!("The output could not be written: {error}.")),
        }
    }

    /// The message.
    pub fn text(&self) -> String {
        match self {
            CommandError::Input(lines) => lines.join("\n"),
            CommandError::Run(message) | CommandError::Interrupted(message) => message.clone(),
            CommandError::OutputClosed => String::new(),
        }
    }

    /// Prints the message to standard error and returns the exit status.
    pub fn report(&self) -> ExitCode {
        let status = match self {
            CommandError::Input(_) => 2,
            CommandError::Run(_) => 1,
            CommandError::Interrupted(_) => 130,
            CommandError::OutputClosed => return ExitCode::SUCCESS,
        };
        let text = self.text();
        // If standard error is closed, the exit status still reports the error.
        let _ = writeln!(std::io::stderr(), "{text}");
        ExitCode::from(status)
    }
}

impl From<world::Failure> for CommandError {
    fn from(failure: world::Failure) -> Self {
        CommandError::Run(failure.to_string())
    }
}
