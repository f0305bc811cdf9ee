//! Traffic: what applications have to send. A sender pulls; a source says when there is more.

use crate::describe::KindInfo;
use crate::ground::rng::Rng;
use crate::ground::time::{NEVER, Time};
use crate::params::{Issue, ParamSet};
use serde_json::Value;

/// What a source knows when it is built.
#[derive(Clone, Copy, Debug)]
pub struct SourceFacts {
    /// Payload bytes of a full packet.
    pub payload: u32,
    /// Bytes of a full packet on the wire.
    pub packet: u32,
}

/// What a source may use while it runs.
pub struct SourceCx<'a> {
    pub now: Time,
    pub rng: &'a mut Rng,
    /// When it wants to be called again; `NEVER`: not.
    pub wake: Time,
    /// What it has made at this moment, if that comes in units.
    pub made: Option<Made>,
}

impl<'a> SourceCx<'a> {
    pub fn new(now: Time, rng: &'a mut Rng) -> Self {
        SourceCx { now, rng, wake: NEVER, made: None }
    }
}

/// A unit of data, such as a frame: `pull` never gives bytes of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    pub bytes: u32,
    /// So many older ones, of which nothing was pulled yet, are given up.
    pub given_up: u32,
    /// The bit rate that it was made for.
    pub rate: f64,
}

/// What came of a source's time.
#[derive(Clone, Copy, Debug)]
pub struct Woken {
    pub ready: Ready,
    pub wake: Time,
    pub made: Option<Made>,
}

/// What a source says when its time has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// Nothing to send now.
    Nothing,
    /// There is something to send.
    More,
    /// There is something new to send, over a connection of its own.
    Fresh,
}

/// An application. It is pulled for payload; when it had none and has some again, it says so from `on_timer`.
pub trait Source: Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;
    /// Each thing that it sends goes over a connection of its own: none is opened before there is one.
    const FRESH: bool = false;
    /// What it sends are transfers, whose completion times count.
    const TRANSFERS: bool = false;

    fn info() -> KindInfo;
    fn build(params: &Self::Params, facts: &SourceFacts) -> Self;
    fn start(&mut self, cx: &mut SourceCx);
    /// The time it asked for has come.
    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready;
    /// Up to `max` bytes to send now; 0: nothing at the moment.
    fn pull(&mut self, max: u32) -> u32;
    /// There will never be more over this connection.
    fn finished(&self) -> bool;
    /// All that went over this connection was acknowledged.
    fn on_complete(&mut self, _cx: &mut SourceCx) {}
    /// What decides its future, for result IDs.
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

        /// Every source's entry in the catalogue.
        pub fn infos() -> Vec<KindInfo> {
            vec![$($module::$kind::info()),*]
        }

        impl AnySource {
            /// The source named `kind`, with settings that were checked with their document.
            pub fn build(kind: &str, settings: &Value, facts: &SourceFacts) -> Result<Self, Vec<Issue>> {
                $(if kind == $module::$kind::ID {
                    let params = <$module::$kind as Source>::Params::read(settings);
                    return Ok(AnySource::$kind($module::$kind::build(&params, facts)));
                })*
                Err(vec![Issue::new("source.kind", "unknown_kind", format!("There is no traffic source \"{kind}\"."))])
            }

            fn start(&mut self, cx: &mut SourceCx) {
                match self { $(AnySource::$kind(s) => s.start(cx),)* }
            }

            fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
                match self { $(AnySource::$kind(s) => s.on_timer(cx),)* }
            }

            #[inline(never)]
            fn pull(&mut self, max: u32) -> u32 {
                match self { $(AnySource::$kind(s) => s.pull(max),)* }
            }

            fn finished(&self) -> bool {
                match self { $(AnySource::$kind(s) => s.finished(),)* }
            }

            fn on_complete(&mut self, cx: &mut SourceCx) {
                match self { $(AnySource::$kind(s) => s.on_complete(cx),)* }
            }

            fn digest(&self) -> Option<u64> {
                match self { $(AnySource::$kind(s) => s.digest(),)* }
            }

            fn fresh(&self) -> bool {
                match self { $(AnySource::$kind(_) => $module::$kind::FRESH,)* }
            }

            fn transfers(&self) -> bool {
                match self { $(AnySource::$kind(_) => $module::$kind::TRANSFERS,)* }
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
}

