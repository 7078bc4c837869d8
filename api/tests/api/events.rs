//! Events: joining by a code, seats in the rooms of rounds, starts, results, and what hosts see and do.

use std::collections::BTreeSet;
use std::time::Duration;

use api::Settings;
use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use net::proxies::TrustedProxies;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use shared::messages::{BeginRaceError, ListRevocations, RecordError, RecordResult, Recorded, Standing, TakeSeatError};
use shared::{GuestId, RacerId, RoomCode, TextId, UserId};

use crate::bad_input::every_call;
use crate::support::app::{with, without_limits};
use crate::support::post::AppWithMail;
use crate::support::results::{result, send};
use crate::support::{Answer, App, postgres};

/// The text of rounds in which it does not matter: the limit of its time is a minute.
const OWN: &str = "A text of the host.";

/// Every value of every table.
const DUMP: &str = "SELECT table_name || query_to_xml(format('SELECT * FROM %I', table_name), true, true, '')
    FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'";

/// An event with the token of the member who hosts it.
struct Event {
    app: App,
    host: String,
    code: String,
    key: String,
}

fn own(text: &str) -> Value {
    json!({ "kind": "own", "text": text })
}

fn form(token: &str, rounds: &[Value]) -> Value {
    json!({ "token": token, "title": "Class 7b", "language": "en", "rounds": rounds, "joining": "everyone", "scoring": "places" })
}

impl Event {
    /// Opens an event with so many rounds, hosted by `ms-ortega`.
    async fn open(n_rounds: usize) -> Self {
        Self::open_at(App::start().await, n_rounds).await
    }

    async fn open_at(app: App, n_rounds: usize) -> Self {
        let host = app.signup("ms-ortega").await;
        let opened = app.post("/api/events/open", &form(&host, &vec![own(OWN); n_rounds])).await.json();
        let text = |field: &str| opened[field].as_str().expect("it is text").to_owned();
        Self { host, code: text("code"), key: text("key"), app }
    }

    /// Makes a call about the event with further fields.
    async fn call(&self, call: &str, fields: Value) -> Answer {
        let mut body = json!({ "code": self.code });
        body.as_object_mut().expect("it is an object").extend(fields.as_object().expect("it is an object").clone());
        self.app.post(&format!("/api/events/{call}"), &body).await
    }

    /// Makes a call as the host.
    async fn host(&self, call: &str, fields: Value) -> Answer {
        self.call(call, with(&fields, "token", self.host.as_str())).await
    }

    /// Adds a guest, and returns the token.
    async fn guest(&self, name: &str) -> String {
        let joined = self.call("join", json!({ "name": name })).await.json();
        joined["guest"].as_str().expect("guests get a token").to_owned()
    }

    async fn seat(&self, guest: &str) -> Value {
        self.call("seat", json!({ "guest": guest })).await.json()
    }

    /// Adds a guest who takes a seat, and returns the token.
    async fn seated(&self, name: &str) -> String {
        let guest = self.guest(name).await;
        self.seat(&guest).await;
        guest
    }

    async fn start(&self, round: i32) -> Answer {
        let answer = self.host("start", json!({ "round": round })).await;
        if answer.status == 200 {
            let left = format!(
                "SELECT count(*) = 0 FROM event_heats JOIN events ON id = event_id WHERE code = '{}' AND round = {round}
                    AND event_heats.start_at IS NULL",
                self.code
            );
            self.app.until(&left).await;
        }
        answer
    }

    fn racer(&self, name: &str) -> RacerId {
        let id = self.app.number(&format!(
            "SELECT coalesce((SELECT id FROM users WHERE username = '{name}'), (SELECT id FROM event_racers WHERE name = '{name}'))"
        )) as i64;
        let is_guest = self.app.number(&format!("SELECT count(*) FROM users WHERE username = '{name}'")) == 0.0;
        if is_guest { RacerId::Guest(GuestId(id)) } else { UserId(id).into() }
    }

    /// Returns the room of a heat.
    fn room(&self, round: i32, heat: i32) -> RoomCode {
        let room = self.app.text(&format!(
            "SELECT room FROM event_heats JOIN events ON id = event_id WHERE code = '{}' AND round = {round} AND number = {heat}",
            self.code
        ));
        room.parse().expect("it is a code")
    }

