//! Matchmaking by the language of the texts.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use shared::Language::{self, English, Spanish};
use shared::messages::OpenRoom;
use shared::{RoomCode, UserId};
use tokio::time::{Instant, pause, sleep};

use super::Scene;
use crate::testing::{LEAVE, Tab};

/// The time for which a racer waits alone before they ask for company; see `docs/protocol.md`.
const ALONE: Duration = Duration::from_secs(5);

/// The time in which a room takes newcomers: its waiting time without the last three seconds.
const TAKES_NEWCOMERS: Duration = Duration::from_secs(17);

impl Scene {
    async fn ask(&self, user: i64, language: Option<Language>, alone: Option<RoomCode>) -> RoomCode {
        let request = OpenRoom { language, alone, ..OpenRoom::by(UserId(user)) };
        self.lobby.send(request).await.expect("the lobby lives").expect("a room")
    }

    /// Returns the room to which a racer moves who is alone in the room `alone` and should not meet some others.
    async fn ask_apart_from(&self, others: &[i64], user: i64, alone: RoomCode) -> RoomCode {
        let blocked = others.iter().copied().map(UserId).collect();
        let request = OpenRoom { alone: Some(alone), blocked, ..OpenRoom::by(UserId(user)) };
        self.lobby.send(request).await.expect("the lobby lives").expect("a room")
    }

    async fn ask_in(&self, user: i64, language: Language) -> RoomCode {
        self.ask(user, Some(language), None).await
    }

    /// Opens a private room, to be joined by its code.
    async fn private_in(&self, language: Language) -> RoomCode {
        let request = OpenRoom { private: true, language: Some(language), ..OpenRoom::by(UserId(1)) };
        self.lobby.send(request).await.expect("the lobby lives").expect("a room")
    }

    /// Returns the language of the text that a racer gets with their seat.
    async fn language_of(&self, code: RoomCode, user: i64) -> Language {
        self.take_seat(code, user).await.expect("a seat").text.language
    }
}

#[actix::test]
async fn matchmaking_keeps_to_the_language_that_was_asked_for() {
    let scene = Scene::open();
    for (user, language) in (1..).zip([English, Spanish, English, Spanish]) {
        let code = scene.ask_in(user, language).await;
        assert_eq!(scene.language_of(code, user).await, language);
        assert_eq!(scene.ask_in(100 + user, language).await, code, "another racer joins");
    }
}

#[actix::test]
async fn simultaneous_requests_in_two_languages_open_two_rooms() {
    let scene = Scene::open();
    let asked = [English, Spanish, English, Spanish].into_iter().zip(1..);
    let codes = join_all(asked.map(|(language, user)| scene.ask_in(user, language))).await;
    assert_eq!((codes[0], codes[1]), (codes[2], codes[3]));
    assert_ne!(codes[0], codes[1]);
}

#[actix::test]
async fn a_racer_without_a_wish_goes_wherever_someone_waits() {
    let scene = Scene::open();
    let spanish = scene.ask_in(1, Spanish).await;
    assert_eq!(scene.ask(2, None, None).await, spanish);
    let english = scene.ask_in(3, English).await;
    assert_eq!(scene.ask(4, None, None).await, english, "the default language comes first");
}

#[actix::test]
async fn a_racer_without_a_wish_opens_a_room_in_the_default_language() {
    let scene = Scene::open();
    let code = scene.ask(1, None, None).await;
    assert_eq!(scene.language_of(code, 1).await, English);
}

#[actix::test]
async fn who_changes_the_language_gets_another_room() {
    let scene = Scene::open();
    let english = scene.ask_in(1, English).await;
    let spanish = scene.ask_in(1, Spanish).await;
    assert_ne!(english, spanish);
    assert_eq!(scene.ask_in(1, Spanish).await, spanish);
}

