//! Compares the matchmaking index with a plain search of all rooms.

use std::time::Duration;

use actix::{Actor, Context};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use shared::messages::OpenRoom;
use shared::{Language, RoomCode, UserId};
use tokio::time::Instant;

use super::{Directory, Location};
use crate::limits::{MIN_WAITING_LEFT, PROMISE_TTL, REMATCH_TTL};
use crate::occupancy::{Occupancy, RoomKind, Waiting};
use crate::room::{Room, RoomLinks, RoomNews, WatcherCount};
use crate::rooms::Rooms;
use crate::testing::recorder;

const ROOMS: u64 = 2_000;
const CAPACITY: usize = 5;
const USERS: i64 = 50;

/// A lobby that ignores all news.
struct IgnoringLobby;

impl Actor for IgnoringLobby {
    type Context = Context<Self>;
}

impl actix::Handler<RoomNews> for IgnoringLobby {
    type Result = ();

    fn handle(&mut self, _: RoomNews, _: &mut Self::Context) {}
}

/// Returns the expected answer by searching all rooms.
fn fullest(directory: &Directory, language: Language, now: Instant) -> Option<RoomCode> {
    let offered = directory.rooms.iter().filter_map(|(code, entry)| {
        let waits = match entry.occupancy.waiting {
            Waiting::NotBegun { closes_at } => closes_at > now + PROMISE_TTL,
            Waiting::Until(until) => until > now + MIN_WAITING_LEFT,
            Waiting::Over => false,
        };
        let promised = entry.promises.iter().filter(|(_, until)| *until > now).count();
        let free = entry.occupancy.open_seats.saturating_sub(promised);
        (waits && !entry.kind.is_private && entry.kind.language == language && free > 0).then_some((free, *code))
    });
    offered.min().map(|(_, code)| code)
}

/// Chooses a room for a racer whose speed is not known.
fn choose(directory: &mut Directory, language: Language, now: Instant) -> Option<RoomCode> {
    directory.choose(language, &OpenRoom::by(UserId(USERS)), now)
}

fn kind(random: &mut Xoshiro256PlusPlus) -> RoomKind {
    let is_private = random.random_ratio(1, 5);
    let opener = (is_private && random.random_ratio(1, 2)).then(|| UserId(random.random_range(1..4)));
    RoomKind { is_private, language: Language::ALL[random.random_range(0..2)], is_solo: false, opener, event: None }
}

#[actix::test]
async fn rooms_with_a_rematch_are_forgotten_when_they_close_or_another_lobby_leads() {
    let mut directory = Directory::new(5);
    let mut now = Instant::now();
    let engine = Location::At(crate::EngineId::new());
    let kind = RoomKind::default();
    for n in 0..1_000 {
        let code = RoomCode::from_random(n);
        directory.add(code, engine.clone(), kind, CAPACITY, now);
        directory.set_rematch(code, RoomCode::from_random(n + 1));
        if n % 2 == 0 {
            directory.close(code, now);
        }
        now += Duration::from_secs(10);
    }
    directory.forget_rooms_at(|_, _| true, now);
    directory.prune(now + REMATCH_TTL);
    assert_eq!(directory.len(), 0);
}

#[actix::test]
async fn without_a_speed_the_room_is_always_the_fullest_with_a_seat_and_time_left() {
    tokio::time::pause();
    let recorder = recorder([]).0.recipient();
    let lobby = IgnoringLobby.start().recipient();
    let links = RoomLinks {
        lobby,
        recorder,
        store: None,
        peers: None,
        rooms: Rooms::default(),
        watchers: WatcherCount::default(),
    };
    // Only the directory's data on the rooms matters here, so they share one actor.
    let here = Location::Here(Room::guest(RoomCode::from_random(0), links).start());

    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut directory = Directory::new(5);
    let mut now = Instant::now();
    for n in 0..ROOMS {
        let kind = kind(&mut random);
        directory.add(RoomCode::from_random(n), here.clone(), kind, CAPACITY, now);
    }
    for _ in 0..3_000 {
        let code = RoomCode::from_random(random.random_range(0..ROOMS));
        match random.random_range(0..10) {
            0..6 => {
                let waiting = match random.random_range(0..4) {
                    0 => Waiting::NotBegun { closes_at: now + Duration::from_millis(random.random_range(0..30_000)) },
                    1 => Waiting::Over,
                    _ => Waiting::Until(now + Duration::from_millis(random.random_range(0..20_000))),
                };
                let open_seats = random.random_range(0..=CAPACITY);
                directory.update(code, Occupancy { open_seats, waiting, ..Occupancy::empty(CAPACITY, now) }, now);
            }
            6 => directory.close(code, now),
            7 => directory.add(code, here.clone(), kind(&mut random), CAPACITY, now),
            8 => now += Duration::from_millis(random.random_range(0..3_000)),
            _ => {
                let user = UserId(random.random_range(0..USERS));
                let language = Language::ALL[random.random_range(0..2)];
                let offered = directory.promised_to(user, Some(language), now);
                let offered = offered.or_else(|| directory.choose(language, &OpenRoom::by(user), now));
                assert!(offered.is_none_or(|code| directory.kind(code).is_some_and(|kind| kind.language == language)));
                offered.into_iter().for_each(|code| directory.promise(code, user, now));
            }
        }
        let promised = directory.rooms.iter().flat_map(|(code, entry)| {
            entry.promises.iter().filter(|(_, until)| *until > now).map(|(user, _)| (*user, *code))
        });
        let promised: Vec<_> = promised.collect();
        assert!(promised.iter().all(|(user, code)| directory.promised.get(user) == Some(code)), "one for each user");
        for language in Language::ALL {
            assert_eq!(choose(&mut directory, language, now), fullest(&directory, language, now));
        }
    }
    for n in 0..ROOMS {
        directory.close(RoomCode::from_random(n), now);
    }
    let offered = Language::ALL.map(|language| choose(&mut directory, language, now));
    assert_eq!((offered, directory.offers.len(), directory.promised.len()), ([None, None], 0, 0));
}
