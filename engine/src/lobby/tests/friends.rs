//! Rooms of friends and rooms for one racer, as the lobby opens them.

use std::time::Duration;

use futures_util::future::join_all;
use shared::messages::{OpenRoom, TakeSeatError};
use shared::wire::ClientEvent;
use shared::{Language, RoomCode, UserId};
use tokio::time::sleep;

use super::Scene;

impl Scene {
    /// Opens a room of friends for `user`.
    async fn friends(&self, user: i64, language: Language) -> RoomCode {
        let language = Some(language);
        self.request(OpenRoom { friends: true, private: true, language, ..OpenRoom::by(UserId(user)) }).await
    }

    /// Opens the room in which `user` races again after the race in `old`.
    async fn again(&self, user: i64, old: RoomCode) -> RoomCode {
        self.request(OpenRoom { after: Some(old), ..OpenRoom::by(UserId(user)) }).await
    }
}

#[actix::test]
async fn a_room_of_friends_is_never_offered_and_waits_for_its_opener() {
    let scene = Scene::open();
    let code = scene.friends(1, Language::English).await;
    let _bo = scene.enter(code, 2).await;
    let mut ana = scene.enter(code, 1).await;
    assert_ne!(scene.public_for(3).await, code);
    sleep(Duration::from_secs(60)).await;
    scene.send(code, 1, &ana, ClientEvent::Begin).await;
    ana.skip_to("start").await;
}

#[actix::test]
async fn a_user_who_opens_a_race_of_friends_in_two_tabs_gets_one_room() {
    let scene = Scene::open();
    let both = join_all([scene.friends(1, Language::English), scene.friends(1, Language::English)]).await;
    assert_eq!(both[0], both[1]);
    assert_eq!(scene.asked.all().len(), 1, "one text was drawn");
    assert_eq!(scene.friends(1, Language::English).await, both[0], "also minutes later");
    assert_ne!(scene.friends(2, Language::English).await, both[0], "other users open their own");
}

#[actix::test]
async fn a_user_has_at_most_one_waiting_room_of_friends_in_each_language() {
    let scene = Scene::open();
    let english = scene.friends(1, Language::English).await;
    let spanish = scene.friends(1, Language::Spanish).await;
    assert_ne!(english, spanish);
    assert_eq!(scene.friends(1, Language::Spanish).await, spanish);
    let ana = scene.enter(english, 1).await;
    assert_eq!(scene.friends(1, Language::English).await, english);
    scene.send(english, 1, &ana, ClientEvent::Begin).await;
    assert_ne!(scene.friends(1, Language::English).await, english, "that race has begun");
}

#[actix::test]
async fn friends_race_again_in_one_room_that_waits_for_the_first_of_them() {
    let scene = Scene::open();
    let old = scene.friends(1, Language::English).await;
    let (ana, _bo) = (scene.enter(old, 1).await, scene.enter(old, 2).await);
    scene.send(old, 1, &ana, ClientEvent::Begin).await;
    sleep(Duration::from_secs(15)).await;
    let again = scene.again(2, old).await;
    assert_eq!(scene.again(1, old).await, again);
    let mut bo = scene.enter(again, 2).await;
    let _ana = scene.enter(again, 1).await;
    sleep(Duration::from_secs(60)).await;
    scene.send(again, 2, &bo, ClientEvent::Begin).await;
    bo.skip_to("start").await;
}

#[actix::test]
async fn racing_again_and_again_opens_no_more_rooms_of_friends() {
    let scene = Scene::open();
    let mut room = scene.friends(1, Language::English).await;
    let first = room;
    for _ in 0..20 {
        room = scene.again(1, room).await;
    }
    assert_eq!(room, first);
    let others = scene.friends(2, Language::English).await;
    assert_eq!(scene.again(1, others).await, first, "nor do the races of others");
}

#[actix::test]
async fn a_room_for_one_is_full_with_its_racer_and_so_is_its_rematch() {
    let scene = Scene::open();
    let code = scene.request(OpenRoom { private: true, solo: true, ..OpenRoom::by(UserId(1)) }).await;
    let mut ana = scene.enter(code, 1).await;
    assert_eq!(scene.take_seat(code, 2).await, Err(TakeSeatError::Full));
    ana.skip_to("start").await;
    let again = scene.again(1, code).await;
    assert_eq!(scene.take_seat(again, 1).await.map(|seat| seat.seats), Ok(1));
}
