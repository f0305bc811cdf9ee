//! The series of files for charts. The expected numbers come from the tools: sums of tshark's fields, and of the files' own bytes.

use crate::*;
use serde_json::{Value, json};

#[test]
fn flent_has_the_rates_and_round_trips_of_the_file() {
    let file = charts(&tool("tcp_nup.flent.gz"));
    assert_eq!(file.format, "flent");
    let sum = find(&file, "rate", "TCP upload sum");
    assert_eq!(sum.values.len(), 31);
    near(mean(sum), 7_184_231.7, 0.5);
    // The first of 26 empty steps of 0.2 s is at 0; the first value is the mean from 5.0 s to 5.2 s, after the first ping at -0.2 s.
    near(sum.ends[0], 5.4, 1e-9);
    near(sum.ends[0] - sum.starts[0], 0.2, 1e-9);
    near(mean(find(&file, "rtt", "TCP upload::1 tcp_rtt")), 0.060_046_6, 5e-7);
    let ping = find(&file, "rtt", "Ping (ms) ICMP");
    assert_eq!(ping.values.len(), 79);
    near(mean(ping), 0.034_066, 5e-6);
    // Windows and shares are in no chart.
    let is_shown = |part: &str| file.series.iter().any(|one| one.name.to_string().contains(part));
    assert!(!["cwnd", "fairness", "var"].into_iter().any(is_shown));
}

#[test]
fn flent_of_an_export_is_read() {
    let file = charts(&own_export("run.flent.gz"));
    assert_eq!(find(&file, "rate", "TCP upload::1").values[..3], [600_000.0, 1_920_000.0, 2_040_000.0]);
    near(find(&file, "rtt", "Ping (ms) ICMP").values[1], 0.086, 1e-6);
}

#[test]
fn iperf3_has_the_bytes_of_its_intervals() {
    for (name, expected) in [
        ("iperf3-tcp.json", &[376_000.0][..]),
        ("iperf3-two-streams.json", &[7_481_816.0, 4_461_288.0, 3_020_528.0]),
        ("iperf3-udp.json", &[1_000_568.0]),
        ("iperf3-bidir.json", &[2_759_888.0, 1_643_480.0]),
        ("iperf3-reverse.json", &[2_790_296.0]),
    ] {
        let file = charts(&tool(name));
        assert_eq!(file.format, "iperf3");
        let rates: Vec<f64> = file.series.iter().filter(|one| one.quantity == "rate").map(bytes_in).collect();
        assert_eq!(rates.len(), expected.len(), "{name}");
        // An interval that begins before the end of the previous interval is shortened by less than 0.1 %.
        for (rate, expected) in rates.iter().zip(expected) {
            near(*rate, *expected, 1e-3 * expected);
        }
    }
}

#[test]
fn streams_of_iperf3_have_directions_and_round_trips() {
    let file = charts(&tool("iperf3-bidir.json"));
    assert_eq!(find(&file, "rtt", "\"number\":1").values.len(), 4);
    assert_eq!(find(&file, "rate", "\"number\":1").name["received"], false);
    assert_eq!(find(&file, "rate", "\"number\":2").name["received"], true);
    near(find(&charts(&tool("iperf3-two-streams.json")), "rtt", "\"number\":1").values[2], 0.086_618, 1e-9);
}

#[test]
fn the_lines_of_json_stream_are_read() {
    let interval = |start: u32| {
        json!({"event": "interval", "data": {"streams": [{"socket": 5, "start": start, "end": start + 1, "bytes": 1000,
            "rtt": 20_000, "sender": true}], "sum": {}}})
    };
    let text = format!(
        "{{\"event\":\"start\",\"data\":{{}}}}\n{}\n{}\n{{\"event\":\"end\",\"data\":{{}}}}\n",
        interval(0),
        interval(1)
    );
    let problem = problem_of(text.as_bytes());
    assert_eq!((problem.code, &problem.place["field"]), ("missingField", &json!("line 2: data.sum.start")));
    let file = charts(text.replace(",\"sum\":{}", "").as_bytes());
    assert_eq!(find(&file, "rate", "\"number\":1").values, [8000.0, 8000.0]);
    assert_eq!(find(&file, "rtt", "\"number\":1").values, [0.02, 0.02]);
}

