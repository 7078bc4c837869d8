//! Messages from a peer.

use std::{
    cell::RefCell,
    future::poll_fn,
    io, mem,
    pin::Pin,
    task::{Context, Poll, ready},
};

use actix_codec::Decoder;
use actix_http::ws::{CloseCode, CloseReason, Codec, Frame, Item, ProtocolError};
use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, ReadBuf};

use crate::rate_limit::RateLimit;

/// The number of bytes read at once, into memory that all connections of a thread share.
const READ_AT_ONCE: usize = 16 * 1024;

/// The bit of an opcode that marks control frames (RFC 6455, 5.5).
const CONTROL: u8 = 0x08;

/// The largest payload of a control frame (RFC 6455, 5.5).
const MAX_CONTROL: u64 = 125;

thread_local! {
    static SCRATCH: RefCell<[u8; READ_AT_ONCE]> = const { RefCell::new([0; READ_AT_ONCE]) };
}

/// A message, put together from its frames, or a control frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Text.
    Text(String),
    /// Bytes.
    Binary(Bytes),
    /// A ping, with the data that its pong must carry.
    Ping(Bytes),
    /// A pong.
    Pong,
    /// The peer is about to close the connection.
    Close(Option<CloseReason>),
}

/// A peer's violation of the protocol or a limit, after which the connection is unusable.
#[derive(Debug, thiserror::Error)]
pub enum Violation {
    /// Frames that RFC 6455 does not allow.
    #[error("{0}")]
    Protocol(ProtocolError),
    /// Text that is not UTF-8.
    #[error("text that is not UTF-8")]
    NotUtf8,
    /// A message larger than allowed.
    #[error("a message that is too large")]
    TooLarge,
    /// More frames than the rate limit allows.
    #[error("too many frames")]
    TooFast,
}

impl Violation {
    /// Returns the close code for the peer (RFC 6455, 7.4.1).
    pub fn close_code(&self) -> CloseCode {
        match self {
            Self::Protocol(_) => CloseCode::Protocol,
            Self::NotUtf8 => CloseCode::Invalid,
            Self::TooLarge => CloseCode::Size,
            Self::TooFast => CloseCode::Policy,
        }
    }
}

/// Assembles messages from incoming bytes. Between messages it holds no buffer.
pub(crate) struct Incoming {
    codec: Codec,
    unread: BytesMut,
    /// True if a frame was taken from the memory that `unread` is the rest of.
    is_rest: bool,
    /// The message whose last frame has not arrived yet.
    partial: Option<Partial>,
    max_message: usize,
    limit: Option<RateLimit>,
}

struct Partial {
    payload: BytesMut,
    /// The number of bytes already checked to be UTF-8; `None` for a binary message.
    checked: Option<usize>,
}

impl Incoming {
    /// Creates the reader of a connection from which `unread` was already read; messages have at most `max_message`
    /// bytes.
    pub(super) fn new(unread: BytesMut, max_message: usize) -> Self {
        let codec = Codec::new().max_size(max_message);
        // Without the memory of the request before it
        let unread = BytesMut::from(&unread[..]);
        Self { codec, unread, is_rest: false, partial: None, max_message, limit: None }
    }

    /// Sets the size of the largest message, for the next ones.
    pub(crate) fn allow(&mut self, max_message: usize) {
        self.codec = mem::take(&mut self.codec).max_size(max_message);
        self.max_message = max_message;
    }

    /// Limits the rate of frames.
    pub(crate) fn at(self, limit: RateLimit) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Waits for the next message; `None` after the end of the connection. Cancel safe: the future may be dropped and
    /// the method called again.
    pub(crate) async fn next(&mut self, io: &mut (impl AsyncRead + Unpin)) -> Option<Result<Message, Violation>> {
        poll_fn(|cx| self.poll_next(io, cx)).await
    }

