//! A host, who opens rooms of events one after another, and begins their races.

use std::rc::Rc;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use shared::messages::{BeginRace, BeginRaceError, EventRoom, OpenRoom};
use shared::{RoomCode, Text, TextId, UserId};
use tokio::time::{sleep, timeout};

use super::{Event, Site, UNTIL_CLOSED, text};

/// The account of the host, who does not race.
const HOST: UserId = UserId(100);

/// The seats of a room of an event, which not all racers find free.
const SEATS: usize = 4;

pub(super) struct Host {
    site: Rc<Site>,
    random: Xoshiro256PlusPlus,
}

impl Host {
    pub(super) fn new(site: Rc<Site>) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(site.draw(0..u64::MAX));
        Self { site, random }
    }

    /// Hosts races until everything is calm.
    pub(super) async fn run(mut self) {
        while !self.site.is_calm.get() {
            sleep(Duration::from_millis(self.random.random_range(200..2000))).await;
            let up = self.site.up();
            if up.is_empty() {
                continue;
            }
            let blank = Text { id: TextId::NONE, text: String::new(), ..text() };
            let event = Some(EventRoom { seats: SEATS });
            let request = OpenRoom { private: true, text: Some(blank), event, ..OpenRoom::by(HOST) };
            let opened = up[self.random.random_range(0..up.len())].lobby.send(request).await;
            let Ok(Ok(code)) = opened else { continue };
            self.site.event.set(Some(code));
            sleep(Duration::from_millis(self.random.random_range(500..4000))).await;
            if !self.site.begin(code).await {
                // An engine that was lost before it could say so has begun a race without racers, which is over at once.
                let closed = timeout(UNTIL_CLOSED, self.site.broker.closed(code)).await;
                closed.unwrap_or_else(|_| panic!("nobody finds the event {code}, which is open"));
            }
            self.site.count(Event::Begin);
        }
    }
}

impl Site {
    /// Begins the race of an event, as the api does: until an engine has answered. Returns false if there is no such
    /// room.
    pub(super) async fn begin(&self, code: RoomCode) -> bool {
        loop {
            let up = self.up();
            if !up.is_empty() {
                let engine = &up[usize::try_from(self.draw(0..up.len() as u64)).expect("a small number")];
                let start_at = Utc::now() + TimeDelta::milliseconds(800);
                let text = Text { id: TextId::NONE, ..text() };
                match engine.lobby.send(BeginRace { code, text, start_at }).await {
                    Ok(Ok(())) => return true,
                    Ok(Err(BeginRaceError::Unknown)) => return false,
                    Ok(Err(BeginRaceError::Link(_))) | Err(_) => {}
                }
            }
            sleep(Duration::from_millis(300)).await;
        }
    }
}