#[actix::test]
async fn a_racer_alone_goes_to_a_room_with_company_in_the_default_language() {
    let scene = Scene::open();
    let spanish = scene.ask_in(1, Spanish).await;
    let _ana = scene.enter(spanish, 1).await;
    assert_eq!(scene.ask(1, None, Some(spanish)).await, spanish, "nobody waits anywhere");
    let english = scene.ask_in(2, English).await;
    let _bo = scene.enter(english, 2).await;
    assert_eq!(scene.ask(2, None, Some(english)).await, english, "nobody leaves the default language");
    assert_eq!(scene.ask(1, None, Some(spanish)).await, english);
    assert!(scene.take_seat(english, 1).await.is_ok(), "a seat is reserved");
}

/// Returns a room in Spanish in which Ana waits, one in English in which Bo waits, and another one in Spanish in which Eve
/// is alone: the racers 1, 7 and 6.
async fn eve_alone(scene: &Scene) -> ([RoomCode; 3], impl Sized + use<>) {
    let first = scene.ask_in(1, Spanish).await;
    let ana = scene.enter(first, 1).await;
    // Four racers are sent to the first room, so the sixth opens another. Then they do not take their seats.
    for user in 2..=5 {
        assert_eq!(scene.ask_in(user, Spanish).await, first);
    }
    let second = scene.ask_in(6, Spanish).await;
    assert_ne!(second, first);
    let eve = scene.enter(second, 6).await;
    let english = scene.ask_in(7, English).await;
    let bo = scene.enter(english, 7).await;
    sleep(Duration::from_secs(11)).await;
    ([first, english, second], (ana, eve, bo))
}

#[actix::test]
async fn a_racer_alone_prefers_company_in_their_own_language() {
    let scene = Scene::open();
    let ([spanish, _, own], _racers) = eve_alone(&scene).await;
    assert_eq!(scene.ask(6, None, Some(own)).await, spanish);
}

#[actix::test]
async fn a_racer_alone_prefers_company_they_do_not_block() {
    let scene = Scene::open();
    let ([spanish, english, own], _racers) = eve_alone(&scene).await;
    assert_eq!(scene.ask_apart_from(&[1], 6, own).await, english);
    assert_eq!(scene.ask_apart_from(&[1, 7], 6, own).await, spanish, "rather than alone");
}

#[actix::test]
async fn racers_who_block_each_other_do_not_share_a_room_that_is_about_to_open() {
    let scene = Scene::open();
    let request = |user, blocked| OpenRoom { blocked, ..OpenRoom::by(UserId(user)) };
    let asked = [request(1, vec![]), request(2, vec![UserId(1)]), request(3, vec![])];
    let codes =
        join_all(asked.map(|request| async { scene.lobby.send(request).await.expect("the lobby lives") })).await;
    assert_eq!(codes[0], codes[2]);
    assert_ne!(codes[0], codes[1]);
}

#[actix::test]
async fn who_has_company_or_is_in_a_private_room_stays() {
    let scene = Scene::open();
    let english = scene.ask_in(1, English).await;
    let _ana = scene.enter(english, 1).await;
    let spanish = scene.ask_in(2, Spanish).await;
    let _bo = scene.enter(spanish, 2).await;
    let _eve = scene.enter(spanish, 3).await;
    assert_eq!(scene.ask(2, None, Some(spanish)).await, spanish);
    let private = scene.private_in(Spanish).await;
    let _dan = scene.enter(private, 4).await;
    assert_eq!(scene.ask(4, None, Some(private)).await, private);
    let unknown = RoomCode::from_random(1);
    assert_eq!(scene.ask(5, None, Some(unknown)).await, unknown);
}

#[actix::test]
async fn a_rematch_keeps_the_language_of_the_room_before() {
    let scene = Scene::open();
    let old = scene.private_in(Spanish).await;
    let _ana = scene.enter(old, 1).await;
    let next = scene.rematch(old).await;
    assert_eq!(scene.language_of(next, 1).await, Spanish);
}

/// A racer who waits in a room.
struct Waiting {
    code: RoomCode,
    asked: Option<Language>,
    tab: Tab,
}

