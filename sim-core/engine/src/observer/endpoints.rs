//! Notifications that endpoints send with every packet and every acknowledgement. The usual case is inlined.
//! Updates of series, and of tallies that few flows have (media, data units), are in functions that are not
//! inlined.

use super::{MediaKeys, Observer};
use crate::describe::SignalIndex;
use crate::ground::convert::narrow;
use crate::ground::packet::{Outgoing, Packet, RETRANSMITTED};
use crate::ground::time::{Time, to_secs};
use crate::record::tally::UnitTally;
use crate::transport::Body;
use crate::transport::WindowState;
use crate::transport::rtp_sender::HEADERS;

impl Observer {
    /// A sender has sent a packet.
    #[inline]
    pub fn sent(&mut self, flow: u32, out: &Outgoing) {
        let tally = &mut self.flows[flow as usize];
        tally.total.sent += 1;
        tally.total.retransmitted += u64::from(out.flags & RETRANSMITTED != 0);
        if let Some(media) = &mut tally.media {
            media.on_sent(out);
        }
    }

    /// A data packet has been delivered to the application for the first time.
    #[inline]
    pub fn delivered(&mut self, flow: u32, now: Time, packet: &Packet) {
        let bytes = u64::from(packet.size);
        let tally = &mut self.flows[flow as usize];
        tally.total.delivered += 1;
        tally.total.delivered_bytes += bytes;
        tally.last_delivery = now;
        if self.measuring {
            tally.intervals.push(now);
        }
        if tally.one_way.is_some() || !tally.rates.try_add(now, bytes) {
            self.update_rare_tallies(flow, now, packet);
        }
    }

    /// Updates the tallies that `delivered` does not update: rates at the end of a bin, one-way delays, media and
    /// data units.
    // Inlined, its registers would be saved with every delivery.
    #[inline(never)]
    fn update_rare_tallies(&mut self, flow: u32, now: Time, packet: &Packet) {
        let tally = &mut self.flows[flow as usize];
        tally.rates.add(now, u64::from(packet.size));
        if let Some(one_way) = tally.one_way.as_mut().filter(|_| self.measuring) {
            one_way.add(now - packet.timestamp);
        }
        if let Some(media) = &mut tally.media {
            let delay = media.on_delivered(now, packet);
            self.frame_complete(flow, now, delay);
            self.restore(flow, now, packet.seq);
        }
        if self.flows[flow as usize].units.is_some() {
            self.delivered_units(flow, now, packet);
        }
    }

    /// A packet of audio has arrived.
    pub fn audio_arrived(&mut self, flow: u32, now: Time, packet: &Packet) {
        self.delivered(flow, now, packet);
        if let Some(media) = &mut self.flows[flow as usize].media {
            media.on_audio(now, packet.payload);
        }
    }

    /// A packet of parity has arrived.
    #[cold]
    pub fn parity_arrived(&mut self, flow: u32, now: Time, seq: u32) {
        if let Some(media) = &mut self.flows[flow as usize].media {
            media.on_parity(seq);
        }
        self.restore(flow, now, seq);
    }

    /// Restores a lost packet, if the packet with this sequence number makes that possible.
    fn restore(&mut self, flow: u32, now: Time, seq: u32) {
        let media = self.flows[flow as usize].media.as_mut();
        let delay = media.and_then(|media| media.restore(now, seq));
        self.frame_complete(flow, now, delay);
    }

    /// Records that a frame was completed, `delay` after its generation.
    fn frame_complete(&mut self, flow: u32, now: Time, delay: Option<Time>) {
        let Some(delay) = delay else { return };
        let MediaKeys { frame_delay, frame_shown, .. } = self.flow_keys[flow as usize].media;
        self.rec.gauge(frame_delay, now, to_secs(delay));
        let media = self.flows[flow as usize].media.as_ref();
        if let Some(newest) = media.and_then(|media| media.newest_in_time()) {
            self.rec.gauge(frame_shown, now, to_secs(newest));
        }
    }

    /// Starts counting the deliveries of a flow in data units of `bytes` bytes. Connection `stream` carries
    /// the units as a stream, other connections as datagrams. The gaps between units are recorded as the
    /// algorithm's signal `signal`.
    pub fn track_units(&mut self, flow: u32, bytes: u32, stream: u32, signal: SignalIndex) {
        let window = self.window;
        if let Some(tally) = self.flows.get_mut(flow as usize) {
            match &mut tally.units {
                Some(units) => units.0.restart(),
                None => tally.units = Some(Box::new((UnitTally::new(bytes, stream, window), signal))),
            }
        }
    }

