//! Traffic sources: the applications that produce payload. A sender pulls payload from its source. If the
//! source had no payload, it announces new payload later.

use crate::describe::{KindInfo, help_text};
use crate::ground::rng::Rng;
use crate::ground::time::{NEVER, Time};
use crate::params::ParamSet;
use crate::transport::{Datagram, Unsent, Waiting};

pub mod client;
mod repair;
mod responses;

use repair::Repair;
use responses::{Responses, WantedResponse};

/// Properties of a flow that [`Source::build`] receives.
#[derive(Clone, Copy, Debug)]
pub struct SourceFacts {
    /// Payload bytes of a full packet.
    pub payload: u32,
    /// Bytes of a full packet on the wire.
    pub packet: u32,
}

/// A source's access to time and random numbers, and the results of a call to it.
pub struct SourceCx<'a> {
    pub now: Time,
    pub rng: &'a mut Rng,
    /// When the source's timer expires next; `NEVER` if it is not set.
    pub wake: Time,
    /// The data unit that the source has just produced, if it produces units.
    pub produced: Option<DataUnit>,
}

impl<'a> SourceCx<'a> {
    pub fn new(now: Time, rng: &'a mut Rng) -> Self {
        SourceCx { now, rng, wake: NEVER, produced: None }
    }
}

/// A data unit, such as a frame. A single `pull` never returns bytes of two units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DataUnit {
    pub bytes: u32,
    /// Number of older units that the source discards because none of their bytes were pulled in time.
    pub given_up: u32,
    /// The bit rate for which the unit was encoded.
    pub rate: f64,
}

/// The data that a source offers while its flow is active.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Offer {
    /// As much as the network carries.
    Unlimited,
    /// A number of bytes in total.
    Bytes(f64),
    /// A mean rate in bit/s.
    Rate(f64),
}

/// The result of the expiry of a source's timer.
#[derive(Clone, Copy, Debug)]
pub struct TimerResult {
    pub ready: Ready,
    /// When the timer expires next; `NEVER` if it is not set.
    pub wake: Time,
    pub produced: Option<DataUnit>,
}

/// The data that a source has to send after its timer has expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// No data now.
    Nothing,
    /// Data for the current connection.
    More,
    /// Data for a fresh connection, which carries one transfer.
    Fresh,
    /// Data for a fresh connection, which a client uses for what it requests.
    Opens,
}

/// An application, from which a sender pulls payload. If a pull has returned no data, the result of
/// `on_timer` announces new data.
pub trait Source: Clone {
    type Params: ParamSet;
    /// The name by which documents refer to the source.
    const ID: &'static str;
    /// The name that readers see.
    const NAME: &'static str;
    /// Whether each transfer uses a fresh connection, which is opened when the transfer begins.
    const USES_FRESH_CONNECTIONS: bool = false;
    /// Whether the completion times of the source's transfers are recorded.
    const RECORDS_TRANSFERS: bool = false;

    /// The source's entry in the catalogue.
    fn info() -> KindInfo {
        KindInfo::new(Self::ID, Self::NAME, Self::Params::fields(), Vec::new())
    }
    fn build(params: &Self::Params, facts: &SourceFacts) -> Self;
    /// The data that a source with these settings offers while its flow is active, for an estimate of the
    /// work of a run.
    fn offers(_params: &Self::Params) -> Offer {
        Offer::Unlimited
    }
    /// The largest mean number of transfers or frames per second that the flows of an entry begin together, for an estimate of the
    /// work of a run.
    fn units_per_second(_params: &Self::Params, _flows: f64) -> f64 {
        0.0
    }
    /// The flow starts.
    fn start(&mut self, cx: &mut SourceCx);
    /// The source's timer has expired.
    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready;
    /// Takes up to `max` bytes. Returns the number of bytes, 0 if there is no data now.
    fn pull(&mut self, max: u32) -> u32;
    /// Whether there will never be more data for this connection.
    fn finished(&self) -> bool {
        false
    }
    /// Bytes that are ready and have not been pulled; `u64::MAX` for a source that always has data.
    fn unsent(&self) -> u64 {
        u64::MAX
    }
    /// All data of this connection was acknowledged.
    fn on_complete(&mut self, _cx: &mut SourceCx) {}
    /// The responses that the source sends, if a client requests its data.
    fn responses(&mut self) -> Option<&mut Responses> {
        None
    }
    /// The data that is ready and has not been pulled.
    fn waiting(&self) -> Waiting {
        Waiting::default()
    }
    /// The sender recommends a rate of packets on the wire, in bit/s.
    fn recommend_rate(&mut self, _rate: f64) {}
    /// A hash of the state that determines the source's future behaviour, for result IDs. `None` if the
    /// source does not define one.
    fn digest(&self) -> Option<u64> {
        None
    }
}

