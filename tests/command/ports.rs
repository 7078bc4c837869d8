//! Ports for servers that must have a fixed one, because they are started again or are named to others before they start.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first port that is handed out.
const FIRST: u32 = 10_000;

/// How many are handed out before the first comes again. All are below those of outgoing connections (32768 and up on Linux):
/// one of these could take a port between two starts of its server.
const COUNT: u32 = 22_000;

/// How far apart runs of the tests begin that have neighbouring process ids.
const STRIDE: u32 = 97;

/// A port of this machine on which nobody listens, handed out once.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(STRIDE);
    let candidates =
        std::iter::repeat_with(|| FIRST + first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % COUNT);
    let mut ports = candidates.take(COUNT as usize).map(|port| u16::try_from(port).expect("it is below 32768"));
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("there is a free port")
}
