//! Reports: users report names, replays and texts, and admins settle them.

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::{ErrorCode, Explanation, ReportWords, RequestId, ShortRaceId, Username, lookup_if_any};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::OkAnswer;
use crate::handlers::moderation::BanAnswer;
use crate::handlers::replay;
use crate::handlers::stats::UNKNOWN_USER;
use crate::models::admin_act::{self, Act};
use crate::models::ban::Ban;
use crate::models::report::{self, Case, Kind, NewReport};
use crate::models::text::Text;
use crate::models::user::{self, User};

/// The number of cases per page, and of replies.
const LISTED_AT_MOST: i64 = 50;

pub(crate) const OWN: ApiError = ApiError::Conflict(ErrorCode::OwnReport, "You can't report yourself.");
pub(crate) const REPORTED_ALREADY: ApiError =
    ApiError::Conflict(ErrorCode::AlreadyReported, "You have reported this already.");
pub(crate) const UNKNOWN: ApiError =
    ApiError::NotFound(ErrorCode::UnknownReport, "There is no such report, or it is settled.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportForm {
    #[schema(inline)]
    kind: Kind,
    /// The user whose name or run it is, in any case.
    #[serde(default, deserialize_with = "lookup_if_any")]
    #[schema(value_type = Option<String>, example = "marisol")]
    username: Option<Option<Username>>,
    /// The id of the race of a replay, or of one through the text.
    #[serde(default, deserialize_with = "lookup_if_any")]
    #[schema(value_type = Option<String>, example = "uVCeG3pQQ1yQyx0XH2r0Wg")]
    race: Option<Option<ShortRaceId>>,
    words: Option<ReportWords>,
}

/// The position in the list of cases.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ListForm {
    /// The `id` of the last case on the previous page.
    after: Option<RequestId>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SettleForm {
    id: RequestId,
    /// True if a reported text is drawn no more.
    retire_text: Option<bool>,
    explanation: Explanation,
}

/// A page of reported things, and what banned users replied.
#[derive(Serialize, ToSchema)]
pub(crate) struct CasesAnswer {
    cases: Vec<CaseAnswer>,
    /// The number of open reports.
    open: i64,
    replies: Vec<ReplyAnswer>,
}

/// A thing that was reported, by one user or several, with the first report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportedThing)]
struct CaseAnswer {
    id: RequestId,
    #[schema(inline)]
    kind: Kind,
    /// The name of the user now; null for a text.
    #[schema(required)]
    username: Option<Username>,
    /// The name when it was reported.
    #[schema(required)]
    reported_name: Option<Username>,
    #[schema(required)]
    race: Option<ShortRaceId>,
    #[schema(required)]
    text: Option<String>,
    /// Null once that account is deleted.
    #[schema(required)]
    reporter: Option<Username>,
    words: String,
    /// The number of users who reported it.
    reports: i64,
    date: DateTime<Utc>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = BanReplied)]
struct ReplyAnswer {
    username: Username,
    ban: BanAnswer,
}

/// `POST /api/report`: reports a name, a replay or a text to the admins, once.
pub(crate) async fn report(caller: Caller<ReportForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let reported = caller.transact(|user, form, conn| {
        if new_report(&user, form, conn)?.insert_if_missing(conn)? { Ok(()) } else { Err(REPORTED_ALREADY) }
    });
    reported.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/admin/reports`: returns a page of what is reported, the longest ago first.
pub(crate) async fn list(caller: Caller<ListForm, true>) -> Result<web::Json<CasesAnswer>, ApiError> {
    let listed = caller.run(|_, ListForm { after }, conn| {
        let cases = Case::open(after.unwrap_or_default(), LISTED_AT_MOST, conn)?;
        let replies = Ban::replied(LISTED_AT_MOST, conn)?;
        let replies = replies.into_iter().map(|(username, ban)| ReplyAnswer { username, ban: ban.into() });
        let cases = cases.into_iter().map(CaseAnswer::from).collect();
        Ok(CasesAnswer { cases, open: report::count_open(conn)?, replies: replies.collect() })
    });
    Ok(web::Json(listed.await?))
}

/// `POST /api/admin/settlereports`: settles all open reports of a thing, and writes down why.
pub(crate) async fn settle(caller: Caller<SettleForm, true>) -> Result<web::Json<OkAnswer>, ApiError> {
    let settled = caller.transact(|admin, SettleForm { id, retire_text, explanation }, conn| {
        let subject = report::subject(id, conn)?.ok_or(UNKNOWN)?;
        if report::settle(&subject.thing, conn)? == 0 {
            return Err(UNKNOWN);
        }
        let text = subject.text.map(|text| Text::find(text.into(), conn)).transpose()?.flatten();
        let race = subject.race.map(|race| race.to_string());
        let detail = text.as_ref().map(|text| text.text.to_string()).or(race).unwrap_or_default();
        admin_act::insert(&admin.username, subject.user, Act::SettleReports, &detail, &explanation, conn)?;
        if let Some(text) = text.filter(|_| retire_text == Some(true)) {
            text.retire(conn)?;
            admin_act::insert(&admin.username, None, Act::RetireText, &text.text, &explanation, conn)?;
        }
        Ok(())
    });
    settled.await?;
    Ok(OkAnswer::json())
}

/// Finds what a user reports.
fn new_report(reporter: &User, form: ReportForm, conn: &mut PgConnection) -> Result<NewReport, ApiError> {
    let ReportForm { kind, username, race, words } = form;
    let blank = NewReport {
        reporter_id: reporter.id,
        kind,
        user_id: None,
        username: None,
        race_id: None,
        text_id: None,
        words: words.unwrap_or_default().to_string(),
    };
    let race = race.flatten();
    if kind == Kind::Text {
        let text = Text::of_race(race.ok_or(replay::UNKNOWN)?, conn)?.ok_or(replay::UNKNOWN)?;
        return Ok(NewReport { text_id: Some(text.id.0), ..blank });
    }
    let reported = User::find_by_name(&username.flatten().ok_or(UNKNOWN_USER)?, conn)?.ok_or(UNKNOWN_USER)?;
    if reported.id == reporter.id {
        return Err(OWN);
    }
    let race_id = match kind {
        Kind::Replay => {
            let race = race.ok_or(replay::UNKNOWN)?;
            let is_racer = user::racers_of(race, conn)?.iter().any(|racer| racer.id == reported.id);
            Some(if is_racer { race } else { return Err(replay::UNKNOWN) })
        }
        Kind::Name | Kind::Text => None,
    };
    Ok(NewReport { user_id: Some(reported.id.0), username: Some(reported.username), race_id, ..blank })
}

impl From<Case> for CaseAnswer {
    fn from(case: Case) -> Self {
        Self {
            id: case.id.into(),
            kind: case.kind,
            username: case.username,
            reported_name: case.reported_name,
            race: case.race,
            text: case.text,
            reporter: case.reporter,
            words: case.words,
            reports: case.reports,
            date: case.created_at,
        }
    }
}
