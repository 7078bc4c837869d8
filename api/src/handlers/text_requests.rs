//! Texts that users suggest: suggested by anybody signed in, decided by admins.

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::database::{Undone, transaction};
use crate::error::ApiError;
use crate::extract::{Admin, SignedIn};
use crate::handlers::OkAnswer;
use crate::limits;
use crate::mail::Mail;
use crate::models::text::{NewText, Text};
use crate::models::text_request::{Decision, NewTextRequest, TextRequest};
use crate::models::user::User;
use crate::typeable::{line, typeable};
use crate::validation::{self, schema};

/// Requests that an admin is shown at once.
const LISTED_AT_MOST: i64 = 100;

pub(crate) const TYPED_ALREADY: ApiError = ApiError::Conflict("Racers type this text already.");
pub(crate) const SUGGESTED_ALREADY: ApiError = ApiError::Conflict("This text was suggested already.");
pub(crate) const UNKNOWN: ApiError = ApiError::NotFound("There is no such text request.");
pub(crate) const DECIDED_ALREADY: ApiError = ApiError::Conflict("This text request was decided already.");

#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct TextRequestForm {
    #[garde(custom(validation::typeable_text))]
    #[schema(schema_with = schema::typeable_text)]
    text: String,
    #[garde(custom(validation::author))]
    #[schema(schema_with = schema::author)]
    author: String,
    #[garde(custom(validation::web_address))]
    #[schema(schema_with = schema::web_address)]
    url: String,
}

#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct ApprovalForm {
    #[garde(skip)]
    #[schema(schema_with = schema::id)]
    id: i64,
    /// What is typed, when it is not what was suggested.
    #[garde(skip)]
    #[serde(default)]
    #[schema(schema_with = schema::typeable_text_or_null)]
    text: Option<String>,
    /// Who wrote it, likewise.
    #[garde(skip)]
    #[serde(default)]
    #[schema(schema_with = schema::author_or_null)]
    author: Option<String>,
}

#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct RejectionForm {
    #[garde(skip)]
    #[schema(schema_with = schema::id)]
    id: i64,
    /// For whoever suggested it; may be empty.
    #[garde(custom(validation::reason))]
    #[serde(default)]
    #[schema(schema_with = schema::reason)]
    reason: Option<String>,
}

/// Where a list goes on.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct ListForm {
    /// The `id` of the last request of the list before.
    #[garde(custom(validation::id_or_none))]
    #[schema(schema_with = schema::id_or_null)]
    #[serde(default)]
    after: Option<i64>,
}

/// Some of those that wait, and how many wait in all.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextRequestsAnswer {
    requests: Vec<TextRequestAnswer>,
    open: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TextRequestAnswer {
    id: i64,
    text: String,
    author: String,
    url: String,
    username: String,
    creation_date: DateTime<Utc>,
}

/// What is typed from now on.
#[derive(Serialize, ToSchema)]
pub(crate) struct ApprovedAnswer {
    #[schema(schema_with = schema::ok)]
    status: &'static str,
    text: String,
    author: String,
}

/// `POST /api/textrequest`: suggests a text. It is kept as it was typed.
pub(crate) async fn suggest(
    services: web::Data<Services>,
    SignedIn { user, body: TextRequestForm { text, author, url } }: SignedIn<TextRequestForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    services.limits.try_as(&user, limits::TEXT_REQUESTS).await?;
    let typed = typeable(&text).map_err(|reason| ApiError::invalid("text", reason.to_string()))?;
    let request = NewTextRequest { user_id: user.id, text, author, url };
    let suggested = services.database.with_conn(move |conn| {
        if Text::exists(&typed, conn)? {
            return Ok(Err(TYPED_ALREADY));
        }
        Ok(if request.insert_if_missing(conn)? { Ok(()) } else { Err(SUGGESTED_ALREADY) })
    });
    suggested.await??;
    Ok(OkAnswer::json())
}

