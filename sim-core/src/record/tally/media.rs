//! Statistics of a media stream at its player: frames that are on time, late or missing, and stalls of the playback. Gaps
//! between complete frames are defined as in Tobe, Tamura, Nishino and Tokuda (TPBA).

use std::collections::VecDeque;

use super::TimeWindow;
use crate::analysis::percentiles::Histogram;
use crate::ground::packet::{Outgoing, Packet, RETRANSMITTED, SYN};
use crate::traffic::DataUnit;

/// Maximum number of frames that are tracked. An older frame that is not complete counts as missing.
const MAX_FRAMES: usize = 8192;

#[derive(Clone, Copy, Debug)]
struct FrameState {
    /// Time at which the frame was generated.
    made: u64,
    size: u32,
    /// Bytes that have not been sent.
    unsent: u32,
    /// Bytes that have not arrived.
    missing: u32,
    /// Whether the sender dropped the frame in favour of newer ones.
    given_up: bool,
}

/// Counts of the frames that were generated within the window, and of stalls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MediaCounts {
    /// Frames that were generated.
    pub made: u64,
    /// Frames completed by their playback time.
    pub on_time: u64,
    /// Frames completed after their playback time.
    pub late: u64,
    /// Frames that have not been completed although their playback time has passed.
    pub missing: u64,
    /// Frames that the sender dropped in favour of newer ones.
    pub given_up: u64,
    /// Changes of the bit rate.
    pub changes: u64,
    pub stalls: u64,
    /// Total duration of the stalls, in ns.
    pub stalled: u64,
}

/// Tracks the frames of one flow.
///
/// A frame is late if it is complete more than `delay` after it was generated. Stalls are counted for a player that waits for a
/// late frame, shifts the playback of all later frames by the waiting time, and skips frames that never arrive.
#[derive(Clone, Debug)]
pub struct MediaTally {
    /// Header size of each packet in bytes.
    header: u32,
    /// Playback delay of a frame in ns.
    delay: u64,
    window: TimeWindow,
    /// The tracked frames, in the order of their generation.
    frames: VecDeque<FrameState>,
    /// Ordinal of the first tracked frame.
    first: u64,
    /// Ordinal of the first frame that may have unsent bytes.
    sending: u64,
    /// Sequence number of each packet of the tracked frames, and ordinal of the frame to which its payload belongs.
    packets: VecDeque<(u32, u64)>,
    /// Ordinal of the newest frame shown.
    shown: Option<u64>,
    /// Sum of all stalls since the stream started.
    shift: u64,
    /// Time at which the latest frame was completed.
    last_complete: Option<u64>,
    counts: MediaCounts,
    /// Bit rate of the latest frame.
    rate: f64,
    /// Sum of the bit rates of all frames in the window.
    rate_sum: f64,
    /// Time from the generation of a frame to its completion.
    pub delay_of_frames: Histogram,
    /// Time between complete frames.
    pub gaps: Histogram,
}

impl MediaTally {
    /// `header`: header size of each packet in bytes. `delay`: playback delay of a frame in ns.
    pub fn new(header: u16, delay: u64, window: TimeWindow) -> Self {
        MediaTally {
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
            rate_sum: 0.0,
            delay_of_frames: Histogram::default(),
            gaps: Histogram::default(),
        }
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.frames.capacity() * size_of::<FrameState>()
            + self.packets.capacity() * size_of::<(u32, u64)>()
            + self.delay_of_frames.bytes()
            + self.gaps.bytes()
    }

    /// Handles a restart of the stream. Frames in flight never arrive.
    pub fn restart(&mut self) {
        while self.remove_oldest() {}
        self.packets.clear();
        (self.shown, self.shift, self.last_complete) = (None, 0, None);
    }

    /// Removes the oldest frame. Returns false if there is none.
    fn remove_oldest(&mut self) -> bool {
        let Some(frame) = self.frames.pop_front() else { return false };
        self.first += 1;
        if frame.missing > 0 && !frame.given_up && self.window.contains(frame.made) {
            self.counts.missing += 1;
        }
        true
    }

    /// Handles the generation of a frame.
    pub fn on_made(&mut self, now: u64, made: DataUnit) {
        let mut remaining = made.given_up;
        for frame in &mut self.frames {
            if remaining > 0 && frame.unsent == frame.size && !frame.given_up {
                frame.given_up = true;
                frame.unsent = 0;
                remaining -= 1;
                self.counts.given_up += u64::from(self.window.contains(frame.made));
            }
        }
        if self.window.contains(now) {
            self.counts.made += 1;
            self.rate_sum += made.rate;
            self.counts.changes += u64::from(self.rate > 0.0 && self.rate != made.rate);
        }
        self.rate = made.rate;
        let bytes = made.bytes;
        self.frames.push_back(FrameState {
            made: now,
            size: bytes,
            unsent: bytes,
            missing: bytes,
            given_up: false,
        });
        if self.frames.len() > MAX_FRAMES {
            self.remove_oldest();
        }
        while self.packets.front().is_some_and(|packet| packet.1 < self.first) {
            self.packets.pop_front();
        }
    }

