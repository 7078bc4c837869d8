//! The calls, by area. A handler takes typed arguments, makes one request to the models, and answers with a type of its
//! own, never with a row.

pub(crate) mod account_settings;
pub(crate) mod accounts;
pub(crate) mod admin;
pub(crate) mod api_keys;
pub(crate) mod banned;
pub(crate) mod blocks;
pub(crate) mod data;
pub(crate) mod events;
pub(crate) mod feedback;
pub(crate) mod ghosts;
pub(crate) mod history;
pub(crate) mod keys;
pub(crate) mod late_finish;
pub(crate) mod leaderboard;
pub(crate) mod moderation;
pub(crate) mod passwords;
pub(crate) mod practice;
pub(crate) mod race;
pub(crate) mod races;
pub(crate) mod replay;
pub(crate) mod reports;
pub(crate) mod reviews;
pub(crate) mod settings;
pub(crate) mod shop;
pub(crate) mod skins;
pub(crate) mod stats;
pub(crate) mod text_requests;
pub(crate) mod texts;
pub(crate) mod today;
pub(crate) mod verification;
pub(crate) mod watch;

use std::marker::PhantomData;

use actix_web::body::BoxBody;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse, Responder};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::{Components, RefOr, Schema};

use crate::document::Answer;
use crate::domain::ErrorCode;
use crate::error::ApiError;

/// Answers a path that is no call's.
pub(crate) async fn unknown_path() -> Result<&'static str, ApiError> {
    Err(ApiError::NotFound(ErrorCode::UnknownCall, "There is no such call."))
}

/// The answer of a call that returns nothing else.
#[derive(Serialize, ToSchema)]
pub(crate) struct OkAnswer {
    #[schema(inline)]
    status: Status,
}

/// The status of a successful call.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Ok,
}

impl OkAnswer {
    fn json() -> web::Json<Self> {
        web::Json(Self { status: Status::Ok })
    }
}

/// A serialized `T`, shared by many calls.
pub(crate) struct Written<T> {
    json: Bytes,
    of: PhantomData<T>,
}

/// Serializes an answer for [`Written`].
pub(crate) fn write(answer: &impl Serialize) -> Result<Bytes, ApiError> {
    serde_json::to_vec(answer).map(Bytes::from).map_err(|error| ApiError::internal(&error))
}

impl<T> From<Bytes> for Written<T> {
    fn from(json: Bytes) -> Self {
        Self { json, of: PhantomData }
    }
}

impl<T> Responder for Written<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Ok().content_type(ContentType::json()).body(self.json)
    }
}

impl<T: ToSchema> Answer for Written<T> {
    fn describe(components: &mut Components) -> RefOr<Schema> {
        web::Json::<T>::describe(components)
    }
}

/// Converts milliseconds to seconds.
fn seconds(ms: i64) -> f64 {
    ms as f64 / 1000.0
}