/// `POST /api/admin/gettextrequests`: those that nobody has decided, the oldest first, a page at a time.
pub(crate) async fn list(
    services: web::Data<Services>,
    Admin { body: ListForm { after }, .. }: Admin<ListForm>,
) -> Result<web::Json<TextRequestsAnswer>, ApiError> {
    let listed = services.database.with_conn(move |conn| {
        let listed = TextRequest::open(after.unwrap_or_default(), LISTED_AT_MOST, conn)?;
        Ok((listed, TextRequest::count_open(conn)?))
    });
    let (requests, open) = listed.await?;
    Ok(web::Json(TextRequestsAnswer { requests: requests.into_iter().map(TextRequestAnswer::from).collect(), open }))
}

/// `POST /api/admin/approvetextrequest`: the text, or what the admin made of it, is typed from now on, and who suggested
/// it hears of that by mail.
pub(crate) async fn approve(
    services: web::Data<Services>,
    Admin { admin, body: ApprovalForm { id, text, author } }: Admin<ApprovalForm>,
) -> Result<web::Json<ApprovedAnswer>, ApiError> {
    let admin = admin.id;
    let approved = services.database.with_conn(move |conn| {
        transaction(conn, |conn| {
            let (request, requester) = lock_open(id, conn)?;
            let text = new_text(&request, text.as_deref(), author.as_deref()).map_err(Undone::Refused)?;
            if !text.insert_if_missing(conn)? {
                return Err(Undone::Refused(TYPED_ALREADY));
            }
            request.decide(Decision::Approved, admin, conn)?;
            Mail::TextRequestApproved { text: text.text.clone() }.write(&requester, conn)?;
            Ok(text)
        })
    });
    let NewText { text, author, .. } = approved.await??;
    services.outbox.ring();
    tracing::info!(admin.id = admin, text_request.id = id, "a text request was approved");
    Ok(web::Json(ApprovedAnswer { status: "ok", text, author }))
}

/// `POST /api/admin/rejecttextrequest`: the text is not taken, and who suggested it hears by mail why.
pub(crate) async fn reject(
    services: web::Data<Services>,
    Admin { admin, body: RejectionForm { id, reason } }: Admin<RejectionForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let (admin, reason) = (admin.id, reason.unwrap_or_default());
    let rejected = services.database.with_conn(move |conn| {
        transaction(conn, |conn| {
            let (request, requester) = lock_open(id, conn)?;
            request.decide(Decision::Rejected, admin, conn)?;
            Ok(Mail::TextRequestRejected { text: request.text, reason }.write(&requester, conn)?)
        })
    });
    rejected.await??;
    services.outbox.ring();
    tracing::info!(admin.id = admin, text_request.id = id, "a text request was rejected");
    Ok(OkAnswer::json())
}

/// A request that is still to be decided, and who made it, both locked: of two admins who decide at once, one does.
fn lock_open(id: i64, conn: &mut PgConnection) -> Result<(TextRequest, User), Undone<ApiError>> {
    let unknown = || Undone::Refused(UNKNOWN);
    // The account before what is its own, as in every change of an account, so that two never wait for each other.
    let requester = TextRequest::author_of(id, conn)?.ok_or_else(unknown)?;
    let requester = User::lock(requester, conn)?.ok_or_else(unknown)?;
    let request = TextRequest::lock(id, conn)?.ok_or_else(unknown)?;
    if !request.is_open() {
        return Err(Undone::Refused(DECIDED_ALREADY));
    }
    Ok((request, requester))
}

/// The text that a request becomes, with what the admin changed.
fn new_text(request: &TextRequest, text: Option<&str>, author: Option<&str>) -> Result<NewText, ApiError> {
    let text = typeable(text.unwrap_or(&request.text));
    let author = line(author.unwrap_or(&request.author));
    validation::author(&author, &()).map_err(|error| ApiError::invalid("author", error.message()))?;
    Ok(NewText {
        text: text.map_err(|reason| ApiError::invalid("text", reason.to_string()))?,
        author,
        source: request.url.clone(),
    })
}

impl From<(TextRequest, String)> for TextRequestAnswer {
    fn from((request, username): (TextRequest, String)) -> Self {
        let TextRequest { id, text, author, url, created_at, .. } = request;
        Self { id, text, author, url, username, creation_date: created_at }
    }
}
