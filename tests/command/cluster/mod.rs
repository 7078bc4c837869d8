//! Sites in several processes, connected by a real NATS server, which `scripts/tool nats-server` finds or installs.

mod access;
mod balanced;
mod bans;
mod engines;
mod events;
mod failures;
mod kills;
mod nats;
mod processes;
mod races;
mod restarts;
mod revocations;
mod robot;
mod users;

use std::rc::Rc;
use std::time::Duration;

use api::TokenIssuer;

use self::nats::Nats;
use crate::colibri::{Dir, Reached, until};
use crate::postgres;
use crate::racer::{Racer, time_to_type};
use crate::site::TestSite;

/// The longest wait for anything on a busy machine.
const EVENT_TIMEOUT: Duration = Duration::from_secs(60);

/// The directory of the apis, with their database and the site's keys.
struct Keys {
    dir: Rc<Dir>,
    public: String,
}

impl Keys {
    fn new() -> Self {
        Self::in_dir(Dir::new())
    }

    fn in_dir(dir: Dir) -> Self {
        let private = TokenIssuer::generate();
        let public = TokenIssuer::from_pem(&private).expect("it was just made");
        let file = dir.path().join("public.pem");
        std::fs::write(dir.path().join("jwt-key.pem"), &private).expect("the directory is writable");
        std::fs::write(&file, public.public_pem()).expect("the directory is writable");
        Self { public: file.display().to_string(), dir: Rc::new(dir) }
    }

    fn api<'a>(&'a self, nats: &'a str) -> Vec<(&'static str, &'a str)> {
        vec![("COLIBRI_TARGET", "api"), ("NATS_URL", nats), ("COLIBRI_RATE_LIMITS", "off")]
    }

    /// Returns the settings of an engine whose rooms hold two racers and start soon.
    fn engine<'a>(&'a self, nats: &'a str) -> Vec<(&'static str, &'a str)> {
        vec![
            ("COLIBRI_TARGET", "engine"),
            ("NATS_URL", nats),
            ("COLIBRI_JWT_PUBLIC_KEY", &self.public),
            ("COLIBRI_ROOM_CAPACITY", "2"),
            ("COLIBRI_WAITING_MS", "600000"),
            ("COLIBRI_COUNTDOWN_MS", "100"),
        ]
    }

    /// Deletes all texts but the shortest that a race may have, which is typed in two seconds.
    fn keep_a_short_text(&self) {
        let others = "DELETE FROM texts WHERE id <>
            (SELECT id FROM texts WHERE category = 'general' ORDER BY length(text) LIMIT 1)";
        postgres::execute(self.dir.database_url(), others);
    }

    fn n_results(&self) -> f64 {
        postgres::number(self.dir.database_url(), "SELECT count(*) FROM results")
    }
}

/// An api and an engine, in this process.
struct Cluster {
    keys: Keys,
    nats: Nats,
    api: TestSite,
    engine: TestSite,
}

impl Cluster {
    async fn start() -> Self {
        let (keys, nats) = (Keys::new(), Nats::start());
        keys.keep_a_short_text();
        let url = nats.url();
        let api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
        let engine = start_engine(&keys, &url).await;
        Self { keys, nats, api, engine }
    }
}

/// Returns two racers in a race that has lasted long enough to type its text, and the code of its room.
async fn race(api: &impl Reached, engine: &impl Reached) -> (Racer, Racer, String) {
    race_between(api, engine, engine).await
}

/// Returns such racers, who are connected to different engines.
async fn race_between(api: &impl Reached, engine: &impl Reached, other: &impl Reached) -> (Racer, Racer, String) {
    let mut ana = Racer::sign_up_between(api, engine, "ana").await;
    let mut boo = Racer::sign_up_between(api, other, "boo").await;
    let code = ana.open_room(api).await;
    let text = ana.enter(api, &code).await;
    boo.enter(api, &code).await;
    ana.event("start").await;
    time_to_type(&text).await;
    (ana, boo, code)
}

/// Starts an engine without a database and a private key.
async fn start_engine(keys: &Keys, nats: &str) -> TestSite {
    TestSite::start_in(&Rc::new(Dir::without_database()), &keys.engine(nats)).await
}

/// Polls until the site's readiness has this status and body. The requests give the site time to run.
async fn wait_until_ready_is(site: &TestSite, status: u16, body: &str) {
    until(body, async || site.get("/readyz").await == (status, body.to_owned())).await;
}
