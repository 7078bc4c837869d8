//! Events, as their hosts, racers and guests call them.

mod hosting;
mod joining;
mod results;
mod rounds;
mod schedule;

use std::time::Duration;

use serde_json::{Value, json};
use shared::messages::{RecordResult, Recorded, Standing};
use shared::{GuestId, RacerId, RoomCode, TextId, UserId};

use crate::support::app::with;
use crate::support::results::{result, send};
use crate::support::{Answer, App};

/// The text of rounds in which it does not matter: the limit of its time is a minute.
const OWN: &str = "A text of the host.";

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

    /// Adds an account that takes a seat, and returns the token.
    async fn seated_member(&self, name: &str) -> String {
        let member = self.app.signup(name).await;
        self.call("join", json!({ "token": member })).await.json();
        self.call("seat", json!({ "token": member })).await.json();
        member
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

fn id_of(event: &Event, name: &str) -> i64 {
    event.app.number(&format!(
        "SELECT r.id FROM event_racers r LEFT JOIN users u ON u.id = user_id WHERE coalesce(name, username) = '{name}'"
    )) as i64
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
