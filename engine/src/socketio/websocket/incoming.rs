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

/// Bytes that are read at once, into memory that all connections of a thread share.
const READ_AT_ONCE: usize = 16 * 1024;

/// What stands before a frame's payload is at most as long (RFC 6455, 5.2).
const MAX_FRAME_HEADER: usize = 14;

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

/// What a peer did that it may not. The connection is of no use any more.
#[derive(Debug, thiserror::Error)]
pub enum Violation {
    /// Frames that RFC 6455 does not allow.
    #[error("{0}")]
    Protocol(ProtocolError),
    /// Text that is not UTF-8.
    #[error("text that is not UTF-8")]
    NotUtf8,
    /// A message larger than it may be.
    #[error("a message that is too large")]
    TooLarge,
}

impl Violation {
    /// The code that tells the peer (RFC 6455, 7.4.1).
    pub fn close_code(&self) -> CloseCode {
        match self {
            Self::Protocol(_) => CloseCode::Protocol,
            Self::NotUtf8 => CloseCode::Invalid,
            Self::TooLarge => CloseCode::Size,
        }
    }
}

/// Puts messages together from what comes in. Between messages it holds no memory but its own.
pub(crate) struct Incoming {
    codec: Codec,
    unread: BytesMut,
    /// The message whose last frame has not come yet.
    partial: Option<Partial>,
    max_message: usize,
}

struct Partial {
    is_text: bool,
    payload: BytesMut,
}

impl Incoming {
    /// For a connection of which `unread` was read already; its messages have at most `max_message` bytes.
    pub(super) fn new(unread: BytesMut, max_message: usize) -> Self {
        Self { codec: Codec::new().max_size(max_message), unread, partial: None, max_message }
    }

    /// Waits for the next message; nothing comes after the end of the connection. May be dropped and called again.
    pub(crate) async fn next(&mut self, io: &mut (impl AsyncRead + Unpin)) -> Option<Result<Message, Violation>> {
        loop {
            match self.decode() {
                Ok(Some(message)) => return Some(Ok(message)),
                Ok(None) => {}
                Err(violation) => return Some(Err(violation)),
            }
            match poll_fn(|cx| self.poll_read(io, cx)).await {
                Ok(0) | Err(_) => return None,
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
            if let Some(message) = self.message(frame)? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    fn frame(&mut self) -> Result<Option<Frame>, Violation> {
        let frame = self.codec.decode(&mut self.unread).map_err(|error| match error {
            ProtocolError::Overflow => Violation::TooLarge,
            error => Violation::Protocol(error),
        })?;
        // The codec looks at the length of a frame only when all of it is there.
        if frame.is_none() && self.unread.len() > self.max_message + MAX_FRAME_HEADER {
            return Err(Violation::TooLarge);
        }
        if self.unread.is_empty() {
            self.unread = BytesMut::new();
        }
        Ok(frame)
    }

    /// What `frame` brings to an end.
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

    /// The codec has checked that fragments come in order.
    fn fragment(&mut self, item: Item) -> Result<Option<Message>, Violation> {
        match item {
            Item::FirstText(bytes) => self.partial = Some(Partial { is_text: true, payload: bytes.into() }),
            Item::FirstBinary(bytes) => self.partial = Some(Partial { is_text: false, payload: bytes.into() }),
            Item::Continue(bytes) => self.extend(&bytes)?,
            Item::Last(bytes) => {
                self.extend(&bytes)?;
                let Some(Partial { is_text, payload }) = mem::take(&mut self.partial) else { return Ok(None) };
                let payload = payload.freeze();
                return Ok(Some(if is_text { text(payload)? } else { Message::Binary(payload) }));
            }
        }
        Ok(None)
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Violation> {
        let Some(partial) = &mut self.partial else { return Ok(()) };
        if partial.payload.len() + bytes.len() > self.max_message {
            return Err(Violation::TooLarge);
        }
        partial.payload.extend_from_slice(bytes);
        Ok(())
    }
}

fn text(bytes: Bytes) -> Result<Message, Violation> {
    String::from_utf8(bytes.into()).map(Message::Text).map_err(|_| Violation::NotUtf8)
}
