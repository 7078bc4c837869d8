//! The connection to the broker, which lasts as long as the process.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, Request, Subject, jetstream};
use futures_util::future::BoxFuture;
use shared::messages::LinkError;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::settings::{Role, Servers, Settings};
use crate::subjects::Subjects;
use crate::{metrics, results};

/// The longest wait for one server to accept the connection.
const SERVER_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest wait for the first connection; with many servers it is longer, so that each can be tried.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest wait of a message for a lost connection: enough for another broker of the cluster to take over.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The pause between two pings. After two without an answer the connection counts as lost.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// The number of messages of one subscription that may wait to be read. The client drops and reports further ones.
const SUBSCRIPTION: usize = 4096;

/// The oldest server version with all the features used here.
const OLDEST_SERVER: (i64, i64, i64) = (2, 11, 0);

/// The connection to NATS. Clones share it.
#[derive(Clone)]
pub struct Link {
    client: Client,
    jetstream: jetstream::Context,
    subjects: Subjects,
    is_connected: watch::Receiver<bool>,
}

/// The error when there is no connection. Each text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// No server answered.
    #[error("no NATS server answers at {0} ({1}); start one there, or correct the address")]
    Unreachable(String, String),
    /// The server refuses the login, or requires one.
    #[error("the NATS server at {0} refuses the login; correct user and password, or the file of credentials")]
    Refused(String),
    /// The file of credentials cannot be used.
    #[error("{}: {why}; name a file with a user's JWT and seed, as nsc writes it", .file.display())]
    Credentials {
        /// The file.
        file: PathBuf,
        /// The reason why it cannot be used.
        why: std::io::Error,
    },
    /// The server is too old.
    #[error("the NATS server at {0} has version {1}; use 2.11 or newer")]
    TooOld(String, String),
    /// The server, or the account, has no JetStream.
    #[error(
        "the NATS server at {0} keeps no queue for results ({1}); turn on JetStream there (nats-server -js), and use the login of an api"
    )]
    NoQueue(String, String),
}