#[test]
fn qlog_of_aioquic_has_its_packets_and_round_trips() {
    let file = charts(&tool("aioquic.qlog.gz"));
    assert_eq!(file.format, "qlog");
    near(bytes_in(find(&file, "rate", "\"sent\",\"vantage\":\"server\"")), 124_674.0, 1e-3);
    near(bytes_in(find(&file, "rate", "received")), 3343.0, 1e-3);
    let rtt = find(&file, "rtt", "server");
    assert_eq!(rtt.values.len(), 50);
    near(rtt.values[3], 0.007_719_084, 1e-9);
}

#[test]
fn the_sequence_that_a_run_is_exported_to_has_all_packets() {
    let bytes = own_export("run.sqlog");
    let text = String::from_utf8(bytes.clone()).expect("text");
    let sent = text.lines().filter(|line| line.contains("\"quic:packet_sent\""));
    let lengths: Vec<f64> = sent
        .map(|line| {
            let event: Value = serde_json::from_str(line.trim_start_matches('\u{1e}')).expect("JSON");
            event["data"]["raw"]["length"].as_f64().expect("a length")
        })
        .collect();
    assert!(lengths.len() > 50);
    let file = charts(&bytes);
    near(bytes_in(find(&file, "rate", "sent")), lengths.iter().sum(), 1e-3);
    assert_eq!(file.notes, Vec::<Value>::new());
}

#[test]
fn a_broken_record_of_a_sequence_is_skipped_and_counted() {
    let records = [
        "{\"trace\":{}}",
        "{\"time\":1,\"name\":\"x:packet_sent\",\"data\":{\"raw\":{\"length\":100}}}",
        "{\"time\":2,\"na",
    ];
    let file = charts(records.map(|record| format!("\u{1e}{record}\n")).concat().as_bytes());
    assert_eq!(file.notes, [json!({"code": "skippedLines", "lines": 1, "first": 3})]);
    near(bytes_in(find(&file, "rate", "sent")), 100.0, 1e-6);
}

#[test]
fn times_of_qlog_may_be_relative_and_events_lists() {
    let event = |time: u32| json!({"time": time, "name": "quic:recovery_metrics_updated", "data": {"smoothed_rtt": time}});
    let relative = json!({"qlog_version": "0.4", "traces": [
        {"common_fields": {"time_format": "relative_to_previous_event"}, "events": [event(10), event(20), event(30)]}]});
    let rtt = &charts(relative.to_string().as_bytes()).series[0];
    assert_eq!(rtt.starts, [0.0, 0.02, 0.05]);
    let listed = json!({"qlog_version": "draft-01", "traces": [
        {"event_fields": ["relative_time", "category", "event_type", "data"],
         "events": [[5, "transport", "PACKET_SENT", {"header": {"packet_size": 500}}]]}]});
    near(bytes_in(&charts(listed.to_string().as_bytes()).series[0]), 500.0, 1e-6);
}

/// The sums of tshark's `ip.len`, or `ipv6.plen` with 40 bytes for each header.
#[test]
fn captures_have_the_bytes_of_each_five_tuple() {
    for (name, expected) in [
        ("lo.pcap", &[381_089, 5052, 995, 481][..]),
        ("lo-nano.pcap", &[381_141, 5104, 1152, 1048]),
        ("any-sll.pcap", &[381_141, 5104, 1152, 1048]),
        ("any-sll2.pcap", &[381_141, 5104, 1152, 1048]),
        ("ipv6.pcap", &[66_725, 4616, 693, 516]),
        ("two-flows.pcapng", &[363_245, 21_097, 14_144, 1281, 1122, 848]),
    ] {
        let file = charts(&tool(name));
        let rates: Vec<_> = file.series.iter().filter(|one| one.quantity == "rate").collect();
        assert_eq!(rates.len(), expected.len(), "{name}");
        for (rate, expected) in rates.iter().zip(expected) {
            near(bytes_in(rate), f64::from(*expected), 0.5);
        }
    }
}

