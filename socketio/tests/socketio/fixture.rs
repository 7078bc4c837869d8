//! A server with an application that the tests control.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use actix_web::{App, dev::ServerHandle, rt};
use serde_json::{Value, json};
use socketio::{
    Application, Arguments, Connect, ConnectError, DisconnectReason, Event, Http, Scope, Server, Session, Settings,
    Socket,
};
use tokio::sync::{Notify, mpsc};

/// The longest time that a test waits for an expected event.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest time that the head of a request may take.
pub(crate) const HEAD_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest time that a client may leave bytes unread.
pub(crate) const UNREAD_TIMEOUT: Duration = Duration::from_millis(500);

/// Waits until `is_so` returns true.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    let wait = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(ANSWER_TIMEOUT, wait).await.unwrap_or_else(|_| panic!("never came true: {what}"));
}

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) server: Server<Fixture>,
    /// The ends of sessions: the client and the reason.
    pub(crate) disconnects: mpsc::UnboundedReceiver<(String, DisconnectReason)>,
    /// One item for each TCP connection that ended or became a WebSocket.
    pub(crate) ended: mpsc::UnboundedReceiver<()>,
    handle: ServerHandle,
}

/// A value that lives while a TCP connection carries HTTP, and reports the end of that.
struct Lifetime(mpsc::UnboundedSender<()>);

impl Drop for Lifetime {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

impl Running {
    pub(crate) fn http(&self) -> String {
        format!("http://{}/socket.io/", self.address)
    }

    pub(crate) fn websocket(&self) -> String {
        format!("ws://{}/socket.io/", self.address)
    }

    pub(crate) async fn next_disconnect(&mut self) -> DisconnectReason {
        tokio::time::timeout(ANSWER_TIMEOUT, self.disconnects.recv()).await.expect("a session ends").unwrap().1
    }

    /// Shuts the server down, waits until no connection is left, and fails if a session ended that should not have, or
    /// one ended twice.
    pub(crate) async fn assert_no_more_disconnects(&mut self) {
        self.server.shut_down().await;
        assert!(self.disconnects.try_recv().is_err(), "a session ended twice, or one too many");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        rt::spawn(self.handle.stop(false));
    }
}

/// Starts a server on a port that the system picks.
pub(crate) fn start(settings: Settings) -> Running {
    let (report, disconnects) = mpsc::unbounded_channel();
    let server = Server::new(Fixture { report, gate: Arc::default(), sockets: Mutex::default() }, settings);
    let mounted = server.clone();
    let (end, ended) = mpsc::unbounded_channel();
    let http = Http {
        workers: 2,
        head_timeout: HEAD_TIMEOUT,
        unread_timeout: UNREAD_TIMEOUT,
        on_connect: Some(Arc::new(move |_, data| {
            data.insert(Arc::new(Lifetime(end.clone())));
        })),
        ..Http::default()
    };
    let websockets = server.websockets("/socket.io");
    let app = move || App::new().configure(|cfg| mounted.configure(cfg, "/socket.io"));
    let listener = http.listen(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let running = http.serve(listener, app, websockets).expect("it listens");
    let handle = running.handle();
    rt::spawn(running);
    Running { address, server, disconnects, ended, handle }
}

/// Admits clients to `/` and `/custom` unless their auth has `refuse`, and to `/passing` unless the server is crowded:
/// there, they give way.
pub(crate) struct Fixture {
    report: mpsc::UnboundedSender<(String, DisconnectReason)>,
    /// The notification that the event `wait` waits for.
    pub(crate) gate: Arc<Notify>,
    sockets: Mutex<Vec<Socket>>,
}

impl Fixture {
    pub(crate) fn sockets(&self) -> Vec<Socket> {
        self.sockets.lock().unwrap().clone()
    }
}

impl Application for Fixture {
    type Session = Guest;

    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Guest, ConnectError> {
        if !matches!(request.namespace, "/" | "/custom" | "/passing") {
            return Err(ConnectError::unknown_namespace());
        }
        if request.namespace == "/passing" && request.is_crowded {
            return Err(ConnectError::new("crowded"));
        }
        socket.emit("welcome", &request.auth);
        if let Some(reason) = request.auth["refuse"].as_str() {
            return Err(ConnectError::new(reason));
        }
        self.sockets.lock().unwrap().push(socket.clone());
        Ok(Guest { socket, report: self.report.clone(), gate: Arc::clone(&self.gate) })
    }
}

pub(crate) struct Guest {
    socket: Socket,
    report: mpsc::UnboundedSender<(String, DisconnectReason)>,
    gate: Arc<Notify>,
}

impl Session for Guest {
    fn gives_way(&self) -> bool {
        self.socket.namespace() == "/passing"
    }

    fn entered(&mut self, scope: &mut Scope<'_, Self>) {
        if self.gives_way() {
            scope.wait(async {}, |_, (), scope| scope.socket().emit("entered", &json!({})));
        }
    }

    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>) {
        let Event { name, args, ack, .. } = event;
        match (name.as_str(), ack) {
            ("echo", Some(ack)) => ack.send(&args),
            ("echo", None) => self.socket.emit("echo", &args),
            ("wait", _) => {
                let gate = Arc::clone(&self.gate);
                scope.wait(async move { gate.notified().await }, |_, (), scope| {
                    scope.socket().emit("waited", &json!(1))
                });
            }
            ("ask", _) => {
                let (socket, answer) = (self.socket.clone(), self.socket.emit_with_ack("question", &"why?"));
                rt::spawn(async move {
                    let answer = answer.await.map_or(Value::Null, Arguments::into_first);
                    socket.emit("answered", &answer);
                });
            }
            ("panic", _) => panic!("a mistake in a session, on purpose"),
            ("leave", _) => self.socket.disconnect(),
            ("leave-address", _) => self.socket.leave_address(),
            ("close", _) => {
                self.socket.emit("bye", &json!({}));
                self.socket.close();
            }
            _ => {}
        }
    }

    fn disconnected(&mut self, reason: DisconnectReason) {
        let _ = self.report.send((self.socket.id().to_owned(), reason));
    }
}
