//! The reasons for which a connection, or a client's session in a namespace, ends.

/// The reason why a client is disconnected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DisconnectReason {
    /// It left the namespace; its connection may stay open.
    LeftNamespace,
    /// The application removed it from the namespace; its connection may stay open.
    RemovedFromNamespace,
    /// It closed the connection.
    ClosedByClient,
    /// The application closed the connection.
    ClosedByServer,
    /// The connection was lost: TCP ended without a close, or a poll was aborted.
    TransportLost,
    /// It sent a poll while another one was open.
    OverlappingPolls,
    /// No pong arrived in time.
    PingTimeout,
    /// It was in no namespace for too long, or had entered none when the server was full.
    ConnectTimeout,
    /// More packets or bytes waited for it than the settings allow.
    SlowConsumer,
    /// It sent packets faster than the settings allow, or too many while its session was waiting.
    Flooding,
    /// It sent a packet that violates the protocols or the limits on packets.
    Malformed,
    /// It sent a packet or a payload larger than the settings allow.
    TooLarge,
    /// It sent a text that is not UTF-8.
    NotUtf8,
    /// The process is about to end.
    ShuttingDown,
}

impl DisconnectReason {
    /// The reasons for which a whole connection ends.
    pub(crate) const OF_CONNECTIONS: [Self; 12] = [
        Self::ClosedByClient,
        Self::ClosedByServer,
        Self::TransportLost,
        Self::OverlappingPolls,
        Self::PingTimeout,
        Self::ConnectTimeout,
        Self::SlowConsumer,
        Self::Flooding,
        Self::Malformed,
        Self::TooLarge,
        Self::NotUtf8,
        Self::ShuttingDown,
    ];

    /// Returns true if the packets queued for the client are still sent: not if it is gone or is cut off.
    pub(crate) fn flushes(self) -> bool {
        match self {
            Self::ClosedByServer | Self::ShuttingDown | Self::ConnectTimeout => true,
            Self::Malformed | Self::TooLarge | Self::NotUtf8 => true,
            Self::LeftNamespace | Self::RemovedFromNamespace | Self::ClosedByClient | Self::TransportLost => false,
            Self::OverlappingPolls | Self::PingTimeout | Self::SlowConsumer | Self::Flooding => false,
        }
    }

    /// Returns the label for logs and metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::LeftNamespace => "left namespace",
            Self::RemovedFromNamespace => "removed from namespace",
            Self::ClosedByClient => "closed by client",
            Self::ClosedByServer => "closed by server",
            Self::TransportLost => "transport lost",
            Self::OverlappingPolls => "overlapping polls",
            Self::PingTimeout => "ping timeout",
            Self::ConnectTimeout => "connect timeout",
            Self::SlowConsumer => "slow consumer",
            Self::Flooding => "flooding",
            Self::Malformed => "malformed packet",
            Self::TooLarge => "too large",
            Self::NotUtf8 => "not UTF-8",
            Self::ShuttingDown => "shutting down",
        }
    }
}
