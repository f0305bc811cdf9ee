//! The registry of congestion control algorithms: each has a file in this folder, a Markdown file with
//! its texts, and a line in `protocols!` below.

use crate::describe::{AlgorithmInfo, Signal, help_text};
use crate::ground::digest::State;
use crate::ground::packet::Packet;
use crate::params::Issue;
use crate::transport::journal::Journal;
use crate::transport::{
    ConnSpec, Context, Expectations, FlowFacts, Protocol, Sender, SenderState, Standing, Timer,
};

pub mod lda_family;
pub mod prelude;
#[cfg(test)]
mod receiver_state_tests;
pub mod reno_rules;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

/// Not inlined, so that each sender type has a function of its own. With all of them inlined into one
/// `match`, every call would save the registers that the largest of them needs.
// Measured: inlined, dumbbells b and d take 1 % more instructions.
#[inline(never)]
fn on_feedback(sender: &mut impl Sender, packet: &Packet, cx: &mut impl Context) {
    sender.on_feedback(packet, cx);
}

/// Not inlined, so that the many algorithms with the same type of sender share one function.
#[inline(never)]
fn cloned<S: Clone>(sender: &S) -> S {
    sender.clone()
}

/// Whether the catalogue has the template of new algorithms: in unit tests, and in other tests that ask for it.
fn is_template_listed() -> bool {
    cfg!(test) || cfg!(feature = "testing") && std::env::var_os("FAIRSHARE_TEMPLATE").is_some()
}

