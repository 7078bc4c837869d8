//! Joining an event, and being removed from it.

use std::collections::BTreeSet;
use std::time::Duration;

use api::Settings;
use futures_util::future::join_all;
use net::proxies::TrustedProxies;
use serde_json::{Value, json};
use shared::messages::ListRevocations;
use shared::{RacerId, RoomCode};

use super::{Event, OWN, form, id_of, own};
use crate::bad_input::every_call;
use crate::support::app::{with, without_limits};
use crate::support::{Answer, App};

#[actix_web::test]
async fn a_guest_joins_by_the_code_and_waits_in_the_room_of_the_first_round() {
    let event = Event::open(2).await;
    let look = event.call("look", json!({})).await.json();
    let expected = json!({ "title": "Class 7b", "language": "en", "joining": "everyone", "state": "open", "round": 1,
        "rounds": 2, "locked": false, "guests": true, "you": null });
    assert_eq!(look, expected);
    let guest = event.guest(" Ana  María ").await;
    assert_eq!(event.call("look", json!({ "guest": guest })).await.json()["you"], json!({ "name": "Ana María" }));
    let seat = event.seat(&guest).await;
    let expected = json!({ "code": event.room(1, 1), "round": 1, "heat": 1, "text": null, "username": "Ana María", "seats": 100,
        "participants": [{ "username": "Ana María", "skin": "hummingbird" }] });
    assert_eq!(seat, expected);
    let engine = event.app.engine();
    let (asked, taken) = (&engine.rooms_asked[0], &engine.seats_asked[0]);
    assert!(asked.private && asked.event.is_some_and(|room| room.seats == 100));
    assert!(asked.text.as_ref().is_some_and(|text| text.text.is_empty()), "nobody can learn the text");
    assert_eq!(taken.racer.id.to_string(), format!("g{}", event.app.number("SELECT id FROM event_racers")));
}

#[actix_web::test]
async fn a_member_joins_under_their_username_and_stays_the_same_racer() {
    let event = Event::open(1).await;
    let bob = event.app.signup("bob").await;
    for _ in 0..2 {
        let joined = event.call("join", json!({ "token": bob, "name": "Robert" })).await.json();
        assert_eq!(joined, json!({ "name": "bob" }));
    }
    assert_eq!(event.call("seat", json!({ "token": bob })).await.json()["username"], "bob");
    assert_eq!(event.app.number("SELECT count(*) FROM event_racers"), 1.0);
    assert_eq!(event.app.engine().seats_asked[0].racer.id, event.racer("bob"));
}

#[actix_web::test]
async fn a_removed_guest_loses_the_seat_and_the_token_and_their_result_is_not_shown() {
    let event = Event::open(2).await;
    let (ana, _) = (event.seated("Ana").await, event.seated("Bea").await);
    event.start(1).await.json();
    event.host("remove", json!({ "racer": id_of(&event, "Ana") })).await.json();
    let removed = event.app.engine().racers_removed.clone();
    assert_eq!((removed[0].code, removed[0].racer), (event.room(1, 1), event.racer("Ana")));
    for call in ["look", "seat", "table"] {
        event.call(call, json!({ "guest": ana })).await.refuses(403, "removed-from-event");
    }
    event.record("Ana", 1, 3000).await;
    event.record("Bea", 1, 4000).await;
    assert_eq!(event.table().await, [("Bea".to_owned(), 5, 1)]);
    let source = event.app.api.start_revocation_source();
    let listed = source.send(ListRevocations { after: None }).await.expect("it runs").expect("it is listed");
    let RacerId::Guest(guest) = event.racer("Ana") else { panic!("she is a guest") };
    assert_eq!(listed.guests, [guest]);
    let again = source.send(ListRevocations { after: Some(listed.end) }).await.expect("it runs").expect("it is listed");
    assert_eq!(again.guests, [guest], "for a minute");
    event.app.execute("UPDATE event_racers SET removed_at = now() - interval '25 h' WHERE removed_at IS NOT NULL");
    let later = source.send(ListRevocations { after: None }).await.expect("it runs").expect("it is listed");
    assert_eq!(later.guests, [], "the token has expired");
}

#[actix_web::test]
async fn a_removed_member_does_not_come_back() {
    let event = Event::open(1).await;
    let bob = event.app.signup("bob").await;
    event.call("join", json!({ "token": bob })).await.json();
    event.host("remove", json!({ "racer": id_of(&event, "bob") })).await.json();
    for call in ["look", "join", "seat"] {
        event.call(call, json!({ "token": bob })).await.refuses(403, "removed-from-event");
    }
    event.host("remove", json!({ "racer": 0 })).await.refuses(404, "unknown-racer");
}

#[actix_web::test]
async fn a_name_is_unique_in_the_event_and_no_members() {
    let event = Event::open(1).await;
    event.app.signup("bob").await;
    event.guest("Élan").await;
    for taken in ["éLAN", "E\u{301}lan", "BOB", "ms-ortega"] {
        event.call("join", json!({ "name": taken })).await.refuses(409, "taken; field=name");
    }
    event.call("join", json!({ "name": "admin" })).await.refuses(422, "reserved; field=name");
    for wrong in ["", "a\u{202e}b", "🐦", &"a".repeat(21), "<b>"] {
        event.call("join", json!({ "name": wrong })).await.refuses(422, "not-nickname; field=name; least=1; most=20");
    }
    event.call("join", json!({})).await.refuses(422, "missing; field=name");
    event.guest("Carla").await;
    let carla = event.app.signup("carla").await;
    event.call("join", json!({ "token": carla })).await.refuses(409, "taken; field=name");
    let dora = event.seated_member("dora").await;
    let rename = json!({ "token": dora, "username": "CARLA-2" });
    event.guest("Carla-2").await;
    event.app.post("/api/changeusername", &rename).await.refuses(409, "taken; field=username");
}

