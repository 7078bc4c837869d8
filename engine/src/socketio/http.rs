//! The HTTP server below: actix-web, except that who asks for a WebSocket gets the TCP connection itself.

use std::{fmt, io, net::SocketAddr, sync::Arc, time::Duration};

use actix_codec::Framed;
use actix_http::{Extensions, HttpService, Request, Response, body::MessageBody, h1};
use actix_server::ServerBuilder;
use actix_service::{IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::{
    Error,
    dev::{AppConfig, Server},
};
use futures_util::FutureExt;
use tokio::net::{TcpSocket, TcpStream};

use super::{
    tcp::give_up_unread,
    websocket::{Opening, WebSockets},
};

/// What an HTTP server may be told.
pub struct Http {
    /// Threads that serve; as many as cores by default.
    pub workers: usize,
    /// Connections that may wait to be accepted: a crowd at the door opens as many at once.
    pub backlog: u32,
    /// How long requests that are being answered may take once the server was told to stop, in seconds.
    pub shutdown_timeout_s: u64,
    /// How long the head of a request may take to arrive; for the first, from the moment at which TCP was accepted.
    pub head_timeout: Duration,
    /// How long a connection that is refused more may still send, so that it hears the answer: TCP would take it back.
    pub linger: Duration,
    /// How long what was sent may stay unread before a connection is given up.
    pub unread_at_most: Duration,
    /// Looks at each connection that was accepted, and may attach something to it.
    pub on_connect: Option<Arc<OnConnect>>,
}

/// See [`Http::on_connect`].
pub type OnConnect = dyn Fn(&TcpStream, &mut Extensions) + Send + Sync;

impl Default for Http {
    fn default() -> Self {
        Self {
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            backlog: 4096,
            shutdown_timeout_s: 5,
            head_timeout: Duration::from_secs(5),
            linger: Duration::from_secs(1),
            unread_at_most: Duration::from_secs(30),
            on_connect: None,
        }
    }
}

impl Http {
    /// Listens at `address` and serves `app`, but requests for WebSockets go to `websockets`. Gives the address, with the
    /// port that the system picked for port 0, and the server, which is to be awaited. To be called inside a running actix
    /// system.
    ///
    /// # Errors
    /// When the address cannot be listened at.
    pub fn bind<F, I, S, B>(
        self,
        address: SocketAddr,
        app: F,
        websockets: WebSockets,
    ) -> io::Result<(SocketAddr, Server)>
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
        let listener = listen(address, self.backlog)?;
        let address = listener.local_addr()?;
        let builder =
            ServerBuilder::new().workers(self.workers).disable_signals().shutdown_timeout(self.shutdown_timeout_s);
        let shutdown = builder.graceful_shutdown_signal();
        let (head_timeout, linger) = (self.head_timeout, self.linger);
        let (unread_at_most, on_connect) = (self.unread_at_most, self.on_connect);
        let server = builder.listen("http", listener, move || {
            let (shutdown, on_connect, websockets) = (shutdown.clone(), on_connect.clone(), websockets.clone());
            let app = app().into_factory().map_err(|error: S::Error| error.into().error_response());
            HttpService::build()
                .graceful_shutdown_signal(move || {
                    let shutdown = shutdown.clone();
                    async move { shutdown.notified().await }
                })
                // Without this, the request of a client that has gone stays, and a poll that was given up is not noticed.
                .h1_allow_half_closed(false)
                .tcp_nodelay(true)
                .client_request_timeout(head_timeout)
                .client_disconnect_timeout(linger)
                .local_addr(address)
                .on_connect_ext(move |connection: &TcpStream, data: &mut Extensions| {
                    give_up_unread(connection, unread_at_most);
                    if let Some(on_connect) = &on_connect {
                        on_connect(connection, data);
                    }
                })
                .upgrade(fn_service(move |(request, connection): (Request, Framed<TcpStream, h1::Codec>)| {
                    let taken = websockets.take(Opening::new(request, connection));
                    taken.map(Ok::<_, actix_http::Error>)
                }))
                .finish(map_config(app, |()| AppConfig::default()))
                .tcp()
        })?;
        Ok((address, server.run()))
    }
}

fn listen(address: SocketAddr, backlog: u32) -> io::Result<std::net::TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(backlog)?.into_std()
}