#[test]
fn raw_ip_has_packets_of_version_4_and_6() {
    let file = charts(&tool("tun-raw.pcap"));
    near(file.series.iter().map(bytes_in).sum(), 51_956.0, 0.5);
    let names: Vec<_> = file.series.iter().map(|one| one.name.clone()).collect();
    let flow = |from: &str, to: &str| json!({"kind": "flow", "protocol": "UDP", "from": from, "to": to});
    assert_eq!(names, [flow("A:6000", "B:7000"), flow("C:6000", "D:7000")]);
}

#[test]
fn hosts_are_letters_so_the_page_receives_no_addresses() {
    for name in ["lo.pcap", "ipv6.pcap", "two-flows.pcapng"] {
        let names: String = charts(&tool(name)).series.iter().map(|one| one.name.to_string()).collect();
        assert!(names.contains("\"from\":\"A:"), "{names}");
        assert!(!["127.0", "::1", "7f00"].iter().any(|part| names.contains(part)), "{names}");
    }
    let sockets = charts(&sample("ss.txt"));
    assert!(sockets.series.iter().all(|one| one.name["kind"] == "stream"), "{sockets:?}");
}

#[test]
fn the_round_trips_of_a_slow_link_are_those_that_tshark_finds() {
    let file = charts(&tool("two-flows.pcapng"));
    // tshark also takes acknowledgements of retransmissions, so the means are close, not equal.
    near(mean(find(&file, "rtt", "A:45006")), 0.065, 0.015);
    near(mean(find(&charts(&tool("lo.pcap")), "rtt", "\"from\":\"A:48346\"")), 2.7e-5, 5e-6);
}

#[test]
fn each_link_type_is_read_in_both_byte_orders_and_units_of_time() {
    let ethernet = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 8, 0];
    let vlan = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0x81, 0, 0, 7, 8, 0];
    let cooked = [0, 0, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0];
    let cooked_2 = [8, 0, 0, 0, 0, 0, 0, 1, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0];
    let links: [(u32, &[u8]); 9] = [
        (1, &ethernet),
        (1, &vlan),
        (113, &cooked),
        (276, &cooked_2),
        (101, &[]),
        (228, &[]),
        (0, &[2, 0, 0, 0]),
        (0, &[0, 0, 0, 2]),
        (108, &[0, 0, 0, 2]),
    ];
    for (link, header) in links {
        let data = [header, &udp_packet(972, [1000, 2000])].concat();
        for (little, nanoseconds) in [(true, true), (true, false), (false, true), (false, false)] {
            let later = if nanoseconds { 250_000_000 } else { 250_000 };
            let packets = [(1_700_000_000, 0, data.clone()), (1_700_000_000, later, data.clone())];
            let file = charts(&pcap_of(&packets, PcapFormat { little, link, nanoseconds }));
            assert_eq!(file.series.len(), 1, "{link}");
            near(bytes_in(&file.series[0]), 2000.0, 1e-6);
            near(*file.series[0].starts.last().expect("a value"), 0.25, 1e-9);
        }
    }
}

#[test]
fn the_capture_that_a_run_is_exported_to_has_its_bytes() {
    let file = charts(&own_export("run.pcapng"));
    assert_eq!(file.format, "pcapng");
    // The sums of tshark's `ip.len`.
    near(bytes_in(find(&file, "rate", "TCP")), 156_052.0, 1e-3);
    near(bytes_in(find(&file, "rate", "UDP")), 3000.0, 1e-3);
    assert!(find(&file, "rtt", "TCP").values.len() > 30);
}

#[test]
fn a_capture_that_ends_within_a_packet_is_read_up_to_there() {
    let file = charts(&tool("lo.pcap")[..10_000]);
    let note = &file.notes[0];
    assert_eq!(note["code"], "endsEarly");
    assert!((9800..10_000).contains(&note["byte"].as_u64().expect("a byte")), "{note}");
    assert!(note["packets"].as_u64() > Some(80), "{note}");
}