    /// Polls for the next message, as [`Incoming::next`] does.
    pub(crate) fn poll_next(
        &mut self,
        io: &mut (impl AsyncRead + Unpin),
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Message, Violation>>> {
        loop {
            if let Some(decoded) = self.decode().transpose() {
                return Poll::Ready(Some(decoded));
            }
            if mem::take(&mut self.is_rest) {
                self.unread = BytesMut::from(&self.unread[..]);
            }
            match ready!(self.poll_read(io, cx)) {
                Ok(0) | Err(_) => return Poll::Ready(None),
                Ok(_) => {}
            }
        }
    }

    fn poll_read(&mut self, io: &mut (impl AsyncRead + Unpin), cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        SCRATCH.with_borrow_mut(|scratch| {
            let mut read = ReadBuf::new(scratch);
            ready!(Pin::new(io).poll_read(cx, &mut read))?;
            self.unread.extend_from_slice(read.filled());
            Poll::Ready(Ok(read.filled().len()))
        })
    }

    fn decode(&mut self) -> Result<Option<Message>, Violation> {
        while let Some(frame) = self.frame()? {
            if self.limit.as_mut().is_some_and(|limit| !limit.allows(1)) {
                return Err(Violation::TooFast);
            }
            if let Some(message) = self.message(frame)? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    fn frame(&mut self) -> Result<Option<Frame>, Violation> {
        // The codec checks the length of a frame only once all of it has arrived.
        match announced(&self.unread) {
            Some(Announced::Control(length)) if length > MAX_CONTROL => {
                return Err(Violation::Protocol(ProtocolError::InvalidLength(length as usize)));
            }
            Some(Announced::Data(length)) => {
                let so_far = self.partial.as_ref().map_or(0, |partial| partial.payload.len());
                if length > self.max_message.saturating_sub(so_far) as u64 {
                    return Err(Violation::TooLarge);
                }
            }
            _ => {}
        }
        let frame = self.codec.decode(&mut self.unread).map_err(|error| match error {
            ProtocolError::Overflow => Violation::TooLarge,
            error => Violation::Protocol(error),
        })?;
        if self.unread.is_empty() {
            self.unread = BytesMut::new();
        }
        self.is_rest = !self.unread.is_empty() && (self.is_rest || frame.is_some());
        Ok(frame)
    }

    /// Returns the message that `frame` completes, if any.
    fn message(&mut self, frame: Frame) -> Result<Option<Message>, Violation> {
        Ok(Some(match frame {
            Frame::Text(bytes) => text(bytes)?,
            Frame::Binary(bytes) => Message::Binary(bytes),
            Frame::Ping(data) => Message::Ping(data),
            Frame::Pong(_) => Message::Pong,
            Frame::Close(reason) => Message::Close(reason),
            Frame::Continuation(item) => return self.fragment(item),
        }))
    }

    /// Adds a fragment. The codec has checked that fragments come in order.
    fn fragment(&mut self, item: Item) -> Result<Option<Message>, Violation> {
        let (bytes, is_last) = match item {
            Item::FirstText(bytes) => {
                self.partial = Some(Partial { payload: BytesMut::new(), checked: Some(0) });
                (bytes, false)
            }
            Item::FirstBinary(bytes) => {
                self.partial = Some(Partial { payload: BytesMut::new(), checked: None });
                (bytes, false)
            }
            Item::Continue(bytes) => (bytes, false),
            Item::Last(bytes) => (bytes, true),
        };
        let Some(partial) = &mut self.partial else { return Ok(None) };
        partial.payload.extend_from_slice(&bytes);
        if !is_last {
            partial.check()?;
            return Ok(None);
        }
        let Some(Partial { payload, checked }) = mem::take(&mut self.partial) else { return Ok(None) };
        let payload = payload.freeze();
        Ok(Some(if checked.is_some() { text(payload)? } else { Message::Binary(payload) }))
    }
}

impl Partial {
    /// Checks that the text so far is UTF-8. Its last character may be split, with the rest in the next fragment.
    fn check(&mut self) -> Result<(), Violation> {
        let Some(checked) = &mut self.checked else { return Ok(()) };
        match str::from_utf8(&self.payload[*checked..]) {
            Ok(text) => *checked += text.len(),
            Err(error) if error.error_len().is_none() => *checked += error.valid_up_to(),
            Err(_) => return Err(Violation::NotUtf8),
        }
        Ok(())
    }
}

/// The payload length of a frame, of which not all may have arrived.
enum Announced {
    Control(u64),
    Data(u64),
}

/// Returns the payload length of the frame at the start of `unread`, once that part of its header has arrived (RFC 6455,
/// 5.2).
fn announced(unread: &[u8]) -> Option<Announced> {
    let (&[opcode, length], rest) = unread.split_first_chunk()?;
    let length = match length & 0x7f {
        126 => u64::from(u16::from_be_bytes(*rest.first_chunk()?)),
        127 => u64::from_be_bytes(*rest.first_chunk()?),
        short => u64::from(short),
    };
    Some(if opcode & CONTROL == 0 { Announced::Data(length) } else { Announced::Control(length) })
}

fn text(bytes: Bytes) -> Result<Message, Violation> {
    String::from_utf8(bytes.into()).map(Message::Text).map_err(|_| Violation::NotUtf8)
}
