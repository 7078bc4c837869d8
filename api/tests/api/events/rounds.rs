//! The rounds of an event: their texts, seats and starts, and its end.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use shared::messages::{BeginRaceError, TakeSeatError};

use super::{Event, OWN, form, id_of, own};
use crate::support::App;

#[actix_web::test]
async fn a_start_gives_all_heats_one_text_and_one_instant() {
    let event = Event::open(2).await;
    event.seated("Ana").await;
    event.app.execute(
        "INSERT INTO event_racers (event_id, name, name_key, round, heat)
            SELECT id, 'Guest ' || n, 'guest ' || n, 1, 1 FROM events, generate_series(1, 99) n",
    );
    let bea = event.guest("Bea").await;
    assert_eq!(event.seat(&bea).await["heat"], 2, "the first heat is full");
    let started = event.start(1).await.json();
    assert!((9000..=10_000).contains(&started["startAt"].as_u64().expect("milliseconds")), "{started}");
    let begun = event.app.engine().races_begun.clone();
    let rooms: BTreeSet<_> = begun.iter().map(|begun| begun.code).collect();
    assert_eq!(rooms, [event.room(1, 1), event.room(1, 2)].into());
    assert!(begun.iter().all(|heat| heat.start_at == begun[0].start_at && heat.text.text == OWN), "{begun:?}");
    assert_eq!(event.seat(&bea).await["text"]["text"], OWN, "whoever comes back gets the text");
}

#[actix_web::test]
async fn two_hosts_who_press_start_at_once_get_the_same_start() {
    let event = Event::open(1).await;
    event.seated("Ana").await;
    let cohost = json!({ "key": event.key, "round": 1 });
    let answers = join_all((0..4).map(|n| {
        event.call("start", if n % 2 == 0 { json!({ "token": event.host, "round": 1 }) } else { cohost.clone() })
    }))
    .await;
    let times: Vec<i64> = answers.iter().map(|answer| answer.json()["startAt"].as_i64().expect("ms")).collect();
    assert!(times.iter().all(|ms| (5000..=10_000).contains(ms)), "{times:?}");
    event.app.until("SELECT bool_and(start_at IS NOT NULL) FROM event_heats").await;
    let instants: BTreeSet<_> = event.app.engine().races_begun.iter().map(|begun| begun.start_at).collect();
    assert_eq!(instants.len(), 1);
}

#[actix_web::test]
async fn a_round_starts_only_in_its_turn_and_with_somebody_seated() {
    let event = Event::open(3).await;
    event.start(1).await.refuses(409, "nobody-seated");
    event.seated("Ana").await;
    for round in [2, 4] {
        event.start(round).await.refuses(409, "not-next-round");
    }
    event.start(1).await.json();
    event.start(3).await.refuses(409, "not-next-round");
    assert_eq!(event.app.number("SELECT count(*) FROM event_rounds WHERE start_at IS NOT NULL"), 1.0);
}

