//! A session between its client and the rooms, in simulated time.

use std::time::Duration;

use actix::{Actor, Addr};
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use jsonwebtoken::{EncodingKey, Header};
use net::token::{Claims, EVENT, TokenReader};
use serde_json::{Value, json};
use shared::messages::{OpenRoom, TakeSeat};
use shared::wire::{ClientEvent, WATCH};
use shared::{GuestId, RoomCode, UserId};
use socketio::testing::deliver;
use socketio::{Ack, Application, Connect, ConnectError, DisconnectReason, Event};
use tokio::time::{pause, sleep};

use super::{RaceApplication, Session};
use crate::Settings;
use crate::limits::{WATCHERS_AT_ONCE, WATCHERS_PER_SECOND};
use crate::lobby::Lobby;
use crate::testing::{self, RevocationList, Tab, racer, reader, seat_proof};

struct Client {
    session: Session,
    tab: Tab,
}

impl Client {
    fn connect(user: i64, lobby: &Addr<Lobby>) -> Self {
        Self::enter(&application(lobby), "/", json!({"token": token(user)})).expect("it may connect")
    }

    /// Enters a namespace with this payload of CONNECT, or returns the reason for the refusal.
    fn enter(application: &RaceApplication, namespace: &str, auth: Value) -> Result<Self, ConnectError> {
        let tab = Tab::open();
        let session =
            application.connect(Connect { namespace, auth, peer: None, is_crowded: false }, tab.socket.clone())?;
        Ok(Self { session, tab })
    }

    async fn send(&mut self, name: &str, payload: Value) {
        deliver(&mut self.session, &self.tab.socket, Event::new(name, &payload)).await;
    }

    async fn ask(&mut self, name: &str, payload: Value) -> Option<Value> {
        let (ack, answer) = Ack::detached();
        let event = Event { ack: Some(ack), ..Event::new(name, &payload) };
        deliver(&mut self.session, &self.tab.socket, event).await;
        answer.answer().await
    }

    /// Sends an event that is refused, and returns the code of the error and the reason.
    async fn fault(&mut self, name: &str, payload: Value) -> (String, String) {
        let answer = self.ask(name, payload).await.expect("an answer");
        let fault = self.tab.receive("fault").await;
        assert_eq!(fault["event"], name);
        let [code, reason] = ["code", "reason"].map(|field| {
            assert_eq!(fault[field], answer[field], "the acknowledgement has the same");
            fault[field].as_str().expect("text").to_owned()
        });
        (code, reason)
    }

    /// Sends an event that is refused, and returns the code of the error.
    async fn refusal(&mut self, name: &str, payload: Value) -> String {
        self.fault(name, payload).await.0
    }

    fn disconnect(&mut self) {
        socketio::Session::disconnected(&mut self.session, DisconnectReason::TransportLost);
    }
}

/// Returns the code of the refusal of a connection.
fn code_of(refused: Result<Client, ConnectError>) -> Value {
    json!(refused.err())["data"]["code"].clone()
}

fn lobby() -> Addr<Lobby> {
    pause();
    testing::lobby().start()
}

/// Returns an application that reads the tokens of key 1, in which a user may have two sockets.
fn application(lobby: &Addr<Lobby>) -> RaceApplication {
    let settings = Settings { sockets_per_user: 2, ..Settings::default() };
    RaceApplication::new(lobby.clone(), reader(&SigningKey::from_bytes(&[1; 32])), &settings)
}

/// Returns a token of a guest with this audience.
fn guest_token(guest: i64, aud: Option<&str>) -> String {
    sign(
        1,
        &Claims {
            sub: format!("g{guest}"),
            name: "Ana María".to_owned(),
            ver: 0,
            exp: FUTURE,
            aud: aud.map(str::to_owned),
        },
    )
}

/// A moment far in the future, in seconds since 1970.
const FUTURE: i64 = u32::MAX as i64;

/// Returns a token of version `ver` for `user` that is signed with key `seed` and expires at `exp`, in seconds since
/// 1970.
fn signed(seed: u8, user: i64, ver: i32, exp: i64) -> String {
    sign(seed, &Claims { sub: user.to_string(), name: format!("racer-{user}"), ver, exp, aud: None })
}

