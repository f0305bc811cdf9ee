//! Each example behaves like the algorithm after which it is named.

use crate::support::{Draws, call, program, set, value};
use fairshare_script::examples::EXAMPLES;
use fairshare_script::{Budget, Listener, Machine, Nobody, RATE, WINDOW, show};

/// A machine of an example, with the first window and threshold of a TCP.
fn example(id: &str) -> Machine {
    let source = EXAMPLES.iter().find(|example| example.id == id).expect("an example").source;
    let mut machine = Machine::new(&program(source), 7, Budget::default()).expect("starts");
    machine.set_control(0, 10.0);
    machine.set_control(1, f64::MAX);
    machine
}

/// Runs a handler of the window level, as the host does.
fn run(machine: &mut Machine, handler: &str) {
    let index = WINDOW.handler(handler).expect("a handler");
    machine.call(index, &mut Nobody).unwrap_or_else(|fault| panic!("{handler}: {fault}"));
}

/// Handles congestion as the host does: the window becomes the threshold, unless the program assigns the window itself.
fn congest(machine: &mut Machine, handler: &str, base: f64) {
    set(machine, "base", base);
    let has_own = machine.program().handles(WINDOW.handler(handler).expect("a handler"));
    let handler = if has_own { handler } else { "on_congestion" };
    run(machine, handler);
    if !machine.program().assigns(WINDOW.handler(handler).expect("a handler"), 0) {
        let threshold = machine.control(1);
        machine.set_control(0, threshold);
    }
    if handler == "on_timeout" {
        machine.set_control(0, 1.0);
    }
}

/// A sender with a greedy application on a link of 1000 packets per second with a base round-trip time of 50 ms
/// and `buffer` packets of buffer, in steps of one round trip. Packets that find more than `threshold` packets in the queue are marked.
struct Path {
    buffer: f64,
    threshold: f64,
    now: f64,
}

const RATE_OF_LINK: f64 = 1000.0;
const BASE_RTT: f64 = 0.05;
const BDP: f64 = RATE_OF_LINK * BASE_RTT;

impl Path {
    /// Runs one round trip. Returns the packets in the queue at its end.
    fn round(&mut self, machine: &mut Machine) -> f64 {
        let window = machine.control(0);
        let pacing = machine.control(2);
        let sent = if pacing > 0.0 { window.min(pacing * BASE_RTT) } else { window };
        let queue = (sent - BDP).max(0.0);
        let rtt = BASE_RTT + queue / RATE_OF_LINK;
        let (lost, marked) = (queue > self.buffer, queue > self.threshold);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a window is positive and small"
        )]
        let packets = sent as usize;
        let marks = if marked { sent - BDP - self.threshold } else { 0.0 };
        for (input, value) in [
            ("rtt", rtt),
            ("srtt", rtt),
            ("min_rtt", BASE_RTT),
            ("delivery_rate", sent / rtt),
            ("in_flight", sent),
            ("acked", 1.0),
            ("packet", 1500.0),
        ] {
            set(machine, input, value);
        }
        for _ in 0..packets {
            self.now += rtt / packets as f64;
            set(machine, "now", self.now);
            set(machine, "delivered", 1.0);
            set(machine, "window_limited", 1.0);
            run(machine, "on_ack");
            run(machine, "on_every_ack");
        }
        for (input, value) in [("delivered", sent), ("marks", marks), ("losses", 0.0), ("round_rtt", rtt)] {
            set(machine, input, value);
        }
        run(machine, "on_round");
        if lost || marked {
            set(machine, "by_mark", f64::from(u8::from(!lost)));
            congest(machine, "on_congestion", sent);
        }
        queue
    }

    /// The windows after each of `rounds` round trips, and the queues.
    fn rounds(machine: &mut Machine, rounds: usize, threshold: f64) -> Vec<(f64, f64)> {
        let mut path = Path { buffer: 50.0, threshold, now: 0.0 };
        run(machine, "on_start");
        (0..rounds)
            .map(|_| {
                let queue = path.round(machine);
                (machine.control(0), queue)
            })
            .collect()
    }
}

fn mean(values: &[(f64, f64)], field: impl Fn(&(f64, f64)) -> f64) -> f64 {
    values.iter().map(field).sum::<f64>() / values.len() as f64
}

