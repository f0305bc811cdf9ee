//! The number of instructions of an acknowledgement, which determines the speed. Measured times are in
//! docs/decisions/0031-a-language-of-our-own.md; a test that measures times would fail on busy machines.

use crate::support::{call, machine, set};
use fairshare_script::examples::EXAMPLES;

#[test]
fn an_acknowledgement_of_reno_takes_at_most_six_instructions() {
    let source = EXAMPLES.iter().find(|example| example.id == "reno").expect("an example").source;
    let mut machine = machine(source);
    set(&mut machine, "acked", 1.0);
    for (threshold, expected) in [(1e9, 6), (5.0, 5)] {
        machine.set_control(1, threshold);
        let before = machine.operations();
        call(&mut machine, "on_ack").expect("runs");
        let used = machine.operations() - before;
        assert!(used <= expected, "{used}:\n{}", machine.program().listing());
    }
}