fn sign(seed: u8, claims: &Claims) -> String {
    let der = SigningKey::from_bytes(&[seed; 32]).to_pkcs8_der().expect("a key has a DER");
    let key = EncodingKey::from_ed_der(der.as_bytes());
    jsonwebtoken::encode(&Header::new(TokenReader::ALGORITHM), claims, &key).expect("it is signed")
}

fn token(user: i64) -> String {
    signed(1, user, 1, FUTURE)
}

async fn room(lobby: &Addr<Lobby>, users: &[i64]) -> RoomCode {
    let request = OpenRoom { private: true, ..OpenRoom::by(UserId(1)) };
    let code = lobby.send(request).await.expect("a lobby").expect("a room");
    for user in users {
        lobby
            .send(TakeSeat { code, racer: racer(*user), proof: seat_proof(), divisions: Vec::new() })
            .await
            .expect("a lobby")
            .expect("a seat");
    }
    code
}

#[actix::test]
async fn a_connection_without_a_valid_token_is_refused() {
    let application = application(&lobby());
    for auth in [
        json!({}),
        json!({"token": 7}),
        json!({"token": ""}),
        json!({"token": "a.b.c"}),
        json!({"token": signed(1, 1, 1, chrono::Utc::now().timestamp() - 60)}),
        json!({"token": signed(2, 1, 1, FUTURE)}),
    ] {
        assert_eq!(code_of(Client::enter(&application, "/", auth.clone())), "not-logged-in", "{auth}");
    }
}

#[actix::test]
async fn other_namespaces_are_refused() {
    let refused = Client::enter(&application(&lobby()), "/admin", json!({"token": token(1)})).err();
    assert_eq!(refused, Some(ConnectError::unknown_namespace()));
}

#[actix::test]
async fn the_oldest_of_too_many_windows_is_notified_and_disconnected() {
    let application = application(&lobby());
    let [mut oldest, mut second, mut newest] =
        [(); 3].map(|()| Client::enter(&application, "/", json!({"token": token(1)})).expect("it may connect"));
    assert_eq!(oldest.tab.receive("fault").await["code"], "too-many-windows");
    oldest.tab.is_disconnected().await;
    for window in [&mut second, &mut newest] {
        assert_eq!(window.refusal("start", json!({"code": "22222222"})).await, "not-joined");
    }
}

#[actix::test]
async fn a_join_to_an_unknown_room_is_refused() {
    let mut ana = Client::connect(1, &lobby());
    assert_eq!(ana.refusal("join", json!({"code": "22222222"})).await, "unknown-room");
}

#[actix::test]
async fn events_for_a_room_that_was_not_joined_are_refused() {
    let lobby = lobby();
    let code = room(&lobby, &[1]).await;
    let mut ana = Client::connect(1, &lobby);
    for event in ClientEvent::NAMES.iter().filter(|event| **event != "join") {
        let refusal = ana.refusal(event, json!({"code": code, "completed": 1, "accuracy": 100})).await;
        assert_eq!(refusal, "not-joined");
    }
}

#[actix::test]
async fn an_unreadable_event_is_refused_and_the_field_is_named() {
    let lobby = lobby();
    let code = room(&lobby, &[1]).await;
    let mut ana = Client::connect(1, &lobby);
    assert_eq!(ana.refusal("cheat", json!({"code": code})).await, "unknown-event");
    for (event, payload, field) in [
        ("typing", json!({"code": code}), " completed: "),
        ("typing", json!({"code": code, "completed": 101}), " completed: "),
        ("typing", json!({"code": code, "completed": 1.5}), " completed: "),
        ("typing", json!({"code": code, "completed": "7"}), " completed: "),
        ("join", json!({"code": "nope"}), " code: "),
        ("join", json!({"code": code, "username": 7}), " username: "),
        ("join", json!(7), ""),
        ("join", Value::Null, ""),
        ("finish", json!({"code": code, "accuracy": null}), " accuracy: "),
        ("finish", json!({"code": code, "accuracy": 1, "keystrokes": 7}), " keystrokes: "),
        ("finish", json!({"code": code, "accuracy": 1, "times": [-1]}), " times[0]: "),
    ] {
        let (code, reason) = ana.fault(event, payload.clone()).await;
        assert!(code == "unreadable-event" && reason.contains(field), "{event} {payload}: {code} {reason}");
    }
}