/// Runs random events through a machine and through the same rules in Rust, and compares window and threshold
/// to the last bit.
fn compare(machine: &mut Machine, mut rules: impl FnMut(&Event, &mut (f64, f64))) {
    let mut draws = Draws(5);
    let mut window = (10.0, f64::MAX);
    let mut now = 0.0;
    for step in 0..50_000 {
        now += draws.unit() * 0.01;
        let base = (window.0 * (0.5 + 0.5 * draws.unit())).floor();
        let srtt = 0.02 + 0.1 * draws.unit();
        let acked = draws.below(4) as f64;
        let event = Event { kind: draws.below(300), acked, base, now, srtt };
        for (input, value) in [("now", now), ("srtt", srtt), ("acked", acked)] {
            set(machine, input, value);
        }
        rules(&event, &mut window);
        match event.kind {
            0 => {
                congest(machine, "on_timeout", base);
                window.0 = 1.0;
                machine.set_control(0, 1.0);
            }
            1 => {
                congest(machine, "on_congestion", base);
                window.0 = window.1;
            }
            _ => run(machine, "on_ack"),
        }
        let found = (machine.control(0).to_bits(), machine.control(1).to_bits());
        assert_eq!(found, (window.0.to_bits(), window.1.to_bits()), "step {step}: {event:?}");
    }
    assert!(window.0 > 2.0);
}

/// An event: a timeout (0), a loss (1), or an acknowledgement.
#[derive(Debug)]
struct Event {
    kind: usize,
    acked: f64,
    base: f64,
    now: f64,
    srtt: f64,
}

#[test]
fn there_are_ten_examples_of_at_most_seventy_lines() {
    assert_eq!(EXAMPLES.len(), 10);
    for example in EXAMPLES {
        let lines = example.source.lines().count();
        assert!(lines <= 70, "{}: {lines} lines", example.id);
        assert!(example.source.starts_with("# "), "{} begins with what it is", example.id);
    }
    let code = |id: &str| {
        let source = EXAMPLES.iter().find(|example| example.id == id).expect("an example").source;
        source.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count()
    };
    assert!(code("reno") <= 12);
}

#[test]
fn reno_computes_the_same_bits_as_its_rules_in_rust() {
    // The rules of sim-core/engine/src/protocols/reno_rules.rs.
    compare(&mut example("reno"), |event, (cwnd, ssthresh)| match event.kind {
        0 | 1 => *ssthresh = (event.base / 2.0).max(2.0),
        _ if *cwnd < *ssthresh => *cwnd += event.acked.min(2.0),
        _ => *cwnd += event.acked / *cwnd,
    });
}

#[test]
fn aimd_computes_the_same_bits_as_its_rules_in_rust() {
    for (alpha, beta) in [(1.0, 0.5), (0.2, 0.125)] {
        let mut machine = example("aimd");
        assert!(machine.set_setting(0, alpha) && machine.set_setting(1, beta));
        compare(&mut machine, |event, (cwnd, ssthresh)| match event.kind {
            0 | 1 => *ssthresh = ((1.0 - beta) * event.base).max(2.0),
            _ if *cwnd < *ssthresh => *cwnd += event.acked.min(2.0),
            _ => *cwnd += alpha * event.acked / *cwnd,
        });
    }
}

#[test]
fn cubic_computes_the_same_bits_as_its_rules_in_rust() {
    // The rules of sim-core/engine/src/protocols/cubic.rs, with times in seconds.
    let (c, beta) = (0.4, 0.7);
    let (mut w_max, mut prior, mut after_timeout) = (0.0, 0.0, false);
    // Start, K, Reno's window and its increase.
    let mut epoch: Option<(f64, f64, f64, f64)> = None;
    compare(&mut example("cubic"), |event, (cwnd, ssthresh)| {
        if event.kind < 2 {
            w_max = if *cwnd < w_max { *cwnd * (1.0 + beta) / 2.0 } else { *cwnd };
            prior = *cwnd;
            *ssthresh = (event.base * beta).max(2.0);
            (epoch, after_timeout) = (None, event.kind == 0);
            return;
        }
        if *cwnd < *ssthresh {
            epoch = None;
            *cwnd += event.acked.min(2.0);
            return;
        }
        let (start, k, mut w_est, mut alpha) = epoch.unwrap_or_else(|| {
            if after_timeout || *cwnd >= w_max {
                (w_max, after_timeout) = (*cwnd, false);
            }
            let k = if *cwnd >= w_max { 0.0 } else { libm::cbrt((w_max - *cwnd) / c) };
            (event.now, k, *cwnd, 3.0 * (1.0 - beta) / (1.0 + beta))
        });
        let curve = |t: f64| c * (t - k) * (t - k) * (t - k) + w_max;
        let t = event.now - start;
        let target = curve(t + event.srtt).max(*cwnd).min(1.5 * *cwnd);
        w_est += alpha * event.acked / *cwnd;
        if w_est >= prior {
            alpha = 1.0;
        }
        if curve(t) < w_est {
            *cwnd = cwnd.max(w_est);
        } else {
            *cwnd += event.acked * (target - *cwnd) / *cwnd;
        }
        epoch = Some((start, k, w_est, alpha));
    });
}

