//! Sites of several engines under random schedules, in simulated time.
//!
//! The lobbies, rooms, recorders, memberships and leases are the real ones; broker, store, database and racers are in
//! memory. Engines are killed, frozen, cut off, drained and started while racers open rooms, race, leave, return and
//! open second windows, and a host opens rooms of events and begins their races. A failed schedule prints its seed, and
//! `COLIBRI_SIMULATION_SEED=123 cargo test --lib several_engines` runs it again; `COLIBRI_SIMULATION_SCHEDULES` sets the
//! number of schedules. Not everything is drawn from the seed, so the same one may take a few runs to fail again.

mod broker;
mod host;
mod matchmaking;
mod racer;
mod site;
mod watcher;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::join_all;
use shared::messages::{EventRoom, ListRaces, OpenRoom, Races, RemoveRacer, TakeSeat};
use shared::racer::RaceResult;
use shared::testing::Seed;
use shared::wire::ClientEvent;
use shared::{Percent, RoomCode, Text, TextId, UserId};
use tokio::time::{Instant, pause, sleep, timeout};

use crate::limits::REMATCH_TTL;
use crate::lobby::tests::Size;
use crate::peers::LEASE_TTL;
use crate::room::tests::{Describe, Speaker, Speaks};
use crate::testing::{racer, racer_id, seat_proof};

use host::Host;
use racer::{Racer, Window};
use site::{Engine, Health, Site, text};
use watcher::Watcher;

/// The number of schedules that `make check` runs.
const SCHEDULES: u64 = 50;
/// The number of users who race: more than a room has seats.
const USERS: i64 = 4;

/// The guests, who race in events alone.
const GUESTS: [i64; 2] = [-1, -2];

const WATCHERS: usize = 3;

/// The time in which things break.
const UNREST: Duration = Duration::from_secs(25);

/// Longer than any room stays open without racers.
const UNTIL_CLOSED: Duration = Duration::from_secs(60);

/// One in this many schedules goes on until all rooms are forgotten, which takes ten times as long.
const FORGETTING: u64 = 21;

/// The number of events of each kind in all schedules.
#[derive(Default, Clone)]
struct Counts([usize; 15]);

#[derive(Clone, Copy)]
enum Event {
    Kill,
    Freeze,
    Cut,
    Drain,
    Start,
    Return,
    SecondTab,
    Finish,
    VerifiedFinish,
    MissingKeys,
    Acknowledgement,
    Watch,
    Picture,
    Begin,
    Text,
}

const EVENTS: [&str; 15] = [
    "kills",
    "freezes",
    "cuts",
    "drains",
    "starts",
    "returns",
    "second tabs",
    "finishes",
    "verified finishes",
    "missing keys",
    "acknowledgements",
    "watched races",
    "pictures",
    "races begun by their host",
    "texts brought by a host",
];

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count += other);
    }
}

impl std::fmt::Debug for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(EVENTS.iter().zip(self.0)).finish()
    }
}

impl Site {
    /// Checks that at most one engine may announce anything of a room, and that it is the owner; and that the owner does
    /// once all is calm.
    async fn check_speakers(&self) {
        let engines = self.engines.borrow().clone();
        for code in self.broker.open_rooms() {
            for engine in &engines {
                let Some(room) = engine.rooms.get(code).filter(|_| engine.health.get() != Health::Dead) else {
                    continue;
                };
                let mut speaks = room.send(Speaks).await;
                if self.is_calm.get() && speaks == Ok(Speaker::Later) {
                    // A snapshot is being written.
                    sleep(Duration::from_millis(200)).await;
                    speaks = room.send(Speaks).await;
                }
                // Its owner now, since a claim may have arrived in the meantime. A room that has closed has none.
                let Some(owner) = self.broker.owner(code) else { continue };
                let is_owner = owner == engine.id();
                assert!(is_owner || speaks != Ok(Speaker::Now), "{code}: two engines may announce something");
                if self.is_calm.get() {
                    assert!(is_owner || speaks != Ok(Speaker::Later), "{code}: two owners");
                    // A new owner that was never told learns of it when a racer comes.
                    let may_speak = matches!(speaks, Ok(Speaker::Now | Speaker::Unneeded));
                    assert!(!is_owner || may_speak, "{code}: the owner says {speaks:?}");
                }
            }
        }
    }

