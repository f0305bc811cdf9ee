//! Turns the notes of the simulated sender into calls of a controller.

use std::collections::VecDeque;

use sim_core::transport::journal::Note;

use crate::controller::{Controller, Nanoseconds, Packet, RoundTrip};

/// The packets in flight, and the round-trip times: what the calls report besides the notes themselves.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    /// The packets from number `first` on. `None` for acknowledged and lost ones.
    packets: VecDeque<Option<Packet>>,
    first: u64,
    bytes: u64,
    /// The newest packet that was acknowledged.
    newest: Option<Packet>,
    rtt: Option<RoundTrip>,
    /// The smallest round-trip time since it was last taken.
    pub(crate) smallest: Option<Nanoseconds>,
}

/// The place of a note in the order that `Controller` promises.
fn order(note: &Note) -> u8 {
    match note {
        Note::RoundTrip { .. } => 0,
        Note::Acknowledged { .. } => 1,
        Note::ProbeTimeout => 2,
        Note::Lost { .. } => 3,
        Note::PersistentCongestion => 4,
        Note::Marked { .. } => 5,
        Note::Sent { .. } => 6,
        Note::NoData => 7,
    }
}

impl Flight {
    /// Reports what happened at `now`.
    pub(crate) fn report(
        &mut self,
        now: Nanoseconds,
        notes: &mut Vec<Note>,
        controller: &mut dyn Controller,
    ) {
        notes.sort_by_key(order);
        for note in notes.drain(..) {
            match note {
                Note::RoundTrip { rtt, adjusted } => {
                    controller.on_round_trip(now, &self.sample(rtt, adjusted))
                }
                Note::Acknowledged { number } => {
                    if let Some(packet) = self.remove(number) {
                        self.newest =
                            self.newest.filter(|newest| newest.number > packet.number).or(Some(packet));
                        controller.on_acknowledged(now, &packet, self.bytes);
                    }
                }
                Note::ProbeTimeout => controller.on_timeout(now),
                Note::Lost { number } => {
                    if let Some(packet) = self.remove(number) {
                        controller.on_lost(now, &packet, self.bytes);
                    }
                }
                Note::PersistentCongestion => controller.on_persistent_congestion(now),
                Note::Marked { count } => {
                    if let Some(newest) = &self.newest {
                        controller.on_marked(now, newest, u64::from(count));
                    }
                }
                Note::Sent { number, bytes } => {
                    let packet = Packet { number: u64::from(number), bytes: u64::from(bytes), sent_at: now };
                    self.packets.push_back(Some(packet));
                    self.bytes += packet.bytes;
                    controller.on_sent(now, &packet, self.bytes);
                }
                Note::NoData => controller.on_app_limited(now),
            }
        }
        controller.on_end(now, self.bytes);
    }

    fn remove(&mut self, number: u32) -> Option<Packet> {
        let index = usize::try_from(u64::from(number).checked_sub(self.first)?).ok()?;
        let packet = self.packets.get_mut(index)?.take()?;
        self.bytes -= packet.bytes;
        while let Some(None) = self.packets.front() {
            self.packets.pop_front();
            self.first += 1;
        }
        Some(packet)
    }

    /// Takes a sample (RFC 9002 section 5.3).
    fn sample(&mut self, latest: Nanoseconds, adjusted: Nanoseconds) -> RoundTrip {
        self.smallest = Some(self.smallest.map_or(latest, |smallest| smallest.min(latest)));
        let before = self.rtt.unwrap_or(RoundTrip { latest, adjusted, smoothed: adjusted, min: latest });
        let smoothed = (7 * before.smoothed + adjusted) / 8;
        *self.rtt.insert(RoundTrip { latest, adjusted, smoothed, min: before.min.min(latest) })
    }
}
