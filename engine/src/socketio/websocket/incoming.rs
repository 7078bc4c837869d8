//! The incoming half of a WebSocket.

use std::{convert::Infallible, future::poll_fn, task::Poll};

use actix_http::ws::{CloseCode, CloseReason, OpCode, Parser};
use actix_web::dev::Payload;
use bytes::{Bytes, BytesMut};
use bytestring::ByteString;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::oneshot;

use super::message::Message;

/// The largest payload of a control frame (RFC 6455, 5.5).
const MAX_CONTROL_PAYLOAD: u64 = 125;

/// What a client sent.
#[derive(Debug, PartialEq)]
pub enum Received {
    /// A text message.
    Text(ByteString),
    /// A binary message.
    Binary(Bytes),
    /// A ping; a pong with the same content is owed.
    Ping(Bytes),
    /// A pong.
    Pong,
    /// The closing handshake; a close frame is owed, and nothing comes after it.
    Close(Option<CloseReason>),
    /// A piece of a message that is not complete yet.
    Fragment,
}

/// Why nothing more is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// The frames do not follow the protocol.
    #[error("the frames do not follow the protocol")]
    Protocol,
    /// A text is not UTF-8.
    #[error("a text is not UTF-8")]
    NotUtf8,
    /// A message is larger than may be.
    #[error("a message is larger than may be")]
    TooLarge,
}

impl Violation {
    /// The code of the close frame that tells the client (RFC 6455, 7.4.1).
    pub fn close_code(self) -> CloseCode {
        match self {
            Self::Protocol => CloseCode::Protocol,
            Self::NotUtf8 => CloseCode::Invalid,
            Self::TooLarge => CloseCode::Size,
        }
    }
}

/// Reads what a client sends, frame by frame and no further than it is asked to.
///
/// The reader of actix-ws is not used: it keeps a frame of whatever length until the frame is complete and only then
/// finds it too large, drops the messages that came in one piece with a broken frame, and looks at the UTF-8 of a text in
/// fragments when the last one has come.
pub struct Incoming {
    payload: Payload,
    hung_up: oneshot::Receiver<Infallible>,
    buffer: BytesMut,
    max_message: usize,
    /// The message whose fragments are coming.
    fragments: Option<Message>,
}

impl Incoming {
    pub(super) fn new(payload: Payload, hung_up: oneshot::Receiver<Infallible>, max_message: usize) -> Self {
        Self { payload, hung_up, buffer: BytesMut::new(), max_message, fragments: None }
    }

    /// Waits for the next frame. Nothing comes any more when the TCP connection is gone; after a violation, or a close
    /// frame, nobody is to ask again.
    pub async fn next(&mut self) -> Option<Result<Received, Violation>> {
        loop {
            match self.frame() {
                Ok(None) => {}
                Ok(Some(received)) => return Some(Ok(received)),
                Err(violation) => return Some(Err(violation)),
            }
            let bytes = self.read().await?;
            if self.buffer.is_empty() {
                self.buffer = BytesMut::from(bytes);
            } else {
                self.buffer.extend_from_slice(&bytes);
            }
        }
    }

    async fn read(&mut self) -> Option<Bytes> {
        poll_fn(|cx| match self.payload.poll_next_unpin(cx) {
            Poll::Ready(bytes) => Poll::Ready(bytes.and_then(Result::ok)),
            Poll::Pending => self.hung_up.poll_unpin(cx).map(|_| None),
        })
        .await
    }

    /// The next frame, when it is complete.
    fn frame(&mut self) -> Result<Option<Received>, Violation> {
        if let Some((is_control, length)) = announced(&self.buffer) {
            let allowed = if is_control { MAX_CONTROL_PAYLOAD } else { self.allowance() };
            match length > allowed {
                true if is_control => return Err(Violation::Protocol),
                true => return Err(Violation::TooLarge),
                false => {}
            }
        }
        let parsed = Parser::parse(&mut self.buffer, true, self.max_message);
        let Some((is_last, opcode, payload)) = parsed.map_err(|_| Violation::Protocol)? else {
            return Ok(None);
        };
        let payload = payload.unwrap_or_default();
        if self.buffer.is_empty() {
            // An idle connection keeps nothing.
            self.buffer = BytesMut::new();
        }
        match opcode {
            OpCode::Text => self.first(Message::text(), payload, is_last),
            OpCode::Binary => self.first(Message::binary(), payload, is_last),
            OpCode::Continue => {
                let message = self.fragments.take().ok_or(Violation::Protocol)?;
                self.add(message, payload, is_last)
            }
            _ if !is_last => Err(Violation::Protocol),
            OpCode::Ping => Ok(Some(Received::Ping(payload.freeze()))),
            OpCode::Pong => Ok(Some(Received::Pong)),
            OpCode::Close => Parser::try_parse_close_payload(&payload)
                .map(|reason| Some(Received::Close(reason)))
                .map_err(|_| Violation::Protocol),
            OpCode::Bad => Err(Violation::Protocol),
        }
    }

    /// How many bytes the message under way, or the next one, may still have.
    fn allowance(&self) -> u64 {
        let so_far = self.fragments.as_ref().map_or(0, Message::len);
        self.max_message.saturating_sub(so_far) as u64
    }

    fn first(&mut self, message: Message, payload: BytesMut, is_last: bool) -> Result<Option<Received>, Violation> {
        if self.fragments.is_some() {
            return Err(Violation::Protocol);
        }
        self.add(message, payload, is_last)
    }

    fn add(&mut self, mut message: Message, payload: BytesMut, is_last: bool) -> Result<Option<Received>, Violation> {
        message.add(payload);
        if is_last {
            return message.complete().map(Some);
        }
        message.check()?;
        self.fragments = Some(message);
        Ok(Some(Received::Fragment))
    }
}

/// Whether the frame at the start of `buffer` is a control frame, and the length of its payload, when so much of it has
/// come (RFC 6455, 5.2).
fn announced(buffer: &[u8]) -> Option<(bool, u64)> {
    let (&[first, second], rest) = buffer.split_first_chunk()?;
    let length = match second & 0x7f {
        126 => u64::from(u16::from_be_bytes(*rest.first_chunk()?)),
        127 => u64::from_be_bytes(*rest.first_chunk()?),
        short => u64::from(short),
    };
    Some((first & 0x08 != 0, length))
}
