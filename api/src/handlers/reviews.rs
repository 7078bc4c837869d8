//! Results that are held back: their owners ask for a look, and admins decide.

use actix_web::web;
use serde::{Deserialize, Serialize};
use shared::UserId;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{ErrorCode, Explanation, RequestId, RunId, RunKind, Username, lookup};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::OkAnswer;
use crate::handlers::history::{UNKNOWN, WholeRunAnswer};
use crate::mail::{Mail, Reviewed};
use crate::models::race_result;
use crate::models::result_review::ResultReview;
use crate::models::run::Run;
use crate::models::user::User;

/// The number of results per page, each with its keys.
const LISTED_AT_MOST: i64 = 10;

pub(crate) const NOT_HELD: ApiError = ApiError::Conflict(ErrorCode::NotHeld, "This result is not held back.");
pub(crate) const ASKED_ALREADY: ApiError =
    ApiError::Conflict(ErrorCode::AlreadyAsked, "You have asked for a look at this result already.");
pub(crate) const NOT_WAITING: ApiError =
    ApiError::Conflict(ErrorCode::NotWaiting, "This result does not wait for a look.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct AskForm {
    /// The id of a race. A malformed one is that of no run.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "r12")]
    run: Option<RunId>,
}

/// The position in the list of results.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HeldForm {
    /// The `id` of the last result on the previous page.
    after: Option<RequestId>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct DecisionForm {
    id: RequestId,
    /// True if the result counts from now on.
    accept: bool,
    explanation: Explanation,
}

/// A page of results that wait for a look, and the total number.
#[derive(Serialize, ToSchema)]
pub(crate) struct HeldAnswer {
    results: Vec<HeldResult>,
    open: i64,
}

#[derive(Serialize, ToSchema)]
struct HeldResult {
    id: RequestId,
    username: Username,
    run: WholeRunAnswer,
}

/// `POST /api/askforlook`: asks an admin to look at a result that is held back.
pub(crate) async fn ask(caller: Caller<AskForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let asked = caller.transact(|user, AskForm { run }, conn| {
        let run = Run::find(user.id, run.ok_or(UNKNOWN)?, conn)?.ok_or(UNKNOWN)?;
        let review = match run.id() {
            RunId { kind: RunKind::Race, row } => ResultReview::find(row, conn)?,
            RunId { kind: RunKind::Practice, .. } => None,
        };
        if review.ok_or(NOT_HELD)?.ask(conn)? { Ok(()) } else { Err(ASKED_ALREADY) }
    });
    asked.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/admin/getheldresults`: returns a page of results that wait for a look, oldest first.
pub(crate) async fn list(caller: Caller<HeldForm, true>) -> Result<web::Json<HeldAnswer>, ApiError> {
    let listed = caller.run(|_, HeldForm { after }, conn| {
        let mut results = Vec::new();
        for (review, owner, username) in ResultReview::open(after.unwrap_or_default(), LISTED_AT_MOST, conn)? {
            let id = RunId { kind: RunKind::Race, row: review.result_id };
            // A result whose account was deleted in this moment.
            if let Some(run) = Run::find(UserId(owner), id, conn)? {
                let run = WholeRunAnswer::read(run, conn)?;
                results.push(HeldResult { id: review.result_id.into(), username, run });
            }
        }
        Ok(HeldAnswer { results, open: ResultReview::count_open(conn)? })
    });
    Ok(web::Json(listed.await?))
}

/// `POST /api/admin/decideresult`: accepts a result, which counts from now on, or rejects it, and mails the explanation to
/// its owner.
pub(crate) async fn decide(
    services: web::Data<Services>,
    caller: Caller<DecisionForm, true>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let decided = caller.transact(|admin, DecisionForm { id, accept, explanation }, conn| {
        // Accounts are always locked before their rows, so that transactions cannot deadlock. If two admins decide at
        // once, one succeeds.
        let owner = ResultReview::owner_of(id, conn)?.ok_or(UNKNOWN)?;
        let owner = User::lock(owner, conn)?.ok_or(UNKNOWN)?;
        let review = ResultReview::lock(id, conn)?.ok_or(UNKNOWN)?;
        if !review.is_open() {
            return Err(NOT_WAITING);
        }
        review.decide(&explanation, admin.id, conn)?;
        if accept {
            race_result::accept(review.result_id, review.if_accepted, owner.created_at, conn)?;
        } else {
            race_result::reject(review.result_id, conn)?;
        }
        let run = RunId { kind: RunKind::Race, row: review.result_id };
        let found = Run::find(owner.id, run, conn)?.ok_or(UNKNOWN)?;
        let (run, wpm) = (run.to_string(), found.wpm.round() as u32);
        let reviewed = Reviewed { run, wpm, text: found.excerpt, explanation: explanation.to_string() };
        let mail = if accept { Mail::ResultAccepted(reviewed) } else { Mail::ResultRejected(reviewed) };
        mail.write(&owner, conn)?;
        Ok((admin.id, id, accept))
    });
    let (admin, id, accept) = decided.await?;
    services.mail_signal.notify_one();
    tracing::info!(admin.id = admin.0, result.id = id.0, accept, "a held result was decided");
    Ok(OkAnswer::json())
}
