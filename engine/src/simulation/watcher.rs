//! A watcher, who looks at one race after another, and comes back after a lost connection.

use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix::Recipient;
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use shared::RoomCode;
use tokio::time::{Instant, sleep};

use super::{Engine, Event, Health, Site};
use crate::client::{WatchCommand, WatcherId};
use crate::lobby::FindWatchedRoom;
use crate::room::tests::simulation::check_watched;
use crate::testing::Tab;

/// The time in which a watcher sees a race once nothing breaks any more.
const SEEN_WITHIN: Duration = Duration::from_secs(5);

pub(super) struct Watcher {
    site: Rc<Site>,
    random: Xoshiro256PlusPlus,
    watched: Option<Watched>,
    /// The moment since which nothing breaks any more.
    calm_since: Option<Instant>,
}

/// A connection to an engine, in a room.
struct Watched {
    code: RoomCode,
    engine: Rc<Engine>,
    room: Recipient<WatchCommand>,
    id: WatcherId,
    tab: Tab,
    since: Instant,
    is_seen: bool,
}

impl Watcher {
    pub(super) fn new(site: Rc<Site>) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(site.draw(0..u64::MAX));
        Self { site, random, watched: None, calm_since: None }
    }

    /// Watches until everything is calm and the races are over, and leaves then.
    pub(super) async fn run(mut self) {
        while self.calm_since.is_none_or(|since| since.elapsed() < SEEN_WITHIN * 2) {
            sleep(Duration::from_millis(self.random.random_range(20..800))).await;
            self.poll();
            match &self.watched {
                Some(_) if self.random.random_ratio(1, 10) => self.leave(),
                Some(_) => {}
                None => self.enter().await,
            }
            if self.site.is_calm.get() {
                self.calm_since.get_or_insert_with(Instant::now);
            }
        }
        self.leave();
    }

    async fn enter(&mut self) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (codes, up) = (self.site.broker.open_rooms(), self.site.up());
        if codes.is_empty() || up.is_empty() {
            return;
        }
        let code = codes[self.random.random_range(0..codes.len())];
        let engine = Rc::clone(&up[self.random.random_range(0..up.len())]);
        let Ok(Ok(room)) = engine.lobby.send(FindWatchedRoom(code)).await else { return };
        let (id, tab) = (WatcherId(LAST.fetch_add(1, Ordering::Relaxed)), Tab::open());
        room.do_send(WatchCommand { watcher: id, socket: Some(tab.socket.clone()) });
        self.watched = Some(Watched { code, engine, room, id, tab, since: Instant::now(), is_seen: false });
    }

    /// Reads what has arrived.
    fn poll(&mut self) {
        let Some(Watched { code, engine, room, tab, since, is_seen, .. }) = &mut self.watched else { return };
        let received = tab.received_already();
        check_watched(&received);
        for (name, _) in &received {
            match name.as_str() {
                "watch" => self.site.count(Event::Watch),
                "picture" => {
                    assert!(*is_seen, "a picture of lanes that the watcher has not seen");
                    self.site.count(Event::Picture);
                }
                _ => {}
            }
            *is_seen |= name == "watch";
        }
        let has_ended = tab.is_closed || engine.health.get() != Health::Up || !room.connected();
        let is_late = self.calm_since.is_some_and(|calm_since| (*since).max(calm_since).elapsed() > SEEN_WITHIN);
        if is_late && !has_ended {
            assert!(*is_seen || self.site.broker.owner(*code).is_none(), "a watcher of {code} sees nothing");
        }
        if has_ended {
            self.leave();
        }
    }

    fn leave(&mut self) {
        if let Some(Watched { room, id, .. }) = self.watched.take() {
            room.do_send(WatchCommand { watcher: id, socket: None });
        }
    }
}