    /// Handles the transmission of a packet. A first transmission carries the oldest unsent bytes.
    pub fn on_sent(&mut self, out: &Outgoing) {
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

    /// Handles the first arrival of a packet.
    pub fn on_delivered(&mut self, now: u64, packet: &Packet) {
        let Ok(at) = self.packets.binary_search_by_key(&packet.seq, |packet| packet.0) else { return };
        let ordinal = self.packets[at].1;
        let payload = u32::from(packet.size).saturating_sub(self.header);
        let index = ordinal.checked_sub(self.first).map(|index| index as usize);
        let Some(frame) = index.and_then(|index| self.frames.get_mut(index)) else { return };
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
        let is_in_window = self.window.contains(made);
        if is_in_window {
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
            let is_first = self.shown.is_none();
            self.shown = Some(ordinal);
            let stall = now.saturating_sub(made + self.delay + self.shift);
            self.shift += stall;
            if stall > 0 && is_in_window && !is_first {
                self.counts.stalls += 1;
                self.counts.stalled += stall;
            }
        }
    }

    /// Counts of the window's frames as of `now`.
    pub fn counts(&self, now: u64) -> MediaCounts {
        let is_missing = |frame: &&FrameState| {
            frame.missing > 0
                && !frame.given_up
                && frame.made.saturating_add(self.delay) < now
                && self.window.contains(frame.made)
        };
        let missing = self.counts.missing + self.frames.iter().filter(is_missing).count() as u64;
        MediaCounts { missing, ..self.counts }
    }

    /// Mean of the bit rates at which the frames were generated.
    pub fn mean_rate(&self) -> Option<f64> {
        (self.counts.made > 0).then(|| self.rate_sum / self.counts.made as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Body;

    const MS: u64 = 1_000_000;

    fn packet(seq: u32, payload: u16) -> Packet {
        let body = Body::Data { unit: 0, info: 0, note: 0 };
        Packet { payload: body.into(), seq, tx: seq, size: payload + 40, ..Packet::default() }
    }

    fn sent(seq: u32, payload: u16) -> Outgoing {
        let Packet { payload, size, flags, .. } = packet(seq, payload);
        Outgoing { seq, size, flags, payload }
    }

    fn frame(bytes: u32) -> DataUnit {
        DataUnit { bytes, given_up: 0, rate: 1e6 }
    }

    /// Frames of 1500 bytes every 40 ms, in packets of 1000 and 500 bytes, shown 100 ms after generation. Frame 1 is complete
    /// at 190 ms but due at 140 ms: a stall of 50 ms. Frame 2 is complete at 200 ms and due at 180 ms: late, but without a
    /// stall, because playback has been shifted. Frame 3 loses a packet.
    #[test]
    fn frames_are_on_time_late_or_missing() {
        let mut media = MediaTally::new(40, 100 * MS, TimeWindow::ALL);
        for number in 0..5u32 {
            media.on_made(u64::from(number) * 40 * MS, frame(1500));
            media.on_sent(&sent(2 * number, 1000));
            media.on_sent(&sent(2 * number + 1, 500));
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
            media.on_delivered(at * MS, &packet(seq, payload));
        }
        let counts = media.counts(215 * MS);
        assert_eq!((counts.made, counts.on_time, counts.late, counts.missing), (5, 2, 2, 0));
        assert_eq!((counts.stalls, counts.stalled), (1, 50 * MS));
        // Frame 3 was generated at 120 ms, so it is missing at 221 ms.
        assert_eq!(media.counts(221 * MS).missing, 1);
        assert_eq!(
            (media.delay_of_frames.min(), media.delay_of_frames.max()),
            (Some(60 * MS), Some(150 * MS))
        );
        assert_eq!((media.gaps.min(), media.gaps.max()), (Some(10 * MS), Some(130 * MS)));
    }

    #[test]
    fn frames_that_were_given_up_are_neither_late_nor_missing() {
        let mut media = MediaTally::new(40, 100 * MS, TimeWindow::ALL);
        media.on_made(0, frame(2000));
        media.on_sent(&sent(0, 1000));
        media.on_made(40 * MS, frame(1000));
        media.on_made(80 * MS, DataUnit { given_up: 1, ..frame(1000) });
        // The second half of the first frame, then the third frame. The second frame is not sent.
        media.on_sent(&sent(1, 1000));
        media.on_sent(&sent(2, 1000));
        (0..3).for_each(|seq| media.on_delivered(90 * MS, &packet(seq, 1000)));
        let counts = media.counts(500 * MS);
        assert_eq!((counts.made, counts.on_time, counts.given_up, counts.missing), (3, 2, 1, 0));
        // A retransmission and a duplicate arrival have no effect. After a restart, sequence numbers start again.
        media.on_sent(&Outgoing { flags: RETRANSMITTED, ..sent(0, 1000) });
        media.on_delivered(95 * MS, &packet(2, 1000));
        media.restart();
        media.on_made(600 * MS, frame(1000));
        media.on_sent(&sent(0, 1000));
        media.on_delivered(610 * MS, &packet(0, 1000));
        assert_eq!(media.counts(700 * MS).on_time, 3);
    }

    #[test]
    fn the_numbers_of_tracked_frames_and_packets_are_bounded() {
        let mut media = MediaTally::new(40, MS, TimeWindow::ALL);
        for number in 0..30_000u32 {
            media.on_made(u64::from(number) * MS, frame(1000));
            media.on_sent(&sent(number, 1000));
        }
        assert!(media.frames.len() <= MAX_FRAMES && media.packets.len() <= MAX_FRAMES + 1);
        assert_eq!(media.counts(u64::MAX).missing, 30_000);
    }
}
