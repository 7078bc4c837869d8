//! An api that listens on its own port.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use actix_web::{App as ActixApp, HttpServer};
use api::payments::Payments;
use api::{Api, Database, Links, Settings, TokenIssuer};
use diesel::r2d2::R2D2Connection as _;
use diesel::{PgConnection, RunQueryDsl as _, sql_query};
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use shared::error_code;

use super::engine::Engine;
use super::postgres;

pub(crate) const PASSWORD: &str = "emerald wings at dawn";

/// The longest time that anything may take on a busy machine, and the pause between two checks.
const CHANGE_TIMEOUT: Duration = Duration::from_secs(30);
const POLL_EVERY: Duration = Duration::from_millis(20);

/// More calls than the limits allow in the time that these calls take.
const CALLS_AT_MOST: usize = 5000;

/// A running api, its database and its engine.
pub(crate) struct App {
    address: String,
    http: reqwest::Client,
    engine: Arc<Mutex<Engine>>,
    pub(crate) api: Api,
    pub(crate) database: Database,
    pub(crate) database_url: String,
    pub(crate) tokens: TokenIssuer,
    own_connection: Mutex<Option<PgConnection>>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl App {
    /// Starts an api without limits, on its own database.
    pub(crate) async fn start() -> Self {
        Self::start_with(without_limits()).await
    }

    /// Starts an api without limits, and returns it with the token of its only user.
    pub(crate) async fn with_ana() -> (Self, String) {
        let app = Self::start().await;
        let token = app.signup("ana").await;
        (app, token)
    }

    pub(crate) async fn start_with(settings: Settings) -> Self {
        Self::serve(postgres::new_database(), settings, new_tokens(), None, Engine::start())
    }

    /// Starts an api without limits, on this database.
    pub(crate) async fn start_on(database_url: String, payments: Option<Payments>) -> Self {
        Self::serve(database_url, without_limits(), new_tokens(), payments, Engine::start())
    }

    pub(crate) async fn start_without_engine() -> Self {
        let (engine, _) = Engine::start();
        Self::serve(postgres::new_database(), without_limits(), new_tokens(), None, (engine, Engine::gone()))
    }

    /// Starts another api of the same site.
    pub(crate) async fn start_beside(&self, settings: Settings) -> Self {
        Self::serve(self.database_url.clone(), settings, self.tokens.clone(), None, Engine::start())
    }

    fn serve(
        database_url: String,
        settings: Settings,
        tokens: TokenIssuer,
        payments: Option<Payments>,
        (engine, links): (Arc<Mutex<Engine>>, Links),
    ) -> Self {
        let database = postgres::connect(&database_url);
        let api = Api::new(settings, database.clone(), tokens.clone(), payments);
        let mounted = api.clone();
        let server = HttpServer::new(move || ActixApp::new().configure(|cfg| mounted.configure(cfg, &links)));
        let server = server.workers(1).disable_signals().bind(("127.0.0.1", 0)).expect("there is a free port");
        let address = format!("http://{}", server.addrs()[0]);
        actix_web::rt::spawn(server.run());
        // The server closes connections that are idle for 5 s, perhaps just as a call is made.
        let http = reqwest::Client::builder().pool_idle_timeout(Duration::from_secs(2)).build();
        let http = http.expect("it needs nothing");
        Self { address, http, engine, api, database, database_url, tokens, own_connection: Mutex::default() }
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_bytes(path, body.to_string()).await
    }

    /// Makes a call with these headers and no others.
    pub(crate) async fn post_with(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<reqwest::Body>,
    ) -> Answer {
        let request = self.http.post(format!("{}{path}", self.address)).body(body);
        Answer::of(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
    }

    pub(crate) async fn post_bytes(&self, path: &str, body: impl Into<reqwest::Body>) -> Answer {
        let request = self.http.post(format!("{}{path}", self.address)).header("content-type", "application/json");
        Answer::of(request.body(body)).await
    }

    /// Makes a call, and returns the answer before its body has arrived.
    pub(crate) async fn open(&self, path: &str, body: &Value) -> reqwest::Response {
        let request = self.http.post(format!("{}{path}", self.address)).header("content-type", "application/json");
        request.body(body.to_string()).send().await.expect("the api answers")
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    /// Makes a call with these headers and no others.
    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(Method::GET, path, headers).await
    }

    /// Sends a request without a body.
    pub(crate) async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let request = self.http.request(method, format!("{}{path}", self.address));
        Answer::of(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
    }

    /// Repeats a call until it is refused as too frequent, with the time after which to retry. Returns how often it was
    /// accepted.
    pub(crate) async fn call_until_refused(&self, method: &str, path: &str, body: &Value) -> usize {
        for n in 0..CALLS_AT_MOST {
            let answer = if method == "get" { self.get(path).await } else { self.post(path, body).await };
            if answer.status == StatusCode::TOO_MANY_REQUESTS {
                assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|wait| wait > 0), "{answer:?}");
                return n;
            }
        }
        panic!("{path} is never refused");
    }

    pub(crate) fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    pub(crate) async fn signup(&self, username: &str) -> String {
        self.post("/api/signup", &signup_form(username)).await.token()
    }

    pub(crate) async fn admin(&self, username: &str) -> String {
        let token = self.signup(username).await;
        api::admin::grant(&self.database, username).expect("there is such a user");
        token
    }

