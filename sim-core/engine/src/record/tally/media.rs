//! Statistics of a media stream at its player: frames that are on time, late or missing, and stalls of the
//! playback. Gaps between completed frames are defined as by Tobe, Tamura, Nishino and Tokuda in the paper on
//! TPBA.

use super::TimeWindow;
use super::audio::AudioTally;
use crate::analysis::percentiles::Histogram;
use crate::ground::convert::narrow;
use crate::ground::deque::Deque;
use crate::ground::packet::{AUDIO, Outgoing, PARITY, Packet, Payload, RETRANSMITTED, SYN};
use crate::traffic::DataUnit;

/// A gap between two frames that the player shows is a freeze if it is at least this much longer than the
/// interval between frames, in ns, and at least `FREEZE_INTERVALS` intervals long, as in the definition of
/// `freezeCount` in the W3C's Identifiers for WebRTC's Statistics API. There, the interval is a mean of the
/// last gaps; here, it is that of the source.
const FREEZE_MARGIN: u64 = 150_000_000;
const FREEZE_INTERVALS: u64 = 3;

/// Maximum number of frames that are tracked. An older frame that is not complete counts as missing.
const MAX_FRAMES: usize = 8192;

#[derive(Clone, Copy, Debug)]
struct FrameState {
    /// Time at which the frame was generated, in ns.
    generated: u64,
    /// Size of the frame in bytes.
    size: u32,
    /// Bytes that have not been sent.
    unsent: u32,
    /// Bytes that have not arrived.
    missing: u32,
    /// Whether the source dropped the frame in favour of newer frames.
    given_up: bool,
    /// Whether the frame was completed by its playback time.
    in_time: bool,
}

/// A packet of a frame.
#[derive(Clone, Copy, Debug)]
struct MediaPacket {
    seq: u32,
    /// Number of the frame to which its payload belongs.
    frame: u64,
    payload: u32,
    has_arrived: bool,
}

/// A packet of parity: its sequence number, and the first of those that it protects.
#[derive(Clone, Copy, Debug)]
struct Parity {
    first: u32,
    seq: u32,
    has_arrived: bool,
}

/// Counts of the frames that were generated within the window, and of the stalls that ended with such
/// frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MediaCounts {
    /// Frames that were generated.
    pub generated: u64,
    /// Frames completed by their playback time.
    pub on_time: u64,
    /// Frames completed after their playback time.
    pub late: u64,
    /// Frames that have not been completed although their playback time has passed.
    pub missing: u64,
    /// Frames that the source dropped in favour of newer frames.
    pub given_up: u64,
    /// Changes of the source's bit rate.
    pub rate_changes: u64,
    /// Number of stalls of the playback. Waiting for the first frame of a stream is not a stall.
    pub stalls: u64,
    /// Total duration of the stalls, in ns.
    pub stall_ns: u64,
    /// Number of freezes within the window, for a player that shows only frames that are on time.
    pub freezes: u64,
    /// Total duration of the freezes within the window, in ns.
    pub frozen_ns: u64,
}

/// The picture of a player that shows each frame at its playback time, and no frame that is late.
#[derive(Clone, Copy, Debug, Default)]
struct ShownFrames {
    /// Number of the first frame whose playback time may not have passed.
    first_undecided: u64,
    /// When the frame that is shown was generated. Before that, when the first frame was generated.
    shown: Option<u64>,
    /// Number of frames that were not complete at their playback time.
    missed: u32,
    /// Time between the generations of the latest two frames, in ns.
    interval: u64,
    freezes: u64,
    frozen_ns: u64,
}

impl ShownFrames {
    /// Counts the gap between the frame that is shown and a frame generated at `next`, if it is a freeze.
    fn end_gap(&mut self, next: u64, window: TimeWindow) {
        let Some(from) = self.shown else { return };
        let shortest = (self.interval + FREEZE_MARGIN).max(FREEZE_INTERVALS * self.interval);
        let within = next.min(window.to).saturating_sub(from.max(window.from));
        if next.saturating_sub(from) >= shortest && within > 0 {
            self.freezes += 1;
            self.frozen_ns += within;
        }
    }
}