    /// Returns the result of a racer as the engine sends it.
    fn result(&self, name: &str, (round, heat): (i32, i32), ms: u64) -> RecordResult {
        let (racer, room) = (self.racer(name), self.room(round, heat));
        let mut message = result(&self.app, "ms-ortega");
        message.result.racer = racer;
        message.result.time = Duration::from_millis(ms);
        RecordResult { room, text: TextId::NONE, proof: self.app.tokens.event_seat_proof(racer, room), ..message }
    }

    /// Records a result in the first heat of a round.
    async fn record(&self, name: &str, round: i32, ms: u64) {
        let to = self.app.api.start_result_recorder();
        let now = Recorded::Now { skins: Vec::new(), standing: Standing::default() };
        assert_eq!(send(&to, &self.result(name, (round, 1), ms)).await, Ok(now), "{name}");
    }

    /// Returns the lines of the table: names, points and places.
    async fn table(&self) -> Vec<(String, u64, u64)> {
        let table = self.host("table", json!({})).await.json();
        let lines = table["table"].as_array().expect("it is a list").iter();
        let line = |line: &Value| {
            let number = |field: &str| line[field].as_u64().expect("it is a number");
            (line["name"].as_str().expect("it is text").to_owned(), number("points"), number("place"))
        };
        lines.map(line).collect()
    }

    /// Moves the event into the past.
    fn age(&self, interval: &str) {
        let earlier = |column: &str| format!("{column} = {column} - interval '{interval}'");
        self.app.execute(&format!("UPDATE events SET {}", earlier("hosted_at")));
        self.app.execute(&format!("UPDATE event_rounds SET {}", earlier("start_at")));
    }
}

/// Makes every call about events, hosted by a member.
pub(crate) async fn use_everything(app: &App, host: &str) {
    app.engine().refuse_seat = None;
    let rounds = [json!({ "kind": "site", "size": "short" }), own(OWN)];
    let opened = app.post("/api/events/open", &form(host, &rounds)).await.json();
    let call = async |call: &str, fields: Value| {
        let body = with(&with(&fields, "code", opened["code"].clone()), "token", host);
        app.post(&format!("/api/events/{call}"), &body).await
    };
    let join = json!({ "code": opened["code"], "name": "Lola" });
    let guest = app.post("/api/events/join", &join).await.json()["guest"].clone();
    for (name, fields) in [
        ("look", json!({ "guest": guest })),
        ("join", json!({})),
        ("seat", json!({})),
        ("seat", json!({ "guest": guest })),
        ("start", json!({ "round": 1 })),
        ("seat", json!({})),
        ("edit", json!({ "rounds": rounds, "title": "Other" })),
        ("table", json!({ "guest": guest })),
        ("host", json!({})),
        ("wall", json!({})),
        ("csv", json!({})),
        ("hosted", json!({})),
        ("raced", json!({})),
    ] {
        assert_eq!(call(name, fields).await.status, 200, "{name}");
    }
    let racer = app.number("SELECT id FROM event_racers WHERE user_id IS NULL") as i64;
    let room = app.text("SELECT room FROM event_heats WHERE round = 1").parse().expect("it is a code");
    let mut message = result(app, "anna");
    message.result.racer = RacerId::Guest(GuestId(racer));
    message.proof = app.tokens.event_seat_proof(message.result.racer, room);
    assert!(send(&app.api.start_result_recorder(), &RecordResult { room, ..message }).await.is_ok());
    for (name, fields) in [("remove", json!({ "racer": racer })), ("end", json!({}))] {
        assert_eq!(call(name, fields).await.status, 200, "{name}");
    }
}

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
async fn results_of_an_event_are_recorded_once_and_count_for_nothing_else() {
    let event = Event::open(1).await;
    let bob = event.app.signup("bob").await;
    event.call("join", json!({ "token": bob })).await.json();
    event.call("seat", json!({ "token": bob })).await.json();
    event.seated("Ana").await;
    event.start(1).await.json();
    for (name, ms) in [("Ana", 4000), ("bob", 5000), ("Ana", 1000)] {
        event.record(name, 1, ms).await;
    }
    assert_eq!(event.table().await, [("Ana".to_owned(), 5, 1), ("bob".to_owned(), 3, 2)]);
    assert_eq!(event.app.number("SELECT max(time_ms) FROM event_results"), 5000.0, "the first result stays");
    for table in ["results", "races", "user_stats", "language_stats", "speeds", "key_days"] {
        assert_eq!(event.app.number(&format!("SELECT count(*) FROM {table}")), 0.0, "{table}");
    }
    let history = event.app.post("/api/history", &json!({ "token": bob })).await.json();
    assert_eq!(history["runs"], json!([]));
}

