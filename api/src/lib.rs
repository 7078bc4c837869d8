//! Accounts, texts, statistics and results over REST, on Diesel and Postgres.
//!
//! [`Api`] mounts the calls and answers the engine, [`Database`] stores the data, and [`TokenIssuer`] signs the tokens.
//! This crate knows the engine only by the messages in [`shared::messages`].

mod archive;
mod bodies;
mod cached;
mod document;
mod domain;
mod duration;
mod error;
mod event_tables;
mod events;
mod extract;
mod form;
mod handlers;
mod key_sums;
mod keyed_hash;
mod leaderboards;
mod limits;
mod models;
mod moderation;
mod origin;
mod passwords;
mod practice;
mod public;
mod receipts;
mod results;
mod revocations;
mod routes;
mod schedule;
mod seat_proofs;
mod shop;
mod skin_images;
mod text_bag;
mod texts;
mod tokens;
mod turns;
mod unlock;
mod words;
mod worker;

pub mod admin;
pub mod backup;
pub mod database;
pub mod link_preview;
pub mod load_users;
pub mod mail;
pub mod metrics;
pub mod payments;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actix::Recipient;
use actix_web::{HttpRequest, HttpResponse, ResponseError as _, web};
use chrono::TimeDelta;
use clap::{ArgAction, Args};
use net::origin::Origin;
use net::proxies::TrustedProxies;
use net::settings::{milliseconds, switch};
use net::token::TokenReader;
use shared::messages::{
    BeginRace, DrawText, ListRaces, ListRevocations, OpenRoom, RaceOf, RecordResult, RemoveRacer, TakeSeat,
};
use tokio::sync::{Mutex, Semaphore};

use crate::archive::Archives;
use crate::bodies::Bodies;
use crate::cached::Cached;
use crate::error::ApiError;
use crate::event_tables::EventTables;
use crate::handlers::watch;
use crate::keyed_hash::KeyedHash;
use crate::leaderboards::Leaderboards;
use crate::limits::Limits;
use crate::mail::MailSignal;
use crate::models::user::User;
use crate::passwords::Passwords;
use crate::payments::Payments;
use crate::skin_images::SkinImages;
use crate::turns::{Turn, Turns};

pub use crate::database::Database;
pub use crate::limits::address_of;
pub use crate::schedule::Schedule;
pub use crate::skin_images::SkinImage;
pub use crate::tokens::{InvalidKey, TokenIssuer};
pub use crate::unlock::ACCURACY_RACES;
pub use crate::worker::Worker;

/// The callers of one address, and of all, that may wait for their turn to read what they typed.
const OWN_DATA_OF_ADDRESS: usize = 128;
const OWN_DATA_IN_ALL: usize = 512;
/// The longest wait for it.
const OWN_DATA_TIMEOUT: Duration = Duration::from_secs(20);

/// The calls that change events at once: a class that joins waits for the lock of its event, and must not wait with all
/// connections to the database.
const EVENTS_AT_ONCE: usize = 4;

/// The maximum age of the list of races that can be watched: all visitors of the front page together ask the engine once.
const RACES_KEPT: Duration = Duration::from_secs(1);
/// The maximum age of the best replay of the last day.
const BEST_REPLAY_KEPT: Duration = Duration::from_secs(60);

/// The settings of the api.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
// Not a named group: it would be called `Settings`, like the engine's, and clap accepts a group name only once.
#[group(skip)]
#[command(next_help_heading = "Site")]
pub struct Settings {
    /// Maximum age of a cached leaderboard, in milliseconds.
    #[arg(long, env = "COLIBRI_LEADERBOARD_MS", default_value = "1000", value_parser = milliseconds, value_name = "MS")]
    pub leaderboard_kept: Duration,

    /// Rate limits on calls, per address and account; turn them off only for load tests.
    #[arg(long, env = "COLIBRI_RATE_LIMITS", default_value = "on", action = ArgAction::Set, value_parser = switch())]
    pub rate_limits: bool,

    /// Results that are not verified count in statistics and leaderboards, up to 250 wpm; the board of the day takes none.
    #[arg(long, env = "COLIBRI_RANK_UNVERIFIED", default_value = "on", action = ArgAction::Set, value_parser = switch())]
    pub rank_unverified: bool,

    /// Time for which the keys of a run are kept, in days; the run itself stays.
    #[arg(long, env = "COLIBRI_KEYS_KEPT_DAYS", default_value_t = 365, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub keys_kept_days: u32,

    /// Guests may join events without an account, if their hosts let everyone in.
    #[arg(long, env = "COLIBRI_GUESTS", default_value = "on", action = ArgAction::Set, value_parser = switch())]
    pub guests: bool,

