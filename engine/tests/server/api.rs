//! A fake api: it draws one text, saves results in memory, and signs tokens.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix::{Actor, Context, Handler};
use actix_web::App;
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{EncodePrivateKey, EncodePublicKey};
use engine::{Engine, Links, Settings};
use jsonwebtoken::{EncodingKey, Header};
use shared::messages::{
    DrawText, DrawTextError, OpenRoom, Racer, RecordError, RecordResult, Recorded, Seat, TakeSeat, TakeSeatError,
};
use shared::token::{Claims, TokenReader};
use shared::{RoomCode, Text, TextId, UserId};
use socketio::Http;

/// Ten characters: at 350 wpm they take 343 ms.
const TEXT: &str = "abcd efghi";

/// The keys for the text, with one error in ten characters.
pub(crate) const KEYS: &str = "abcx\u{8}d efghi";

/// A time just long enough for the text.
pub(crate) const FASTEST: Duration = Duration::from_millis(350);

/// The engine behind an HTTP server of its own, which ends with the test.
pub(crate) struct Server {
    pub(crate) engine: Engine,
    pub(crate) address: SocketAddr,
    saved: Arc<Mutex<Vec<RecordResult>>>,
}

impl Server {
    pub(crate) async fn start(settings: Settings) -> Self {
        let saved = Arc::default();
        let api = Api { saved: Arc::clone(&saved) }.start();
        let links =
            Links { draw_text: api.clone().recipient(), record_result: api.recipient(), rooms: None, peers: None };
        let engine = Engine::start(settings, links, reader());
        let mounted = engine.clone();
        let app = move || {
            let engine = mounted.clone();
            App::new().configure(move |cfg| engine.configure(cfg))
        };
        let http = Http { workers: 2, ..Http::default() };
        let listener = http.listen(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let server = http.serve(listener, app, engine.websockets()).expect("it listens");
        actix_web::rt::spawn(server);
        Self { engine, address, saved }
    }

    pub(crate) async fn open_room(&self) -> RoomCode {
        self.engine.open_room().send(OpenRoom { private: false, after: None }).await.unwrap().unwrap()
    }

    pub(crate) async fn take_seat(&self, code: RoomCode, user: i64) -> Result<Seat, TakeSeatError> {
        let racer = Racer { user_id: UserId(user), username: format!("racer-{user}"), skin: "hummingbird".to_owned() };
        self.engine.take_seat().send(TakeSeat { code, racer }).await.unwrap()
    }

    pub(crate) fn saved(&self) -> Vec<RecordResult> {
        self.saved.lock().unwrap().clone()
    }
}

struct Api {
    saved: Arc<Mutex<Vec<RecordResult>>>,
}

impl Actor for Api {
    type Context = Context<Self>;
}

impl Handler<DrawText> for Api {
    type Result = Result<Text, DrawTextError>;

    fn handle(&mut self, _: DrawText, _: &mut Self::Context) -> Self::Result {
        Ok(Text { id: TextId(1), author: "Nobody".to_owned(), text: TEXT.to_owned() })
    }
}

impl Handler<RecordResult> for Api {
    type Result = Result<Recorded, RecordError>;

    fn handle(&mut self, result: RecordResult, _: &mut Self::Context) -> Self::Result {
        self.saved.lock().unwrap().push(result);
        Ok(Recorded::Now { skins: Vec::new() })
    }
}

fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn reader() -> TokenReader {
    let pem = key(1).verifying_key().to_public_key_pem(LineEnding::LF).unwrap();
    TokenReader::from_pem(pem.as_bytes()).unwrap()
}

fn sign(user: i64, key: &SigningKey, expires: i64) -> String {
    let pem = key.to_pkcs8_pem(LineEnding::LF).unwrap();
    let claims = Claims { sub: user.to_string(), name: format!("racer-{user}"), ver: 0, exp: expires };
    let key = EncodingKey::from_ed_pem(pem.as_bytes()).unwrap();
    jsonwebtoken::encode(&Header::new(TokenReader::ALGORITHM), &claims, &key).unwrap()
}

/// Returns a valid token for `user`.
pub(crate) fn token(user: i64) -> String {
    sign(user, &key(1), chrono::Utc::now().timestamp() + 60)
}

/// Returns a token for `user` that expired a minute ago.
pub(crate) fn expired_token(user: i64) -> String {
    sign(user, &key(1), chrono::Utc::now().timestamp() - 60)
}

/// Returns a token for `user` that is signed with another key.
pub(crate) fn foreign_token(user: i64) -> String {
    sign(user, &key(2), chrono::Utc::now().timestamp() + 60)
}
