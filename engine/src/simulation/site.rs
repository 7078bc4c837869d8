//! A site: its engines, which start, break and end, and what they share.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorContext as _, Addr, Context, Handler, Recipient, ResponseFuture};
use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use shared::messages::{DrawText, DrawTextError, RecordError, RecordResult, Recorded, Standing};
use shared::racer::RaceResult;
use shared::{Evidence, RaceId, RacerId, RoomCode, Text};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use super::broker::{Broker, MemoryPeers, MemoryStore};
use super::{Counts, Event};
use crate::Settings;
use crate::ids::EngineId;
use crate::lobby::{Drain, Lobby};
use crate::recorder::Recorder;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::switchboard::Switchboard;
use crate::testing::Kill;

/// The number of engines while nothing is broken.
pub(super) const ENGINES: usize = 3;

thread_local! {
    /// The source of room codes.
    static RANDOM: RefCell<Xoshiro256PlusPlus> = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(0));
}

/// A site: its engines, broker and database.
pub(super) struct Site {
    pub(super) broker: Broker,
    settings: Settings,
    random: RefCell<Xoshiro256PlusPlus>,
    pub(super) engines: RefCell<Vec<Rc<Engine>>>,
    pub(super) database: Rc<RefCell<Database>>,
    pub(super) counts: RefCell<Counts>,
    /// The room of the event that was opened last.
    pub(super) event: Cell<Option<RoomCode>>,
    /// The start of each race, by the clock of its room, as the first racer was told it.
    pub(super) starts: RefCell<BTreeMap<RoomCode, u64>>,
    pub(super) is_calm: Cell<bool>,
    /// The engines that are about to end.
    drains: RefCell<Vec<JoinHandle<()>>>,
}

/// The results that were saved.
#[derive(Default)]
pub(super) struct Database {
    pub(super) results: BTreeMap<(RaceId, RacerId), (RaceResult, Option<Evidence>)>,
    /// Results that were recorded again with another content.
    pub(super) contradictions: Vec<RecordResult>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Health {
    Up,
    /// Its rooms are handed over, and its sockets closed.
    Drained,
    Dead,
}

/// One engine.
pub(super) struct Engine {
    peers: Arc<MemoryPeers>,
    pub(super) lobby: Addr<Lobby>,
    pub(super) rooms: Rooms<Room>,
    pub(super) health: Rc<Cell<Health>>,
    pub(super) frozen_until: Cell<Instant>,
}

/// The api, as one engine reaches it.
struct Api {
    database: Rc<RefCell<Database>>,
    health: Rc<Cell<Health>>,
    random: Xoshiro256PlusPlus,
}

impl Actor for Api {
    type Context = Context<Self>;
}

impl Handler<DrawText> for Api {
    type Result = Result<Text, DrawTextError>;

    fn handle(&mut self, _: DrawText, _: &mut Self::Context) -> Self::Result {
        Ok(text())
    }
}

/// Returns the text of all races.
pub(super) fn text() -> Text {
    shared::testing::text(10)
}

impl Handler<RecordResult> for Api {
    type Result = ResponseFuture<Result<Recorded, RecordError>>;

    fn handle(&mut self, record: RecordResult, _: &mut Self::Context) -> Self::Result {
        let (database, health) = (Rc::clone(&self.database), Rc::clone(&self.health));
        let delay = Duration::from_millis(self.random.random_range(0..500));
        let is_unavailable = self.random.random_ratio(1, 10);
        Box::pin(async move {
            sleep(delay).await;
            if health.get() == Health::Dead {
                std::future::pending::<()>().await;
            }
            if is_unavailable {
                return Err(RecordError::Unavailable);
            }
            let mut database = database.borrow_mut();
            let key = (record.race, record.result.racer);
            match database.results.get(&key) {
                None => _ = database.results.insert(key, (record.result, record.evidence)),
                Some(first) if *first == (record.result.clone(), record.evidence) => {
                    return Ok(Recorded::Before(Standing::default()));
                }
                Some(_) => database.contradictions.push(record),
            }
            Ok(Recorded::Now { skins: Vec::new(), standing: Standing::default() })
        })
    }
}

impl Handler<Kill> for Lobby {
    type Result = ();

    fn handle(&mut self, _: Kill, ctx: &mut Self::Context) {
        ctx.stop();
    }
}

impl Engine {
    async fn start(site: &Site) -> Rc<Self> {
        let (id, random) = {
            let mut random = site.random.borrow_mut();
            (EngineId(Uuid::from_u128(random.random())), Xoshiro256PlusPlus::seed_from_u64(random.random()))
        };
        let health = Rc::new(Cell::new(Health::Up));
        let api = Api { database: Rc::clone(&site.database), health: Rc::clone(&health), random }.start();
        let recorder: Recipient<RecordResult> = Recorder::new(api.clone().recipient()).start().recipient();
        let peers = site.broker.connect(id);
        let lobby = Lobby::new(&site.settings, api.recipient(), recorder)
            .with_store(Some(Arc::new(MemoryStore(Arc::clone(&peers)))))
            .with_peers(Some(Arc::clone(&peers) as _))
            .with_random(|| Ok(RANDOM.with_borrow_mut(|random| random.random())));
        let rooms = lobby.rooms();
        let lobby = lobby.start();
        peers.join(Switchboard::new(lobby.clone(), rooms.clone())).await;
        Rc::new(Self { peers, lobby, rooms, health, frozen_until: Cell::new(Instant::now()) })
    }

