//! The signals that every flow, every flow with media and every link direction has.

use crate::signals;

signals! {
    /// Signals that every flow has.
    pub const FLOW_SIGNALS: FlowSignals {
        /// Wire bytes of packets that were delivered to the receiver for the first time (goodput).
        delivered: counter "Delivered" in "bytes";
        /// Wire bytes of data packets that left the last link of the route, retransmissions included.
        throughput: counter "Through the last link" in "bytes";
        /// Packets sent, retransmissions included.
        sent: counter "Sent" in "packets";
        /// Data packets dropped by queues, loss rules and receivers of limited rate.
        lost: counter "Lost" in "packets";
        /// Congestion window.
        cwnd: "Window" in "packets";
        /// Packets that are in the network by the sender's estimate.
        in_flight: "In flight" in "packets";
        /// Round-trip time samples.
        rtt: "RTT" in "s";
        /// The sending rate that the algorithm has set.
        rate: "Sending rate" in "bit/s";
    }
}

signals! {
    /// Signals of flows with media.
    pub const MEDIA_SIGNALS: MediaSignals {
        /// Bit rate that the encoder has chosen for its latest frame.
        encoder_rate: "Encoder's rate" in "bit/s";
        /// Time from a frame's creation until all of it has arrived.
        frame_delay: "Delay of frames" in "s";
        /// When the newest of the frames that arrived in time was created.
        frame_shown: "Newest frame in time" in "s";
        /// Number of frames that were not complete when they were to be shown.
        frames_missed: "Missed frames";
    }
}

signals! {
    /// Signals of adaptive video.
    pub const VIDEO_SIGNALS: VideoSignals {
        /// Bit rate of the latest segment.
        segment_rate: "Bit rate of segments" in "bit/s";
        /// Length of video that has arrived and has not been played.
        video_buffer: "Player's buffer" in "s";
        /// Length of video that has been played.
        video_played: "Video played" in "s";
    }
}

signals! {
    /// Signals of web pages: of the objects of each kind, the share that has arrived, and when the browser began to
    /// load the page.
    pub const PAGE_SIGNALS: PageSignals {
        documents: "Documents";
        style_sheets: "Style sheets";
        fonts: "Fonts";
        scripts: "Scripts";
        images: "Images";
        /// When the browser began to load the page.
        page_began: "Beginning of the page" in "s";
    }
}

signals! {
    /// Signals that every link direction has.
    pub const LINK_SIGNALS: LinkSignals {
        /// Number of waiting packets, without the packet that is being sent.
        queue: "Queue" in "packets";
        /// Time that packets waited before being sent.
        queue_delay: "Queue delay" in "s";
        /// Bytes sent by the link.
        departed: counter "Sent" in "bytes";
        /// Packets dropped by the queue or by loss rules.
        drops: counter "Drops" in "packets";
        /// Packets marked by the queue.
        marks: counter "Marks" in "packets";
    }
}
