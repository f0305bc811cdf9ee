//! What a sender with QUIC's loss recovery learns about its packets, in order, for a congestion controller outside of
//! the simulator. Nothing in the simulator reads it.

use crate::ground::time::Time;

/// What happened to a packet of the sender, by its packet number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    Sent {
        number: u32,
        bytes: u16,
    },
    Acknowledged {
        number: u32,
    },
    /// A round-trip time, and the same without the delay of the acknowledgement (RFC 9002 section 5.3). Follows the
    /// packets of its acknowledgement.
    RoundTrip {
        rtt: Time,
        adjusted: Time,
    },
    Lost {
        number: u32,
    },
    /// All packets sent over a long time are lost (RFC 9002 section 7.6).
    PersistentCongestion,
    /// The receiver reports this number of new congestion marks.
    Marked {
        count: u32,
    },
    ProbeTimeout,
    /// The window would have allowed another packet, but the application had no data.
    NoData,
}

/// The notes since they were last taken. Empty unless it was switched on.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    is_on: bool,
    notes: Vec<Note>,
}

impl Journal {
    pub fn switch_on(&mut self) {
        self.is_on = true;
    }

    #[inline]
    pub fn note(&mut self, note: Note) {
        if self.is_on {
            self.notes.push(note);
        }
    }

    /// Moves the notes to the end of `to`.
    pub fn take(&mut self, to: &mut Vec<Note>) {
        to.append(&mut self.notes);
    }
}
