//! Races with the api and the engine in separate processes.

use std::rc::Rc;

use rustix::process::Signal;
use serde_json::json;

use super::nats::Nats;
use super::{Cluster, Keys, start_engine};
use crate::colibri::{Colibri, Dir, Reached as _, command, output, run, until};
use crate::racer::{Racer, call, error_of, sign_up, time_to_type};
use crate::site::TestSite;

#[actix_web::test]
async fn racers_of_two_apis_race_on_one_engine_and_are_recorded_once() {
    let cluster = Cluster::start().await;
    let Cluster { keys, nats, api, engine } = &cluster;
    let other_api = TestSite::start_in(&keys.dir, &keys.api(&nats.url())).await;
    for site in [api, &other_api, engine] {
        assert_eq!(site.get("/readyz").await, (200, "ready".to_owned()));
        assert_eq!(site.get("/metrics").await.0, 200);
    }
    let mut ana = Racer::sign_up_between(api, engine, "ana").await;
    let mut boo = Racer::sign_up_between(&other_api, engine, "boo").await;
    let code = ana.open_room(&other_api).await;
    let text = ana.enter(api, &code).await;
    boo.enter(&other_api, &code).await;
    ana.event("start").await;
    time_to_type(&text).await;
    ana.begin_to_finish(&code).await;
    assert!(ana.acknowledged().await["wpm"].is_number());
    assert_eq!(keys.n_results(), 1.0, "what is acknowledged is committed");
    assert_eq!(boo.event("finish").await["username"], "ana");
    boo.begin_to_finish(&code).await;
    assert!(boo.acknowledged().await["wpm"].is_number());
    assert_eq!(keys.n_results(), 2.0);
    assert_eq!(ana.event("win").await["win"], "won", "an opponent has finished");
    for (api, username, won) in [(&other_api, "ana", 1), (api, "boo", 0)] {
        let stats = call(api, "/api/getstats", &json!({ "username": username })).await;
        assert_eq!((&stats["racesTotal"], &stats["racesWon"]), (&json!(1), &json!(won)), "{username}");
    }
}

#[actix_web::test]
async fn racers_whose_calls_reach_different_engines_meet_in_one_room() {
    let (keys, nats) = (Keys::new(), Nats::start());
    let url = nats.url();
    let api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
    let _engines = [start_engine(&keys, &url).await, start_engine(&keys, &url).await, start_engine(&keys, &url).await];
    let token = sign_up(&api, "ana").await;
    // NATS picks any engine. A room seats two.
    for _ in 0..6 {
        let mut codes = Vec::new();
        for _ in 0..2 {
            codes.push(call(&api, "/api/multiplayer", &json!({ "token": token })).await["code"].clone());
        }
        assert_eq!(codes[0], codes[1]);
    }
}

#[actix_web::test]
async fn a_whole_site_with_nats_also_serves_other_apis_and_engines() {
    let (keys, nats) = (Keys::new(), Nats::start());
    keys.keep_a_short_text();
    let url = nats.url();
    let all = TestSite::start_in(
        &keys.dir,
        &[("NATS_URL", &url), ("COLIBRI_ROOM_CAPACITY", "1"), ("COLIBRI_COUNTDOWN_MS", "100")],
    )
    .await;
    let mut api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
    let mut ana = Racer::sign_up_between(&api, &all, "ana").await;
    let code = ana.open_room(&api).await;
    ana.enter(&api, &code).await;
    ana.event("start").await;

    // An engine in another process requests texts like this.
    api.stop().await;
    let client = async_nats::connect(url).await.expect("it listens");
    let answer = client
        .request("colibri.draw_text", r#"{"language":"en","user":1,"not":[]}"#.into())
        .await
        .expect("the site answers");
    assert!(answer.payload.starts_with(br#"{"Ok":{"#), "{:?}", answer.payload);
}

#[actix_web::test]
async fn each_half_serves_only_its_own_paths() {
    let Cluster { api, engine, keys: _keys, nats: _nats } = Cluster::start().await;
    let socket = "/socket.io/?EIO=4&transport=polling";
    assert_eq!((api.get("/api/gettext").await.0, engine.get(socket).await.0), (200, 200));
    assert_eq!((engine.get("/api/gettext").await.0, api.get(socket).await.0), (404, 404));
    let websocket =
        |site: &TestSite| format!("{}/socket.io/?EIO=4&transport=websocket", site.url().replace("http", "ws"));
    assert!(tokio_tungstenite::connect_async(websocket(&engine)).await.is_ok());
    assert!(tokio_tungstenite::connect_async(websocket(&api)).await.is_err());
}

#[actix_web::test]
async fn a_stopping_engine_lets_its_race_end_and_be_recorded() {
    let (keys, nats) = (Keys::new(), Nats::start());
    keys.keep_a_short_text();
    let url = nats.url();
    let api = Colibri::serve_with(&keys.dir, &keys.api(&url));
    let home = Dir::without_database();
    let engine = Colibri::serve_with(&home, &keys.engine(&url));
    assert!(
        !home.path().join("jwt-key.pem").exists() && !home.path().join("postgres").exists(),
        "an engine needs neither"
    );
    let mut ana = Racer::sign_up_between(&api, &engine, "ana").await;
    let mut boo = Racer::sign_up_between(&api, &engine, "boo").await;
    let code = ana.open_room(&api).await;
    let text = ana.enter(&api, &code).await;
    boo.enter(&api, &code).await;
    ana.event("start").await;
    engine.signal(Signal::TERM);
    // The engine refuses new races until it has ended.
    let room = json!({"token": ana.token, "private": true});
    let mut answer = (200, String::new());
    let until_refused = async || {
        answer = error_of(&api, "/api/multiplayer", &room).await;
        answer.0 != 200
    };
    until("the api refuses new races", until_refused).await;
    assert_eq!(answer, (503, "restarting".to_owned()));
    time_to_type(&text).await;
    for racer in [&mut ana, &mut boo] {
        racer.begin_to_finish(&code).await;
        assert!(racer.acknowledged().await["wpm"].is_number());
    }
    assert_eq!(engine.ended(), Some(0));
    assert_eq!(api.end(Signal::TERM), Some(0));
    assert_eq!(keys.n_results(), 2.0);
}

#[test]
fn the_public_key_is_printed_by_a_command() {
    let keys = Keys::in_dir(Dir::without_database());
    let dir = Rc::clone(&keys.dir);
    let printed = run(&dir, &["keys", "public"]);
    let expected = std::fs::read_to_string(&keys.public).expect("it is there");
    assert_eq!(String::from_utf8(printed.stdout).expect("text"), expected);
    let missing = output(command(&dir, &["keys", "public"]).env("COLIBRI_JWT_KEY", "/nowhere/key.pem"));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("COLIBRI_JWT_KEY"));
}
