//! What most senders and receivers use. The modules that it names do not use it.

pub use crate::ground::convert::{narrow, whole};
pub use crate::ground::deque::Deque;
pub use crate::ground::digest::{Digest, State};
pub use crate::ground::math;
pub use crate::ground::packet::Packet;
pub use crate::ground::rng::digest_of;
pub use crate::ground::time::{MILLISECOND, NEVER, SECOND, Time, from_secs, to_secs};
pub use crate::transport::attachment::Attachment;
pub use crate::transport::body::Body;
pub use crate::transport::context::{Context, Timer};
pub use crate::transport::endpoint::{Receipt, Receiver, Sender, SenderState, Standing};
pub use crate::{choice, decisions, params, signals};
