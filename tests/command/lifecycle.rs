//! Start, stop, crash.

use std::os::unix::fs::MetadataExt as _;
use std::time::{Duration, Instant};

use rustix::process::{Signal, geteuid, kill_process};
use serde_json::json;

use crate::colibri::{Colibri, Dir, Reached as _, is_alive, postgres_pid, until};
use crate::postgres;
use crate::racer::{call, sign_up};
use crate::site::TestSite;

#[tokio::test]
async fn a_site_serves_health_readiness_and_metrics() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    assert_eq!(colibri.get("/healthz").await, (200, "alive".to_owned()));
    assert_eq!(colibri.get("/readyz").await, (200, "ready".to_owned()));
    let (status, metrics) = colibri.get("/metrics").await;
    assert_eq!(status, 200);
    for name in ["process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds"] {
        assert!(metrics.contains(&format!("\n{name} ")), "{name} in {metrics}");
    }
}

#[actix_web::test]
async fn head_is_answered_like_get_except_where_it_would_open_a_session() {
    let site = TestSite::start(&[]).await;
    let head = async |path: &str| {
        reqwest::Client::new().head(format!("{}{path}", site.url())).send().await.expect("it answers")
    };
    for path in ["/healthz", "/readyz", "/metrics", "/api/gettext", "/api/openapi.json", "/"] {
        let answer = head(path).await;
        assert_eq!(answer.status(), 200, "HEAD {path}");
        assert_ne!(answer.headers()["content-length"], "0", "HEAD {path}");
    }
    assert_eq!(head("/socket.io/?EIO=4&transport=polling").await.status(), 400);
}

#[tokio::test]
async fn a_site_whose_database_is_unavailable_is_alive_and_not_ready() {
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
    until("the site is ready again", async || colibri.get("/readyz").await.0 == 200).await;
}

#[actix_web::test]
async fn a_site_can_be_stopped_and_another_started_in_one_process() {
    let mut stopped = TestSite::start(&[]).await;
    let another = TestSite::start(&[]).await;
    stopped.stop().await;
    assert!(reqwest::get(format!("{}/healthz", stopped.url())).await.is_err());
    for path in ["/readyz", "/metrics"] {
        assert_eq!(reqwest::get(format!("{}{path}", another.url())).await.expect("it answers").status(), 200, "{path}");
    }
}

#[tokio::test]
async fn a_stop_signal_stops_the_site_and_its_postgres() {
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
async fn no_other_account_can_read_the_data_directory_and_postgres_sees_no_secret() {
    let home = Dir::without_database();
    let data = home.path().join("new/data");
    let settings = [("COLIBRI_DATA_DIR", data.to_str().expect("UTF-8")), ("A_SECRET", "s3cret")];
    let colibri = Colibri::serve_with(&home, &settings);
    sign_up(&colibri, "ana").await;
    let mut waiting = vec![data.clone()];
    while let Some(path) = waiting.pop() {
        let found = path.symlink_metadata().expect("it is there");
        // As root, Postgres runs as another account, which may pass through the directories above its own.
        let allowed = if found.is_dir() && geteuid().is_root() { 0o711 } else { 0o700 };
        assert_eq!(found.mode() & 0o777 & !allowed, 0, "{}: {:o}", path.display(), found.mode());
        if found.is_dir() && !path.ends_with("cluster") {
            waiting.extend(path.read_dir().expect("it is ours").map(|entry| entry.expect("it is ours").path()));
        }
    }
    let pid_file = std::fs::read_to_string(data.join("postgres/cluster/postmaster.pid")).expect("it runs");
    let pid = pid_file.lines().next().expect("its pid");
    let environment = std::fs::read_to_string(format!("/proc/{pid}/environ")).expect("it runs");
    assert!(environment.contains("PATH=") && !environment.contains("s3cret"), "{environment:?}");
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}

#[tokio::test]
async fn a_start_without_rate_limits_warns() {
    let dir = Dir::new();
    let warns = |settings: &[(&str, &str)]| {
        let log = Colibri::serve_with(&dir, settings).log();
        log.lines().any(|line| line.contains("WARN") && line.contains("COLIBRI_RATE_LIMITS=off"))
    };
    assert!(warns(&[("COLIBRI_RATE_LIMITS", "off")]));
    assert!(!warns(&[]));
}

#[tokio::test]
async fn a_second_signal_stops_the_site_at_once_despite_connections() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    let socket = format!("{}/socket.io/?EIO=4&transport=websocket", colibri.url.replace("http", "ws"));
    let (_connected, _) = tokio_tungstenite::connect_async(socket).await.expect("it answers");
    let begun = Instant::now();
    // Two signals of the same kind may be merged into one, so these differ.
    colibri.signal(Signal::TERM);
    assert_eq!(colibri.end(Signal::INT), Some(0));
    // Most of this is the clean stop of Postgres. An orderly stop would wait five seconds for the socket alone.
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_site_is_ready_again_after_its_postgres_is_killed() {
    let dir = Dir::without_database();
    let colibri = Colibri::serve(&dir);
    let postgres = postgres_pid(&dir).expect("its postgres runs");
    kill_process(postgres, Signal::KILL).expect("it is ours");
    until("another Postgres runs", async || postgres_pid(&dir).is_some_and(|pid| pid != postgres)).await;
    until("the site is ready again", async || colibri.get("/readyz").await.0 == 200).await;
    assert_eq!(colibri.get("/api/gettext").await.0, 200);
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}

#[tokio::test]
async fn a_killed_site_restarts_with_its_data() {
    let dir = Dir::without_database();
    let colibri = Colibri::serve(&dir);
    let token = sign_up(&colibri, "survivor").await;
    assert_eq!(colibri.end(Signal::KILL), None);

    let colibri = Colibri::serve(&dir);
    assert_eq!(call(&colibri, "/api/isloggedin", &json!({ "token": token })).await["username"], "survivor");
}

#[tokio::test]
async fn two_sites_run_side_by_side_and_end_independently() {
    let (left, right) = (Dir::without_database(), Dir::without_database());
    let (first, second) = (Colibri::serve(&left), Colibri::serve(&right));
    assert_ne!(first.url, second.url);
    assert_eq!(first.end(Signal::INT), Some(0));
    assert_eq!(second.get("/readyz").await.0, 200);
}