#[actix_web::test]
async fn a_heat_that_could_not_be_told_begins_at_the_next_press() {
    let event = Event::open(1).await;
    event.seated("Ana").await;
    event.app.engine().refuse_begin = Some(BeginRaceError::Unknown);
    event.host("start", json!({ "round": 1 })).await.json();
    let told = || event.app.engine().races_begun.len();
    while told() < 2 {
        tokio::task::yield_now().await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let first = event.app.engine().races_begun[0].start_at;
    // The start passes.
    event.age("11 s");
    event.app.engine().refuse_begin = None;
    event.start(1).await.json();
    let begun = event.app.engine().races_begun.clone();
    assert!(begun.iter().any(|begun| begun.start_at > first), "it gets a new instant");
}

#[actix_web::test]
async fn a_racer_who_reloads_is_back_in_their_race_and_others_wait_for_the_next_round() {
    let event = Event::open(2).await;
    let (ana, bea) = (event.seated("Ana").await, event.seated("Bea").await);
    event.start(1).await.json();
    let late = event.seated("Late").await;
    assert_eq!(event.seat(&late).await["round"], 2);
    assert_eq!(event.seat(&ana).await["round"], 1);
    event.record("Bea", 1, 3000).await;
    assert_eq!(event.seat(&bea).await["round"], 2, "she has finished");
    event.age("80 s");
    assert_eq!(event.seat(&ana).await["round"], 2, "the time of the race is over");
}

#[actix_web::test]
async fn without_a_round_left_a_late_joiner_gets_no_seat_and_the_event_ends_with_its_race() {
    let event = Event::open(1).await;
    event.seated("Ana").await;
    event.start(1).await.json();
    let late = event.guest("Late").await;
    event.call("seat", json!({ "guest": late })).await.refuses(409, "no-round-left");
    assert_eq!(event.call("look", json!({})).await.json()["round"], json!(null));
    event.age("71 s");
    event.call("seat", json!({ "guest": late })).await.refuses(409, "event-over; reason=raced");
    assert_eq!(event.call("look", json!({})).await.json()["state"], "over");
}

#[actix_web::test]
async fn a_heat_whose_room_is_gone_gets_a_new_one() {
    let event = Event::open(1).await;
    let (ana, bea) = (event.seated("Ana").await, event.seated("Bea").await);
    let before = event.room(1, 1);
    event.app.engine().gone.push(before);
    let code = event.seat(&ana).await["code"].clone();
    assert_ne!(code, json!(before));
    assert_eq!(event.seat(&bea).await["code"], code, "the heat stays together");
    assert_eq!(event.app.number("SELECT count(*) FROM event_heats"), 1.0);
}

#[actix_web::test]
async fn a_racer_who_comes_too_late_for_a_start_waits_for_the_next_round() {
    let event = Event::open(2).await;
    let ana = event.seated("Ana").await;
    event.start(1).await.json();
    event.app.engine().begun_without.push(event.room(1, 1));
    assert_eq!(event.seat(&ana).await["round"], 2);
}

#[actix_web::test]
async fn guests_who_come_at_once_share_a_room() {
    let event = Event::open(1).await;
    let names: Vec<String> = (0..20).map(|n| format!("Guest {n}")).collect();
    let guests = join_all(names.iter().map(|name| event.guest(name))).await;
    let seats = join_all(guests.iter().map(|guest| event.seat(guest))).await;
    assert!(seats.iter().all(|seat| seat["code"] == seats[0]["code"]), "{seats:?}");
    assert_eq!(event.app.engine().rooms_asked.len(), 1);
}

#[actix_web::test]
async fn while_the_engine_is_away_there_is_no_seat_and_nothing_is_lost() {
    let event = Event::open(1).await;
    let ana = event.guest("Ana").await;
    event.app.engine().refuse_seat = Some(TakeSeatError::Link(shared::messages::LinkError::Unreachable));
    assert_eq!(event.call("seat", json!({ "guest": ana })).await.error(), (503, "unavailable"));
    event.app.engine().refuse_seat = None;
    assert_eq!(event.seat(&ana).await["heat"], 1);
}

#[actix_web::test]
async fn rounds_that_have_not_begun_can_be_edited_and_others_stay() {
    let event = Event::open(2).await;
    event.seated("Ana").await;
    event.start(1).await.json();
    let rounds = "SELECT string_agg(number || kind || text || coalesce(start_at::text, ''), ';' ORDER BY number) FROM event_rounds";
    let begun = format!("{rounds} WHERE number = 1");
    let before = event.app.text(&begun);
    let edited = json!([{ "kind": "site", "size": "short" }, { "kind": "words", "words": 10 }, own("Ñandú —  two.")]);
    event.host("edit", json!({ "rounds": edited })).await.json();
    assert_eq!(event.app.text(&begun), before);
    let host = event.host("host", json!({})).await.json();
    let text = |number: usize| host["rounds"][number]["text"].as_str().expect("it is text").to_owned();
    assert!(text(1).chars().count() < 120 && text(2).split(' ').count() == 10, "{host}");
    assert_eq!(text(3), "Ñandú - two.");
    let again = json!([{ "kind": "site", "size": "short" }, { "kind": "words", "words": 10 }]);
    event.host("edit", json!({ "rounds": again })).await.json();
    let host = event.host("host", json!({})).await.json();
    assert_eq!(host["rounds"].as_array().map(Vec::len), Some(3));
    assert_eq!((&host["rounds"][1]["text"], &host["rounds"][2]["text"]), (&json!(text(1)), &json!(text(2))));
}

#[actix_web::test]
async fn a_chosen_text_must_be_one_in_the_language_of_the_event() {
    let app = App::start().await;
    let host = app.signup("ms-ortega").await;
    let id = |language: &str| app.number(&format!("SELECT min(id) FROM texts WHERE language = '{language}'")) as i64;
    let open =
        async |id: i64| app.post("/api/events/open", &form(&host, &[json!({ "kind": "chosen", "id": id })])).await;
    for wrong in [0, id("es")] {
        open(wrong).await.refuses(404, "unknown-text");
    }
    open(id("en")).await.json();
    assert_eq!(app.number("SELECT count(*) FROM events"), 1.0);
}

#[actix_web::test]
async fn an_own_text_that_cannot_be_raced_through_is_refused() {
    let app = App::start().await;
    let host = app.signup("ms-ortega").await;
    let open = async |text: &str| app.post("/api/events/open", &form(&host, &[own(text)])).await;
    open("a").await.refuses(422, "text-length; field=rounds; least=2; most=2000; length=1");
    open(&"ab ".repeat(800)).await.refuses(422, "text-length; field=rounds; least=2; most=2000; length=2399");
    open(&"a".repeat(20_000)).await.refuses(422, "length; field=rounds; least=2; most=2000");
    open("🐦🐦").await.refuses(422, "not-on-keyboard; field=rounds; character=128038");
    open(&"é".repeat(2000)).await.json();
    open("aa").await.json();
}

#[actix_web::test]
async fn an_event_is_over_once_the_host_ends_it_is_banned_or_deletes_the_account() {
    for (what, reason) in [("end", "ended"), ("ban", "host-gone"), ("delete", "host-gone"), ("idle", "idle")] {
        let event = Event::open(1).await;
        let ana = event.seated("Ana").await;
        match what {
            "end" => _ = event.call("end", json!({ "key": event.key })).await.json(),
            "ban" => {
                let admin = event.app.admin("root-ana").await;
                let ban = json!({ "token": admin, "username": "ms-ortega", "explanation": "Rude." });
                event.app.post("/api/admin/ban", &ban).await.json();
            }
            "delete" => {
                let delete = json!({ "token": event.host, "confirmationText": "IRREVERSIBLE" });
                event.app.post("/api/deleteaccount", &delete).await.json();
            }
            _ => event.age("1 h"),
        }
        let over = format!("event-over; reason={reason}");
        for (call, fields) in [
            ("seat", json!({ "guest": ana })),
            ("join", json!({ "name": "Bea" })),
            ("start", json!({ "key": event.key, "round": 1 })),
            ("edit", json!({ "key": event.key, "title": "More" })),
        ] {
            event.call(call, fields).await.refuses(409, &over);
        }
        assert_eq!(event.call("table", json!({ "guest": ana })).await.json()["state"], "over", "{what}");
        assert_eq!(event.call("host", json!({ "key": event.key })).await.json()["over"], reason);
    }
}

#[actix_web::test]
async fn what_a_host_does_keeps_the_event_open_and_nothing_wakes_one_that_is_over() {
    let event = Event::open(1).await;
    event.guest("Ana").await;
    event.age("59 min");
    event.host("edit", json!({ "title": "Still here" })).await.json();
    event.age("59 min");
    assert_eq!(event.call("look", json!({})).await.json()["state"], "open");
    event.age("1 min");
    event.host("remove", json!({ "racer": id_of(&event, "Ana") })).await.json();
    event.host("end", json!({})).await.json();
    assert_eq!(event.host("host", json!({})).await.json()["over"], "idle");
}
