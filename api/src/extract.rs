//! Reads a call's body: within a size and a time, as a JSON object, the token before everything else. Every call is
//! counted here, against [how often one may call](crate::limits).

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use garde::Validate;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::Services;
use crate::error::ApiError;
use crate::models::user::User;

/// The longest body of a call, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BodyLimit(pub(crate) usize);

/// That of every call that does not say otherwise.
impl Default for BodyLimit {
    fn default() -> Self {
        Self(64 * 1024)
    }
}

/// The refusal of who is no admin.
pub(crate) const ONLY_ADMINS: ApiError = ApiError::Forbidden("Only admins may do this.");

/// The validated body of a call that needs no token.
pub(crate) struct Body<T>(pub(crate) T);

/// A call that needs a token: who makes it, and its validated body.
pub(crate) struct SignedIn<T> {
    pub(crate) user: User,
    pub(crate) body: T,
}

/// A call for admins only: who makes it, and its validated body. The role is the account's at this moment.
pub(crate) struct Admin<T> {
    pub(crate) admin: User,
    pub(crate) body: T,
}

/// A call that may bring a token: who makes it, if the token is good, and its validated body.
pub(crate) struct Visitor<T> {
    pub(crate) user: Option<User>,
    pub(crate) body: T,
}

/// The body of a call that has no fields beside the token.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub(crate) struct NoFields {}

type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl<T: DeserializeOwned + Validate<Context = ()> + 'static> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read_body(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let fields = Fields::parse(&body.await?)?;
            Services::of(&request)?.limits.take_call(None, &request)?;
            Ok(Self(fields.read()?))
        })
    }
}

impl<T: DeserializeOwned + Validate<Context = ()> + 'static> FromRequest for SignedIn<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        identify(request, payload, |user, fields| {
            let user = user.ok_or(ApiError::NotLoggedIn)?;
            Ok(Self { user, body: fields.read()? })
        })
    }
}

impl<T: DeserializeOwned + Validate<Context = ()> + 'static> FromRequest for Admin<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        identify(request, payload, |user, fields| {
            let admin = user.ok_or(ApiError::NotLoggedIn)?;
            if !admin.is_admin() {
                return Err(ONLY_ADMINS);
            }
            Ok(Self { admin, body: fields.read()? })
        })
    }
}

impl<T: DeserializeOwned + Validate<Context = ()> + 'static> FromRequest for Visitor<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        identify(request, payload, |user, fields| Ok(Self { user, body: fields.read()? }))
    }
}

/// Finds out who calls, and leaves it to `read` what to make of them before it looks at the fields.
fn identify<T: 'static>(
    request: &HttpRequest,
    payload: &mut Payload,
    read: fn(Option<User>, Fields) -> Result<T, ApiError>,
) -> Extraction<T> {
    let body = read_body(request, payload);
    let request = request.clone();
    Box::pin(async move {
        let fields = Fields::parse(&body.await?)?;
        let services = Services::of(&request)?;
        let user = authenticate(&services, fields.token()).await?;
        services.limits.take_call(user.as_ref(), &request)?;
        read(user, fields)
    })
}

fn read_body(request: &HttpRequest, payload: &mut Payload) -> Extraction<web::Bytes> {
    let payload = web::Payload::from_request(request, payload);
    let services = Services::of(request);
    let BodyLimit(limit) = request.app_data().copied().unwrap_or_default();
    Box::pin(async move {
        let payload = payload.await.map_err(|_| ApiError::Malformed)?;
        match tokio::time::timeout(services?.body_wait, payload.to_bytes_limited(limit)).await {
            Ok(Ok(Ok(body))) => Ok(body),
            Ok(Ok(Err(_))) => Err(ApiError::Malformed),
            Ok(Err(_)) => Err(ApiError::TooLarge { limit }),
            Err(_) => Err(ApiError::TooSlow),
        }
    })
}

/// Whose token this is, when it is good at this moment.
async fn authenticate(services: &Services, token: Option<&str>) -> Result<Option<User>, ApiError> {
    let Some(Ok((id, claims))) = token.map(|token| services.token_reader.read(token)) else { return Ok(None) };
    let user = services.database.with_conn(move |conn| User::find(id, conn)).await?;
    Ok(user.filter(|user| user.token_version == claims.ver))
}

/// The body of a call, before its fields are looked at.
struct Fields(Map<String, Value>);

impl Fields {
    /// No body at all is one without fields.
    fn parse(body: &[u8]) -> Result<Self, ApiError> {
        if body.is_empty() {
            return Ok(Self(Map::new()));
        }
        serde_json::from_slice(body).map(Self).map_err(|_| ApiError::Malformed)
    }

    fn token(&self) -> Option<&str> {
        self.0.get("token").and_then(Value::as_str)
    }

    fn read<T: DeserializeOwned + Validate<Context = ()>>(self) -> Result<T, ApiError> {
        // Postgres has no such character in its text, and no form has it either.
        if let Some((field, _)) =
            self.0.iter().find(|(_, value)| value.as_str().is_some_and(|text| text.contains('\0')))
        {
            return Err(ApiError::invalid(field, "must not contain the character NUL"));
        }
        let body: T = serde_path_to_error::deserialize(Value::Object(self.0)).map_err(|error| unreadable(&error))?;
        match body.validate() {
            Ok(()) => Ok(body),
            Err(report) => Err(refused(&report)),
        }
    }
}

/// The first thing that is wrong, in our words.
fn refused(report: &garde::Report) -> ApiError {
    match report.iter().next() {
        Some((field, error)) => ApiError::invalid(camel_case(&field.to_string()), error.message()),
        None => ApiError::Malformed,
    }
}

/// The name of a field in a request. garde knows only ours: its `rename` has no effect on a report (0.23).
fn camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

fn unreadable(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let (field, reason) = shared::unreadable::describe(error);
    ApiError::invalid(field, reason)
}
