//! The same dumbbells in ns-2, when `ns` is installed: a process of its own, timed by its user time, less the user time
//! of building the same network and running nothing.

use std::path::PathBuf;
use std::process::Command;

use super::cpu;
use super::dumbbells::{Dumbbell, PACKET};
use crate::failure::Failure;
use crate::output;

const SCRIPT: &str = include_str!("../../../benches/ns2/dumbbell.tcl");

pub struct Ns2 {
    script: PathBuf,
}

/// User seconds of whole runs and of set-up alone, in pairs.
pub struct Runs {
    pub hops: f64,
    pub whole: Vec<f64>,
    pub setup: Vec<f64>,
}

impl Runs {
    pub fn ns_per_hop(&self) -> Vec<f64> {
        self.whole.iter().zip(&self.setup).map(|(whole, setup)| (whole - setup) * 1e9 / self.hops).collect()
    }
}

impl Ns2 {
    /// ns-2 if it is here and its time can be told.
    pub fn find() -> Option<Self> {
        cpu::children_time()?;
        let script = std::env::temp_dir().join(format!("fairshare-{}.tcl", std::process::id()));
        output::write_file(&script, SCRIPT).ok()?;
        let ns2 = Ns2 { script };
        let answer = Command::new("ns").arg(&ns2.script).arg("probe").output().ok()?;
        (String::from_utf8_lossy(&answer.stdout).trim() == "ns-2 dumbbell").then_some(ns2)
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

    /// What the script prints, and the user time it took.
    fn timed(&self, dumbbell: &Dumbbell, mode: &str) -> Result<(String, f64), Failure> {
        let before = cpu::children_time().unwrap_or_default();
        let output = self
            .command(dumbbell, mode)
            .output()
            .map_err(|error| Failure::Run(format!("ns could not be started: {error}.")))?;
        let took = cpu::children_time().unwrap_or_default() - before;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(Failure::Run(format!("ns failed on dumbbell {}: {said}", dumbbell.name)));
        }
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), took.as_secs_f64()))
    }

    /// Packet-hops of a run, from a queue monitor, which costs time: counted once, apart.
    pub fn count_hops(&self, dumbbell: &Dumbbell) -> Result<Runs, Failure> {
        let (said, _) = self.timed(dumbbell, "count")?;
        let hops = said.trim().strip_prefix("hops ").and_then(|n| n.parse().ok());
        let hops = hops.ok_or_else(|| Failure::Run(format!("ns did not count hops: {said}")))?;
        Ok(Runs { hops, whole: Vec::new(), setup: Vec::new() })
    }

    pub fn run(&self, dumbbell: &Dumbbell, runs: &mut Runs) -> Result<(), Failure> {
        runs.whole.push(self.timed(dumbbell, "run")?.1);
        runs.setup.push(self.timed(dumbbell, "setup")?.1);
        Ok(())
    }
}

impl Drop for Ns2 {
    fn drop(&mut self) {
        // A file left in the temporary folder does no harm.
        let _ = std::fs::remove_file(&self.script);
    }
}