    /// The sender's probing phase has begun (`true`) or ended (`false`).
    pub fn set_probing(&mut self, flow: u32, now: Time, probing: bool) {
        if let Some(units) = self.flows.get_mut(flow as usize).and_then(|tally| tally.units.as_mut()) {
            units.0.switch(now, probing);
        }
    }

    fn delivered_units(&mut self, flow: u32, now: Time, packet: &Packet) {
        let Body::Data { unit, info, .. } = Body::of(packet) else { return };
        let payload = u32::from(packet.size.saturating_sub(HEADERS));
        let Some(units) = self.flows[flow as usize].units.as_mut() else { return };
        let signal = units.1;
        if let Some(gap) = units.0.delivered(now, packet.conn, unit, info, payload) {
            self.own_signal(flow, signal, now, gap);
        }
    }

    /// A sender has measured a round-trip time.
    #[inline]
    pub fn rtt(&mut self, flow: u32, now: Time, rtt: Time) {
        if self.rec.records_series() {
            self.record_rtt(flow, now, rtt);
        }
        self.count_rtt(flow, rtt);
    }

    /// Adds a round-trip sample to the tally but not to the series. Window-based senders also report the
    /// sample to `window_state`, which adds it to the series.
    #[inline]
    pub fn count_rtt(&mut self, flow: u32, rtt: Time) {
        if self.measuring {
            self.flows[flow as usize].rtt.add(rtt);
        }
    }

    fn record_rtt(&mut self, flow: u32, now: Time, rtt: Time) {
        self.rec.gauge(self.flow_keys[flow as usize].rtt, now, rtt as f64 * 1e-9);
    }

    /// A sender has updated its window. `in_flight` computes its packets in flight, which are needed only if
    /// series are recorded.
    #[inline]
    pub fn window(&mut self, flow: u32, now: Time, cwnd: f64, in_flight: impl FnOnce() -> u32) {
        if self.rec.records_series() {
            let in_flight = Some(f64::from(in_flight()));
            self.record_singly(flow, now, [Some(cwnd), in_flight, None, None, None, None]);
        }
        self.flows[flow as usize].cwnd.set(now, cwnd);
    }

    /// A window-based sender has updated its window. `state` computes its other values, which are needed only
    /// if series are recorded.
    #[inline]
    pub fn window_state(&mut self, flow: u32, now: Time, cwnd: f64, state: impl FnOnce() -> WindowState) {
        if self.rec.records_series() {
            self.record_window_state(flow, now, cwnd, state());
        }
        self.flows[flow as usize].cwnd.set(now, cwnd);
    }

    /// Sets all gauges of a window-based sender at once, or one by one if a bin begins or if only some of
    /// them are recorded.
    fn record_window_state(&mut self, flow: u32, now: Time, cwnd: f64, state: WindowState) {
        let (cwnd, in_flight) = (Some(cwnd), Some(f64::from(state.in_flight)));
        let rtt = state.rtt.map(|rtt| narrow::<i64>(rtt) as f64 * 1e-9);
        let (srtt, rto) = (Some(state.srtt), Some(state.rto));
        let values = [cwnd, in_flight, rtt, None, state.ssthresh, srtt, rto, None];
        if !self.rec.set_gauge_group(self.window_gauges[flow as usize], now, values) {
            self.record_singly(flow, now, [cwnd, in_flight, rtt, state.ssthresh, srtt, rto]);
        }
    }

    /// Sets one by one the gauges of the window, the packets in flight, the RTT, and the first
    /// three of the algorithm's signals.
    #[cold]
    fn record_singly(&mut self, flow: u32, now: Time, values: [Option<f64>; 6]) {
        let keys = &self.flow_keys[flow as usize];
        let common = [keys.cwnd, keys.in_flight, keys.rtt];
        for (key, value) in common.into_iter().chain(keys.algorithm.iter().copied()).zip(values) {
            if let Some(value) = value {
                self.rec.gauge(key, now, value);
            }
        }
    }

    /// A paced sender has set its sending rate, in bit/s.
    #[inline]
    pub fn rate(&mut self, flow: u32, now: Time, rate: f64) {
        self.rec.gauge(self.flow_keys[flow as usize].rate, now, rate);
    }
}
