//! Failures between the processes: of the broker, of an api, and of foreign messages.

use std::time::{Duration, Instant};

use async_nats::Client;
use futures_util::StreamExt as _;
use rustix::process::Signal;
use serde_json::json;
use tokio::time::timeout;

use super::nats::{JETSTREAM, Nats};
use super::{Cluster, EVENT_TIMEOUT, Keys, race, race_between, start_engine, wait_until_ready_is};
use crate::colibri::{Colibri, Reached as _, until};
use crate::postgres;
use crate::racer::{error_of, sign_up, try_call};
use crate::site::TestSite;

#[actix_web::test]
async fn a_finish_is_acknowledged_after_the_commit_if_its_api_is_killed() {
    let (keys, nats) = (Keys::new(), Nats::start());
    keys.keep_a_short_text();
    let url = nats.url();
    let api = Colibri::serve_with(&keys.dir, &keys.api(&url));
    let engine = start_engine(&keys, &url).await;
    let (mut ana, _boo, code) = race(&api, &engine).await;

    // The api's transaction waits for a lock, and the api is killed while it waits.
    let database = keys.dir.database_url().to_owned();
    let mut holder = postgres::connection(&database);
    let lock = |sql: &str, conn: &mut diesel::PgConnection| {
        diesel::connection::SimpleConnection::batch_execute(conn, sql).expect("it is allowed");
    };
    lock("BEGIN; LOCK TABLE results IN ACCESS EXCLUSIVE MODE", &mut holder);
    ana.begin_to_finish(&code).await;
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    until("a result waits for the lock", async || postgres::number(&database, waiting) > 0.0).await;
    assert_eq!(api.end(Signal::KILL), None);
    lock("ROLLBACK", &mut holder);
    assert_eq!(keys.n_results(), 0.0);
    assert!(!ana.is_acknowledged().await, "nothing is committed");

    let _api = Colibri::serve_with(&keys.dir, &keys.api(&url));
    assert!(ana.acknowledged().await["wpm"].is_number());
    assert_eq!(keys.n_results(), 1.0);
}

#[actix_web::test]
async fn a_finish_while_the_broker_is_down_is_recorded_later() {
    for is_store_lost in [false, true] {
        let mut cluster = Cluster::start().await;
        let other = start_engine(&cluster.keys, &cluster.nats.url()).await;
        let (mut ana, mut boo, code) = race_between(&cluster.api, &cluster.engine, &other).await;
        cluster.nats.kill();
        let Cluster { keys, nats, api, engine } = &mut cluster;
        for site in [&*api, engine] {
            wait_until_ready_is(site, 503, "NATS does not answer").await;
            assert_eq!(site.get("/healthz").await.0, 200);
        }
        let room = json!({"token": ana.token, "private": true});
        assert_eq!(error_of(api, "/api/multiplayer", &room).await, (503, "unavailable".to_owned()));
        let seat = json!({"token": ana.token, "code": code});
        assert_eq!(error_of(api, "/api/play", &seat).await, (503, "unavailable".to_owned()));
        ana.begin_to_finish(&code).await;
        // As far as this engine knows, another one may have taken over the race by now.
        assert!(!ana.is_acknowledged().await);

        if is_store_lost {
            nats.lose_store();
        }
        nats.restart();
        for site in [&*api, engine, &other] {
            wait_until_ready_is(site, 200, "ready").await;
        }
        assert!(ana.acknowledged().await["wpm"].is_number());
        boo.sees_finish("ana").await;
        assert_eq!(keys.n_results(), 1.0);
        boo.begin_to_finish(&code).await;
        assert!(boo.acknowledged().await["wpm"].is_number());
        assert_eq!(keys.n_results(), 2.0);
        boo.open_room(api).await;
    }
}

#[actix_web::test]
async fn a_frozen_broker_delays_calls_until_their_deadline_at_most() {
    let Cluster { keys, nats, api, engine } = Cluster::start().await;
    let (mut ana, _boo, code) = race(&api, &engine).await;
    nats.signal(Signal::STOP);
    let began = Instant::now();
    ana.begin_to_finish(&code).await;
    let room = json!({"token": ana.token, "private": true});
    assert_eq!(error_of(&api, "/api/multiplayer", &room).await, (503, "unavailable".to_owned()));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    nats.signal(Signal::CONT);
    assert!(ana.acknowledged().await["wpm"].is_number());
    assert_eq!(keys.n_results(), 1.0);
    ana.open_room(&api).await;
}

#[actix_web::test]
async fn a_result_that_a_full_broker_refuses_waits_in_the_engine() {
    let Cluster { keys, mut nats, api, engine } = Cluster::start().await;
    let (mut ana, mut boo, code) = race(&api, &engine).await;
    // The queue already holds more than the broker may store from now on.
    let client = async_nats::connect(nats.url()).await.expect("it listens");
    results_garbage(&client, &[b'x'; 2048]).await;
    nats.kill();
    nats.configure("jetstream { store_dir: \"DIR/store\", max_file: 1024 }\n");
    nats.restart();
    wait_until_ready_is(&engine, 200, "ready").await;
    let jetstream = async_nats::jetstream::new(async_nats::connect(nats.url()).await.expect("it listens"));
    let kept = jetstream.publish("colibri.results.another", "x".into()).await.expect("it is sent");
    assert!(kept.await.is_err(), "it is full");
    ana.begin_to_finish(&code).await;
    // The broker stores no heartbeats either, so another engine may have taken over the race by now.
    assert!(!ana.is_acknowledged().await);
    assert_eq!(keys.n_results(), 0.0);
    nats.kill();
    nats.configure(JETSTREAM);
    nats.restart();
    assert!(ana.acknowledged().await["wpm"].is_number());
    assert_eq!(boo.event("finish").await["username"], "ana");
    assert_eq!(keys.n_results(), 1.0);
}