    pub(crate) async fn login(&self, username: &str) -> String {
        let form = json!({ "email": format!("{username}@example.org"), "password": PASSWORD });
        self.post("/api/login", &form).await.token()
    }

    pub(crate) fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().expect("nobody panicked")
    }

    /// Makes current delays the longest, by further failures. The shortest is a second, which one call may take on a busy
    /// machine.
    pub(crate) fn hold_delays(&self) {
        self.execute("UPDATE rate_limits SET count = count + 6, at = clock_timestamp() WHERE count > 0");
    }

    pub(crate) fn execute(&self, statement: &str) -> usize {
        let done = self.ask(|conn| sql_query(statement).execute(conn));
        done.unwrap_or_else(|error| panic!("{statement}: {error}"))
    }

    pub(crate) fn number(&self, query: &str) -> f64 {
        self.text(query).parse().expect("it is a number")
    }

    /// Returns the only column of the only row.
    pub(crate) fn text(&self, query: &str) -> String {
        self.ask(|conn| postgres::texts_of(conn, query)).pop().expect("there is a row")
    }

    /// Waits until the only column of the only row is true.
    pub(crate) async fn until(&self, query: &str) {
        let until = Instant::now() + CHANGE_TIMEOUT;
        while self.text(query) != "true" {
            assert!(Instant::now() < until, "it never becomes true: {query}");
            // The database sends no event for that.
            tokio::time::sleep(POLL_EVERY).await;
        }
    }

    /// Runs `queries` on the test's own connection, which is made anew if the test has ended it.
    fn ask<T>(&self, queries: impl FnOnce(&mut PgConnection) -> T) -> T {
        let mut own = self.own_connection.lock().expect("no query panicked");
        let kept = own.take().and_then(|mut conn| conn.ping().is_ok().then_some(conn));
        queries(own.insert(kept.unwrap_or_else(|| postgres::connection(&self.database_url))))
    }

    pub(crate) fn user_id(&self, username: &str) -> i64 {
        self.number(&format!("SELECT id FROM users WHERE username = '{username}'")) as i64
    }

    /// Replaces all texts by these; their authors are numbered from 1.
    pub(crate) fn set_texts(&self, texts: &[&str]) {
        self.execute("DELETE FROM texts");
        for (index, text) in texts.iter().enumerate() {
            let author = index + 1;
            self.execute(&format!("INSERT INTO texts (author, text, source) VALUES ('{author}', '{text}', 'A test')"));
        }
    }
}

/// Returns the default settings without limits, and with leaderboards and tables that are always fresh.
pub(crate) fn without_limits() -> Settings {
    Settings {
        rate_limits: false,
        leaderboard_kept: Duration::ZERO,
        event_tables_kept: Duration::ZERO,
        ..Settings::default()
    }
}

pub(crate) fn signup_form(username: &str) -> Value {
    json!({
        "username": username,
        "email": format!("{username}@example.org"),
        "password": PASSWORD,
        "passwordConfirm": PASSWORD,
        "country": "CR",
    })
}

/// Returns the body with one field changed.
pub(crate) fn with(body: &Value, field: &str, value: impl Into<Value>) -> Value {
    let mut body = body.clone();
    body[field] = value.into();
    body
}

fn new_tokens() -> TokenIssuer {
    TokenIssuer::from_pem(&TokenIssuer::generate()).expect("it was just made")
}

pub(crate) fn statuses(answers: &[Answer]) -> Vec<u16> {
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    statuses
}

pub(crate) fn filenames(skins: &Value) -> Vec<&str> {
    let skins = skins.as_array().expect("it is a list");
    skins.iter().map(|skin| skin["filename"].as_str().expect("it is text")).collect()
}

impl Answer {
    async fn of(request: reqwest::RequestBuilder) -> Self {
        let response = request.send().await.expect("the api answers");
        let (status, headers) = (response.status(), response.headers().clone());
        Self { status, headers, body: response.text().await.expect("the answer is text") }
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        serde_json::from_str(&self.body).expect("the answer is JSON")
    }

    pub(crate) fn token(&self) -> String {
        self.json()["token"].as_str().expect("there is a token").to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("it is text"))
    }

    /// Returns the status, and the codes of the errors with their values, as in the [header](error_code::HEADER).
    pub(crate) fn error(&self) -> (u16, &str) {
        (self.status.as_u16(), self.header(error_code::HEADER))
    }

    /// Asserts that the call was refused with this status and these [codes](Self::error), and a sentence.
    #[track_caller]
    pub(crate) fn refuses(&self, status: u16, codes: &str) {
        assert_eq!(self.error(), (status, codes), "{}", self.body);
        let is_sentence = self.header("content-type").starts_with("text/plain") && !self.body.is_empty();
        assert!(is_sentence, "{:?} {}", self.headers, self.body);
    }

    /// Asserts that the call was refused because there were too many, and would be accepted after about this time.
    #[track_caller]
    pub(crate) fn refuses_for_about(&self, seconds: u32) {
        let wait = self.header("retry-after").parse().expect("it is a number");
        self.refuses(429, &format!("too-many-tries; seconds={wait}"));
        assert!((seconds - seconds / 10..=seconds).contains(&wait), "{wait} s");
    }
}