    /// Time after an event for which its guests and their results are kept, in days.
    #[arg(long, env = "COLIBRI_GUESTS_KEPT_DAYS", default_value_t = 30, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub guests_kept_days: u32,

    /// Maximum number of racers in an event.
    #[arg(long, env = "COLIBRI_EVENT_RACERS", default_value_t = 500, value_name = "NUMBER")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub event_racers: u32,

    /// The name of the site, which is reserved as a username.
    #[arg(skip)]
    pub product: String,

    /// The proxies that may set the client address.
    #[arg(skip)]
    pub trusted_proxies: TrustedProxies,

    /// The maximum age of the table of an event as its racers see it: they all ask for it again and again.
    #[arg(skip = Duration::from_secs(1))]
    pub event_tables_kept: Duration,

    /// Origins, besides the server's own, whose pages may make calls, such as `https://example.org`.
    #[arg(skip)]
    pub allowed_origins: Vec<Origin>,

    /// The longest time that a request's body may take to arrive. actix-web itself waits forever.
    #[arg(skip = Duration::from_secs(10))]
    pub body_timeout: Duration,

    /// The skins with an image, by file name without `.png`, if known. A skin added without an upload must be one of
    /// them.
    #[arg(skip)]
    pub skin_images: Option<BTreeSet<String>>,
}

impl Default for Settings {
    fn default() -> Self {
        net::settings::defaults()
    }
}

/// The messages that the engine answers.
#[derive(Clone)]
pub struct Links {
    /// Opens rooms.
    pub open_room: Recipient<OpenRoom>,
    /// Takes seats in them.
    pub take_seat: Recipient<TakeSeat>,
    /// Begins the races of events.
    pub begin_race: Recipient<BeginRace>,
    /// Removes racers from rooms.
    pub remove_racer: Recipient<RemoveRacer>,
    /// Lists the races that can be watched.
    pub list_races: Recipient<ListRaces>,
    /// Finds the public race of a user.
    pub race_of: Recipient<RaceOf>,
}

/// Returns the answer to a client while the server is busy.
pub fn unavailable() -> HttpResponse {
    ApiError::Unavailable.error_response()
}

/// The calls under `/api`, and the answers to the engine. Clones share all state, so that each worker of a server can have
/// one.
#[derive(Clone)]
pub struct Api {
    services: web::Data<Services>,
}

