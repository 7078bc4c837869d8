//! Rooms on several engines: any socket may connect to any engine, and engines may end.

use rustix::process::Signal;
use serde_json::json;

use super::nats::Nats;
use super::{Keys, start_engine};
use crate::colibri::{Colibri, Dir};
use crate::racer::{Racer, call, sign_up, time_to_type};
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
    ana.begin_to_finish(&code).await;
    assert!(ana.acknowledged().await["wpm"].is_number());
    assert_eq!(boo.hear("finish").await["username"], "ana");
    boo.begin_to_finish(&code).await;
    // Her own finish may arrive first.
    while ana.hear("finish").await["username"] != "boo" {}
    assert!(boo.acknowledged().await["wpm"].is_number());
    assert_eq!(keys.n_results(), 2.0);
}

#[actix_web::test]
async fn racers_who_ask_different_engines_meet_in_one_room() {
    let (keys, nats) = (Keys::new(), Nats::start());
    let url = nats.url();
    let api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
    let _engines = [start_engine(&keys, &url).await, start_engine(&keys, &url).await, start_engine(&keys, &url).await];
    let token = sign_up(&api, "ana").await;
    // NATS picks any of the engines; a room seats two.
    for _ in 0..6 {
        let mut codes = Vec::new();
        for _ in 0..2 {
            codes.push(call(&api, "/api/multiplayer", &json!({ "token": token })).await["code"].clone());
        }
        assert_eq!(codes[0], codes[1]);
    }
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
    first.signal(Signal::TERM);
    let state = ana.hear("state").await;
    assert_eq!(state["phase"], "running");
    ana.emit("typing", &json!({"code": code, "completed": 1})).await;
    time_to_type(&text).await;
    for racer in [&mut ana, &mut boo] {
        racer.begin_to_finish(&code).await;
        assert!(racer.acknowledged().await["wpm"].is_number());
    }
    // The other engine is in this process and goes on meanwhile.
    let ended = tokio::task::spawn_blocking(move || first.ended()).await;
    assert_eq!(ended.expect("it ends"), Some(0));
    let (_, state) = ana.come_back(&second, &code).await;
    assert_eq!(state["phase"], "finished");
    assert_eq!(keys.n_results(), 2.0);
}
