//! Reads the body of a call, within a size and a time, as a JSON object, and checks the token before everything else.
//! Every call is counted here, against the [limit](crate::limits) on all calls and, once its form is read, against the
//! call's own.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ::metrics::counter;
use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{AUTHORIZATION, CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage as _, HttpRequest, web};
use diesel::{Connection as _, PgConnection, QueryResult};
use futures_util::StreamExt as _;
use net::token::Claims;
use serde::de::{self, DeserializeOwned, IgnoredAny, MapAccess};
use serde::{Deserialize, Deserializer as _};
use serde_json::{Map, Value};
use shared::UserId;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::Services;
use crate::bodies;
use crate::database;
use crate::domain::{ErrorCode, Role};
use crate::error::ApiError;
use crate::form;
use crate::limits::Limit;
use crate::metrics;
use crate::models::user::User;
use crate::models::user_stats::Divisions;

/// The maximum size of a call's body, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BodyLimit(pub(crate) usize);

impl BodyLimit {
    /// The limit of all calls but those that set their own.
    pub(crate) const DEFAULT: Self = Self(64 * 1024);
}

/// The bytes per second that a long body brings at least, and the pause that it may make. A slower sender gives its place
/// to others.
const SLOWEST: f64 = 32.0 * 1024.0;
const PAUSE: Duration = Duration::from_secs(3);

/// Marks a call that takes the token of a banned user, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpenToBanned;

/// The error for a user who is not an admin.
pub(crate) const ONLY_ADMINS: ApiError = ApiError::Forbidden(ErrorCode::NotAdmin, "Only admins may do this.");

/// The parsed body of a call that needs no token.
pub(crate) struct Body<T>(pub(crate) T);

/// A call that needs a token: the user and the parsed body. For handlers that do something slow before their queries (hash
/// a password, ask the engine or a payment provider), during which no connection should wait; others take a [`Caller`].
pub(crate) struct SignedIn<T, const IS_FOR_ADMINS: bool = false> {
    pub(crate) user: User,
    pub(crate) body: T,
}

/// A call for admins. The role is read from the database at each call.
pub(crate) type Admin<T> = SignedIn<T, true>;

/// A call that needs a token, whose token check, limits and queries share one connection ([`Caller::run`]).
pub(crate) struct Caller<T, const IS_FOR_ADMINS: bool = false> {
    services: web::Data<Services>,
    request: HttpRequest,
    token: Option<(UserId, Claims)>,
    address: String,
    form: Result<T, ApiError>,
    limits: Vec<Limit>,
}

/// A [`Caller`] whose token is optional ([`Visitor::run`]).
pub(crate) struct Visitor<T>(Caller<T>);

/// The fields of a call without a body, which are in the query of its address.
pub(crate) struct Query<T>(pub(crate) T);

/// A [`Visitor`] of a call without a body. The token is in the header `Authorization` (RFC 6750, section 2.1): an address
/// is written into logs.
pub(crate) struct QueryVisitor<T>(Visitor<T>);

/// The body of a call that has no fields besides the token.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NoFields {}

pub(crate) type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl<T: DeserializeOwned + 'static> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (services, limits, request) = (Services::of(request), Limit::of(request), request.clone());
        Box::pin(async move {
            let services = services?;
            let address = services.limits.address_of(&request);
            services.limits.count_call(&address)?;
            let form = form::read(&fields_of(&request))?;
            services.limits.count_against(&limits, &address).await?;
            request.extensions_mut().insert(Counted { limits, user: None });
            Ok(Self(form))
        })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for QueryVisitor<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (services, limits, request) = (Services::of(request), Limit::of(request), request.clone());
        Box::pin(async move {
            let services = services?;
            let token = bearer(&request).and_then(|token| services.token_reader.read(token).ok());
            let address = services.limits.address_of(&request);
            let form = form::read(&fields_of(&request));
            Ok(Self(Visitor(Caller { services, request, token, address, form, limits })))
        })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = Caller::<T>::from_request(request, payload);
        Box::pin(async move {
            let Caller { services, request, address, form, limits, .. } = caller.await?;
            services.limits.count_call(&address)?;
            let form = form?;
            services.limits.count_against(&limits, &address).await?;
            request.extensions_mut().insert(Counted { limits, user: None });
            Ok(Self(form))
        })
    }
}

