//! Texts that users suggest: suggested by anybody signed in, decided by admins.

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Author, ErrorCode, Passage, PastedPassage, Reason, RequestId, Username, WebAddress};
use crate::error::ApiError;
use crate::extract::{Admin, Caller};
use crate::handlers::{OkAnswer, Status};
use crate::mail::Mail;
use crate::models::text::{NewText, Text};
use crate::models::text_request::{NewTextRequest, State, TextRequest};
use crate::models::user::User;

/// Requests that an admin is shown at once.
const LISTED_AT_MOST: i64 = 100;

pub(crate) const TYPED_ALREADY: ApiError = ApiError::Conflict(ErrorCode::TextInUse, "This text is already in use.");
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
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct ApprovalForm {
    id: RequestId,
    /// The text to be typed, if it differs from the suggested one.
    text: Option<Passage>,
    /// Its author, if different from the suggested one.
    author: Option<Author>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct RejectionForm {
    id: RequestId,
    /// For the user who suggested it; may be empty.
    reason: Option<Reason>,
}

/// The point at which a list continues.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ListForm {
    /// The `id` of the last request of the list before.
    after: Option<RequestId>,
}

/// A page of undecided requests, and the number of all of them.
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
    username: Username,
    creation_date: DateTime<Utc>,
}

/// The text that racers type from now on.
#[derive(Serialize, ToSchema)]
pub(crate) struct ApprovedAnswer {
    #[schema(inline)]
    status: Status,
    text: Passage,
    author: Author,
}

/// `POST /api/textrequest`: suggests a text. It is kept as it was typed.
pub(crate) async fn suggest(caller: Caller<TextRequestForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let suggested = caller.run(|user, TextRequestForm { text, author, url }, conn| {
        let PastedPassage { pasted, passage } = text;
        if Text::exists(&passage, conn)? {
            return Err(TYPED_ALREADY);
        }
        let request = NewTextRequest { user_id: user.id, text: pasted, author, url };
        if request.insert_if_missing(conn)? { Ok(()) } else { Err(SUGGESTED_ALREADY) }
    });
    suggested.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/admin/gettextrequests`: the undecided requests, the oldest first, a page at a time.
pub(crate) async fn list(
    services: web::Data<Services>,
    Admin { body: ListForm { after }, .. }: Admin<ListForm>,
) -> Result<web::Json<TextRequestsAnswer>, ApiError> {
    let listed = services.database.with_conn(move |conn| {
        let listed = TextRequest::open(after.unwrap_or_default(), LISTED_AT_MOST, conn)?;
        Ok((listed, TextRequest::count_open(conn)?))
    });
    let (requests, open) = listed.await?;
    let answer = |(request, username)| {
        let TextRequest { id, text, author, url, created_at, .. } = request;
        TextRequestAnswer { id, text, author, url, username, creation_date: created_at }
    };
    Ok(web::Json(TextRequestsAnswer { requests: requests.into_iter().map(answer).collect(), open }))
}

/// `POST /api/admin/approvetextrequest`: the text, or the admin's version of it, is typed from now on, and the user who
/// suggested it hears of that by mail.
pub(crate) async fn approve(
    services: web::Data<Services>,
    Admin { user: admin, body: ApprovalForm { id, text, author } }: Admin<ApprovalForm>,
) -> Result<web::Json<ApprovedAnswer>, ApiError> {
    let admin = admin.id;
    let approved = services.database.transact(move |conn| -> Result<_, ApiError> {
        let (request, requester) = lock_open(id, conn)?;
        let text = new_text(&request, text, author)?;
        if !text.insert_if_missing(conn)? {
            return Err(TYPED_ALREADY);
        }
        request.decide(State::Approved, admin, conn)?;
        Mail::TextRequestApproved { text: text.text.to_string() }.write(&requester, conn)?;
        Ok(text)
    });
    let NewText { text, author, .. } = approved.await?;
    services.mail_signal.notify_one();
    tracing::info!(admin.id = admin.0, text_request.id = id.0, "a text request was approved");
    Ok(web::Json(ApprovedAnswer { status: Status::Ok, text, author }))
}

/// `POST /api/admin/rejecttextrequest`: the text is not taken, and the user who suggested it hears by mail why.
pub(crate) async fn reject(
    services: web::Data<Services>,
    Admin { user: admin, body: RejectionForm { id, reason } }: Admin<RejectionForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let (admin, reason) = (admin.id, reason.unwrap_or_default());
    let rejected = services.database.transact(move |conn| -> Result<_, ApiError> {
        let (request, requester) = lock_open(id, conn)?;
        request.decide(State::Rejected, admin, conn)?;
        Ok(Mail::TextRequestRejected { text: request.text, reason: reason.to_string() }.write(&requester, conn)?)
    });
    rejected.await?;
    services.mail_signal.notify_one();
    tracing::info!(admin.id = admin.0, text_request.id = id.0, "a text request was rejected");
    Ok(OkAnswer::json())
}

/// A request that is still to be decided, and the user who made it, both locked: of two admins who decide at once, one
/// does.
fn lock_open(id: RequestId, conn: &mut PgConnection) -> Result<(TextRequest, User), ApiError> {
    // The account before what is its own, as in every change of an account, so that two never wait for each other.
    let requester = TextRequest::author_of(id, conn)?.ok_or(UNKNOWN)?;
    let requester = User::lock(requester, conn)?.ok_or(UNKNOWN)?;
    let request = TextRequest::lock(id, conn)?.ok_or(UNKNOWN)?;
    if request.state != State::Open {
        return Err(DECIDED_ALREADY);
    }
    Ok((request, requester))
}

/// The text that a request becomes, with the admin's changes.
fn new_text(request: &TextRequest, text: Option<Passage>, author: Option<Author>) -> Result<NewText, ApiError> {
    // The text was stored as it was submitted.
    let text = text.map_or_else(|| request.text.parse(), Ok);
    let author = author.as_ref().unwrap_or(&request.author).shown();
    let text = text.map_err(|invalid| ApiError::invalid("text", invalid))?;
    Ok(NewText { text, author, source: request.url.clone() })
}