/// Tracks the frames of one flow.
///
/// A frame is late if it is completed more than `playback_delay` after it was generated. Stalls are counted
/// for a player that waits for a late frame, shifts the playback of all later frames by the waiting time, and
/// skips frames that never arrive.
#[derive(Clone, Debug)]
pub struct MediaTally {
    /// Header size of each packet in bytes.
    header: u32,
    /// Time from the generation of a frame to its playback if there was no stall, in ns.
    playback_delay: u64,
    window: TimeWindow,
    /// The tracked frames, in the order of their generation.
    frames: Deque<FrameState>,
    /// Number of the first tracked frame, counted from the start of the run.
    first_tracked: u64,
    /// Number of the first frame that may have unsent bytes.
    first_unsent: u64,
    /// The packets of the tracked frames.
    packets: Deque<MediaPacket>,
    /// The packets of parity that protect some of them.
    parities: Deque<Parity>,
    pub audio: Option<Box<AudioTally>>,
    /// Number of the newest frame that the player has shown.
    newest_shown: Option<u64>,
    /// Sum of all stalls since the stream started, in ns, by which the playback is shifted.
    playback_shift: u64,
    /// Time at which the latest frame was completed.
    last_complete: Option<u64>,
    /// When the newest of the frames that were completed by their playback time was generated.
    newest_in_time: Option<u64>,
    picture: ShownFrames,
    counts: MediaCounts,
    /// Bit rate of the source for the latest frame, in bit/s.
    rate: f64,
    /// Sum of the bit rates of all frames generated within the window.
    rate_sum: f64,
    /// Time from the generation of a frame within the window to its completion, in ns.
    pub frame_delays: Histogram,
    /// Time between successive completions of frames, in ns, if the later frame was generated within
    /// the window.
    pub frame_gaps: Histogram,
}

impl MediaTally {
    /// `header`: header size of each packet in bytes. `playback_delay`: in ns.
    pub fn new(header: u16, playback_delay: u64, window: TimeWindow) -> Self {
        MediaTally {
            header: u32::from(header),
            playback_delay,
            window,
            frames: Deque::new(),
            first_tracked: 0,
            first_unsent: 0,
            packets: Deque::new(),
            parities: Deque::new(),
            audio: None,
            newest_shown: None,
            playback_shift: 0,
            last_complete: None,
            newest_in_time: None,
            picture: ShownFrames::default(),
            counts: MediaCounts::default(),
            rate: 0.0,
            rate_sum: 0.0,
            frame_delays: Histogram::default(),
            frame_gaps: Histogram::default(),
        }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.frames.capacity() * size_of::<FrameState>()
            + self.packets.capacity() * size_of::<MediaPacket>()
            + self.parities.capacity() * size_of::<Parity>()
            + self.audio.as_ref().map_or(0, |audio| size_of::<AudioTally>() + audio.delays.bytes())
            + self.frame_delays.bytes()
            + self.frame_gaps.bytes()
    }

    /// Handles a restart of the stream. Frames in flight never arrive.
    pub fn restart(&mut self) {
        let ShownFrames { missed, freezes, frozen_ns, .. } = self.picture_at(u64::MAX);
        while self.remove_oldest() {}
        self.packets.clear();
        self.parities.clear();
        if let Some(audio) = &mut self.audio {
            audio.restart();
        }
        (self.newest_shown, self.playback_shift, self.last_complete) = (None, 0, None);
        self.newest_in_time = None;
        self.picture = ShownFrames { missed, freezes, frozen_ns, ..ShownFrames::default() };
    }

