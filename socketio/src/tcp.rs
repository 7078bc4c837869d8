//! The socket options of the TCP connections.

use std::time::Duration;

use tokio::net::TcpStream;

/// The bytes that the system takes for a connection beyond those that it has sent. It then asks for more, so a fast client
/// waits for none; without this, it takes megabytes for a client that does not read.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 16 * 1024;

/// Makes the system send to `connection` without delay, take no more than it can send soon, and close the connection when
/// sent bytes have stayed unread for `unread_timeout`.
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
        if let Err(error) = socket2::SockRef::from(connection).set_tcp_notsent_lowat(UNSENT) {
            tracing::debug!(%error, "cannot limit the bytes that the system keeps unsent");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (connection, unread_timeout);
}
