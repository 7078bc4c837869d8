//! The heartbeats of this engine and of others.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;
use engine::Switchboard;
use engine::peers::{BEAT_EVERY, Beat};
use futures_util::StreamExt as _;
use tokio::time::{Instant, timeout_at};

use super::{Published, Shared};
use crate::metrics;
use crate::services::ServeError;

/// The time for which the broker keeps a heartbeat.
const BEAT_TTL: Duration = Duration::from_secs(60);

/// Subscribes to the heartbeats of all engines, and notifies `engine` when the list of members changes.
///
/// # Errors
/// Returns a [`ServeError`] if the connection is closed.
pub(super) async fn listen(shared: &Arc<Shared>, engine: Switchboard) -> Result<(), ServeError> {
    let subscribed = shared.link.client().subscribe(shared.subjects().of_engines()).await;
    let mut beats = subscribed.map_err(|error| ServeError(error.to_string()))?;
    let shared = Arc::clone(shared);
    actix::spawn(async move {
        while let Some(message) = beats.next().await {
            match serde_json::from_slice::<Beat>(&message.payload) {
                Ok(beat) => {
                    let has_changed = shared.membership().receive(beat);
                    if has_changed {
                        report_members(&shared, &engine);
                    }
                }
                Err(_) => {
                    tracing::warn!(size_bytes = message.payload.len(), "cannot read a heartbeat");
                    metrics::unreadable("heartbeat");
                }
            }
        }
    });
    Ok(())
}

/// Sends heartbeats until the last one was sent.
pub(super) async fn beat(shared: Arc<Shared>, engine: Switchboard) {
    loop {
        let Some(beat) = shared.membership().beat() else { return };
        let sent_at = Instant::now();
        match publish(&shared, beat).await {
            Published::At(sequence) => {
                *shared.last_beat.lock().unwrap_or_else(PoisonError::into_inner) = Some((sequence, sent_at));
                let has_changed = shared.membership().arrived(sent_at, sequence, &shared.lease);
                if has_changed {
                    report_members(&shared, &engine);
                }
            }
            Published::Refused | Published::Unknown => shared.membership().lost(),
        }
        // The next heartbeat is due after `BEAT_EVERY`, or at once if this engine is about to end.
        let _ = timeout_at(sent_at + BEAT_EVERY, shared.leaving.notified()).await;
    }
}

/// Sends the last heartbeat, which announces that this engine has ended.
pub(super) async fn last_beat(shared: &Shared) {
    let beat = shared.membership().last_beat(&shared.lease);
    publish(shared, beat).await;
}

async fn publish(shared: &Shared, beat: Beat) -> Published {
    let beat_json = serde_json::to_vec(&beat).expect("a heartbeat is serializable");
    let message = PublishMessage::build().payload(beat_json.into()).ttl(BEAT_TTL);
    shared.publish(shared.subjects().of_engine(beat.engine), message).await
}

/// Sends the list of members to `engine`, and starts a search for rooms without an owner.
fn report_members(shared: &Shared, engine: &Switchboard) {
    let members = shared.membership().members();
    tracing::info!(n_engines = members.len(), "the engines of this site have changed");
    engine.set_members(members);
    shared.search.notify_one();
}
