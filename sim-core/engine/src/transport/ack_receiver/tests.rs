use super::*;
use crate::observer::Observer;
use crate::protocols::testing::world_of_one_flow;
use crate::record::Recorder;
use crate::record::tally::TimeWindow;

#[test]
fn the_fast_path_and_the_general_path_acknowledge_alike() {
    let replies = |uses_fast_path: bool| {
        let mut world = world_of_one_flow("sack");
        let mut obs = Observer::new(Recorder::disabled(), TimeWindow::ALL, Vec::new(), false);
        obs.add_flow("flow:a", &[], &[]);
        let mut receiver = AckReceiver::new(true, 1, 0.04, 40);
        for (tx, seq) in [0, 1, 2, 4, 5, 3, 6, 6, 7, 9, 8, 10, 11].into_iter().enumerate() {
            let packet = Packet {
                seq,
                tx: narrow::<u32>(tx),
                timestamp: 1000 + tx as u64,
                size: 1000,
                ..Packet::default()
            };
            let mut cx = world.context(0, &mut obs);
            if uses_fast_path || seq != receiver.next {
                receiver.on_data(&packet, &mut cx);
            } else {
                cx.delivered(&packet);
                receiver.next += 1;
                receiver.on_next(&packet, &mut cx);
            }
        }
        assert_eq!(world.net().in_flight(0, 1), 13, "each packet is acknowledged");
        assert_eq!(obs.flows[0].total.delivered, 12);
        (format!("{:?}", world.net()), receiver.digest())
    };
    assert_eq!(replies(true), replies(false));
}

/// RFC 9768 section 3.2.2.5.1: the first mark after a packet without one, and every second mark.
#[test]
fn accurate_feedback_acknowledges_changes_and_every_second_mark_at_once() {
    let mut world = world_of_one_flow("sack");
    let mut obs = Observer::new(Recorder::disabled(), TimeWindow::ALL, Vec::new(), false);
    obs.add_flow("flow:a", &[], &[]);
    let mut receiver = AckReceiver::new(true, 16, 0.04, 40);
    receiver.count_marks(7);
    let mut acknowledged = Vec::new();
    for (seq, mark) in "..xxx.xxxxxxxxx.......".chars().enumerate() {
        let flags = if mark == 'x' { MARKED } else { ECN_CAPABLE };
        let packet = Packet { seq: narrow::<u32>(seq), size: 1000, flags, ..Packet::default() };
        let before = world.net().in_flight(0, 1);
        receiver.on_data(&packet, &mut world.context(0, &mut obs));
        if world.net().in_flight(0, 1) > before {
            acknowledged.push(seq);
        }
    }
    assert_eq!(acknowledged, [2, 4, 6, 8, 10, 12, 14]);
    assert_eq!((receiver.report, receiver.unacknowledged), (12, 7));
}

#[test]
fn ranges_merge_and_the_newest_block_comes_first() {
    let mut receiver = AckReceiver::new(true, 1, 0.0, 40);
    let blocks = |receiver: &AckReceiver| receiver.blocks().iter().collect::<Vec<_>>();
    assert!(receiver.insert(6) && receiver.insert(5));
    assert_eq!(blocks(&receiver), [(5, 7)], "a single range gives one block");
    receiver.restart();
    for seq in [5, 9, 2, 6, 13] {
        assert!(receiver.insert(seq));
    }
    assert!(!receiver.insert(6));
    assert_eq!(receiver.ranges.as_slice(), [(2, 3), (5, 7), (9, 10), (13, 14)]);
    assert_eq!(blocks(&receiver), [(13, 14), (5, 7), (2, 3)]);
    assert!(receiver.insert(8) && receiver.insert(7));
    assert_eq!(receiver.ranges.as_slice(), [(2, 3), (5, 10), (13, 14)]);
    assert_eq!(blocks(&receiver)[0], (5, 10));
}
