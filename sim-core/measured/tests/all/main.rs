//! What is read from files of the real tools (tests/tools/README.md), from samples of other tools, from files that `fairshare export`
//! wrote, and from damaged files.

mod charts;
mod problems;
mod reading;

use fairshare_measured::measurement::Measurement;
use fairshare_measured::problem::ReadProblem;
use fairshare_measured::read::{read_for_charts, read_series};
use fairshare_measured::series::{ImportedFile, ImportedSeries};

/// The files of the real tools.
const TOOLS: [&str; 14] = [
    "tcp_nup.flent.gz",
    "iperf3-tcp.json",
    "iperf3-two-streams.json",
    "iperf3-udp.json",
    "iperf3-bidir.json",
    "iperf3-reverse.json",
    "aioquic.qlog.gz",
    "lo.pcap",
    "lo-nano.pcap",
    "any-sll.pcap",
    "any-sll2.pcap",
    "ipv6.pcap",
    "tun-raw.pcap",
    "two-flows.pcapng",
];

fn file(path: &str) -> Vec<u8> {
    std::fs::read(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a file")
}

fn sample(name: &str) -> Vec<u8> {
    file(&format!("tests/samples/{name}"))
}

fn tool(name: &str) -> Vec<u8> {
    file(&format!("tests/tools/{name}"))
}

/// A file that `fairshare export` wrote.
fn own_export(name: &str) -> Vec<u8> {
    file(&format!("../exports/tests/data/{name}"))
}

fn measurement(bytes: &[u8]) -> Measurement {
    read_series(bytes).unwrap_or_else(|problem| panic!("{problem}"))
}

fn charts(bytes: &[u8]) -> ImportedFile {
    read_for_charts(bytes).unwrap_or_else(|problem| panic!("{problem}"))
}

fn problem_of(bytes: &[u8]) -> ReadProblem {
    read_for_charts(bytes).expect_err("the file cannot be read")
}

/// The first series of a quantity whose name contains a text.
fn find<'a>(file: &'a ImportedFile, quantity: &str, part: &str) -> &'a ImportedSeries {
    let mut of = file.series.iter().filter(|one| one.quantity == quantity);
    of.find(|one| one.name.to_string().contains(part)).unwrap_or_else(|| panic!("no {quantity} of {part}"))
}

fn mean(series: &ImportedSeries) -> f64 {
    series.values.iter().sum::<f64>() / series.values.len() as f64
}

/// The number of bytes that were sent according to a series of rates.
fn bytes_in(series: &ImportedSeries) -> f64 {
    let times = series.starts.iter().zip(&series.ends);
    times.zip(&series.values).map(|((start, end), value)| value * (end - start) / 8.0).sum()
}

#[track_caller]
fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() <= within, "{value} is not near {expected}");
}

/// A UDP packet in IPv4 with a payload of `payload` bytes.
fn udp_packet(payload: u16, ports: [u16; 2]) -> Vec<u8> {
    let mut packet = vec![0; 28 + usize::from(payload)];
    packet[0] = 0x45;
    packet[2..4].copy_from_slice(&(28 + payload).to_be_bytes());
    packet[9] = 17;
    packet[12..20].copy_from_slice(&[10, 0, 0, 1, 10, 0, 0, 2]);
    packet[20..22].copy_from_slice(&ports[0].to_be_bytes());
    packet[22..24].copy_from_slice(&ports[1].to_be_bytes());
    packet
}

/// How a pcap file is written.
#[derive(Clone, Copy)]
struct PcapFormat {
    little: bool,
    link: u32,
    nanoseconds: bool,
}

/// A pcap file of packets with their links' headers, each with its time as seconds and fraction.
fn pcap_of(packets: &[(u32, u32, Vec<u8>)], format: PcapFormat) -> Vec<u8> {
    let number = |value: u32| if format.little { value.to_le_bytes() } else { value.to_be_bytes() };
    let magic = if format.nanoseconds { 0xa1b2_3c4d } else { 0xa1b2_c3d4 };
    let mut bytes = [magic, 0, 0, 0, 65_535, format.link].map(number).concat();
    for (seconds, fraction, data) in packets {
        let length = u32::try_from(data.len()).expect("a packet");
        bytes.extend([*seconds, *fraction, length, length].map(number).concat());
        bytes.extend(data);
    }
    bytes
}
