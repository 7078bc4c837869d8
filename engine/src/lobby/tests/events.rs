//! Rooms of events, as the lobby opens and asks them.

use chrono::{TimeDelta, Utc};
use shared::messages::{
    BeginRace, BeginRaceError, EVENT_SEATS, EventRoom, ListRaces, OpenRoom, RaceOf, Races, RemoveRacer, TakeSeatError,
};
use shared::{Language, RoomCode, Text, TextId, UserId};

use super::Scene;
use crate::lobby::FindWatchedRoom;
use crate::testing::{racer_id, text};

impl Scene {
    /// Opens a room of an event with this many seats, on behalf of user 1.
    async fn event(&self, seats: usize) -> RoomCode {
        let text = Text { id: TextId::NONE, text: String::new(), language: Language::Spanish, ..text() };
        let event = Some(EventRoom { seats });
        self.request(OpenRoom { private: true, text: Some(text), event, ..OpenRoom::by(UserId(1)) }).await
    }

    async fn begin(&self, code: RoomCode) -> Result<(), BeginRaceError> {
        let start_at = Utc::now() + TimeDelta::seconds(10);
        self.lobby.send(BeginRace { code, text: text(), start_at }).await.expect("the lobby lives")
    }

    async fn remove(&self, code: RoomCode, racer: i64) {
        let removed = self.lobby.send(RemoveRacer { code, racer: racer_id(racer) }).await.expect("the lobby lives");
        assert_eq!(removed, Ok(()));
    }
}

#[actix::test]
async fn each_room_of_an_event_is_a_new_one_with_the_seats_that_were_asked_for() {
    let scene = Scene::open();
    let rooms = [scene.event(1).await, scene.event(100).await, scene.event(100_000).await];
    assert!(rooms[0] != rooms[1] && rooms[1] != rooms[2]);
    let mut seats = Vec::new();
    for code in rooms {
        seats.push(scene.take_seat(code, -1).await.expect("a seat").seats);
    }
    assert_eq!(seats, [1, 100, EVENT_SEATS]);
    assert_eq!(scene.take_seat(rooms[0], 2).await, Err(TakeSeatError::Full));
    assert!(scene.asked.all().is_empty(), "no text is drawn for it");
}

#[actix::test]
async fn an_event_is_neither_offered_nor_listed_nor_found_by_its_racer_but_watched_by_its_code() {
    let scene = Scene::open();
    let code = scene.event(3).await;
    let _tabs = [scene.enter(code, 1).await, scene.enter(code, -2).await];
    assert_eq!(scene.begin(code).await, Ok(()));
    assert_ne!(scene.public_for(3).await, code);
    assert_eq!(scene.lobby.send(ListRaces {}).await.expect("the lobby lives"), Ok(Races::default()));
    assert_eq!(scene.lobby.send(RaceOf { user: UserId(1) }).await.expect("the lobby lives"), Ok(None));
    assert!(scene.lobby.send(FindWatchedRoom(code)).await.expect("the lobby lives").is_ok());
}

#[actix::test]
async fn to_race_again_after_an_event_is_to_race_in_public() {
    let scene = Scene::open();
    let code = scene.event(3).await;
    let again = scene.rematch(code).await;
    assert_eq!(scene.public().await, again);
}

#[actix::test]
async fn an_event_is_begun_and_racers_are_removed_by_the_code_of_its_room() {
    let scene = Scene::open();
    let code = scene.event(3).await;
    let (mut ana, mut bo) = (scene.enter(code, 1).await, scene.enter(code, -2).await);
    assert_eq!(scene.begin(code).await, Ok(()));
    assert_eq!(scene.begin(code).await, Ok(()), "a second word changes nothing");
    ana.skip_to("text").await;
    scene.remove(code, -2).await;
    scene.remove(code, -2).await;
    assert_eq!(bo.skip_to("fault").await["code"], "no-seat");
    ana.skip_to("start").await;
}

#[actix::test]
async fn a_room_that_does_not_exist_begins_no_race_and_has_nobody_to_remove() {
    let scene = Scene::open();
    let code = RoomCode::from_random(7);
    assert_eq!(scene.begin(code).await, Err(BeginRaceError::Unknown));
    scene.remove(code, 1).await;
}
