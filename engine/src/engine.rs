//! The engine, as the process uses it.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix::{Actor, Addr, Arbiter, Recipient};
use actix_web::web;
use net::token::TokenReader;
use shared::messages::{
    BeginRace, DrawText, ListRaces, ListRevocations, OpenRoom, RaceOf, RecordResult, RemoveRacer, TakeSeat,
};
use socketio::{Server, websocket::WebSockets};
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

use crate::Settings;
use crate::lobby::{Drain, JoinThread, Lobby, Resume};
use crate::peers::Peers;
use crate::recorder::{Recorder, WatchPending};
use crate::session::RaceApplication;
use crate::store::RoomStore;
use crate::switchboard::Switchboard;

/// The path at which the sockets are mounted: the default of the official client.
pub const SOCKET_PATH: &str = "/socket.io";

/// The time limit for disconnecting all clients when the process ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The time in which a load balancer notices that this engine accepts no new sockets.
const BALANCER_NOTICE: Duration = Duration::from_secs(3);

/// The time that clients get to connect again after this engine has asked them to.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The links of the engine to the api, to the store of rooms and to other engines.
#[derive(Clone)]
pub struct Links {
    /// The recipient that draws the texts.
    pub draw_text: Recipient<DrawText>,
    /// The recipient that saves the results.
    pub record_result: Recipient<RecordResult>,
    /// The recipient that lists the revoked tokens.
    pub list_revocations: Recipient<ListRevocations>,
    /// The store of room snapshots, so that races survive the process; without it they end with the process.
    pub rooms: Option<Arc<dyn RoomStore>>,
    /// The transport to the other engines of the site, if there may be any.
    pub peers: Option<Arc<dyn Peers>>,
}

/// The running engine. Clones are handles to the same one.
#[derive(Clone)]
pub struct Engine {
    lobby: Addr<Lobby>,
    switchboard: Switchboard,
    recorder: Addr<Recorder>,
    server: Server<RaceApplication>,
    is_leaving: Arc<AtomicBool>,
    /// True once the api was asked for the revoked tokens.
    is_asked: watch::Receiver<bool>,
}

impl Engine {
    /// Starts the engine and resumes the rooms that an earlier process left behind. Called inside a running actix
    /// system, after the metrics recorder is installed.
    pub fn start(settings: Settings, links: Links, tokens: TokenReader) -> Self {
        let recorder = Recorder::new(links.record_result).start();
        let record = recorder.clone().recipient();
        let lobby = Lobby::new(&settings, links.draw_text, record);
        let lobby = lobby.with_store(links.rooms.clone()).with_peers(links.peers);
        let rooms = lobby.rooms();
        let lobby = lobby.start();
        let switchboard = Switchboard::new(lobby.clone(), rooms);
        if let Some(store) = links.rooms {
            lobby.do_send(Resume(store.left_behind()));
        }
        let application = RaceApplication::new(lobby.clone(), tokens, &settings);
        let is_asked = application.follow_revocations(links.list_revocations);
        let server = Server::new(application, settings.sockets());
        Self { lobby, switchboard, recorder, server, is_leaving: Arc::default(), is_asked }
    }

    /// Waits until the api has listed the revoked tokens, or could not be asked. Awaited before the first connection, so
    /// that a restart admits no revoked token.
    pub async fn revocations_asked(&self) {
        // The task that asks ends only with the process.
        let _ = self.is_asked.clone().wait_for(|is_asked| *is_asked).await;
    }

    /// Returns the recipient that opens rooms.
    pub fn open_room_recipient(&self) -> Recipient<OpenRoom> {
        self.lobby.clone().recipient()
    }

    /// Returns the recipient that gives seats.
    pub fn take_seat_recipient(&self) -> Recipient<TakeSeat> {
        self.lobby.clone().recipient()
    }

    /// Returns the recipient that begins the races of events.
    pub fn begin_race_recipient(&self) -> Recipient<BeginRace> {
        self.lobby.clone().recipient()
    }

    /// Returns the recipient that removes racers from rooms.
    pub fn remove_racer_recipient(&self) -> Recipient<RemoveRacer> {
        self.lobby.clone().recipient()
    }

    /// Returns the recipient that lists the races to watch.
    pub fn list_races_recipient(&self) -> Recipient<ListRaces> {
        self.lobby.clone().recipient()
    }

    /// Returns the recipient that finds the race of a user.
    pub fn race_of_recipient(&self) -> Recipient<RaceOf> {
        self.lobby.clone().recipient()
    }

    /// Returns true once this engine is about to end.
    pub fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    /// Returns the receiver of everything about the other engines.
    pub fn switchboard(&self) -> Switchboard {
        self.switchboard.clone()
    }

    /// Mounts long polling at `/socket.io`. Called on each thread that serves HTTP; rooms run on these threads too.
    pub fn configure(&self, cfg: &mut web::ServiceConfig) {
        if let Some(thread) = Arbiter::try_current() {
            self.lobby.do_send(JoinThread(thread));
        }
        self.server.configure(cfg, SOCKET_PATH);
    }

    /// Returns the WebSockets at `/socket.io`.
    pub fn websockets(&self) -> WebSockets {
        self.server.websockets(SOCKET_PATH)
    }

    /// Stops opening rooms, waits up to `at_most` until all races have ended or moved to other engines and their
    /// results are saved, then closes the connections.
    pub async fn drain(&self, at_most: Duration) {
        self.is_leaving.store(true, Ordering::Relaxed);
        let until = Instant::now() + at_most;
        let drained = timeout_at(until, async {
            let are_rooms_moved = self.lobby.send(Drain).await.unwrap_or_default();
            if are_rooms_moved {
                self.move_clients().await;
            }
            self.all_recorded().await;
        });
        if drained.await.is_err() {
            tracing::warn!("drain timed out while races were running or results unsaved");
        }
        if timeout(CLOSE_TIMEOUT, self.server.shut_down()).await.is_err() {
            tracing::warn!("shutdown timed out while connections were open");
        }
    }

    /// Keeps the sockets open until a load balancer has noticed that this engine is ending, then asks clients to
    /// connect again. Their races already run at other engines.
    async fn move_clients(&self) {
        if timeout(BALANCER_NOTICE, self.server.emptied()).await.is_err() {
            self.server.application().ask_to_reconnect();
            // Clients that ignore the event are disconnected next, and connect again by themselves.
            let _ = timeout(RECONNECT_TIMEOUT, self.server.emptied()).await;
        }
    }

    /// Waits until no result is pending.
    async fn all_recorded(&self) {
        if let Ok(mut pending) = self.recorder.send(WatchPending).await {
            // A recorder that has ended holds no results.
            let _ = pending.wait_for(|pending| *pending == 0).await;
        }
    }
}
