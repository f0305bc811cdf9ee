//! All networks with one controller, and the report.

use std::fmt;

use serde_json::Value;

use crate::check::{Network, Verdict};
use crate::controller::Controller;
use crate::networks::networks;
use crate::run::Run;

/// The run of one network.
#[derive(Clone, Debug)]
pub struct Trial {
    pub network: &'static str,
    pub verdicts: Vec<Verdict>,
    /// A share link that shows the run.
    pub link: String,
}

/// The runs of a controller on several networks.
#[derive(Clone, Debug)]
pub struct Battery {
    pub name: String,
    pub trials: Vec<Trial>,
}

impl Network {
    /// Runs a controller on this network and checks the run. The error is a sentence.
    pub fn try_controller(&self, controller: &mut dyn Controller) -> Result<Trial, String> {
        Ok(self.judge(&Run::new(&self.document, controller)?))
    }

    fn judge(&self, run: &Run) -> Trial {
        let verdicts = self.checks.iter().map(|check| check.verdict(run, self)).collect();
        Trial { network: self.id, verdicts, link: run.link() }
    }
}

impl Battery {
    /// Runs a new controller on each of the networks.
    ///
    /// # Panics
    ///
    /// If a run cannot be computed, which is a fault of the testbed.
    pub fn run(new: impl Fn() -> Box<dyn Controller>) -> Self {
        Self::of(new().name(), |network| network.try_controller(&mut *new()))
    }

    /// Runs one of Fairshare's own algorithms with these settings on each of the networks.
    ///
    /// # Panics
    ///
    /// If there is no such algorithm, or if it does not have these settings.
    pub fn built_in(algorithm: &str, params: &Value) -> Self {
        Self::of(&format!("Fairshare {algorithm}"), |network| {
            Ok(network.judge(&Run::built_in(&network.document, algorithm, params.clone())?))
        })
    }

    fn of(name: &str, run: impl Fn(&Network) -> Result<Trial, String>) -> Self {
        let one = |network: &Network| match run(network) {
            Ok(trial) => trial,
            Err(error) => panic!("{}: {error}", network.id),
        };
        Battery { name: name.to_owned(), trials: networks().iter().map(one).collect() }
    }

    /// The results of the networks where a requirement does not hold.
    pub fn failures(&self) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(|trial| trial.verdicts.iter().any(|verdict| !verdict.holds))
    }

    /// Fails a test if a requirement does not hold, with the sentences and links.
    ///
    /// # Panics
    ///
    /// With the report.
    pub fn assert(&self) {
        assert!(self.failures().next().is_none(), "{self}");
    }
}

/// The failures, each with its sentences and its link.
impl fmt::Display for Battery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.failures().count();
        writeln!(
            f,
            "{}: {} of {} networks passed.",
            self.name,
            self.trials.len() - failed,
            self.trials.len()
        )?;
        for trial in self.failures() {
            writeln!(f, "\n{}", trial.network)?;
            for verdict in trial.verdicts.iter().filter(|verdict| !verdict.holds) {
                writeln!(f, "  {}", verdict.sentence)?;
            }
            writeln!(f, "  {}", trial.link)?;
        }
        if failed > 0 {
            writeln!(
                f,
                "\nA link follows the address of Fairshare's page; a file with it can be run with `fairshare run`."
            )?;
        }
        Ok(())
    }
}
