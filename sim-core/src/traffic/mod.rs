//! Traffic: what applications have to send. A sender pulls; a source says when there is more.

use crate::catalogue::KindInfo;
use crate::engine::rng::Rng;
use crate::engine::time::{NEVER, Time};
use crate::params::{Issue, ParamSet};
use serde_json::Value;

/// What a source knows when it is built.
#[derive(Clone, Copy, Debug)]
pub struct SourceFacts {
    /// Payload bytes of a full packet.
    pub payload: u32,
}

/// What a source may use while it runs.
pub struct SourceCx<'a> {
    pub now: Time,
    pub rng: &'a mut Rng,
    /// When it wants to be called again; `NEVER`: not.
    pub wake: Time,
}

/// An application. It is pulled for payload; when it had none and has some again, it says so from `on_timer`.
pub trait Source: Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;

    fn info() -> KindInfo;
    fn build(params: &Self::Params, facts: &SourceFacts) -> Self;
    fn start(&mut self, cx: &mut SourceCx);
    /// The time it asked for has come. True: there is something to send now.
    fn on_timer(&mut self, cx: &mut SourceCx) -> bool;
    /// Up to `max` bytes to send now; 0: nothing at the moment.
    fn pull(&mut self, max: u32) -> u32;
    /// There will never be more.
    fn finished(&self) -> bool;
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

            fn on_timer(&mut self, cx: &mut SourceCx) -> bool {
                match self { $(AnySource::$kind(s) => s.on_timer(cx),)* }
            }

            #[inline]
            fn pull(&mut self, max: u32) -> u32 {
                match self { $(AnySource::$kind(s) => s.pull(max),)* }
            }

            fn finished(&self) -> bool {
                match self { $(AnySource::$kind(s) => s.finished(),)* }
            }
        }
    };
}

sources! {
    greedy::Greedy,
    finite::Finite,
    cbr::Cbr,
    on_off::OnOff,
}

/// A flow's application: its source, and whether it is running.
#[derive(Clone, Debug)]
pub struct App {
    pub source: AnySource,
    pub rng: Rng,
    pub running: bool,
    /// Payload bytes handed to the sender.
    pub handed: u64,
}

impl App {
    pub fn new(source: AnySource, rng: Rng) -> Self {
        App { source, rng, running: false, handed: 0 }
    }

    /// Starts the source; returns when it wants to be called.
    pub fn start(&mut self, now: Time) -> Time {
        self.running = true;
        let mut cx = SourceCx { now, rng: &mut self.rng, wake: NEVER };
        self.source.start(&mut cx);
        cx.wake
    }

    /// The source's time has come; returns (more to send, when next).
    pub fn on_timer(&mut self, now: Time) -> (bool, Time) {
        let mut cx = SourceCx { now, rng: &mut self.rng, wake: NEVER };
        let more = self.source.on_timer(&mut cx);
        (more && self.running, cx.wake)
    }

    #[inline]
    pub fn pull(&mut self, max: u32) -> u32 {
        if !self.running {
            return 0;
        }
        let bytes = self.source.pull(max);
        self.handed += u64::from(bytes);
        bytes
    }

    /// All that the source ever had has been pulled. One that was stopped before has not finished.
    pub fn finished(&self) -> bool {
        self.source.finished()
    }

    /// The source never runs dry: a sender may rely on it.
    pub fn is_greedy(&self) -> bool {
        matches!(self.source, AnySource::Greedy(_))
    }
}
