//! The cost of an idle connection, and the time to accept a crowd that connects at once.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::crowd::Crowd;
use crate::process;
use crate::seats::Seats;
use crate::server::Server;

/// The number of visitors requested at once.
const GROUP: usize = 500;
/// The longest time in which a group or a crowd must enter.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The time for memory to settle after the last heartbeat.
const SETTLING: Duration = Duration::from_secs(2);
/// The longest delay of a heartbeat.
const LATE: Duration = Duration::from_secs(20);

/// The cost of idle connections.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct IdleFigures {
    pub(crate) connections: usize,
    /// Connections that were open at the end.
    pub(crate) held: usize,
    pub(crate) resident_before: u64,
    pub(crate) resident_after: u64,
    /// Bytes of resident memory per connection.
    pub(crate) bytes_each: f64,
}

/// The time to accept a crowd that connects at once.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct BurstFigures {
    pub(crate) connections: usize,
    /// Connections that entered the namespace.
    pub(crate) entered: usize,
    /// From the first connect to the last answer to CONNECT, in seconds.
    pub(crate) seconds: f64,
}

/// Opens this many connections and lets each answer a heartbeat, which arrives every `ping_interval`.
pub(crate) fn idle(server: &Server, connections: usize, ping_interval: Duration) -> anyhow::Result<IdleFigures> {
    let visitors = visitors(server.seats(), connections)?;
    let mut crowd = server.crowd()?;
    let resident_before = process::resident(server.pid())?;
    for (group, tokens) in visitors.chunks(GROUP).enumerate() {
        let all = group * GROUP + tokens.len();
        enter(&mut crowd, tokens, all)?;
    }
    let timeout = ping_interval + LATE;
    let pings = crowd.tally().pings + connections;
    crowd.listen_until(timeout, "a heartbeat", |tally| tally.pings + tally.closed >= pings, &mut |_, _, _| {})?;
    let settled = Instant::now() + SETTLING;
    while Instant::now() < settled {
        crowd.listen(settled, &mut |_, _, _| {})?;
    }
    let resident_after = process::resident(server.pid())?;
    let held = connections - crowd.tally().closed;
    let bytes_each = resident_after.saturating_sub(resident_before) as f64 / held.max(1) as f64;
    Ok(IdleFigures { connections, held, resident_before, resident_after, bytes_each })
}

/// Connects this many clients at once.
pub(crate) fn burst(server: &Server, connections: usize) -> anyhow::Result<BurstFigures> {
    let visitors = visitors(server.seats(), connections)?;
    let mut crowd = server.crowd()?;
    let start = Instant::now();
    enter(&mut crowd, &visitors, connections)?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(BurstFigures { connections, entered: crowd.tally().entered, seconds })
}

/// Returns the tokens of this many visitors.
fn visitors(seats: Seats, count: usize) -> anyhow::Result<Vec<Option<String>>> {
    let mut tokens = Vec::with_capacity(count);
    for first in (0..count).step_by(GROUP) {
        tokens.extend(seats.visitors(first, GROUP.min(count - first))?.into_iter().map(|visitor| visitor.token));
    }
    Ok(tokens)
}

/// Connects clients with these tokens, and waits until `all` so far have entered or been refused.
fn enter(crowd: &mut Crowd, tokens: &[Option<String>], all: usize) -> anyhow::Result<()> {
    for token in tokens {
        crowd.admit(token.as_deref())?;
    }
    crowd.listen_until(TIMEOUT, "entering", |tally| tally.entered + tally.closed >= all, &mut |_, _, _| {})
}
