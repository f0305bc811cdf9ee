//! Measurements: what is read from files of the real tools and of samples.

use crate::*;
use fairshare_measured::measurement::MeasuredBy;
use fairshare_measured::read::{self, MeasuredFile};

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
        let read = measurement(&tool(name));
        assert_eq!(read.source, source, "{name}");
        assert!(read.transfers[0].total() > 0.0, "{name}");
    }
    assert_eq!(read_series(&tool("tun-raw.pcap")).expect_err("no TCP").code, "noTcp");
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
        let read = measurement(&sample(name));
        assert_eq!((read.source, read.controller), (source, controller), "{name}");
        let total: f64 = read.transfers.iter().map(|flow| flow.total()).sum();
        assert!(bytes.contains(&total), "{name}: {total}");
        let least = read.least_rtt().expect("round trips");
        assert!((least / shortest - 1.0).abs() < 0.1, "{name}: {least}");
        let greatest = read.timed().iter().filter_map(|flow| flow.greatest_rtt).fold(0.0, f64::max);
        assert!((0.75 * longest..1.1 * longest).contains(&greatest), "{name}: {greatest}");
    }
    assert_eq!(measurement(&sample("crusader.crr")), measurement(&sample("crusader.json")));
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
    }
}

#[test]
fn tables_are_read_by_their_headings() {
    let text = "time (s),rate (Mbit/s),rtt (ms)\n0,4,31\n1,8,44\n2,8,50\n";
    let read = measurement(text.as_bytes());
    assert!((read.transfers[0].total() - 1.5e6).abs() < 1.0);
    assert_eq!(read.least_rtt(), Some(0.031));
}

#[test]
fn problems_say_where_they_are_and_what_to_do() {
    for (file, part) in [
        (&b""[..], "empty"),
        (b"\x1f\x8b\x08", "damaged"),
        (b"{\"x_values\": [1,", "ends early. Was the measurement complete when the file was copied? Place: line 1, byte 16."),
        (b"{\"a\": 1}", "none of the formats"),
        (br#"[{"ping": 18.2, "jitter": 0.5, "upload": 28.1, "download": 149.4}]"#, "no ping under load. Run ping during a test, and type the three numbers. Found: 149.4, 28.1 Mbit/s, 18.2 ms"),
        (br#"{"stream_groups": [], "pings": []}"#, "no download or upload of its own"),
        (br#"{"PeerConnections": {"1-1": {"stats": {}}}}"#, "Make the dump while the call runs"),
        (b"ESTAB 0 0 10.0.0.1:5 10.0.0.2:6\n\t cubic rtt:30/2 mss:1448 cwnd:10 bytes_acked:5\n", "Run date +%s.%N before each ss -tin, as “Your line” shows. Place: line 2."),
        (b"\xcb\x59\x7c\xae\x82\xab\x72\x53\x00\0\0\0\0\0\0\0", "Convert the file with “crusader export”. Place: byte 8."),
        (b"\xcb\x59\x7c\xae\x82\xab\x72\x53\x02\0\0\0\0\0\0\0\x00\x06\0\0\0\0\0\0\x05\x01", "The file is damaged here. Copy it again. Place: byte 16."),
        (b"{\"error\": \"unable to connect\"}", "unable to connect"),
        (b"a,b\n1,2\n", "No column has the times. Name one “time (s)”. Place: line 1. Found: a, b"),
        (b"Connecting to host a, port 5201\n[ ID] Interval\n", "--json"),
        (b"time,rate\n1,5\n0,5\n", "Place: line 3, column “time”. Found: 0"),
        (
            br#"{"intervals": [{"streams": [{"socket": 5, "start": 0, "end": 1, "seconds": 1, "bytes": 1e6, "retransmits": -3}]}]}"#,
            "Found: stream 5",
        ),
        (b"\xff\xfe\x00\x01", "none of the formats"),
    ] {
        let problem = read::read(file).expect_err("no measurement").to_string();
        assert!(problem.contains(part), "{problem}");
    }
}
