//! One client that sends as fast as possible, and its effect on the others.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::crowd::Crowd;
use crate::field::Field;
use crate::load::{self, Beside, Latency, Load};
use crate::seats::Room;
use crate::server::Server;

/// The number of events sent without reading the answers.
const VOLLEY: usize = 100;
/// The time for which one connection floods before the next one takes over.
const SHIFT: Duration = Duration::from_millis(500);
/// The longest time that the flooding client may take to enter, or to be refused.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The lowest priority of a thread, since it shares its core with the generator, which must not wait.
const NICE: i32 = 19;

/// The figures of the racers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FloodFigures {
    pub(crate) rooms: usize,
    pub(crate) without: Latency,
    pub(crate) with: Latency,
    /// Racers whose connection ended: none should.
    pub(crate) closed: usize,
    pub(crate) flood: Flood,
}

/// The figures of the flooding client.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Flood {
    pub(crate) connections: u64,
    /// Connections that the server refused or ended.
    pub(crate) ended: u64,
    pub(crate) events: u64,
}

/// Races with and without a client that floods.
pub(crate) fn measure(server: &Server, load: Load) -> anyhow::Result<FloodFigures> {
    let field = Field::assemble(server.crowd()?, server.seats(), load.rooms)?;
    let beside = load::measure_beside(field, load.measured, |round, stop| {
        let flooders = server.seats().rooms(load.rooms + round, 1)?.pop().context("a room for the flooding client")?;
        run(server.address(), &flooders, stop)
    })?;
    let mut flood = Flood::default();
    for done in beside.outcomes {
        flood.connections += done.connections;
        flood.ended += done.ended;
        flood.events += done.events;
    }
    let Beside { without, with, closed, .. } = beside;
    Ok(FloodFigures { rooms: load.rooms, without, with, closed, flood })
}

/// Floods until `stop`: one racer of `room` after the other connects and sends as fast as the socket allows. Every
/// other one never reads the answers.
fn run(address: SocketAddr, room: &Room, stop: &AtomicBool) -> anyhow::Result<Flood> {
    rustix::process::nice(NICE)?;
    let mut flood = Flood::default();
    let events = format!(r#"42["typing",{{"completed":1,"code":"{}"}}]"#, room.code);
    for (turn, racer) in room.racers.iter().cycle().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut crowd = Crowd::new(address)?;
        let client = crowd.admit(racer.token.as_deref())?;
        flood.connections += 1;
        crowd.listen_until(TIMEOUT, "entering", |tally| tally.entered + tally.closed > 0, &mut |_, _, _| {})?;
        crowd.send(client, format!(r#"42["join",{{"code":"{}"}}]"#, room.code).as_bytes());
        let until = Instant::now() + SHIFT;
        while crowd.tally().closed == 0 && Instant::now() < until && !stop.load(Ordering::Relaxed) {
            for _ in 0..VOLLEY {
                if !crowd.flush(client) {
                    break;
                }
                crowd.send(client, events.as_bytes());
                flood.events += 1;
            }
            if turn.is_multiple_of(2) {
                crowd.listen(Instant::now(), &mut |_, _, _| {})?;
            }
        }
        flood.ended += crowd.tally().closed as u64;
    }
    Ok(flood)
}
