//! Instructions per packet-hop, counted by valgrind's cachegrind: steady where seconds are not.

use std::process::Command;

use super::dumbbells::Dumbbell;
use super::one;
use crate::failure::Failure;

/// Instructions of a run less those of its set-up, for each packet-hop.
pub fn per_hop(dumbbell: &Dumbbell, recorded: bool) -> Result<f64, Failure> {
    per_hop_of(&dumbbell.name, &|setup_only| one::arguments(dumbbell, recorded, setup_only))
}

/// The same of what this program does with these arguments, which depend on whether only set-up is wanted.
pub fn per_hop_of(name: &str, arguments: &dyn Fn(bool) -> Vec<String>) -> Result<f64, Failure> {
    let (whole, output) = count(arguments(false))?;
    let (setup, _) = count(arguments(true))?;
    let read: serde_json::Value = serde_json::from_str(output.trim())
        .map_err(|_| Failure::Run(format!("The measurement of {name} failed.")))?;
    Ok((whole - setup) / read["packet_hops"].as_f64().unwrap_or(1.0).max(1.0))
}

fn count(arguments: Vec<String>) -> Result<(f64, String), Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(one::own_program()?)
        .args(arguments)
        .output()
        .map_err(|_| {
            Failure::Run("valgrind could not be started; on Debian, `apt install valgrind`.".to_owned())
        })?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let counted = instructions(&said)
        .ok_or_else(|| Failure::Run(format!("valgrind did not say how many instructions ran:\n{said}")))?;
    Ok((counted, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// The number in `==123== I   refs:      1,234,567`.
fn instructions(said: &str) -> Option<f64> {
    let line = said.lines().find(|line| line.contains("refs:") && line.contains(" I "))?;
    let digits: String = line.rsplit(':').next()?.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[test]
fn reads_what_cachegrind_says() {
    assert_eq!(instructions("==1== x\n==1== I refs:        1,234,567\n"), Some(1_234_567.0));
    assert_eq!(instructions("==1== I   refs:      89\n"), Some(89.0));
    assert_eq!(instructions("no counts"), None);
}
