//! The end of rooms: empty, after a panic, or with a pending result.

use std::time::Duration;

use race::Rules;
use serde_json::json;
use shared::wire::ClientEvent;
use socketio::Ack;
use tokio::time::{sleep, timeout};

use super::{Scene, assert_is_the_result, report};
use crate::room::News;
use crate::testing::{LEAVE, LONG, Panic, Reply, Tab};

/// Returns enough failures to keep the database unavailable for 13 minutes, even with two pending results.
fn away_for_long() -> Vec<Reply> {
    vec![Reply::Unavailable; 60]
}

#[actix::test]
async fn the_lobby_receives_reports_of_open_seats_and_of_the_end() {
    let mut scene = Scene::open([]);
    let tab = scene.enter(1).await;
    scene.send(1, &tab, LEAVE).await;
    let mut open_seats = Vec::new();
    loop {
        let news = timeout(LONG, scene.news.recv()).await.expect("news").expect("a room");
        match news.news {
            News::Occupancy(_, occupancy) => open_seats.push(occupancy.open_seats),
            News::Closed => break,
            News::Moved(_) | News::Owned(_) | News::Misdirected(_) => panic!("there is no other engine"),
        }
    }
    // Open, seat taken, joined (waiting began), left.
    assert_eq!(open_seats, [5, 4, 4, 5]);
    assert!(!scene.room.connected());
}

#[actix::test]
async fn a_room_that_panics_notifies_its_racers_and_the_lobby() {
    let mut scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.receive("waiting").await;
    scene.room.do_send(Panic);
    assert_eq!(ana.refusal().await, json!(["join", "race-broken"]));
    scene.wait_until_closed().await;
    assert!(!scene.room.connected());
}

#[actix::test]
async fn a_room_that_panics_does_not_affect_other_rooms_of_its_thread() {
    let (broken, scene) = (Scene::open([]), Scene::under(Rules::default(), []));
    let (ana, mut bo) = scene.two_racing().await;
    broken.room.do_send(Panic);
    scene.finish(1, &ana, None).await;
    bo.receive("typing").await;
    bo.receive("finish").await;
    assert!(!broken.room.connected());
}

#[actix::test]
async fn a_room_is_under_way_until_its_last_result_is_acknowledged() {
    let mut scene = Scene::open([Reply::After(Duration::from_secs(2))]);
    let mut tab = scene.enter(1).await;
    tab.skip_to("start").await;
    sleep(Duration::from_secs(30)).await;
    while scene.news.try_recv().is_ok() {}
    let (ack, answer) = Ack::detached();
    scene.finish(1, &tab, Some(ack)).await;
    loop {
        let news = timeout(LONG, scene.news.recv()).await.expect("news").expect("a room");
        let News::Occupancy(_, occupancy) = news.news else { panic!("the room closed") };
        if !occupancy.is_under_way {
            break;
        }
    }
    let received: Vec<_> = tab.received_already().into_iter().map(|(name, _)| name).collect();
    assert_eq!(received, ["finish"], "connections may be closed from now on");
    assert!(timeout(Duration::ZERO, answer.answer()).await.is_ok(), "or the acknowledgement would be lost");
}

#[actix::test]
async fn a_closed_room_still_acknowledges_its_pending_results() {
    let mut scene = Scene::open(away_for_long());
    let (ana, bo) = scene.two_racing().await;
    let (ack, answer) = Ack::detached();
    scene.finish(1, &ana, Some(ack)).await;
    scene.finish(2, &bo, None).await;
    scene.wait_until_closed().await;
    assert!(scene.saved.all().is_empty(), "the results were open for ten minutes");

    let (again, again_answer) = Ack::detached();
    scene.send_as(1, &ana, ClientEvent::Finish(report()), None, Some(again)).await;
    let outcome = timeout(LONG, answer.answer()).await.expect("an answer");
    assert_is_the_result(outcome.as_ref().expect("an answer"));
    assert_eq!(again_answer.answer().await, outcome, "also for a repeated finish after the end");
    assert_eq!(scene.saved.all().len(), 2);
    sleep(Duration::from_secs(60)).await;
    assert!(!scene.room.connected(), "nothing keeps the room open");
}

#[actix::test]
async fn a_racer_who_repeats_a_finish_has_few_replies_waiting() {
    let scene = Scene::open(away_for_long());
    let mut tab = scene.enter(1).await;
    tab.skip_to("start").await;
    sleep(Duration::from_secs(30)).await;
    let mut answers = Vec::new();
    scene.finish(1, &tab, None).await;
    for _ in 0..200 {
        let (ack, answer) = Ack::detached();
        scene.send_as(1, &tab, ClientEvent::Finish(report()), None, Some(ack)).await;
        answers.push(answer);
    }
    let waiting = answers.split_off(192);
    for refused in answers {
        let answer = timeout(Duration::ZERO, refused.answer()).await.expect("it is answered");
        assert_eq!(answer.expect("it is refused")["code"], "room-busy");
    }
    for waits in waiting {
        let outcome = timeout(LONG, waits.answer()).await.expect("an answer");
        assert_is_the_result(outcome.as_ref().expect("an answer"));
    }
    assert_eq!(scene.saved.all().len(), 1);
}

#[actix::test]
async fn a_closed_room_with_a_pending_result_accepts_no_one() {
    let mut scene = Scene::open(away_for_long());
    let (ana, bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    scene.send(1, &ana, LEAVE).await;
    scene.send(2, &bo, LEAVE).await;
    scene.wait_until_closed().await;
    let mut back = Tab::open();
    scene.send(1, &back, ClientEvent::Join).await;
    assert_eq!(back.receive("fault").await["event"], "join");
    assert!(scene.take_seat(3).await.is_err());
}
