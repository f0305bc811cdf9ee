//! Compares the fast path for arrivals with the general path.

use super::*;
use crate::observer::Observer;
use crate::protocols::testing::world_of_one_flow;
use crate::record::Recorder;
use crate::record::tally::TimeWindow;
use crate::world::World;

struct Bench {
    receiver: TfrcReceiver,
    world: World,
    obs: Observer,
    /// Whether every packet takes the general path.
    disables_fast_path: bool,
    /// Number of packets that took the fast path.
    fast_packets: u32,
}

impl Bench {
    fn new(rules: ReceiverRules, disables_fast_path: bool) -> Self {
        let mut obs = Observer::new(Recorder::disabled(), TimeWindow::ALL, Vec::new(), false);
        obs.add_flow("flow:a", &[], &[]);
        let settings = TfrcReceiverSettings {
            averaging: Averaging { intervals: 8, discount: Some(0.25), open_is_additional: false },
            ndupack: 3,
            reports_per_rtt: 1,
            report_size: 40,
            equation: ThroughputEquation::TFRC,
            rules,
        };
        let world = world_of_one_flow("tfrc");
        Bench { receiver: TfrcReceiver::new(settings), world, obs, disables_fast_path, fast_packets: 0 }
    }

    /// Delivers a data packet to the receiver.
    fn arrive(&mut self, now: Time, seq: u32, fields: TfrcData, inline: bool) {
        self.world.net_mut().set_now(now);
        let body = fields.to_inline().filter(|_| inline).unwrap_or_else(|| {
            let attachment = self.world.net_mut().put_attachment(Attachment::TfrcData(fields));
            Body::Data { unit: 0, info: 0, attachment }
        });
        if self.disables_fast_path {
            self.receiver.fast_path_seq = NO_PACKET;
        }
        self.fast_packets += u32::from(self.receiver.fast_path_seq == seq);
        let packet =
            Packet { timestamp: now - 1000, payload: body.into(), seq, size: 1000, ..Packet::default() };
        self.receiver.on_data(&packet, &mut self.world.context(0, &mut self.obs));
    }

    /// Lets the report timer expire.
    fn expire_timer(&mut self, now: Time) {
        self.world.net_mut().set_now(now);
        self.receiver.on_timer(REPORT, &mut self.world.context(0, &mut self.obs));
    }

    /// The receiver, the number of its reports and its flow's counts.
    fn state(&self) -> String {
        let receiver = TfrcReceiver { fast_path_seq: NO_PACKET, ..self.receiver.clone() };
        let reports = self.world.net().conns()[0].paths[1].sent;
        format!("{receiver:?} {reports} {:?}", self.obs.flows[0].counts())
    }
}

#[test]
fn the_fast_path_and_the_general_path_have_equal_effects() {
    for rules in [ReceiverRules::Rfc5348, ReceiverRules::Rfc3448, ReceiverRules::Ns2] {
        let mut benches = [Bench::new(rules, false), Bench::new(rules, true)];
        let mut fields = TfrcData { rtt: 0.0, timeout: 0.4, round: 0, urgent: true };
        let (mut random, mut seq) = (1u64, 0);
        for step in 0..3000u64 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let draw = random >> 33;
            if step > 30 && draw % 12 == 0 {
                fields.rtt = 0.1 + (draw % 1000) as f64 * 1e-5;
                fields.round += 1;
                fields.urgent = draw % 5 == 0;
            }
            let now = (step + 1) * 5_000_000;
            // A few packets are lost, reordered or duplicated.
            seq += match draw % 97 {
                0 => 2,
                1 => 7,
                _ => 1,
            };
            let delayed_by = if draw % 53 == 0 { 4 } else { 0 };
            for bench in &mut benches {
                bench.arrive(now, u32::saturating_sub(seq, delayed_by), fields, step > 300);
                for _ in 0..if step % 20 == 0 { 1 + step % 3 } else { 0 } {
                    bench.expire_timer(now + 1);
                }
            }
            let [fast, general] = &benches;
            assert_eq!(fast.state(), general.state(), "{rules:?} at step {step}");
        }
        let [fast, _] = benches;
        // ns-2's rules have no fast path.
        assert_eq!(fast.fast_packets > 1500, rules != ReceiverRules::Ns2, "{}", fast.fast_packets);
        assert!(fast.receiver.history.closed().len() > 4, "loss events occur");
    }
}
