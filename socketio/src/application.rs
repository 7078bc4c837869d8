//! The traits to implement: an application that admits clients, and a session for each of them.

use std::net::IpAddr;

use serde::Serialize;
use serde_json::Value;

use crate::{Event, Scope, Socket, engineio::DisconnectReason};

/// The application on top of the socket layer: it decides which clients may enter. One value per process, shared by all
/// worker threads.
pub trait Application: Send + Sync + 'static {
    /// The state that the application keeps for one client in one namespace.
    type Session: Session;

    /// Called when a client asks to enter a namespace. Packets sent to `socket` in here arrive after the answer.
    ///
    /// # Errors
    /// A [`ConnectError`] is answered with CONNECT_ERROR, and the client stays outside the namespace.
    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Self::Session, ConnectError>;
}

/// A client's request to enter a namespace.
#[derive(Debug)]
pub struct Connect<'a> {
    /// The namespace, such as `/`.
    pub namespace: &'a str,
    /// The payload of CONNECT: an object, empty if the client sent none.
    pub auth: Value,
    /// The address that the connection comes from, if known.
    pub peer: Option<IpAddr>,
    /// True if most connections of the server, or of the client's network, are taken: the rest is for clients who do not
    /// [give way](Session::gives_way).
    pub is_crowded: bool,
}

/// The reason a client may not enter a namespace. The official client passes it to `connect_error` as an `Error` with
/// this `message` and `data`.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct ConnectError {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl ConnectError {
    /// Refuses with a sentence for people.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), data: None }
    }

    /// Adds details for programs.
    pub fn with_data(self, data: Value) -> Self {
        Self { data: Some(data), ..self }
    }

    /// Refuses a namespace that does not exist, in the words of the protocol.
    pub fn unknown_namespace() -> Self {
        Self::new("Invalid namespace")
    }
}

/// One client in one namespace. It lives inside the connection's actor, so its methods never run concurrently.
pub trait Session: Sized + Unpin + 'static {
    /// Returns true for a client whose connection a full server closes in favor of a new one, before any other. It may
    /// send only as much as one that has entered no namespace. Asked once, when the client enters; a session that does not
    /// give way keeps the connection from then on.
    fn gives_way(&self) -> bool {
        false
    }

    /// Called once, as the first call, when the client has entered.
    fn entered(&mut self, _scope: &mut Scope<'_, Self>) {}

    /// Called for each event from the client.
    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>);

    /// Called once, as the last call, when the client has left.
    fn disconnected(&mut self, reason: DisconnectReason);
}