#[actix::test]
async fn an_event_over_four_kibibytes_or_a_finish_over_sixteen_is_refused() {
    let lobby = lobby();
    let code = room(&lobby, &[1]).await;
    let mut ana = Client::connect(1, &lobby);
    let join = |padding: usize| json!({"code": code, "padding": "x".repeat(padding)});
    let frame = "join".len() + join(0).to_string().len();
    assert_eq!(ana.refusal("join", join(4 * 1024 - frame + 1)).await, "event-too-large");
    assert_eq!(ana.ask("join", join(4 * 1024 - frame)).await, Some(json!({})));
    for event in ["state", "waiting"] {
        ana.tab.receive(event).await;
    }
    let finish = |padding: usize| json!({"code": code, "accuracy": 1, "padding": "x".repeat(padding)});
    let frame = "finish".len() + finish(0).to_string().len();
    assert_eq!(ana.refusal("finish", finish(16 * 1024 - frame + 1)).await, "event-too-large");
    assert_eq!(ana.refusal("finish", finish(16 * 1024 - frame)).await, "race-not-started");
}

#[actix::test]
async fn a_fault_shortens_long_event_names() {
    let mut ana = Client::connect(1, &lobby());
    ana.send(&"ä".repeat(3_000), json!({})).await;
    let fault = ana.tab.receive("fault").await;
    assert_eq!(fault["event"], "ä".repeat(32));
}

#[actix::test]
async fn events_over_the_limit_are_refused_until_the_racer_slows_down() {
    let lobby = lobby();
    let code = room(&lobby, &[1]).await;
    let mut ana = Client::connect(1, &lobby);
    ana.send("join", json!({"code": code})).await;
    // The connection and the join count too.
    for _ in 2..200 {
        assert_eq!(ana.ask("start", json!({"code": code})).await, Some(json!({})));
    }
    ana.tab.received_so_far().await;
    // Draining the received events took a millisecond, in which less than one event is refilled.
    assert_eq!(ana.refusal("start", json!({"code": code})).await, "too-many-events");
    sleep(Duration::from_secs(1)).await;
    for _ in 0..60 {
        assert_eq!(ana.ask("start", json!({"code": code})).await, Some(json!({})));
    }
    assert_eq!(ana.refusal("start", json!({"code": code})).await, "too-many-events");
}

#[actix::test]
async fn reconnecting_gives_no_new_budget() {
    let lobby = lobby();
    let application = application(&lobby);
    let connect = |user| Client::enter(&application, "/", json!({"token": token(user)}));
    for _ in 0..200 {
        assert!(connect(1).is_ok());
    }
    assert_eq!(code_of(connect(1)), "too-many-events");
    assert!(connect(2).is_ok(), "other users are not affected");
    sleep(Duration::from_secs(1)).await;
    assert!(connect(1).is_ok());
}

#[actix::test]
async fn a_connection_joins_sixteen_rooms_at_most() {
    let lobby = lobby();
    let mut ana = Client::connect(1, &lobby);
    let mut codes = Vec::new();
    for _ in 0..16 {
        let code = room(&lobby, &[]).await;
        assert_eq!(ana.refusal("join", json!({"code": code})).await, "no-seat");
        codes.push(code);
    }
    let one_more = room(&lobby, &[]).await;
    assert_eq!(ana.refusal("join", json!({"code": one_more})).await, "too-many-rooms");
    assert_eq!(ana.refusal("join", json!({"code": codes[0]})).await, "no-seat");
    // No racer joined, so all of these rooms have closed.
    sleep(Duration::from_secs(60)).await;
    let next = room(&lobby, &[1]).await;
    assert_eq!(ana.ask("join", json!({"code": next})).await, Some(json!({})));
}

#[actix::test]
async fn a_closed_connection_leaves_its_rooms() {
    let lobby = lobby();
    let code = room(&lobby, &[1, 2]).await;
    let (mut ana, mut bo) = (Client::connect(1, &lobby), Client::connect(2, &lobby));
    ana.send("join", json!({"code": code})).await;
    bo.send("join", json!({"code": code})).await;
    bo.disconnect();
    assert_eq!(ana.tab.skip_to("leave").await, json!({"username": "racer-2"}));
}

