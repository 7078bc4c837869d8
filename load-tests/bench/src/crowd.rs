//! Many clients on one thread: connects them, answers their heartbeats, and reports the packets that they receive.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use rustix::event::{Timespec, epoll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;

use crate::connection::{Connection, Stage};
use crate::{frame, interrupt};

/// The size of one read, which holds everything queued for a client unless it has not been read for long.
const BUFFER: usize = 256 * 1024;
/// The maximum number of sockets that one call to the kernel reports.
const EVENTS: usize = 1024;
/// The longest time for which an interrupt from the keyboard may go unnoticed.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Many clients of one server, numbered in the order in which they connected.
pub(crate) struct Crowd {
    address: SocketAddr,
    epoll: OwnedFd,
    members: Vec<Member>,
    events: Vec<epoll::Event>,
    buffer: Vec<u8>,
    scratch: Vec<u8>,
    tally: Tally,
    /// The members whose connection has ended since they were asked for.
    lost: Vec<usize>,
}

struct Member {
    connection: Connection,
    /// The CONNECT packet with which it enters the namespace.
    entry: Vec<u8>,
}

/// The events of the members so far.
#[derive(Debug, Default, Clone)]
pub(crate) struct Tally {
    /// Members that entered the namespace.
    pub(crate) entered: usize,
    /// Members whose connection ended.
    pub(crate) closed: usize,
    /// Heartbeats that were answered.
    pub(crate) pings: usize,
    /// The reasons why connections ended, each with its count.
    pub(crate) reasons: HashMap<String, usize>,
}

impl Crowd {
    /// Returns an empty crowd for the server at `address`.
    pub(crate) fn new(address: SocketAddr) -> io::Result<Self> {
        Ok(Self {
            address,
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            members: Vec::new(),
            events: Vec::with_capacity(EVENTS),
            buffer: vec![0; BUFFER],
            scratch: Vec::new(),
            tally: Tally::default(),
            lost: Vec::new(),
        })
    }

    /// Connects one more client, which enters the main namespace with this token.
    pub(crate) fn admit(&mut self, token: Option<&str>) -> io::Result<usize> {
        let entry = token.map_or_else(|| "40".to_owned(), |token| format!("40{{\"token\":\"{token}\"}}"));
        self.admit_to(self.address, None, entry.into_bytes())
    }

    /// Connects one more client to `address`, from the address `from` if there is one, which enters with this packet.
    pub(crate) fn admit_to(&mut self, address: SocketAddr, from: Option<IpAddr>, entry: Vec<u8>) -> io::Result<usize> {
        let number = self.members.len();
        let connection = self.connect(number, address, from)?;
        self.members.push(Member { connection, entry });
        Ok(number)
    }

    /// Connects a member anew, who enters with the same packet.
    pub(crate) fn readmit(&mut self, member: usize, address: SocketAddr, from: Option<IpAddr>) -> io::Result<()> {
        self.members[member].connection = self.connect(member, address, from)?;
        Ok(())
    }

    fn connect(&self, number: usize, address: SocketAddr, from: Option<IpAddr>) -> io::Result<Connection> {
        let connection = Connection::begin(address, from)?;
        let interest = epoll::EventFlags::IN | epoll::EventFlags::OUT | epoll::EventFlags::ET;
        epoll::add(&self.epoll, connection.stream(), epoll::EventData::new_u64(number as u64), interest)?;
        Ok(connection)
    }

