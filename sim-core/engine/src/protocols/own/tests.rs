use super::{rate, window};
use fairshare_script::{RATE, WINDOW};

#[test]
fn the_positions_of_window_rules_are_those_of_the_language() {
    use window::{control, handler, input};
    let handlers = [
        ("on_start", handler::START),
        ("on_ack", handler::ACK),
        ("on_every_ack", handler::EVERY_ACK),
        ("on_round", handler::ROUND),
        ("on_congestion", handler::CONGESTION),
        ("on_timeout", handler::TIMEOUT),
    ];
    let inputs = [
        ("now", input::NOW),
        ("rtt", input::RTT),
        ("min_rtt", input::MIN_RTT),
        ("srtt", input::SRTT),
        ("in_flight", input::IN_FLIGHT),
        ("delivery_rate", input::DELIVERY_RATE),
        ("packet", input::PACKET),
        ("acked", input::ACKED),
        ("delivered", input::DELIVERED),
        ("marks", input::MARKS),
        ("losses", input::LOSSES),
        ("round_rtt", input::ROUND_RTT),
        ("in_recovery", input::IN_RECOVERY),
        ("window_limited", input::WINDOW_LIMITED),
        ("base", input::BASE),
        ("by_mark", input::BY_MARK),
    ];
    let controls =
        [("cwnd", control::CWND), ("ssthresh", control::SSTHRESH), ("pacing_rate", control::PACING_RATE)];
    assert!(handlers.iter().all(|(name, at)| WINDOW.handler(name) == Some(*at)));
    assert!(inputs.iter().all(|(name, at)| WINDOW.input(name) == Some(*at)));
    assert!(controls.iter().all(|(name, at)| WINDOW.control(name) == Some(*at)));
    let sizes = (WINDOW.handlers.len(), WINDOW.inputs.len(), WINDOW.controls.len());
    assert_eq!(sizes, (handlers.len(), inputs.len(), controls.len()));
}

#[test]
fn the_positions_of_senders_with_a_rate_are_those_of_the_language() {
    use rate::{control, handler, input};
    let handlers = [
        ("on_start", handler::START),
        ("on_report", handler::REPORT),
        ("on_packet", handler::PACKET),
        ("on_timer", handler::TIMER),
    ];
    let inputs = [
        ("now", input::NOW),
        ("rtt", input::RTT),
        ("min_rtt", input::MIN_RTT),
        ("packet", input::PACKET),
        ("received_rate", input::RECEIVED_RATE),
        ("loss", input::LOSS),
        ("loss_events", input::LOSS_EVENTS),
        ("marks", input::MARKS),
        ("period", input::PERIOD),
        ("bottleneck", input::BOTTLENECK),
        ("sent", input::SENT),
    ];
    let controls = [("rate", control::RATE), ("timer", control::TIMER)];
    assert!(handlers.iter().all(|(name, at)| RATE.handler(name) == Some(*at)));
    assert!(inputs.iter().all(|(name, at)| RATE.input(name) == Some(*at)));
    assert!(controls.iter().all(|(name, at)| RATE.control(name) == Some(*at)));
    let sizes = (RATE.handlers.len(), RATE.inputs.len(), RATE.controls.len());
    assert_eq!(sizes, (handlers.len(), inputs.len(), controls.len()));
}