impl Link {
    /// Connects. An api also creates the queue of results if it is missing. Must be called inside a running actix system.
    ///
    /// # Errors
    /// Returns a [`ConnectError`]. A connection that is lost later is restored, with growing pauses, for as long as it
    /// takes.
    pub fn connect<'a>(
        servers: &'a Servers,
        settings: &'a Settings,
        role: Role,
    ) -> BoxFuture<'a, Result<Self, ConnectError>> {
        Box::pin(Self::connect_to(servers, settings, role))
    }

    async fn connect_to(servers: &Servers, settings: &Settings, role: Role) -> Result<Self, ConnectError> {
        let (connected, is_connected) = watch::channel(false);
        let subjects = Subjects::new(settings.prefix.clone());
        let mut options = ConnectOptions::new()
            .name("colibri")
            .custom_inbox_prefix(subjects.inboxes(role))
            .connection_timeout(SERVER_TIMEOUT)
            .ping_interval(PING_INTERVAL)
            .subscription_capacity(SUBSCRIPTION)
            .event_callback(move |event| {
                log_event(&event, &connected);
                std::future::ready(())
            });
        options = servers.log_in(options);
        let (addresses, servers) = (servers.addresses(), servers.to_string());
        if let Some(file) = &settings.authorities {
            options = options.add_root_certificates(file.clone());
        }
        if let Some(file) = &settings.credentials {
            let read = std::fs::read_to_string(file).and_then(|credentials| options.credentials(&credentials));
            options = read.map_err(|why| ConnectError::Credentials { file: file.clone(), why })?;
        }
        let n_servers = u32::try_from(addresses.len()).unwrap_or(u32::MAX);
        let limit = CONNECT_TIMEOUT.max(SERVER_TIMEOUT.saturating_mul(n_servers) + SERVER_TIMEOUT);
        let client = match timeout(limit, options.connect(addresses)).await {
            Ok(Ok(client)) => client,
            Ok(Err(error)) => {
                return Err(match error.kind() {
                    ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                        ConnectError::Refused(servers)
                    }
                    _ => ConnectError::Unreachable(servers, error.to_string()),
                });
            }
            Err(_) => return Err(ConnectError::Unreachable(servers, "no answer in time".to_owned())),
        };
        let (major, minor, patch) = OLDEST_SERVER;
        if !client.is_server_compatible(major, minor, patch) {
            return Err(ConnectError::TooOld(servers, client.server_info().version));
        }
        let jetstream = jetstream::new(client.clone());
        let link = Self { client, jetstream, subjects, is_connected };
        // A login of an engine may not create it: results wait in the engine until an api has.
        if role == Role::Engine {
            return Ok(link);
        }
        match timeout(CONNECT_TIMEOUT, results::ensure_stream(&link)).await {
            Ok(Ok(_)) => Ok(link),
            Ok(Err(error)) => Err(ConnectError::NoQueue(servers, error.to_string())),
            Err(_) => Err(ConnectError::NoQueue(servers, "no answer in 5 s".to_owned())),
        }
    }

    /// Returns true while the connection is up.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn jetstream(&self) -> &jetstream::Context {
        &self.jetstream
    }

    pub(crate) fn subjects(&self) -> &Subjects {
        &self.subjects
    }

    /// Waits until the broker has read everything sent to it so far, such as subscriptions.
    pub(crate) async fn round_trip(&self) {
        // A new inbox has no subscribers, which the broker reports at once. A connection that is lost in between is
        // restored with all its subscriptions.
        let _ = timeout(CONNECT_TIMEOUT, self.client.request(self.client.new_inbox(), "".into())).await;
    }

    /// Sends a request, and waits up to `limit` for its answer.
    pub(crate) fn request(
        &self,
        subject: String,
        request: Vec<u8>,
        limit: Duration,
    ) -> BoxFuture<'_, Result<Vec<u8>, LinkError>> {
        let answer = async move {
            self.ready().await?;
            let request = Request::new().payload(request.into()).timeout(None);
            let answered = self.client.send_request(subject, request).await;
            answered.map(|answer| answer.payload.into()).map_err(|_| LinkError::Unreachable)
        };
        Box::pin(async move { timeout(limit, answer).await.unwrap_or(Err(LinkError::DeadlineExceeded)) })
    }

    /// Sends the answer to a message that logs call `name`.
    pub(crate) async fn answer(&self, name: &'static str, to: Subject, answer: serde_json::Result<Vec<u8>>) {
        let sent = match answer {
            Ok(answer) => self.client.publish(to, answer.into()).await.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = sent {
            tracing::warn!(message = name, %error, "cannot send an answer");
        }
    }

    /// Waits for the connection, but not for long: a message sent without one would stay in the client, and arrive
    /// after its sender has given up.
    pub(crate) async fn ready(&self) -> Result<(), LinkError> {
        if self.is_connected() {
            return Ok(());
        }
        let mut is_connected = self.is_connected.clone();
        match timeout(RECONNECT_TIMEOUT, is_connected.wait_for(|is_connected| *is_connected)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(LinkError::Unreachable),
        }
    }

    /// Waits until the connection is lost.
    pub(crate) async fn lost(&self) {
        // Without a sender, there is no connection any more.
        let _ = self.is_connected.clone().wait_for(|is_connected| !is_connected).await;
    }
}

/// Logs the events of the connection.
fn log_event(event: &Event, connected: &watch::Sender<bool>) {
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => tracing::warn!("the connection to NATS is lost; retrying"),
        // Once for each attempt to reconnect.
        Event::ClientError(error) => tracing::debug!(%error, "NATS client"),
        Event::Draining | Event::Closed => tracing::debug!(%event, "NATS client"),
        Event::LameDuckMode | Event::SlowConsumer(_) | Event::ServerError(_) => tracing::warn!(%event, "NATS"),
    }
    if let Event::Connected | Event::Disconnected = event {
        let is_connected = *event == Event::Connected;
        metrics::set_connected(is_connected);
        connected.send_replace(is_connected);
    }
}
