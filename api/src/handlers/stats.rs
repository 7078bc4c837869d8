//! The statistics of a racer: public ones, and skins for the racer only.

use actix_web::web;
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use shared::UserId;
use shared::racer::Division;
use typing::score::two_decimals;
use utoipa::ToSchema;

use crate::domain::{ErrorCode, Language, ShortRaceId, Username, lookup};
use crate::error::ApiError;
use crate::extract::Visitor;
use crate::handlers::seconds;
use crate::handlers::skins::{LockedSkin, SkinView};
use crate::models::run;
use crate::models::skin::{self, Skin};
use crate::models::user::Profile;
use crate::models::user_stats::{self, UserStats};

pub(crate) const UNKNOWN_USER: ApiError =
    ApiError::NotFound(ErrorCode::UnknownUser, "There is no user with this name.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct StatsRequest {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
    /// Only races through texts in this language count; all races if it is left out.
    language: Option<Language>,
}

/// A racer's public statistics: averages over all races, and time in seconds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RacerStats {
    #[serde(flatten)]
    profile: Profile,
    wpm: f64,
    accuracy: f64,
    races_total: i32,
    races_won: i32,
    best_race: f64,
    /// The id of that race, for its replay; null before the first.
    #[schema(required)]
    best_race_id: Option<ShortRaceId>,
    time: f64,
    /// The divisions, whichever language is asked for. None in a language before its first verified ranked race.
    divisions: Vec<LanguageDivision>,
}

/// A racer's division in a language.
#[derive(Serialize, ToSchema)]
struct LanguageDivision {
    language: Language,
    /// The lower end, in wpm.
    #[schema(value_type = u16)]
    division: Division,
}

/// A racer's statistics.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatsAnswer {
    #[serde(flatten)]
    stats: RacerStats,
    /// The skins that the racer owns. Only on the user's own profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    skins: Option<Vec<SkinView>>,
    /// The skins that the racer does not own. Only on the user's own profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    to_be_unlocked: Option<Vec<LockedSkin>>,
}

/// `POST /api/getstats`: returns a user's statistics and, for their own token, their skins.
pub(crate) async fn getstats(visitor: Visitor<StatsRequest>) -> Result<web::Json<StatsAnswer>, ApiError> {
    let found = visitor.run(|visitor, StatsRequest { username, language }, conn| {
        let (id, stats) = RacerStats::find(username, language, conn)?;
        let is_own = visitor.is_some_and(|visitor| visitor.id == id);
        let skins = is_own.then(|| skin::all_for(Some(id), conn)).transpose()?;
        Ok((stats, skins))
    });
    let (stats, skins) = found.await?;
    let (skins, to_be_unlocked) = skins.map(sorted_by_owner).unzip();
    Ok(web::Json(StatsAnswer { stats, skins, to_be_unlocked }))
}

impl RacerStats {
    /// Returns the key and the statistics of the user with this name, of all languages or of one.
    ///
    /// # Errors
    /// [`UNKNOWN_USER`], also for a malformed name, which is `None`.
    pub(crate) fn find(
        username: Option<Username>,
        language: Option<Language>,
        conn: &mut PgConnection,
    ) -> Result<(UserId, Self), ApiError> {
        let (id, profile, stats) = Profile::find(&username.ok_or(UNKNOWN_USER)?, conn)?.ok_or(UNKNOWN_USER)?;
        let stats = language.map_or(Ok(stats), |language| UserStats::in_language(id, language, conn))?;
        let best_race_id = run::best_races(&[id], language, conn)?.remove(&id);
        let divisions = user_stats::divisions(id, conn)?.into_iter();
        let stats = Self {
            profile,
            wpm: two_decimals(stats.average_wpm),
            accuracy: two_decimals(stats.average_accuracy),
            races_total: stats.races_total,
            races_won: stats.races_won,
            best_race: two_decimals(stats.best_wpm),
            best_race_id,
            time: seconds(stats.time_ms),
            divisions: divisions.map(|(language, division)| LanguageDivision { language, division }).collect(),
        };
        Ok((id, stats))
    }
}

/// Splits skins into those that a user owns and those that they do not.
fn sorted_by_owner(all: Vec<(Skin, bool)>) -> (Vec<SkinView>, Vec<LockedSkin>) {
    let (owned, locked): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, is_owned)| *is_owned);
    (
        owned.into_iter().map(|(skin, _)| skin.into()).collect(),
        locked.into_iter().map(|(skin, _)| skin.into()).collect(),
    )
}
