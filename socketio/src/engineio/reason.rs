//! The reasons for which a connection, or a client's stay in a namespace, ends.

/// The reason a client is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DisconnectReason {
    /// It left the namespace; its connection may live on.
    LeftNamespace,
    /// The product sent it out of the namespace; its connection may live on.
    SentAway,
    /// It closed the connection.
    ClosedByClient,
    /// The product closed the connection.
    ClosedByServer,
    /// The connection was lost: TCP ended without a close, or a poll was aborted.
    TransportLost,
    /// It sent a poll while another one was open.
    OverlappingPolls,
    /// No pong came in time.
    PingTimeout,
    /// It was in no namespace for too long, or had entered none when its place was needed for another.
    ConnectTimeout,
    /// More packets or bytes waited for it than the settings allow.
    SlowConsumer,
    /// It sent packets faster than the settings allow, or more than they allow while its session waited for something.
    Flooding,
    /// It sent a packet that the protocols do not allow, or more in one packet than the limits do.
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

    /// Returns true if the packets that wait for the client are still sent: not if it is gone or must not get more.
    pub(crate) fn flushes(self) -> bool {
        match self {
            Self::ClosedByServer | Self::ShuttingDown | Self::ConnectTimeout => true,
            Self::Malformed | Self::TooLarge | Self::NotUtf8 => true,
            Self::LeftNamespace | Self::SentAway | Self::ClosedByClient | Self::TransportLost => false,
            Self::OverlappingPolls | Self::PingTimeout | Self::SlowConsumer | Self::Flooding => false,
        }
    }

    /// Returns the word for logs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::LeftNamespace => "left namespace",
            Self::SentAway => "sent away",
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
