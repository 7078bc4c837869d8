//! The shipped configuration of NATS, `deploy/nats/`: what each user may do, and what it may not.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use async_nats::jetstream;
use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt as _;
use rustix::process::Signal;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::nats::Nats;
use super::{Keys, race_between, start_engine, wait_until_ready_is};
use crate::colibri::{Colibri, Dir};
use crate::racer::{Racer, call, time_to_type};
use crate::site::TestSite;

/// The time in which a message that is not lost arrives.
const ARRIVAL_TIMEOUT: Duration = Duration::from_millis(300);

/// The time in which two finishes are acknowledged on a busy machine: less than the wait for an answer that does not come.
const FINISH_TIMEOUT: Duration = Duration::from_secs(5);

/// A server with the shipped configuration, and the passwords of its users.
struct Shipped {
    nats: Nats,
    passwords: String,
}

impl Shipped {
    fn start() -> Self {
        let dir = Dir::without_database();
        let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/nats");
        let made = Command::new(deploy.join("make-passwords")).output().expect("it runs");
        let passwords = String::from_utf8(made.stdout).expect("text");
        std::fs::write(dir.path().join("passwords.conf"), &passwords).expect("the directory is writable");
        std::fs::copy(deploy.join("users.conf"), dir.path().join("users.conf")).expect("the directory is writable");
        let shipped = std::fs::read_to_string(deploy.join("nats.conf")).expect("it is there");
        let nats = Nats::start_shipped(dir, &shipped);
        Self { nats, passwords }
    }

    fn password(&self, user: &str) -> &str {
        let of_user = self.passwords.lines().find_map(|line| line.strip_prefix(user)?.strip_prefix("_password: "));
        of_user.expect("each has one").trim_matches('"')
    }

    fn url(&self, user: &str) -> String {
        self.nats.url_with("nats", &format!("{user}:{}@", self.password(user)))
    }

    /// Checks that no process has lacked a permission, which it might survive.
    fn has_refused_nothing(&self) {
        let refused: Vec<_> = self.nats.log().into_iter().filter(|line| line.contains("Violation")).collect();
        assert!(refused.is_empty(), "{refused:?}");
    }

    /// Connects as a program that is not of the site, and returns the server's refusals, too.
    async fn connect(&self, user: &str) -> (Client, mpsc::UnboundedReceiver<String>) {
        let (refused, refusals) = mpsc::unbounded_channel();
        let options = ConnectOptions::new()
            .user_and_password(user.to_owned(), self.password(user).to_owned())
            .custom_inbox_prefix(format!("_INBOX.colibri-{user}"))
            .event_callback(move |event| {
                if let Event::ServerError(error) = event {
                    // Nobody may be waiting for it.
                    let _ = refused.send(error.to_string().to_lowercase());
                }
                std::future::ready(())
            });
        (options.connect(self.nats.url()).await.expect("the password is right"), refusals)
    }
}

/// Publishes with these rights, and returns whether the server accepted it.
async fn may_publish(client: &Client, refusals: &mut mpsc::UnboundedReceiver<String>, subject: &str) -> bool {
    client.publish(subject.to_owned(), "{}".into()).await.expect("it is connected");
    client.flush().await.expect("it is connected");
    is_accepted(refusals, "publish", subject).await
}

async fn may_subscribe(client: &Client, refusals: &mut mpsc::UnboundedReceiver<String>, subject: &str) -> bool {
    let _subscribed = client.subscribe(subject.to_owned()).await.expect("it is connected");
    client.flush().await.expect("it is connected");
    is_accepted(refusals, "subscription", subject).await
}

/// Waits for a refusal of this subject; none within a moment means that the server has accepted it.
async fn is_accepted(refusals: &mut mpsc::UnboundedReceiver<String>, what: &str, subject: &str) -> bool {
    let refusal = format!("permissions violation for {what} to \"{}\"", subject.to_lowercase());
    let refused = async {
        while let Some(said) = refusals.recv().await {
            if said.contains(&refusal) {
                return;
            }
        }
    };
    timeout(ARRIVAL_TIMEOUT, refused).await.is_err()
}

