//! The context that the world gives to an endpoint (`transport::Context`): one connection's view of network,
//! application and observer.

use super::applications::{ARRIVAL, WAKE};
use super::{Applications, Failure, Network};
use crate::describe::SignalIndex;
use crate::ground::event_queue::Class;
use crate::ground::packet::{AGAIN, AUDIO, Outgoing, PARITY, Packet, REQUEST};
use crate::ground::rng::Rng;
use crate::ground::time::{NEVER, Time};
use crate::net::observer::NetworkObserver;
use crate::net::{RECEIVER_TIMERS, SENDER_TIMERS, SOURCE_TIMERS};
use crate::observer::Observer;
use crate::traffic::Transfer;
use crate::transport::reports::RepairRequest;
use crate::transport::{
    Attachment, Body, Context, Datagram, ProgramFault, Timer, Unsent, Waiting, WindowState,
};

/// One connection's access to the world.
pub struct EndpointContext<'a> {
    net: &'a mut Network,
    applications: &'a mut Applications,
    obs: &'a mut Observer,
    flow: u32,
    conn: u32,
}

impl<'a> EndpointContext<'a> {
    /// The context of one of a flow's connections.
    pub(super) fn new(
        net: &'a mut Network,
        applications: &'a mut Applications,
        obs: &'a mut Observer,
        flow: u32,
        conn: u32,
    ) -> Self {
        EndpointContext { net, applications, obs, flow, conn }
    }

    /// Hands the data of a packet to the client that has requested it.
    #[cold]
    fn reach_client(&mut self, seq: u32) {
        let (flow, now) = (self.flow, self.net.now());
        let complete = self.applications.apps[flow as usize].arrived(seq);
        if !complete.is_empty() {
            self.applications
                .call_client(flow, self.net, self.obs, |client| client.on_responses(flow, &complete, now));
        }
    }

    /// Reports the arrival of a packet to the receiver of a call, and sends the receiver's requests for missing packets.
    #[cold]
    fn reach_player(&mut self, seq: u32) {
        let now = self.net.now();
        let repair = self.applications.apps[self.flow as usize].repair();
        let requests = repair.map_or_else(Vec::new, |repair| repair.on_arrival(seq, now));
        self.request(&requests);
    }

    /// Handles the arrival of a packet that carries nothing new of a stream of media.
    #[cold]
    fn special_arrived(&mut self, packet: &Packet) {
        let (now, word) = (self.net.now(), packet.payload.words[0]);
        if packet.flags & AGAIN == AGAIN {
            let first = Packet { seq: word, flags: packet.flags & !AGAIN, ..*packet };
            return self.delivered(&first);
        }
        if packet.flags & AUDIO == AUDIO {
            self.obs.audio_arrived(self.flow, now, packet);
        } else {
            self.obs.parity_arrived(self.flow, now, packet.seq);
        }
    }

    /// Sends a receiver's requests for missing packets, and sets the timer at which it asks again.
    pub(super) fn request(&mut self, requests: &[RepairRequest]) {
        let wake = self.applications.apps[self.flow as usize].repair().map_or(NEVER, |repair| repair.wake());
        if wake != NEVER {
            self.net.arm(Class::Source, self.flow * SOURCE_TIMERS + ARRIVAL, wake);
        }
        for request in requests {
            let attachment = self.put_attachment(Attachment::Request(*request));
            self.reply(0, self.net.now(), request.size(), REQUEST, Body::Report { attachment });
        }
    }

    /// Ends the application's transfer and schedules its next one. Returns the transfer, if one was running.
    fn end_transfer(&mut self) -> Option<Transfer> {
        let (transfer, wake) = self.applications.end_transfer(self.flow, self.net.now())?;
        if wake != NEVER {
            self.net.arm(Class::Source, self.flow * SOURCE_TIMERS + WAKE, wake);
        }
        Some(transfer)
    }
}

