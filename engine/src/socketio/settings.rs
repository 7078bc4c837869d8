//! The limits and intervals of the socket layer.

use std::time::Duration;

use shared::proxies::TrustedProxies;

/// Limits and intervals. The defaults are what a race needs; see each field for its unit and reason.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How long after the handshake, and after each pong, the next ping leaves.
    pub ping_interval: Duration,
    /// How long after a ping the pong must have arrived.
    pub ping_timeout: Duration,
    /// How long a connection may live without being in a namespace.
    pub connect_timeout: Duration,
    /// How long a WebSocket may take from opening to finishing the upgrade of a polling connection.
    pub upgrade_timeout: Duration,
    /// How long the body of a polling request may take to arrive.
    pub body_timeout: Duration,
    /// How long the attachments of an event may take to arrive after it.
    pub attachment_timeout: Duration,
    /// How long the last packets for a polling client are kept after its connection was closed.
    pub farewell_timeout: Duration,
    /// The largest packet or polling payload from a client, in bytes; clients are told.
    pub max_payload: usize,
    /// How many packets a connection may send per second in the long run, of whatever kind, frames of a WebSocket's own
    /// protocol included; 0 is no limit. Twice what one racer may send in events.
    pub packets_per_second: u32,
    /// How many packets a connection may send at once.
    pub packet_burst: u32,
    /// How many packets may wait for one client before it counts as too slow.
    pub max_queued_packets: usize,
    /// How many bytes may wait for one client before it counts as too slow.
    pub max_queued_bytes: usize,
    /// How many packets of one client may be held back while its session waits for something.
    pub max_held_packets: usize,
    /// How deep arrays and objects of a packet may nest.
    pub max_json_depth: usize,
    /// How many arguments an event may have.
    pub max_arguments: usize,
    /// How many binary attachments an event may have.
    pub max_attachments: usize,
    /// How many namespaces a client may be in.
    pub max_namespaces: usize,
    /// How many connections one process holds. Further handshakes take the place of the oldest connection that has entered
    /// no namespace; when all have, they are refused with 503.
    pub max_connections: usize,
    /// How many connections may come from one address, or from one network of IPv6 (/64); 0 is no limit. Further
    /// handshakes are refused with 429. Enough for a school that is behind one address. Connections whose address is not
    /// known are not counted.
    pub max_connections_per_address: usize,
    /// Proxies whose word on where a connection comes from is taken.
    pub trusted_proxies: TrustedProxies,
    /// Origins besides the server's own whose pages may connect, such as `https://example.org`.
    pub allowed_origins: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ping_interval: Duration::from_secs(25),
            ping_timeout: Duration::from_secs(20),
            connect_timeout: Duration::from_secs(45),
            upgrade_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(10),
            attachment_timeout: Duration::from_secs(10),
            farewell_timeout: Duration::from_secs(1),
            max_payload: 64 * 1024,
            packets_per_second: 120,
            packet_burst: 600,
            max_queued_packets: 1024,
            max_queued_bytes: 1024 * 1024,
            max_held_packets: 128,
            max_json_depth: 32,
            max_arguments: 16,
            max_attachments: 10,
            max_namespaces: 16,
            max_connections: 20_000,
            max_connections_per_address: 1000,
            trusted_proxies: TrustedProxies::default(),
            allowed_origins: Vec::new(),
        }
    }
}