macro_rules! protocols {
    ($($(#[$when:meta])* $module:ident :: $kind:ident),* $(,)?) => {
        $($(#[$when])* pub mod $module;)*

        /// A sender of any algorithm.
        #[derive(Debug, State)]
        #[allow(clippy::large_enum_variant, reason = "senders live side by side in one array, by value")]
        pub enum AnySender {
            $($(#[$when])* $kind($module::$kind),)*
        }

        impl Clone for AnySender {
            fn clone(&self) -> Self {
                match self { $($(#[$when])* AnySender::$kind(s) => AnySender::$kind(cloned(s)),)* }
            }
        }

        /// Every algorithm's entry in the catalogue.
        pub fn infos() -> Vec<AlgorithmInfo> {
            const PICTURES: &str = help_text(include_str!("pictures.md"));
            let infos = Vec::from([$($(#[$when])* $module::$kind::info()
                .described(const { help_text(include_str!(concat!(stringify!($module), ".md"))) }, PICTURES),)*]);
            infos.into_iter().filter(|info| info.id != "template" || is_template_listed()).collect()
        }

        /// What the conformance tests expect of the algorithm `id`.
        pub fn expectations(id: &str) -> Option<Expectations> {
            $($(#[$when])* if id == $module::$kind::ID {
                return Some($module::$kind::expectations());
            })*
            None
        }

        $crate::kind_settings! {
            pub enum AlgorithmSettings {
                $($(#[$when])* $kind(<$module::$kind as Protocol>::Params) = $module::$kind::ID,)*
            }
        }

        impl AlgorithmSettings {
            /// Contradictions between settings that are each within their ranges. The path of an issue is the
            /// name of a setting.
            pub fn contradictions(&self) -> Vec<Issue> {
                match self {
                    $($(#[$when])* AlgorithmSettings::$kind(params) => $module::$kind::contradictions(params),)*
                }
            }

            /// Reports and timers per second of a flow that do not follow from its packets.
            pub fn reports_per_second(&self) -> f64 {
                match self {
                    $($(#[$when])* AlgorithmSettings::$kind(params) => $module::$kind::reports_per_second(params),)*
                }
            }

            /// The rate in bit/s at which a flow can send whatever it learns of the network.
            pub fn fixed_rate(&self) -> f64 {
                match self { $($(#[$when])* AlgorithmSettings::$kind(params) => $module::$kind::fixed_rate(params),)* }
            }

            /// The most packets by which an acknowledgement opens the window, if that can be more than double.
            pub fn largest_step(&self) -> f64 {
                match self { $($(#[$when])* AlgorithmSettings::$kind(params) => $module::$kind::largest_step(params),)* }
            }

            /// The highest rate in bit/s at which a flow sends whose application always has data.
            pub fn greedy_rate(&self) -> f64 {
                match self { $($(#[$when])* AlgorithmSettings::$kind(params) => $module::$kind::greedy_rate(params),)* }
            }

            /// Builds the sender, and describes its connections.
            pub fn build(&self, facts: &FlowFacts) -> (AnySender, Vec<ConnSpec>) {
                match self {
                    $($(#[$when])* AlgorithmSettings::$kind(params) => {
                        let (sender, conns) = $module::$kind::build(params, facts);
                        (AnySender::$kind(sender), conns)
                    })*
                }
            }

            /// Bytes of header in each data packet.
            pub fn header_bytes(&self) -> u16 {
                match self { $($(#[$when])* AlgorithmSettings::$kind(_) => $module::$kind::header_bytes(),)* }
            }
        }

        impl AnySender {
            /// Applies new settings of the sender's algorithm while the flow runs.
            pub fn set_params(&mut self, settings: &AlgorithmSettings, cx: &mut impl Context) {
                match (self, settings) {
                    $($(#[$when])* (AnySender::$kind(sender), AlgorithmSettings::$kind(params)) => {
                        sender.set_params(params, cx);
                    })*
                    _ => debug_assert!(false, "the settings of another algorithm"),
                }
            }
        }

        impl Sender for AnySender {
            fn start(&mut self, cx: &mut impl Context) {
                match self { $($(#[$when])* AnySender::$kind(s) => s.start(cx),)* }
            }
            fn stop(&mut self, cx: &mut impl Context) {
                match self { $($(#[$when])* AnySender::$kind(s) => s.stop(cx),)* }
            }
            fn restart(&mut self, cx: &mut impl Context) {
                match self { $($(#[$when])* AnySender::$kind(s) => s.restart(cx),)* }
            }
            #[inline]
            fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
                match self { $($(#[$when])* AnySender::$kind(s) => on_feedback(s, packet, cx),)* }
            }
            #[inline]
            fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
                match self { $($(#[$when])* AnySender::$kind(s) => s.on_timer(timer, cx),)* }
            }
            fn on_app(&mut self, cx: &mut impl Context) {
                match self { $($(#[$when])* AnySender::$kind(s) => s.on_app(cx),)* }
            }
            fn state(&self) -> SenderState {
                match self { $($(#[$when])* AnySender::$kind(s) => s.state(),)* }
            }
            fn standing(&self, connection: u32, seq: u32) -> Option<Standing> {
                match self { $($(#[$when])* AnySender::$kind(s) => s.standing(connection, seq),)* }
            }
            fn journal(&mut self) -> Option<&mut Journal> {
                match self { $($(#[$when])* AnySender::$kind(s) => s.journal(),)* }
            }
            fn digest(&self) -> u64 {
                match self { $($(#[$when])* AnySender::$kind(s) => s.digest(),)* }
            }
        }
    };
}

impl AnySender {
    /// The sender with a program, if this is one.
    pub fn own(&mut self) -> Option<&mut own::Own> {
        match self {
            AnySender::Own(sender) => Some(sender),
            _ => None,
        }
    }
}

impl AnySender {
    /// Bytes of the values of the program, if the sender has one.
    pub fn program_bytes(&self) -> usize {
        match self {
            AnySender::Own(sender) => sender.program_bytes(),
            _ => 0,
        }
    }
}

/// What the program of a flow gives its run. Only the algorithm `own` has a program.
impl AlgorithmSettings {
    /// The signals of the flow, if its program determines them.
    pub fn own_signals(&self) -> Option<Vec<Signal>> {
        match self {
            AlgorithmSettings::Own(params) => Some(params.signals()),
            _ => None,
        }
    }

    /// What the program said: the sentence of a decision that the algorithm does not declare.
    pub fn said(&self, kind: usize, values: &[f64]) -> Option<String> {
        match self {
            AlgorithmSettings::Own(params) => params.said(kind, values),
            _ => None,
        }
    }
}

protocols! {
    // `fairshare new-protocol` copies this file. It must pass the tests of all algorithms.
    #[cfg(any(test, feature = "testing"))]
    template::Template,
    tahoe::Tahoe,
    reno::Reno,
    newreno::NewReno,
    sack::Sack,
    cubic::Cubic,
    search::Search,
    careful_resume::CarefulResume,
    highspeed::HighSpeed,
    scalable::Scalable,
    bic::Bic,
    htcp::Htcp,
    illinois::Illinois,
    binomial::Binomial,
    simd::Simd,
    yeah::Yeah,
    hybla::Hybla,
    westwood::Westwood,
    vegas::Vegas,
    ledbat::Ledbat,
    ledbat_pp::LedbatPp,
    copa::Copa,
    bbr::Bbr,
    bbr3::Bbr3,
    c4::C4,
    dctcp::Dctcp,
    prague::Prague,
    tfrc::Tfrc,
    rap::Rap,
    tfwc::Tfwc,
    tfrcp::Tfrcp,
    ifp::Ifp,
    gaimd::Gaimd,
    taimd::Taimd,
    trabol::Trabol,
    lda::Lda,
    lda_f::LdaF,
    lda_plus::LdaPlus,
    tpba::Tpba,
    nada::Nada,
    gcc::Gcc,
    scream::Scream,
    scream2::Scream2,
    udp::Udp,
    hand::Hand,
    own::Own,
}
