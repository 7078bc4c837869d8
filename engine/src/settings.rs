//! The settings of the engine.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::RequestHead;
use actix_web::http::header::HeaderValue;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use net::origin::{self, Origin};
use net::proxies::TrustedProxies;
use net::settings::{in_milliseconds, milliseconds};
use race::Rules;
use socketio::{AllowsOrigin, ClientAddress, Limit};

use crate::metrics::PREFIX;

/// The burst of packets that a connection may send, in seconds of its rate: a reconnecting client sends all its new
/// progress at once.
const BURST_SECONDS: u32 = 5;

// The variables that an answer names when it refuses a connection.
const MAX_CONNECTIONS: &str = "COLIBRI_MAX_CONNECTIONS";
const CONNECTIONS_PER_ADDRESS: &str = "COLIBRI_CONNECTIONS_PER_ADDRESS";
const PACKETS_PER_SECOND: &str = "COLIBRI_PACKETS_PER_SECOND";

/// The settings of the engine.
#[derive(Debug, Clone, Args)]
// Without a group: clap would name it `Settings`, like the api's, and accepts each name only once.
#[group(skip)]
pub struct Settings {
    /// Time that a room waits for further racers after the first has joined, in milliseconds.
    #[arg(long, env = "COLIBRI_WAITING_MS", help_heading = "Races", value_name = "MS", value_parser = milliseconds)]
    #[arg(default_value = in_milliseconds(Rules::default().waiting))]
    pub waiting: Duration,

    /// Countdown before the start, in milliseconds; the race starts a moment after its end.
    #[arg(long, env = "COLIBRI_COUNTDOWN_MS", help_heading = "Races", value_name = "MS", value_parser = milliseconds)]
    #[arg(default_value = in_milliseconds(Rules::default().countdown))]
    pub countdown: Duration,

    /// Maximum number of racers in a room.
    #[arg(long, env = "COLIBRI_ROOM_CAPACITY", help_heading = "Races", value_name = "N")]
    #[arg(default_value_t = Rules::default().capacity, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub room_capacity: usize,

    /// Maximum number of rooms in which one user may hold a seat in a race that is not over.
    #[arg(long, env = "COLIBRI_ROOMS_PER_USER", help_heading = "Races", value_name = "N")]
    #[arg(default_value_t = 5, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub rooms_per_user: usize,

    /// Interval between heartbeats on a socket, in milliseconds.
    #[arg(long, env = "COLIBRI_PING_INTERVAL_MS", help_heading = "Sockets", value_name = "MS", value_parser = milliseconds)]
    #[arg(default_value = in_milliseconds(socketio::Settings::default().ping_interval))]
    pub ping_interval: Duration,

    /// Time in which a client must answer a heartbeat, in milliseconds.
    #[arg(long, env = "COLIBRI_PING_TIMEOUT_MS", help_heading = "Sockets", value_name = "MS", value_parser = milliseconds)]
    #[arg(default_value = in_milliseconds(socketio::Settings::default().ping_timeout))]
    pub ping_timeout: Duration,

    /// Maximum number of connections to this process.
    #[arg(long, env = MAX_CONNECTIONS, help_heading = "Sockets", value_name = "N")]
    #[arg(default_value_t = socketio::Settings::default().max_connections, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub max_connections: usize,

    /// Maximum number of connections from one address, or one IPv6 network (/64), besides those of racers of events; 0
    /// removes the limit, for load tests.
    #[arg(
        long = "connections-per-address",
        env = CONNECTIONS_PER_ADDRESS,
        help_heading = "Sockets",
        value_name = "N"
    )]
    #[arg(default_value_t = socketio::Settings::default().max_connections_per_address)]
    pub max_connections_per_address: usize,

    /// Maximum number of packets per second from one connection, with larger bursts; 0 removes the limit.
    #[arg(long, env = PACKETS_PER_SECOND, help_heading = "Sockets", value_name = "N")]
    #[arg(default_value_t = socketio::Settings::default().packets_per_second)]
    pub packets_per_second: u32,

    /// Maximum number of connections of one user; a new one closes the oldest.
    #[arg(long, env = "COLIBRI_SOCKETS_PER_USER", help_heading = "Sockets", value_name = "N")]
    #[arg(default_value_t = 10, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub sockets_per_user: usize,

    /// The proxies that may set the client address.
    #[arg(skip)]
    pub trusted_proxies: TrustedProxies,

    /// Origins besides the server's own whose pages may connect, such as `https://example.org`.
    #[arg(skip)]
    pub allowed_origins: Vec<Origin>,
}

impl Settings {
    /// Returns the rules of races.
    pub fn rules(&self) -> Rules {
        Rules { waiting: self.waiting, countdown: self.countdown, capacity: self.room_capacity }
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
            limit_name,
            metrics_prefix: PREFIX,
            ..socketio::Settings::default()
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        net::settings::defaults()
    }
}

/// Returns the function that reads the client address of a request, which only `proxies` may set.
fn client_address(proxies: TrustedProxies) -> Arc<ClientAddress> {
    Arc::new(move |request: &RequestHead| {
        let written = request.headers.get_all(proxies.header.name()).map(HeaderValue::as_bytes);
        Some(proxies.client(request.peer_addr?.ip(), written))
    })
}

/// Returns the function that lets the pages of this site and of the `named` origins connect.
fn allows_origin(named: Vec<Origin>) -> Arc<AllowsOrigin> {
    Arc::new(move |origin, host| origin::is_ours(origin, host, &named))
}

/// Returns the variable that sets this limit of the sockets.
fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Connections => MAX_CONNECTIONS,
        Limit::ConnectionsPerAddress => CONNECTIONS_PER_ADDRESS,
        Limit::PacketsPerSecond => PACKETS_PER_SECOND,
    }
}
