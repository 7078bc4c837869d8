//! Socket.IO v5 with one client over one connection: the namespaces that it is in, with a session in each.
//! <https://socket.io/docs/v4/socket-io-protocol/>

use std::{collections::VecDeque, mem, sync::Arc};

use actix::{ActorFutureExt, AsyncContext, Context, Handler, SpawnHandle, fut};
use serde_json::Value;
use tokio::time::Instant;

use crate::{
    Ack, Application, Connect, ConnectError, Event, Scope, Session, Socket,
    codec::{self, Body, Decoder, Incoming},
    engineio::{Connection, DisconnectReason, Endpoint, Link, Message, Protocol, Sid},
    scope::Wait,
    socket::Order,
};

impl<A: Application> Endpoint for A {
    type Protocol = Client<A>;

    fn open(self: &Arc<Self>, link: Link) -> Client<A> {
        Client {
            application: Arc::clone(self),
            decoder: Decoder::new(link.settings()),
            link,
            memberships: Vec::new(),
            has_entered: false,
            was_refused: false,
            is_waiting: false,
            held: VecDeque::new(),
            held_bytes: 0,
            attachments: None,
            entering: None,
        }
    }
}

/// The client of one connection.
pub struct Client<A: Application> {
    application: Arc<A>,
    link: Link,
    decoder: Decoder,
    memberships: Vec<Membership<A::Session>>,
    /// True once the client has been in a namespace.
    has_entered: bool,
    /// True if the client was refused entry while it was in no namespace.
    was_refused: bool,
    /// True while a session waits for something and messages are held back.
    is_waiting: bool,
    held: VecDeque<(Message, Instant)>,
    held_bytes: usize,
    /// The timer that closes the connection if the attachments of an event do not arrive.
    attachments: Option<SpawnHandle>,
    /// The timer that closes the connection of a client that is in no namespace.
    entering: Option<SpawnHandle>,
}

/// The client's session in one namespace.
struct Membership<S> {
    socket: Socket,
    session: S,
}

impl<S: Session> Membership<S> {
    fn end(mut self, reason: DisconnectReason) {
        self.socket.leave();
        self.session.disconnected(reason);
    }
}

type Ctx<A> = Context<Connection<Client<A>>>;

impl<A: Application> Protocol for Client<A> {
    fn started(&mut self, ctx: &mut Ctx<A>) {
        self.await_entering(ctx);
    }

    fn message(&mut self, message: Message, ctx: &mut Ctx<A>) -> Result<(), DisconnectReason> {
        if !self.has_entered && !codec::is_connect(&message) {
            return Err(DisconnectReason::Malformed);
        }
        let at = Instant::now();
        if !self.is_waiting {
            return self.handle(message, at, ctx);
        }
        let settings = self.link.settings();
        self.held_bytes += message.len();
        if self.held.len() >= settings.max_held_packets || self.held_bytes > settings.max_payload {
            return Err(DisconnectReason::Flooding);
        }
        self.held.push_back((message, at));
        Ok(())
    }

    fn closed(&mut self, reason: DisconnectReason) {
        for membership in self.memberships.drain(..) {
            membership.end(reason);
        }
    }
}

/// Handles an order of the application.
impl<A: Application> Handler<Order> for Connection<Client<A>> {
    type Result = ();

    fn handle(&mut self, order: Order, ctx: &mut Self::Context) {
        let client = &mut self.protocol;
        match order {
            Order::Leave(socket) => {
                let is_it = |membership: &Membership<_>| membership.socket.id() == socket;
                if let Some(index) = client.memberships.iter().position(is_it) {
                    client.leave(index, DisconnectReason::RemovedFromNamespace, ctx);
                }
            }
            Order::LeaveAddress => client.link.leave_address(),
        }
    }
}

impl<A: Application> Client<A> {
    fn handle(&mut self, message: Message, at: Instant, ctx: &mut Ctx<A>) -> Result<(), DisconnectReason> {
        let decoded = match message {
            Message::Text(text) => self.decoder.text(text),
            Message::Binary(bytes) => self.decoder.binary(bytes),
        };
        let Incoming { namespace, body } = match decoded {
            Ok(Some(incoming)) => incoming,
            Ok(None) => {
                self.await_attachments(ctx);
                return Ok(());
            }
            Err(malformed) => {
                tracing::debug!(%malformed, "packet refused");
                return Err(DisconnectReason::Malformed);
            }
        };
        if let Some(timer) = self.attachments.take() {
            ctx.cancel_future(timer);
        }
        let membership = self
            .memberships
            .iter()
            .position(|membership| membership.socket.namespace() == namespace && membership.socket.is_inside());
        match (body, membership) {
            (Body::Connect(auth), None) => self.connect(&namespace, auth, ctx),
            (Body::Connect(_), Some(_)) => Err(DisconnectReason::Malformed),
            (Body::Event { name, args, ack }, Some(index)) => {
                let membership = &self.memberships[index];
                let ack = ack.map(|id| Ack::new(membership.socket.clone(), id));
                self.event(index, Event { name, args, ack, received_at: at }, ctx);
                Ok(())
            }
            (Body::Ack { id, args }, Some(index)) => {
                self.memberships[index].socket.answered(id, args);
                Ok(())
            }
            (Body::Disconnect, Some(index)) => {
                self.leave(index, DisconnectReason::LeftNamespace, ctx);
                Ok(())
            }
            // The packet may have been in transit when the client was removed from the namespace.
            (_, None) => Ok(()),
        }
    }