impl<T: DeserializeOwned + Send + 'static, const IS_FOR_ADMINS: bool> FromRequest for SignedIn<T, IS_FOR_ADMINS> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = Caller::<T, IS_FOR_ADMINS>::from_request(request, payload);
        Box::pin(async move { caller.await?.run(|user, body, _| Ok(Self { user, body })).await })
    }
}

impl<T: DeserializeOwned + 'static, const IS_FOR_ADMINS: bool> FromRequest for Caller<T, IS_FOR_ADMINS> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read_body(request, payload);
        let services = Services::of(request);
        let limits = Limit::of(request);
        let request = request.clone();
        Box::pin(async move {
            let fields = body.await?;
            let services = services?;
            // `None` when it is missing, expired or not from this site.
            let token = fields.get("token").and_then(Value::as_str);
            let is_open_to_banned = request.app_data::<OpenToBanned>().is_some();
            let token = token.and_then(|token| {
                let reader = &services.token_reader;
                let of_banned = || is_open_to_banned.then(|| reader.read_of_banned(token).ok()).flatten();
                reader.read(token).ok().or_else(of_banned)
            });
            let address = services.limits.address_of(&request);
            Ok(Self { services, request, token, address, form: form::read(&fields), limits })
        })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Visitor<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = Caller::from_request(request, payload);
        Box::pin(async move { Ok(Self(caller.await?)) })
    }
}