/// The racers who wait, as the test sees them.
#[derive(Default)]
struct World {
    racers: HashMap<i64, Waiting>,
    /// The rooms, with their language and the moment at which the first racer entered.
    rooms: HashMap<RoomCode, (Language, Instant)>,
}

impl World {
    fn takes_newcomers(&self, code: RoomCode) -> bool {
        self.rooms[&code].1.elapsed() < TAKES_NEWCOMERS
    }

    fn is_alone(&self, user: i64) -> bool {
        let code = self.racers[&user].code;
        self.racers.iter().all(|(other, racer)| *other == user || racer.code != code)
    }

    async fn enter(&mut self, scene: &Scene, code: RoomCode, user: i64, asked: Option<Language>) {
        let language = scene.language_of(code, user).await;
        let tab = scene.enter(code, user).await;
        self.rooms.entry(code).or_insert((language, Instant::now()));
        self.racers.insert(user, Waiting { code, asked, tab });
    }

    async fn leave(&mut self, scene: &Scene, user: i64) {
        if let Some(Waiting { code, tab, .. }) = self.racers.remove(&user) {
            scene.send(code, user, &tab, LEAVE).await;
        }
    }

    /// Lets every racer who waits alone ask for company, one after the other, as their pages do.
    async fn seek_company(&mut self, scene: &Scene) {
        let mut users: Vec<i64> = self.racers.keys().copied().collect();
        users.sort_unstable();
        for user in users {
            let Waiting { code, asked, .. } = self.racers[&user];
            if self.is_alone(user) && self.takes_newcomers(code) {
                let to = scene.ask(user, None, Some(code)).await;
                if to != code {
                    self.leave(scene, user).await;
                    self.enter(scene, to, user, asked).await;
                }
            }
        }
    }

    /// Asserts that nobody waits alone while there is company in their language or in the default one.
    fn check(&self) {
        for (user, racer) in &self.racers {
            if !self.is_alone(*user) || !self.takes_newcomers(racer.code) {
                continue;
            }
            let (language, _) = self.rooms[&racer.code];
            let company = self.racers.iter().find(|(other, there)| {
                let (theirs, _) = self.rooms[&there.code];
                let n = self.racers.values().filter(|racer| racer.code == there.code).count();
                *other != user && self.takes_newcomers(there.code) && n < 5 && [language, English].contains(&theirs)
            });
            assert!(company.is_none(), "{user} is alone, but {:?} waits", company.map(|(other, _)| other));
        }
    }
}

#[actix::test]
async fn under_random_schedules_nobody_waits_alone_or_for_an_unwanted_language() {
    pause();
    for seed in 0..40 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let scene = Scene::with_store(Duration::from_millis(20), 0, None);
        let mut world = World::default();
        for user in 1..60 {
            let asked = [Some(English), Some(Spanish), None][random.random_range(0..3)];
            let code = scene.ask(user, asked, None).await;
            world.enter(&scene, code, user, asked).await;
            let (language, _) = world.rooms[&code];
            assert!(asked.is_none_or(|asked| asked == language), "{seed}: {user} was sent to {language:?}");
            if random.random_ratio(1, 4) {
                let mut users: Vec<i64> = world.racers.keys().copied().collect();
                users.sort_unstable();
                let leaver = users[random.random_range(0..users.len())];
                let is_waiting = world.takes_newcomers(world.racers[&leaver].code);
                if is_waiting {
                    world.leave(&scene, leaver).await;
                }
            }
            sleep(Duration::from_millis(random.random_range(0..4000))).await;
            if random.random_ratio(1, 2) {
                sleep(ALONE).await;
                world.seek_company(&scene).await;
                world.check();
            }
            for racer in world.racers.values() {
                let (language, _) = world.rooms[&racer.code];
                let wanted = racer.asked.is_none_or(|asked| [asked, English].contains(&language));
                assert!(wanted, "{seed}: {:?} races in {language:?}", racer.asked);
            }
            let World { racers, rooms } = &mut world;
            racers.retain(|_, racer| rooms[&racer.code].1.elapsed() < TAKES_NEWCOMERS);
        }
    }
}
