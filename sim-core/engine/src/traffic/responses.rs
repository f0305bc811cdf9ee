//! The server's end of a connection on which a client requests data: the requests on their way, the responses
//! that wait to be sent, and those that have not arrived completely. A packet carries data of one response.

use super::{Ready, SourceCx};
use crate::ground::convert::narrow;
use crate::ground::deque::Deque;
use crate::ground::rng::digest_of;
use crate::ground::time::{NEVER, Time};

/// A response that a client requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedResponse {
    /// The client's number of the response.
    pub id: u32,
    pub bytes: u64,
    /// The order of responses that wait together: lower numbers first (RFC 9218 section 4.1).
    pub urgency: u8,
    /// Whether responses of the same urgency share the connection, instead of one after another (RFC 9218 section 4.2).
    pub incremental: bool,
}

/// A request on its way to the server.
#[derive(Clone, Copy, Debug)]
struct Request {
    arrives: Time,
    /// Whether it opens the connection.
    opens: bool,
    response: WantedResponse,
}

/// The data of one packet.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    id: u32,
    bytes: u32,
    has_arrived: bool,
}

/// A number of bytes of a response.
#[derive(Clone, Copy, Debug)]
struct Part {
    response: WantedResponse,
    bytes: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Responses {
    /// Whether the client gets data only after all data that was sent before it, as in one stream of TCP.
    in_order: bool,
    requests: Deque<Request>,
    /// What has not been sent.
    to_send: Vec<Part>,
    /// What the client has not got.
    to_arrive: Vec<Part>,
    /// The packets from number `first` on.
    chunks: Deque<Chunk>,
    first: u32,
    /// Number of responses requested.
    requested: u64,
}

impl Responses {
    pub fn new(in_order: bool) -> Self {
        Responses { in_order, ..Responses::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Responses { requested: self.requested, ..Responses::new(self.in_order) };
    }

    /// The client requests a response. The request arrives at the server at `arrives`, which is not before the requests
    /// so far. Returns when the server's timer must expire.
    pub fn request(&mut self, response: WantedResponse, opens: bool, arrives: Time) -> Time {
        self.requests.push_back(Request { arrives, opens, response });
        self.next_arrival()
    }

    fn next_arrival(&self) -> Time {
        self.requests.front().map_or(NEVER, |request| request.arrives)
    }

    /// Begins the responses whose requests have arrived.
    pub fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        let mut ready = Ready::Nothing;
        while let Some(request) = self.requests.front().copied().filter(|next| next.arrives <= cx.now) {
            self.requests.pop_front();
            if request.opens {
                (self.to_send, self.to_arrive) = (Vec::new(), Vec::new());
                (self.chunks, self.first) = (Deque::new(), 0);
                ready = Ready::Opens;
            } else if ready == Ready::Nothing {
                ready = Ready::More;
            }
            let part = Part { response: request.response, bytes: request.response.bytes };
            self.to_send.push(part);
            self.to_arrive.push(part);
            self.requested += 1;
        }
        cx.wake = self.next_arrival();
        ready
    }

    /// Takes up to `max` bytes of the response that is next (RFC 9218 section 10).
    pub fn pull(&mut self, max: u32) -> u32 {
        let order = |part: &Part| (part.response.urgency, part.response.incremental);
        let Some(next) = (0..self.to_send.len()).min_by_key(|&index| (order(&self.to_send[index]), index))
        else {
            return 0;
        };
        let part = &mut self.to_send[next];
        let bytes = narrow::<u32>(u64::from(max).min(part.bytes));
        part.bytes -= u64::from(bytes);
        self.chunks.push_back(Chunk { id: part.response.id, bytes, has_arrived: false });
        if part.bytes == 0 {
            self.to_send.remove(next);
        } else if part.response.incremental {
            self.to_send[next..].rotate_left(1);
        }
        bytes
    }

    /// Bytes that have not been sent.
    pub fn unsent(&self) -> u64 {
        self.to_send.iter().map(|part| part.bytes).sum()
    }

