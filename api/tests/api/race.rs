//! `/api/multiplayer`, `/api/play`.

use serde_json::{Value, json};
use shared::messages::{DrawTextError, LinkError, OpenRoom, OpenRoomError, TakeSeatError};
use shared::{Language, UserId};

use crate::support::App;
use crate::support::document::document;
use crate::support::engine::code;
use crate::support::results::{TEXT, result, send, short};

#[actix_web::test]
async fn a_room_is_open_to_all_unless_it_is_requested_as_private() {
    let (app, token) = App::with_ana().await;
    let user = UserId(app.user_id("ana"));
    let cases = [
        (json!({ "token": token }), OpenRoom::by(user)),
        (json!({ "token": token, "private": true }), OpenRoom { private: true, ..OpenRoom::by(user) }),
        (
            json!({ "token": token, "friends": true, "private": false }),
            OpenRoom { private: true, friends: true, ..OpenRoom::by(user) },
        ),
        (json!({ "token": token, "private": null, "friends": null, "after": null }), OpenRoom::by(user)),
        (
            json!({ "token": token, "language": "es" }),
            OpenRoom { language: Some(Language::Spanish), ..OpenRoom::by(user) },
        ),
        (json!({ "token": token, "alone": "k3f9wq2m" }), OpenRoom { alone: Some(code()), ..OpenRoom::by(user) }),
        (json!({ "token": token, "after": "K3F9WQ2M" }), OpenRoom { after: Some(code()), ..OpenRoom::by(user) }),
    ];
    for (body, asked) in cases {
        assert_eq!(app.post("/api/multiplayer", &body).await.json(), json!({ "code": "k3f9wq2m" }));
        assert_eq!(app.engine().rooms_asked.pop(), Some(asked), "{body}");
    }
}

#[actix_web::test]
async fn a_room_for_a_race_again_is_for_one_and_has_its_text() {
    let (app, token) = App::with_ana().await;
    app.set_texts(&[TEXT]);
    let race = result(&app, "ana");
    assert!(send(&app.api.start_result_recorder(), &race).await.is_ok());
    let body = json!({ "token": token, "race": short(race.race), "private": false, "after": "k3f9wq2m" });
    assert_eq!(app.post("/api/multiplayer", &body).await.json(), json!({ "code": "k3f9wq2m" }));
    let asked = app.engine().rooms_asked.pop().expect("the engine got the request");
    assert_eq!(asked.text.as_ref().map(|text| (text.id, text.text.as_str())), Some((race.text, TEXT)));
    assert_eq!(
        OpenRoom { text: None, ..asked },
        OpenRoom { private: true, solo: true, ..OpenRoom::by(UserId(app.user_id("ana"))) }
    );
    for unknown in ["AAAAAAAAAAAAAAAAAAAAAA", "nope", ""] {
        let refused = app.post("/api/multiplayer", &json!({ "token": token, "race": unknown })).await;
        refused.refuses(404, "unknown-race");
    }
    assert!(app.engine().rooms_asked.is_empty());
}

#[actix_web::test]
async fn an_invalid_field_in_a_request_for_a_room_is_named() {
    let (app, token) = App::with_ana().await;
    let cases = [
        ("after", json!("nope"), "wrong-type; field=after"),
        ("after", json!(""), "wrong-type; field=after"),
        ("after", json!("🐦🐦"), "wrong-type; field=after"),
        ("after", json!("k3f9wq2\0"), "nul-character; field=after"),
        ("after", json!(5), "wrong-type; field=after"),
        ("language", json!("fr"), "wrong-type; field=language"),
        ("language", json!(1), "wrong-type; field=language"),
        ("alone", json!("nope"), "wrong-type; field=alone"),
        ("private", json!("yes"), "wrong-type; field=private"),
        ("private", json!([true]), "wrong-type; field=private"),
    ];
    for (field, value, code) in cases {
        app.post("/api/multiplayer", &json!({ "token": token, field: value })).await.refuses(422, code);
    }
    assert!(app.engine().rooms_asked.is_empty());
}

