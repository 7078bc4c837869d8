//! The calls, by area. A handler takes typed arguments, makes one request to the models, and answers with a type of its
//! own, never with a row.

pub(crate) mod account_settings;
pub(crate) mod accounts;
pub(crate) mod admin;
pub(crate) mod data;
pub(crate) mod feedback;
pub(crate) mod history;
pub(crate) mod keys;
pub(crate) mod leaderboard;
pub(crate) mod passwords;
pub(crate) mod practice;
pub(crate) mod race;
pub(crate) mod settings;
pub(crate) mod shop;
pub(crate) mod skins;
pub(crate) mod stats;
pub(crate) mod text_requests;
pub(crate) mod texts;
pub(crate) mod verification;

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

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

/// Converts milliseconds to seconds.
fn seconds(ms: i64) -> f64 {
    ms as f64 / 1000.0
}