    /// The picture after all frames whose playback time is before `now`.
    fn decided(&self, now: u64) -> ShownFrames {
        let mut picture = self.picture;
        picture.first_undecided = picture.first_undecided.max(self.first_tracked);
        while let Some(frame) = self.frames.get(narrow::<usize>(picture.first_undecided - self.first_tracked))
            && frame.generated.saturating_add(self.playback_delay) < now
        {
            if frame.in_time {
                picture.end_gap(frame.generated, self.window);
                picture.shown = Some(frame.generated);
            } else {
                picture.missed += 1;
            }
            picture.first_undecided += 1;
        }
        picture
    }

    /// The picture at `now`, with the gap that has not ended. After the last frame, nothing is missing.
    fn picture_at(&self, now: u64) -> ShownFrames {
        let mut picture = self.decided(now);
        if let Some(last) = self.frames.back() {
            picture.end_gap(last.generated.min(now.saturating_sub(self.playback_delay)), self.window);
        }
        picture
    }

    /// When the newest of the frames that were completed by their playback time was generated.
    pub fn newest_in_time(&self) -> Option<u64> {
        self.newest_in_time
    }

    /// Number of frames that were not complete at their playback time, when the newest frame was generated.
    pub fn missed(&self) -> u32 {
        self.picture.missed
    }

    /// Removes the oldest tracked frame. Returns false if there is none.
    fn remove_oldest(&mut self) -> bool {
        let Some(frame) = self.frames.pop_front() else { return false };
        self.first_tracked += 1;
        if frame.missing > 0 && !frame.given_up && self.window.contains(frame.generated) {
            self.counts.missing += 1;
        }
        true
    }

    /// Handles the generation of a frame. The source may have given up the oldest unsent frames in favour of
    /// the new frame.
    pub fn on_generated(&mut self, now: u64, unit: DataUnit) {
        let mut remaining = unit.given_up;
        for frame in self.frames.iter_mut() {
            if remaining > 0 && frame.unsent == frame.size && !frame.given_up {
                frame.given_up = true;
                frame.unsent = 0;
                remaining -= 1;
                self.counts.given_up += u64::from(self.window.contains(frame.generated));
            }
        }
        if self.window.contains(now) {
            self.counts.generated += 1;
            self.rate_sum += unit.rate;
            self.counts.rate_changes += u64::from(self.rate > 0.0 && self.rate != unit.rate);
        }
        self.rate = unit.rate;
        self.picture = self.decided(now);
        if let Some(before) = self.frames.back() {
            self.picture.interval = now.saturating_sub(before.generated);
        }
        self.picture.shown.get_or_insert(now);
        let bytes = unit.bytes;
        self.frames.push_back(FrameState {
            generated: now,
            size: bytes,
            unsent: bytes,
            missing: bytes,
            given_up: false,
            in_time: false,
        });
        if self.frames.len() > MAX_FRAMES {
            self.remove_oldest();
        }
        while self.packets.front().is_some_and(|packet| packet.frame < self.first_tracked) {
            self.packets.pop_front();
        }
        let oldest = self.packets.front().map_or(u32::MAX, |packet| packet.seq);
        while self.parities.front().is_some_and(|parity| parity.seq < oldest) {
            self.parities.pop_front();
        }
    }

    /// Handles the transmission of a packet. A first transmission carries the oldest unsent bytes.
    pub fn on_sent(&mut self, out: &Outgoing) {
        if out.flags & (RETRANSMITTED | SYN) != 0 {
            return;
        }
        if out.flags & AUDIO == AUDIO {
            return self.audio.get_or_insert_default().on_sent(out.payload, self.window);
        }
        if out.flags & PARITY != 0 {
            let first = self.parities.back().map_or(0, |before| before.seq + 1);
            self.parities.push_back(Parity { first, seq: out.seq, has_arrived: false });
            return;
        }
        let payload = u32::from(out.size).saturating_sub(self.header);
        self.first_unsent = self.first_unsent.max(self.first_tracked);
        while let Some(frame) = self.frames.get_mut(narrow::<usize>(self.first_unsent - self.first_tracked)) {
            if frame.unsent > 0 {
                frame.unsent = frame.unsent.saturating_sub(payload);
                let frame = self.first_unsent;
                self.packets.push_back(MediaPacket { seq: out.seq, frame, payload, has_arrived: false });
                return;
            }
            self.first_unsent += 1;
        }
    }