#[actix::test]
async fn events_for_a_closed_room_are_refused() {
    let lobby = lobby();
    let code = room(&lobby, &[1]).await;
    let mut ana = Client::connect(1, &lobby);
    ana.send("join", json!({"code": code})).await;
    // The start of the race, its time limit and the time for the results.
    sleep(Duration::from_secs(31 + 360 + 600)).await;
    ana.tab.received_so_far().await;
    assert_eq!(ana.refusal("start", json!({"code": code})).await, "room-closed");
    assert_eq!(ana.refusal("start", json!({"code": code})).await, "not-joined");
}

/// Connects with a token of version `ver`.
fn connect(application: &RaceApplication, user: i64, ver: i32) -> Result<Client, ConnectError> {
    Client::enter(application, "/", json!({"token": signed(1, user, ver, FUTURE)}))
}

fn is_refused(application: &RaceApplication, user: i64, ver: i32) -> bool {
    code_of(connect(application, user, ver)) == "not-logged-in"
}

#[actix::test]
async fn a_revoked_token_is_refused_and_its_sockets_are_closed_within_two_seconds() {
    let (application, revocations) = (application(&lobby()), RevocationList::default());
    application.follow_revocations(revocations.clone().start().recipient());
    for (user, lowest_version) in [(1, 2), (2, i32::MAX), (3, 2)] {
        let mut sockets = [(); 2].map(|()| connect(&application, user, 1).expect("it may connect"));
        let mut other = connect(&application, 9, 1).expect("it may connect");
        revocations.revoke(user, lowest_version);
        sleep(Duration::from_secs(2)).await;
        for socket in &mut sockets {
            assert_eq!(socket.tab.receive("fault").await["code"], "not-logged-in");
            socket.tab.is_disconnected().await;
        }
        assert!(is_refused(&application, user, 1));
        assert_eq!(connect(&application, user, 2).is_ok(), lowest_version == 2);
        other.tab.receives_nothing().await;
    }
}

#[actix::test]
async fn the_socket_of_a_revoked_token_leaves_its_room() {
    let (lobby, revocations) = (lobby(), RevocationList::default());
    let application = application(&lobby);
    application.follow_revocations(revocations.clone().start().recipient());
    let code = room(&lobby, &[1, 2]).await;
    let [mut thief, mut bo] = [1, 2].map(|user| connect(&application, user, 1).expect("it may connect"));
    thief.send("join", json!({"code": code})).await;
    bo.send("join", json!({"code": code})).await;
    revocations.revoke(1, 2);
    sleep(Duration::from_secs(2)).await;
    thief.tab.skip_to("fault").await;
    // The connection's actor ends the session.
    thief.disconnect();
    assert_eq!(bo.tab.skip_to("leave").await, json!({"username": "racer-1"}));
}

#[actix::test]
async fn a_later_token_takes_slots_and_budget_from_an_earlier_one_at_once() {
    let application = application(&lobby());
    let mut thief = connect(&application, 1, 1).expect("it may connect");
    while matches!(&thief.session, Session::Racer(racer) if racer.slot.spend()) {}
    let mut owner = connect(&application, 1, 2).expect("an earlier token does not use up its events");
    assert_eq!(thief.tab.receive("fault").await["code"], "not-logged-in");
    thief.tab.is_disconnected().await;
    assert!(is_refused(&application, 1, 1));
    owner.tab.receives_nothing().await;
}

#[actix::test]
async fn an_engine_catches_up_once_the_api_is_back() {
    let (application, revocations) = (application(&lobby()), RevocationList::default());
    revocations.revoke(1, 2);
    application.follow_revocations(revocations.clone().start().recipient());
    sleep(Duration::from_secs(2)).await;
    revocations.set_away(true);
    (2..10).for_each(|user| revocations.revoke(user, 2));
    sleep(Duration::from_secs(60)).await;
    assert!(is_refused(&application, 1, 1), "it goes on with what it knows");
    assert!(connect(&application, 2, 1).is_ok());
    revocations.set_away(false);
    sleep(Duration::from_secs(2)).await;
    assert!((1..10).all(|user| is_refused(&application, user, 1)));
}

#[actix::test]
async fn an_engine_knows_all_revoked_tokens_before_its_first_connection() {
    let (application, revocations) = (application(&lobby()), RevocationList::default());
    (1..10).for_each(|user| revocations.revoke(user, 2));
    let mut is_asked = application.follow_revocations(revocations.start().recipient());
    is_asked.wait_for(|is_asked| *is_asked).await.expect("it asks");
    assert!((1..10).all(|user| is_refused(&application, user, 1)));
}

