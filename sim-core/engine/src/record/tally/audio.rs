//! Statistics of the audio of a call at its player.

use super::TimeWindow;
use crate::analysis::percentiles::Histogram;
use crate::ground::packet::{AUDIO_TICK, Payload};
use crate::traffic::media::AUDIO_INTERVAL;

/// The packets of audio that were produced within the window.
#[derive(Clone, Debug, Default)]
pub struct AudioTally {
    /// When the first packet was produced that was sent since the stream started, and the newest that arrived.
    first: Option<u64>,
    newest: u64,
    /// Packets that arrived since the stream started.
    arrived: u64,
    pub in_time: u64,
    /// Packets that arrived after their playback time.
    pub late: u64,
    /// Packets lost before the stream was started again.
    lost_before: u64,
    /// Time from the production of a packet to its arrival, in ns.
    pub delays: Histogram,
}

/// When a packet was produced.
fn produced(payload: Payload) -> u64 {
    u64::from(payload.words[0]) * AUDIO_TICK
}

impl AudioTally {
    /// Handles the transmission of a packet.
    pub fn on_sent(&mut self, payload: Payload, window: TimeWindow) {
        let produced = produced(payload);
        if window.contains(produced) {
            self.first.get_or_insert(produced);
        }
    }

    /// Handles the arrival of a packet.
    pub fn on_arrived(&mut self, now: u64, payload: Payload, playback_delay: u64, window: TimeWindow) {
        let produced = produced(payload);
        if !window.contains(produced) {
            return;
        }
        let delay = now.saturating_sub(produced);
        self.newest = self.newest.max(produced);
        self.arrived += 1;
        self.delays.add(delay);
        *(if delay <= playback_delay { &mut self.in_time } else { &mut self.late }) += 1;
    }

    /// Packets that have not arrived, of those before the newest that has (RFC 3550 appendix A.3).
    pub fn lost(&self) -> u64 {
        let span = self.first.and_then(|first| self.newest.checked_sub(first));
        let expected = span.map_or(0, |span| (span + AUDIO_INTERVAL / 2) / AUDIO_INTERVAL + 1);
        self.lost_before + expected.saturating_sub(self.arrived)
    }

    /// Handles a restart of the stream.
    pub fn restart(&mut self) {
        self.lost_before = self.lost();
        (self.first, self.newest, self.arrived) = (None, 0, 0);
    }
}
