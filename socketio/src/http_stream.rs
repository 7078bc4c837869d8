//! A TCP connection that carries HTTP, with bounds on what is read before it is wanted.
//!
//! actix-http reads up to 128 KiB of a request's head, of the requests behind one that is being answered, and of a body
//! that nobody reads; and it keeps the memory for as long as the connection is open. Strangers may open many
//! connections.

use std::{
    cell::Cell,
    io,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll},
};

use actix_http::{
    Request, RequestHead,
    header::{CONTENT_LENGTH, TRANSFER_ENCODING},
};
use actix_web::http::Method;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// The number of bytes read before they are parsed.
const READ_AT_ONCE: usize = 8 * 1024;

/// The limit for a body that does not tell its length.
const BODY_OF_UNKNOWN_LENGTH: u64 = 1024 * 1024;

/// A byte that may follow neither a part of a head nor a part of a chunked body, so that the request is answered with 400.
const NEVER_ALLOWED: u8 = 0;

pub(crate) struct HttpStream {
    io: TcpStream,
    ahead: Rc<ReadAhead>,
    /// The bytes read since the last pause.
    at_once: usize,
    _open: Arc<()>,
}

/// The open connections of a server.
#[derive(Default)]
pub(crate) struct Open(Arc<()>);

impl Open {
    /// Returns the number of open connections, each of which has a clone.
    pub(crate) fn count(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}

/// The point up to which a connection may be read. Each request that is served moves the limit.
pub(crate) struct ReadAhead {
    read: Cell<u64>,
    /// The number of bytes that may be read in all; `None` once more have arrived.
    limit: Cell<Option<u64>>,
    max_head: u64,
}

impl HttpStream {
    /// Wraps `io`, one of the `open` connections, whose requests have heads of at most `max_head` bytes.
    pub(crate) fn new(io: TcpStream, max_head: u64, open: &Open) -> Self {
        let ahead = ReadAhead { read: Cell::new(0), limit: Cell::new(Some(max_head)), max_head };
        Self { io, ahead: Rc::new(ahead), at_once: 0, _open: open.0.clone() }
    }

    pub(crate) fn get_ref(&self) -> &TcpStream {
        &self.io
    }

    pub(crate) fn into_inner(self) -> TcpStream {
        self.io
    }

    pub(crate) fn ahead(&self) -> Rc<ReadAhead> {
        Rc::clone(&self.ahead)
    }
}

impl ReadAhead {
    /// Allows the body of `request`, which is about to be served, and the head of the next request.
    pub(crate) fn serve(&self, request: &Request) {
        let limit = self.read.get() + body_length(request.head()) + self.max_head;
        self.limit.set(self.limit.get().map(|_| limit));
    }
}

/// Returns the length of a body that a handler reads.
fn body_length(request: &RequestHead) -> u64 {
    if matches!(request.method, Method::GET | Method::HEAD) {
        return 0;
    }
    if request.headers.contains_key(TRANSFER_ENCODING) {
        return BODY_OF_UNKNOWN_LENGTH;
    }
    let length = request.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u32>().ok());
    length.unwrap_or_default().into()
}

impl AsyncRead for HttpStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.at_once >= READ_AT_ONCE {
            self.at_once = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        // Too much was sent, and the byte below was the last: this reads as if the client had ended the connection.
        let Some(limit) = self.ahead.limit.get() else { return Poll::Ready(Ok(())) };
        let read = self.ahead.read.get();
        if read == limit && buf.remaining() > 0 {
            // Makes the parser answer 400 and close the connection, since this byte is valid nowhere in a head.
            self.ahead.limit.set(None);
            buf.put_slice(&[NEVER_ALLOWED]);
            return Poll::Ready(Ok(()));
        }
        let allowed = usize::try_from(limit - read).unwrap_or(usize::MAX).min(buf.remaining());
        let before = buf.filled().len();
        let outcome = if allowed == buf.remaining() {
            Pin::new(&mut self.io).poll_read(cx, buf)
        } else {
            let mut part = ReadBuf::new(buf.initialize_unfilled_to(allowed));
            let outcome = Pin::new(&mut self.io).poll_read(cx, &mut part);
            let n = part.filled().len();
            buf.advance(n);
            outcome
        };
        let n = buf.filled().len() - before;
        self.at_once = if outcome.is_pending() { 0 } else { self.at_once + n };
        self.ahead.read.set(read + n as u64);
        outcome
    }
}

impl AsyncWrite for HttpStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::future::poll_fn;

    use actix_http::header::{HeaderName, HeaderValue};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    const MAX_HEAD: u64 = 1000;

    /// Returns a connection to which more was sent than is read.
    async fn flooded() -> (HttpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (peer, ours) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        let mut peer = peer.unwrap();
        peer.write_all(&[b'x'; 100_000]).await.unwrap();
        (HttpStream::new(ours.unwrap().0, MAX_HEAD, &Open::default()), peer)
    }

    fn request(method: Method, header: HeaderName, value: &'static str) -> Request {
        let mut request = Request::new();
        request.head_mut().method = method;
        request.head_mut().headers.insert(header, HeaderValue::from_static(value));
        request
    }

    /// Reads until the connection gives no more.
    async fn read(stream: &mut HttpStream) -> Vec<u8> {
        let (mut read, mut buffer) = (Vec::new(), [0; 8192]);
        while stream.ahead.limit.get().is_some() {
            let n = stream.read(&mut buffer).await.unwrap();
            read.extend_from_slice(&buffer[..n]);
        }
        read
    }

    #[actix_web::test]
    async fn a_connection_is_read_as_far_as_its_requests_need() {
        let none = request(Method::GET, CONTENT_LENGTH, "50000");
        let body = request(Method::POST, CONTENT_LENGTH, "50000");
        for (request, expected) in [(none, 1000 + 1), (body, 51_000 + 1)] {
            let (mut stream, _peer) = flooded().await;
            stream.ahead().serve(&request);
            let read = read(&mut stream).await;
            assert_eq!(read.len(), expected);
            assert_eq!(read.last(), Some(&NEVER_ALLOWED));
            assert_eq!(stream.read(&mut [0; 1]).await.unwrap(), 0, "it is read no further");
        }
        let chunked = request(Method::POST, TRANSFER_ENCODING, "chunked");
        let (mut stream, _peer) = flooded().await;
        stream.ahead().serve(&chunked);
        stream.read_exact(&mut vec![0; 100_000]).await.unwrap();
    }

    #[actix_web::test]
    async fn a_connection_is_read_in_parts() {
        let (mut stream, _peer) = flooded().await;
        stream.ahead().serve(&request(Method::POST, CONTENT_LENGTH, "100000"));
        let mut read = 0;
        let mut buffer = [0; 8192];
        poll_fn(|cx| {
            let mut buffer = ReadBuf::new(&mut buffer);
            while Pin::new(&mut stream).poll_read(cx, &mut buffer).is_ready() {
                read += buffer.filled().len();
                buffer.clear();
            }
            Poll::Ready(())
        })
        .await;
        assert!((READ_AT_ONCE..READ_AT_ONCE + 8192).contains(&read), "{read}");
        stream.read_exact(&mut vec![0; 100_000 - read]).await.unwrap();
    }
}
