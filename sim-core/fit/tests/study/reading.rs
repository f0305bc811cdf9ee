//! Readers: what they read from files of the project's exports and of the real tools, and damaged files.

use crate::{FORMATS, cases, file};
use fairshare_fit::measurement::MeasuredBy;
use fairshare_fit::numbers;
use fairshare_fit::proposals::proposals;
use fairshare_fit::read::{self, MeasuredFile, read_series as read};
use fairshare_fit::search::Fit;
use serde_json::json;
use sim_core::ground::rng::split_mix;

const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/features/measured/formats/testData/");

fn sample(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/samples/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a sample")
}

fn tool(name: &str) -> Vec<u8> {
    std::fs::read(format!("{TOOLS}{name}")).expect("a file of a tool")
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
fn files_of_the_real_tools_are_read() {
    for (name, source) in [
        ("tcp_nup.flent.gz", MeasuredBy::Flent),
        ("iperf3-tcp.json", MeasuredBy::Iperf3),
        ("iperf3-two-streams.json", MeasuredBy::Iperf3),
        ("aioquic.qlog.gz", MeasuredBy::Qlog),
        ("lo.pcap", MeasuredBy::Capture),
        ("lo-nano.pcap", MeasuredBy::Capture),
        ("any-sll.pcap", MeasuredBy::Capture),
        ("any-sll2.pcap", MeasuredBy::Capture),
        ("ipv6.pcap", MeasuredBy::Capture),
        ("two-flows.pcapng", MeasuredBy::Capture),
    ] {
        let read = read(&tool(name)).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(read.source, source, "{name}");
        assert!(read.transfers[0].total() > 0.0, "{name}");
    }
    assert!(read(&tool("tun-raw.pcap")).expect_err("no TCP").0.contains("no TCP segment with data"));
}

/// The samples of Crusader are of a run on a line with 9 Mbit/s, 28 ms and 200 ms of buffer, and that of a call of one with 1.5 Mbit/s
/// and 40 ms. `ss` printed its sample on a loopback interface with `tbf rate 8mbit burst 6kb latency 150ms`.
#[test]
fn files_of_other_tools_have_the_numbers_of_their_lines() {
    for (name, source, bytes, [shortest, longest], controller) in [
        ("crusader.crr", MeasuredBy::Crusader, 10.5e6..11.3e6, [0.028, 0.23], None),
        ("crusader.json", MeasuredBy::Crusader, 10.5e6..11.3e6, [0.028, 0.23], None),
        ("ss.txt", MeasuredBy::Ss, 5.0e6..6.2e6, [0.000_051, 0.2], Some("cubic")),
        ("webrtc_internals.json", MeasuredBy::WebRtc, 4.5e6..5.6e6, [0.048, 0.07], Some("gcc")),
    ] {
        let read = read(&sample(name)).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!((read.source, read.controller), (source, controller), "{name}");
        let total: f64 = read.transfers.iter().map(|flow| flow.total()).sum();
        assert!(bytes.contains(&total), "{name}: {total}");
        let least = read.least_rtt().expect("round trips");
        assert!((least / shortest - 1.0).abs() < 0.1, "{name}: {least}");
        let greatest = read.timed().iter().filter_map(|flow| flow.greatest_rtt).fold(0.0, f64::max);
        assert!((0.75 * longest..1.1 * longest).contains(&greatest), "{name}: {greatest}");
    }
    assert_eq!(read(&sample("crusader.crr")), read(&sample("crusader.json")));
}

#[test]
fn speed_tests_have_the_direction_in_which_a_ping_waits() {
    for (name, rate, [ping, loaded], assumed) in [
        ("ookla.json", 28.144e6, [0.0179, 0.2516], &["upload"][..]),
        ("cloudflare.json", 28.1e6, [0.0182, 0.25], &["upload"]),
        ("network_quality.json", 28.1e6, [0.0178, 0.242], &["upload", "both_directions"]),
    ] {
        let Ok(MeasuredFile::SpeedTest(test)) = read::read(&sample(name)) else { panic!("{name}") };
        assert_eq!((test.rate, test.assumed.as_slice()), (rate, assumed), "{name}");
        assert!((test.ping - ping).abs() < 1e-9 && (test.loaded - loaded).abs() < 1e-9, "{name}: {test:?}");
        let (_, answer) = numbers::answer(&test).expect("an answer");
        assert!(answer.wait > 0.2, "{name}");
    }
}

#[test]
fn lines_to_paste_shape_the_direction_that_was_measured() {
    let upload = String::from_utf8(sample("ookla.json")).expect("text");
    let download = upload.replace("upload", "-").replace("download", "upload").replace('-', "download");
    for (text, device, option) in
        [(upload, "dev eth0 root cake", "upload"), (download, "dev ifb0 root cake", "download")]
    {
        let Ok(MeasuredFile::SpeedTest(test)) = read::read(text.as_bytes()) else { panic!("{text}") };
        let (measured, answer) = numbers::answer(&test).expect("an answer");
        let all = proposals(&answer, &measured);
        let lines = &all.iter().find(|one| one.id == "cake").expect("a proposal").lines;
        assert!(lines[0].text.contains(device), "{lines:?}");
        assert!(lines[1].text.starts_with(&format!("uci set sqm.@queue[0].{option}=")), "{lines:?}");
    }
}

#[test]
fn tables_are_read_by_their_headings() {
    let text = "time (s),rate (Mbit/s),rtt (ms)\n0,4,31\n1,8,44\n2,8,50\n";
    let read = read(text.as_bytes()).expect("a table");
    assert!((read.transfers[0].total() - 1.5e6).abs() < 1.0);
    assert_eq!(read.least_rtt(), Some(0.031));
}

#[test]
fn problems_say_where_they_are_and_what_to_do() {
    for (file, part) in [
        (&b""[..], "empty"),
        (b"\x1f\x8b\x08", "damaged"),
        (b"{\"x_values\": [1,", "Line 1, column 16"),
        (b"{\"a\": 1}", "none of the fields"),
        (br#"[{"ping": 18.2, "jitter": 0.5, "upload": 28.1, "download": 149.4}]"#, "149.4 and 28.1 Mbit/s and the ping 18.2 ms, but"),
        (br#"{"stream_groups": [], "pings": []}"#, "no download or upload of its own"),
        (br#"{"PeerConnections": {"1-1": {"stats": {}}}}"#, "Make the dump while the call runs"),
        (b"ESTAB 0 0 10.0.0.1:5 10.0.0.2:6\n\t cubic rtt:30/2 mss:1448 cwnd:10 bytes_acked:5\n", "Line 2: the time is missing"),
        (b"\xcb\x59\x7c\xae\x82\xab\x72\x53\x00\0\0\0\0\0\0\0", "Byte 8: this version"),
        (b"\xcb\x59\x7c\xae\x82\xab\x72\x53\x02\0\0\0\0\0\0\0\x00\x06\0\0\0\0\0\0\x05\x01", "Byte 16: the file is damaged"),
        (b"{\"error\": \"unable to connect\"}", "unable to connect"),
        (b"a,b\n1,2\n", "name the columns"),
        (b"Connecting to host a, port 5201\n[ ID] Interval\n", "--json"),
        (b"time,rate\n1,5\n0,5\n", "Line 3"),
        (
            br#"{"intervals": [{"streams": [{"socket": 5, "start": 0, "end": 1, "seconds": 1, "bytes": 1e6, "retransmits": -3}]}]}"#,
            "The flow stream 5 has",
        ),
        (b"\xff\xfe\x00\x01", "neither a text nor a capture"),
    ] {
        let problem = read(file).expect_err("no measurement").0;
        assert!(problem.contains(part), "{problem}");
    }
}

/// Files with random bytes changed, and files that end early, are read or refused.
#[test]
fn damaged_files_are_read_or_refused() {
    let names = ["tcp_nup.flent.gz", "iperf3-tcp.json", "aioquic.qlog.gz", "two-flows.pcapng", "lo.pcap"];
    let mut files: Vec<Vec<u8>> = names.map(tool).to_vec();
    let others = ["crusader.crr", "ss.txt", "webrtc_internals.json", "ookla.json"];
    files.extend(others.iter().map(|name| sample(name)));
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
