//! What is asked of the TCP connections below.

use std::{any::Any, time::Duration};

use actix_web::{dev::Extensions, rt::net::TcpStream};

/// For [`HttpServer::on_connect`](actix_web::HttpServer::on_connect): a TCP connection ends when its peer has not taken
/// what was sent for as long as `patience`.
///
/// A session whose client stops reading is closed by its outbox, but the HTTP layer asks for nothing more while bytes
/// wait in its own buffer: without this, a client that keeps its receive window shut keeps the connection and that
/// buffer for ever. Only Linux can do it (`TCP_USER_TIMEOUT`, RFC 5482); elsewhere this does nothing.
pub fn give_up_unread(patience: Duration) -> impl Fn(&dyn Any, &mut Extensions) + Send + Sync + Clone + 'static {
    move |connection, _| {
        #[cfg(target_os = "linux")]
        if let Some(stream) = connection.downcast_ref::<TcpStream>() {
            let patience_ms = u32::try_from(patience.as_millis()).unwrap_or(u32::MAX);
            if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(stream, patience_ms) {
                tracing::warn!(%error, "cannot limit how long a client may leave bytes unread");
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (connection.is::<TcpStream>(), patience);
    }
}
