//! The checks of a request before its body is read: its origin, client address, session and transport; and the answers
//! to refused requests.

use actix_web::{
    HttpResponse,
    dev::RequestHead,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
    web,
};
use serde::{Deserialize, Serialize};

use super::sid::Sid;
use crate::{Limit, Settings};

/// The version of Engine.IO that is supported.
const VERSION: &str = "4";

/// The query of a request. Other fields, such as the `t` that defeats caches, are ignored.
#[derive(Debug, Deserialize)]
pub(super) struct Query {
    #[serde(rename = "EIO")]
    version: Option<String>,
    transport: Option<String>,
    sid: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    Polling,
    WebSocket,
}

/// The reason a request is refused, with the code and message that clients know.
/// <https://github.com/socketio/socket.io/blob/main/packages/engine.io/lib/server.ts>
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestError {
    UnknownTransport,
    UnknownSid,
    BadHandshakeMethod,
    BadRequest,
    ForbiddenOrigin,
    UnsupportedVersion,
    /// The protocol has no code for this; the nearest is the one for a bad request.
    TooManyConnections,
    TooManyFromAddress,
    ShuttingDown,
    PayloadTooLarge,
    TooManyPackets,
    TooManyPayloads,
    BodyTimeout,
}

impl RequestError {
    /// The reasons for which a handshake can be refused.
    pub(super) const OF_HANDSHAKES: [Self; 8] = [
        Self::UnknownTransport,
        Self::BadHandshakeMethod,
        Self::BadRequest,
        Self::ForbiddenOrigin,
        Self::UnsupportedVersion,
        Self::TooManyConnections,
        Self::TooManyFromAddress,
        Self::ShuttingDown,
    ];

    fn parts(self) -> (StatusCode, u8, &'static str) {
        match self {
            Self::UnknownTransport => (StatusCode::BAD_REQUEST, 0, "Transport unknown"),
            Self::UnknownSid => (StatusCode::BAD_REQUEST, 1, "Session ID unknown"),
            Self::BadHandshakeMethod => (StatusCode::BAD_REQUEST, 2, "Bad handshake method"),
            Self::BadRequest => (StatusCode::BAD_REQUEST, 3, "Bad request"),
            Self::ForbiddenOrigin => (StatusCode::FORBIDDEN, 4, "Forbidden"),
            Self::UnsupportedVersion => (StatusCode::BAD_REQUEST, 5, "Unsupported protocol version"),
            Self::TooManyConnections => (StatusCode::SERVICE_UNAVAILABLE, 3, "Too many connections"),
            Self::TooManyFromAddress => (StatusCode::TOO_MANY_REQUESTS, 3, "Too many connections from this address"),
            Self::ShuttingDown => (StatusCode::SERVICE_UNAVAILABLE, 3, "The server is shutting down"),
            Self::TooManyPackets => (StatusCode::TOO_MANY_REQUESTS, 3, "Too many packets"),
            Self::TooManyPayloads => (StatusCode::SERVICE_UNAVAILABLE, 3, "Too many payloads at once"),
            Self::PayloadTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, 3, "Payload too large"),
            Self::BodyTimeout => (StatusCode::REQUEST_TIMEOUT, 3, "Request took too long"),
        }
    }

    pub(super) fn as_str(self) -> &'static str {
        self.parts().2
    }

    /// Returns the limit behind this refusal, if there is one.
    fn limit(self) -> Option<Limit> {
        match self {
            Self::TooManyConnections => Some(Limit::Connections),
            Self::TooManyFromAddress => Some(Limit::ConnectionsPerAddress),
            Self::TooManyPackets => Some(Limit::PacketsPerSecond),
            _ => None,
        }
    }

    /// Returns the answer, which names the limit for operators and load testers.
    pub(super) fn response(self, settings: &Settings) -> HttpResponse {
        #[derive(Serialize)]
        struct Body {
            code: u8,
            message: String,
        }
        let (status, code, message) = self.parts();
        let message = match self.limit() {
            Some(limit) => format!("{message} ({})", (settings.limit_name)(limit)),
            None => message.to_owned(),
        };
        HttpResponse::build(status).json(Body { code, message })
    }
}

impl Query {
    pub(super) fn read(request: &RequestHead) -> Result<Self, RequestError> {
        web::Query::from_query(request.uri.query().unwrap_or_default())
            .map(web::Query::into_inner)
            .map_err(|_| RequestError::BadRequest)
    }

    pub(super) fn transport(&self) -> Result<Transport, RequestError> {
        match self.transport.as_deref() {
            Some("polling") => Ok(Transport::Polling),
            Some("websocket") => Ok(Transport::WebSocket),
            _ => Err(RequestError::UnknownTransport),
        }
    }

    /// Returns true if the request names a session, whether or not it exists; otherwise it asks for a new one.
    pub(super) fn names_session(&self) -> bool {
        self.sid.is_some()
    }

    /// Returns the session that the request belongs to; `None` asks for a new one.
    pub(super) fn sid(&self) -> Result<Option<Sid>, RequestError> {
        match self.sid.as_deref() {
            None => Ok(None),
            Some(text) => Sid::parse(text).map(Some).ok_or(RequestError::UnknownSid),
        }
    }

    pub(super) fn check_version(&self) -> Result<(), RequestError> {
        match self.version.as_deref() {
            Some(VERSION) => Ok(()),
            _ => Err(RequestError::UnsupportedVersion),
        }
    }
}

/// Accepts requests from no page (no `Origin`), from a page of this host, or from an allowed origin. Returns the
/// foreign origin if there is one: its pages may read the response.
pub(super) fn origin(request: &RequestHead, settings: &Settings) -> Result<Option<HeaderValue>, RequestError> {
    let headers = &request.headers;
    let Some(origin) = headers.get(header::ORIGIN) else {
        return Ok(None);
    };
    let text = origin.to_str().map_err(|_| RequestError::ForbiddenOrigin)?;
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if matches!(text.split_once("://"), Some(("http" | "https", own)) if own.eq_ignore_ascii_case(host)) {
        return Ok(None);
    }
    if (settings.allows_origin)(text, host) { Ok(Some(origin.clone())) } else { Err(RequestError::ForbiddenOrigin) }
}

/// Adds the headers of every response.
pub(super) fn add_headers(response: &mut HttpResponse, origin: Option<HeaderValue>) {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
}
