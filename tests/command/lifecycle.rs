//! Start, stop, crash.

use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process};

use crate::colibri::{Colibri, Dir, is_alive, postgres_pid};
use crate::postgres;
use crate::site::TestSite;

#[tokio::test]
async fn it_serves_health_readiness_and_metrics() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    assert_eq!(colibri.get("/healthz").await, (200, "alive".to_owned()));
    assert_eq!(colibri.get("/readyz").await, (200, "ready".to_owned()));
    let (status, metrics) = colibri.get("/metrics").await;
    assert_eq!(status, 200);
    assert!(metrics.contains("\nprocess_resident_memory_bytes "), "{metrics}");
}

#[tokio::test]
async fn it_is_alive_and_not_ready_for_as_long_as_its_database_takes_no_connection() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    let name = postgres::texts(dir.database_url(), "SELECT current_database()").concat();
    let allow = |is_allowed: bool| {
        postgres::execute(&postgres::server_url(), &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {is_allowed}"));
    };
    allow(false);
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    postgres::execute(&postgres::server_url(), &end);
    let obstacle = "the database does not answer or is not migrated".to_owned();
    assert_eq!(colibri.get("/readyz").await, (503, obstacle));
    assert_eq!(colibri.get("/healthz").await.0, 200);
    allow(true);
    let until = Instant::now() + Duration::from_secs(60);
    while colibri.get("/readyz").await.0 != 200 {
        assert!(Instant::now() < until, "it stays away");
    }
}

#[actix_web::test]
async fn a_stopped_site_answers_nobody_and_its_process_can_start_another() {
    let mut stopped = TestSite::start(&[]).await;
    let another = TestSite::start(&[]).await;
    stopped.stop().await;
    assert!(reqwest::get(format!("{}/healthz", stopped.url())).await.is_err());
    for path in ["/readyz", "/metrics"] {
        assert_eq!(reqwest::get(format!("{}{path}", another.url())).await.expect("it answers").status(), 200, "{path}");
    }
}

#[tokio::test]
async fn a_stop_signal_ends_it_in_good_order_together_with_its_postgres() {
    for signal in [Signal::INT, Signal::TERM] {
        let dir = Dir::without_database();
        let colibri = Colibri::serve(&dir);
        let postgres = postgres_pid(&dir).expect("its postgres runs");
        assert_eq!(colibri.end(signal), Some(0), "{signal:?}");
        assert!(!is_alive(postgres));
        assert_eq!(postgres_pid(&dir), None);
    }
}

#[tokio::test]
async fn the_second_signal_ends_it_at_once_whoever_is_still_connected() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    let socket = format!("{}/socket.io/?EIO=4&transport=websocket", colibri.url.replace("http", "ws"));
    let (_connected, _) = tokio_tungstenite::connect_async(socket).await.expect("it answers");
    let begun = Instant::now();
    // Two signals of the same kind may be merged into one; these two are not.
    colibri.signal(Signal::TERM);
    assert_eq!(colibri.end(Signal::INT), Some(0));
    // Most of it is the clean stop of Postgres; the orderly stop waits five seconds for the socket alone.
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn it_is_ready_again_after_its_postgres_was_killed() {
    let dir = Dir::without_database();
    let colibri = Colibri::serve(&dir);
    let postgres = postgres_pid(&dir).expect("its postgres runs");
    kill_process(postgres, Signal::KILL).expect("it is ours");
    let until = Instant::now() + Duration::from_secs(60);
    while postgres_pid(&dir).is_none_or(|pid| pid == postgres) || colibri.get("/readyz").await.0 != 200 {
        assert!(Instant::now() < until, "it stays away");
    }
    assert_eq!(colibri.get("/api/gettext").await.0, 200);
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}

#[tokio::test]
async fn it_starts_again_after_it_was_killed_and_has_kept_what_it_had() {
    let dir = Dir::without_database();
    let sign_up = serde_json::json!({
        "username": "survivor", "email": "survivor@example.org", "country": "CR",
        "password": "quetzal over the cloud forest", "passwordConfirm": "quetzal over the cloud forest",
    });
    let colibri = Colibri::serve(&dir);
    let answer = reqwest::Client::new().post(format!("{}/api/signup", colibri.url)).json(&sign_up).send().await;
    let signed_up: serde_json::Value = answer.expect("it answers").json().await.expect("it is JSON");
    assert_eq!(colibri.end(Signal::KILL), None);

    let colibri = Colibri::serve(&dir);
    let session = serde_json::json!({ "token": signed_up["token"] });
    let answer = reqwest::Client::new().post(format!("{}/api/isloggedin", colibri.url)).json(&session).send().await;
    let session: serde_json::Value = answer.expect("it answers").json().await.expect("it is JSON");
    assert_eq!(session["username"], "survivor");
}

#[tokio::test]
async fn two_run_side_by_side_and_one_ends_without_the_other() {
    let (left, right) = (Dir::without_database(), Dir::without_database());
    let (first, second) = (Colibri::serve(&left), Colibri::serve(&right));
    assert_ne!(first.url, second.url);
    assert_eq!(first.end(Signal::INT), Some(0));
    assert_eq!(second.get("/readyz").await.0, 200);
}

#[tokio::test]
async fn every_path_without_a_file_or_service_is_a_page_of_the_client_and_a_missing_file_is_missing() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    assert_eq!(colibri.get("/img/skins/nobody.png").await.0, 404);
    assert_eq!(colibri.get("/api/nothing").await.0, 404);
}