#[test]
fn reno_aimd_and_cubic_fill_the_link_with_a_saw_tooth() {
    for id in ["reno", "aimd", "cubic"] {
        let windows = &Path::rounds(&mut example(id), 500, f64::MAX)[100..];
        let (least, most) = windows.iter().fold((f64::MAX, 0.0_f64), |(a, b), &(w, _)| (a.min(w), b.max(w)));
        // A loss occurs above 50 packets in flight and 50 in the buffer, and reduces the window to a half or
        // to 0.7.
        assert!((99.0..110.0).contains(&most) && (48.0..75.0).contains(&least), "{id}: {least} to {most}");
    }
}

#[test]
fn vegas_keeps_two_to_four_packets_in_the_queue() {
    let mut machine = example("vegas");
    let windows = Path::rounds(&mut machine, 300, f64::MAX);
    assert!(windows[200..].iter().all(|&(_, queue)| (1.9..=4.1).contains(&queue)), "{:?}", &windows[200..]);
    assert!((1.5..=4.1).contains(&value(&machine, "backlog")));
}

#[test]
fn the_delay_target_is_kept() {
    let windows = Path::rounds(&mut example("delay-target"), 500, f64::MAX);
    // 20 ms are 20 packets.
    let queue = mean(&windows[400..], |&(_, queue)| queue);
    assert!((18.0..22.0).contains(&queue), "{queue}");
}

#[test]
fn dctcp_keeps_a_short_queue_and_its_window_near_the_bdp() {
    let windows = &Path::rounds(&mut example("dctcp"), 600, 10.0)[300..];
    let queue = mean(windows, |&(_, queue)| queue);
    let least = windows.iter().map(|&(window, _)| window).fold(f64::MAX, f64::min);
    assert!((3.0..12.0).contains(&queue), "{queue}");
    assert!(least > 45.0, "a Reno would shrink to 30: {least}");
}

#[test]
fn bbr_finds_the_rate_of_the_link_and_keeps_a_short_queue() {
    let mut machine = example("bbr");
    let windows = Path::rounds(&mut machine, 200, f64::MAX);
    let (bandwidth, queue) = (value(&machine, "bandwidth"), mean(&windows[100..], |&(_, queue)| queue));
    assert!((0.95 * RATE_OF_LINK..1.05 * RATE_OF_LINK).contains(&bandwidth), "{bandwidth}");
    assert!(queue < 5.0, "{queue}");
}

#[test]
fn the_empty_example_never_grows_and_says_what_happens() {
    let mut machine = example("empty");
    let windows = Path::rounds(&mut machine, 10, f64::MAX);
    assert!(windows.iter().all(|&(window, _)| window == 10.0));
    set(&mut machine, "base", 8.0);
    let heard = call(&mut machine, "on_congestion").expect("runs");
    let (sentence, values) = &heard.sentences[0];
    let text = machine.program().sentences()[*sentence].fill(values);
    assert_eq!(text, "Congestion with 8 packets in flight: the window becomes 4");
}

/// Gives a report to a sender with a rate. Returns the rate afterwards.
fn report(machine: &mut Machine, inputs: &[(&str, f64)]) -> f64 {
    for &(input, value) in inputs {
        machine.set_input(RATE.input(input).expect("an input"), value);
    }
    let handler = RATE.handler("on_report").expect("a handler");
    machine.call(handler, &mut Nobody).unwrap_or_else(|fault| panic!("{fault}"));
    machine.control(0)
}