    pub(super) fn id(&self) -> EngineId {
        crate::peers::Peers::me(&*self.peers)
    }

    pub(super) fn kill(&self, broker: &Broker) {
        self.health.set(Health::Dead);
        broker.kill(self.id());
        self.lobby.do_send(Kill);
        self.rooms.all().iter().for_each(|room| room.do_send(Kill));
    }

    /// Hands all rooms over and ends, as a process that is asked to.
    async fn end(self: Rc<Self>, broker: Broker) {
        let _ = timeout(Duration::from_secs(20), self.lobby.send(Drain)).await;
        if self.health.get() == Health::Up {
            self.health.set(Health::Drained);
            // Racers notice that their sockets are closed.
            sleep(Duration::from_secs(1)).await;
            let _ = timeout(Duration::from_secs(2), self.peers.leave_for_good()).await;
            self.kill(&broker);
        }
    }
}

impl Site {
    /// Returns a site of small rooms that do not wait for long, with all its engines.
    pub(super) async fn start(seed: u64) -> Rc<Self> {
        let settings = Settings {
            waiting: Duration::from_secs(2),
            countdown: Duration::from_millis(500),
            room_capacity: 3,
            ..Settings::default()
        };
        Self::with(seed, settings, ENGINES).await
    }

    /// Returns a site with these settings and this number of engines.
    pub(super) async fn with(seed: u64, settings: Settings, n_engines: usize) -> Rc<Self> {
        RANDOM.set(Xoshiro256PlusPlus::seed_from_u64(seed));
        let site = Rc::new(Self {
            broker: Broker::new(seed),
            settings,
            random: RefCell::new(Xoshiro256PlusPlus::seed_from_u64(seed + 1)),
            engines: RefCell::default(),
            database: Rc::default(),
            counts: RefCell::default(),
            event: Cell::new(None),
            starts: RefCell::default(),
            is_calm: Cell::new(false),
            drains: RefCell::default(),
        });
        for _ in 0..n_engines {
            site.start_engine().await;
        }
        site
    }

    pub(super) fn count(&self, event: Event) {
        self.counts.borrow_mut().0[event as usize] += 1;
    }

    pub(super) fn draw(&self, range: std::ops::Range<u64>) -> u64 {
        self.random.borrow_mut().random_range(range)
    }

    /// Returns the engines that run and are not about to end.
    pub(super) fn up(&self) -> Vec<Rc<Engine>> {
        let engines = self.engines.borrow();
        engines.iter().filter(|engine| engine.health.get() == Health::Up).cloned().collect()
    }

    pub(super) async fn start_engine(&self) {
        let engine = Engine::start(self).await;
        self.engines.borrow_mut().push(engine);
    }

    /// Breaks something, or repairs it.
    pub(super) async fn break_something(&self) {
        let up = self.up();
        if up.is_empty() {
            return self.start_engine().await;
        }
        let index = usize::try_from(self.draw(0..up.len() as u64)).expect("a small number");
        let engine = &up[index];
        let until = Instant::now() + Duration::from_millis(self.draw(50..4000));
        match self.draw(0..20) {
            0..2 if up.len() > 1 => {
                self.count(Event::Kill);
                engine.kill(&self.broker);
            }
            2..6 if up.len() < ENGINES => {
                self.count(Event::Start);
                self.start_engine().await;
            }
            6..10 => {
                self.count(Event::Cut);
                self.broker.cut(engine.id(), until);
            }
            10..14 => {
                self.count(Event::Freeze);
                self.broker.cut(engine.id(), until);
                engine.frozen_until.set(until);
            }
            14..17 => self.broker.set_slowest(if self.draw(0..2) == 0 { self.draw(200..1500) } else { 3 }),
            17 if up.len() > 1 => {
                self.count(Event::Drain);
                let ending = Rc::clone(engine).end(self.broker.clone());
                self.drains.borrow_mut().push(actix::spawn(ending));
            }
            _ => {}
        }
    }

    /// Ends what is broken, so that all that still waits must come about.
    pub(super) async fn calm_down(&self) {
        self.broker.set_slowest(3);
        for engine in self.engines.borrow().iter() {
            self.broker.cut(engine.id(), Instant::now());
            engine.frozen_until.set(Instant::now());
        }
        join_all(self.drains.take()).await;
        if self.up().is_empty() {
            self.start_engine().await;
        }
        self.is_calm.set(true);
        sleep(Duration::from_secs(5)).await;
    }
}
