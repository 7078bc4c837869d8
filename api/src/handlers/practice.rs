//! Singleplayer results of signed-in users, which are private.

use actix_web::web;
use serde::{Deserialize, Serialize};
use shared::score::two_decimals;
use utoipa::ToSchema;

use crate::domain::{Accuracy, DeviceTime, PracticeTime, Wpm};
use crate::error::ApiError;
use crate::extract::{Caller, NoFields};
use crate::handlers::{OkAnswer, Status, seconds};
use crate::models::practice_result::NewPracticeResult;
use crate::models::practice_stats::PracticeStats;

#[derive(Deserialize, ToSchema)]
pub(crate) struct PracticeForm {
    time: PracticeTime,
    wpm: Wpm,
    accuracy: Accuracy,
    date: DeviceTime,
}

/// A user's practice statistics: averages over all practices, and time in seconds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PracticeStatsAnswer {
    #[schema(inline)]
    status: Status,
    wpm: f64,
    accuracy: f64,
    time: f64,
    races_total: i32,
    best_race: f64,
}

/// `POST /api/singleplayer`: saves a result, once even if it is sent again.
pub(crate) async fn save(caller: Caller<PracticeForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let saved = caller.transact(|user, PracticeForm { time, wpm, accuracy, date }, conn| {
        let result =
            NewPracticeResult { user_id: user.id, time_ms: time.0, wpm: wpm.0, accuracy: accuracy.0, typed_at: date.0 };
        if result.clone().insert(conn)? {
            PracticeStats::add(&result, conn)?;
        }
        Ok(())
    });
    saved.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/singleplayer/stats`: returns the user's practice statistics.
pub(crate) async fn stats(caller: Caller<NoFields>) -> Result<web::Json<PracticeStatsAnswer>, ApiError> {
    let stats = caller.run(|user, _, conn| Ok(PracticeStats::of(user.id, conn)?)).await?;
    // Without practice, all sums and averages are zero.
    let n = f64::from(stats.races_total.max(1));
    Ok(web::Json(PracticeStatsAnswer {
        status: Status::Ok,
        wpm: two_decimals(stats.wpm_sum / n),
        accuracy: two_decimals(stats.accuracy_sum / n),
        time: seconds(stats.time_ms),
        races_total: stats.races_total,
        best_race: two_decimals(stats.best_wpm),
    }))
}