    /// Checks that every engine lists the races that can be watched.
    async fn check_lists(&self) {
        for engine in self.up() {
            let listed = engine.lobby.send(ListRaces {}).await.expect("the lobby lives");
            let Races { featured, races } = listed.expect("the leading lobby answers");
            assert!(featured.is_none_or(|code| races[0].code == code), "{featured:?} of {races:?}");
        }
    }

    /// Checks that nothing is left of the rooms once all racers are gone.
    async fn check_nothing_is_left(&self) {
        // The host was not told of some of them.
        for code in self.broker.open_rooms() {
            self.begin(code).await;
        }
        sleep(UNTIL_CLOSED).await;
        // A new owner that was never told so learns of it when somebody asks for the room.
        for code in self.broker.open_rooms() {
            let request = TakeSeat { code, racer: racer(USERS + 1), proof: seat_proof(), divisions: Vec::new() };
            let _ = self.up()[0].lobby.send(request).await;
            sleep(UNTIL_CLOSED).await;
        }
        let mut open = Vec::new();
        let engines = self.engines.borrow().clone();
        for code in self.broker.open_rooms() {
            for room in engines.iter().filter_map(|engine| engine.rooms.get(code)) {
                open.push((code, room.send(Describe).await));
            }
        }
        assert!(self.broker.open_rooms().is_empty(), "every room ends: {open:#?}");
        for engine in self.up() {
            let mut left = Vec::new();
            for room in engine.rooms.all() {
                left.push(room.send(Describe).await);
            }
            assert!(left.is_empty() && engine.rooms.len() == 0, "rooms without a race or a socket: {left:?}");
        }
    }

    /// Checks that the lobbies forget all rooms in the end.
    async fn check_nothing_is_remembered(&self) {
        sleep(REMATCH_TTL + Duration::from_secs(10)).await;
        for engine in self.up() {
            assert_eq!(engine.lobby.send(Size).await, Ok(0), "entries in a lobby");
        }
    }
}

/// Runs one schedule, and returns what happened.
async fn run(seed: u64) -> Counts {
    let _named = Seed(seed);
    let site = Site::start(seed).await;
    let users = (1..=USERS).chain(GUESTS);
    let racers: Vec<_> = users.map(|user| actix::spawn(Racer::new(Rc::clone(&site), user).run())).collect();
    let host = actix::spawn(Host::new(Rc::clone(&site)).run());
    let watchers: Vec<_> = (0..WATCHERS).map(|_| actix::spawn(Watcher::new(Rc::clone(&site)).run())).collect();
    let until = Instant::now() + UNREST;
    while Instant::now() < until {
        sleep(Duration::from_millis(site.draw(20..600))).await;
        if site.draw(0..2) == 0 {
            site.break_something().await;
        }
        site.check_speakers().await;
    }
    site.calm_down().await;
    site.check_speakers().await;
    site.check_lists().await;
    let mut finishes = Vec::new();
    for racer in join_all(racers).await {
        finishes.extend(racer.expect("the racer's story is consistent"));
    }
    host.await.expect("every engine finds the rooms of the host");
    for watcher in join_all(watchers).await {
        watcher.expect("no watcher sees what they must not, and each sees the race");
    }
    site.check_nothing_is_left().await;
    if seed.is_multiple_of(FORGETTING) {
        site.check_nothing_is_remembered().await;
    }
    {
        let database = site.database.borrow();
        assert!(database.contradictions.is_empty(), "{:?}", database.contradictions);
        for (user, time) in &finishes {
            let is_theirs = |result: &&RaceResult| {
                result.racer == *user && typing::score::two_decimals(result.time.as_secs_f64()) == *time
            };
            assert!(
                database.results.values().any(|(result, _)| is_theirs(&result)),
                "{user}'s finish after {time} s is lost"
            );
        }
        let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for ((race, _), (result, _)) in database.results.iter().filter(|(_, (result, _))| !result.unranked) {
            places.entry(*race).or_default().push((result.place, result.time));
        }
        for (race, mut places) in places {
            places.sort_unstable();
            assert!(places.iter().map(|(place, _)| *place).eq(1..=places.len()), "the places of {race}: {places:?}");
            assert!(places.is_sorted_by_key(|(_, time)| *time), "the order of {race}: {places:?}");
        }
    }
    let engines = site.engines.take();
    engines.iter().for_each(|engine| engine.kill(&site.broker));
    sleep(Duration::from_secs(1)).await;
    site.counts.take()
}