    /// Returns the members whose connection has ended since the last call.
    pub(crate) fn take_lost(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.lost)
    }

    /// Returns the events so far.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the events since the last call.
    pub(crate) fn take_tally(&mut self) -> Tally {
        std::mem::take(&mut self.tally)
    }

    /// Sends an Engine.IO packet.
    pub(crate) fn send(&mut self, member: usize, packet: &[u8]) {
        let connection = &mut self.members[member].connection;
        if connection.stage == Stage::Closed {
            return;
        }
        if let Err(error) = connection.send(packet, &mut self.scratch) {
            self.close(member, &error.to_string());
        }
    }

    /// Sends unsent bytes. Returns true if all are sent or the connection has ended.
    pub(crate) fn flush(&mut self, member: usize) -> bool {
        let connection = &mut self.members[member].connection;
        match connection.flush() {
            Ok(()) => connection.has_sent_all(),
            Err(error) => {
                self.close(member, &error.to_string());
                true
            }
        }
    }

    /// Receives one batch of packets, or waits until `until`. `on_packet` gets a member, a Socket.IO packet and the
    /// moment at which it was read.
    pub(crate) fn listen(
        &mut self,
        until: Instant,
        on_packet: &mut impl FnMut(usize, &[u8], Instant),
    ) -> anyhow::Result<()> {
        interrupt::check()?;
        let wait = until.saturating_duration_since(Instant::now()).min(LONGEST_WAIT);
        let wait = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), Some(&wait)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error).context("waiting for the sockets"),
        }
        for event in &events {
            let (member, flags) = (event.data.u64() as usize, event.flags);
            if let Err(error) = self.serve(member, flags, on_packet) {
                self.close(member, &error.to_string());
            }
        }
        self.events = events;
        Ok(())
    }

    /// Listens until `is_done`, for at most `timeout`.
    pub(crate) fn listen_until(
        &mut self,
        timeout: Duration,
        what: &str,
        mut is_done: impl FnMut(&Tally) -> bool,
        on_packet: &mut impl FnMut(usize, &[u8], Instant),
    ) -> anyhow::Result<()> {
        let until = Instant::now() + timeout;
        while !is_done(&self.tally) {
            if Instant::now() >= until {
                bail!("{what} took longer than {timeout:?}: {:?}", self.tally);
            }
            self.listen(until, on_packet)?;
        }
        Ok(())
    }

    fn serve(
        &mut self,
        member: usize,
        flags: epoll::EventFlags,
        on_packet: &mut impl FnMut(usize, &[u8], Instant),
    ) -> anyhow::Result<()> {
        let connection = &mut self.members[member].connection;
        if connection.stage == Stage::Closed {
            return Ok(());
        }
        if flags.contains(epoll::EventFlags::OUT) {
            if connection.stage == Stage::Connecting {
                connection.upgrade()?;
            }
            connection.flush()?;
        }
        if flags.intersects(epoll::EventFlags::IN | epoll::EventFlags::HUP | epoll::EventFlags::ERR) {
            self.read(member, on_packet)?;
        }
        Ok(())
    }

    fn read(&mut self, member: usize, on_packet: &mut impl FnMut(usize, &[u8], Instant)) -> anyhow::Result<()> {
        let Member { connection, entry } = &mut self.members[member];
        loop {
            let (read, has_more) = connection.read(&mut self.buffer)?;
            let at = Instant::now();
            let mut bytes = &self.buffer[..read];
            if connection.stage == Stage::Upgrading
                && let Some(rest) = after_upgrade(bytes)?
            {
                connection.stage = Stage::Entering;
                bytes = rest;
            }
            if connection.stage == Stage::Upgrading {
                connection.keep(bytes);
                return Ok(());
            }
            while let Some((frame, taken)) = frame::read(bytes)? {
                bytes = &bytes[taken..];
                match (frame.opcode, frame.payload) {
                    (frame::TEXT, [b'4', packet @ ..]) if connection.stage == Stage::Entered => {
                        on_packet(member, packet, at);
                    }
                    (frame::TEXT, [b'4', b'0', ..]) => {
                        connection.stage = Stage::Entered;
                        self.tally.entered += 1;
                    }
                    (frame::TEXT, [b'0', ..]) => connection.send(entry, &mut self.scratch)?,
                    (frame::TEXT, [b'2']) => {
                        connection.send(b"3", &mut self.scratch)?;
                        self.tally.pings += 1;
                    }
                    (frame::PING, data) => {
                        self.scratch.clear();
                        frame::write(&mut self.scratch, frame::PONG, data);
                        connection.write(&self.scratch)?;
                    }
                    (frame::CLOSE, _) => bail!("closed by the server"),
                    (_, payload) => bail!("an unexpected packet: {}", String::from_utf8_lossy(payload)),
                }
            }
            connection.keep(bytes);
            if !has_more {
                return Ok(());
            }
        }
    }

    fn close(&mut self, member: usize, reason: &str) {
        let connection = &mut self.members[member].connection;
        if connection.stage != Stage::Closed {
            connection.stage = Stage::Closed;
            // The descriptor stays open with the member, but the kernel no longer reports it.
            let _ = epoll::delete(&self.epoll, connection.stream());
            self.tally.closed += 1;
            self.lost.push(member);
            *self.tally.reasons.entry(reason.to_owned()).or_default() += 1;
        }
    }
}

/// Returns the bytes after the answer that makes a connection a WebSocket; `None` while the answer is not complete.
fn after_upgrade(bytes: &[u8]) -> anyhow::Result<Option<&[u8]>> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    if !bytes.starts_with(b"HTTP/1.1 101 ") {
        bail!("no WebSocket: {}", String::from_utf8_lossy(bytes).lines().next().unwrap_or_default());
    }
    Ok(Some(&bytes[end + 4..]))
}
