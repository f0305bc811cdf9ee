//! What is read from files of the project's exports and of speed tests, and damaged files: all can be estimated or are refused.

use crate::{FORMATS, cases, file};
use fairshare_fit::numbers;
use fairshare_fit::proposals::proposals;
use fairshare_fit::search::Fit;
use fairshare_measured::read::{self, MeasuredFile, read_series as read};
use serde_json::json;
use sim_core::ground::rng::split_mix;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../measured/tests/");

fn measured_file(path: &str) -> Vec<u8> {
    std::fs::read(format!("{FILES}{path}")).expect("a file")
}

/// A short upload.
fn upload() -> serde_json::Value {
    json!({"v": 1, "duration": 3, "seed": 1, "network": {"forward": {"rate": 4e6, "delay": 0.01}},
        "flows": [cases::probe(), {"id": "t1", "algorithm": "cubic", "packet": 1500, "start": 1}]})
}

#[test]
fn each_export_gives_the_bytes_and_the_round_trips_of_the_run() {
    for (name, format) in FORMATS {
        let read = read(&file(&upload(), format)).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let flow = &read.transfers[0];
        // 2 s at 4 Mbit/s, less the time of slow start.
        assert!((0.7e6..1.02e6).contains(&flow.total()), "{name}: {}", flow.total());
        let least = flow.least_rtt.expect("round trips");
        assert!((0.02..0.06).contains(&least), "{name}: {least}");
        assert_eq!(read.pings.len(), usize::from(name == "flent"), "{name}");
    }
}

#[test]
fn lines_to_paste_shape_the_direction_that_was_measured() {
    let upload = String::from_utf8(measured_file("samples/ookla.json")).expect("text");
    let download = upload.replace("upload", "-").replace("download", "upload").replace('-', "download");
    for (text, device, option) in
        [(upload, "dev eth0 root cake", "upload"), (download, "dev ifb0 root cake", "download")]
    {
        let Ok(MeasuredFile::SpeedTest(test)) = read::read(text.as_bytes()) else { panic!("{text}") };
        let (measured, answer) = numbers::answer(&test).expect("an answer");
        assert!(answer.wait > 0.2, "{text}");
        let all = proposals(&answer, &measured);
        let lines = &all.iter().find(|one| one.id == "cake").expect("a proposal").lines;
        assert!(lines[0].text.contains(device), "{lines:?}");
        assert!(lines[1].text.starts_with(&format!("uci set sqm.@queue[0].{option}=")), "{lines:?}");
    }
}

/// Files with random bytes changed, and files that end early, are read or refused.
#[test]
fn damaged_files_are_read_or_refused() {
    let names =
        ["tools/tcp_nup.flent.gz", "tools/two-flows.pcapng", "samples/crusader.crr", "samples/ss.txt"];
    let mut files: Vec<Vec<u8>> = names.map(measured_file).to_vec();
    files.extend(FORMATS.iter().map(|(_, format)| file(&upload(), *format)));
    let mut state = 7;
    for original in &files {
        for round in 0..20_u64 {
            let mut damaged = original.clone();
            for _ in 0..1 + round % 4 {
                let at = usize::try_from(split_mix(&mut state)).unwrap_or(0) % damaged.len();
                damaged[at] = split_mix(&mut state).to_le_bytes()[0];
            }
            if round % 3 == 0 {
                damaged.truncate(usize::try_from(split_mix(&mut state)).unwrap_or(0) % damaged.len());
            }
            if let Ok(read) = read(&damaged) {
                // What can be read can be estimated or refused.
                let _ = Fit::new(read);
            }
        }
    }
}
