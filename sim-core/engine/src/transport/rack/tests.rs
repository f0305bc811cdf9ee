use super::*;
use crate::ground::time::MILLISECOND;

const MS: Time = MILLISECOND;

/// Ten packets, one each millisecond, with round-trip samples of 100 ms.
fn after_ten_packets() -> Rack {
    let mut rack = Rack::default();
    rack.sample(100 * MS, 0);
    (0..10).for_each(|seq| rack.sent(seq, u64::from(seq) * MS));
    rack
}

fn facts(sacked: u32, in_recovery: bool) -> RackFacts {
    RackFacts { sacked, in_recovery, srtt: 0.1, high: 10 }
}

/// An acknowledgement at `now` that reports the given packets as received.
fn receive(rack: &mut Rack, seqs: &[u32], facts: RackFacts, now: Time) -> ReorderingChange {
    rack.begin_ack(NEVER, facts.in_recovery);
    for &seq in seqs {
        rack.deliver(seq, now);
    }
    rack.end_ack(facts, now)
}

fn lost(rack: &mut Rack, now: Time) -> Vec<u32> {
    std::iter::from_fn(|| rack.next_lost(now)).map(|(seq, _)| seq).collect()
}

#[test]
fn a_packet_is_lost_a_quarter_of_the_round_trip_after_it_was_due() {
    // Packets 0 and 1, sent at 0 and 1 ms, are missing. Packet 2 was sent at 2 ms and is received at
    // 102 ms: a round trip of 100 ms. With a window of 25 ms, the packets are lost at 125 and 126 ms.
    let mut rack = after_ten_packets();
    receive(&mut rack, &[2], facts(1, false), 102 * MS);
    assert_eq!((rack.rtt(), rack.window()), (100 * MS, 25 * MS));
    assert_eq!(lost(&mut rack, 102 * MS), [0u32; 0]);
    assert_eq!(rack.reordering_deadline(), Some(126 * MS), "the later of the two");
    assert_eq!(lost(&mut rack, 125 * MS), [0]);
    assert_eq!(lost(&mut rack, 126 * MS), [1]);
    assert_eq!(rack.reordering_deadline(), None);
}

#[test]
fn without_reordering_three_packets_or_a_recovery_end_the_wait() {
    let mut rack = after_ten_packets();
    receive(&mut rack, &[1, 2, 3], facts(3, false), 103 * MS);
    assert_eq!(rack.window(), 0);
    assert_eq!(lost(&mut rack, 103 * MS), [0]);
    // In recovery, one packet suffices.
    receive(&mut rack, &[5], facts(4, true), 105 * MS);
    assert_eq!(lost(&mut rack, 105 * MS), [4]);
}

#[test]
fn after_reordering_the_sender_always_waits() {
    let mut rack = after_ten_packets();
    assert_eq!(receive(&mut rack, &[3], facts(1, false), 103 * MS), ReorderingChange::Nothing);
    // Packet 0 was sent once, and arrives after packet 3.
    assert_eq!(receive(&mut rack, &[0], facts(1, false), 104 * MS), ReorderingChange::ReorderingSeen);
    receive(&mut rack, &[4, 5, 6], facts(4, true), 106 * MS);
    assert_eq!(rack.window(), 25 * MS);
    // The round trip of packet 6 was 100 ms. Packets 1 and 2 are lost 125 ms after they were sent.
    assert_eq!(lost(&mut rack, 125 * MS), [0u32; 0]);
    assert_eq!(lost(&mut rack, 127 * MS), [1, 2]);
}

#[test]
fn each_round_with_a_duplicate_widens_the_window_up_to_the_smoothed_round_trip_time() {
    let mut rack = after_ten_packets();
    receive(&mut rack, &[1], facts(1, false), 101 * MS);
    for (multiple, window) in [(2, 50), (3, 75), (4, 100), (5, 100)] {
        rack.begin_ack(NEVER, false);
        rack.report_duplicate(0);
        assert_eq!(rack.end_ack(facts(1, false), 101 * MS), ReorderingChange::Widened);
        assert_eq!((rack.multiple(), rack.window()), (multiple, window * MS));
        // A second duplicate in the same round has no effect.
        rack.begin_ack(NEVER, false);
        rack.report_duplicate(0);
        assert_eq!(rack.end_ack(facts(1, false), 101 * MS), ReorderingChange::Nothing);
        rack.duplicate_round = None;
    }
    // After 16 recoveries without duplicates, the window has its first value again.
    for recovery in 1..=16 {
        rack.begin_ack(NEVER, true);
        let change = rack.end_ack(facts(1, false), 101 * MS);
        assert_eq!(change == ReorderingChange::Reset, recovery == 16, "{recovery}");
    }
    assert_eq!(rack.window(), 25 * MS);
}

#[test]
fn a_lost_retransmission_is_lost_again_when_a_later_packet_arrives() {
    let mut rack = after_ten_packets();
    receive(&mut rack, &[1, 2, 3], facts(3, false), 103 * MS);
    assert_eq!(lost(&mut rack, 103 * MS), [0]);
    rack.sent(0, 104 * MS);
    receive(&mut rack, &[4, 5, 6, 7, 8, 9], facts(9, true), 109 * MS);
    assert_eq!(lost(&mut rack, 109 * MS), [0u32; 0], "the retransmission was sent later than all of these");
    rack.sent(10, 110 * MS);
    receive(&mut rack, &[10], facts(10, true), 210 * MS);
    assert_eq!(lost(&mut rack, 210 * MS), [0], "sent 106 ms ago; the round trip took 100 ms");
}