/// Runs these schedules, and returns what happened in all of them.
fn run_all(seeds: impl Iterator<Item = u64>) -> Counts {
    let mut all = Counts::default();
    for seed in seeds {
        // What is left of one schedule ends with its runtime.
        all += actix::System::new().block_on(async {
            pause();
            run(seed).await
        });
    }
    all
}

#[test]
#[expect(clippy::print_stderr, reason = "the counts are for people")]
fn racers_of_several_engines_lose_nothing_whatever_breaks() {
    let setting = |name| std::env::var(name).ok().map(|value: String| value.parse::<u64>().expect("a whole number"));
    if let Some(seed) = setting("COLIBRI_SIMULATION_SEED") {
        eprintln!("{:?}", run_all(seed..=seed));
        return;
    }
    let n_schedules = setting("COLIBRI_SIMULATION_SCHEDULES").unwrap_or(SCHEDULES);
    let n_threads = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let mut all = Counts::default();
    std::thread::scope(|scope| {
        let run_part = |first: usize| move || run_all((first as u64..n_schedules).step_by(n_threads));
        let threads: Vec<_> = (0..n_threads).map(|first| scope.spawn(run_part(first))).collect();
        threads.into_iter().for_each(|thread| all += thread.join().expect("no schedule failed"));
    });
    eprintln!("{n_schedules} schedules: {all:?}");
    assert!(all.0.iter().all(|count| *count > 0), "something never happened");
}

#[actix::test]
async fn an_unreachable_broker_causes_no_claims() {
    pause();
    let site = Site::start(1).await;
    let engine = site.up().remove(2);
    let code = engine.lobby.send(OpenRoom::by(UserId(1))).await.expect("a lobby").expect("a room");
    let owner = site.broker.owner(code);
    site.up().iter().for_each(|engine| site.broker.cut(engine.id(), Instant::now() + Duration::from_secs(5)));
    sleep(Duration::from_secs(10)).await;
    assert_eq!(site.broker.owner(code), owner);
}

/// Takes a seat, and joins with it at the same engine.
async fn take_seat(engine: &Rc<Engine>, code: RoomCode, user: i64) -> Window {
    let request = TakeSeat { code, racer: racer(user), proof: seat_proof(), divisions: Vec::new() };
    engine.lobby.send(request).await.expect("a lobby").expect("a seat");
    Window::open(Rc::clone(engine), code, user).await.expect("a room")
}

#[actix::test]
async fn a_race_goes_on_when_the_broker_loses_its_store() {
    pause();
    let site = Site::start(3).await;
    let engines = site.up();
    let code = engines[0].lobby.send(OpenRoom::by(UserId(1))).await.expect("a lobby").expect("a room");
    let mut windows = Vec::new();
    for (user, engine) in (1..).zip(&engines) {
        windows.push(take_seat(engine, code, user).await);
    }
    sleep(Duration::from_secs(2)).await;
    let owner = site.broker.owner(code).expect("an owner");
    let of_guest = engines.iter().position(|engine| engine.id() != owner).expect("a guest");
    // The broker is away until all leases have lapsed.
    site.broker.lose_store(Instant::now() + LEASE_TTL * 2);
    sleep(LEASE_TTL).await;
    // A racer's page connects again meanwhile.
    let user = 1 + i64::try_from(of_guest).expect("a small number");
    windows[of_guest] = Window::open(Rc::clone(&engines[of_guest]), code, user).await.expect("a room");
    windows[of_guest].tab.skip_to("state").await;
    for window in &mut windows {
        window.tab.received_already();
    }
    windows[of_guest].send(user, ClientEvent::Typing(Percent::of(1, 100).into()), false);
    for (index, window) in windows.iter_mut().enumerate().filter(|(index, _)| *index != of_guest) {
        let progress = timeout(Duration::from_secs(1), window.tab.skip_to("typing")).await;
        assert!(progress.is_ok(), "racer {} hears nothing", index + 1);
    }
    assert_eq!(site.broker.owner(code), Some(owner));
}

