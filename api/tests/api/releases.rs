//! The promise that each 1.x starts on the database, and restores the backups, of each earlier 1.x.
//!
//! `fixtures/releases` has a database and a backup as each released version left them, with rows in every table, and its
//! waiting mails (tested in `src/mail/letter.rs`). None is ever changed. A version that adds a migration adds its own before its release: `make release-data`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use api::TokenIssuer;
use api::backup::Backup;
use diesel::connection::SimpleConnection as _;
use serde_json::{Value, json};

use crate::database::shape;
use crate::support::results::{TEXT, is_now, result, seen, send, typed};
use crate::support::runs::{ago, history, save, typed as practice};
use crate::support::{App, postgres};

/// Leaves a few rows of each table in a database with the rows of `filled.sql`, so that it is small as a file.
const SHRINK: &str = "DELETE FROM races WHERE id BETWEEN '00000000-0000-0000-0000-000000000005' AND '00000000-0000-0000-0000-ffffffffffff';
    UPDATE skin_images SET png = '\\x89504e470d0a1a0a'";

const TABLES: &str = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    AND relname <> '__diesel_schema_migrations' ORDER BY 1";

const PASSPHRASE: &str = "a passphrase for tests";

/// Returns the directory with what released versions left.
fn releases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/releases")
}

/// Returns the files of released versions with this extension.
fn released(extension: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(releases()).expect("it can be read").map(|file| file.expect("it can be read").path());
    let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    assert!(!files.is_empty(), "there is that of 1.0.0 at least");
    files
}

/// Returns the number of rows in each table.
fn n_rows(url: &str) -> BTreeMap<String, f64> {
    let count = |table| (postgres::number(url, &format!("SELECT count(*) FROM {table}")), table);
    postgres::texts(url, TABLES).into_iter().map(count).map(|(n, table)| (table, n)).collect()
}

/// Fills each table: most with the rows of `filled.sql`, those whose values the site itself encodes also with the runs of a
/// typist, Lea.
async fn fill(app: &App) {
    app.set_texts(&[TEXT]);
    let filled = include_str!("../fixtures/filled.sql");
    postgres::connection(&app.database_url).batch_execute(filled).expect("each row is valid");
    postgres::connection(&app.database_url).batch_execute(SHRINK).expect("it is valid");
    let token = app.signup("lea").await;
    let settings = json!({ "token": token, "settings": { "theme": "dark", "textSize": 125 } });
    app.post("/api/changesettings", &settings).await.json();
    app.get_with("/api/gettext", &[("authorization", &format!("Bearer {token}"))]).await.json();
    save(app, &practice(&token, TEXT, TEXT, &ago(0))).await;
    let to = app.api.start_result_recorder();
    assert!(is_now(&send(&to, &seen(&typed(TEXT, 88.54, 1), app, "lea")).await));
}

/// Checks that Lea can log in, finds all that she did, and can go on.
async fn check(app: &App) {
    let token = app.login("lea").await;
    let mut runs = history(app, json!({ "token": token })).await;
    runs.sort_by_key(|run| run["kind"].to_string());
    assert_eq!(runs.iter().map(|run| &run["kind"]).collect::<Vec<_>>(), ["practice", "race"]);
    for run in &runs {
        let run = app.post("/api/history/run", &json!({ "token": token, "id": run["id"] })).await.json();
        assert_eq!((&run["text"], &run["keystrokes"]), (&json!(TEXT), &json!(TEXT)), "{run}");
    }
    let stats = app.post("/api/getstats", &json!({ "username": "lea" })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["bestRace"], &stats["country"]), (&json!(1), &json!(88.54), &json!("CR")));
    let practice_stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    assert_eq!(practice_stats["racesTotal"], 1, "{practice_stats}");
    let keys = app.post("/api/keys", &json!({ "token": token, "range": "all" })).await.json();
    assert_eq!(keys["runs"], 2, "{keys}");
    let settings = app.post("/api/settings", &json!({ "token": token })).await.json();
    assert_eq!(settings["settings"], json!({ "theme": "dark", "textSize": 125 }));
    let replay = app.post("/api/replay", &json!({ "race": stats["bestRaceId"] })).await.json();
    assert_eq!(replay["lanes"][0]["keystrokes"], TEXT, "{replay}");
    let rows = app.post("/api/leaderboard", &json!({ "type": "wpm" })).await.json();
    let is_listed = rows["data"].as_array().is_some_and(|rows| rows.iter().any(|row: &Value| row["username"] == "lea"));
    assert!(is_listed, "{rows}");

    app.get_with("/api/gettext", &[("authorization", &format!("Bearer {token}"))]).await.json();
    save(app, &practice(&token, TEXT, TEXT, &ago(0))).await;
    assert!(is_now(&send(&app.api.start_result_recorder(), &result(app, "lea")).await));
    let stats = app.post("/api/getstats", &json!({ "username": "lea" })).await.json();
    assert_eq!(stats["racesTotal"], 2, "{stats}");
}

