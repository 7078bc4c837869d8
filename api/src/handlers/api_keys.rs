//! The keys of the public API that a user makes and revokes.

use actix_web::web;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{ApiKeyName, ErrorCode};
use crate::error::ApiError;
use crate::extract::{Caller, NoFields};
use crate::handlers::OkAnswer;
use crate::models::api_key::{self, ApiKeyRow};
use crate::models::user::User;
use crate::public::ApiKey;

/// The maximum number of keys per account.
const KEYS_AT_MOST: i64 = 5;

pub(crate) const TOO_MANY: ApiError = ApiError::Conflict(
    ErrorCode::TooManyApiKeys,
    "You have as many API keys as an account can have. Revoke one that you no longer need.",
);
pub(crate) const UNKNOWN: ApiError =
    ApiError::NotFound(ErrorCode::UnknownApiKey, "You have no API key with this name.");
pub(crate) const NAME_TAKEN: ApiError = ApiError::Taken { field: "keyName" };

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ApiKeyForm {
    key_name: ApiKeyName,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ApiKeysAnswer {
    #[schema(max_items = 5)]
    keys: Vec<ApiKeyAnswer>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKey)]
struct ApiKeyAnswer {
    key_name: ApiKeyName,
    creation_date: DateTime<Utc>,
    /// The last day (UTC) on which the key was used; null before the first call.
    #[schema(required)]
    last_used: Option<NaiveDate>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct NewApiKeyAnswer {
    /// The key, which is in no other answer.
    key: String,
}

/// `POST /api/apikeys`: lists the user's keys, oldest first, without their secrets.
pub(crate) async fn list(caller: Caller<NoFields>) -> Result<web::Json<ApiKeysAnswer>, ApiError> {
    let rows = caller.run(|user, _, conn| Ok(ApiKeyRow::list(user.id, conn)?)).await?;
    Ok(web::Json(ApiKeysAnswer { keys: rows.into_iter().map(ApiKeyAnswer::from).collect() }))
}

/// `POST /api/makeapikey`: makes a key. Only its hash is kept.
pub(crate) async fn make(
    services: web::Data<Services>,
    caller: Caller<ApiKeyForm>,
) -> Result<web::Json<NewApiKeyAnswer>, ApiError> {
    let hash = services.keyed_hash();
    let made = caller.transact(move |user, ApiKeyForm { key_name }, conn| {
        // Locked, so that calls at the same time cannot exceed the number.
        let user = User::lock(user.id, conn)?.ok_or(ApiError::NotLoggedIn)?;
        if api_key::count(user.id, conn)? >= KEYS_AT_MOST {
            return Err(TOO_MANY);
        }
        let key = ApiKey::generate();
        let inserted = api_key::insert(user.id, &key_name, &key.hash(&hash), conn);
        inserted.map_err(|error| ApiError::taken_if(error, &[("api_keys_pkey", "keyName")]))?;
        Ok(key)
    });
    Ok(web::Json(NewApiKeyAnswer { key: made.await?.into() }))
}

/// `POST /api/revokeapikey`: revokes a key at once.
pub(crate) async fn revoke(caller: Caller<ApiKeyForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let revoked = caller.run(|user, ApiKeyForm { key_name }, conn| Ok(api_key::delete(user.id, &key_name, conn)?));
    if revoked.await? { Ok(OkAnswer::json()) } else { Err(UNKNOWN) }
}

impl From<ApiKeyRow> for ApiKeyAnswer {
    fn from(ApiKeyRow { name, created_at, used_on }: ApiKeyRow) -> Self {
        Self { key_name: name, creation_date: created_at, last_used: used_on }
    }
}