#[test]
fn lda_plus_grows_by_the_smallest_of_three_increases() {
    let mut machine = example("lda-plus");
    machine.set_control(0, 1e6);
    let known = [("packet", 1000.0), ("period", 5.0), ("rtt", 0.1), ("bottleneck", 2e6), ("loss", 0.0)];
    // Additive: (2 - 0.5) 10 000 = 15 000. Exponential: (1 - e^-0.5) 1e6 = 393 469. TCP: 51 / 0.2 x 8000 = 2.04e6.
    assert_eq!(report(&mut machine, &known), 1_015_000.0);
    // Close to the bottleneck the exponential increase is the smallest: (1 - e^(0.9999 - 1)) 1 999 800.
    machine.set_control(0, 1_999_800.0);
    let rate = report(&mut machine, &[]);
    let expected = 1_999_800.0 * (1.0 - libm::exp(-0.0001));
    assert!((rate - 1_999_800.0 - expected).abs() < 1e-6, "{}", show(rate));
    // A long round-trip time: TCP's growth is (5 / 10 + 1) / 20 x 8000 = 600.
    machine.set_control(0, 1e6);
    machine.restart().expect("starts");
    assert_eq!(report(&mut machine, &[("rtt", 10.0)]), 1_000_600.0);
    // A loss of 4 % takes a share of 0.2 away, and the increase begins anew.
    assert_eq!(report(&mut machine, &[("loss", 0.04)]), 1_000_600.0 * (1.0 - 0.04_f64.sqrt()));
    assert_eq!(value(&machine, "increase"), 10_000.0);
}

#[test]
fn tfrc_follows_the_equation_of_tcp() {
    let mut machine = example("tfrc");
    machine.set_control(0, 1e5);
    let inputs = [("packet", 1000.0), ("rtt", 0.1), ("received_rate", 1e5), ("loss_events", 0.0)];
    assert_eq!(report(&mut machine, &inputs), 2e5, "slow start doubles the rate");
    // RFC 5348 section 3.1 with p = 0.01 and t_RTO = 4 R:
    // 8000 / (0.1 sqrt(0.02 / 3) + 0.4 x 3 sqrt(0.03 / 8) x 0.01 x 1.0032) = 8000 / 0.0089021 = 898 668.
    let rate = report(&mut machine, &[("loss_events", 0.01), ("received_rate", 1e6)]);
    assert!((rate - 898_668.0).abs() < 200.0, "{}", show(rate));
    let limited = report(&mut machine, &[("received_rate", 1e5)]);
    assert_eq!(limited, 2e5, "at most twice what arrives");
}

#[test]
fn every_example_can_be_saved_and_restored_between_calls() {
    /// Keeps a hash of everything that it hears.
    struct Hash(u64);
    impl Listener for Hash {
        fn signal(&mut self, signal: usize, value: f64) {
            self.0 = self.0.wrapping_mul(31).wrapping_add(value.to_bits() ^ signal as u64);
        }
        fn say(&mut self, sentence: usize, values: &[f64]) {
            values.iter().for_each(|value| self.signal(sentence, *value));
        }
    }
    for example in EXAMPLES {
        let program = program(example.source);
        let interface = program.interface();
        let mut whole = Machine::new(&program, 3, Budget::default()).expect("starts");
        whole.set_control(0, 10.0);
        whole.set_control(1, 50.0);
        let mut parts = whole.clone();
        let (mut first, mut second) = (Hash(0), Hash(0));
        let mut draws = Draws(11);
        for step in 0..2000 {
            for input in 0..interface.inputs.len() {
                let value = 0.5 + draws.unit();
                whole.set_input(input, value);
                parts.set_input(input, value);
            }
            let handler = draws.below(interface.handlers.len());
            let outcomes = (whole.call(handler, &mut first), parts.call(handler, &mut second));
            assert_eq!(outcomes, (Ok(()), Ok(())), "{} at step {step}", example.id);
            if step % 7 == 0 {
                let saved = parts.save();
                parts = Machine::new(&program, 99, Budget::default()).expect("starts");
                assert!(parts.restore(&saved));
            }
            assert!(whole == parts && first.0 == second.0, "{} at step {step}", example.id);
        }
    }
}
