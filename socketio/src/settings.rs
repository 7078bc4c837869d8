//! The limits and intervals of the socket layer.

use std::{fmt::Debug, net::IpAddr, sync::Arc, time::Duration};

use actix_web::dev::RequestHead;

/// Declares [`Settings`] with their defaults: the numbers, and then the others.
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $Settings:ident {
        $($(#[doc = $doc:literal])+ pub $number:ident: $Number:ty = $default:expr,)+
        ..
        $($(#[$other_doc:meta])+ pub $other:ident: $Other:ty = $other_default:expr,)+
    }) => {
        $(#[$meta])*
        pub struct $Settings {
            $($(#[doc = $doc])+ pub $number: $Number,)+
            $($(#[$other_doc])+ pub $other: $Other,)+
        }

        impl Default for $Settings {
            fn default() -> Self {
                Self { $($number: $default,)+ $($other: $other_default,)+ }
            }
        }

        impl $Settings {
            /// Returns the name, the description and the value of each number.
            pub fn numbers(&self) -> Vec<(&'static str, &'static str, &dyn Debug)> {
                vec![$((stringify!($number), concat!($($doc),+), &self.$number)),+]
            }
        }
    };
}

settings! {
    /// Limits and intervals. The defaults suit a game with many small events; each field states its unit.
    #[derive(Clone)]
    pub struct Settings {
        /// The time from the handshake, and from each pong, to the next ping.
        pub ping_interval: Duration = Duration::from_secs(25),
        /// The time after a ping within which the pong must arrive.
        pub ping_timeout: Duration = Duration::from_secs(20),
        /// The longest time that a connection may be in no namespace.
        pub connect_timeout: Duration = Duration::from_secs(45),
        /// The longest time that a WebSocket may take from opening to finishing the upgrade of a polling connection.
        pub upgrade_timeout: Duration = Duration::from_secs(10),
        /// The longest time that the body of a polling request may take to arrive.
        pub body_timeout: Duration = Duration::from_secs(10),
        /// The longest time that the attachments of an event may take to arrive after it.
        pub attachment_timeout: Duration = Duration::from_secs(10),
        /// The time that a polling client has, after its connection was closed, to fetch its last packets.
        pub last_poll_timeout: Duration = Duration::from_secs(1),
        /// The largest packet or polling payload from a client, in bytes; clients learn it from the handshake.
        pub max_payload: usize = 64 * 1024,
        /// The largest packet or polling payload, and the longest queue, of a client that has entered no namespace yet, in
        /// bytes: handshakes cost their sender nothing.
        pub max_unconfirmed_bytes: usize = 8 * 1024,
        /// The bytes of polling payloads that may be arriving at the same time. Beyond that, a payload is refused with 503.
        pub max_arriving_bytes: usize = 32 * 1024 * 1024,
        /// The bytes of polling payloads from one address, or one network of IPv6 (/64), that may be arriving at the same
        /// time.
        pub max_arriving_bytes_per_address: usize = 4 * 1024 * 1024,
        /// The bytes of packets that may wait for all clients together, beyond the few that may wait for each in any case.
        /// A client for whom more would have to wait counts as too slow.
        pub max_waiting_bytes: usize = 64 * 1024 * 1024,
        /// The same for the clients of one address, or one network of IPv6 (/64).
        pub max_waiting_bytes_per_address: usize = 16 * 1024 * 1024,
        /// The packets per second that a connection may send in the long run, including control frames of the WebSocket; 0
        /// is no limit.
        pub packets_per_second: u32 = 120,
        /// The number of packets that a connection may send at once.
        pub packet_burst: u32 = 600,
        /// The number of packets that may wait for one client before it counts as too slow.
        pub max_queued_packets: usize = 1024,
        /// The number of bytes that may wait for one client before it counts as too slow.
        pub max_queued_bytes: usize = 1024 * 1024,
        /// The number of packets of one client that may be held back while its session waits.
        pub max_held_packets: usize = 128,
        /// The deepest allowed nesting of arrays and objects in a packet.
        pub max_json_depth: usize = 32,
        /// The largest number of arguments of an event.
        pub max_arguments: usize = 16,
        /// The largest number of binary attachments of an event.
        pub max_attachments: usize = 10,
        /// The longest name of a namespace, in bytes.
        pub max_namespace_length: usize = 64,
        /// The largest number of namespaces that a client may be in.
        pub max_namespaces: usize = 16,
        /// The largest number of connections of one process. A further handshake replaces the oldest connection that gives
        /// way or, without any, that has entered no namespace; if all have, it is refused with 503.
        pub max_connections: usize = 20_000,
        /// The largest number of connections from one address, or from one network of IPv6 (/64); 0 is no limit. A further
        /// handshake replaces the oldest that gives way; without any, it is refused with 429. The default is enough for a
        /// school behind one address. Connections from an unknown address are not counted.
        pub max_connections_per_address: usize = 1000,
        /// The part of the connections of a process, and of an address, that clients who give way leave to others, in
        /// percent.
        pub reserved_connections: usize = 10,
        /// The largest number of connections from one address that have entered no namespace. A further handshake
        /// replaces the oldest of them.
        pub max_unconfirmed_per_address: usize = 400,
        ..
        /// Returns the address of the client that sent a request, if known: by default the peer of its TCP connection.
        /// Behind a proxy, read the header that the proxy sets.
        pub client_address: Arc<ClientAddress> = Arc::new(|request| Some(request.peer_addr?.ip())),
        /// Returns true if pages of an origin, such as `https://example.org`, may connect to a host, such as
        /// `localhost:80`. Pages of the host itself always may; by default, no others may.
        pub allows_origin: Arc<AllowsOrigin> = Arc::new(|_, _| false),
        /// Returns the name of a limit to show in a refusal, such as the operator's variable; by default the name of the
        /// field.
        pub limit_name: fn(Limit) -> &'static str = |limit| match limit {
            Limit::Connections => "max_connections",
            Limit::ConnectionsPerAddress => "max_connections_per_address",
            Limit::PacketsPerSecond => "packets_per_second",
        },
        /// The prefix of the names of all metrics, as in `socketio_sockets_open`.
        pub metrics_prefix: &'static str = "socketio",
    }
}

/// A limit behind a refusal over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Settings::max_connections`].
    Connections,
    /// [`Settings::max_connections_per_address`].
    ConnectionsPerAddress,
    /// [`Settings::packets_per_second`].
    PacketsPerSecond,
}

/// The type of [`Settings::client_address`].
pub type ClientAddress = dyn Fn(&RequestHead) -> Option<IpAddr> + Send + Sync;
/// The type of [`Settings::allows_origin`].
pub type AllowsOrigin = dyn Fn(&str, &str) -> bool + Send + Sync;

impl Settings {
    /// Returns the size of the largest packet or polling payload of a client that is not confirmed, in bytes.
    pub(crate) fn max_unconfirmed_payload(&self) -> usize {
        self.max_unconfirmed_bytes.min(self.max_payload)
    }
}
