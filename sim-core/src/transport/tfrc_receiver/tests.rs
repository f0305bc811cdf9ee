//! The fast path of arrivals against the full one.

use super::*;
use crate::observer::Observer;
use crate::record::tally::TimeWindow;
use crate::record::{Recorder, RecordingSettings};
use crate::scenario::Scenario;
use crate::simulation::{Simulation, kinds};
use crate::world::World;

struct Bench {
    receiver: TfrcReceiver,
    world: World,
    obs: Observer,
    /// Every packet is handled in full.
    in_full: bool,
    /// Number of plain packets.
    plain: u32,
}

impl Bench {
    fn new(rules: ReceiverRules, in_full: bool) -> Self {
        let scenario = Scenario::from_text(r#"{"v":1,"flows":[{"id":"a","algorithm":"tfrc"}]}"#, kinds());
        let simulation =
            Simulation::new(scenario.expect("valid"), RecordingSettings::none()).expect("builds");
        let mut obs = Observer::new(Recorder::disabled(), TimeWindow::ALL, Vec::new(), false);
        obs.add_flow("flow:a", &[], &[]);
        let settings = TfrcReceiverSettings {
            averaging: Averaging { intervals: 8, discount: Some(0.25), open_besides: false },
            ndupack: 3,
            reports_per_rtt: 1,
            report_size: 40,
            equation: ThroughputEquation::TFRC,
            rules,
        };
        let world = simulation.world().clone();
        Bench { receiver: TfrcReceiver::new(settings), world, obs, in_full, plain: 0 }
    }

    fn arrive(&mut self, now: Time, seq: u32, fields: TfrcData, inline: bool) {
        self.world.net_mut().now = now;
        let body = fields.to_inline().filter(|_| inline).unwrap_or_else(|| {
            let note = self.world.net_mut().notes.put(Note::TfrcData(fields));
            Body::Data { unit: 0, info: 0, note }
        });
        if self.in_full {
            self.receiver.plain = NO_PACKET;
        }
        self.plain += u32::from(self.receiver.plain == seq);
        let packet = Packet { stamp: now - 1000, payload: body.into(), seq, size: 1000, ..Packet::default() };
        self.receiver.on_data(&packet, &mut self.world.context(0, &mut self.obs));
    }

    fn expire(&mut self, now: Time) {
        self.world.net_mut().now = now;
        self.receiver.on_timer(REPORT, &mut self.world.context(0, &mut self.obs));
    }

    fn state(&self) -> String {
        let receiver = TfrcReceiver { plain: NO_PACKET, ..self.receiver.clone() };
        let reports = self.world.net().conns[0].paths[1].ingress.packets;
        format!("{receiver:?} {reports} {:?}", self.obs.flows[0].counts())
    }
}

#[test]
fn a_plain_packet_has_the_same_effect_as_one_handled_in_full() {
    for rules in [ReceiverRules::Rfc5348, ReceiverRules::Rfc3448, ReceiverRules::Ns2] {
        let mut benches = [Bench::new(rules, false), Bench::new(rules, true)];
        let mut fields = TfrcData { rtt: 0.0, timeout: 0.4, round: 0, urgent: true };
        let (mut state, mut seq) = (1u64, 0);
        for step in 0..3000u64 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let draw = state >> 33;
            if step > 30 && draw % 12 == 0 {
                fields.rtt = 0.1 + (draw % 1000) as f64 * 1e-5;
                fields.round += 1;
                fields.urgent = draw % 5 == 0;
            }
            let now = (step + 1) * 5_000_000;
            // Rarely one is lost, late or duplicated.
            seq += match draw % 97 {
                0 => 2,
                1 => 7,
                _ => 1,
            };
            let late = if draw % 53 == 0 { 4 } else { 0 };
            for bench in &mut benches {
                bench.arrive(now, u32::saturating_sub(seq, late), fields, step > 300);
                for _ in 0..if step % 20 == 0 { 1 + step % 3 } else { 0 } {
                    bench.expire(now + 1);
                }
            }
            let [fast, full] = &benches;
            assert_eq!(fast.state(), full.state(), "{rules:?} at step {step}");
        }
        let [fast, _] = benches;
        assert_eq!(fast.plain > 1500, rules != ReceiverRules::Ns2, "{}", fast.plain);
        assert!(fast.receiver.history.closed().len() > 4, "there were losses");
    }
}
