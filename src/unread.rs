//! Answers that their clients have not read yet.
//!
//! actix-http copies each chunk of a body into a buffer of the connection, and most bodies are one chunk. So large bodies
//! are sent in slices, of which a connection keeps two at most. The memory of all of them is limited, for a client and in
//! all.

use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::web::Bytes;
use byte_budget::{ByteBudget, Hold};
use net::proxies::TrustedProxies;

/// The bytes of a slice. A smaller body is one slice.
const SLICE: usize = 16 * 1024;
/// The bytes of a body that is not counted. All that a connection may ask for at once fits into its buffer.
const SMALL: u64 = 1024;
/// The bytes that an unread answer takes besides its body: two slices in the connection's buffer, and what the system keeps of it.
const OVERHEAD: usize = 64 * 1024;
/// The bytes of all unread answers: a third of the memory of a small site.
const IN_ALL: usize = 256 * 1024 * 1024;
/// The bytes of one client, which may be a school. 200 browsers with six connections each take 75 MiB at most.
const OF_CLIENT: usize = 80 * 1024 * 1024;

/// The limit on the memory of unread answers. Clones share it.
#[derive(Clone)]
pub(crate) struct UnreadAnswers {
    budget: ByteBudget<String>,
    proxies: TrustedProxies,
}

/// A body that is sent in slices.
struct Sliced {
    size: BodySize,
    body: BoxBody,
    /// The part of the last chunk of `body` that is not sent yet.
    rest: Bytes,
    _hold: Hold<String>,
}

impl UnreadAnswers {
    /// Returns the limit for a site behind these proxies.
    pub(crate) fn new(proxies: TrustedProxies) -> Self {
        Self { budget: ByteBudget::new(IN_ALL).per_key(OF_CLIENT), proxies }
    }

    /// Returns the answer with its body in slices, or an error instead if the client has left too much unread.
    pub(crate) fn bound(&self, answer: ServiceResponse<impl MessageBody + 'static>) -> ServiceResponse {
        let answer = answer.map_into_boxed_body();
        match answer.response().body().size() {
            BodySize::None => return answer,
            BodySize::Sized(length) if length <= SMALL => return answer,
            BodySize::Sized(_) | BodySize::Stream => {}
        }
        let (request, answer) = answer.into_parts();
        let mut hold = self.budget.hold(Some(api::address_of(request.head(), &self.proxies)));
        let (answer, body) = answer.into_parts();
        let (own, body) = match body.try_into_bytes() {
            // Bytes that are shared, such as those of a file, cost the answer nothing.
            Ok(bytes) => (if bytes.is_unique() { bytes.len() } else { 0 }, BoxBody::new(bytes)),
            Err(body) => (0, body),
        };
        if hold.take(OVERHEAD + own).is_err() {
            return ServiceResponse::new(request, api::unavailable());
        }
        let body = Sliced { size: body.size(), body, rest: Bytes::new(), _hold: hold };
        ServiceResponse::new(request, answer.set_body(BoxBody::new(body)))
    }
}

impl MessageBody for Sliced {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        self.size
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match ready!(self.body.as_pin_mut().poll_next(cx)) {
                Some(Ok(chunk)) => self.rest = chunk,
                end => return Poll::Ready(end),
            }
        }
        let length = self.rest.len().min(SLICE);
        Poll::Ready(Some(Ok(self.rest.split_to(length))))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use actix_web::HttpResponse;
    use actix_web::http::StatusCode;
    use actix_web::test::TestRequest;

    use super::*;

    static FILE: [u8; 400_000] = [b'x'; 400_000];

    fn unread() -> UnreadAnswers {
        UnreadAnswers::new(TrustedProxies::default())
    }

    fn answered(unread: &UnreadAnswers, client: &str, body: Bytes) -> ServiceResponse {
        let request = TestRequest::default().peer_addr(format!("{client}:1").parse().unwrap()).to_srv_request();
        unread.bound(request.into_response(HttpResponse::Ok().body(body)))
    }

    async fn next(body: &mut BoxBody) -> Option<Bytes> {
        std::future::poll_fn(|cx| body.as_pin_mut().poll_next(cx)).await.map(Result::unwrap)
    }

    #[actix_web::test]
    async fn an_answer_is_given_in_slices_and_arrives_whole() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|n| n as u8).collect();
        let answer = answered(&unread(), "192.0.2.1", bytes.clone().into());
        let mut body = answer.into_parts().1.into_body();
        assert_eq!(body.size(), BodySize::Sized(100_000));
        let mut read = Vec::new();
        while let Some(slice) = next(&mut body).await {
            assert!(slice.len() <= SLICE);
            read.extend_from_slice(&slice);
        }
        assert_eq!(read, bytes);
    }

    #[test]
    fn a_client_that_reads_nothing_is_refused_and_others_are_not() {
        let unread = unread();
        for length in [FILE.len(), 15_000] {
            let file = || Bytes::from(FILE[..length].to_vec());
            let held: Vec<_> = (0..10_000).map(|_| answered(&unread, "192.0.2.1", file())).collect();
            let given = held.iter().filter(|answer| answer.status() == StatusCode::OK).count();
            assert_eq!(given, OF_CLIENT / (OVERHEAD + length));
            assert_eq!(held.last().map(ServiceResponse::status), Some(StatusCode::SERVICE_UNAVAILABLE));
            assert_eq!(answered(&unread, "192.0.2.1", Bytes::from_static(b"small")).status(), StatusCode::OK);
            assert_eq!(answered(&unread, "192.0.2.2", file()).status(), StatusCode::OK);
            drop(held);
            assert_eq!(answered(&unread, "192.0.2.1", file()).status(), StatusCode::OK);
        }
    }

    #[test]
    fn a_school_that_opens_the_site_together_gets_all_files() {
        let unread = unread();
        let held: Vec<_> = (0..1200).map(|_| answered(&unread, "192.0.2.1", Bytes::from_static(&FILE))).collect();
        assert!(held.iter().all(|answer| answer.status() == StatusCode::OK));
    }
}