macro_rules! sources {
    ($($module:ident :: $kind:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// A source of any kind.
        #[derive(Clone, Debug)]
        pub enum AnySource {
            $($kind($module::$kind),)*
        }

        /// The catalogue entries of all sources.
        pub fn infos() -> Vec<KindInfo> {
            vec![$($module::$kind::info()
                .described(const { help_text(include_str!("sources.md")) })),*]
        }

        $crate::kind_settings! {
            pub enum SourceSettings {
                $($kind(<$module::$kind as Source>::Params) = $module::$kind::ID,)*
            }
        }

        impl SourceSettings {
            pub fn build(&self, facts: &SourceFacts) -> AnySource {
                match self {
                    $(SourceSettings::$kind(params) => AnySource::$kind($module::$kind::build(params, facts)),)*
                }
            }

            /// The largest mean number of transfers or frames per second that `flows` flows of an entry begin together.
            pub fn units_per_second(&self, flows: f64) -> f64 {
                match self { $(SourceSettings::$kind(params) => $module::$kind::units_per_second(params, flows),)* }
            }

            /// The data that the source offers.
            pub fn offers(&self) -> Offer {
                match self { $(SourceSettings::$kind(params) => $module::$kind::offers(params),)* }
            }
        }

        impl AnySource {
            fn start(&mut self, cx: &mut SourceCx) {
                match self { $(AnySource::$kind(s) => s.start(cx),)* }
            }

            fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
                match self { $(AnySource::$kind(s) => s.on_timer(cx),)* }
            }

            fn pull(&mut self, max: u32) -> u32 {
                match self { $(AnySource::$kind(s) => s.pull(max),)* }
            }

            fn finished(&self) -> bool {
                match self { $(AnySource::$kind(s) => s.finished(),)* }
            }

            fn unsent(&self) -> u64 {
                match self { $(AnySource::$kind(s) => s.unsent(),)* }
            }

            fn on_complete(&mut self, cx: &mut SourceCx) {
                match self { $(AnySource::$kind(s) => s.on_complete(cx),)* }
            }

            fn responses(&mut self) -> Option<&mut Responses> {
                match self { $(AnySource::$kind(s) => s.responses(),)* }
            }

            fn waiting(&self) -> Waiting {
                match self { $(AnySource::$kind(s) => s.waiting(),)* }
            }

            fn recommend_rate(&mut self, rate: f64) {
                match self { $(AnySource::$kind(s) => s.recommend_rate(rate),)* }
            }

            fn digest(&self) -> Option<u64> {
                match self { $(AnySource::$kind(s) => s.digest(),)* }
            }

            fn uses_fresh_connections(&self) -> bool {
                match self { $(AnySource::$kind(_) => $module::$kind::USES_FRESH_CONNECTIONS,)* }
            }

            fn records_transfers(&self) -> bool {
                match self { $(AnySource::$kind(_) => $module::$kind::RECORDS_TRANSFERS,)* }
            }
        }
    };
}

sources! {
    greedy::Greedy,
    finite::Finite,
    cbr::Cbr,
    on_off::OnOff,
    web::Web,
    mice::Mice,
    radar::Radar,
    arrivals::Arrivals,
    media::Media,
    page::Page,
    video::Video,
    rpc::Rpc,
}

/// A completed transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Time from the start of the transfer until all of its data is acknowledged.
    pub took: Time,
    /// Payload bytes.
    pub bytes: u64,
}

/// A flow's application: its source, and the state of the current transfer.
#[derive(Clone, Debug)]
pub struct App {
    pub source: AnySource,
    pub rng: Rng,
    /// Whether the source has been started and has not been stopped since.
    pub running: bool,
    /// Number of payload bytes that the sender has pulled so far.
    pub pulled: u64,
    /// The transfer on the current connection: when it began, and the value of `pulled` at that time.
    current: Option<(Time, u64)>,
    /// Index of the pool to which the flow belongs.
    pub pool: Option<u32>,
    /// Index of the client that requests the flow's data.
    pub client: Option<u32>,
    /// Whether a queue discipline observes the arrivals of the flow's packets.
    pub is_probe: bool,
}

impl App {
    pub fn new(source: AnySource, rng: Rng) -> Self {
        App {
            source,
            rng,
            running: false,
            pulled: 0,
            current: None,
            pool: None,
            client: None,
            is_probe: false,
        }
    }

    /// Starts the source. Returns when its timer expires.
    pub fn start(&mut self, now: Time) -> Time {
        self.running = true;
        if self.source.uses_fresh_connections() {
            self.current = None;
        } else if self.current.is_none() && !self.source.finished() {
            self.begin(now);
        }
        let mut cx = SourceCx::new(now, &mut self.rng);
        self.source.start(&mut cx);
        cx.wake
    }

    /// Records that a transfer has begun at `now`.
    pub fn begin(&mut self, now: Time) {
        self.current = Some((now, self.pulled));
    }

    /// Whether a flow of a pool can take a transfer.
    pub fn is_free(&self) -> bool {
        self.running && self.current.is_none()
    }

    /// Assigns a transfer that arrived at `arrived` to this member of a pool.
    pub fn assign(&mut self, arrived: Time, bytes: u64) {
        if let AnySource::Arrivals(source) = &mut self.source {
            source.left = bytes;
        }
        self.begin(arrived);
    }