impl Context for EndpointContext<'_> {
    #[inline]
    fn now(&self) -> Time {
        self.net.now()
    }

    #[inline]
    fn flow(&self) -> u32 {
        self.flow
    }

    #[inline]
    fn index_in_flow(&self) -> u32 {
        self.net.conn(self.conn).index_in_flow
    }

    #[inline]
    fn conn(&self) -> u32 {
        self.conn
    }

    #[inline]
    fn connection(&mut self, index_in_flow: u32) -> impl Context + '_ {
        let conn = self.conn - self.index_in_flow() + index_in_flow;
        EndpointContext {
            net: self.net,
            applications: self.applications,
            obs: self.obs,
            flow: self.flow,
            conn,
        }
    }

    #[inline]
    fn packet_size(&self) -> u16 {
        self.net.conn(self.conn).packet_size
    }

    fn set_packet_size(&mut self, size: u16) {
        self.net.conn_mut(self.conn).packet_size = size;
    }

    #[inline]
    fn base_rtt(&self) -> Time {
        self.net.conn(self.conn).base_rtt
    }

    fn access_link_ready_at(&self) -> Time {
        let conn = self.net.conn(self.conn);
        conn.paths[0].host_queue_accepts_at(conn.packet_size)
    }

    // Without this attribute, measurements show two calls for each packet instead of one, that of
    // `Net::send`.
    #[inline]
    fn send(&mut self, out: Outgoing) -> u32 {
        let now = self.net.now();
        self.obs.sent(self.flow, &out);
        self.net.send(self.conn, now, &out, self.obs)
    }

    #[inline]
    fn send_feedback(&mut self, timestamp: Time, out: Outgoing) {
        self.net.send(self.conn, timestamp, &out, self.obs);
    }

    #[inline]
    fn put_attachment(&mut self, attachment: Attachment) -> u32 {
        self.net.put_attachment(attachment)
    }

    #[inline]
    fn take_attachment(&mut self, index: u32) -> Option<Attachment> {
        self.net.take_attachment(index)
    }

    #[inline]
    fn arm(&mut self, timer: Timer, at: Time) {
        self.net.arm(Class::Sender, self.conn * SENDER_TIMERS + timer as u32, at);
    }

    #[inline]
    fn cancel(&mut self, timer: Timer) {
        self.net.cancel(Class::Sender, self.conn * SENDER_TIMERS + timer as u32);
    }

    #[inline]
    fn due(&self, timer: Timer) -> Time {
        self.net.due(Class::Sender, self.conn * SENDER_TIMERS + timer as u32)
    }

    #[inline]
    fn arm_receiver(&mut self, timer: u32, at: Time) {
        self.net.arm(Class::Receiver, self.conn * RECEIVER_TIMERS + timer, at);
    }

    #[inline]
    fn cancel_receiver(&mut self, timer: u32) {
        self.net.cancel(Class::Receiver, self.conn * RECEIVER_TIMERS + timer);
    }

    fn rng(&mut self) -> &mut Rng {
        &mut self.net.conn_mut(self.conn).rngs[0]
    }

    fn receiver_rng(&mut self) -> &mut Rng {
        &mut self.net.conn_mut(self.conn).rngs[1]
    }

    #[inline]
    fn pull(&mut self, max: u32) -> u32 {
        self.applications.apps[self.flow as usize].pull(max)
    }

    #[inline]
    fn pull_datagram(&mut self, max: u32, seq: u32) -> Datagram {
        self.applications.apps[self.flow as usize].pull_datagram(max, seq, self.net.now())
    }

    #[inline]
    fn app_finished(&self) -> bool {
        self.applications.apps[self.flow as usize].finished()
    }

    fn unsent(&self) -> Unsent {
        self.applications.apps[self.flow as usize].unsent()
    }

    fn app_is_greedy(&self) -> bool {
        self.applications.apps[self.flow as usize].is_greedy()
    }

    fn encoder_limit(&self) -> Option<f64> {
        self.applications.apps[self.flow as usize].encoder_limit()
    }

    fn waiting(&self) -> Waiting {
        self.applications.apps[self.flow as usize].waiting()
    }

    fn recommend_rate(&mut self, rate: f64) {
        self.applications.apps[self.flow as usize].recommend_rate(rate);
    }

    fn completed(&mut self) {
        let now = self.net.now();
        if let Some(transfer) = self.end_transfer() {
            self.obs.completed(self.flow, now, transfer);
        }
    }

    fn sent_all(&mut self) {
        if self.applications.apps[self.flow as usize].opens_connections() {
            self.end_transfer();
        }
    }

    fn operations(&self) -> u64 {
        self.applications.operations
    }

    fn count_operations(&mut self, operations: u64) {
        self.applications.operations += operations;
        self.applications.unpaid += operations;
    }

    fn fail(&mut self, fault: ProgramFault) {
        let (at, flow) = (self.net.now(), self.flow);
        let failure = Failure::Program { at, flow, name: format!("number {flow}"), fault };
        self.applications.failure.get_or_insert_with(|| Box::new(failure));
        // Nothing happens after this event.
        while self.net.next_event().is_some() {
            self.net.pop_event();
        }
    }

    #[inline]
    fn delivered(&mut self, packet: &Packet) {
        if packet.flags & PARITY != 0 {
            return self.special_arrived(packet);
        }
        self.obs.delivered(self.flow, self.net.now(), packet);
        let app = &mut self.applications.apps[self.flow as usize];
        if app.client.is_some() {
            self.reach_client(packet.seq);
        } else if app.is_media() {
            self.reach_player(packet.seq);
        } else if app.is_probe {
            self.net.observe_probe(packet);
        }
    }

    #[inline]
    fn records_own_signals(&self) -> bool {
        self.obs.records_declared_signals()
    }

    #[inline]
    fn signal(&mut self, signal: SignalIndex, value: f64) {
        self.obs.own_signal(self.flow, signal, self.net.now(), value);
    }

    #[inline]
    fn records_decisions(&self) -> bool {
        self.obs.records_decisions()
    }

    fn report_decision(&mut self, kind: u32, values: &[f64]) {
        self.obs.decided(self.flow, self.net.now(), kind, values);
    }

    #[inline]
    fn report_rtt(&mut self, rtt: Time) {
        let app = &mut self.applications.apps[self.flow as usize];
        if app.is_media() {
            app.set_rtt(rtt);
        }
        self.obs.rtt(self.flow, self.net.now(), rtt);
    }

    #[inline]
    fn count_rtt(&mut self, rtt: Time) {
        self.obs.count_rtt(self.flow, rtt);
    }

    #[inline]
    fn report_window(&mut self, cwnd: f64, in_flight: impl FnOnce() -> u32) {
        self.obs.window(self.flow, self.net.now(), cwnd, in_flight);
    }

    #[inline]
    fn report_window_state(&mut self, cwnd: f64, state: impl FnOnce() -> WindowState) {
        self.obs.window_state(self.flow, self.net.now(), cwnd, state);
    }

    #[inline]
    fn report_rate(&mut self, rate: f64) {
        self.obs.rate(self.flow, self.net.now(), rate);
    }

    fn report_reduction(&mut self, window: f64) {
        self.obs.reduced(self.flow, self.net.now(), window);
    }

    fn report_recovered(&mut self) {
        self.obs.recovered(self.flow, self.net.now());
    }

    fn report_timeout(&mut self, timeout: f64) {
        self.obs.timeout(self.flow, self.net.now(), timeout);
    }

    fn report_probing(&mut self, probing: bool) {
        self.obs.set_probing(self.flow, self.net.now(), probing);
    }

    fn track_units(&mut self, bytes: u32, stream: u32, signal: SignalIndex) {
        self.obs.track_units(self.flow, bytes, stream, signal);
    }
}