#[test]
fn an_acknowledgement_of_the_original_is_no_round_trip_sample_of_the_retransmission() {
    // Packet 0 is retransmitted at 103 ms. An acknowledgement at 108 ms cannot answer the retransmission:
    // 5 ms are less than the smallest round-trip time, and the timestamp that it echoes is earlier.
    for echo in [NEVER, 0] {
        let mut rack = after_ten_packets();
        rack.sent(0, 103 * MS);
        rack.begin_ack(echo, false);
        rack.deliver(0, 108 * MS);
        rack.end_ack(facts(0, false), 108 * MS);
        assert_eq!((rack.rtt(), rack.sent_at), (0, 0));
    }
}

#[test]
fn a_timeout_marks_the_oldest_and_the_overdue_packets() {
    // The round trip took 100 ms and the window is 25 ms: at 128 ms, the packets that were sent up to
    // 3 ms are overdue.
    let mut rack = after_ten_packets();
    receive(&mut rack, &[5], facts(1, false), 105 * MS);
    let marked: Vec<u32> = std::iter::from_fn(|| rack.next_lost_at_timeout(0, 128 * MS)).collect();
    assert_eq!(marked, [0, 1, 2, 3]);
    // The oldest packet is lost even if it was just sent.
    rack.sent(0, 128 * MS);
    assert_eq!(rack.next_lost_at_timeout(0, 128 * MS), Some(0));
}

#[test]
fn a_probe_is_due_after_two_round_trips_and_the_delay_of_a_single_acknowledgement() {
    assert_eq!(Rack::probe_timeout(0.1, 2, 0.04), 200 * MS);
    assert_eq!(Rack::probe_timeout(0.1, 1, 0.04), 240 * MS);
    assert_eq!(Rack::probe_timeout(0.0, 5, 0.04), SECOND);
}

#[test]
fn the_fate_of_a_probe_follows_from_the_acknowledgements_after_it() {
    // Each case: whether the probe is a retransmission, the packet reported as a duplicate, all packets
    // below `next` are acknowledged, whether the acknowledgement is a duplicate without SACK blocks, and
    // the outcome. The probe's end is 10.
    let cases = [
        (false, None, 10, false, ProbeOutcome::Unnecessary),
        (true, None, 9, false, ProbeOutcome::Nothing),
        (true, None, 10, false, ProbeOutcome::Nothing),
        (true, Some(9), 10, false, ProbeOutcome::Unnecessary),
        (true, None, 10, true, ProbeOutcome::Unnecessary),
        (true, None, 11, false, ProbeOutcome::Repaired(10)),
        (true, Some(9), 11, false, ProbeOutcome::Unnecessary),
    ];
    for (is_retransmission, duplicate, next, is_duplicate, expected) in cases {
        let mut rack = after_ten_packets();
        assert!(rack.may_probe());
        rack.probe_sent(10, is_retransmission);
        assert!(!rack.may_probe(), "one probe at a time");
        rack.begin_ack(NEVER, false);
        if let Some(seq) = duplicate {
            rack.report_duplicate(seq);
        }
        assert_eq!(rack.process_probe(next, is_duplicate), expected);
        let is_settled = expected != ProbeOutcome::Nothing;
        rack.sample(100 * MS, 0);
        assert_eq!(rack.may_probe(), is_settled);
    }
}

#[test]
fn the_smallest_round_trip_time_is_recent() {
    let mut rack = Rack::default();
    rack.sample(20 * MS, 0);
    rack.sample(50 * MS, 100 * SECOND);
    assert_eq!(rack.min_rtt(), 20 * MS);
    rack.sample(50 * MS, 151 * SECOND);
    assert_eq!(rack.min_rtt(), 20 * MS, "of the last interval");
    rack.sample(60 * MS, 302 * SECOND);
    assert_eq!(rack.min_rtt(), 50 * MS);
}

#[test]
fn the_list_of_outstanding_packets_is_always_in_the_order_of_sending() {
    let mut rack = after_ten_packets();
    let mut now = 10 * MS;
    // Retransmissions move to the end of the list. Received packets are removed, wherever they are.
    for step in 0..200u32 {
        now += MS;
        let seq = rack.first + (step * 7) % 10;
        match step % 3 {
            0 => rack.sent(seq, now),
            1 => {
                rack.deliver(seq, now);
            }
            _ => rack.sent(rack.first + narrow::<u32>(rack.packets.len()), now),
        }
        if step % 5 == 0 {
            rack.advance(rack.first + 1, now);
        }
        let mut order = Vec::new();
        let (mut seq, mut before) = (rack.oldest, NONE);
        while let Some(packet) = rack.packet(seq).filter(|_| seq != NONE) {
            assert_eq!(packet.earlier, before);
            order.push(packet.at);
            (before, seq) = (seq, packet.later);
        }
        assert_eq!(rack.newest, before);
        assert!(order.is_sorted(), "{order:?}");
        let outstanding = rack.packets.iter().filter(|packet| packet.flags & OUTSTANDING != 0).count();
        assert_eq!(order.len(), outstanding);
    }
}