    /// Packet number `seq` has arrived. Returns the numbers of the responses that the client now has completely.
    pub fn arrived(&mut self, seq: u32) -> Vec<u32> {
        let mut complete = Vec::new();
        let Some(chunk) = seq.checked_sub(self.first).and_then(|index| self.chunks.get_mut(index as usize))
        else {
            return complete;
        };
        chunk.has_arrived = true;
        let arrived = *chunk;
        if !self.in_order {
            self.count(arrived, &mut complete);
        }
        while let Some(chunk) = self.chunks.front().copied().filter(|chunk| chunk.has_arrived) {
            self.chunks.pop_front();
            self.first += 1;
            if self.in_order {
                self.count(chunk, &mut complete);
            }
        }
        complete
    }

    /// The client gets the data of a packet.
    fn count(&mut self, chunk: Chunk, complete: &mut Vec<u32>) {
        let Some(index) = self.to_arrive.iter().position(|part| part.response.id == chunk.id) else { return };
        let part = &mut self.to_arrive[index];
        part.bytes -= u64::from(chunk.bytes);
        if part.bytes == 0 {
            self.to_arrive.remove(index);
            complete.push(chunk.id);
        }
    }

    pub fn digest(&self) -> u64 {
        let missing: u64 = self.to_arrive.iter().map(|part| part.bytes).sum();
        digest_of(&[self.requested, self.unsent(), missing, u64::from(self.first)])
    }
}

/// The methods of a source whose data a client requests, and whose field `responses` contains what it sends.
macro_rules! sends_responses {
    () => {
        fn start(&mut self, _: &mut SourceCx) {
            self.responses.clear();
        }

        fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
            self.responses.on_timer(cx)
        }

        fn pull(&mut self, max: u32) -> u32 {
            self.responses.pull(max)
        }

        fn finished(&self) -> bool {
            false
        }

        fn unsent(&self) -> u64 {
            self.responses.unsent()
        }

        fn responses(&mut self) -> Option<&mut Responses> {
            Some(&mut self.responses)
        }

        fn digest(&self) -> Option<u64> {
            Some(self.responses.digest())
        }
    };
}
pub(super) use sends_responses;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};

    /// Responses of 3, 2 and 2 packets of 1000 bytes, of which all requests have arrived.
    fn responses(in_order: bool, urgencies: [u8; 3], incremental: bool) -> Responses {
        let mut responses = Responses::new(in_order);
        for ((id, bytes), urgency) in [(7, 2500), (8, 2000), (9, 1500)].into_iter().zip(urgencies) {
            responses.request(WantedResponse { id, bytes, urgency, incremental }, false, 5);
        }
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(4, &mut rng);
        assert_eq!((responses.on_timer(&mut cx), cx.wake), (Ready::Nothing, 5));
        cx.now = 5;
        assert_eq!((responses.on_timer(&mut cx), cx.wake), (Ready::More, NEVER));
        responses
    }

    fn order(mut responses: Responses) -> Vec<u32> {
        while responses.pull(1000) > 0 {}
        assert_eq!(responses.unsent(), 0);
        (0..responses.chunks.len()).filter_map(|index| responses.chunks.get(index)).map(|c| c.id).collect()
    }

    #[test]
    fn urgent_responses_come_first_and_incremental_ones_share() {
        assert_eq!(order(responses(true, [3, 3, 3], false)), [7, 7, 7, 8, 8, 9, 9]);
        assert_eq!(order(responses(true, [3, 1, 2], false)), [8, 8, 9, 9, 7, 7, 7]);
        assert_eq!(order(responses(true, [3, 3, 3], true)), [7, 8, 9, 7, 8, 9, 7]);
        assert_eq!(order(responses(true, [3, 3, 1], true)), [9, 9, 7, 8, 7, 8, 7]);
    }

    #[test]
    fn one_missing_packet_delays_all_later_responses_of_a_stream_and_no_other_stream() {
        for (in_order, expected) in [(true, vec![7, 8, 9]), (false, vec![7])] {
            let mut responses = responses(in_order, [3, 3, 3], false);
            while responses.pull(1000) > 0 {}
            let early: Vec<u32> =
                [0, 2, 3, 4, 5, 6].into_iter().flat_map(|seq| responses.arrived(seq)).collect();
            assert_eq!(early, if in_order { vec![] } else { vec![8, 9] });
            assert_eq!(responses.arrived(1), expected);
            assert_eq!(responses.arrived(1), [0; 0], "a number of a packet before the first has no effect");
        }
    }
}
