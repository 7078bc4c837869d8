//! The traits to implement: an application that admits clients, and a session for each of them.

use std::net::IpAddr;

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
    /// A [`Refusal`] is answered with CONNECT_ERROR, and the client stays outside the namespace.
    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Self::Session, Refusal>;
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
}

/// The reason a client may not enter a namespace, in a sentence that is sent to the client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// Refuses with a sentence for the client.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Refuses a namespace that does not exist, in the words of the protocol.
    pub fn unknown_namespace() -> Self {
        Self::new("Invalid namespace")
    }
}

/// One client in one namespace. It lives inside the connection's actor, so its methods never run concurrently.
pub trait Session: Sized + Unpin + 'static {
    /// Called for each event from the client.
    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>);

    /// Called once, as the last call, when the client has left.
    fn disconnected(&mut self, reason: DisconnectReason);
}