    /// Whether the current transfer began at `now`.
    pub fn has_transfer_begun_at(&self, now: Time) -> bool {
        self.current.is_some_and(|(began, _)| began == now)
    }

    /// The flow's client requests a response, which arrives at `arrives`. Returns when the source's timer must expire.
    pub fn request(&mut self, response: WantedResponse, opens: bool, arrives: Time) -> Time {
        self.source.responses().map_or(NEVER, |responses| responses.request(response, opens, arrives))
    }

    /// Packet number `seq` has arrived. Returns the responses that are now complete.
    pub fn arrived(&mut self, seq: u32) -> Vec<u32> {
        self.source.responses().map_or_else(Vec::new, |responses| responses.arrived(seq))
    }

    /// Handles the expiry of the source's timer.
    pub fn on_timer(&mut self, now: Time) -> TimerResult {
        let mut cx = SourceCx::new(now, &mut self.rng);
        let ready = self.source.on_timer(&mut cx);
        TimerResult {
            ready: if self.running { ready } else { Ready::Nothing },
            wake: cx.wake,
            produced: cx.produced,
        }
    }

    /// Takes up to `max` bytes from the source. Returns the number of bytes, 0 if it has no data now or is
    /// not running.
    #[inline]
    pub fn pull(&mut self, max: u32) -> u32 {
        if !self.running {
            return 0;
        }
        // A fast path for the most common source.
        let bytes = if let AnySource::Greedy(greedy) = &mut self.source {
            greedy.pull(max)
        } else {
            self.source.pull(max)
        };
        self.pulled += u64::from(bytes);
        bytes
    }

    /// Whether the source is an encoder.
    #[inline]
    pub fn is_media(&self) -> bool {
        matches!(self.source, AnySource::Media(_))
    }

    /// Takes up to `max` bytes for packet number `seq`.
    #[inline]
    pub fn pull_datagram(&mut self, max: u32, seq: u32, now: Time) -> Datagram {
        if self.is_media() {
            return self.pull_media(max, seq, now);
        }
        Datagram { flags: 0, bytes: self.pull(max), word: 0 }
    }

    #[inline(never)]
    fn pull_media(&mut self, max: u32, seq: u32, now: Time) -> Datagram {
        match &mut self.source {
            AnySource::Media(media) if self.running => media.takes_special(max, seq, now),
            _ => None,
        }
        .unwrap_or_else(|| Datagram { flags: 0, bytes: self.pull(max), word: 0 })
    }

    /// How lost packets of media are sent again, if they are.
    pub fn repair(&mut self) -> Option<&mut Repair> {
        if let AnySource::Media(media) = &mut self.source { media.repair() } else { None }
    }

    /// The sender has measured a round-trip time.
    #[inline(never)]
    pub fn set_rtt(&mut self, rtt: Time) {
        if let Some(repair) = self.repair() {
            repair.set_rtt(rtt);
        }
    }

    /// Whether all data of this connection has been pulled. Remains false if the source is stopped before all
    /// data is pulled.
    pub fn finished(&self) -> bool {
        self.source.finished()
    }

    /// The data that the sender has not pulled. Only connections of transfers end after their data.
    pub fn unsent(&self) -> Unsent {
        Unsent { bytes: self.source.unsent(), closes: self.records_transfers() && self.client.is_none() }
    }

    /// Records that all data of the current connection has arrived. Returns the completed transfer and the
    /// time at which the source's timer expires, or `None` if there was no transfer.
    pub fn complete(&mut self, now: Time) -> Option<(Transfer, Time)> {
        let (began, pulled_before) = self.current.take()?;
        let mut cx = SourceCx::new(now, &mut self.rng);
        if self.running {
            self.source.on_complete(&mut cx);
        }
        Some((Transfer { took: now - began, bytes: self.pulled - pulled_before }, cx.wake))
    }

    /// The largest rate of packets on the wire at which the source's encoder produces, in bit/s; `None` without an encoder.
    pub fn encoder_limit(&self) -> Option<f64> {
        if let AnySource::Media(media) = &self.source { Some(media.largest_rate()) } else { None }
    }

    /// Whether the source always has data.
    pub fn is_greedy(&self) -> bool {
        matches!(self.source, AnySource::Greedy(_))
    }

    /// Whether each transfer uses a fresh connection.
    pub fn opens_connections(&self) -> bool {
        self.source.uses_fresh_connections()
    }

    /// Whether completion times of the source's transfers are recorded.
    pub fn records_transfers(&self) -> bool {
        self.source.records_transfers()
    }

    /// The data that the source has ready and the sender has not pulled.
    pub fn waiting(&self) -> Waiting {
        self.source.waiting()
    }

    /// Passes the rate of packets on the wire that the sender recommends, in bit/s, to the source.
    pub fn recommend_rate(&mut self, rate: f64) {
        self.source.recommend_rate(rate);
    }

    pub fn digest(&self) -> Option<u64> {
        self.source.digest()
    }
}