#[test]
fn packets_centuries_apart_do_not_make_centuries_of_bins() {
    let packets = [0, u32::MAX - 1].map(|seconds| (seconds, 0, udp_packet(100, [1, 2])));
    let file = charts(&pcap_of(&packets, PcapFormat { little: true, link: 101, nanoseconds: false }));
    assert!(file.series[0].values.len() <= 20_000);
}

#[test]
fn the_flows_with_the_most_bytes_are_listed() {
    let packet = |index: u16| (u32::from(index), 0, udp_packet(index, [index + 1, 9]));
    let packets: Vec<_> = (0..500).map(packet).collect();
    let file = charts(&pcap_of(&packets, PcapFormat { little: true, link: 101, nanoseconds: false }));
    assert_eq!(file.series.len(), 40);
    assert_eq!(file.series[0].name["from"], "A:500");
    assert_eq!(file.notes, [json!({"code": "moreFlows", "shown": 40, "all": 500})]);
}

#[test]
fn titles_of_tables_have_units_in_several_dialects() {
    for text in [
        "time (s),rate (Mbit/s),rtt (ms)\n0,1.5,20\n1,2.5,30\n",
        "time_s;rate_mbps;ping_ms\r\n0;1,5;20\r\n1;2,5;30\r\n",
        "\u{feff}# made by hand\nt\tthroughput [kbit/s]\tround-trip time [s]\n10\t1500\t0.02\n11\t2500\t0.03\n",
        "timestamp,goodput (bit/s),latency (us)\n2026-11-23T10:00:00Z,1500000,20000\n2026-11-23T10:00:01Z,2500000,30000\n",
        "\"Time (ms)\",\"Rate, measured (kB/s)\",\"RTT (ms)\"\n0,187.5,20\n1000,312.5,30\n",
    ] {
        let file = charts(text.as_bytes());
        let rounded = |values: &[f64], factor: f64| -> Vec<String> {
            values.iter().map(|value| format!("{:.6}", value * factor)).collect()
        };
        let (rate, rtt) = (find(&file, "rate", ""), find(&file, "rtt", ""));
        assert_eq!(rounded(&rate.values, 1e-6), ["1.500000", "2.500000"], "{text}");
        assert_eq!(rounded(&rtt.values, 1e3), ["20.000000", "30.000000"], "{text}");
        assert_eq!(rounded(&rate.starts, 1.0), ["0.000000", "1.000000"], "{text}");
        assert_eq!(rounded(&rate.ends, 1.0), ["1.000000", "2.000000"], "{text}");
    }
}

#[test]
fn dates_have_leap_days_and_offsets() {
    let text = "date,rate\n2024-02-28,1\n2024-03-01T01:00:00+01:00,2\n2025-03-01T00:00:00.5Z,3\n";
    let file = charts(text.as_bytes());
    assert_eq!(file.series[0].starts, [0.0, 2.0 * 86_400.0, 367.0 * 86_400.0 + 0.5]);
}

#[test]
fn tables_without_titles_have_seconds_and_bits() {
    let file = charts(b"0 1000\n1 2000\n2 nan\n3 3000\n");
    assert_eq!(file.series[0].values, [1000.0, 2000.0, 3000.0]);
    assert_eq!(file.series[0].starts, [0.0, 1.0, 3.0]);
    assert_eq!(file.notes, [json!({"code": "assumedUnit", "column": "2", "unit": "bit/s"})]);
}

#[test]
fn delays_are_no_rates() {
    let quantities: Vec<_> =
        charts(b"t,delay (ms)\n0,5\n1,6\n").series.iter().map(|one| one.quantity).collect();
    assert_eq!(quantities, ["delay"]);
}

#[test]
fn files_with_intervals_only_have_their_flows() {
    for (name, format, rate) in [
        ("crusader.crr", "crusader", "\"number\":1"),
        ("ss.txt", "ss", "\"number\":1"),
        ("webrtc_internals.json", "webrtc", "call"),
    ] {
        let (file, measured) = (charts(&sample(name)), measurement(&sample(name)));
        assert_eq!(file.format, format);
        near(bytes_in(find(&file, "rate", rate)), measured.transfers[0].total(), 1e-3);
        assert!(file.series.iter().any(|one| one.quantity == "rtt"), "{name}");
    }
}
