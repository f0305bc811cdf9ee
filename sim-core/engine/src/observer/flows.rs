//! Notifications about flows from the world and its endpoints. The frequent notifications are in `endpoints`.

use super::signals::{PAGE_SIGNALS, PageSignals, VIDEO_SIGNALS, VideoSignals};
use super::{LinkLimit, MediaKeys, Observer};
use crate::describe::SignalIndex;
use crate::ground::convert::narrow;
use crate::ground::time::{Time, to_secs};
use crate::record::EventKind;
use crate::traffic::page::Arrived;
use crate::traffic::video::PlayerEvent;
use crate::traffic::{DataUnit, Transfer};

impl Observer {
    /// An algorithm has set one of its gauges.
    #[inline]
    pub fn own_signal(&mut self, flow: u32, signal: SignalIndex, now: Time, value: f64) {
        if let Some(&key) = self.flow_keys[flow as usize].algorithm.get(signal.get()) {
            self.rec.gauge(key, now, value);
        }
    }

    /// The retransmission or no-feedback timer of a sender has expired, which was set to `rto` seconds.
    pub fn timeout(&mut self, flow: u32, now: Time, rto: f64) {
        self.rec.event(now, EventKind::Timeout, flow, rto);
        self.flows[flow as usize].total.timeouts += 1;
    }

    /// A sender has reduced its window or rate. `cwnd` is the new window in packets; rate-based
    /// senders convert their new rate to a window.
    pub fn reduced(&mut self, flow: u32, now: Time, cwnd: f64) {
        self.rec.event(now, EventKind::WindowCut, flow, cwnd);
        self.flows[flow as usize].total.cuts += 1;
    }

    /// Loss recovery of a sender has ended.
    pub fn recovered(&mut self, flow: u32, now: Time) {
        self.rec.event(now, EventKind::RecoveryEnded, flow, 0.0);
    }

    /// A flow has started.
    pub fn started(&mut self, flow: u32, now: Time) {
        self.rec.event(now, EventKind::FlowStarted, flow, 0.0);
        self.flows[flow as usize].started.get_or_insert(now);
        if let Some(media) = &mut self.flows[flow as usize].media {
            media.restart();
        }
    }

    /// A flow has stopped.
    pub fn stopped(&mut self, flow: u32, now: Time) {
        self.rec.event(now, EventKind::FlowStopped, flow, 0.0);
        self.flows[flow as usize].intervals.pause();
    }

    /// A transfer has begun.
    pub fn transfer_began(&mut self, flow: u32) {
        if let Some(transfers) = &mut self.flows[flow as usize].transfers
            && self.measuring
        {
            transfers.begun += 1;
        }
    }

    /// A transfer was refused because all flows of a pool were busy. It is counted for the first flow of the
    /// pool.
    pub fn refused(&mut self, flow: u32) {
        if let Some(transfers) = &mut self.flows[flow as usize].transfers
            && self.measuring
        {
            transfers.refused += 1;
        }
    }

    /// A media source has produced a frame.
    pub fn unit_produced(&mut self, flow: u32, now: Time, unit: DataUnit) {
        if let Some(media) = &mut self.flows[flow as usize].media {
            media.on_generated(now, unit);
            let MediaKeys { encoder_rate, frames_missed, .. } = self.flow_keys[flow as usize].media;
            self.rec.gauge(encoder_rate, now, unit.rate);
            self.rec.gauge(frames_missed, now, f64::from(media.missed()));
        }
    }

    /// A transfer is complete: all of its bytes have been acknowledged. The last of them arrived with the flow's last
    /// delivery.
    pub fn completed(&mut self, flow: u32, now: Time, transfer: Transfer) {
        let tally = &mut self.flows[flow as usize];
        // A transfer without data has no delivery.
        let began = now - transfer.took;
        let arrived = Some(tally.last_delivery).filter(|&at| at >= began).unwrap_or(now);
        let took = arrived - began;
        self.rec.event(now, EventKind::TransferComplete, flow, to_secs(took));
        tally.completed.get_or_insert((arrived, now));
        if let Some(transfers) = &mut tally.transfers
            && self.measuring
        {
            transfers.complete(transfer, took);
        }
    }

    /// What a client has requested together is complete at the client.
    pub fn client_completed(&mut self, flow: u32, now: Time, transfer: Transfer) {
        self.rec.event(now, EventKind::TransferComplete, flow, to_secs(transfer.took));
        if let Some(transfers) = &mut self.flows[flow as usize].transfers
            && self.measuring
        {
            transfers.complete(transfer, transfer.took);
        }
    }

    /// Something has happened in the player of a video.
    pub fn player(&mut self, flow: u32, now: Time, event: PlayerEvent) {
        if let Some(video) = &mut self.flows[flow as usize].video {
            video.add(now, event);
            let (buffer, played) = video.levels(now);
            let VideoSignals { segment_rate, video_buffer, video_played } = VIDEO_SIGNALS;
            let levels = [(video_buffer, buffer), (video_played, played)];
            self.source_signals(flow as usize, now, &levels);
            if let PlayerEvent::Arrives { rate, .. } = event {
                self.source_signals(flow as usize, now, &[(segment_rate, rate)]);
            }
        }
    }

    /// A browser begins to load a page, or an object of it has arrived.
    pub fn page_arrived(&mut self, flow: u32, now: Time, Arrived { shares, began }: Arrived) {
        let PageSignals { documents, style_sheets, fonts, scripts, images, page_began } = PAGE_SIGNALS;
        let kinds = [documents, style_sheets, fonts, scripts, images];
        let values = std::array::from_fn::<_, 5, _>(|kind| (kinds[kind], shares[kind]));
        self.source_signals(flow as usize, now, &values);
        self.source_signals(flow as usize, now, &[(page_began, to_secs(began))]);
    }

    /// An entry of the timeline was applied.
    pub fn changed(&mut self, entry: u32, now: Time) {
        self.rec.event(now, EventKind::TimelineChange, entry, 0.0);
    }

    /// The limit of a link's queue has changed.
    pub fn limit_changed(&mut self, link: u32, now: Time, limit: LinkLimit) {
        self.links[link as usize].queue.set_limit(now, limit.limit, limit.in_bytes);
    }

    /// An algorithm has made a decision. `kind` is the index of the decision in the algorithm's list.
    pub fn decided(&mut self, flow: u32, now: Time, kind: u32, values: &[f64]) {
        self.rec.decision(now, flow, narrow::<u16>(kind), values);
    }
}