#[actix_web::test]
async fn a_race_works_with_the_users_of_the_shipped_configuration() {
    for is_engine_first in [false, true] {
        let (keys, shipped) = (Keys::new(), Shipped::start());
        keys.keep_a_short_text();
        let (of_api, of_engine) = (shipped.url("api"), shipped.url("engine"));
        let (api, engine) = if is_engine_first {
            let engine = start_engine(&keys, &of_engine).await;
            (TestSite::start_in(&keys.dir, &keys.api(&of_api)).await, engine)
        } else {
            let api = TestSite::start_in(&keys.dir, &keys.api(&of_api)).await;
            (api, start_engine(&keys, &of_engine).await)
        };
        let other_engine = start_engine(&keys, &of_engine).await;
        for site in [&api, &engine, &other_engine] {
            wait_until_ready_is(site, 200, "ready").await;
        }
        let mut ana = Racer::sign_up_between(&api, &engine, "ana").await;
        let mut boo = Racer::sign_up_between(&api, &other_engine, "boo").await;
        let code = ana.open_room(&api).await;
        let text = ana.enter(&api, &code).await;
        boo.enter(&api, &code).await;
        ana.event("start").await;
        time_to_type(&text).await;
        for racer in [&mut ana, &mut boo] {
            racer.begin_to_finish(&code).await;
            assert!(racer.acknowledged().await["wpm"].is_number());
        }
        assert_eq!(keys.n_results(), 2.0);
        assert_eq!(ana.event("win").await["win"], "won", "an opponent has finished");
        for (username, won) in [("ana", 1), ("boo", 0)] {
            let stats = call(&api, "/api/getstats", &json!({ "username": username })).await;
            assert_eq!((&stats["racesTotal"], &stats["racesWon"]), (&json!(1), &json!(won)), "{username}");
        }
        shipped.has_refused_nothing();
    }
}

#[actix_web::test]
async fn an_engine_with_the_shipped_configuration_takes_over_the_rooms_of_another() {
    let (keys, shipped) = (Keys::new(), Shipped::start());
    keys.keep_a_short_text();
    let api = TestSite::start_in(&keys.dir, &keys.api(&shipped.url("api"))).await;
    let url = shipped.url("engine");
    for signal in [Signal::KILL, Signal::TERM] {
        let home = Dir::without_database();
        let first = Colibri::serve_with(&home, &keys.engine(&url));
        let mut ana = Racer::sign_up_between(&api, &first, &format!("ana{}", signal.as_raw())).await;
        let code = ana.open_room(&api).await;
        ana.enter(&api, &code).await;
        let other = start_engine(&keys, &url).await;
        tokio::task::spawn_blocking(move || first.end(signal)).await.expect("it ends");
        let mut boo = Racer::sign_up_between(&api, &other, &format!("boo{}", signal.as_raw())).await;
        boo.enter(&api, &code).await;
    }
    shipped.has_refused_nothing();
}

#[actix_web::test]
async fn a_restart_of_nats_with_the_shipped_configuration_refuses_nothing_and_delays_no_finish() {
    for is_store_lost in [false, true] {
        let (keys, mut shipped) = (Keys::new(), Shipped::start());
        keys.keep_a_short_text();
        let (of_api, of_engine) = (shipped.url("api"), shipped.url("engine"));
        let api = TestSite::start_in(&keys.dir, &keys.api(&of_api)).await;
        let (engine, other) = (start_engine(&keys, &of_engine).await, start_engine(&keys, &of_engine).await);
        let (mut ana, mut boo, code) = race_between(&api, &engine, &other).await;
        shipped.nats.kill();
        for site in [&api, &engine, &other] {
            wait_until_ready_is(site, 503, "NATS does not answer").await;
        }
        if is_store_lost {
            shipped.nats.lose_store();
        }
        shipped.nats.restart();
        for site in [&api, &engine, &other] {
            wait_until_ready_is(site, 200, "ready").await;
        }
        let ready = Instant::now();
        for racer in [&mut ana, &mut boo] {
            racer.begin_to_finish(&code).await;
            assert!(racer.acknowledged().await["wpm"].is_number());
        }
        shipped.has_refused_nothing();
        assert!(ready.elapsed() < FINISH_TIMEOUT, "{:?}, store lost: {is_store_lost}", ready.elapsed());
        assert_eq!(keys.n_results(), 2.0);
        boo.open_room(&api).await;
        shipped.has_refused_nothing();
    }
}

