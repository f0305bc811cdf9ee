//! Timers of endpoints and sources. Setting a timer to a later time costs nothing: its entry in the event queue stays where it is and
//! is moved when it comes up.

use super::Net;
use crate::ground::event_queue::{Class, EventHeap, Slot};
use crate::ground::time::{NEVER, Time};

/// Timers of each sender's connection.
pub const SENDER_TIMERS: u32 = 4;
/// Timers of each receiver.
pub const RECEIVER_TIMERS: u32 = 2;
/// Timers of each flow's source: start, stop, the source's own, and arrivals at a pool.
pub const SOURCE_TIMERS: u32 = 4;

/// One timer.
#[derive(Clone, Copy, Debug)]
struct TimerState {
    /// When it expires; `NEVER` if it is not set.
    due: Time,
    /// Time of its entry in the event queue; `NEVER` if it has none. Never later than `due`.
    queued: Time,
}

const IDLE: TimerState = TimerState { due: NEVER, queued: NEVER };

/// All timers, by class and entity.
#[derive(Clone, Debug)]
pub struct Timers([Vec<TimerState>; 3]);

/// Index of a class in `Timers`.
#[inline(always)]
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
            vec![IDLE; flows * SOURCE_TIMERS as usize],
            vec![IDLE; conns * RECEIVER_TIMERS as usize],
            vec![IDLE; conns * SENDER_TIMERS as usize],
        ])
    }

    #[inline(always)]
    fn get(&mut self, class: Class, entity: u32) -> &mut TimerState {
        &mut self.0[group(class)][entity as usize]
    }

    /// Whether a timer expires now, given that an entry for it is the first in the event queue. Removes the entry, or moves it if
    /// the timer was set to a later time.
    #[inline(always)] // Each caller passes a constant class, which then need not be tested.
    fn expires(&mut self, class: Class, entity: u32, now: Time, heap: &mut EventHeap) -> bool {
        let timer = self.get(class, entity);
        if timer.queued != now {
            heap.pop();
            return false;
        }
        if timer.due == now {
            *timer = IDLE;
            heap.pop();
            return true;
        }
        timer.queued = timer.due;
        if timer.due == NEVER {
            heap.pop();
        } else {
            heap.replace_top(timer.due, Slot::new(class, entity));
        }
        false
    }
}

impl<N: Copy> Net<N> {
    /// Sets a timer; replaces an earlier setting.
    #[inline]
    pub fn arm(&mut self, class: Class, entity: u32, at: Time) {
        let timer = self.timers.get(class, entity);
        timer.due = at.max(self.now);
        if timer.due < timer.queued {
            timer.queued = timer.due;
            self.heap.push(timer.due, Slot::new(class, entity));
        }
    }

    #[inline]
    pub fn cancel(&mut self, class: Class, entity: u32) {
        self.timers.get(class, entity).due = NEVER;
    }

    /// When a timer expires; `NEVER` if it is not set.
    pub fn due(&self, class: Class, entity: u32) -> Time {
        self.timers.0[group(class)][entity as usize].due
    }

    /// Whether a timer expires now, given that an entry for it is the first in the event queue, which is removed.
    #[inline(always)] // Each caller passes a constant class, which then need not be tested.
    pub fn timer_expires(&mut self, class: Class, entity: u32) -> bool {
        self.timers.expires(class, entity, self.now, &mut self.heap)
    }
}
