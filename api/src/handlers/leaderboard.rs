//! The leaderboard.

use actix_web::body::BoxBody;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse, Responder};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::score::two_decimals;
use utoipa::ToSchema;
use utoipa::openapi::{Components, RefOr, Schema};

use crate::Services;
use crate::document::Answer;
use crate::domain::{Country, Language, Username};
use crate::error::ApiError;
use crate::extract::Body;
use crate::models::leaderboard::{Order, Standing};

#[derive(Deserialize, ToSchema)]
pub(crate) struct LeaderboardRequest {
    #[serde(rename = "type")]
    #[schema(inline)]
    order: Order,
    /// Only races through texts in this language count; all races if it is left out.
    language: Option<Language>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LeaderboardAnswer {
    data: Vec<Row>,
}

/// One user. `wpm` and `accuracy` are lists to average, as the contract has it; here each holds only the average.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeaderboardRow)]
struct Row {
    username: Username,
    country: Country,
    wpm: [f64; 1],
    races_total: i32,
    races_won: i32,
    best_race: f64,
    accuracy: [f64; 1],
    creation_date: DateTime<Utc>,
}

/// A serialized [`LeaderboardAnswer`], shared by many calls.
pub(crate) struct Written(Bytes);

impl Responder for Written {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Ok().content_type(ContentType::json()).body(self.0)
    }
}

impl Answer for Written {
    fn describe(components: &mut Components) -> RefOr<Schema> {
        web::Json::<LeaderboardAnswer>::describe(components)
    }
}

/// `POST /api/leaderboard`: the top 100 in one of six orders, of one language or of all.
pub(crate) async fn leaderboard(
    services: web::Data<Services>,
    Body(LeaderboardRequest { order, language }): Body<LeaderboardRequest>,
) -> Result<Written, ApiError> {
    let read = async || {
        let standings = services.database.with_conn(move |conn| Standing::first(order, language, conn)).await?;
        let answer = LeaderboardAnswer { data: standings.into_iter().map(Row::from).collect() };
        let json = serde_json::to_vec(&answer).map_err(|error| ApiError::internal(&error))?;
        Ok(json.into())
    };
    let board = services.leaderboards.get(order, language, read).await?;
    Ok(Written(board))
}

impl From<Standing> for Row {
    fn from(standing: Standing) -> Self {
        Self {
            username: standing.username,
            country: standing.country,
            wpm: [two_decimals(standing.average_wpm)],
            races_total: standing.races_total,
            races_won: standing.races_won,
            best_race: two_decimals(standing.best_wpm),
            accuracy: [two_decimals(standing.average_accuracy)],
            creation_date: standing.member_since,
        }
    }
}
