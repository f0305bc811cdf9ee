//! Files that cannot be read, with the place of the problem, and damaged files: none stops a reader, and what is read can be drawn.

use crate::*;
use fairshare_measured::read::read;
use serde_json::{Value, json};
use sim_core::ground::rng::split_mix;

/// A table whose seventh line is this one.
fn table(seventh: &str) -> Vec<u8> {
    ["time,rate", "0,1", "1,2", "2,3", "3,4", "4,5", seventh, "6,7", ""].join("\n").into_bytes()
}

fn byte(at: usize) -> Value {
    json!({"byte": at})
}

fn field(path: &str) -> Value {
    json!({"field": path})
}

#[test]
fn a_problem_has_its_place() {
    let udp = String::from_utf8(tool("iperf3-udp.json")).expect("text");
    let many = udp.replacen("250504", "\"many\"", 1);
    let (before, after) = udp.split_at(udp.find("\"intervals\"").expect("intervals"));
    let without = format!("{before}{}", after.replacen("\"socket\"", "\"other\"", 1));
    let lo = tool("lo.pcap");
    let no_packets = pcap_of(&[], PcapFormat { little: true, link: 127, nanoseconds: false });
    let noise: Vec<u8> = (0..64).collect();
    let cases: Vec<(Vec<u8>, &str, Value)> = vec![
        (Vec::new(), "empty", json!({})),
        (b" \n \n".to_vec(), "empty", json!({})),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0".to_vec(), "empty", json!({})),
        (table("5,fast"), "notANumber", json!({"line": 7, "column": "rate"})),
        (table("five,6"), "notANumber", json!({"line": 7, "column": "time"})),
        (table("2.5,6"), "timesDecrease", json!({"line": 7, "column": "time"})),
        (b"Connecting to host a, port 5201\n".to_vec(), "iperf3Text", json!({})),
        (b"a,rate\n1,2\n".to_vec(), "noTimeColumn", json!({"line": 1})),
        (b"time,colour\n1,2\n".to_vec(), "noValueColumn", json!({"line": 1})),
        (b"1\n2\n".to_vec(), "noValueColumn", json!({"line": 1})),
        (many.into_bytes(), "wrongField", field("intervals[0].streams[0].bytes")),
        (without.into_bytes(), "missingField", field("intervals[0].streams[0].socket")),
        (br#"{"start":{},"error":"unable to connect"}"#.to_vec(), "toolError", field("error")),
        (b"{\n \"intervals\": [\n".to_vec(), "damagedJson", json!({"line": 3, "byte": 18})),
        (br#"{"v":1}"#.to_vec(), "unknownFormat", byte(0)),
        (noise, "unknownFormat", byte(0)),
        (lo[..20].to_vec(), "damagedCapture", byte(20)),
        (lo[..24].to_vec(), "noPackets", byte(24)),
        (lo[..50].to_vec(), "damagedCapture", byte(24)),
        (no_packets, "linkType", byte(20)),
        (br#"{"x_values":[0,1],"results":{}}"#.to_vec(), "noSeries", json!({})),
        (
            br#"{"x_values":[0,1],"results":{"TCP upload":[1]}}"#.to_vec(),
            "wrongField",
            field("results.TCP upload"),
        ),
        (
            b"\xcb\x59\x7c\xae\x82\xab\x72\x53\x02\0\0\0\0\0\0\0\x00\x06\0\0\0\0\0\0\x05\x01".to_vec(),
            "damagedFile",
            byte(16),
        ),
        (sample("ookla.json"), "speedTest", json!({})),
    ];
    for (file, code, place) in cases {
        let problem = problem_of(&file);
        let found = (problem.code, Value::from(problem.place));
        assert_eq!(found, (code, place), "{}", String::from_utf8_lossy(&file));
    }
}

#[test]
fn a_syntax_error_of_json_has_its_place() {
    for (text, at) in
        [("{\"a\": 1,}", 8), ("[1, 2", 5), ("{\"a\" 1}", 5), ("[1] 2", 4), ("[01]", 2), ("[\n1,\n}", 5)]
    {
        assert_eq!(problem_of(text.as_bytes()).place["byte"], at, "{text}");
    }
    // Deeply nested brackets do not exhaust the stack.
    assert_eq!(problem_of("[".repeat(2_000_000).as_bytes()).code, "damagedJson");
}

#[test]
fn a_gzip_that_ends_early_states_after_how_many_bytes() {
    let problem = problem_of(&tool("tcp_nup.flent.gz")[..5000]);
    assert_eq!(problem.code, "damagedGzip");
    assert!(problem.place["byte"].as_u64() > Some(5000), "{problem:?}");
}

#[test]
fn an_impossible_length_of_a_packet_states_its_place() {
    let packet = (1, 0, udp_packet(100, [1, 2]));
    let mut bytes =
        pcap_of(&[packet.clone(), packet], PcapFormat { little: false, link: 101, nanoseconds: false });
    let second = 24 + 16 + 128;
    bytes[second + 8..second + 12].copy_from_slice(&0x7fff_ffff_u32.to_be_bytes());
    let problem = problem_of(&bytes);
    assert_eq!((problem.code, &problem.place["byte"]), ("damagedCapture", &json!(second + 8)));
}

#[test]
fn sizes_are_limited() {
    assert_eq!(problem_of(&vec![0; 64_000_001]).code, "tooLarge");
    let rows = "1,2\n".repeat(1_000_001);
    let problem = problem_of(rows.as_bytes());
    assert_eq!((problem.code, &problem.place["line"]), ("tooManyRows", &json!(1_000_001)));
    // Blocks of zeros, each of 65,535 bytes in three bits of a fixed code, unpack to more than the limit.
    let bomb = [
        b"\x1f\x8b\x08\0\0\0\0\0\0\x03".to_vec(),
        miniz_oxide::deflate::compress_to_vec(&vec![0; 130_000_000], 1),
    ];
    assert_eq!(problem_of(&bomb.concat()).code, "unpacksTooLarge");
}

/// Changes a file at random: bits, half of them near the start, where the headers are, and its length.
fn damaged(original: &[u8], round: u64, state: &mut u64) -> Vec<u8> {
    let mut below = |bound: usize| usize::try_from(split_mix(state) >> 8).unwrap_or(0) % bound.max(1);
    let mut bytes = original.to_vec();
    for _ in 0..=below(12) {
        let end = if below(2) == 0 { bytes.len().min(400) } else { bytes.len() };
        let (at, bit) = (below(end), below(8));
        bytes[at] ^= 1 << bit;
    }
    if round.is_multiple_of(3) {
        let end = below(bytes.len());
        bytes.truncate(end);
    }
    bytes
}

#[test]
fn damaged_files_are_read_or_refused() {
    let samples = ["crusader.crr", "ss.txt", "webrtc_internals.json", "ookla.json"];
    let files = TOOLS.map(tool).into_iter().chain(samples.map(sample));
    let mut state = 7;
    for original in files {
        for round in 0..60 {
            let bytes = damaged(&original, round, &mut state);
            if let Ok(file) = read_for_charts(&bytes) {
                for one in &file.series {
                    let mut end = f64::NEG_INFINITY;
                    for ((start, next), value) in one.starts.iter().zip(&one.ends).zip(&one.values) {
                        assert!(value.is_finite() && *start >= end && next >= start, "{one:?}");
                        end = *next;
                    }
                }
            }
            if let Err(problem) = read(&bytes) {
                assert!(!problem.to_string().starts_with(' '), "{problem:?} has no sentence");
            }
        }
    }
}