/// Writes the database as a file with statements of SQL, and a backup of it.
fn dump(url: &str) {
    let file = |extension| releases().join(format!("{}.{extension}", env!("CARGO_PKG_VERSION")));
    let dumped = Command::new("pg_dump").args(["--inserts", "--no-owner", "--no-privileges", "--dbname", url]).output();
    let dumped = dumped.expect("pg_dump is on PATH");
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    let sql = String::from_utf8(dumped.stdout).expect("it is text");
    // Without what only psql, or only a newer Postgres, reads, and the headings.
    let is_for_all = |line: &&str| {
        !["--", "\\restrict", "\\unrestrict", "SET transaction_timeout"].iter().any(|start| line.starts_with(start))
    };
    let lines = sql.lines().filter(is_for_all).filter(|line| !line.is_empty());
    fs::write(file("sql"), lines.map(|line| format!("{line}\n")).collect::<String>()).expect("it can be written");
    let mut backup = File::create(file("age")).expect("it can be written");
    postgres::connect(url).back_up(&TokenIssuer::generate(), PASSPHRASE, &mut backup).expect("it is made");
}

#[actix_web::test]
async fn a_database_that_this_version_has_filled_is_read() {
    let app = App::start().await;
    fill(&app).await;
    let n_rows = n_rows(&app.database_url);
    assert!(n_rows.values().all(|n| *n > 0.0), "filled.sql has no row of one of {n_rows:?}");
    if std::env::var_os("RELEASE_DATA").is_some() {
        dump(&app.database_url);
    }
    check(&app).await;
}

#[actix_web::test]
async fn the_database_of_each_released_version_is_brought_up_to_date_and_read() {
    let expected = shape(&postgres::new_database());
    for (number, file) in released("sql").iter().enumerate() {
        let url = postgres::empty_database(&format!("released_{number}"));
        let sql = fs::read_to_string(file).expect("it is text");
        postgres::connection(&url).batch_execute(&sql).expect("it was a database");
        let before = n_rows(&url);
        postgres::connect(&url).migrate().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(shape(&url), expected, "{}: its schema is not that of a new database", file.display());
        let after = n_rows(&url);
        let lost: Vec<_> = before.iter().filter(|(table, n)| after.get(*table).is_none_or(|after| after < n)).collect();
        assert!(lost.is_empty(), "{}: rows are gone from {lost:?}", file.display());
        check(&App::start_on(url, None).await).await;
    }
}

#[actix_web::test]
async fn a_backup_of_each_released_version_is_restored() {
    for (number, file) in released("age").iter().enumerate() {
        let url = postgres::empty_database(&format!("restored_release_{number}"));
        let mut backup = Backup::open(File::open(file).expect("it can be read"), PASSPHRASE).expect("it is whole");
        postgres::connect(&url).restore(&mut backup, |_| Ok(())).expect("the database is empty");
        check(&App::start_on(url, None).await).await;
    }
}