#[actix_web::test]
async fn a_locked_full_or_members_event_takes_no_further_guests() {
    let app = App::start_with(Settings { event_racers: 2, ..without_limits() }).await;
    let event = Event::open_at(app, 1).await;
    let (ana, bob) = (event.guest("Ana").await, event.app.signup("bob").await);
    let join = async |fields: Value| event.call("join", fields).await;
    event.host("edit", json!({ "locked": true })).await.json();
    join(json!({ "name": "Bea" })).await.refuses(409, "event-locked");
    join(json!({ "token": bob })).await.refuses(409, "event-locked");
    assert_eq!(event.seat(&ana).await["heat"], 1, "those who are in stay in");
    event.host("edit", json!({ "locked": false, "joining": "members" })).await.json();
    join(json!({ "name": "Bea" })).await.refuses(403, "members-only");
    assert_eq!(event.call("look", json!({})).await.json()["guests"], false);
    join(json!({ "token": bob })).await.json();
    event.host("edit", json!({ "joining": "everyone" })).await.json();
    join(json!({ "name": "Bea" })).await.refuses(409, "event-full");
    event.host("remove", json!({ "racer": id_of(&event, "Ana") })).await.json();
    join(json!({ "name": "Bea" })).await.json();
}

#[actix_web::test]
async fn without_guests_only_members_join() {
    let event = Event::open(1).await;
    let ana = event.seated("Ana").await;
    let off = event.app.start_beside(Settings { guests: false, ..without_limits() }).await;
    let call = async |call: &str, fields: Value| {
        off.post(&format!("/api/events/{call}"), &with(&fields, "code", event.code.as_str())).await
    };
    call("join", json!({ "name": "Bea" })).await.refuses(403, "members-only");
    call("seat", json!({ "guest": ana })).await.refuses(403, "not-in-event");
    assert_eq!(call("look", json!({})).await.json()["guests"], false);
    let bob = off.signup("bob").await;
    call("join", json!({ "token": bob })).await.json();
}

#[actix_web::test]
async fn the_token_of_a_guest_is_good_for_no_other_call() {
    let event = Event::open(1).await;
    let (ana, bob) = (event.guest("Ana").await, event.app.signup("bob").await);
    for (call, body) in every_call(&event.app, &bob).await {
        let answer = event.app.post(&call.path, &with(&body, "token", ana.as_str())).await;
        if call.required.iter().any(|field| field == "token") {
            answer.refuses(401, "not-logged-in");
        }
    }
    let other = Event::open(1).await;
    other.call("seat", json!({ "guest": ana })).await.refuses(403, "not-in-event");
    let host = event.app.login("ms-ortega").await;
    let opened = event.app.post("/api/events/open", &form(&host, &[own(OWN)])).await.json();
    let elsewhere = json!({ "code": opened["code"], "guest": ana });
    event.app.post("/api/events/seat", &elsewhere).await.refuses(403, "not-in-event");
    assert_eq!(event.app.post("/api/isloggedin", &json!({ "token": ana })).await.json()["loggedin"], false);
}

/// Returns an api with limits behind a proxy, so that each call can have an address of its own.
async fn app_behind_proxy() -> App {
    let networks = vec!["127.0.0.0/8".parse().expect("it is a network")];
    let trusted_proxies = TrustedProxies { networks, ..TrustedProxies::default() };
    App::start_with(Settings { trusted_proxies, ..Settings::default() }).await
}

async fn post_from(app: &App, address: &str, call: &str, form: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("x-forwarded-for", address)];
    app.post_with(&format!("/api/events/{call}"), &headers, form.to_string()).await
}

#[actix_web::test]
async fn wrong_codes_must_wait_and_the_right_one_never() {
    let event = Event::open_at(app_behind_proxy().await, 1).await;
    let guesser = "198.51.100.1";
    for n in 0..50 {
        let guess = json!({ "code": RoomCode::from_random(n).as_str() });
        post_from(&event.app, guesser, "look", &guess).await.refuses(404, "no-such-event");
    }
    event.app.hold_delays();
    for call in ["look", "join", "host", "wall"] {
        let guess = json!({ "code": "abcd2345", "name": "Bob", "key": "guessed" });
        assert_eq!(post_from(&event.app, guesser, call, &guess).await.status, 429, "{call}");
    }
    // Whoever knows the code is let in, also at the address of the guesses: it may be a school's.
    let right = json!({ "code": event.code, "name": "Cleo", "key": event.key });
    for call in ["look", "join", "host", "wall"] {
        post_from(&event.app, guesser, call, &right).await.json();
    }
}

#[actix_web::test]
async fn two_hundred_guests_of_one_school_are_not_refused() {
    let event = Event::open_at(App::start_with(Settings::default()).await, 1).await;
    let names: Vec<String> = (0..200).map(|n| format!("Pupil {n}")).collect();
    let began = std::time::Instant::now();
    let guests = join_all(names.iter().map(|name| async {
        event.call("look", json!({})).await.json();
        let guest = event.guest(name).await;
        event.seat(&guest).await
    }));
    let heats: BTreeSet<_> = guests.await.iter().map(|seat| seat["heat"].as_i64()).collect();
    assert_eq!(heats, [Some(1), Some(2)].into());
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}
