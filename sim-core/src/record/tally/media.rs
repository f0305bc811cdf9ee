//! What a viewer has of a media stream: frames that arrive whole and in time, frames that do not, and how often and how
//! long the picture stands still. Gaps between complete frames are those of Tobe, Tamura, Nishino and Tokuda (TPBA).

use std::collections::VecDeque;

use super::Window;
use crate::analysis::percentiles::Histogram;
use crate::ground::packet::{Outgoing, Packet, RETRANSMITTED, SYN};
use crate::traffic::Made;

/// Frames that are remembered at most; an older one that is not complete counts as missing.
const REMEMBERED: usize = 8192;

#[derive(Clone, Copy, Debug)]
struct Frame {
    made: u64,
    size: u32,
    /// Bytes that have not been sent, and that have not arrived.
    unsent: u32,
    missing: u32,
    given_up: bool,
}

/// Frames made within the window, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MediaCounts {
    pub made: u64,
    pub on_time: u64,
    /// Complete, but too late.
    pub late: u64,
    /// Not complete, and it is too late.
    pub missing: u64,
    /// Never sent, because newer ones mattered more.
    pub given_up: u64,
    /// Changes of the bit rate.
    pub changes: u64,
    pub stalls: u64,
    /// Time that the picture stood still, in ns.
    pub stalled: u64,
}

/// A player shows each frame `delay` after it was made. One that comes later is late. The stalls are those of a player that
/// waits for a late frame and shows everything later from then on; frames that never come are left out.
#[derive(Clone, Debug)]
pub struct Media {
    header: u32,
    delay: u64,
    window: Window,
    /// Those remembered, and the ordinal of the first of them.
    frames: VecDeque<Frame>,
    first: u64,
    /// No frame before this one has anything left to send.
    sending: u64,
    /// Packets under way: sequence number, and the frame that they carry a part of.
    packets: VecDeque<(u32, u64)>,
    /// Ordinal of the newest frame shown, and how much later than planned everything is shown by now.
    shown: Option<u64>,
    shift: u64,
    last_complete: Option<u64>,
    counts: MediaCounts,
    rate: f64,
    rates: f64,
    /// From when a frame was made until it was complete.
    pub delay_of_frames: Histogram,
    /// Between complete frames.
    pub gaps: Histogram,
}