#[actix_web::test]
async fn the_shipped_configuration_listens_on_loopback_and_admits_only_its_users() {
    let shipped = Shipped::start();
    let log = shipped.nats.log();
    for listener in ["Starting http monitor on 127.0.0.1:", "Listening for client connections on 127.0.0.1:"] {
        assert!(log.iter().any(|line| line.contains(listener)), "{listener} in {log:?}");
    }
    for login in ["", "engine:@", "engine:wrong@", "nobody:x@", "engine@"] {
        let url = shipped.nats.url_with("nats", login);
        assert!(async_nats::connect(url).await.is_err(), "{login}");
    }
}

#[actix_web::test]
async fn an_engine_with_the_shipped_configuration_cannot_do_what_an_api_does() {
    let (keys, shipped) = (Keys::new(), Shipped::start());
    let _api = TestSite::start_in(&keys.dir, &keys.api(&shipped.url("api"))).await;
    let _engine = start_engine(&keys, &shipped.url("engine")).await;
    let (client, mut refusals) = shipped.connect("engine").await;
    let forbidden = [
        "colibri.open_room",
        "colibri.take_seat",
        "colibri.other",
        // An inbox in which the broker delivers results to an api.
        "_INBOX.colibri-api.x",
        "$JS.ACK.colibri-results.apis.1.1.1.1.1",
        "$JS.API.STREAM.CREATE.colibri-results",
        "$JS.API.CONSUMER.CREATE.colibri-results",
        "$JS.API.CONSUMER.CREATE.colibri-results.apis",
        "$JS.API.CONSUMER.DELETE.colibri-results.apis",
        "$JS.API.CONSUMER.MSG.NEXT.colibri-results.apis",
        "$JS.API.STREAM.MSG.GET.colibri-results",
        "$JS.API.DIRECT.GET.colibri-results",
    ];
    for subject in forbidden {
        assert!(!may_publish(&client, &mut refusals, subject).await, "{subject}");
    }
    for subject in [">", "colibri.>", "_INBOX.>", "_INBOX.colibri-api.>", "colibri.results.>", "colibri.draw_text"] {
        assert!(!may_subscribe(&client, &mut refusals, subject).await, "{subject}");
    }
    assert!(may_publish(&client, &mut refusals, "colibri.draw_text").await, "what it needs is allowed");
    assert!(may_subscribe(&client, &mut refusals, "colibri.engines.*").await, "what it needs is allowed");
}

#[actix_web::test]
async fn no_process_with_the_shipped_configuration_can_delete_or_change_a_stream() {
    let (keys, shipped) = (Keys::new(), Shipped::start());
    let _api = TestSite::start_in(&keys.dir, &keys.api(&shipped.url("api"))).await;
    let _engine = start_engine(&keys, &shipped.url("engine")).await;
    for user in ["engine", "api"] {
        let (client, mut refusals) = shipped.connect(user).await;
        for stream in ["colibri-rooms", "colibri-results"] {
            for call in ["DELETE", "PURGE", "UPDATE", "MSG.DELETE", "SNAPSHOT", "RESTORE", "LEADER.STEPDOWN"] {
                let subject = format!("$JS.API.STREAM.{call}.{stream}");
                assert!(!may_publish(&client, &mut refusals, &subject).await, "{user} {subject}");
            }
        }
        for subject in ["$JS.API.STREAM.CREATE.other", "$JS.API.ACCOUNT.PURGE.x", "$SYS.REQ.SERVER.PING"] {
            assert!(!may_publish(&client, &mut refusals, subject).await, "{user} {subject}");
        }
    }
    let (operator, _) = shipped.connect("operator").await;
    let streams: Vec<_> = jetstream::new(operator).stream_names().collect().await;
    assert_eq!(streams.len(), 2, "{streams:?}");
}