    /// Handles the arrival of a packet of audio.
    pub fn on_audio(&mut self, now: u64, payload: Payload) {
        self.audio.get_or_insert_default().on_arrived(now, payload, self.playback_delay, self.window);
    }

    /// Handles the first arrival of a packet. If it completes a frame, returns the time since the frame was
    /// generated, in ns.
    pub fn on_delivered(&mut self, now: u64, packet: &Packet) -> Option<u64> {
        let at = self.packets.binary_search_by_key(&packet.seq, |packet| packet.seq).ok()?;
        self.add_packet(now, at)
    }

    /// Handles the arrival of a packet of parity.
    pub fn on_parity(&mut self, seq: u32) {
        if let Ok(at) = self.parities.binary_search_by_key(&seq, |parity| parity.seq) {
            self.parities[at].has_arrived = true;
        }
    }

    /// Restores the only packet that is missing among those of a packet of parity, after the packet with this sequence
    /// number, one of these, has arrived. If it completes a frame, returns the time since the frame was generated, in ns.
    pub fn restore(&mut self, now: u64, seq: u32) -> Option<u64> {
        let parity = *self.parities.get(self.parities.partition_point(|parity| parity.seq < seq))?;
        let index = |seq: u32| self.packets.partition_point(|packet| packet.seq < seq);
        let mut missing =
            (index(parity.first)..index(parity.seq)).filter(|&at| !self.packets[at].has_arrived);
        match (parity.has_arrived, missing.next(), missing.next()) {
            (true, Some(at), None) => self.add_packet(now, at),
            _ => None,
        }
    }

    /// Adds the packet with this index in `packets` to its frame.
    fn add_packet(&mut self, now: u64, at: usize) -> Option<u64> {
        let MediaPacket { frame: number, payload, has_arrived, .. } = self.packets[at];
        if has_arrived {
            return None;
        }
        self.packets[at].has_arrived = true;
        let index = number.checked_sub(self.first_tracked).map(narrow::<usize>)?;
        let frame = self.frames.get_mut(index).filter(|frame| frame.missing > 0)?;
        frame.missing = frame.missing.saturating_sub(payload);
        if frame.missing > 0 {
            return None;
        }
        let generated = frame.generated;
        let delay = now.saturating_sub(generated);
        frame.in_time = delay <= self.playback_delay;
        if frame.in_time {
            self.newest_in_time = self.newest_in_time.max(Some(generated));
        }
        self.complete(now, number, generated);
        Some(delay)
    }

    /// Handles the completion of the frame with this number.
    fn complete(&mut self, now: u64, number: u64, generated: u64) {
        let delay = now.saturating_sub(generated);
        let is_in_window = self.window.contains(generated);
        if is_in_window {
            self.frame_delays.add(delay);
            if delay <= self.playback_delay {
                self.counts.on_time += 1;
            } else {
                self.counts.late += 1;
            }
            if let Some(before) = self.last_complete {
                self.frame_gaps.add(now.saturating_sub(before));
            }
        }
        self.last_complete = Some(now);
        if self.newest_shown.is_none_or(|shown| number > shown) {
            let is_first = self.newest_shown.is_none();
            self.newest_shown = Some(number);
            let stall = now.saturating_sub(generated + self.playback_delay + self.playback_shift);
            self.playback_shift += stall;
            if stall > 0 && is_in_window && !is_first {
                self.counts.stalls += 1;
                self.counts.stall_ns += stall;
            }
        }
    }

