//! The foundation of all protocols: the traits of senders and receivers, their context, and the shared
//! senders and receivers that protocols share.
//!
//! There are four shared senders:
//! - `window`: senders with a congestion window, which retransmit. `controller` shares one compiled copy of
//!   it between algorithms.
//! - `rate`: senders with a rate, which do not retransmit.
//! - `media_window`: senders of datagrams with a congestion window, which do not retransmit.
//! - `rtp_sender`: senders of media with a rate, which receive RTCP reports. `report_sender` adds the
//!   algorithm's reaction to a report.

pub mod ack_receiver;
pub mod arrival_log;
pub mod arrival_receiver;
pub mod attachment;
pub mod body;
pub mod context;
pub mod controller;
pub mod counting_receiver;
pub mod datagrams;
pub mod delay_history;
pub mod delivery_rate;
pub mod endpoint;
pub mod expectations;
pub mod flight;
pub mod hole_receiver;
pub mod journal;
pub mod loss_history;
pub mod mark_count;
pub mod media_window;
pub mod nack_receiver;
pub mod nada_receiver;
pub mod pacer;
pub mod packet_pairs;
pub mod prelude;
pub mod protocol;
pub mod prr;
pub mod quic;
pub mod quic_receiver;
mod quick_acks;
pub mod rack;
pub mod ranges;
pub mod rate;
pub mod ray_receiver;
pub mod receivers;
pub mod report_sender;
pub mod reports;
pub mod rtcp;
pub mod rtcp_receiver;
pub mod rto;
pub mod rtp_sender;
pub mod scoreboard;
pub mod scream_receiver;
pub mod scream_sending;
pub mod sink;
pub mod smoothed;
pub mod stack;
pub mod tcp_params;
pub mod tfrc_attachments;
pub mod tfrc_receiver;
pub mod vector_receiver;
pub mod window;
pub mod windowed;

pub use crate::ground::packet::Outgoing;
pub use attachment::Attachment;
pub use body::Body;
pub use context::{Context, Datagram, ProgramFault, Timer, Unsent, Waiting, WindowState};
pub use endpoint::{Receipt, Receiver, Sender, SenderState, Standing};
pub use expectations::Expectations;
pub use protocol::{FlowFacts, Protocol};
pub use receivers::{AnyReceiver, ConnSpec};
