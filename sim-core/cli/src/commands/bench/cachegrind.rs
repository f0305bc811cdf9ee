//! Instructions per packet-hop, counted by valgrind's cachegrind. Unlike times, the counts hardly vary
//! between measurements.

use std::process::Command;

use super::dumbbells::Dumbbell;
use super::one;
use crate::shared::error::CommandError;

/// Instructions per packet-hop of one of `parts` equal parts of a dumbbell's run, without the instructions of
/// the set-up. The dumbbell has the duration of the part.
pub fn per_hop(dumbbell: &Dumbbell, recorded: bool, parts: usize) -> Result<f64, CommandError> {
    per_hop_of(&dumbbell.name, &|setup_only| {
        let mut arguments = one::arguments(dumbbell, recorded, setup_only);
        arguments.push(format!("--part={parts}"));
        arguments
    })
}

/// Instructions per packet-hop of this program; see [`counts_of`].
pub fn per_hop_of(name: &str, arguments: &dyn Fn(bool) -> Vec<String>) -> Result<f64, CommandError> {
    Ok(counts_of(name, arguments)?.per_hop)
}

/// Numbers of instructions, without the instructions of the set-up.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub per_hop: f64,
    /// Per packet that the senders sent, whether it was lost or not. Its hops and its acknowledgement are
    /// included.
    pub per_packet: f64,
}

/// Instructions of this program. `arguments(setup_only)` returns the program's arguments for a complete run,
/// or for the set-up only.
pub fn counts_of(name: &str, arguments: &dyn Fn(bool) -> Vec<String>) -> Result<Counts, CommandError> {
    let (whole, output) = count_instructions(arguments(false))?;
    let (setup, _) = count_instructions(arguments(true))?;
    let measurement: serde_json::Value = serde_json::from_str(output.trim())
        .map_err(|_| CommandError::Run(format!("The measurement of {name} failed.")))?;
    let per = |unit: &str| (whole - setup) / measurement[unit].as_f64().unwrap_or(1.0).max(1.0);
    Ok(Counts { per_hop: per("packet_hops"), per_packet: per("packets_sent") })
}

fn count_instructions(arguments: Vec<String>) -> Result<(f64, String), CommandError> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(one::current_program()?)
        .args(arguments)
        .output()
        .map_err(|_| {
            CommandError::Run("valgrind could not be started; on Debian, `apt install valgrind`.".to_owned())
        })?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let instructions = parse_instructions(&report).ok_or_else(|| {
        CommandError::Run(format!("valgrind did not report the number of instructions:\n{report}"))
    })?;
    Ok((instructions, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Parses the number in `==123== I   refs:      1,234,567`.
fn parse_instructions(report: &str) -> Option<f64> {
    let line = report.lines().find(|line| line.contains("refs:") && line.contains(" I "))?;
    let digits: String = line.rsplit(':').next()?.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[test]
fn parses_the_report_of_cachegrind() {
    assert_eq!(parse_instructions("==1== x\n==1== I refs:        1,234,567\n"), Some(1_234_567.0));
    assert_eq!(parse_instructions("==1== I   refs:      89\n"), Some(89.0));
    assert_eq!(parse_instructions("no counts"), None);
}
