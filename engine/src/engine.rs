//! The engine, as the process uses it.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix::{Actor, Addr, Arbiter, Recipient};
use actix_web::web;
use shared::messages::{DrawText, OpenRoom, RecordResult, TakeSeat};
use shared::token::TokenReader;
use socketio::{Server, websocket::WebSockets};
use tokio::time::{Instant, timeout, timeout_at};

use crate::Settings;
use crate::lobby::{Drain, JoinThread, Lobby, Resume};
use crate::peers::{PeerEvent, Peers};
use crate::recorder::{Recorder, WatchPending};
use crate::session::RaceApplication;
use crate::store::RoomStore;

/// The path at which the sockets are mounted: the default of the official client.
const SOCKET_PATH: &str = "/socket.io";

/// The longest time for telling clients that the process ends and closing their connections.
const GOODBYE: Duration = Duration::from_secs(2);

/// The time that a load balancer needs to notice that this engine takes no new sockets.
const NOTICED_WITHIN: Duration = Duration::from_secs(3);

/// The time that clients have to connect again after this engine has asked them to.
const SENT_ON_WITHIN: Duration = Duration::from_secs(1);

/// The links of the engine to the api, to the store of rooms and to other engines.
#[derive(Clone)]
pub struct Links {
    /// The recipient that draws the texts.
    pub draw_text: Recipient<DrawText>,
    /// The recipient that saves the results.
    pub record_result: Recipient<RecordResult>,
    /// The store of room snapshots, so that races survive the process; without it they end with the process.
    pub rooms: Option<Arc<dyn RoomStore>>,
    /// The transport to the other engines of the site, if there may be any.
    pub peers: Option<Arc<dyn Peers>>,
}

/// The running engine. Clones are handles to the same one.
#[derive(Clone)]
pub struct Engine {
    lobby: Addr<Lobby>,
    recorder: Addr<Recorder>,
    server: Server<RaceApplication>,
    is_leaving: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the engine and resumes the rooms that an earlier process left behind. Called inside a running actix
    /// system, after the metrics recorder is installed.
    pub fn start(settings: Settings, links: Links, tokens: TokenReader) -> Self {
        let recorder = Recorder::new(links.record_result).start();
        let record = recorder.clone().recipient();
        let lobby = Lobby::new(&settings, links.draw_text, record);
        let lobby = lobby.keeping(links.rooms.clone()).among(links.peers).start();
        if let Some(store) = links.rooms {
            lobby.do_send(Resume(store.left_behind()));
        }
        let server = Server::new(RaceApplication::new(lobby.clone(), tokens, &settings), settings.sockets());
        Self { lobby, recorder, server, is_leaving: Arc::default() }
    }

    /// Returns the recipient that opens rooms.
    pub fn open_room(&self) -> Recipient<OpenRoom> {
        self.lobby.clone().recipient()
    }

    /// Returns the recipient that gives seats.
    pub fn take_seat(&self) -> Recipient<TakeSeat> {
        self.lobby.clone().recipient()
    }

    /// Returns true once this engine is about to end.
    pub fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    /// Returns the recipient of events about the other engines.
    pub fn peer_events(&self) -> Recipient<PeerEvent> {
        self.lobby.clone().recipient()
    }

    /// Mounts the polling of sockets at `/socket.io`. Called on each thread that serves HTTP, which rooms run on too.
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

    /// Opens no more rooms, waits up to `at_most` for races under way to end and for their results to be saved, then
    /// closes the connections.
    pub async fn drain(&self, at_most: Duration) {
        self.is_leaving.store(true, Ordering::Relaxed);
        let until = Instant::now() + at_most;
        let settled = timeout_at(until, async {
            let are_rooms_moved = self.lobby.send(Drain).await.unwrap_or_default();
            if are_rooms_moved {
                self.send_clients_on().await;
            }
            self.all_recorded().await;
        });
        if settled.await.is_err() {
            tracing::warn!("races or results were still under way when the time to end them was over");
        }
        if timeout(GOODBYE, self.server.shut_down()).await.is_err() {
            tracing::warn!("connections were still open when the time to close them was over");
        }
    }

    /// Keeps the sockets until a load balancer has noticed that this engine ends, then asks clients to connect again.
    /// Their races go on at other engines meanwhile.
    async fn send_clients_on(&self) {
        if timeout(NOTICED_WITHIN, self.server.emptied()).await.is_err() {
            self.server.application().send_on();
            // Clients that do not know the event are closed afterwards, and connect again by themselves.
            let _ = timeout(SENT_ON_WITHIN, self.server.emptied()).await;
        }
    }

    /// Waits until no result waits to be saved.
    async fn all_recorded(&self) {
        if let Ok(mut pending) = self.recorder.send(WatchPending).await {
            // A recorder that is gone holds no results.
            let _ = pending.wait_for(|pending| *pending == 0).await;
        }
    }
}