impl Media {
    /// `header` of each packet, in bytes; `delay` until a frame is shown, in ns.
    pub fn new(header: u16, delay: u64, window: Window) -> Self {
        Media {
            header: u32::from(header),
            delay,
            window,
            frames: VecDeque::new(),
            first: 0,
            sending: 0,
            packets: VecDeque::new(),
            shown: None,
            shift: 0,
            last_complete: None,
            counts: MediaCounts::default(),
            rate: 0.0,
            rates: 0.0,
            delay_of_frames: Histogram::default(),
            gaps: Histogram::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.packets.capacity() * size_of::<(u32, u64)>()
            + self.delay_of_frames.bytes()
            + self.gaps.bytes()
    }

    /// The stream begins anew: what was under way is never heard of again.
    pub fn restart(&mut self) {
        while self.forget_first() {}
        self.packets.clear();
        (self.shown, self.shift, self.last_complete) = (None, 0, None);
    }

    /// Lets go of the oldest frame; false if there is none.
    fn forget_first(&mut self) -> bool {
        let Some(frame) = self.frames.pop_front() else { return false };
        self.first += 1;
        if frame.missing > 0 && !frame.given_up && self.window.contains(frame.made) {
            self.counts.missing += 1;
        }
        true
    }

    pub fn made(&mut self, now: u64, made: Made) {
        let mut left = made.given_up;
        for frame in &mut self.frames {
            if left > 0 && frame.unsent == frame.size && !frame.given_up {
                frame.given_up = true;
                frame.unsent = 0;
                left -= 1;
                self.counts.given_up += u64::from(self.window.contains(frame.made));
            }
        }
        if self.window.contains(now) {
            self.counts.made += 1;
            self.rates += made.rate;
            self.counts.changes += u64::from(self.rate > 0.0 && self.rate != made.rate);
        }
        self.rate = made.rate;
        let bytes = made.bytes;
        self.frames.push_back(Frame {
            made: now,
            size: bytes,
            unsent: bytes,
            missing: bytes,
            given_up: false,
        });
        if self.frames.len() > REMEMBERED {
            self.forget_first();
        }
        while self.packets.front().is_some_and(|packet| packet.1 < self.first) {
            self.packets.pop_front();
        }
    }

    /// A packet is sent: for the first time it takes up the oldest bytes that were not sent yet.
    pub fn sent(&mut self, out: &Outgoing) {
        if out.flags & (RETRANSMITTED | SYN) != 0 {
            return;
        }
        let payload = u32::from(out.size).saturating_sub(self.header);
        self.sending = self.sending.max(self.first);
        while let Some(frame) = self.frames.get_mut((self.sending - self.first) as usize) {
            if frame.unsent > 0 {
                frame.unsent = frame.unsent.saturating_sub(payload);
                self.packets.push_back((out.seq, self.sending));
                return;
            }
            self.sending += 1;
        }
    }

    /// A packet arrives for the first time.
    pub fn delivered(&mut self, now: u64, packet: &Packet) {
        let Ok(at) = self.packets.binary_search_by_key(&packet.seq, |packet| packet.0) else { return };
        let ordinal = self.packets[at].1;
        let payload = u32::from(packet.size).saturating_sub(self.header);
        let place = ordinal.checked_sub(self.first).map(|place| place as usize);
        let Some(frame) = place.and_then(|place| self.frames.get_mut(place)) else { return };
        if frame.missing == 0 {
            return;
        }
        frame.missing = frame.missing.saturating_sub(payload);
        if frame.missing == 0 {
            let made = frame.made;
            self.complete(now, ordinal, made);
        }
    }

    fn complete(&mut self, now: u64, ordinal: u64, made: u64) {
        let took = now.saturating_sub(made);
        let counts = self.window.contains(made);
        if counts {
            self.delay_of_frames.add(took);
            if took <= self.delay {
                self.counts.on_time += 1;
            } else {
                self.counts.late += 1;
            }
            if let Some(before) = self.last_complete {
                self.gaps.add(now.saturating_sub(before));
            }
        }
        self.last_complete = Some(now);
        if self.shown.is_none_or(|shown| ordinal > shown) {
            let first = self.shown.is_none();
            self.shown = Some(ordinal);
            let waited = now.saturating_sub(made + self.delay + self.shift);
            self.shift += waited;
            if waited > 0 && counts && !first {
                self.counts.stalls += 1;
                self.counts.stalled += waited;
            }
        }
    }

    /// What became of the frames of the window by now.
    pub fn counts(&self, now: u64) -> MediaCounts {
        let due = |frame: &&Frame| {
            frame.missing > 0
                && !frame.given_up
                && frame.made.saturating_add(self.delay) < now
                && self.window.contains(frame.made)
        };
        let missing = self.counts.missing + self.frames.iter().filter(due).count() as u64;
        MediaCounts { missing, ..self.counts }
    }

    /// The mean of the bit rates that frames were made for.
    pub fn mean_rate(&self) -> Option<f64> {
        (self.counts.made > 0).then(|| self.rates / self.counts.made as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::packet::Body;

    const MS: u64 = 1_000_000;

    fn packet(seq: u32, payload: u16) -> Packet {
        let body = Body::Data { unit: 0, info: 0, note: 0 };
        Packet { body, seq, tx: seq, size: payload + 40, ..Packet::default() }
    }

    fn sent(seq: u32, payload: u16) -> Outgoing {
        let Packet { body, size, flags, .. } = packet(seq, payload);
        Outgoing { seq, size, flags, body }
    }

    fn frame(bytes: u32) -> Made {
        Made { bytes, given_up: 0, rate: 1e6 }
    }

    /// Frames of 1500 bytes each 40 ms, in packets of 1000 and 500, shown 100 ms after they were made. Frame 1 is complete at 190 ms
    /// though due at 140: 50 ms of stall; frame 2 at 200 is late for its time, 180, but not for the delayed player. Frame 3 loses a
    /// packet.
    #[test]
    fn frames_are_on_time_late_or_missing() {
        let mut media = Media::new(40, 100 * MS, Window::ALL);
        for number in 0..5u32 {
            media.made(u64::from(number) * 40 * MS, frame(1500));
            media.sent(&sent(2 * number, 1000));
            media.sent(&sent(2 * number + 1, 500));
        }
        for (at, seq, payload) in [
            (30, 0, 1000),
            (60, 1, 500),
            (170, 2, 1000),
            (190, 3, 500),
            (195, 4, 1000),
            (200, 5, 500),
            (210, 6, 1000),
            (215, 8, 1000),
            (220, 9, 500),
        ] {
            media.delivered(at * MS, &packet(seq, payload));
        }
        let counts = media.counts(215 * MS);
        assert_eq!((counts.made, counts.on_time, counts.late, counts.missing), (5, 2, 2, 0));
        assert_eq!((counts.stalls, counts.stalled), (1, 50 * MS));
        // Frame 3 was made at 120 ms: at 221 ms it is missing.
        assert_eq!(media.counts(221 * MS).missing, 1);
        assert_eq!(
            (media.delay_of_frames.min(), media.delay_of_frames.max()),
            (Some(60 * MS), Some(150 * MS))
        );
        assert_eq!((media.gaps.min(), media.gaps.max()), (Some(10 * MS), Some(130 * MS)));
    }

    #[test]
    fn what_was_given_up_is_neither_late_nor_missing() {
        let mut media = Media::new(40, 100 * MS, Window::ALL);
        media.made(0, frame(2000));
        media.sent(&sent(0, 1000));
        media.made(40 * MS, frame(1000));
        media.made(80 * MS, Made { given_up: 1, ..frame(1000) });
        // The rest of the first, then the third: the second is not sent.
        media.sent(&sent(1, 1000));
        media.sent(&sent(2, 1000));
        (0..3).for_each(|seq| media.delivered(90 * MS, &packet(seq, 1000)));
        let counts = media.counts(500 * MS);
        assert_eq!((counts.made, counts.on_time, counts.given_up, counts.missing), (3, 2, 1, 0));
        // A retransmission and a repeated arrival change nothing; a new beginning forgets sequence numbers.
        media.sent(&Outgoing { flags: RETRANSMITTED, ..sent(0, 1000) });
        media.delivered(95 * MS, &packet(2, 1000));
        media.restart();
        media.made(600 * MS, frame(1000));
        media.sent(&sent(0, 1000));
        media.delivered(610 * MS, &packet(0, 1000));
        assert_eq!(media.counts(700 * MS).on_time, 3);
    }

    #[test]
    fn memory_is_bounded() {
        let mut media = Media::new(40, MS, Window::ALL);
        for number in 0..30_000u32 {
            media.made(u64::from(number) * MS, frame(1000));
            media.sent(&sent(number, 1000));
        }
        assert!(media.frames.len() <= REMEMBERED && media.packets.len() <= REMEMBERED + 1);
        assert_eq!(media.counts(u64::MAX).missing, 30_000);
    }
}
