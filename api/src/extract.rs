//! Reads a call's body: within a size and a time, as a JSON object, the token before everything else. Every call is
//! counted here, against [how often one may call](crate::limits).

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use diesel::PgConnection;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use shared::UserId;
use shared::token::Claims;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::ErrorCode;
use crate::error::ApiError;
use crate::form;
use crate::limits::Limit;
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

/// The error for a user who is no admin.
pub(crate) const ONLY_ADMINS: ApiError = ApiError::Forbidden(ErrorCode::NotAdmin, "Only admins may do this.");

/// The parsed body of a call that needs no token.
pub(crate) struct Body<T>(pub(crate) T);

/// A call that needs a token: the user and the parsed body.
pub(crate) struct SignedIn<T> {
    pub(crate) user: User,
    pub(crate) body: T,
}

/// A call that needs a token, with a token check, limit and queries that share one connection ([`Caller::run`]).
pub(crate) struct Caller<T> {
    services: web::Data<Services>,
    request: HttpRequest,
    token: Option<(UserId, Claims)>,
    form: Result<T, ApiError>,
}

/// A call for admins: the admin and the parsed body. The role is read anew for each call.
pub(crate) struct Admin<T> {
    pub(crate) admin: User,
    pub(crate) body: T,
}

/// A call with an optional token: the user, if the token is valid, and the parsed body.
pub(crate) struct Visitor<T> {
    pub(crate) user: Option<User>,
    pub(crate) body: T,
}

/// The body of a call that has no fields beside the token.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NoFields {}

type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
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

impl<T: DeserializeOwned + 'static> FromRequest for SignedIn<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        identify(request, payload, |user, fields| {
            let user = user.ok_or(ApiError::NotLoggedIn)?;
            Ok(Self { user, body: fields.read()? })
        })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Caller<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read_body(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let fields = Fields::parse(&body.await?)?;
            let services = Services::of(&request)?;
            let token = fields.token(&services);
            Ok(Self { services, request, token, form: fields.read() })
        })
    }
}

impl<T: Send + 'static> Caller<T> {
    /// Runs `queries` with the user of the token and the form, once `limit` allows it.
    ///
    /// # Errors
    /// The first of these: an invalid token, the limit on all calls, an invalid form, `limit`, or the error of
    /// `queries`.
    pub(crate) async fn run<R, F>(self, limit: Option<Limit>, queries: F) -> Result<R, ApiError>
    where
        R: Send + 'static,
        F: FnOnce(User, T, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
    {
        let Self { services, request, token, form } = self;
        let Some((id, claims)) = token else {
            services.limits.take_call(None, &request)?;
            return Err(ApiError::NotLoggedIn);
        };
        let address = services.limits.address_of(&request);
        let limits = services.clone().into_inner();
        let run = move |conn: &mut PgConnection| {
            let user = User::find(id, conn)?.filter(|user| user.token_version == claims.ver);
            limits.limits.count_call(user.as_ref(), &address)?;
            let user = user.ok_or(ApiError::NotLoggedIn)?;
            let form = form?;
            if let Some(limit) = limit {
                limits.limits.try_on(&user, limit, conn)?;
            }
            queries(user, form, conn)
        };
        services.database.run(run).await
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Admin<T> {
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

impl<T: DeserializeOwned + 'static> FromRequest for Visitor<T> {
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
        let user = match fields.token(&services) {
            Some((id, claims)) => {
                let user = services.database.with_conn(move |conn| User::find(id, conn)).await?;
                user.filter(|user| user.token_version == claims.ver)
            }
            None => None,
        };
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

    /// Returns the account and claims of the token; `None` when it is missing, expired or not one of ours.
    fn token(&self, services: &Services) -> Option<(UserId, Claims)> {
        let token = self.0.get("token").and_then(Value::as_str)?;
        services.token_reader.read(token).ok()
    }

    fn read<T: DeserializeOwned>(self) -> Result<T, ApiError> {
        form::read(&self.0)
    }
}
