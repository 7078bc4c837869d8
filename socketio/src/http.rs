//! The HTTP server: actix-web, except that a request for a WebSocket takes over the TCP connection.

use std::{
    fmt, io,
    net::{SocketAddr, TcpListener},
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use actix_codec::Framed;
use actix_http::{ConnectionType, Extensions, HttpService, Protocol, Request, Response, body::MessageBody, h1};
use actix_server::ServerBuilder;
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, apply_fn_factory, fn_service, map_config,
};
use actix_web::{
    Error,
    dev::{AppConfig, Server},
};
use futures_util::{FutureExt, TryFutureExt, future::ready};
use tokio::net::{TcpSocket, TcpStream};

use crate::{
    http_stream::{HttpStream, Open, ReadAhead},
    tcp::set_options,
    websocket::{Opening, WebSockets},
};

/// The settings of an HTTP server.
pub struct Http {
    /// The number of worker threads; by default one per core.
    pub workers: usize,
    /// The number of connections that may wait to be accepted, for crowds of clients that connect at once.
    pub backlog: u32,
    /// The time for which requests may continue after the server began to stop, in seconds.
    pub shutdown_timeout_s: u64,
    /// The longest time that the head of a request may take to arrive; for the first request, counted from the accept.
    pub head_timeout: Duration,
    /// The largest head of a request, in bytes. A larger one is answered with 400.
    pub max_head: u32,
    /// The time for which a connection may wait for its next request. It must be longer than load balancers keep idle
    /// connections, which is 60 s by default in nginx and most clouds; otherwise they send requests on closed
    /// connections.
    pub keep_alive: Duration,
    /// The time for which a connection may keep sending after its request was refused. If TCP were closed earlier, the
    /// client would lose the answer.
    pub linger: Duration,
    /// The longest time that sent bytes may stay unread before the connection is closed.
    pub unread_timeout: Duration,
    /// The number of open connections beyond which each is closed after its answer instead of waiting for another request,
    /// so that clients that keep connections cannot use up the process's open files.
    pub max_kept_open: usize,
    /// Called for each accepted connection; it may attach data to the connection.
    pub on_connect: Option<Arc<OnConnect>>,
}

/// The bytes that the system keeps for each connection until they are read, also of a request that is refused; a
/// container's limit counts them as memory. Enough to upload 300 KB per second from the other side of the world.
const RECEIVE_BUFFER: u32 = 32 * 1024;

/// The bytes of answers that actix-http keeps for each connection until the system takes them. It adds chunks of a body up
/// to this size, so it may keep one chunk more.
const WRITE_BUFFER: usize = 16 * 1024;

/// The type of [`Http::on_connect`].
pub type OnConnect = dyn Fn(&TcpStream, &mut Extensions) + Send + Sync;

impl Default for Http {
    fn default() -> Self {
        Self {
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            backlog: 4096,
            shutdown_timeout_s: 5,
            head_timeout: Duration::from_secs(5),
            max_head: 16 * 1024,
            keep_alive: Duration::from_secs(75),
            linger: Duration::from_secs(1),
            unread_timeout: Duration::from_secs(30),
            max_kept_open: usize::MAX,
            on_connect: None,
        }
    }
}

impl Http {
    /// Listens on `address`; for port 0, the system picks one. Connections wait until they are [served](Self::serve).
    ///
    /// # Errors
    /// Returns the operating system's error if the address cannot be used.
    pub fn listen(&self, address: SocketAddr) -> io::Result<TcpListener> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        // Accepted connections inherit it.
        socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
        socket.bind(address)?;
        socket.listen(self.backlog)?.into_std()
    }

    /// Serves `app` on `listener`; requests for WebSockets go to `websockets`. Returns the server, which the caller
    /// awaits. Must be called inside a running actix system.
    ///
    /// # Errors
    /// Returns the operating system's error if connections cannot be accepted.
    pub fn serve<F, I, S, B>(self, listener: TcpListener, app: F, websockets: WebSockets) -> io::Result<Server>
    where
        F: Fn() -> I + Send + Clone + 'static,
        I: IntoServiceFactory<S, Request>,
        S: ServiceFactory<Request, Config = AppConfig> + 'static,
        S::Error: Into<Error> + 'static,
        S::InitError: fmt::Debug,
        S::Response: Into<Response<B>> + 'static,
        <S::Service as Service<Request>>::Future: 'static,
        S::Service: 'static,
        B: MessageBody + 'static,
    {
        let address = listener.local_addr()?;
        let builder =
            ServerBuilder::new().workers(self.workers).disable_signals().shutdown_timeout(self.shutdown_timeout_s);
        let shutdown = builder.graceful_shutdown_signal();
        let (head_timeout, max_head, linger) = (self.head_timeout, self.max_head, self.linger);
        let (keep_alive, unread_timeout, on_connect) = (self.keep_alive, self.unread_timeout, self.on_connect);
        let (open, max_kept_open) = (Arc::<Open>::default(), self.max_kept_open);
        let server = builder.listen("http", listener, move || {
            let (shutdown, on_connect, websockets) = (shutdown.clone(), on_connect.clone(), websockets.clone());
            let (open, all_open) = (open.clone(), open.clone());
            let app = app().into_factory().map_err(|error: S::Error| error.into().error_response());
            let app = apply_fn_factory(map_config(app, |()| AppConfig::default()), move |request: Request, app| {
                if let Some(ahead) = request.conn_data::<Rc<ReadAhead>>() {
                    ahead.serve(&request);
                }
                let is_kept = all_open.count() <= max_kept_open;
                app.call(request).map_ok(move |answer: S::Response| {
                    let mut answer: Response<B> = answer.into();
                    if !is_kept {
                        answer.head_mut().set_connection_type(ConnectionType::Close);
                    }
                    answer
                })
            });
            let http = HttpService::build()
                .graceful_shutdown_signal(move || {
                    let shutdown = shutdown.clone();
                    async move { shutdown.notified().await }
                })
                // Otherwise the request of a client that is gone stays open, and an aborted poll goes unnoticed.
                .h1_allow_half_closed(false)
                .client_request_timeout(head_timeout)
                .keep_alive(keep_alive)
                .client_disconnect_timeout(linger)
                .h1_write_buffer_size(WRITE_BUFFER)
                .local_addr(address)
                .on_connect_ext(move |stream: &HttpStream, data: &mut Extensions| {
                    data.insert(stream.ahead());
                    if let Some(on_connect) = &on_connect {
                        on_connect(stream.get_ref(), data);
                    }
                })
                .upgrade(fn_service(move |(request, connection): (Request, Framed<HttpStream, h1::Codec>)| {
                    let connection = connection.into_map_io(HttpStream::into_inner);
                    let taken = websockets.take(Opening::new(request, connection));
                    taken.map(Ok::<_, actix_http::Error>)
                }))
                .finish(app);
            fn_service(move |connection: TcpStream| {
                set_options(&connection, unread_timeout);
                let peer = connection.peer_addr().ok();
                ready(Ok((HttpStream::new(connection, max_head.into(), &open), Protocol::Http1, peer)))
            })
            .and_then(http)
        })?;
        Ok(server.run())
    }
}
