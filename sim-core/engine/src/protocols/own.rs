//! A sender whose rules are a program in the document, in the language of `sim-core/script`
//! (docs/write-your-own.md).
//!
//! `own/code.rs` runs the program; `own/window.rs` and `own/rate.rs` make it the rules of a sender. After each
//! event of the sender, what the program reported is passed to the observer, and a program that cannot continue
//! ends the run.

mod code;
pub mod editor;
mod params;
mod rate;
#[cfg(test)]
mod tests;
mod window;

use self::code::{Code, Outcome};
pub use self::params::Params;
use self::rate::ProgramRate;
use self::window::ProgramWindow;
use crate::boundary::program::ProgramState;
use crate::describe::SignalIndex;
use crate::protocols::prelude::*;
use crate::transport::window as chassis;

/// The index of the first signal of a program, after those of the chassis.
const FIRST_SIGNAL: usize = chassis::WindowSignals::COUNT;
/// The kind of the decision that is the first sentence of a program.
const FIRST_SENTENCE: u32 = chassis::decision::COUNT;

#[derive(Clone, Debug, State)]
#[allow(clippy::large_enum_variant, reason = "senders live side by side in one array, by value")]
enum OwnSender {
    Window(ProgramWindow),
    Rate(ProgramRate),
}

/// A sender with a program.
#[derive(Clone, Debug, State)]
#[state(not(bytes))]
pub struct Own {
    sender: OwnSender,
    /// Bytes of the values of its program.
    bytes: usize,
}

impl Own {
    /// Records from now on which lines of the program run.
    pub fn record_lines(&mut self) {
        if let Some(code) = self.code() {
            code.record_lines();
        }
    }

    /// What the program did last.
    pub fn program_state(&mut self) -> Option<ProgramState> {
        Some(self.code()?.state())
    }

    pub fn program_bytes(&self) -> usize {
        self.bytes
    }

    /// The program of the sender.
    fn code(&mut self) -> Option<&mut Code> {
        match &mut self.sender {
            OwnSender::Window(sender) => sender.code(),
            OwnSender::Rate(sender) => Some(sender.code()),
        }
    }

    /// Lets the sender handle an event, then passes on what its program reported.
    fn handle<C: Context>(&mut self, cx: &mut C, event: impl FnOnce(&mut OwnSender, &mut C)) {
        let listens = cx.records_decisions() || cx.records_own_signals();
        let mut before = 0;
        if let Some(code) = self.code() {
            code.listens = listens;
            code.set_operations_of_all(cx.operations());
            before = code.operations();
        }
        event(&mut self.sender, cx);
        let Some(code) = self.code() else { return };
        cx.count_operations(code.operations() - before);
        for outcome in code.outcomes.drain(..) {
            match outcome {
                Outcome::Signal { signal, value } => {
                    cx.signal(SignalIndex::new(FIRST_SIGNAL + signal), value)
                }
                Outcome::Said { sentence, values } if cx.records_decisions() => {
                    cx.report_decision(FIRST_SENTENCE + sentence, &values);
                }
                Outcome::Said { .. } => {}
            }
        }
        if let Some(fault) = &code.fault {
            cx.fail(fault.clone());
        }
    }
}

impl Sender for Own {
    fn start(&mut self, cx: &mut impl Context) {
        if let Some(code) = self.code() {
            code.seed(cx);
        }
        self.handle(cx, |sender, cx| match sender {
            OwnSender::Window(sender) => sender.start(cx),
            OwnSender::Rate(sender) => sender.start(cx),
        });
    }

    fn stop(&mut self, cx: &mut impl Context) {
        match &mut self.sender {
            OwnSender::Window(sender) => sender.stop(cx),
            OwnSender::Rate(sender) => sender.stop(cx),
        }
    }

    fn restart(&mut self, cx: &mut impl Context) {
        self.handle(cx, |sender, cx| match sender {
            OwnSender::Window(sender) => sender.restart(cx),
            OwnSender::Rate(sender) => sender.restart(cx),
        });
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        self.handle(cx, |sender, cx| match sender {
            OwnSender::Window(sender) => sender.on_feedback(packet, cx),
            OwnSender::Rate(sender) => sender.on_feedback(packet, cx),
        });
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        self.handle(cx, |sender, cx| match sender {
            OwnSender::Window(sender) => sender.on_timer(timer, cx),
            OwnSender::Rate(sender) => sender.on_timer(timer, cx),
        });
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.handle(cx, |sender, cx| match sender {
            OwnSender::Window(sender) => sender.on_app(cx),
            OwnSender::Rate(sender) => sender.on_app(cx),
        });
    }

    fn state(&self) -> SenderState {
        match &self.sender {
            OwnSender::Window(sender) => sender.state(),
            OwnSender::Rate(sender) => sender.state(),
        }
    }

    fn standing(&self, connection: u32, seq: u32) -> Option<Standing> {
        match &self.sender {
            OwnSender::Window(sender) => sender.standing(connection, seq),
            OwnSender::Rate(_) => None,
        }
    }
}

impl Protocol for Own {
    type Params = Params;
    const ID: &'static str = "own";
    const NAME: &'static str = "Your own";
    const SIGNALS: List<Signal> = chassis::WindowSignals::list;
    const DECISIONS: List<Decision> = chassis::decision::list;

    fn reports_per_second(params: &Params) -> f64 {
        1.0 / params.base.reports.report_interval
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let code = Code::new(params);
        let bytes = code.bytes();
        let (tcp, packet) = (&params.base.tcp, facts.packet);
        if params.has_rate() {
            let (sender, connections) = ProgramRate::build(code, &params.base.reports, tcp.ecn, packet);
            return (Own { sender: OwnSender::Rate(sender), bytes }, connections);
        }
        let (sender, connections) = ProgramWindow::build(code, tcp, packet, Self::header_bytes());
        (Own { sender: OwnSender::Window(sender), bytes }, connections)
    }

    fn contradictions(params: &Params) -> Vec<Issue> {
        params.issues()
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let tcp = &params.base.tcp;
        let configure = |code: &mut Code| code.configure(params);
        match &mut self.sender {
            OwnSender::Window(sender) => sender.set_params(tcp, configure),
            OwnSender::Rate(sender) => sender.set_params(&params.base.reports, tcp.ecn, configure),
        }
        self.handle(cx, |_, _| {});
    }
}