#[actix_web::test]
async fn while_the_engine_opens_no_rooms_the_server_is_busy() {
    let (app, token) = App::with_ana().await;
    let busy = "unavailable";
    let cases = [
        (OpenRoomError::NoText(DrawTextError::Database), busy),
        (OpenRoomError::Link(LinkError::DeadlineExceeded), busy),
        (OpenRoomError::Draining, "restarting"),
    ];
    for (error, code) in cases {
        app.engine().open_room = Err(error);
        app.post("/api/multiplayer", &json!({ "token": token })).await.refuses(503, code);
    }
}

#[actix_web::test]
async fn a_seat_comes_with_the_participants_and_the_text() {
    let (app, token) = App::with_ana().await;
    let mut answer = app.post("/api/play", &json!({ "token": token, "code": "k3f9wq2m" })).await.json();
    assert!(
        answer.as_object_mut().and_then(|answer| answer.remove("receipt")).is_some_and(|receipt| receipt.is_string())
    );
    let expected = json!({
        "participants": [{ "username": "ana", "skin": "hummingbird" }],
        "text": { "author": "Ana", "work": "A walk (1871)", "id": 1, "text": "A text to type.", "language": "en" },
        "username": "ana",
        "seats": 5,
    });
    assert_eq!(answer, expected);
    let asked = app.engine().seats_asked.pop().expect("the engine got the request");
    assert_eq!((asked.code, asked.racer.id), (code(), UserId(app.user_id("ana")).into()));
}

#[actix_web::test]
async fn a_refused_seat_has_a_reason() {
    let (app, token) = App::with_ana().await;
    let responses = document(&app).await["paths"]["/api/play"]["post"]["responses"].take();
    let cases = [
        (TakeSeatError::Full, 409, "full"),
        (TakeSeatError::Joinable, 409, "joinable"),
        (TakeSeatError::Unknown, 404, "unknown"),
        (TakeSeatError::TooManySeats(5), 429, "too many seats"),
        (TakeSeatError::Link(LinkError::Unreachable), 503, "unavailable"),
    ];
    for (refusal, status, reason) in cases {
        app.engine().refuse_seat = Some(refusal);
        let answer = app.post("/api/play", &json!({ "token": token, "code": "k3f9wq2m" })).await;
        let body: Value = serde_json::from_str(&answer.body).expect("the refusal is JSON");
        assert_eq!((answer.status.as_u16(), body), (status, json!({ "reason": reason, "username": "ana" })));
        assert_eq!(answer.headers.contains_key("retry-after"), [429, 503].contains(&status), "{reason}");
        let described = responses[status.to_string()]["description"].as_str().expect("it is a text");
        assert!(described.contains(&format!("`reason` \"{reason}\": ")), "{described}");
    }
}

#[actix_web::test]
async fn a_malformed_code_matches_no_room() {
    let (app, token) = App::with_ana().await;
    for code in ["", "nope", "k3f9 wq2m", "K3F9WQ2MM", "🐦🐦🐦🐦🐦🐦🐦🐦", "'; DROP--"] {
        let answer = app.post("/api/play", &json!({ "token": token, "code": code })).await;
        let body: Value = serde_json::from_str(&answer.body).expect("the refusal is JSON");
        assert_eq!((answer.status.as_u16(), body), (404, json!({ "reason": "unknown", "username": "ana" })));
    }
    assert!(app.engine().seats_asked.is_empty());
}

#[actix_web::test]
async fn while_the_engine_is_stopped_the_server_is_busy() {
    let app = App::start_without_engine().await;
    let token = app.signup("ana").await;
    let answer = app.post("/api/multiplayer", &json!({ "token": token })).await;
    answer.refuses(503, "unavailable");
    let answer = app.post("/api/play", &json!({ "token": token, "code": "k3f9wq2m" })).await;
    assert_eq!(answer.error(), (503, "unavailable"));
}