/// Lets a watcher connect from an address, and enter.
async fn watcher(
    application: &RaceApplication,
    auth: Value,
    from: &str,
    is_crowded: bool,
) -> Result<Client, ConnectError> {
    let (tab, peer) = (Tab::open(), Some(from.parse().expect("an address")));
    let request = Connect { namespace: WATCH, auth, peer, is_crowded };
    let mut client = Client { session: application.connect(request, tab.socket.clone())?, tab };
    socketio::testing::enter(&mut client.session, &client.tab.socket).await;
    Ok(client)
}

/// A lobby with a public room that one racer waits in, and the room.
async fn waiting(lobby: &Addr<Lobby>) -> (RoomCode, Client) {
    let code = lobby.send(OpenRoom::by(UserId(1))).await.expect("the lobby lives").expect("a room");
    let seat = lobby
        .send(TakeSeat { code, racer: racer(1), proof: seat_proof(), divisions: Vec::new() })
        .await
        .expect("the lobby lives");
    seat.expect("a seat");
    let mut ana = Client::connect(1, lobby);
    ana.send("join", json!({"code": code})).await;
    (code, ana)
}

#[actix::test]
async fn a_watcher_enters_the_room_that_the_connection_names_without_a_token() {
    let lobby = lobby();
    let (code, mut ana) = waiting(&lobby).await;
    ana.tab.received_so_far().await;
    let application = application(&lobby);
    let mut eve = watcher(&application, json!({"room": code}), "192.0.2.1", false).await.expect("it may connect");
    assert_eq!(eve.tab.receive("watch").await["lanes"][0]["username"], "racer-1");
    ana.tab.receives_nothing().await;
    eve.disconnect();
    sleep(Duration::from_secs(60)).await;
    eve.tab.receives_nothing().await;
}

#[actix::test]
async fn guessed_private_forgotten_and_malformed_codes_are_answered_alike() {
    let lobby = lobby();
    let private = OpenRoom { private: true, ..OpenRoom::by(UserId(1)) };
    let private = lobby.send(private).await.expect("the lobby lives").expect("a room");
    let application = application(&lobby);
    let auths = [
        json!({"room": private}),
        json!({"room": "zzzzzzzz"}),
        json!({"room": "../.."}),
        json!({"room": 7}),
        json!({}),
    ];
    for auth in auths {
        let mut eve = watcher(&application, auth.clone(), "192.0.2.1", false).await.expect("it may connect");
        let fault = eve.tab.receive("fault").await;
        let expected = json!({"event": "watch", "reason": "There is no such room.", "code": "unknown-room"});
        assert_eq!(fault, expected, "{auth}");
        eve.tab.is_disconnected().await;
    }
}

#[actix::test]
async fn a_watcher_who_sends_an_event_is_disconnected() {
    let lobby = lobby();
    let (code, _ana) = waiting(&lobby).await;
    let application = application(&lobby);
    for event in ["join", "typing", "watch", "nonsense"] {
        let mut eve = watcher(&application, json!({"room": code}), "192.0.2.1", false).await.expect("it may connect");
        eve.tab.receive("watch").await;
        eve.send(event, json!({"code": code})).await;
        assert_eq!(eve.tab.receive("fault").await["code"], "unknown-event");
        eve.tab.is_disconnected().await;
    }
}

#[actix::test]
async fn too_many_watchers_from_one_address_are_refused_and_others_enter() {
    let application = application(&lobby());
    let auth = || json!({"room": "zzzzzzzz"});
    let enter = async |from| watcher(&application, auth(), from, false).await.is_ok();
    for _ in 0..WATCHERS_AT_ONCE {
        assert!(enter("192.0.2.1").await);
    }
    let refused = watcher(&application, auth(), "192.0.2.1", false).await.err().expect("it is refused");
    assert_eq!(json!(refused)["data"]["code"], "too-many-events");
    assert!(enter("192.0.2.2").await);
    sleep(Duration::from_secs(1)).await;
    let mut entered = 0;
    while enter("192.0.2.1").await {
        entered += 1;
    }
    assert!((WATCHERS_PER_SECOND..WATCHERS_PER_SECOND + 3).contains(&entered), "{entered}");
}

