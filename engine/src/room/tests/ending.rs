//! The end of rooms: empty, called off, aborted, or with a result still on its way.

use std::time::Duration;

use serde_json::json;
use shared::wire::ClientEvent;
use socketio::Ack;
use tokio::time::{sleep, timeout};

use super::{Scene, assert_is_the_result, report};
use crate::race::Rules;
use crate::room::{Action, CallOff, News};
use crate::testing::{BreakOff, LONG, Reply, Tab};

/// Returns enough failures to keep the database away for 13 minutes, also when two results wait for it.
fn away_for_long() -> Vec<Reply> {
    vec![Reply::Unavailable; 60]
}

#[actix::test]
async fn the_lobby_hears_of_open_seats_and_of_the_end() {
    let mut scene = Scene::open([]);
    let tab = scene.enter(1).await;
    scene.say(1, &tab, Action::Leave).await;
    let mut open_seats = Vec::new();
    loop {
        let news = timeout(LONG, scene.news.recv()).await.expect("news").expect("a room");
        match news.news {
            News::Occupancy(occupancy) => open_seats.push(occupancy.open_seats),
            News::Closed => break,
            News::Moved { .. } => panic!("there is no other engine"),
        }
    }
    // Open, seat taken, joined (waiting began), left.
    assert_eq!(open_seats, [5, 4, 4, 5]);
    assert!(!scene.room.connected());
}

#[actix::test]
async fn a_room_that_breaks_off_tells_its_racers_and_the_lobby() {
    let mut scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.hear("waiting").await;
    scene.room.do_send(BreakOff);
    let reason = "This race ended early because of a problem on our end.";
    assert_eq!(ana.hear("fault").await, json!({"event": "join", "reason": reason, "code": "race-broken"}));
    scene.is_closed().await;
    assert!(!scene.room.connected());
}

#[actix::test]
async fn a_room_that_breaks_off_takes_no_other_room_of_its_thread_along() {
    let (broken, scene) = (Scene::open([]), Scene::under(Rules::default(), []));
    let (ana, mut bo) = scene.two_racing().await;
    broken.room.do_send(BreakOff);
    scene.finish(1, &ana, None).await;
    bo.hear("typing").await;
    bo.hear("finish").await;
    assert!(!broken.room.connected());
    assert_eq!(broken.room.send(CallOff).await, Err(actix::MailboxError::Closed), "nobody is left waiting");
}

#[actix::test]
async fn a_race_that_waits_is_called_off_and_its_racers_are_told() {
    let mut scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.hear("waiting").await;
    scene.room.send(CallOff).await.expect("the room lives");
    let reason = "This race will not start because the server is restarting. Race again in a minute.";
    assert_eq!(ana.hear("fault").await, json!({"event": "join", "reason": reason, "code": "race-called-off"}));
    scene.is_closed().await;
    assert!(!scene.room.connected());
}

#[actix::test]
async fn a_room_counts_as_racing_until_the_last_result_is_saved_and_told() {
    let mut scene = Scene::open([Reply::After(Duration::from_secs(2))]);
    let mut tab = scene.enter(1).await;
    tab.hear_at_last("start").await;
    sleep(Duration::from_secs(30)).await;
    while scene.news.try_recv().is_ok() {}
    let (ack, answer) = Ack::detached();
    scene.finish(1, &tab, Some(ack)).await;
    loop {
        let news = timeout(LONG, scene.news.recv()).await.expect("news").expect("a room");
        let News::Occupancy(occupancy) = news.news else { panic!("the room closed") };
        if !occupancy.is_under_way {
            break;
        }
    }
    let heard: Vec<_> = tab.heard_already().into_iter().map(|(name, _)| name).collect();
    assert_eq!(heard, ["finish"], "connections may be closed from now on");
    assert!(timeout(Duration::ZERO, answer.answer()).await.is_ok(), "and nobody would hear that it is saved");
}

#[actix::test]
async fn a_room_that_closes_while_a_result_is_on_its_way_acknowledges_it_all_the_same() {
    let mut scene = Scene::open(away_for_long());
    let (ana, bo) = scene.two_racing().await;
    let (ack, answer) = Ack::detached();
    scene.finish(1, &ana, Some(ack)).await;
    scene.finish(2, &bo, None).await;
    scene.is_closed().await;
    assert!(scene.saved.all().is_empty(), "the results were looked at for ten minutes");

    let (again, again_answer) = Ack::detached();
    scene.say_as(1, &ana, ClientEvent::Finish(report()), None, Some(again)).await;
    let outcome = timeout(LONG, answer.answer()).await.expect("an answer");
    assert_is_the_result(outcome.as_ref().expect("an answer"));
    assert_eq!(again_answer.answer().await, outcome, "also to one who asked after the end");
    assert_eq!(scene.saved.all().len(), 2);
    sleep(Duration::from_secs(60)).await;
    assert!(!scene.room.connected(), "nothing keeps the room any longer");
}

#[actix::test]
async fn a_closed_room_that_waits_for_a_result_lets_nobody_in() {
    let mut scene = Scene::open(away_for_long());
    let (ana, bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    scene.say(1, &ana, Action::Leave).await;
    scene.say(2, &bo, Action::Leave).await;
    scene.is_closed().await;
    let mut back = Tab::open();
    scene.say(1, &back, ClientEvent::Join).await;
    assert_eq!(back.hear("fault").await["event"], "join");
    assert!(scene.take_seat(3).await.is_err());
}
