//! What endpoints tell with every packet and every acknowledgement: what is usual comes first and calls nothing, what few
//! flows have (media, data units) and series are apart.

use super::Observer;
use crate::ground::packet::{Outgoing, Packet, RETRANSMITTED};
use crate::ground::time::Time;
use crate::record::tally::UnitTally;
use crate::transport::Body;
use crate::transport::WindowState;
use crate::transport::rtp_sender::HEADERS;

impl Observer {
    #[inline]
    pub fn sent(&mut self, flow: u32, out: &Outgoing) {
        let tally = &mut self.flows[flow as usize];
        tally.total.sent += 1;
        tally.total.retransmitted += u64::from(out.flags & RETRANSMITTED != 0);
        if let Some(media) = &mut tally.media {
            media.on_sent(out);
        }
    }

    #[inline]
    pub fn delivered(&mut self, flow: u32, now: Time, packet: &Packet) {
        let bytes = u64::from(packet.size);
        let tally = &mut self.flows[flow as usize];
        tally.total.delivered += 1;
        tally.total.delivered_bytes += bytes;
        if self.measuring {
            tally.intervals.push(now);
        }
        if tally.media.is_some() | tally.units.is_some() || !tally.rates.try_add(now, bytes) {
            self.delivered_besides(flow, now, packet);
        }
    }

    /// What else there is to a packet that is delivered, where there is something.
    #[inline(never)]
    fn delivered_besides(&mut self, flow: u32, now: Time, packet: &Packet) {
        let tally = &mut self.flows[flow as usize];
        tally.rates.add(now, u64::from(packet.size));
        if let Some(media) = &mut tally.media {
            media.on_delivered(now, packet);
        }
        if tally.units.is_some() {
            self.delivered_units(flow, now, packet);
        }
    }

    // ---- data units ----

    /// The flow's data are units of so many bytes; connection `stream` carries them as a stream, others as datagrams. The gaps
    /// between them are shown as the algorithm's own signal at `place`.
    pub fn deliver_units(&mut self, flow: u32, bytes: u32, stream: u32, place: usize) {
        let window = self.window;
        if let Some(tally) = self.flows.get_mut(flow as usize) {
            match &mut tally.units {
                Some(units) => units.0.restart(),
                None => tally.units = Some(Box::new((UnitTally::new(bytes, stream, window), place))),
            }
        }
    }

    /// The flow goes over to probing, or to running.
    pub fn switched(&mut self, flow: u32, now: Time, probing: bool) {
        if let Some(units) = self.flows.get_mut(flow as usize).and_then(|tally| tally.units.as_mut()) {
            units.0.switch(now, probing);
        }
    }

    fn delivered_units(&mut self, flow: u32, now: Time, packet: &Packet) {
        let Body::Data { unit, info, .. } = Body::of(packet) else { return };
        let payload = u32::from(packet.size.saturating_sub(HEADERS));
        let Some(units) = self.flows[flow as usize].units.as_mut() else { return };
        let place = units.1;
        if let Some(gap) = units.0.delivered(now, packet.conn, unit, info, payload) {
            self.own_signal(flow, place, now, gap);
        }
    }

    #[inline]
    pub fn rtt(&mut self, flow: u32, now: Time, rtt: Time) {
        if self.rec.records_series() {
            self.record_rtt(flow, now, rtt);
        }
        self.rtt_counted(flow, rtt);
    }

    /// Only the tally of a sample; `window_shown` is to tell the series.
    #[inline]
    pub fn rtt_counted(&mut self, flow: u32, rtt: Time) {
        if self.measuring {
            self.flows[flow as usize].rtt.add(rtt);
        }
    }

    /// Apart, so that what remains where no series are recorded is small.
    #[inline(never)]
    fn record_rtt(&mut self, flow: u32, now: Time, rtt: Time) {
        self.rec.gauge(self.flow_keys[flow as usize].rtt, now, rtt as f64 * 1e-9);
    }

    /// A window-based sender's window and packets in flight, which are asked for if somebody wants to know.
    #[inline]
    pub fn window_is(&mut self, flow: u32, now: Time, cwnd: f64, in_flight: impl FnOnce() -> u32) {
        if self.rec.records_series() {
            self.record_window(flow, now, cwnd, in_flight());
        }
        self.flows[flow as usize].cwnd.set(now, cwnd);
    }

    #[inline(never)]
    fn record_window(&mut self, flow: u32, now: Time, cwnd: f64, in_flight: u32) {
        let keys = &self.flow_keys[flow as usize];
        self.rec.gauge(keys.cwnd, now, cwnd);
        self.rec.gauge(keys.in_flight, now, f64::from(in_flight));
    }

    /// The same of a sender that shows more with every acknowledgement: all of it is told together.
    #[inline]
    pub fn window_shown(&mut self, flow: u32, now: Time, cwnd: f64, shown: impl FnOnce() -> WindowState) {
        if self.rec.records_series() {
            self.record_shown(flow, now, cwnd, shown());
        }
        self.flows[flow as usize].cwnd.set(now, cwnd);
    }

    #[inline(never)]
    fn record_shown(&mut self, flow: u32, now: Time, cwnd: f64, shown: WindowState) {
        let (cwnd, in_flight) = (Some(cwnd), Some(f64::from(shown.in_flight)));
        let rtt = shown.rtt.map(|rtt| rtt as i64 as f64 * 1e-9);
        let (srtt, rto) = (Some(shown.srtt), Some(shown.rto));
        let values = [cwnd, in_flight, rtt, None, shown.ssthresh, srtt, rto, None];
        if !self.rec.set_gauge_group(self.shown[flow as usize], now, values) {
            self.record_each(flow, now, [cwnd, in_flight, rtt, shown.ssthresh, srtt, rto]);
        }
    }

    /// The same one by one, where a bin begins or not all of it is recorded.
    #[cold]
    #[inline(never)]
    fn record_each(&mut self, flow: u32, now: Time, values: [Option<f64>; 6]) {
        let keys = &self.flow_keys[flow as usize];
        let told = [keys.cwnd, keys.in_flight, keys.rtt].into_iter().chain(keys.own.iter().copied());
        for (key, value) in told.zip(values) {
            if let Some(value) = value {
                self.rec.gauge(key, now, value);
            }
        }
    }

    /// The rate that a paced sender allows itself, in bit/s.
    #[inline]
    pub fn rate(&mut self, flow: u32, now: Time, rate: f64) {
        self.rec.gauge(self.flow_keys[flow as usize].rate, now, rate);
    }
}
