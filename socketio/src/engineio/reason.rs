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
    /// It sent a poll or a payload while its last one was not answered yet.
    OverlappingRequests,
    /// No pong arrived in time.
    PingTimeout,
    /// It was in no namespace for too long, or had entered none when the server was full.
    ConnectTimeout,
    /// It gave way to a new connection when the server was full.
    GaveWay,
    /// It was refused entry to namespaces, twice without being in any.
    Refused,
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
    /// Too many payloads were arriving at the server, or from its address.
    ServerBusy,
    /// The process is about to end.
    ShuttingDown,
}

impl DisconnectReason {
    /// The reasons for which a whole connection ends.
    pub(crate) const OF_CONNECTIONS: [Self; 15] = [
        Self::ClosedByClient,
        Self::ClosedByServer,
        Self::TransportLost,
        Self::OverlappingRequests,
        Self::PingTimeout,
        Self::ConnectTimeout,
        Self::GaveWay,
        Self::Refused,
        Self::SlowConsumer,
        Self::Flooding,
        Self::Malformed,
        Self::TooLarge,
        Self::NotUtf8,
        Self::ServerBusy,
        Self::ShuttingDown,
    ];

    /// Returns true if the packets queued for the client are still sent: not if it is gone or is cut off.
    pub(crate) fn flushes(self) -> bool {
        match self {
            Self::ClosedByServer | Self::ShuttingDown | Self::ConnectTimeout | Self::Refused => true,
            Self::Malformed | Self::TooLarge | Self::NotUtf8 => true,
            Self::LeftNamespace | Self::RemovedFromNamespace | Self::ClosedByClient | Self::TransportLost => false,
            Self::OverlappingRequests | Self::PingTimeout | Self::SlowConsumer | Self::Flooding => false,
            Self::ServerBusy | Self::GaveWay => false,
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
            Self::OverlappingRequests => "overlapping requests",
            Self::PingTimeout => "ping timeout",
            Self::ConnectTimeout => "connect timeout",
            Self::GaveWay => "gave way",
            Self::Refused => "refused",
            Self::SlowConsumer => "slow consumer",
            Self::Flooding => "flooding",
            Self::Malformed => "malformed packet",
            Self::TooLarge => "too large",
            Self::NotUtf8 => "not UTF-8",
            Self::ServerBusy => "server busy",
            Self::ShuttingDown => "shutting down",
        }
    }
}
