//! The leaderboard.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::score::two_decimals;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Country, Language, Username};
use crate::error::ApiError;
use crate::extract::Body;
use crate::handlers::{Written, write};
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

/// `POST /api/leaderboard`: the top 100 in one of six orders, of one language or of all.
pub(crate) async fn leaderboard(
    services: web::Data<Services>,
    Body(LeaderboardRequest { order, language }): Body<LeaderboardRequest>,
) -> Result<Written<LeaderboardAnswer>, ApiError> {
    let read = async || {
        let standings = services.database.with_conn(move |conn| Standing::first(order, language, conn)).await?;
        let answer = LeaderboardAnswer { data: standings.into_iter().map(Row::from).collect() };
        write(&answer)
    };
    services.leaderboards.get(order, language, read).await.map(Written::from)
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
