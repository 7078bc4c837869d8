//! Text requests: suggested by signed-in users, decided by admins.

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Author, ErrorCode, Language, Passage, PastedPassage, Reason, RequestId, Username, WebAddress};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::{OkAnswer, Status};
use crate::mail::Mail;
use crate::models::admin_act::{self, Act};
use crate::models::text::{NewText, Text};
use crate::models::text_request::{NewTextRequest, State, TextRequest};
use crate::models::user::User;

/// The number of text requests per page.
const LISTED_AT_MOST: i64 = 100;

pub(crate) const IN_USE: ApiError = ApiError::Conflict(ErrorCode::TextInUse, "This text is already in use.");
pub(crate) const SUGGESTED_ALREADY: ApiError =
    ApiError::Conflict(ErrorCode::AlreadySuggested, "This text has already been suggested.");
pub(crate) const UNKNOWN: ApiError =
    ApiError::NotFound(ErrorCode::UnknownTextRequest, "There is no such text request.");
pub(crate) const DECIDED_ALREADY: ApiError =
    ApiError::Conflict(ErrorCode::AlreadyDecided, "This text request has already been decided.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct TextRequestForm {
    text: PastedPassage,
    author: Author,
    url: WebAddress,
    /// The language of the text; English if it is left out.
    language: Option<Language>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct ApprovalForm {
    id: RequestId,
    /// The text to add, if it differs from the suggested one.
    text: Option<Passage>,
    /// Its author, if it differs from the suggested one.
    author: Option<Author>,
    /// Its language, if it differs from the suggested one.
    language: Option<Language>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct RejectionForm {
    id: RequestId,
    /// May be empty.
    reason: Option<Reason>,
}

/// The position in the list of text requests.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ListForm {
    /// The `id` of the last text request on the previous page.
    after: Option<RequestId>,
}

/// A page of pending text requests, and the total number.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextRequestsAnswer {
    requests: Vec<TextRequestAnswer>,
    open: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TextRequestAnswer {
    id: RequestId,
    text: String,
    author: Author,
    url: WebAddress,
    language: Language,
    username: Username,
    creation_date: DateTime<Utc>,
}

/// The text that was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct ApprovedAnswer {
    #[schema(inline)]
    status: Status,
    text: Passage,
    author: Author,
    language: Language,
}

/// `POST /api/textrequest`: suggests a text, which is stored as it was typed.
pub(crate) async fn suggest(caller: Caller<TextRequestForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let suggested = caller.run(|user, TextRequestForm { text, author, url, language }, conn| {
        let PastedPassage { pasted, passage } = text;
        if Text::exists(&passage, conn)? {
            return Err(IN_USE);
        }
        let language = language.unwrap_or_default();
        let request = NewTextRequest { user_id: user.id, text: pasted, author, url, language };
        if request.insert_if_missing(conn)? { Ok(()) } else { Err(SUGGESTED_ALREADY) }
    });
    suggested.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/admin/gettextrequests`: returns a page of pending text requests, oldest first.
pub(crate) async fn list(caller: Caller<ListForm, true>) -> Result<web::Json<TextRequestsAnswer>, ApiError> {
    let listed = caller.run(|_, ListForm { after }, conn| {
        let listed = TextRequest::open(after.unwrap_or_default(), LISTED_AT_MOST, conn)?;
        Ok((listed, TextRequest::count_open(conn)?))
    });
    let (requests, open) = listed.await?;
    let answer = |(request, username)| {
        let TextRequest { id, text, author, url, language, created_at, .. } = request;
        TextRequestAnswer { id, text, author, url, language, username, creation_date: created_at }
    };
    Ok(web::Json(TextRequestsAnswer { requests: requests.into_iter().map(answer).collect(), open }))
}

/// `POST /api/admin/approvetextrequest`: adds the text, or the admin's version of it, and mails the user who suggested
/// it.
pub(crate) async fn approve(
    services: web::Data<Services>,
    caller: Caller<ApprovalForm, true>,
) -> Result<web::Json<ApprovedAnswer>, ApiError> {
    let approved = caller.transact(|admin, ApprovalForm { id, text, author, language }, conn| {
        let (request, requester) = lock_open(id, conn)?;
        let language = language.unwrap_or(request.language);
        let text = new_text(&request, text, author, language)?;
        if !text.insert_if_missing(conn)? {
            return Err(IN_USE);
        }
        request.decide(State::Approved, admin.id, conn)?;
        Mail::TextRequestApproved { text: text.text.to_string() }.write(&requester, conn)?;
        Ok((admin.id, id, text))
    });
    let (admin, id, NewText { text, author, language, .. }) = approved.await?;
    services.mail_signal.notify_one();
    tracing::info!(admin.id = admin.0, text_request.id = id.0, "a text request was approved");
    Ok(web::Json(ApprovedAnswer { status: Status::Ok, text, author, language }))
}

/// `POST /api/admin/rejecttextrequest`: rejects the text, and mails the reason to the user who suggested it.
pub(crate) async fn reject(
    services: web::Data<Services>,
    caller: Caller<RejectionForm, true>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let rejected = caller.transact(|admin, RejectionForm { id, reason }, conn| {
        let (request, requester) = lock_open(id, conn)?;
        request.decide(State::Rejected, admin.id, conn)?;
        let reason = reason.unwrap_or_default().to_string();
        let about = Some(requester.id);
        admin_act::insert(&admin.username, about, Act::ClearSuggestion, &request.text, &reason, conn)?;
        Mail::TextRequestRejected { text: request.text, reason }.write(&requester, conn)?;
        Ok((admin.id, id))
    });
    let (admin, id) = rejected.await?;
    services.mail_signal.notify_one();
    tracing::info!(admin.id = admin.0, text_request.id = id.0, "a text request was rejected");
    Ok(OkAnswer::json())
}

/// Returns a pending text request and its user, both locked: if two admins decide at once, one succeeds.
fn lock_open(id: RequestId, conn: &mut PgConnection) -> Result<(TextRequest, User), ApiError> {
    // Accounts are always locked before their rows, so that transactions cannot deadlock.
    let requester = TextRequest::author_of(id, conn)?.ok_or(UNKNOWN)?;
    let requester = User::lock(requester, conn)?.ok_or(UNKNOWN)?;
    let request = TextRequest::lock(id, conn)?.ok_or(UNKNOWN)?;
    if request.state != State::Open {
        return Err(DECIDED_ALREADY);
    }
    Ok((request, requester))
}

/// Returns the text to add, with the admin's changes.
fn new_text(
    request: &TextRequest,
    text: Option<Passage>,
    author: Option<Author>,
    language: Language,
) -> Result<NewText, ApiError> {
    // The text was stored as it was submitted, so it is parsed here.
    let text = text.map_or_else(|| request.text.parse(), Ok);
    let author = author.as_ref().unwrap_or(&request.author).shown();
    let text = text.map_err(|invalid| ApiError::invalid("text", invalid))?;
    Ok(NewText { text, author, source: request.url.clone(), language })
}
