//! Ports for servers that need a fixed one, since they are restarted, or other processes must know it before they
//! start.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

const FIRST: u32 = 10_000;

/// The number of ports before the first one is reused. All are below the range of outgoing connections (32768 and up on
/// Linux), one of which could otherwise take a port while its server restarts.
const COUNT: u32 = 22_000;

/// The distance between the first ports of test runs with consecutive process ids.
const STRIDE: u32 = 97;

/// Returns a free port of this machine. Each port is returned once.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(STRIDE);
    let candidates =
        std::iter::repeat_with(|| FIRST + first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % COUNT);
    let mut ports = candidates.take(COUNT as usize).map(|port| u16::try_from(port).expect("it is below 32768"));
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("there is a free port")
}
