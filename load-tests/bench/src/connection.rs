//! One client's socket, with its unsent bytes, incomplete frame and stage.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, bind, connect, socket_with, sockopt};

use crate::frame;

/// The stage of a client's connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The TCP connection is being made.
    Connecting,
    /// The upgrade to a WebSocket was requested.
    Upgrading,
    /// It is a WebSocket that has not entered the namespace yet.
    Entering,
    /// It is in the namespace.
    Entered,
    /// It is over.
    Closed,
}

/// One client's socket.
pub(crate) struct Connection {
    pub(crate) stage: Stage,
    stream: TcpStream,
    unsent: Vec<u8>,
    unread: Vec<u8>,
}

impl Connection {
    /// Begins to connect, from the address `from` if there is one; the socket becomes writable when that is done.
    pub(crate) fn begin(address: SocketAddr, from: Option<IpAddr>) -> io::Result<Self> {
        let family = if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket = socket_with(family, SocketType::STREAM, flags, None)?;
        sockopt::set_tcp_nodelay(&socket, true)?;
        if let Some(from) = from {
            bind(&socket, &SocketAddr::new(from, 0))?;
        }
        match connect(&socket, &address) {
            Ok(()) | Err(Errno::INPROGRESS) => {}
            Err(error) => return Err(error.into()),
        }
        let stream = TcpStream::from(socket);
        Ok(Self { stage: Stage::Connecting, stream, unsent: Vec::new(), unread: Vec::new() })
    }

    /// Returns the socket, for polling.
    pub(crate) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Sends the request that makes it a WebSocket.
    pub(crate) fn upgrade(&mut self) -> io::Result<()> {
        if let Some(error) = self.stream.take_error()? {
            return Err(error);
        }
        let address = self.stream.peer_addr()?;
        let request = format!(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y29saWJyaSBiZW5jaG1rIQ==\r\n\r\n"
        );
        self.stage = Stage::Upgrading;
        self.write(request.as_bytes())
    }

    /// Writes as much as the socket takes now. The rest is sent when the socket takes more.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.unsent.is_empty() {
            self.unsent.extend(bytes);
            return Ok(());
        }
        let written = match self.stream.write(bytes) {
            Ok(written) => written,
            Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
            Err(error) => return Err(error),
        };
        self.unsent.extend(&bytes[written..]);
        Ok(())
    }

    /// Writes the unsent bytes.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.unsent.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.unsent);
        self.write(&waiting)
    }

    /// Returns true if all bytes are sent.
    pub(crate) fn has_sent_all(&self) -> bool {
        self.unsent.is_empty()
    }

    /// Reads once, to the start of `buffer`: first the bytes left from before, then the new ones. Returns the total
    /// count, and true if the socket may hold more.
    ///
    /// A socket that returned less than fits in the buffer is empty, and reports new bytes (epoll(7), question 9).
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<(usize, bool)> {
        let kept = self.unread.len();
        let place = buffer.len();
        buffer[..kept].copy_from_slice(&self.unread);
        self.unread.clear();
        match self.stream.read(&mut buffer[kept..]) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => Ok((kept + read, kept + read == place)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok((kept, false)),
            Err(error) => Err(error),
        }
    }

    /// Keeps the bytes of a frame that is not complete.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        self.unread.extend(bytes);
    }

    /// Sends one text message.
    pub(crate) fn send(&mut self, message: &[u8], scratch: &mut Vec<u8>) -> io::Result<()> {
        scratch.clear();
        frame::write(scratch, frame::TEXT, message);
        self.write(scratch)
    }
}
