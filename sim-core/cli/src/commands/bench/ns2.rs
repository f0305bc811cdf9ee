//! Runs the dumbbells in ns-2, if `ns` is installed. The time of a run is the user time of its process minus
//! the user time of a process that only builds the network.

use std::path::PathBuf;
use std::process::Command;

use super::dumbbells::{Dumbbell, PACKET};
use crate::shared::error::CommandError;
use crate::shared::{output, processor};

const SCRIPT: &str = include_str!("../../../../simulation/benches/ns2/dumbbell.tcl");

pub struct Ns2 {
    script: PathBuf,
}

/// The packet-hops of a run, and user times in seconds: `whole` for complete runs, and `setup` for runs that
/// only build the network. Entries with the same index were measured consecutively.
pub struct Ns2Runs {
    pub hops: f64,
    pub whole: Vec<f64>,
    pub setup: Vec<f64>,
}

impl Ns2Runs {
    pub fn ns_per_hop(&self) -> Vec<f64> {
        self.whole.iter().zip(&self.setup).map(|(whole, setup)| (whole - setup) * 1e9 / self.hops).collect()
    }
}

impl Ns2 {
    /// Returns ns-2 if it is installed and its processor time can be measured.
    pub fn find() -> Option<Self> {
        processor::children_time()?;
        let script = std::env::temp_dir().join(format!("fairshare-{}.tcl", std::process::id()));
        output::write_file(&script, SCRIPT).ok()?;
        let ns2 = Ns2 { script };
        let reply = Command::new("ns").arg(&ns2.script).arg("probe").output().ok()?;
        (String::from_utf8_lossy(&reply.stdout).trim() == "ns-2 dumbbell").then_some(ns2)
    }

    fn command(&self, dumbbell: &Dumbbell, mode: &str) -> Command {
        let mut command = Command::new("ns");
        let tcp = if dumbbell.tcp == "reno" { "Reno" } else { "Sack1" };
        command.arg(&self.script).arg(mode).args([
            tcp.to_owned(),
            dumbbell.tcp_flows.to_string(),
            dumbbell.tfrc_flows.to_string(),
            dumbbell.rate.to_string(),
            dumbbell.rtt.to_string(),
            dumbbell.duration.to_string(),
            dumbbell.buffer().to_string(),
            PACKET.to_string(),
        ]);
        command
    }

    /// Runs the script. Returns its output and its user time in seconds.
    fn run_timed(&self, dumbbell: &Dumbbell, mode: &str) -> Result<(String, f64), CommandError> {
        let before = processor::children_time().unwrap_or_default();
        let output = self
            .command(dumbbell, mode)
            .output()
            .map_err(|error| CommandError::Run(format!("ns could not be started: {error}.")))?;
        let user_time = processor::children_time().unwrap_or_default() - before;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(CommandError::Run(format!("ns failed on dumbbell {}: {message}", dumbbell.name)));
        }
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), user_time.as_secs_f64()))
    }

    /// Counts the packet-hops of a run with queue monitors. The monitors take time, so this run is not timed.
    pub fn count_hops(&self, dumbbell: &Dumbbell) -> Result<Ns2Runs, CommandError> {
        let (text, _) = self.run_timed(dumbbell, "count")?;
        let hops = text.trim().strip_prefix("hops ").and_then(|n| n.parse().ok());
        let hops =
            hops.ok_or_else(|| CommandError::Run(format!("ns did not report the number of hops: {text}")))?;
        Ok(Ns2Runs { hops, whole: Vec::new(), setup: Vec::new() })
    }

    pub fn run(&self, dumbbell: &Dumbbell, runs: &mut Ns2Runs) -> Result<(), CommandError> {
        runs.whole.push(self.run_timed(dumbbell, "run")?.1);
        runs.setup.push(self.run_timed(dumbbell, "setup")?.1);
        Ok(())
    }
}

impl Drop for Ns2 {
    fn drop(&mut self) {
        // An error is ignored: a file that remains in the temporary folder does no harm.
        let _ = std::fs::remove_file(&self.script);
    }
}
