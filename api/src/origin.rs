//! Accepts calls from this site's pages, and from clients that are not pages.
//!
//! A token travels in a body, never in a cookie, so other sites' pages have no credentials to misuse. This check also
//! keeps them from making calls through their visitors' browsers, for example to guess passwords from many addresses.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError as _};
use net::origin::{self, Origin};

use crate::Services;
use crate::domain::ErrorCode;
use crate::error::ApiError;

/// The error for requests from other sites' pages.
pub(crate) const ONLY_OUR_PAGES: ApiError =
    ApiError::Forbidden(ErrorCode::ForeignPage, "Calls are only accepted from pages of this site.");

/// The content type of bodies.
const JSON: &str = "application/json";

/// Refuses calls from other sites' pages, and from forms, which cannot send JSON.
pub(crate) async fn check<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let checked = Services::of(request.request()).and_then(|services| {
        if *request.method() == Method::POST {
            check_headers(request.headers(), &services.settings.allowed_origins)
        } else {
            Ok(())
        }
    });
    match checked {
        Ok(()) => Ok(next.call(request).await?.map_into_left_body()),
        Err(error) => Ok(request.into_response(error.error_response()).map_into_right_body()),
    }
}

fn check_headers(headers: &HeaderMap, allowed: &[Origin]) -> Result<(), ApiError> {
    // Browsers send it with every POST.
    let Some(page) = headers.get(header::ORIGIN) else { return Ok(()) };
    let page = page.to_str().unwrap_or_default();
    if !origin::is_ours(page, text(headers, header::HOST).unwrap_or_default(), allowed) {
        return Err(ONLY_OUR_PAGES);
    }
    let kind = text(headers, header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case(JSON) { Ok(()) } else { Err(ApiError::NotJson) }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
