//! The socket options of the TCP connections.

use std::time::Duration;

use tokio::net::TcpStream;

/// Makes the system send to `connection` without delay, and close it when sent bytes have stayed unread for `unread_timeout`.
///
/// The outbox closes a session whose client stops reading, but the writer of the connection still waits for the peer.
/// Without this, a client that keeps its receive window closed would keep the connection forever. Only Linux supports
/// it (`TCP_USER_TIMEOUT`, RFC 5482); elsewhere this does nothing.
pub(crate) fn set_options(connection: &TcpStream, unread_timeout: Duration) {
    if let Err(error) = connection.set_nodelay(true) {
        tracing::debug!(%error, "cannot send without delay");
    }
    #[cfg(target_os = "linux")]
    {
        let unread_timeout_ms = u32::try_from(unread_timeout.as_millis()).unwrap_or(u32::MAX);
        if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(connection, unread_timeout_ms) {
            tracing::warn!(%error, "cannot limit how long a client may leave bytes unread");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (connection, unread_timeout);
}
