//! The results of the examples never change. Every shared result depends on them.

use crate::support::{Draws, Heard, program};
use fairshare_script::examples::EXAMPLES;
use fairshare_script::{Budget, Machine};

/// FNV-1a of some numbers.
fn hash(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().flat_map(u64::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A hash of everything that 3000 calls of an example compute: controls, variables, random numbers, operations,
/// signals and values of sentences.
fn results(source: &str) -> u64 {
    let program = program(source);
    let interface = program.interface();
    let mut machine = Machine::new(&program, 3, Budget::default()).expect("starts");
    machine.set_control(0, 10.0);
    machine.set_control(1, 50.0);
    let (mut draws, mut heard) = (Draws(17), Heard::default());
    for _ in 0..3000 {
        for input in 0..interface.inputs.len() {
            machine.set_input(input, 0.01 + draws.unit());
        }
        machine.call(draws.below(interface.handlers.len()), &mut heard).expect("runs");
    }
    let saved = machine.save();
    let signals = heard.signals.iter().map(|(_, value)| value.to_bits());
    let said = heard.sentences.iter().flat_map(|(_, values)| values.iter().map(|value| value.to_bits()));
    let values = saved.values.iter().map(|value| value.to_bits());
    hash(values.chain([saved.random, saved.operations]).chain(signals).chain(said))
}

/// A program with every operator and function.
const EVERYTHING: &str = "
    var x = 0.5
    var a[8] = 1
    fn mixed(u, v) { return cbrt(u) * exp(-v) + ln(1 + u) - log2(2 + v) + pow(1 + u, v) + sqrt(u + v) }
    on_every_ack {
      let i = floor(8 * random())
      a[i] += mixed(rtt, delivered) / (1 + srtt) % 3
      x = clamp(x + sign(a[i] - 2) * round(3 * rtt) - ceil(srtt), -100, 100)
      for j in 0..4 { if a[j] > x or not in_recovery { x -= abs(min_rtt - rtt) } }
      signal x = x
    }
    on_ack { cwnd = max(abs(x), 2) }
    on_round { if is_finite(x) and x != 0 { cwnd = min(1 / abs(x), 1e6) } }";

#[test]
fn results_never_change() {
    let mut found: Vec<(&str, u64)> =
        EXAMPLES.iter().map(|example| (example.id, results(example.source))).collect();
    found.push(("everything", results(EVERYTHING)));
    assert_eq!(found, FROZEN, "{found:#x?}");
}

const FROZEN: [(&str, u64); 11] = [
    ("empty", 0x6392_f6bc_e5a3_7fb0),
    ("reno", 0xb5be_76ff_3083_39e6),
    ("aimd", 0xf637_bae2_6cc0_241b),
    ("cubic", 0x0090_efc4_c0fd_fd3e),
    ("vegas", 0x791b_6820_68d3_9faa),
    ("delay-target", 0x23a3_c421_d138_85a4),
    ("dctcp", 0x24c3_9482_0d1a_5600),
    ("bbr", 0x4690_7979_b210_1107),
    ("lda-plus", 0xc132_6cce_85f1_e82e),
    ("tfrc", 0x870d_e29a_5a17_1b88),
    ("everything", 0xbc94_c75b_9a65_0efe),
];

#[test]
fn the_code_of_reno_has_the_expected_instructions() {
    let source = EXAMPLES.iter().find(|example| example.id == "reno").expect("an example").source;
    let listing = program(source).listing();
    let names: Vec<&str> = listing
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(_, text)| text.split('(').next().unwrap_or(""))
        .collect();
    let expected = [
        "Halt",
        "JumpLessEqual",
        "Min",
        "Add",
        "Control",
        "Jump",
        "Divide",
        "Add",
        "Control",
        "Halt",
        "Divide",
        "Max",
        "Control",
        "Halt",
    ];
    assert_eq!(names, expected, "{listing}");
}