impl Api {
    /// Returns the api, with the services that it needs. Without `payments`, skins cannot be bought.
    pub fn new(settings: Settings, database: Database, tokens: TokenIssuer, payments: Option<Payments>) -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let own_data = Turns::new((processors / 2).clamp(1, 4), OWN_DATA_OF_ADDRESS, OWN_DATA_IN_ALL);
        let services = Services {
            token_reader: tokens.reader(),
            limits: Limits::new(
                database.clone(),
                settings.trusted_proxies.clone(),
                tokens.keyed_hash().clone(),
                settings.rate_limits,
            ),
            leaderboards: Leaderboards::new(settings.leaderboard_kept),
            public_leaderboards: Leaderboards::new(settings.leaderboard_kept),
            event_tables: EventTables::new(settings.event_tables_kept),
            races: Cached::new(RACES_KEPT),
            best_replay: Cached::new(BEST_REPLAY_KEPT),
            opening_heats: Mutex::default(),
            event_turns: Semaphore::new(EVENTS_AT_ONCE),
            settings,
            database,
            tokens,
            passwords: Passwords::new(),
            bodies: Bodies::new(),
            archives: Archives::new(own_data.clone()),
            own_data,
            skin_images: SkinImages::default(),
            mail_signal: MailSignal::default(),
            payments: payments.map(Arc::new),
        };
        Self { services: web::Data::new(services) }
    }

    /// Returns a reader for the tokens that the api signs.
    pub fn token_reader(&self) -> TokenReader {
        self.services.token_reader.clone()
    }

    /// Starts the actor that draws texts for the engine, and returns its address. Call it inside a running actix system.
    pub fn start_text_source(&self) -> Recipient<DrawText> {
        texts::start(self.services.clone())
    }

    /// Starts the actor to which the engine sends results, and returns its address. Call it inside a running actix
    /// system.
    pub fn start_result_recorder(&self) -> Recipient<RecordResult> {
        let Services { database, tokens, settings, .. } = &**self.services;
        results::start(database.clone(), tokens.clone(), settings.rank_unverified)
    }

    /// Starts the actor that lists revoked tokens for the engine, and returns its address. Call it inside a running actix
    /// system.
    pub fn start_revocation_source(&self) -> Recipient<ListRevocations> {
        revocations::start(self.services.database.clone())
    }

    /// Mounts `/api/*`, where every unknown path is 404. Rooms and seats come from the engine behind `links`.
    pub fn configure(&self, cfg: &mut web::ServiceConfig, links: &Links) {
        cfg.app_data(self.services.clone()).app_data(web::Data::new(links.clone())).configure(routes::configure);
    }

    /// Runs `work`, whose queries take their turns as those of the client that made this request.
    pub async fn as_client<T>(&self, request: &HttpRequest, work: impl Future<Output = T>) -> T {
        database::for_client(self.services.limits.address_of(request), work).await
    }

    /// Counts a page that is looked up in the database as a call without a token. Returns the answer to a client that
    /// requests too many.
    pub fn count_lookup(&self, request: &HttpRequest) -> Option<HttpResponse> {
        let limits = &self.services.limits;
        limits.count_call(&limits.address_of(request)).err().map(|error| error.error_response())
    }

    /// Counts a file of the client. Returns the answer to a client that requests too many.
    pub fn count_file(&self, request: &HttpRequest) -> Option<HttpResponse> {
        let limits = &self.services.limits;
        limits.count_file(&limits.address_of(request)).err().map(|error| error.error_response())
    }

    /// Returns the image that an admin uploaded for a skin, if there is one.
    ///
    /// # Errors
    /// The answer to a client that asks for too many that do not exist, or if the database fails.
    pub async fn skin_image(&self, request: &HttpRequest, filename: &str) -> Result<Option<SkinImage>, HttpResponse> {
        let Services { limits, skin_images, database, .. } = &**self.services;
        let find = async || {
            if let Some(image) = skin_images.kept(filename) {
                return Ok(Some(image));
            }
            // Only images that do not exist are counted: a screen shows many that do.
            let address = limits.address_of(request);
            limits.check_call(&address)?;
            let found = skin_images.read(filename, database).await?;
            if found.is_none() {
                limits.count_call(&address)?;
            }
            Ok(found)
        };
        find().await.map_err(|error: ApiError| error.error_response())
    }

    /// Returns the reason the api is not ready, if there is one.
    pub async fn obstacle(&self) -> Option<&'static str> {
        self.services.database.obstacle().await
    }

    /// Starts to send the queued mails, including those that other processes left, and to delete what has expired. Call it
    /// inside a running tokio runtime.
    pub fn deliver_mails(&self, delivery: mail::Delivery) -> Worker {
        let Settings { keys_kept_days, guests_kept_days, .. } = self.services.settings;
        let kept = mail::Kept {
            keys: TimeDelta::days(keys_kept_days.into()),
            guests: TimeDelta::days(guests_kept_days.into()),
        };
        mail::start(&self.services.database, &self.services.mail_signal, delivery, kept)
    }

    /// Starts to settle unfinished payments. Call it once, inside a running tokio runtime.
    pub fn settle_payments(&self) -> Worker {
        let Services { database, mail_signal, payments, .. } = &**self.services;
        payments::start(database, mail_signal, payments.clone())
    }
}

struct Services {
    settings: Settings,
    database: Database,
    tokens: TokenIssuer,
    token_reader: TokenReader,
    passwords: Passwords,
    bodies: Bodies,
    archives: Archives,
    /// The turns to read what there is much of: all that a user typed, or a part of it.
    own_data: Turns,
    skin_images: SkinImages,
    limits: Limits,
    mail_signal: MailSignal,
    /// `None` on a site without payments.
    payments: Option<Arc<Payments>>,
    leaderboards: Leaderboards,
    /// The same in the form of the public API.
    public_leaderboards: Leaderboards,
    event_tables: EventTables,
    /// The races that can be watched.
    races: Cached,
    best_replay: Cached<Option<watch::BestReplay>>,
    /// Held while a room for a heat of an event is opened.
    opening_heats: Mutex<()>,
    /// The turns to change events.
    event_turns: Semaphore,
}

impl Services {
    /// Returns the services of the app that received the request.
    fn of(request: &HttpRequest) -> Result<web::Data<Self>, ApiError> {
        request.app_data().cloned().ok_or_else(|| ApiError::internal(&"the api is not configured"))
    }

    /// Waits for the turn of the client at this address to read what it typed.
    async fn turn_at_own_data(&self, address: &str) -> Result<Turn, ApiError> {
        let turn = tokio::time::timeout(OWN_DATA_TIMEOUT, self.own_data.take(address)).await;
        turn.ok().and_then(Result::ok).ok_or(ApiError::Unavailable)
    }

    /// Returns the hash under which given-up names are stored.
    fn keyed_hash(&self) -> KeyedHash {
        self.tokens.keyed_hash().clone()
    }

    fn token_for(&self, user: &User) -> String {
        self.tokens.issue(user.id, &user.username, user.token_version)
    }
}