    /// Limits how long a client in no namespace keeps its connection, whether it never entered one or left all of them.
    fn await_entering(&mut self, ctx: &mut Ctx<A>) {
        let timeout = self.link.settings().connect_timeout;
        self.entering.get_or_insert_with(|| {
            ctx.run_later(timeout, |connection, _| connection.close(DisconnectReason::ConnectTimeout))
        });
    }

    fn leave(&mut self, index: usize, reason: DisconnectReason, ctx: &mut Ctx<A>) {
        self.memberships.swap_remove(index).end(reason);
        if self.memberships.is_empty() {
            self.await_entering(ctx);
        }
    }

    /// Starts the time limit for all attachments of an event, which begins with the event.
    fn await_attachments(&mut self, ctx: &mut Ctx<A>) {
        let timeout = self.link.settings().attachment_timeout;
        self.attachments.get_or_insert_with(|| {
            ctx.run_later(timeout, |connection, _| connection.close(DisconnectReason::Malformed))
        });
    }

    /// Lets the client enter, or answers why not. Outside all namespaces, the second refusal ends the connection.
    fn connect(&mut self, namespace: &str, auth: Value, ctx: &mut Ctx<A>) -> Result<(), DisconnectReason> {
        let Err(error) = self.enter(namespace, auth, ctx) else { return Ok(()) };
        self.link.outbox.push(&[codec::connect_error(namespace, &error)]);
        if self.memberships.is_empty() && mem::replace(&mut self.was_refused, true) {
            return Err(DisconnectReason::Refused);
        }
        Ok(())
    }

    fn enter(&mut self, namespace: &str, auth: Value, ctx: &mut Ctx<A>) -> Result<(), ConnectError> {
        if self.memberships.len() >= self.link.settings().max_namespaces {
            return Err(ConnectError::new("Too many namespaces"));
        }
        let id = Sid::random().map_err(|_| ConnectError::new("Try again later"))?;
        let socket = Socket::new(
            id.to_string(),
            namespace.to_owned(),
            Arc::clone(&self.link.outbox),
            Some(ctx.address().recipient()),
        );
        let request = Connect { namespace, auth, peer: self.link.peer(), is_crowded: self.link.is_crowded() };
        let session = self.application.connect(request, socket.clone()).inspect_err(|_| socket.leave())?;
        self.has_entered = true;
        self.was_refused = false;
        if session.gives_way() {
            self.link.give_way()
        } else {
            self.link.confirm()
        }
        let mut membership = Membership { socket, session };
        if membership.socket.let_in() {
            if let Some(timer) = self.entering.take() {
                ctx.cancel_future(timer);
            }
            let (socket, mut waits) = (membership.socket.clone(), VecDeque::new());
            membership.session.entered(&mut Scope::new(&socket, &mut waits));
            self.memberships.push(membership);
            self.wait(socket, waits, ctx);
        } else {
            membership.end(DisconnectReason::RemovedFromNamespace);
        }
        Ok(())
    }

    fn event(&mut self, index: usize, event: Event, ctx: &mut Ctx<A>) {
        let Membership { socket, session } = &mut self.memberships[index];
        let mut waits = VecDeque::new();
        session.event(event, &mut Scope::new(socket, &mut waits));
        let socket = socket.clone();
        self.wait(socket, waits, ctx);
    }

    /// Runs `waits` one after another, and holds messages back until they are done.
    fn wait(&mut self, socket: Socket, mut waits: VecDeque<Wait<A::Session>>, ctx: &mut Ctx<A>) {
        let Some(wait) = waits.pop_front() else {
            self.is_waiting = false;
            return;
        };
        self.is_waiting = true;
        let resumed = fut::wrap_future::<_, Connection<Self>>(wait).map(move |resume, connection, ctx| {
            let client = &mut connection.protocol;
            match client.memberships.iter_mut().find(|membership| membership.socket.same_as(&socket)) {
                Some(membership) => resume(&mut membership.session, &mut Scope::new(&socket, &mut waits)),
                None => waits.clear(),
            }
            client.wait(socket, waits, ctx);
            if let Err(reason) = client.release(ctx) {
                connection.close(reason);
            }
        });
        ctx.spawn(resumed);
    }

    /// Handles the messages that were held back, until a session waits again.
    fn release(&mut self, ctx: &mut Ctx<A>) -> Result<(), DisconnectReason> {
        while !self.is_waiting
            && let Some((message, at)) = self.held.pop_front()
        {
            self.held_bytes -= message.len();
            self.handle(message, at, ctx)?;
        }
        Ok(())
    }
}
