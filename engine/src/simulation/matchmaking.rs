//! Matchmaking at three engines, of which one dies now and then, beside matchmaking at one that lives.
//!
//! The same racers come to both sites. Each asks any engine for a room, any for a seat and any for a socket, and comes
//! back when that one dies.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::join_all;
use rand::RngExt as _;
use shared::messages::{LogSpeed, OpenRoom, TakeSeat};
use shared::{Language, RoomCode, UserId};
use tokio::time::{Instant, pause, sleep, sleep_until, timeout};

use super::racer::{Window, before};
use super::site::ENGINES;
use super::{Engine, Health, Site};
use crate::Settings;
use crate::client::Refusal;
use crate::lobby::tests::figures::{self, Simulated, SimulatedRoom, WAITING, figures};
use crate::testing::{LONG, racer, seat_proof};

/// The numbers of racers, and the rates per second at which they come.
const RATES: [(usize, f64); 3] = [(200, 0.1), (500, 1.0), (800, 5.0)];

/// The longest time between a start of an engine and the next death of one, in milliseconds.
const LONGEST_LIFE_MS: u64 = 120_000;

/// The longest time until another engine replaces a dead one, in milliseconds.
const LONGEST_ABSENCE_MS: u64 = 5_000;

/// The time within which other engines have taken over all that a dead one did.
const TAKEOVER: Duration = Duration::from_secs(2);

/// The pause after which a racer asks again, or notices that an engine is dead.
const PAUSE: Duration = Duration::from_millis(500);

/// The time for messages between racers and engines.
const ON_THE_WAY: Duration = Duration::from_millis(100);

/// The rooms of a site, and the moments at which one of its engines died.
struct Outcome {
    rooms: Vec<SimulatedRoom>,
    deaths: Vec<Duration>,
}

/// Lets racers come at this rate to a site of so many engines, which die if there are several.
async fn simulate(n_racers: usize, per_second: f64, n_engines: usize) -> Outcome {
    let settings = Settings::default();
    let until_start = settings.rules().until_start();
    let site = Site::with(1, settings, n_engines).await;
    let begin = Instant::now();
    let racers = (1..).zip(Simulated::coming(n_racers, per_second)).map(|(user, racer)| {
        let site = Rc::clone(&site);
        actix::spawn(async move {
            sleep_until(begin + racer.at).await;
            let raced = timeout(LONG, race(&site, user, racer.estimate)).await;
            let (code, started_at) = raced.expect("every race starts");
            (code, racer, started_at - until_start - begin)
        })
    });
    let mut deaths = Vec::new();
    let races = tokio::select! {
        races = join_all(racers.collect::<Vec<_>>()) => races,
        never = kill_engines(&site, begin, &mut deaths), if n_engines > 1 => match never {},
    };
    site.up().iter().for_each(|engine| engine.kill(&site.broker));
    let mut rooms = BTreeMap::new();
    for raced in races {
        let (code, racer, begun_at) = raced.expect("every racer races");
        let new = || SimulatedRoom { code, racers: Vec::new(), begun_at };
        let room = rooms.entry(code).or_insert_with(new);
        room.racers.push(racer);
        room.begun_at = room.begun_at.max(begun_at);
    }
    Outcome { rooms: rooms.into_values().collect(), deaths }
}

/// Kills an engine at random moments, and replaces it: first the oldest, whose lobby leads, next time another one.
async fn kill_engines(site: &Site, begin: Instant, deaths: &mut Vec<Duration>) -> Infallible {
    // Not the source of the site, so that the moments are the same in each run.
    let mut random = figures::random();
    let mut pause_for = async |longest_ms| sleep(Duration::from_millis(random.random_range(0..longest_ms))).await;
    loop {
        pause_for(LONGEST_LIFE_MS).await;
        site.up()[deaths.len() % ENGINES].kill(&site.broker);
        deaths.push(begin.elapsed());
        pause_for(LONGEST_ABSENCE_MS).await;
        site.start_engine().await;
    }
}