#[actix_web::test]
async fn a_result_needs_the_proof_of_a_seat_in_the_event() {
    let event = Event::open(1).await;
    event.seated("Ana").await;
    event.start(1).await.json();
    let to = event.app.api.start_result_recorder();
    let good = event.result("Ana", (1, 1), 4000);
    let (racer, room) = (good.result.racer, good.room);
    let refused = |reason: &str| Err(RecordError::Impossible(reason.to_owned()));
    let other = event.app.tokens.event_seat_proof(RacerId::Guest(GuestId(0)), room);
    let of_race = event.app.tokens.seat_proof(racer, room);
    for proof in [other, event.app.tokens.event_seat_proof(racer, RoomCode::from_random(0))] {
        let answer = send(&to, &RecordResult { proof, ..good.clone() }).await;
        assert_eq!(answer, refused("the api did not give this seat"));
    }
    let answer = send(&to, &RecordResult { proof: of_race, ..good.clone() }).await;
    assert!(matches!(answer, Err(RecordError::Impossible(_))), "{answer:?}");
    let mut fast = good.clone();
    fast.result.time = Duration::from_millis(10);
    let answer = send(&to, &fast).await;
    assert!(matches!(answer, Err(RecordError::Impossible(_))), "{answer:?}");
    assert_eq!(event.app.number("SELECT count(*) FROM event_results"), 0.0);
    assert!(send(&to, &good).await.is_ok());
}

