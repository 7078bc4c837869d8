//! The measured server: Colibri's engine as in production, with a stand-in for the database.
//!
//! The stand-in always draws the same text, accepts every result, and gives seats and tokens on every request, since
//! accounts are not measured.

use std::net::SocketAddr;
use std::time::Duration;

use actix::{Actor, Context, Handler, Recipient};
use actix_web::error::ErrorInternalServerError;
use actix_web::{App, web};
use anyhow::Context as _;
use chrono::DateTime;
use engine::{Engine, Links, Settings};
use metrics_exporter_prometheus::PrometheusBuilder;
use serde::Deserialize;
use shared::messages::{
    DrawText, DrawTextError, ListRevocations, ListRevocationsError, OpenRoom, RecordError, RecordResult, Recorded,
    RevocationMark, Revocations, Standing, TakeSeat,
};
use shared::{Text, UserId, racer, testing};
use socketio::Http;

use crate::seats::{self, RACERS, Racer, Room};
use crate::tokens::Tokens;

/// The interval of `colibri serve`.
const METRICS_UPKEEP: Duration = Duration::from_secs(5);

/// The waiting time of rooms, longer than all racers take to join.
const WAITING: Duration = Duration::from_secs(60);
/// The id of the first visitor, above the ids of all racers.
const FIRST_VISITOR: usize = 10_000_000;

/// Serves on a free port until it is killed, and prints its address as a line on standard output.
pub(crate) fn run(ping_interval: Duration) -> anyhow::Result<()> {
    actix::System::new().block_on(serve(ping_interval))
}

/// Returns the text of all races: 500 characters, for which a race may take ten minutes.
pub(crate) fn text() -> Text {
    testing::text(100)
}

async fn serve(ping_interval: Duration) -> anyhow::Result<()> {
    let metrics = PrometheusBuilder::new().install_recorder().context("metrics")?;
    engine::metrics::describe();
    actix::spawn(async move {
        let mut every = tokio::time::interval(METRICS_UPKEEP);
        loop {
            every.tick().await;
            metrics.run_upkeep();
        }
    });
    let database = Database.start();
    let links = Links {
        draw_text: database.clone().recipient(),
        record_result: database.clone().recipient(),
        list_revocations: database.recipient(),
        rooms: None,
        peers: None,
    };
    let settings = Settings {
        waiting: WAITING,
        countdown: Duration::ZERO,
        room_capacity: RACERS,
        ping_interval,
        // The whole load comes from one address.
        max_connections_per_address: 0,
        ..Settings::default()
    };
    let tokens = Tokens::new()?;
    let engine = Engine::start(settings, links, tokens.reader());
    let api = web::Data::new(ApiStub {
        open_room: engine.open_room_recipient(),
        take_seat: engine.take_seat_recipient(),
        tokens,
    });
    let websockets = engine.websockets();
    let app = move || {
        let engine = engine.clone();
        App::new().app_data(api.clone()).configure(routes).configure(move |cfg| engine.configure(cfg))
    };
    let http = Http::default();
    let listener = http.listen(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    let address = listener.local_addr()?;
    let server = http.serve(listener, app, websockets)?;
    crate::print(&format!("listening {address}"))?;
    Ok(server.await?)
}

fn routes(cfg: &mut web::ServiceConfig) {
    cfg.route("/rooms", web::get().to(rooms)).route("/visitors", web::get().to(visitors));
}

/// The stand-in for the api: the source of seats and tokens.
struct ApiStub {
    open_room: Recipient<OpenRoom>,
    take_seat: Recipient<TakeSeat>,
    tokens: Tokens,
}

/// A range of rooms or visitors.
#[derive(Deserialize)]
struct Numbers {
    first: usize,
    count: usize,
}

async fn rooms(api: web::Data<ApiStub>, numbers: web::Query<Numbers>) -> actix_web::Result<web::Json<Vec<Room>>> {
    let mut rooms = Vec::new();
    for number in numbers.first..numbers.first + numbers.count {
        rooms.push(api.room(number).await.map_err(ErrorInternalServerError)?);
    }
    Ok(web::Json(rooms))
}

async fn visitors(api: web::Data<ApiStub>, numbers: web::Query<Numbers>) -> actix_web::Result<web::Json<Vec<Racer>>> {
    let numbers = numbers.first..numbers.first + numbers.count;
    let visitors = numbers.map(|number| api.tokens.racer(FIRST_VISITOR + number, seats::visitor(number)));
    visitors.collect::<Result<_, _>>().map(web::Json).map_err(ErrorInternalServerError)
}

impl ApiStub {
    /// Opens a room and takes all its seats.
    async fn room(&self, number: usize) -> anyhow::Result<Room> {
        let code = self.open_room.send(OpenRoom { private: true, ..OpenRoom::by(UserId(1)) }).await??;
        let mut racers = Vec::new();
        for seat in 0..RACERS {
            let (user, username) = (number * RACERS + seat, seats::name(number, seat));
            let racer = racer::Racer { username: username.clone(), ..testing::racer(user as i64) };
            self.take_seat
                .send(TakeSeat { code, racer, proof: testing::seat_proof(), divisions: Vec::new() })
                .await??;
            racers.push(self.tokens.racer(user, username)?);
        }
        Ok(Room { code, racers })
    }
}

/// The stand-in for the database, which is not measured.
struct Database;

impl Actor for Database {
    type Context = Context<Self>;
}

impl Handler<DrawText> for Database {
    type Result = Result<Text, DrawTextError>;

    fn handle(&mut self, _: DrawText, _: &mut Self::Context) -> Self::Result {
        Ok(text())
    }
}

impl Handler<ListRevocations> for Database {
    type Result = Result<Revocations, ListRevocationsError>;

    fn handle(&mut self, _: ListRevocations, _: &mut Self::Context) -> Self::Result {
        let end = RevocationMark { at: DateTime::UNIX_EPOCH, user_id: UserId(0) };
        Ok(Revocations { revoked: Vec::new(), guests: Vec::new(), end, has_more: false })
    }
}

impl Handler<RecordResult> for Database {
    type Result = Result<Recorded, RecordError>;

    fn handle(&mut self, _: RecordResult, _: &mut Self::Context) -> Self::Result {
        Ok(Recorded::Now { skins: Vec::new(), standing: Standing::default() })
    }
}