    /// The counts at `now`. Frames whose playback time has not passed do not count as missing.
    pub fn counts(&self, now: u64) -> MediaCounts {
        let is_missing = |frame: &&FrameState| {
            frame.missing > 0
                && !frame.given_up
                && frame.generated.saturating_add(self.playback_delay) < now
                && self.window.contains(frame.generated)
        };
        let missing = self.counts.missing + self.frames.iter().filter(is_missing).count() as u64;
        let ShownFrames { freezes, frozen_ns, .. } = self.picture_at(now);
        MediaCounts { missing, freezes, frozen_ns, ..self.counts }
    }

    /// Mean of the bit rates at which the frames of the window were generated, in bit/s.
    pub fn mean_rate(&self) -> Option<f64> {
        (self.counts.generated > 0).then(|| self.rate_sum / self.counts.generated as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Body;

    const MS: u64 = 1_000_000;

    fn packet(seq: u32, payload: u16) -> Packet {
        let body = Body::Data { unit: 0, info: 0, attachment: 0 };
        Packet { payload: body.into(), seq, tx: seq, size: payload + 40, ..Packet::default() }
    }

    fn sent(seq: u32, payload: u16) -> Outgoing {
        let Packet { payload, size, flags, .. } = packet(seq, payload);
        Outgoing { seq, size, flags, payload }
    }

    fn frame(bytes: u32) -> DataUnit {
        DataUnit { bytes, given_up: 0, rate: 1e6 }
    }

    /// Frames of 1500 bytes every 40 ms, in packets of 1000 and 500 bytes, shown 100 ms after generation.
    /// Frame 1 is complete at 190 ms but due at 140 ms: a stall of 50 ms. Frame 2 is complete at 200 ms and
    /// due at 180 ms: late, but without a stall, because playback has been shifted. Frame 3 loses a packet.
    #[test]
    fn frames_are_on_time_late_or_missing() {
        let mut media = MediaTally::new(40, 100 * MS, TimeWindow::ALL);
        for number in 0..5u32 {
            media.on_generated(u64::from(number) * 40 * MS, frame(1500));
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
        assert_eq!((counts.generated, counts.on_time, counts.late, counts.missing), (5, 2, 2, 0));
        assert_eq!((counts.stalls, counts.stall_ns), (1, 50 * MS));
        // Frame 3 was generated at 120 ms, so it is missing at 221 ms.
        assert_eq!(media.counts(221 * MS).missing, 1);
        assert_eq!((media.frame_delays.min(), media.frame_delays.max()), (Some(60 * MS), Some(150 * MS)));
        assert_eq!((media.frame_gaps.min(), media.frame_gaps.max()), (Some(10 * MS), Some(130 * MS)));
    }

    /// Frames every 40 ms, shown 100 ms later; a freeze is a gap of at least 190 ms. Frames 3 to 7 are late, so the
    /// picture of 80 ms is followed by that of 320 ms. From frame 12 on, all are missing, so the picture of 440 ms
    /// stays until the last playback time, that of the frame of 760 ms.
    #[test]
    fn freezes_are_long_gaps_between_frames_on_time() {
        let mut media = MediaTally::new(40, 100 * MS, TimeWindow { from: 200 * MS, to: 10_000 * MS });
        for number in 0..20u32 {
            let at = u64::from(number) * 40;
            media.on_generated(at * MS, frame(1000));
            media.on_sent(&sent(number, 1000));
            if let Some(late) = number.checked_sub(5).filter(|late| (3..8).contains(late)) {
                assert_eq!(media.on_delivered((at + 1) * MS, &packet(late, 1000)), Some(201 * MS));
            }
            if !(3..8).contains(&number) && number < 12 {
                assert_eq!(media.on_delivered((at + 30) * MS, &packet(number, 1000)), Some(30 * MS));
            }
        }
        assert_eq!(media.newest_in_time(), Some(440 * MS));
        // The playback time of frames 0 to 16 has passed, and frames 3 to 7 and 12 to 16 were not shown.
        assert_eq!(media.missed(), 10);
        // The window begins within the first freeze.
        let counts = media.counts(600 * MS);
        assert_eq!((counts.freezes, counts.frozen_ns), (1, 120 * MS));
        let counts = media.counts(5000 * MS);
        assert_eq!((counts.freezes, counts.frozen_ns), (2, (120 + 320) * MS));
        media.restart();
        media.on_generated(6000 * MS, frame(1000));
        assert_eq!(media.counts(6150 * MS).frozen_ns, 440 * MS);
        assert_eq!(media.missed(), 13);
    }

    #[test]
    fn frames_that_were_given_up_are_neither_late_nor_missing() {
        let mut media = MediaTally::new(40, 100 * MS, TimeWindow::ALL);
        media.on_generated(0, frame(2000));
        media.on_sent(&sent(0, 1000));
        media.on_generated(40 * MS, frame(1000));
        media.on_generated(80 * MS, DataUnit { given_up: 1, ..frame(1000) });
        // These packets carry the second half of the first frame, and the third frame. The second frame is
        // not sent.
        media.on_sent(&sent(1, 1000));
        media.on_sent(&sent(2, 1000));
        for seq in 0..3 {
            media.on_delivered(90 * MS, &packet(seq, 1000));
        }
        let counts = media.counts(500 * MS);
        assert_eq!((counts.generated, counts.on_time, counts.given_up, counts.missing), (3, 2, 1, 0));
        // A retransmission and a duplicate arrival have no effect. After a restart, sequence numbers start
        // again.
        media.on_sent(&Outgoing { flags: RETRANSMITTED, ..sent(0, 1000) });
        media.on_delivered(95 * MS, &packet(2, 1000));
        media.restart();
        media.on_generated(600 * MS, frame(1000));
        media.on_sent(&sent(0, 1000));
        media.on_delivered(610 * MS, &packet(0, 1000));
        assert_eq!(media.counts(700 * MS).on_time, 3);
    }

    /// Frames of two packets, and a packet of parity after each three: packets 0 to 2 and 3 protect frame 0 and half of
    /// frame 1, packets 4 to 6 and 7 the rest and frame 2. One lost packet of each group is restored, as soon as the last of the others
    /// has arrived, and two are not.
    #[test]
    fn parity_restores_one_packet_of_its_group() {
        let run = |lost: &[u32]| {
            let mut media = MediaTally::new(40, 100 * MS, TimeWindow::ALL);
            (0..3).for_each(|number| media.on_generated(number * MS, frame(2000)));
            let mut shown = Vec::new();
            for seq in 0..8u32 {
                let is_parity = seq % 4 == 3;
                media.on_sent(&Outgoing { flags: if is_parity { PARITY } else { 0 }, ..sent(seq, 1000) });
                if lost.contains(&seq) {
                    continue;
                }
                if is_parity {
                    media.on_parity(seq);
                } else if media.on_delivered(10 * MS, &packet(seq, 1000)).is_some() {
                    shown.push(seq);
                }
                shown.extend(media.restore(10 * MS, seq).map(|_| 100 + seq));
            }
            shown
        };
        assert_eq!(run(&[]), [1, 4, 6]);
        assert_eq!(run(&[3, 7]), [1, 4, 6]);
        assert_eq!(run(&[1]), [103, 4, 6]);
        assert_eq!(run(&[2, 5]), [1, 4, 107]);
        assert_eq!(run(&[0, 1, 6]), [4, 107]);
        assert_eq!(run(&[4, 7]), [1, 6]);
    }

    #[test]
    fn the_numbers_of_tracked_frames_and_packets_are_bounded() {
        let mut media = MediaTally::new(40, MS, TimeWindow::ALL);
        for number in 0..30_000u32 {
            media.on_generated(u64::from(number) * MS, frame(1000));
            media.on_sent(&sent(number, 1000));
        }
        assert!(media.frames.len() <= MAX_FRAMES && media.packets.len() <= MAX_FRAMES + 1);
        assert_eq!(media.counts(u64::MAX).missing, 30_000);
    }
}
