//! The settings of the engine.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::RequestHead;
use shared::origin;
use shared::proxies::TrustedProxies;
use socketio::{AllowsOrigin, ClientAddress, LimitNames};

use crate::metrics::PREFIX;
use crate::race::Rules;

/// The burst of packets that a connection may send, in seconds of its rate: a client that comes back sends at once all
/// progress made meanwhile.
const BURST_SECONDS: u32 = 5;

/// The settings of the engine, made by the operator; the defaults are the design's numbers.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The time from the first join to the countdown.
    pub waiting: Duration,
    /// The countdown that racers see; the race starts 250 ms after it.
    pub countdown: Duration,
    /// The number of seats in a room, within [`Settings::ROOM_CAPACITY`].
    pub room_capacity: usize,
    /// The time from the handshake, and from each pong, to the next ping.
    pub ping_interval: Duration,
    /// The time within which the pong must arrive after a ping.
    pub ping_timeout: Duration,
    /// The number of connections that one process holds; further ones are refused.
    pub max_connections: usize,
    /// The number of connections from one address, or from one network of IPv6 (/64); 0 is no limit.
    pub max_connections_per_address: usize,
    /// The number of packets that a connection may send per second in the long run, and five times as many at once; 0
    /// is no limit.
    pub packets_per_second: u32,
    /// The number of sockets that a user may have at once, one for each window; the oldest gives way to the newest.
    pub sockets_per_user: usize,
    /// The number of rooms in which a user may hold a seat that they still may race on: enough for a few tabs, too few
    /// to block the rooms of others.
    pub rooms_per_user: usize,
    /// The proxies that may set the client address.
    pub trusted_proxies: TrustedProxies,
    /// Origins besides the server's own whose pages may connect, such as `https://example.org`.
    pub allowed_origins: Vec<String>,
}

impl Settings {
    /// The least and the most seats that a room may have.
    pub const ROOM_CAPACITY: RangeInclusive<usize> = 1..=100;

    pub(crate) fn rules(&self) -> Rules {
        Rules { capacity: self.room_capacity, waiting: self.waiting, countdown: self.countdown }
    }

    pub(crate) fn sockets(&self) -> socketio::Settings {
        socketio::Settings {
            ping_interval: self.ping_interval,
            ping_timeout: self.ping_timeout,
            max_connections: self.max_connections,
            max_connections_per_address: self.max_connections_per_address,
            packets_per_second: self.packets_per_second,
            packet_burst: self.packets_per_second.saturating_mul(BURST_SECONDS),
            client_address: client_address(self.trusted_proxies.clone()),
            allows_origin: allows_origin(self.allowed_origins.clone()),
            limit_names: LimitNames {
                max_connections: "COLIBRI_MAX_CONNECTIONS",
                max_connections_per_address: "COLIBRI_CONNECTIONS_PER_ADDRESS",
                packets_per_second: "COLIBRI_PACKETS_PER_SECOND",
            },
            metrics_prefix: PREFIX,
            ..socketio::Settings::default()
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let rules = Rules::default();
        let sockets = socketio::Settings::default();
        Self {
            waiting: rules.waiting,
            countdown: rules.countdown,
            room_capacity: rules.capacity,
            ping_interval: sockets.ping_interval,
            ping_timeout: sockets.ping_timeout,
            max_connections: sockets.max_connections,
            max_connections_per_address: sockets.max_connections_per_address,
            packets_per_second: sockets.packets_per_second,
            sockets_per_user: 10,
            rooms_per_user: 5,
            trusted_proxies: TrustedProxies::default(),
            allowed_origins: Vec::new(),
        }
    }
}

/// Returns the function that reads the client address of a request as `proxies` give it.
fn client_address(proxies: TrustedProxies) -> Arc<ClientAddress> {
    Arc::new(move |request: &RequestHead| {
        let peer = request.peer_addr?.ip();
        // A value that is not text is not an address either.
        let written = request.headers.get_all(proxies.header.name()).map(|value| value.to_str().unwrap_or_default());
        Some(proxies.client(peer, written.collect::<Vec<_>>().into_iter()))
    })
}

/// Returns the function that lets the pages of this site and of the `named` origins connect.
fn allows_origin(named: Vec<String>) -> Arc<AllowsOrigin> {
    Arc::new(move |origin, host| origin::is_own(origin, host) || origin::is_named(origin, &named))
}
