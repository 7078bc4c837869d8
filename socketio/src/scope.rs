//! The scope of an event's handler, in which a session can await a future while later events of its connection are held
//! back.

use std::{collections::VecDeque, pin::Pin};

use crate::Socket;

/// The client and the waits of a session while it handles an event.
pub struct Scope<'a, S> {
    socket: &'a Socket,
    waits: &'a mut VecDeque<Wait<S>>,
}

/// A future that resolves to the continuation with its outcome.
pub(crate) type Wait<S> = Pin<Box<dyn Future<Output = Resume<S>>>>;
/// The continuation that runs when a future has finished.
pub(crate) type Resume<S> = Box<dyn FnOnce(&mut S, &mut Scope<'_, S>)>;

impl<'a, S> Scope<'a, S> {
    pub(crate) fn new(socket: &'a Socket, waits: &'a mut VecDeque<Wait<S>>) -> Self {
        Self { socket, waits }
    }

    /// Returns the socket of the client that sent the event.
    pub fn socket(&self) -> &Socket {
        self.socket
    }

    /// Awaits `future`, then calls `then` with its outcome. Until then no event reaches a session of this connection:
    /// later ones are held back in order, as many as the settings allow. So are the client's acknowledgements;
    /// therefore an [`Answer`](crate::Answer) must not be awaited in here. Several waits run one after another. If the
    /// client leaves before the future resolves, `then` is not called.
    pub fn wait<F>(&mut self, future: F, then: impl FnOnce(&mut S, F::Output, &mut Scope<'_, S>) + 'static)
    where
        F: Future + 'static,
    {
        self.waits.push_back(Box::pin(async move {
            let outcome = future.await;
            let resume: Resume<S> = Box::new(move |session, scope| then(session, outcome, scope));
            resume
        }));
    }
}
