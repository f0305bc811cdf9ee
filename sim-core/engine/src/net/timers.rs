//! Timers of endpoints and sources. Setting a timer to a later time does not change the event queue: the
//! timer's entry keeps the earlier time, and is moved to the later time when the earlier time is reached.

use crate::ground::event_queue::{Class, EventHeap, Slot};
use crate::ground::time::{NEVER, Time};

/// Number of timers that a sender has for each connection.
pub const SENDER_TIMERS: u32 = 4;
/// Number of timers of each receiver.
pub const RECEIVER_TIMERS: u32 = 2;
/// Number of timers for each flow's source: start of the flow, stop of the flow, timer of the source, and
/// next arrival at the pool.
pub const SOURCE_TIMERS: u32 = 4;

#[derive(Clone, Copy, Debug)]
struct TimerState {
    /// When the timer expires; `NEVER` if it is not set.
    due: Time,
    /// Time of the timer's entry in the event queue; `NEVER` if there is none. Never later than `due`.
    entry_time: Time,
}

const NOT_SET: TimerState = TimerState { due: NEVER, entry_time: NEVER };

/// All timers, by class and entity.
#[derive(Clone, Debug)]
pub struct Timers([Vec<TimerState>; 3]);

/// Index of a class in `Timers`.
#[inline]
fn group(class: Class) -> usize {
    match class {
        Class::Source => 0,
        Class::Receiver => 1,
        _ => 2,
    }
}

impl Timers {
    pub fn new(flows: usize, conns: usize) -> Self {
        Timers([
            vec![NOT_SET; flows * SOURCE_TIMERS as usize],
            vec![NOT_SET; conns * RECEIVER_TIMERS as usize],
            vec![NOT_SET; conns * SENDER_TIMERS as usize],
        ])
    }

    #[inline]
    fn get(&mut self, class: Class, entity: u32) -> &mut TimerState {
        &mut self.0[group(class)][entity as usize]
    }

    /// Whether a timer expires now. The first entry in the event queue must be an entry of the timer. Removes
    /// the entry, or moves it if the timer was set to a later time.
    // Measured: with this and `Net::timer_expires` out of line, dumbbell a takes 1 % more instructions.
    #[inline(always)]
    pub fn expires(&mut self, class: Class, entity: u32, now: Time, heap: &mut EventHeap) -> bool {
        let timer = self.get(class, entity);
        if timer.entry_time != now {
            heap.pop();
            return false;
        }
        if timer.due == now {
            *timer = NOT_SET;
            heap.pop();
            return true;
        }
        timer.entry_time = timer.due;
        if timer.due == NEVER {
            heap.pop();
        } else {
            heap.replace_top(timer.due, Slot::new(class, entity));
        }
        false
    }

    /// Sets a timer to expire at `at`. If the timer is already set, changes its time.
    #[inline]
    pub fn arm(&mut self, class: Class, entity: u32, at: Time, heap: &mut EventHeap) {
        let timer = self.get(class, entity);
        timer.due = at;
        if at < timer.entry_time {
            timer.entry_time = at;
            heap.push(at, Slot::new(class, entity));
        }
    }

    #[inline]
    pub fn cancel(&mut self, class: Class, entity: u32) {
        self.get(class, entity).due = NEVER;
    }

    /// When a timer expires; `NEVER` if it is not set.
    pub fn due(&self, class: Class, entity: u32) -> Time {
        self.0[group(class)][entity as usize].due
    }
}
