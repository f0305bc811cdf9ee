//! Statistics of a player of adaptive video.

use super::TimeWindow;
use crate::ground::time::{Time, to_secs};
use crate::traffic::video::PlayerEvent;

/// What a player has shown within a window.
#[derive(Clone, Debug)]
pub struct VideoTally {
    window: TimeWindow,
    /// When the user has pressed play, until the picture starts.
    began: Option<Time>,
    /// When the present stall began.
    stalled_since: Option<Time>,
    last_rate: Option<f64>,
    /// Seconds of video in the player's buffer and played, at `counted_at`.
    buffer: f64,
    played: f64,
    counted_at: Time,
    is_playing: bool,
    /// The time until the picture started for the first time, whenever this was.
    pub startup: Option<Time>,
    pub segments: u64,
    rate_sum: f64,
    /// Changes of the bit rate.
    pub switches: u64,
    stalls: u64,
    stalled: Time,
}

impl VideoTally {
    pub fn new(window: TimeWindow) -> Self {
        VideoTally {
            window,
            began: None,
            stalled_since: None,
            last_rate: None,
            buffer: 0.0,
            played: 0.0,
            counted_at: 0,
            is_playing: false,
            startup: None,
            segments: 0,
            rate_sum: 0.0,
            switches: 0,
            stalls: 0,
            stalled: 0,
        }
    }

    /// The seconds of video in the buffer, and those that have been played.
    #[inline(never)]
    pub fn levels(&self, now: Time) -> (f64, f64) {
        let since = if self.is_playing { to_secs(now - self.counted_at) } else { 0.0 };
        let length = since.min(self.buffer);
        (self.buffer - length, self.played + length)
    }

    pub fn add(&mut self, now: Time, event: PlayerEvent) {
        (self.buffer, self.played) = self.levels(now);
        self.counted_at = now;
        let is_counted = self.window.contains(now);
        match event {
            PlayerEvent::Begins => {
                self.end_stall(now);
                (self.began, self.last_rate) = (Some(now), None);
                (self.buffer, self.is_playing) = (0.0, false);
            }
            PlayerEvent::Arrives { rate, seconds } => {
                self.buffer += seconds;
                let is_change = self.last_rate.replace(rate).is_some_and(|last| last != rate);
                if is_counted {
                    self.segments += 1;
                    self.rate_sum += rate;
                    self.switches += u64::from(is_change);
                }
            }
            PlayerEvent::Plays => {
                if let Some(began) = self.began.take() {
                    self.startup.get_or_insert(now - began);
                }
                self.end_stall(now);
                self.is_playing = true;
            }
            PlayerEvent::Stalls => (self.stalled_since, self.is_playing) = (Some(now), false),
        }
    }

    /// The time within the window from `since` to `now`.
    fn part(&self, since: Time, now: Time) -> Time {
        now.min(self.window.to).saturating_sub(since.max(self.window.from))
    }

    fn end_stall(&mut self, now: Time) {
        if let Some(since) = self.stalled_since.take() {
            let part = self.part(since, now);
            (self.stalls, self.stalled) = (self.stalls + u64::from(part > 0), self.stalled + part);
        }
    }

    /// Number of stalls of which a part is in the window.
    pub fn stalls(&self, now: Time) -> u64 {
        self.stalls + u64::from(self.stalled_since.is_some_and(|since| self.part(since, now) > 0))
    }

    /// The time for which the picture was frozen until `now`.
    pub fn stalled(&self, now: Time) -> Time {
        self.stalled + self.stalled_since.map_or(0, |since| self.part(since, now))
    }

    /// In bit/s; `None` without a segment.
    pub fn mean_rate(&self) -> Option<f64> {
        (self.segments > 0).then(|| self.rate_sum / self.segments as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::SECOND;

    #[test]
    fn only_the_part_of_a_stall_within_the_window_counts() {
        let mut tally = VideoTally::new(TimeWindow { from: 10 * SECOND, to: 20 * SECOND });
        let mut levels = Vec::new();
        for (at, event) in [
            (1, PlayerEvent::Begins),
            (3, PlayerEvent::Arrives { rate: 1e6, seconds: 6.0 }),
            (3, PlayerEvent::Plays),
            (9, PlayerEvent::Stalls),
            (12, PlayerEvent::Arrives { rate: 2e6, seconds: 5.0 }),
            (12, PlayerEvent::Plays),
            (17, PlayerEvent::Stalls),
        ] {
            levels.push(tally.levels(at * SECOND));
            tally.add(at * SECOND, event);
        }
        let played = [(0.0, 0.0), (0.0, 0.0), (6.0, 0.0), (0.0, 6.0), (0.0, 6.0), (5.0, 6.0), (0.0, 11.0)];
        assert_eq!(levels, played);
        assert_eq!((tally.startup, tally.segments, tally.switches), (Some(2 * SECOND), 1, 1));
        assert_eq!((tally.stalls(17 * SECOND), tally.stalls(18 * SECOND)), (1, 2));
        assert_eq!(tally.mean_rate(), Some(2e6));
        assert_eq!((tally.stalled(18 * SECOND), tally.stalled(30 * SECOND)), (3 * SECOND, 5 * SECOND));
    }
}