/// A transfer that was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    pub took: Time,
    /// Bytes of its payload.
    pub bytes: u64,
}

/// A flow's application: its source, and whether it is running.
#[derive(Clone, Debug)]
pub struct App {
    pub source: AnySource,
    pub rng: Rng,
    pub running: bool,
    /// Payload bytes handed to the sender.
    pub handed: u64,
    /// What goes over the present connection: since when, and how much had been handed over before.
    present: Option<(Time, u64)>,
    /// The pool that it belongs to.
    pub pool: Option<u32>,
}

impl App {
    pub fn new(source: AnySource, rng: Rng) -> Self {
        App { source, rng, running: false, handed: 0, present: None, pool: None }
    }

    /// Starts the source; returns when it wants to be called.
    pub fn start(&mut self, now: Time) -> Time {
        self.running = true;
        if self.source.fresh() {
            self.present = None;
        } else if self.present.is_none() && !self.source.finished() {
            self.begin(now);
        }
        let mut cx = SourceCx::new(now, &mut self.rng);
        self.source.start(&mut cx);
        cx.wake
    }

    /// What it sends from now on goes over a connection of its own.
    pub fn begin(&mut self, now: Time) {
        self.present = Some((now, self.handed));
    }

    /// A member of a pool can take a transfer.
    pub fn is_free(&self) -> bool {
        self.running && self.present.is_none()
    }

    /// A transfer that arrived at `since`, for a member of a pool.
    pub fn assign(&mut self, since: Time, bytes: u64) {
        if let AnySource::Arrivals(source) = &mut self.source {
            source.left = bytes;
        }
        self.begin(since);
    }

    /// Something over a connection of its own begins at this moment.
    pub fn begins(&self, now: Time) -> bool {
        self.present.is_some_and(|(began, _)| began == now)
    }

    /// The source's time has come.
    pub fn on_timer(&mut self, now: Time) -> Woken {
        let mut cx = SourceCx::new(now, &mut self.rng);
        let ready = self.source.on_timer(&mut cx);
        Woken { ready: if self.running { ready } else { Ready::Nothing }, wake: cx.wake, made: cx.made }
    }

    #[inline]
    pub fn pull(&mut self, max: u32) -> u32 {
        if !self.running {
            return 0;
        }
        // The usual source without a look at the others.
        let bytes = if let AnySource::Greedy(greedy) = &mut self.source {
            greedy.pull(max)
        } else {
            self.source.pull(max)
        };
        self.handed += u64::from(bytes);
        bytes
    }

    /// All that the source has for this connection has been pulled. One that was stopped before has not finished.
    pub fn finished(&self) -> bool {
        self.source.finished()
    }

    /// All that went over the present connection has arrived; returns what that was, and when the source wants to be called.
    pub fn complete(&mut self, now: Time) -> Option<(Transfer, Time)> {
        let (began, handed) = self.present.take()?;
        let mut cx = SourceCx::new(now, &mut self.rng);
        if self.running {
            self.source.on_complete(&mut cx);
        }
        Some((Transfer { took: now - began, bytes: self.handed - handed }, cx.wake))
    }

    /// The source never runs dry: a sender may rely on it.
    pub fn is_greedy(&self) -> bool {
        matches!(self.source, AnySource::Greedy(_))
    }

    /// Each thing that the source sends goes over a connection of its own, which the source asks for.
    pub fn opens_connections(&self) -> bool {
        self.source.fresh()
    }

    /// Its completion times count.
    pub fn transfers(&self) -> bool {
        self.source.transfers()
    }

    pub fn digest(&self) -> Option<u64> {
        self.source.digest()
    }
}
