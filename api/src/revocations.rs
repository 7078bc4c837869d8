//! Lists revoked tokens for the engines, which check tokens without a database.

use std::time::Duration;

use actix::{Actor, Context, Handler, Recipient, ResponseFuture};
use chrono::DateTime;
use diesel::{PgConnection, QueryResult};
use net::token::EVENT_TOKEN_TTL;
use shared::UserId;
use shared::messages::{ListRevocations, ListRevocationsError, Revocation, RevocationMark, Revocations};

use crate::database::Database;
use crate::models::event_racer;
use crate::models::token_revocation::{self, TokenRevocation};

/// The maximum number of revocations in one answer: a few hundred kilobytes of JSON at most.
const AT_ONCE: usize = 5000;

/// The time by which the next answer begins before the end of this one, since a revocation is seen only once it is
/// committed. The timeouts of a connection end a transaction well before that.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(60);

/// The user in the mark of an answer to which there is no more.
const END: UserId = UserId(0);

/// The capacity of the mailbox: more than the engines of a site.
const MAILBOX: usize = 256;

pub(crate) fn start(database: Database) -> Recipient<ListRevocations> {
    RevocationSource { database }.start().recipient()
}

struct RevocationSource {
    database: Database,
}

impl Actor for RevocationSource {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<ListRevocations> for RevocationSource {
    type Result = ResponseFuture<Result<Revocations, ListRevocationsError>>;

    fn handle(&mut self, ListRevocations { after }: ListRevocations, _: &mut Self::Context) -> Self::Result {
        let database = self.database.clone();
        Box::pin(async move {
            database.with_conn(move |conn| list(after, conn)).await.map_err(|error| {
                tracing::warn!(%error, "the revoked tokens could not be listed");
                ListRevocationsError::Database
            })
        })
    }
}

fn list(after: Option<RevocationMark>, conn: &mut PgConnection) -> QueryResult<Revocations> {
    // Before the query, which sees everything that is committed by then.
    let now = token_revocation::now(conn)?;
    // If the end of the last answer is still to come, the clock was set back, and new revocations lie before it.
    let after = after.filter(|mark| mark.at <= now || mark.user_id != END);
    let after = after.map_or((DateTime::UNIX_EPOCH, END), |mark| (mark.at, mark.user_id));
    let listed = TokenRevocation::list_after(after, AT_ONCE as i64, conn)?;
    let guests_after = if after.0 == DateTime::UNIX_EPOCH { now - EVENT_TOKEN_TTL } else { after.0 };
    let guests = event_racer::removed_guests(guests_after, AT_ONCE as i64, conn)?;
    let last = listed.last().filter(|_| listed.len() == AT_ONCE);
    let end = match last {
        Some(last) => RevocationMark { at: last.revoked_at, user_id: last.user_id },
        None => RevocationMark { at: now - COMMIT_TIMEOUT, user_id: END },
    };
    let has_more = last.is_some();
    let revocation = |TokenRevocation { user_id, lowest_version, .. }| Revocation { user_id, lowest_version };
    let revoked = listed.into_iter().map(revocation).collect();
    Ok(Revocations { revoked, guests, end, has_more })
}