impl<T: Send + 'static, const IS_FOR_ADMINS: bool> Caller<T, IS_FOR_ADMINS> {
    /// Runs `queries` with the token's user and the form.
    ///
    /// # Errors
    /// The first of these: the limit on all calls, an invalid token, an invalid form, a limit on this call, or an
    /// error of `queries`.
    pub(crate) async fn run<R, F>(self, queries: F) -> Result<R, ApiError>
    where
        R: Send + 'static,
        F: FnOnce(User, T, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
    {
        self.run_as(find_alone, Self::admit, |user, (), form, conn| queries(user, form, conn)).await
    }

    /// Like [`Caller::run`], with the user's divisions, for which no further query is made.
    pub(crate) async fn run_with_divisions<R, F>(self, queries: F) -> Result<R, ApiError>
    where
        R: Send + 'static,
        F: FnOnce(User, Divisions, T, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
    {
        self.run_as(User::find_with_divisions, Self::admit, queries).await
    }

    fn admit(user: Option<User>) -> Result<User, ApiError> {
        let user = user.ok_or(ApiError::NotLoggedIn)?;
        if IS_FOR_ADMINS && user.role != Role::Admin { Err(ONLY_ADMINS) } else { Ok(user) }
    }

    /// Like [`Caller::run`], in a transaction that is rolled back if `queries` returns an error.
    pub(crate) async fn transact<R, F>(self, queries: F) -> Result<R, ApiError>
    where
        R: Send + 'static,
        F: FnOnce(User, T, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
    {
        self.run(|user, form, conn| conn.transaction(|conn| queries(user, form, conn))).await
    }

    /// Runs `queries` with the form, the user that `admit` returns, and what else `find` has read of the user.
    async fn run_as<U, D, R, F>(
        self,
        find: impl FnOnce(UserId, &mut PgConnection) -> QueryResult<Option<(User, D)>> + Send + 'static,
        admit: fn(Option<User>) -> Result<U, ApiError>,
        queries: F,
    ) -> Result<R, ApiError>
    where
        R: Send + 'static,
        F: FnOnce(U, D, T, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
        U: 'static,
        D: Default + 'static,
    {
        let Self { services, request, token, address, form, limits } = self;
        // Before a connection is taken: a call that is refused costs none.
        match &token {
            Some((id, claims)) => services.limits.count_call_of_token(*id, claims.ver)?,
            None => {
                services.limits.count_call(&address)?;
                admit(None)?;
            }
        }
        let shared = services.clone().into_inner();
        let counted = Arc::new(OnceLock::new());
        let count = counted.clone();
        let run = move |conn: &mut PgConnection| {
            let mut found = None;
            if let Some((id, claims)) = token {
                // A raised version revokes earlier tokens.
                found = find(id, conn)?.filter(|(user, _)| user.token_version == claims.ver);
                if found.is_none() {
                    shared.limits.count_call(&address)?;
                }
            }
            let (user, rest) = found.unzip();
            let id = user.as_ref().map(|user| user.id);
            let user = admit(user)?;
            let form = form?;
            shared.limits.count_on(&limits, id, &address, conn)?;
            _ = count.set(Counted { limits, user: id });
            queries(user, rest.unwrap_or_default(), form, conn)
        };
        let outcome = services.database.run(run).await;
        if let Some(counted) = counted.get() {
            request.extensions_mut().insert(counted.clone());
        }
        outcome
    }
}

impl<T: Send + 'static> Visitor<T> {
    /// Returns the client as limits identify it.
    pub(crate) fn address(&self) -> String {
        self.0.address.clone()
    }

    /// Like [`Caller::run`], with no user instead of an error for an invalid token.
    pub(crate) async fn run<R, F>(self, queries: F) -> Result<R, ApiError>
    where
        R: Send + 'static,
        F: FnOnce(Option<User>, T, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
    {
        self.0.run_as(find_alone, Ok, |user, (), form, conn| queries(user, form, conn)).await
    }
}

impl<T: Send + 'static> QueryVisitor<T> {
    /// Like [`Visitor::run`].
    pub(crate) async fn run<R, F>(self, queries: F) -> Result<R, ApiError>
    where
        R: Send + 'static,
        F: FnOnce(Option<User>, T, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
    {
        self.0.run(queries).await
    }
}

/// Reads nothing of the user but the account.
fn find_alone(id: UserId, conn: &mut PgConnection) -> QueryResult<Option<(User, ())>> {
    Ok(User::find(id, conn)?.map(|user| (user, ())))
}

/// The limits against which a call was counted.
#[derive(Debug, Clone)]
struct Counted {
    limits: Vec<Limit>,
    user: Option<UserId>,
}

/// Middleware: the queries of a call are those of its client, and a call that the server refuses for its own sake does not
/// count against the limits of that call.
pub(crate) async fn for_client<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let services = Services::of(request.request())?;
    let address = services.limits.address_of(request.request());
    let work = async {
        let answer = next.call(request).await?;
        if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
            let counted = answer.request().extensions_mut().remove::<Counted>();
            if let Some(Counted { limits, user }) = counted {
                services.limits.give_back(&limits, user, &address).await;
            }
        }
        Ok(answer)
    };
    database::for_client(address.clone(), work).await
}

/// Reads the body, if there is space for it. A call whose body cannot be read counts as a call without a token, unless
/// there was no space.
fn read_body(request: &HttpRequest, payload: &mut Payload) -> Extraction<Map<String, Value>> {
    let payload = web::Payload::from_request(request, payload);
    let services = Services::of(request);
    let BodyLimit(limit) = request.app_data().copied().unwrap_or(BodyLimit::DEFAULT);
    let request = request.clone();
    Box::pin(async move {
        let services = services?;
        let address = services.limits.address_of(&request);
        let read = async {
            let length = declared_length(&request).unwrap_or(limit);
            if length > limit {
                return Err(ApiError::TooLarge { limit });
            }
            let payload = payload.await.map_err(|_| ApiError::Malformed)?;
            let mut body = Arriving::new(payload, length, limit, services.settings.body_timeout);
            let mut user = None;
            if bodies::is_long(length) {
                body.read(bodies::SMALL).await?;
                let token = token_at_start(&body.read).and_then(|token| services.token_reader.read(&token).ok());
                user = token.map(|(user, _)| user);
            }
            let space = services.bodies.take(length, &address, user).map_err(|_| {
                counter!(metrics::BODIES_REFUSED).increment(1);
                ApiError::Unavailable
            })?;
            // Kept until the answer: what a call works on is as large as its body.
            request.extensions_mut().insert(space);
            body.read(usize::MAX).await?;
            parse(&body.read)
        };
        match read.await {
            Ok(fields) => Ok(fields),
            Err(error @ ApiError::Unavailable) => Err(error),
            Err(error) => services.limits.count_call(&address).and(Err(error)),
        }
    })
}

/// A body that is being read.
struct Arriving {
    payload: web::Payload,
    is_long: bool,
    limit: usize,
    began: Instant,
    longest: Duration,
    read: Vec<u8>,
}

impl Arriving {
    fn new(payload: web::Payload, length: usize, limit: usize, longest: Duration) -> Self {
        let is_long = bodies::is_long(length);
        Self { payload, is_long, limit, began: Instant::now(), longest, read: Vec::new() }
    }

    /// Reads until there are `wanted` bytes, or to the end.
    async fn read(&mut self, wanted: usize) -> Result<(), ApiError> {
        while self.read.len() < wanted {
            let Ok(chunk) = tokio::time::timeout_at(self.deadline(), self.payload.next()).await else {
                return Err(ApiError::TooSlow);
            };
            let Some(chunk) = chunk else { break };
            let chunk = chunk.map_err(|_| ApiError::Malformed)?;
            if self.read.len() + chunk.len() > self.limit {
                return Err(ApiError::TooLarge { limit: self.limit });
            }
            self.read.extend_from_slice(&chunk);
        }
        Ok(())
    }

    /// Returns the moment at which more must have arrived.
    fn deadline(&self) -> Instant {
        let earned = Duration::from_secs_f64(self.read.len() as f64 / SLOWEST);
        let wait = if self.is_long { PAUSE + earned } else { self.longest };
        self.began + wait.min(self.longest)
    }
}

/// Returns the token of a body of which only the start has arrived.
fn token_at_start(body: &[u8]) -> Option<String> {
    struct Start<'a>(&'a mut Option<String>);

    impl<'de> de::Visitor<'de> for Start<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
            while let Some(name) = fields.next_key::<String>()? {
                if name == "token" {
                    *self.0 = Some(fields.next_value()?);
                    break;
                }
                fields.next_value::<IgnoredAny>()?;
            }
            Ok(())
        }
    }

    let mut token = None;
    // Usually an error, since the end is missing.
    _ = serde_json::Deserializer::from_slice(body).deserialize_map(Start(&mut token));
    token
}

/// Returns the length of the body; `None` if it is sent in chunks.
fn declared_length(request: &HttpRequest) -> Option<usize> {
    let headers = request.headers();
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    length.or_else(|| (!headers.contains_key(TRANSFER_ENCODING)).then_some(0))
}

/// Returns what follows `Bearer` in the header `Authorization`, if that is its scheme (RFC 6750, section 2.1).
pub(crate) fn bearer(request: &HttpRequest) -> Option<&str> {
    let (scheme, credentials) = request.headers().get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| credentials.trim())
}

/// Returns the fields in the query of the address. All of them are texts; of two with the same name, the last one counts.
pub(crate) fn fields_of(request: &HttpRequest) -> Map<String, Value> {
    let fields = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    // Any text is a query, so none is refused.
    let fields = fields.map(web::Query::into_inner).unwrap_or_default();
    fields.into_iter().map(|(name, value)| (name, Value::String(value))).collect()
}

/// Parses a body. An empty body is an empty form.
fn parse(body: &[u8]) -> Result<Map<String, Value>, ApiError> {
    if body.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(body).map_err(|_| ApiError::Malformed)
}
