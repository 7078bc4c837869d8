//! The leaderboard.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use typing::score::two_decimals;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Country, Division, ErrorCode, Invalid, Language, ShortRaceId, Username};
use crate::error::ApiError;
use crate::extract::Body;
use crate::handlers::{Written, write};
use crate::models::leaderboard::{Order, Racers, Standing};
use crate::models::run;

#[derive(Deserialize, ToSchema)]
pub(crate) struct LeaderboardRequest {
    #[serde(rename = "type")]
    #[schema(inline)]
    order: Order,
    /// Only races through texts in this language count; all races if it is left out.
    language: Option<Language>,
    /// Only racers of this division, given by its lower end in wpm. It needs a language.
    #[schema(inline)]
    division: Option<Division>,
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
    /// The id of that race, for its replay.
    #[schema(required)]
    best_race_id: Option<ShortRaceId>,
    accuracy: [f64; 1],
    creation_date: DateTime<Utc>,
}

/// `POST /api/leaderboard`: the top 100 in one of six orders, of one language, of one division in it, or of all.
pub(crate) async fn leaderboard(
    services: web::Data<Services>,
    Body(LeaderboardRequest { order, language, division }): Body<LeaderboardRequest>,
) -> Result<Written<LeaderboardAnswer>, ApiError> {
    let racers = match (language, division) {
        (None, None) => Racers::All,
        (Some(language), None) => Racers::In(language),
        (Some(language), Some(division)) => Racers::OfDivision(language, division),
        (None, Some(_)) => {
            return Err(ApiError::invalid("language", Invalid::new(ErrorCode::Missing, "is missing")));
        }
    };
    let read = async || {
        let rows = services.database.with_conn(move |conn| {
            let standings = Standing::first(order, racers, conn)?;
            let users: Vec<_> = standings.iter().map(|standing| standing.user_id).collect();
            let best_races = run::best_races(&users, language, conn)?;
            let row = |standing: Standing| {
                let best_race = best_races.get(&standing.user_id).copied();
                Row::of(standing, best_race)
            };
            Ok(standings.into_iter().map(row).collect())
        });
        write(&LeaderboardAnswer { data: rows.await? })
    };
    services.leaderboards.get(order, racers, read).await.map(Written::from)
}

impl Row {
    fn of(standing: Standing, best_race_id: Option<ShortRaceId>) -> Self {
        Self {
            username: standing.username,
            country: standing.country,
            wpm: [two_decimals(standing.average_wpm)],
            races_total: standing.races_total,
            races_won: standing.races_won,
            best_race: two_decimals(standing.best_wpm),
            best_race_id,
            accuracy: [two_decimals(standing.average_accuracy)],
            creation_date: standing.member_since,
        }
    }
}