#[actix::test]
async fn a_crowded_server_refuses_watchers_and_admits_racers() {
    let application = application(&lobby());
    let refused = watcher(&application, json!({"room": "zzzzzzzz"}), "192.0.2.1", true).await;
    assert_eq!(json!(refused.err().expect("it is refused"))["data"]["code"], "room-busy");
    let tab = Tab::open();
    let auth = json!({"token": token(1)});
    let request = Connect { namespace: "/", auth, peer: None, is_crowded: true };
    assert!(application.connect(request, tab.socket.clone()).is_ok());
}

#[actix::test]
async fn a_guest_enters_with_the_token_of_an_event_and_leaves_the_address() {
    let application = application(&lobby());
    let enter = |token: String| Client::enter(&application, "/", json!({ "token": token }));
    let guest = enter(guest_token(1, Some(EVENT))).expect("it may connect");
    assert!(guest.tab.socket.has_left_address(), "a school has one address");
    let member = enter(token(1)).expect("it may connect");
    assert!(!member.tab.socket.has_left_address());
    for wrong in [
        guest_token(1, None),
        guest_token(1, Some("banned")),
        sign(
            1,
            &Claims { sub: "1".to_owned(), name: "ana".to_owned(), ver: 1, exp: FUTURE, aud: Some(EVENT.to_owned()) },
        ),
        sign(
            2,
            &Claims { sub: "g1".to_owned(), name: "ana".to_owned(), ver: 0, exp: FUTURE, aud: Some(EVENT.to_owned()) },
        ),
        sign(1, &Claims { sub: "g1".to_owned(), name: "ana".to_owned(), ver: 0, exp: 1, aud: Some(EVENT.to_owned()) }),
    ] {
        assert_eq!(code_of(enter(wrong.clone())), "not-logged-in", "{wrong}");
    }
}

#[actix::test]
async fn the_token_of_a_guest_is_that_of_no_user() {
    let tokens = reader(&SigningKey::from_bytes(&[1; 32]));
    let of_guest = guest_token(7, Some(EVENT));
    assert_eq!(
        tokens.read_guest(&of_guest).map(|(guest, claims)| (guest, claims.name)),
        Ok((GuestId(7), "Ana María".to_owned()))
    );
    assert!(tokens.read(&of_guest).is_err() && tokens.read_of_banned(&of_guest).is_err());
    assert!(tokens.read_guest(&token(7)).is_err());
}

#[actix::test]
async fn a_guest_joins_only_rooms_in_which_they_have_a_seat() {
    let lobby = lobby();
    let mut guest = Client::enter(&application(&lobby), "/", json!({ "token": guest_token(1, Some(EVENT)) }))
        .expect("it may connect");
    let code = room(&lobby, &[1]).await;
    assert_eq!(guest.refusal("join", json!({ "code": code })).await, "no-seat", "the seat is that of user 1");
    let code = room(&lobby, &[-1]).await;
    assert_eq!(guest.ask("join", json!({ "code": code, "username": "racer--1" })).await, Some(json!({})));
}

#[actix::test]
async fn a_guest_has_two_connections_and_a_new_one_closes_the_oldest() {
    let application = application(&lobby());
    let connect = || Client::enter(&application, "/", json!({ "token": guest_token(1, Some(EVENT)) }));
    let mut clients = [(); 3].map(|()| connect().expect("it may connect"));
    assert_eq!(clients[0].tab.receive("fault").await["code"], "too-many-windows");
    clients[0].tab.is_disconnected().await;
    clients[1].tab.receives_nothing().await;
}

#[actix::test]
async fn a_guest_who_is_removed_is_refused_and_their_sockets_are_closed_within_two_seconds() {
    let (application, revocations) = (application(&lobby()), RevocationList::default());
    application.follow_revocations(revocations.clone().start().recipient());
    let connect = |guest| Client::enter(&application, "/", json!({ "token": guest_token(guest, Some(EVENT)) }));
    let mut removed = connect(1).expect("it may connect");
    let mut others = [
        connect(2).expect("it may connect"),
        Client::enter(&application, "/", json!({ "token": token(1) })).expect("it may connect"),
    ];
    revocations.remove_guest(1);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(removed.tab.receive("fault").await["code"], "not-logged-in");
    removed.tab.is_disconnected().await;
    assert_eq!(code_of(connect(1)), "not-logged-in");
    for other in &mut others {
        other.tab.receives_nothing().await;
    }
}
