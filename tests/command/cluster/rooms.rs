//! Rooms among several engines: any socket at any engine, and engines that go.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::json;

use super::nats::Nats;
use super::{Keys, start_engine};
use crate::colibri::{Colibri, Dir};
use crate::racer::{Racer, time_to_type};
use crate::site::TestSite;

#[actix_web::test]
async fn racers_at_two_engines_race_each_other() {
    let (keys, nats) = (Keys::new(), Nats::start());
    keys.keep_a_short_text();
    let url = nats.url();
    let api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
    let (one, two) = (start_engine(&keys, &url).await, start_engine(&keys, &url).await);
    let mut ana = Racer::sign_up_between(&api, &one, "ana").await;
    let mut boo = Racer::sign_up_between(&api, &two, "boo").await;
    let code = ana.open_room(&api).await;
    let text = ana.enter(&api, &code).await;
    boo.enter(&api, &code).await;
    ana.hear("start").await;
    boo.hear("start").await;
    time_to_type(&text).await;
    for racer in [&mut ana, &mut boo] {
        racer.begin_to_finish(&code).await;
        assert!(racer.acknowledged().await["wpm"].is_number());
    }
    for name in ["ana", "boo"] {
        assert_eq!(ana.hear("finish").await["username"], name);
    }
    assert_eq!(keys.n_results(), 2.0);
}

#[actix_web::test]
async fn a_race_goes_on_when_its_engine_is_killed() {
    let (keys, nats) = (Keys::new(), Nats::start());
    keys.keep_a_short_text();
    let url = nats.url();
    let api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
    let home = Dir::without_database();
    let first = Colibri::serve_with(&home, &keys.engine(&url));
    let mut ana = Racer::sign_up_between(&api, &first, "ana").await;
    let code = ana.open_room(&api).await;
    let second = start_engine(&keys, &url).await;
    let mut boo = Racer::sign_up_between(&api, &second, "boo").await;
    let text = ana.enter(&api, &code).await;
    boo.enter(&api, &code).await;
    ana.hear("start").await;
    boo.hear("start").await;
    time_to_type(&text).await;
    ana.begin_to_finish(&code).await;
    assert!(ana.acknowledged().await["wpm"].is_number());
    boo.hear("finish").await;

    assert_eq!(first.end(Signal::KILL), None);
    let began = Instant::now();
    let (mut ana, state) = ana.come_back(&second, &code).await;
    assert_eq!(state["phase"], "running");
    assert!(state["participants"][0]["finish"]["wpm"].is_number(), "{state}");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    boo.begin_to_finish(&code).await;
    assert!(boo.acknowledged().await["wpm"].is_number());
    assert_eq!(ana.hear("finish").await["username"], "boo");
    assert_eq!(keys.n_results(), 2.0);
}

#[actix_web::test]
async fn an_engine_that_is_told_to_end_gives_its_rooms_away_at_once() {
    let (keys, nats) = (Keys::new(), Nats::start());
    keys.keep_a_short_text();
    let url = nats.url();
    let api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
    let home = Dir::without_database();
    let first = Colibri::serve_with(&home, &keys.engine(&url));
    let mut ana = Racer::sign_up_between(&api, &first, "ana").await;
    let code = ana.open_room(&api).await;
    let mut boo = Racer::sign_up_between(&api, &first, "boo").await;
    let text = ana.enter(&api, &code).await;
    boo.enter(&api, &code).await;
    ana.hear("start").await;
    boo.hear("start").await;
    let second = start_engine(&keys, &url).await;
    let began = Instant::now();
    first.signal(Signal::TERM);
    let state = ana.hear("state").await;
    println!("handed over in {:?}", began.elapsed());
    assert_eq!(state["phase"], "running");
    ana.emit("typing", &json!({"code": code, "completed": 1})).await;
    time_to_type(&text).await;
    for racer in [&mut ana, &mut boo] {
        racer.begin_to_finish(&code).await;
        assert!(racer.acknowledged().await["wpm"].is_number());
    }
    assert_eq!(first.ended(), Some(0));
    let (_, state) = ana.come_back(&second, &code).await;
    assert_eq!(state["phase"], "finished");
    assert_eq!(keys.n_results(), 2.0);
}