#[actix::test]
async fn each_racer_hears_the_countdown_once_whatever_their_engine() {
    pause();
    let site = Site::start(2).await;
    let engines = site.up();
    // Each room opens at the first engine, and moves to its racers while they join.
    for placement in [[0, 1, 2], [0, 0, 0], [1, 1, 1], [2, 2, 2]] {
        let request = OpenRoom { private: true, ..OpenRoom::by(UserId(1)) };
        let code = engines[0].lobby.send(request).await.expect("a lobby").expect("a room");
        assert_eq!(site.broker.owner(code), Some(engines[0].id()));
        let mut windows = Vec::new();
        for (user, engine) in (1..).zip(placement) {
            windows.push(take_seat(&engines[engine], code, user).await);
            sleep(Duration::from_millis(200)).await;
        }
        sleep(Duration::from_secs(2)).await;
        assert_eq!(site.broker.owner(code), Some(engines[placement[0]].id()), "at {placement:?}");
        for window in &mut windows {
            let events = window.tab.received_already();
            let n_countdowns = events.iter().filter(|(name, _)| name == "starting").count();
            assert_eq!(n_countdowns, 1, "at {placement:?}: {events:?}");
        }
    }
}

#[actix::test]
async fn friends_at_several_engines_wait_on_when_the_owner_of_their_room_dies() {
    pause();
    let site = Site::start(5).await;
    let engines = site.up();
    let request = OpenRoom { private: true, friends: true, ..OpenRoom::by(UserId(1)) };
    let code = engines[0].lobby.send(request.clone()).await.expect("a lobby").expect("a room");
    let _ana = take_seat(&engines[1], code, 1).await;
    let mut bo = take_seat(&engines[2], code, 2).await;
    sleep(Duration::from_secs(5 * 60)).await;
    let again = engines[2].lobby.send(request).await.expect("a lobby");
    assert_eq!(again, Ok(code), "every engine knows that the opener has a room open");
    assert_eq!(site.broker.owner(code), Some(engines[1].id()), "the first racer's engine has taken the room");
    bo.tab.received_already();

    engines[1].kill(&site.broker);
    assert_eq!(bo.tab.skip_to("state").await["starter"], "racer-2");
    let mut ana = take_seat(&engines[2], code, 1).await;
    assert_eq!(bo.tab.skip_to("starter").await["username"], "racer-1");
    ana.send(1, ClientEvent::Begin, true);
    bo.tab.skip_to("starting").await;
    bo.tab.skip_to("start").await;
}

/// Opens a room of an event at an engine.
async fn open_event(engine: &Rc<Engine>) -> RoomCode {
    let blank = Text { id: TextId::NONE, text: String::new(), ..text() };
    let event = Some(EventRoom { seats: 100 });
    let request = OpenRoom { private: true, text: Some(blank), event, ..OpenRoom::by(UserId(1)) };
    engine.lobby.send(request).await.expect("a lobby").expect("a room")
}

#[actix::test]
async fn a_race_of_an_event_starts_at_its_instant_when_its_owner_dies() {
    pause();
    let site = Site::start(7).await;
    let engines = site.up();
    let code = open_event(&engines[0]).await;
    let _ana = take_seat(&engines[1], code, 1).await;
    let mut guest = take_seat(&engines[2], code, -2).await;
    sleep(Duration::from_secs(2)).await;
    assert!(site.begin(code).await);
    let starting = guest.tab.skip_to("starting").await;
    let owner = site.broker.owner(code).expect("an owner");
    engines.iter().filter(|engine| engine.id() == owner).for_each(|engine| engine.kill(&site.broker));
    let survivor = site.up().remove(0);
    let mut guest = Window::open(survivor, code, -2).await.expect("a room");
    let state = guest.tab.skip_to("state").await;
    assert!(state["at"].is_null() || state["at"] == starting["at"], "{state}");
    assert_eq!(guest.tab.skip_to("text").await["text"], text().text);
    guest.tab.skip_to("start").await;
    assert!(site.begin(code).await, "a host who was not told asks again");
}

#[actix::test]
async fn a_racer_of_an_event_is_removed_whichever_engine_is_asked() {
    pause();
    let site = Site::start(8).await;
    let engines = site.up();
    let code = open_event(&engines[0]).await;
    let mut ana = take_seat(&engines[1], code, 1).await;
    let mut others = [take_seat(&engines[1], code, -2).await, take_seat(&engines[2], code, 3).await];
    sleep(Duration::from_secs(2)).await;
    for (engine, (racer, other)) in engines.iter().zip([-2, 3].into_iter().zip(&mut others)) {
        ana.tab.received_already();
        let request = RemoveRacer { code, racer: racer_id(racer) };
        assert_eq!(engine.lobby.send(request).await.expect("a lobby"), Ok(()));
        assert_eq!(ana.tab.skip_to("leave").await["username"], format!("racer-{racer}"));
        assert_eq!(other.tab.skip_to("fault").await["code"], "no-seat");
        other.tab.is_disconnected().await;
    }
}
