//! Ghosts: runs that race again beside a racer who is alone. The page alone draws them, so they count for nothing.

use actix_web::web;
use serde::{Deserialize, Serialize};
use typing::score::{time_at, two_decimals};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{ShortRaceId, SkinFile, Username, lookup_if_any};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::late_finish::NO_SEAT;
use crate::handlers::seconds;
use crate::models::ghost::Ghost;
use crate::models::text::Text;
use crate::models::user_stats::UserStats;

/// The maximum number of ghosts in a race.
const MOST: usize = 3;

/// The speed near which a racer without an average meets ghosts. The mean of 168,000 typists was 52 wpm (Dhakal et al.
/// 2018).
const NEWCOMER_WPM: f64 = 50.0;

#[derive(Deserialize, ToSchema)]
pub(crate) struct GhostsForm {
    /// The `receipt` that `/api/play` gave with the seat.
    receipt: String,
    /// The id of a race that was shared. One that is unknown or malformed gives no ghost.
    #[serde(deserialize_with = "lookup_if_any")]
    #[schema(value_type = Option<String>, example = "uVCeG3pQQ1yQyx0XH2r0Wg")]
    race: Option<Option<ShortRaceId>>,
    /// The racer of the shared race.
    #[serde(deserialize_with = "lookup_if_any")]
    #[schema(value_type = Option<String>, example = "marisol")]
    username: Option<Option<Username>>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct GhostsAnswer {
    #[schema(max_items = 3)]
    ghosts: Vec<GhostAnswer>,
}

/// A run that races again.
#[derive(Serialize, ToSchema)]
#[schema(as = Ghost)]
struct GhostAnswer {
    #[schema(inline)]
    kind: Kind,
    username: Username,
    skin: SkinFile,
    /// The speed of the run, at which the ghost finishes this text, too.
    wpm: f64,
    /// The time of the ghost on this text, in seconds.
    time: f64,
    /// For each character of the text of the room, the whole milliseconds after the start at which the ghost has typed it.
    /// They never fall.
    #[schema(max_items = 600)]
    arrivals: Vec<u32>,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The run that was shared.
    Shared,
    /// A run on the board of the day, faster than the user's average.
    Ahead,
    /// The user's own best in the language of the text.
    Own,
    /// A run of someone else near the user's average or, before the first race, near that of typists.
    Near,
}

/// `POST /api/ghosts`: returns the ghosts of a race in which the user has a seat.
pub(crate) async fn ghosts(
    services: web::Data<Services>,
    caller: Caller<GhostsForm>,
) -> Result<web::Json<GhostsAnswer>, ApiError> {
    let found = caller.run(move |user, GhostsForm { receipt, race, username }, conn| {
        let receipt = services.tokens.read_receipt(&receipt, user.id).ok_or(NO_SEAT)?;
        let mut ghosts: Vec<GhostAnswer> = Vec::with_capacity(MOST);
        let Some(text) = Text::find(receipt.text, conn)? else { return Ok(ghosts) };
        let mut add = |kind, runs: Vec<Ghost>| {
            for run in runs {
                // One ghost of each racer, so that no two lanes have the same name.
                let is_new = ghosts.iter().all(|ghost| ghost.username != run.username);
                if let Some(arrivals) = run.arrivals(&text.text).filter(|_| is_new && ghosts.len() < MOST) {
                    ghosts.push(GhostAnswer::of(kind, run, arrivals));
                }
            }
            ghosts.len() < MOST
        };
        if let (Some(race), Some(username)) = (race.flatten(), username.flatten()) {
            add(Kind::Shared, Ghost::shared(user.id, race, &username, conn)?);
        }
        let length = text.text.chars().count();
        let average = UserStats::in_language(user.id, text.language, conn)?.average_wpm;
        let time_ms = if average > 0.0 { time_at(average, length).as_millis() as i64 } else { i64::MAX };
        if add(Kind::Ahead, Ghost::ahead(user.id, receipt.race, time_ms, conn)?) {
            let has_room = add(Kind::Own, Ghost::own(user.id, text.language, conn)?);
            if has_room {
                let wpm = if average > 0.0 { average } else { NEWCOMER_WPM };
                add(Kind::Near, Ghost::near(user.id, wpm, text.language, text.id, conn)?);
            }
        }
        Ok(ghosts)
    });
    Ok(web::Json(GhostsAnswer { ghosts: found.await? }))
}

impl GhostAnswer {
    fn of(kind: Kind, Ghost { username, skin, wpm, .. }: Ghost, arrivals: Vec<u32>) -> Self {
        let time = seconds(arrivals.last().copied().unwrap_or_default().into());
        Self { kind, username, skin, wpm: two_decimals(wpm), time, arrivals }
    }
}