/// Returns the room in which the racer of this speed races, and the start of the race.
async fn race(site: &Site, user: i64, speed: f64) -> (RoomCode, Instant) {
    loop {
        if let Some(code) = take_seat(site, user, speed).await
            && let Some(started_at) = start_of(site, code, user).await
        {
            return (code, started_at);
        }
        sleep(PAUSE).await;
    }
}

/// Returns the room in which the racer gets a seat, if no engine dies meanwhile.
async fn take_seat(site: &Site, user: i64, speed: f64) -> Option<RoomCode> {
    let speeds = vec![(Language::default(), LogSpeed(speed))];
    let request = OpenRoom { speeds, ..OpenRoom::by(UserId(user)) };
    let code = any_engine(site).lobby.send(request).await.ok()?.ok()?;
    let request = TakeSeat { code, racer: racer(user), proof: seat_proof(), divisions: Vec::new() };
    any_engine(site).lobby.send(request).await.ok()?.ok()?;
    Some(code)
}

/// Waits for the start of the race in the room `code`; `None` if the racer has lost the seat.
async fn start_of(site: &Site, code: RoomCode, user: i64) -> Option<Instant> {
    loop {
        let mut window = match Window::open(any_engine(site), code, user).await {
            Ok(window) => window,
            Err(Some(Refusal::NoRoom)) => return None,
            Err(_) => {
                sleep(PAUSE).await;
                continue;
            }
        };
        while window.engine.health.get() == Health::Up && window.room.connected() && !window.tab.is_closed {
            // A dead engine sends nothing, not even that it closes the socket.
            let Ok(Some((name, payload))) = timeout(PAUSE, window.tab.next_event()).await else { continue };
            if name == "start" || name == "fault" {
                window.close(user);
                return (name == "start").then(|| before(&payload["ms"]));
            }
        }
    }
}

fn any_engine(site: &Site) -> Rc<Engine> {
    let up = site.up();
    Rc::clone(&up[usize::try_from(site.draw(0..up.len() as u64)).expect("a small number")])
}

/// Lets racers come at this rate to both sites, and compares what they find.
#[expect(clippy::print_stderr, reason = "the figures are for people")]
async fn compare(n_racers: usize, per_second: f64) {
    pause();
    let (calm, broken) = (simulate(n_racers, per_second, 1).await, simulate(n_racers, per_second, ENGINES).await);
    let n_deaths =
        |since: Duration, until| broken.deaths.iter().filter(|death| (since..until).contains(*death)).count();
    for room in &broken.rooms {
        for racer in &room.racers {
            let n_deaths = n_deaths(racer.at.saturating_sub(TAKEOVER), room.begun_at);
            let (wait, longest) = (room.begun_at - racer.at, WAITING + ON_THE_WAY + TAKEOVER * n_deaths as u32);
            assert!(wait <= longest, "{per_second} a second: a wait of {wait:?} with {n_deaths} deaths");
        }
    }
    let [calm, broken] = [&calm, &broken].map(|site| figures(&site.rooms));
    let figures = format!("{per_second} a second: {broken:?} instead of {calm:?}");
    eprintln!("{figures}");
    assert!(calm.longest_wait <= WAITING + ON_THE_WAY, "{figures}");
    assert!(broken.alone <= calm.alone + 0.01, "{figures}");
    assert!(broken.mean_wait <= calm.mean_wait + Duration::from_secs(1), "{figures}");
    assert!(broken.spread <= calm.spread + 0.05, "{figures}");
}

#[test]
fn when_engines_die_racers_still_find_others_of_their_speed_in_time() {
    std::thread::scope(|scope| {
        for (n_racers, per_second) in RATES {
            scope.spawn(move || actix::System::new().block_on(compare(n_racers, per_second)));
        }
    });
}