#[actix_web::test]
async fn a_removed_guest_loses_the_seat_and_the_token_and_their_result_is_not_shown() {
    let event = Event::open(2).await;
    let (ana, _) = (event.seated("Ana").await, event.seated("Bea").await);
    event.start(1).await.json();
    event.host("remove", json!({ "racer": id_of(&event, "Ana") })).await.json();
    let removed = event.app.engine().racers_removed.clone();
    assert_eq!((removed[0].code, removed[0].racer), (event.room(1, 1), event.racer("Ana")));
    event.call("seat", json!({ "guest": ana })).await.refuses(403, "removed-from-event");
    event.call("table", json!({ "guest": ana })).await.refuses(403, "removed-from-event");
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

fn id_of(event: &Event, name: &str) -> i64 {
    event.app.number(&format!(
        "SELECT r.id FROM event_racers r LEFT JOIN users u ON u.id = user_id WHERE coalesce(name, username) = '{name}'"
    )) as i64
}

#[actix_web::test]
async fn a_removed_member_does_not_come_back() {
    let event = Event::open(1).await;
    let bob = event.app.signup("bob").await;
    event.call("join", json!({ "token": bob })).await.json();
    event.host("remove", json!({ "racer": id_of(&event, "bob") })).await.json();
    event.call("join", json!({ "token": bob })).await.refuses(403, "removed-from-event");
    event.call("seat", json!({ "token": bob })).await.refuses(403, "removed-from-event");
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
async fn only_those_who_host_an_event_act_on_it() {
    let event = Event::open(1).await;
    let (bob, ana) = (event.app.signup("bob").await, event.guest("Ana").await);
    for call in ["host", "wall", "edit", "remove", "start", "end", "csv"] {
        let fields = json!({ "racer": id_of(&event, "Ana"), "round": 1 });
        for stranger in [json!({}), json!({ "token": bob }), json!({ "guest": ana }), json!({ "key": "no" })] {
            let mut body = fields.clone();
            body.as_object_mut().expect("an object").extend(stranger.as_object().expect("an object").clone());
            event.call(call, body).await.refuses(403, "not-host");
        }
    }
    event.call("table", json!({ "token": bob })).await.refuses(403, "not-in-event");
    for call in ["host", "wall", "table", "edit", "csv", "end"] {
        assert_eq!(event.call(call, json!({ "key": event.key })).await.status, 200, "{call}");
    }
}

#[actix_web::test]
async fn the_host_sees_who_is_there_and_the_wall_no_names_until_the_host_says_so() {
    let event = Event::open(2).await;
    event.seated("Ana").await;
    event.guest("Bea").await;
    let host = event.host("host", json!({})).await.json();
    let racers = json!([
        { "id": id_of(&event, "Ana"), "name": "Ana", "isGuest": true, "heat": 1, "isSeated": true, "removed": false },
        { "id": id_of(&event, "Bea"), "name": "Bea", "isGuest": true, "heat": null, "isSeated": false, "removed": false },
    ]);
    assert_eq!(host["racers"], racers);
    let heat = json!([{ "round": 1, "number": 1, "room": event.room(1, 1), "seats": 1, "begun": false }]);
    assert_eq!((&host["heats"], &host["round"], &host["over"]), (&heat, &json!(1), &json!(null)));
    assert_eq!(host["rounds"][1]["text"], OWN);
    event.start(1).await.json();
    event.record("Ana", 1, 4000).await;
    let wall = event.host("wall", json!({})).await.json();
    assert_eq!(
        (&wall["racers"], &wall["table"][0]["name"], &wall["table"][0]["points"]),
        (&json!(2), &json!(null), &json!(5))
    );
    event.host("edit", json!({ "showsNames": true })).await.json();
    assert_eq!(event.host("wall", json!({})).await.json()["table"][0]["name"], "Ana");
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

#[actix_web::test]
async fn the_file_for_spreadsheets_equals_the_database_and_runs_nothing() {
    let event = Event::open(2).await;
    for name in ["-1+1".replace('+', "-").as_str(), "O'Hara", "Ana"] {
        event.seated(name).await;
    }
    let bob = event.app.signup("bob").await;
    event.call("join", json!({ "token": bob })).await.json();
    event.call("seat", json!({ "token": bob })).await.json();
    event.start(1).await.json();
    for (name, ms) in [("-1-1", 4000), ("bob", 4000), ("Ana", 5125)] {
        event.record(name, 1, ms).await;
    }
    let answer = event.host("csv", json!({})).await;
    assert_eq!(answer.header("content-disposition"), format!("attachment; filename=\"{}.csv\"", event.code));
    assert!(answer.header("content-type").starts_with("text/csv"));
    let rows: Vec<&str> = answer.body.trim_start_matches('\u{feff}').lines().collect();
    let expected = postgres::texts(
        &event.app.database_url,
        "SELECT concat_ws(',', res.round, res.heat, rank() OVER (ORDER BY time_ms), CASE WHEN name LIKE '-%' THEN '''' || name ELSE coalesce(name, username) END,
            CASE WHEN user_id IS NULL THEN 'yes' ELSE 'no' END, to_char(time_ms / 1000.0, 'FM990.000'), to_char(wpm, 'FM990.00'),
            to_char(accuracy, 'FM990.00'), (ARRAY[5, 3, 2, 1])[rank() OVER (ORDER BY time_ms)])
        FROM event_results res JOIN event_racers r ON r.id = racer_id LEFT JOIN users ON users.id = user_id ORDER BY time_ms, racer_id",
    );
    assert_eq!(rows[0], "round,heat,place,name,guest,seconds,wpm,accuracy,points");
    assert_eq!(rows[1..], expected);
}

#[actix_web::test]
async fn members_find_the_events_that_they_hosted_and_raced_in() {
    let event = Event::open(1).await;
    let bob = event.app.signup("bob").await;
    event.call("join", json!({ "token": bob })).await.json();
    event.call("seat", json!({ "token": bob })).await.json();
    event.seated("Ana").await;
    event.start(1).await.json();
    event.record("Ana", 1, 4000).await;
    event.record("bob", 1, 5000).await;
    let hosted = event.app.post("/api/events/hosted", &json!({ "token": event.host })).await.json();
    let raced = event.app.post("/api/events/raced", &json!({ "token": bob })).await.json();
    let (hosted, raced) = (&hosted["events"][0], &raced["events"][0]);
    for listed in [hosted, raced] {
        let facts = (&listed["code"], &listed["title"], &listed["state"]);
        assert_eq!(facts, (&json!(event.code), &json!("Class 7b"), &json!("open")));
        assert!(listed["date"].as_str().is_some_and(|date| date.parse::<DateTime<Utc>>().is_ok()));
    }
    assert_eq!(raced["place"], 2);
    event.app.post("/api/deleteaccount", &json!({ "token": bob, "confirmationText": "IRREVERSIBLE" })).await.json();
    assert_eq!(event.table().await, [("Ana".to_owned(), 5, 1)], "the racer goes with the account");
}

#[actix_web::test]
async fn a_member_hosts_at_most_five_events_at_once() {
    let event = Event::open(1).await;
    let open = async || event.app.post("/api/events/open", &form(&event.host, &[own(OWN)])).await;
    for _ in 0..4 {
        open().await.json();
    }
    open().await.refuses(409, "too-many-hosted");
    event.host("end", json!({})).await.json();
    let answers = join_all((0..3).map(|_| open())).await;
    let n_opened = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(n_opened, 1, "also if they are opened at once");
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
async fn who_guesses_codes_must_wait_and_nobody_else() {
    let event = Event::open_at(app_behind_proxy().await, 1).await;
    let (guesser, school) = ("198.51.100.1", "192.0.2.1");
    let right = json!({ "code": event.code });
    let joined = post_from(&event.app, guesser, "join", &json!({ "code": event.code, "name": "Ana" })).await.json();
    for n in 0..50 {
        let guess = json!({ "code": RoomCode::from_random(n).as_str() });
        post_from(&event.app, guesser, "look", &guess).await.refuses(404, "no-such-event");
    }
    event.app.hold_delays();
    for call in ["look", "join"] {
        assert_eq!(post_from(&event.app, guesser, call, &right).await.status, 429, "{call}");
    }
    let known = json!({ "code": event.code, "guest": joined["guest"] });
    assert_eq!(post_from(&event.app, guesser, "look", &known).await.status, 200, "a racer is not held up");
    let member = json!({ "code": event.code, "token": event.host });
    assert_eq!(post_from(&event.app, guesser, "look", &member).await.status, 200, "nor is a member");
    assert_eq!(post_from(&event.app, school, "look", &right).await.status, 200);
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

#[actix_web::test]
async fn guests_and_own_texts_are_gone_after_the_days_for_which_they_are_kept() {
    let event = Event::open(1).await;
    let bob = event.app.signup("bob").await;
    event.call("join", json!({ "token": bob })).await.json();
    event.call("seat", json!({ "token": bob })).await.json();
    event.seated("Zoraida Q").await;
    event.start(1).await.json();
    for (name, ms) in [("Zoraida Q", 4000), ("bob", 5000)] {
        event.record(name, 1, ms).await;
    }
    let host = event.app.login("ms-ortega").await;
    event.age("30 days");
    let younger = event.app.post("/api/events/open", &form(&host, &[own(OWN)])).await.json();
    let join = json!({ "code": younger["code"], "name": "Yolanda Q" });
    event.app.post("/api/events/join", &join).await.json();
    let found = |words: &str| postgres::texts(&event.app.database_url, DUMP).concat().to_lowercase().contains(words);
    assert!(found("zoraida") && found(&OWN.to_lowercase()));
    event
        .app
        .execute("UPDATE events SET hosted_at = hosted_at - interval '1 h' WHERE hosted_at < now() - interval '1 day'");
    let Event { app, .. } = event;
    let post = AppWithMail::beside(app).await;
    post.app.until("SELECT bool_or(cleared) FROM events").await;
    let dump = postgres::texts(&post.app.database_url, DUMP).concat().to_lowercase();
    assert!(!dump.contains("zoraida"), "her name is nowhere");
    assert!(dump.contains("yolanda"), "others' are kept");
    let left = "SELECT count(*) FROM event_results JOIN event_racers ON id = racer_id WHERE user_id IS NOT NULL";
    assert_eq!((post.app.number(left), post.app.number("SELECT count(*) FROM event_results")), (1.0, 1.0));
    assert_eq!(post.app.number("SELECT count(*) FROM event_rounds WHERE text = ''"), 1.0);
}

#[actix_web::test]
async fn an_event_without_a_host_is_deleted_after_the_same_days() {
    let event = Event::open(1).await;
    event.guest("Ana").await;
    event
        .app
        .post("/api/deleteaccount", &json!({ "token": event.host, "confirmationText": "IRREVERSIBLE" }))
        .await
        .json();
    event.age("31 days");
    let post = AppWithMail::beside(event.app).await;
    post.app.until("SELECT count(*) = 0 FROM events").await;
    assert_eq!(post.app.number("SELECT count(*) FROM event_racers"), 0.0);
}

/// What must have happened by a schedule, counted besides the api.
#[derive(Default)]
struct Expected {
    /// The first result of each racer in each round, with its time.
    results: Vec<(usize, i32, u64)>,
    removed: BTreeSet<usize>,
    begun: i32,
    rounds: Vec<String>,
}

impl Expected {
    fn table(&self) -> Vec<(u64, u64)> {
        let shown: Vec<_> = self.results.iter().filter(|(racer, ..)| !self.removed.contains(racer)).collect();
        let points = |racer: usize| -> u64 {
            let of = shown.iter().filter(|(other, ..)| *other == racer);
            of.map(|(_, round, ms)| {
                let faster = shown.iter().filter(|(_, other, time)| other == round && time < ms).count();
                [5, 3, 2, 1].get(faster).copied().unwrap_or(0)
            })
            .sum()
        };
        let racers: BTreeSet<usize> = shown.iter().map(|(racer, ..)| *racer).collect();
        let all: Vec<u64> = racers.iter().map(|racer| points(*racer)).collect();
        let place = |points: u64| all.iter().filter(|other| **other > points).count() as u64 + 1;
        let mut lines: Vec<_> = all.iter().map(|points| (*points, place(*points))).collect();
        lines.sort_by_key(|(_, place)| *place);
        lines
    }
}

/// Joins, takes seats, starts, finishes, removes and edits in a random order, and checks after each step that the event is
/// what was counted.
async fn host_at_random(seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    let event = Event::open(3).await;
    let to = event.app.api.start_result_recorder();
    let mut expected = Expected { rounds: vec![OWN.to_owned(); 3], ..Expected::default() };
    let mut guests: Vec<String> = Vec::new();
    for step in 0..50 {
        let racer = random.random_range(0..guests.len().max(1));
        match random.random_range(0..12_u8) {
            0..=2 => guests.push(event.guest(&format!("Guest {}", guests.len())).await),
            _ if guests.is_empty() => {}
            3..=5 => {
                let answer = event.call("seat", json!({ "guest": guests[racer] })).await;
                assert!([200, 403, 409].contains(&answer.status.as_u16()), "{seed} {step}: {answer:?}");
            }
            6 => {
                let next = expected.begun + 1;
                if event.start(next).await.status == 200 {
                    expected.begun = next;
                }
            }
            7..=9 if expected.begun > 0 => {
                let round = random.random_range(1..=expected.begun);
                let ms = random.random_range(3..9) * 1000;
                let message = event.result(&format!("Guest {racer}"), (round, 1), ms);
                assert!(send(&to, &message).await.is_ok(), "{seed} {step}");
                if !expected.results.iter().any(|(other, of, _)| (*other, *of) == (racer, round)) {
                    expected.results.push((racer, round, ms));
                }
            }
            10 => {
                event.host("remove", json!({ "racer": id_of(&event, &format!("Guest {racer}")) })).await.json();
                expected.removed.insert(racer);
            }
            _ if (expected.begun as usize) < expected.rounds.len() => {
                let n_rounds = random.random_range(1..3);
                let texts: Vec<String> = (0..n_rounds).map(|n| format!("Text {step} {n}")).collect();
                let rounds: Vec<Value> = texts.iter().map(|text| own(text)).collect();
                event.host("edit", json!({ "rounds": rounds })).await.json();
                expected.rounds.truncate(expected.begun as usize);
                expected.rounds.extend(texts);
            }
            _ => {}
        }
        let texts = postgres::texts(&event.app.database_url, "SELECT text FROM event_rounds ORDER BY number");
        assert_eq!(texts, expected.rounds, "{seed} {step}");
        let table: Vec<_> = event.table().await.into_iter().map(|(_, points, place)| (points, place)).collect();
        assert_eq!(table, expected.table(), "{seed} {step}");
    }
}

#[actix_web::test]
async fn whatever_the_order_each_racer_has_a_result_a_round_and_no_begun_round_changes() {
    for seed in 0..6 {
        host_at_random(seed).await;
    }
}

#[actix_web::test]
async fn an_archive_has_the_events_of_a_member() {
    let event = Event::open(1).await;
    event.call("join", json!({ "token": event.host })).await.json();
    event.call("seat", json!({ "token": event.host })).await.json();
    event.start(1).await.json();
    event.record("ms-ortega", 1, 4000).await;
    let files = crate::data::Files::of(&event.app, &event.host).await;
    let hosted = json!([{ "code": event.code, "title": "Class 7b", "texts": [OWN] }]);
    let undated = |name: &str| files.rows(name).iter().map(crate::data::undated).collect::<Value>();
    assert_eq!(undated("hosted-events"), hosted);
    let raced = json!([{ "code": event.code, "title": "Class 7b", "round": 1, "heat": 1, "time": 4.0,
        "wpm": 57.0, "accuracy": 98.5 }]);
    assert_eq!(undated("raced-events"), raced);
}
