//! What a product gives to the socket layer: an application that lets clients in, and a session for each of them.

use std::net::IpAddr;

use serde_json::Value;

use super::{DisconnectReason, Event, Scope, Socket};

/// What the product does with the sockets that connect to it. One value per process, shared by all worker threads.
pub trait Application: Send + Sync + 'static {
    /// What it keeps for one client in one namespace.
    type Session: Session;

    /// A client asks to enter a namespace. What is sent to `socket` in here arrives after the answer.
    ///
    /// # Errors
    /// A [`Refusal`] is answered with CONNECT_ERROR, and the client stays outside the namespace.
    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Self::Session, Refusal>;
}

/// A client's wish to enter a namespace.
#[derive(Debug)]
pub struct Connect<'a> {
    /// The namespace, such as `/`.
    pub namespace: &'a str,
    /// What the client sent along: an object, empty when it sent nothing.
    pub auth: Value,
    /// The address that the connection comes from, when it is known.
    pub peer: Option<IpAddr>,
}

/// Why a client may not enter a namespace; the client is told.
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

/// One client in one namespace. It lives inside the connection's actor, so it is never called twice at once.
pub trait Session: Sized + Unpin + 'static {
    /// The client sent an event.
    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>);

    /// The client is gone: the last call, and the only one of its kind.
    fn disconnected(&mut self, reason: DisconnectReason);
}