#[actix_web::test]
async fn an_impossible_result_is_answered_and_leaves_the_queue() {
    let Cluster { keys, nats, api, engine } = Cluster::start().await;
    let (mut ana, mut boo, code) = race(&api, &engine).await;
    // With the trigger, the engine could close her connection before she has finished.
    postgres::execute(keys.dir.database_url(), "ALTER TABLE users DISABLE TRIGGER users_deleted");
    postgres::execute(keys.dir.database_url(), "DELETE FROM users WHERE username = 'ana'");
    ana.begin_to_finish(&code).await;
    assert!(ana.acknowledged().await["reason"].is_string());
    boo.begin_to_finish(&code).await;
    assert!(boo.acknowledged().await["wpm"].is_number());
    until("the queue is empty", async || nats.n_queued().await == 0).await;
}

#[actix_web::test]
async fn without_an_engine_or_an_api_calls_are_answered_at_once() {
    let Cluster { keys, nats, api, mut engine } = Cluster::start().await;
    engine.stop().await;
    let room = json!({"token": sign_up(&api, "ana").await, "private": true});
    let began = Instant::now();
    assert_eq!(error_of(&api, "/api/multiplayer", &room).await, (503, "unavailable".to_owned()));
    assert!(began.elapsed() < Duration::from_secs(3), "NATS reports at once that no one answers");
    assert_eq!(api.get("/readyz").await.0, 200, "the rest of the api works");

    let _engine = start_engine(&keys, &nats.url()).await;
    assert_eq!(try_call(&api, "/api/multiplayer", &room).await.0, 200);
    // A room needs a text, and there are none.
    postgres::execute(keys.dir.database_url(), "DELETE FROM texts");
    assert_eq!(error_of(&api, "/api/multiplayer", &room).await, (503, "unavailable".to_owned()));
}

#[actix_web::test]
async fn garbage_on_a_subject_is_answered_and_counted() {
    let cluster = Cluster::start().await;
    let client = async_nats::connect(cluster.nats.url()).await.expect("it listens");
    let garbage: [&[u8]; 6] =
        [b"", b"\xff\x00", b"{}", b"[[[[", br#"{"private":"yes"}"#, br#"{"code":"not a code","racer":{}}"#];
    for message in ["open_room", "take_seat", "draw_text"] {
        let subject = format!("colibri.{message}");
        for garbage in garbage {
            let answer =
                timeout(EVENT_TIMEOUT, client.request(subject.clone(), garbage.into())).await.expect("in time");
            let answer = answer.expect("somebody answers").payload;
            assert_eq!(&*answer, br#"{"Err":{"Link":"Unreadable"}}"#, "{message} {garbage:?}");
            client.publish(subject.clone(), garbage.into()).await.expect("it is sent");
        }
    }
    for garbage in garbage {
        results_garbage(&client, garbage).await;
    }
    // Fields that another version adds are ignored.
    let newer = br#"{"user":7,"private":true,"after":null,"friends":false,"solo":false,"theme":"dark"}"#;
    let answer = client.request("colibri.open_room", newer.as_slice().into()).await.expect("the engine answers");
    assert!(answer.payload.starts_with(br#"{"Ok":"#), "{:?}", answer.payload);

    let (mut ana, _boo, code) = race(&cluster.api, &cluster.engine).await;
    ana.begin_to_finish(&code).await;
    assert!(ana.acknowledged().await["wpm"].is_number());
    let (_, metrics) = cluster.api.get("/metrics").await;
    for message in ["open_room", "take_seat", "draw_text", "record_result"] {
        let counted = format!("colibri_link_unreadable_total{{message=\"{message}\"}}");
        assert!(metrics.contains(&counted), "{counted} in\n{metrics}");
    }
}

/// Publishes garbage to the queue of results, and waits until an api has read it.
async fn results_garbage(client: &Client, garbage: &[u8]) {
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.expect("it is allowed");
    let mut headers = async_nats::HeaderMap::new();
    headers.insert("Colibri-Answer-To", inbox.as_str());
    client.publish_with_headers("colibri.results.x", headers, garbage.to_vec().into()).await.expect("it is sent");
    let answer = timeout(EVENT_TIMEOUT, answers.next()).await.expect("in time");
    assert_eq!(&*answer.expect("it is answered").payload, br#"{"Err":{"Link":"Unreadable"}}"#, "{garbage:?}");
}

#[actix_web::test]
async fn an_unreadable_answer_is_treated_as_missing() {
    let (keys, nats) = (Keys::new(), Nats::start());
    let api = TestSite::start_in(&keys.dir, &keys.api(&nats.url())).await;
    // A client that is not an engine answers in their place.
    let client = async_nats::connect(nats.url()).await.expect("it listens");
    let mut requests = client.subscribe("colibri.open_room").await.expect("it is allowed");
    client.flush().await.expect("it is sent");
    actix_web::rt::spawn(async move {
        while let Some(request) = requests.next().await {
            let reply = request.reply.expect("it waits for an answer");
            client.publish(reply, "{\"Ok\":17}".into()).await.expect("it is sent");
        }
    });
    let token = sign_up(&api, "ana").await;
    let room = json!({"token": token, "private": true});
    assert_eq!(error_of(&api, "/api/multiplayer", &room).await, (503, "unavailable".to_owned()));
}
