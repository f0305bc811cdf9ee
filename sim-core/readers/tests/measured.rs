//! Captures, and files of flent, iperf3, qlog, Crusader, speed tests and others.

use super::mutate::check_inputs;
use super::{changed, folder, outcome};
use fairshare_measured::read::{MeasuredFile, read, read_for_charts};
use miniz_oxide::inflate::decompress_to_vec;
use std::fs;

#[test]
fn captures_and_files_of_tools_are_read_or_refused() {
    let folders = [folder("sim-core/measured/tests/tools"), folder("sim-core/measured/tests/samples")];
    let mut seeds: Vec<Vec<u8>> = folders
        .iter()
        .flatten()
        .filter(|file| file.extension().is_none_or(|extension| extension != "md"))
        .map(|file| fs::read(file).unwrap())
        .collect();
    // The content of a packed file can be changed more usefully than its bytes.
    let contents = seeds.iter().filter(|seed| seed.starts_with(&[0x1f, 0x8b]));
    let contents: Vec<Vec<u8>> =
        contents.filter_map(|seed| decompress_to_vec(seed.get(header_of(seed)..)?).ok()).collect();
    assert!(!contents.is_empty());
    seeds.extend(contents);
    seeds.push(b"time (s),rate (Mbit/s),rtt (ms)\n0,4,31\n1,8,44\n2,8,50\n".to_vec());
    check_inputs(2000, changed(&seeds), |bytes, _| {
        if let Ok(file) = read_for_charts(bytes) {
            for one in &file.series {
                let mut times = one.starts.iter().zip(&one.ends);
                if !one.values.iter().all(|value| value.is_finite())
                    || !times.all(|(start, end)| start <= end)
                {
                    return Err(format!("no chart can show {}", one.name));
                }
            }
        }
        let read = read(bytes);
        let series = read.iter().filter_map(|file| match file {
            MeasuredFile::Series(measured) => Some(measured),
            MeasuredFile::SpeedTest(_) => None,
        });
        for flow in series.flat_map(|measured| &measured.transfers) {
            let bytes = flow.bytes.iter().chain(&flow.lost);
            let times = flow.rtt.iter().flatten().chain(&flow.least_rtt).chain(&flow.greatest_rtt);
            if let Some(number) = bytes.chain(times).find(|number| !number.is_finite() || **number < 0.0) {
                return Err(format!("the flow {} has the number {number}", flow.name));
            }
        }
        outcome(read.map_err(|problem| problem.to_string()))
    });
}

/// The length of the header of a gzip file that may state a name.
fn header_of(gzip: &[u8]) -> usize {
    let name = gzip.iter().skip(10).position(|byte| *byte == 0).map_or(0, |length| length + 1);
    10 + if gzip[3] & 8 == 0 { 0 } else { name }
}
