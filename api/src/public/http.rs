//! The headers of answers: how many calls a key has left, how long an answer may be kept, and whether it has changed.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, ETAG, EntityTag, Header as _, HeaderName, HeaderValue, IfNoneMatch, TryIntoHeaderValue as _,
};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage as _};
use sha2::{Digest as _, Sha256};

use super::extract::KeyOfCall;
use crate::Services;
use crate::error::whole_seconds;
use crate::limits::{Allowance, RATE_HEADERS};

/// A client may use an answer again for a minute. Only its own cache may: others would skip the check of the key.
const KEPT: &str = "private, max-age=60";

/// Gives back a call that the server refuses for its own sake, adds the headers, and answers 304 to a client that has the
/// answer already.
pub(super) async fn add_headers<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(request).await?.map_into_boxed_body();
    let limits = &Services::of(answer.request())?.limits;
    let key = answer.request().extensions_mut().remove::<KeyOfCall>();
    if let (Some(KeyOfCall(key)), StatusCode::SERVICE_UNAVAILABLE) = (&key, answer.status()) {
        limits.give_back_call_of_key(key);
    }
    let allowance = key.and_then(|KeyOfCall(key)| limits.allowance_of_key(&key));
    let mut answer = if answer.status() == StatusCode::OK { tag(answer)? } else { answer };
    if let Some(Allowance { limit, remaining, full_in }) = allowance {
        let numbers = [limit.into(), remaining.into(), whole_seconds(&full_in)];
        for (name, number) in RATE_HEADERS.into_iter().zip(numbers) {
            answer.headers_mut().insert(HeaderName::from_static(name), number.into());
        }
    }
    Ok(answer)
}

/// Adds the tag of the body, without which a 304 is answered if the client knows the tag (RFC 9110, section 13.1.2).
fn tag(answer: ServiceResponse<BoxBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    let (request, answer) = answer.into_parts();
    let (mut head, body) = answer.into_parts();
    let body = body.try_into_bytes().unwrap_or_else(|_| Bytes::new());
    // Weak, since a proxy may compress the answer.
    let tag = EntityTag::new_weak(Sha256::digest(&body)[..16].iter().map(|byte| format!("{byte:02x}")).collect());
    let is_known = match IfNoneMatch::parse(&request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(&tag)),
        Err(_) => false,
    };
    head.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(KEPT));
    head.headers_mut().insert(ETAG, tag.try_into_value()?);
    if is_known {
        *head.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let body = if is_known { BoxBody::new(()) } else { BoxBody::new(body) };
    Ok(ServiceResponse::new(request, head.set_body(body)))
}
