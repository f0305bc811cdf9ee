//! The body of a packet: the content that is stored in the [`Packet`] itself. Larger content is stored
//! separately, as an attachment.

use crate::ground::packet::{ACK, DATA, KIND_BITS, Packet, Payload, REPORT};

/// The content that is stored in the [`Packet`] itself. Larger content is stored separately, as an attachment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// Data: two numbers that the protocol defines, and the index of an attachment (0: none). `unit` is
    /// usually the number of the application data unit that the data belongs to.
    Data { unit: u32, info: u32, attachment: u32 },
    /// An acknowledgement: the next sequence number expected, the number of the acknowledged transmission,
    /// and the index of an attachment with SACK blocks (0: none). `newest_after` is the time in ns from the
    /// sending of the packet whose timestamp the acknowledgement echoes to the sending of the newest packet
    /// whose acknowledgement was delayed, at most [`MAX_NEWEST_AFTER`].
    Ack { next: u32, echo: u32, newest_after: u32, attachment: u32 },
    /// Any other report; `attachment` is the index of the report's content. A report that a sender sends is
    /// an RTCP sender report, whose only content is the packet's timestamp.
    Report { attachment: u32 },
}

/// The largest value of [`Body::Ack`]'s `newest_after`, which the word of the kind contains above the kind: 1.07 s.
pub const MAX_NEWEST_AFTER: u32 = u32::MAX >> KIND_BITS;

impl From<Body> for Payload {
    #[inline]
    fn from(body: Body) -> Payload {
        match body {
            Body::Data { unit, info, attachment } => Payload { kind: DATA, words: [unit, info], attachment },
            Body::Ack { next, echo, newest_after, attachment } => {
                Payload { kind: ACK | newest_after << KIND_BITS, words: [next, echo], attachment }
            }
            Body::Report { attachment } => Payload { kind: REPORT, words: [0; 2], attachment },
        }
    }
}

impl Body {
    #[inline]
    pub fn of(packet: &Packet) -> Body {
        let Payload { kind, words: [first, second], attachment } = packet.payload;
        match kind & ((1 << KIND_BITS) - 1) {
            DATA => Body::Data { unit: first, info: second, attachment },
            ACK => Body::Ack { next: first, echo: second, newest_after: kind >> KIND_BITS, attachment },
            _ => Body::Report { attachment },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_unchanged_after_storage_in_a_packet() {
        for body in [
            Body::Data { unit: 1, info: 2, attachment: 3 },
            Body::Ack { next: 4, echo: 5, newest_after: 0, attachment: 6 },
            Body::Ack { next: u32::MAX, echo: 5, newest_after: MAX_NEWEST_AFTER, attachment: 6 },
            Body::Report { attachment: 7 },
        ] {
            let packet = Packet { payload: body.into(), ..Packet::default() };
            assert_eq!(Body::of(&packet), body);
        }
    }
}
