//! The revoked tokens, for which the engine asks the api over and over, since it has no database.

use std::time::Duration;

use actix::Recipient;
use shared::messages::ListRevocations;
use tokio::sync::watch;
use tokio::time::sleep;

use super::users::{Displaced, Users};

/// The pause between two requests. A revoked token is refused, and its sockets are closed, this long after the
/// revocation, or a few seconds later if a request is lost.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// Asks `api` for the revoked tokens and closes their sockets, until the api of this process ends. While the api is
/// unreachable, the engine goes on with what it knows. Sets `asked` once the api has listed them all or could not be
/// asked.
pub(super) async fn follow(api: Recipient<ListRevocations>, users: Users, asked: watch::Sender<bool>) {
    let mut after = None;
    let mut is_answered = true;
    loop {
        match api.send(ListRevocations { after }).await {
            Ok(Ok(answer)) => {
                if !is_answered {
                    tracing::info!("the api lists revoked tokens again");
                }
                is_answered = true;
                after = Some(answer.end);
                users.revoke(&answer.revoked, &answer.guests).into_iter().for_each(Displaced::close);
                if answer.has_more {
                    continue;
                }
            }
            Ok(Err(error)) => {
                if is_answered {
                    tracing::warn!(%error, "revoked tokens are unknown until the api answers");
                }
                is_answered = false;
            }
            // It ends with the process.
            Err(_) => break,
        }
        asked.send_replace(true);
        sleep(ASK_EVERY).await;
    }
}
