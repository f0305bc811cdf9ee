//! Instructions per packet-hop, counted by valgrind's cachegrind. Unlike times, the counts hardly vary
//! between measurements.

use super::one;
use crate::shared::error::CommandError;
use serde_json::Value;

/// Numbers of instructions, without the instructions of the set-up.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub per_hop: f64,
    /// Per packet that the senders sent, whether it was lost or not. Its hops and its acknowledgement are
    /// included.
    pub per_packet: f64,
}

const VALGRIND: [&str; 4] =
    ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];

/// Instructions of one of `parts` equal parts of a run. The document has the duration of the part.
pub fn count(document: &Value, recorded: bool, parts: usize) -> Result<Counts, CommandError> {
    let part = format!("--part={parts}");
    let arguments: &[&str] = if recorded { &["--recorded", &part] } else { &[] };
    let counted = |arguments: &[&str]| {
        let (measured, report) = one::measure(document, &VALGRIND, arguments)?;
        let count = parse_instructions(&report).ok_or_else(|| {
            CommandError::Run(format!("valgrind did not report the number of instructions:\n{report}"))
        })?;
        Ok::<_, CommandError>((measured, count))
    };
    let (run, whole) = counted(arguments)?;
    let (_, setup) = counted(&[arguments, &["--setup-only"]].concat())?;
    let per = |units: f64| (whole - setup) / units.max(1.0);
    Ok(Counts { per_hop: per(run.hops), per_packet: per(run.packets) })
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
