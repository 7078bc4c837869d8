//! The end of the process, in simulated time.

use std::time::Duration;

use actix::{Actor, Handler};
use ed25519_dalek::SigningKey;
use shared::messages::{OpenRoom, TakeSeat};
use shared::racer::FinishReport;
use shared::wire::ClientEvent;
use shared::{Percent, UserId};
use tokio::time::{Instant, pause, sleep};

use super::{Engine, Links};
use crate::Settings;
use crate::lobby::{FindRoom, Lobby};
use crate::testing::{Database, Panic, Reply, RevocationList, Saved, Tab, Texts, command, racer, reader, seat_proof};

impl Handler<Panic> for Lobby {
    type Result = ();

    fn handle(&mut self, _: Panic, _: &mut Self::Context) {
        panic!("a panic that the test asked for");
    }
}

fn engine(replies: impl IntoIterator<Item = Reply>) -> (Engine, Saved) {
    pause();
    let (database, saved) = Database::replying(replies);
    let (texts, _) = Texts::new(Duration::ZERO, 0);
    let links = Links {
        draw_text: texts.start().recipient(),
        record_result: database.start().recipient(),
        list_revocations: RevocationList::default().start().recipient(),
        rooms: None,
        peers: None,
    };
    (Engine::start(Settings::default(), links, reader(&SigningKey::from_bytes(&[1; 32]))), saved)
}

/// Puts a racer half a minute into a race of their own. The returned function sends their events to the room.
async fn racing(engine: &Engine) -> impl AsyncFn(ClientEvent) {
    let code = engine
        .open_room_recipient()
        .send(OpenRoom { private: true, ..OpenRoom::by(UserId(1)) })
        .await
        .expect("a lobby")
        .expect("a room");
    engine
        .take_seat_recipient()
        .send(TakeSeat { code, racer: racer(1), proof: seat_proof(), divisions: Vec::new() })
        .await
        .expect("a lobby")
        .expect("a seat");
    let room = engine.lobby.send(FindRoom(code)).await.expect("a lobby").expect("a room");
    let mut tab = Tab::open();
    let socket = tab.socket.clone();
    let send = async move |event| {
        room.send(command(1, &socket, event)).await.expect("the room is alive");
    };
    send(ClientEvent::Join).await;
    tab.skip_to("start").await;
    sleep(Duration::from_secs(30)).await;
    send
}

async fn finish(send: impl AsyncFn(ClientEvent)) {
    send(ClientEvent::Typing(Percent::ALL.into())).await;
    send(ClientEvent::Finish(FinishReport { accuracy: 100.0, ..FinishReport::default() })).await;
}

#[actix::test]
async fn draining_waits_for_the_race_and_for_its_result_to_be_saved() {
    let (engine, saved) = engine([Reply::Unavailable, Reply::Unavailable]);
    let send = racing(&engine).await;
    let before = Instant::now();
    let draining = engine.clone();
    let drained = actix::spawn(async move { draining.drain(Duration::from_secs(60)).await });
    sleep(Duration::from_secs(10)).await;
    finish(send).await;
    drained.await.expect("drained");
    assert_eq!(saved.all().len(), 1);
    // Ten seconds of race, and the pauses of two failed attempts.
    assert_eq!(before.elapsed().as_millis() / 10, 1_075);
}

#[actix::test]
async fn draining_stops_at_its_time_limit() {
    let (engine, _) = engine([]);
    let _send = racing(&engine).await;
    let before = Instant::now();
    engine.drain(Duration::from_secs(60)).await;
    assert_eq!(before.elapsed().as_secs(), 60);
}

#[actix::test]
async fn the_recipients_of_a_lobby_that_panicked_are_closed() {
    let (engine, _) = engine([]);
    let open_room = engine.open_room_recipient();
    assert!(open_room.connected());
    assert!(engine.lobby.send(Panic).await.is_err());
    assert!(!open_room.connected());
}
