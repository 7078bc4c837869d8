//! `/api/account/data`: the download of everything that is kept about a user, read back.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read as _};

use diesel::connection::SimpleConnection as _;
use futures_util::future::join_all;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::support::engine::race;
use crate::support::results::{is_now, racer, result, send, short};
use crate::support::{App, PASSWORD, postgres};

/// The columns that refer to users, each with the file of the archive that has its rows, or with the reason that none has
/// them.
const REFERENCES: [(&str, Result<&str, &str>); 31] = [
    ("account_codes.user_id", Err("hashes of codes")),
    ("address_changes.user_id", Ok("former-addresses")),
    ("admin_acts.user_id", Ok("admin-acts")),
    ("api_keys.user_id", Ok("api-keys")),
    ("bans.user_id", Ok("bans")),
    ("blocks.blocked_id", Err("it is the user who blocks to whom it belongs")),
    ("blocks.user_id", Ok("blocks")),
    ("daily_attempts.user_id", Ok("daily-races")),
    ("event_racers.user_id", Ok("raced-events")),
    ("events.host_id", Ok("hosted-events")),
    ("feedback.user_id", Ok("feedback")),
    ("held_names.user_id", Err("hashes of names")),
    ("key_days.user_id", Ok("keys")),
    ("known_networks.user_id", Err("hashes of networks")),
    ("language_stats.user_id", Err("they are sums of the races, each of which is in the file")),
    ("mails.user_id", Ok("mails")),
    ("owned_skins.user_id", Ok("skins")),
    ("practice_results.user_id", Ok("practice")),
    ("practice_stats.user_id", Ok("statistics")),
    ("purchases.user_id", Ok("purchases")),
    ("race_opponents.user_id", Err("it is the winner to whom the win belongs")),
    ("reports.reporter_id", Ok("reports")),
    ("reports.user_id", Err("it is the user who reports to whom it belongs")),
    ("result_reviews.decided_by", Err("it is the owner of the result to whom the review belongs")),
    ("results.user_id", Ok("races")),
    ("speeds.user_id", Err("they are worked out from races and practice, each of which is in the file")),
    ("text_bags.user_id", Err("it is a place in a shuffled order, and says nothing about the user")),
    ("text_requests.decided_by", Err("it is the user who suggested the text to whom it belongs")),
    ("text_requests.user_id", Ok("text-requests")),
    ("user_stats.user_id", Ok("statistics")),
    // Not a reference: the account itself.
    ("users.id", Ok("account")),
];

/// A query for the columns that refer to users, but for the account itself.
const COLUMNS: &str = "SELECT conrelid::regclass || '.' || attname FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = 'users'::regclass";

/// More feedback than the buffers of a connection hold, which does not compress.
pub(crate) const MUCH_FEEDBACK: &str = "INSERT INTO feedback (user_id, words)
    SELECT id, (SELECT string_agg(md5(random()::text || n || m), '') FROM generate_series(1, 100) AS m) FROM users,
    generate_series(1, 6000) AS n";

const TEXT: &str = "The hummingbird, they say, remembers every flower that it ever visited.";

/// The files of an archive by name, each parsed: a list of rows with their fields.
pub(crate) struct Files(BTreeMap<String, Vec<Value>>);

impl Files {
    pub(crate) async fn of(app: &App, token: &str) -> Self {
        Self::asked_by(app, &json!({ "token": token })).await
    }

    async fn asked_by(app: &App, form: &Value) -> Self {
        let answer = app.open("/api/account/data", form).await;
        assert_eq!(answer.status(), 200);
        Self::read(&answer.bytes().await.expect("it arrives whole"))
    }

    fn read(zip: &[u8]) -> Self {
        let mut zip = ZipArchive::new(Cursor::new(zip)).expect("it is a ZIP");
        let mut files = BTreeMap::new();
        for index in 0..zip.len() {
            let mut file = zip.by_index(index).expect("it is in the directory");
            let mut content = String::new();
            file.read_to_string(&mut content).expect("it is text, with the right checksum");
            let name = file.name().expect("it is text").into_owned();
            let rows = match name.rsplit_once('.') {
                Some((_, "json")) => serde_json::from_str(&content).expect("it is a list"),
                _ => panic!("{name} is in no known format"),
            };
            files.insert(name, rows);
        }
        Self(files)
    }

    pub(crate) fn rows(&self, name: &str) -> &[Value] {
        &self.0[&format!("{name}.json")]
    }

    /// Returns the names of the files without endings.
    fn names(&self) -> BTreeSet<&str> {
        self.0.keys().filter_map(|name| name.strip_suffix(".json")).collect()
    }
}

/// Returns a row without its dates, which no test knows.
pub(crate) fn undated(row: &Value) -> Value {
    let fields = row.as_object().expect("it is a row");
    fields.iter().filter(|(name, _)| !name.ends_with("At")).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Does something of every kind that is kept.
async fn use_everything(app: &App, token: &str, name: &str) {
    let theme = if name == "ana" { "dark" } else { "light" };
    for (path, form) in [
        ("/api/changesettings", json!({ "settings": { "theme": theme, "volume": 50 } })),
        ("/api/account/changeemail", json!({ "email": format!("{name}.new@example.org"), "password": PASSWORD })),
        ("/api/feedback", json!({ "feedback": format!("\"Quetzals\", says {name};\n=1+1, «ñ» 🐦") })),
        (
            "/api/textrequest",
            json!({ "text": format!("{TEXT} {name}"), "author": "A. Gardener", "url": "https://example.org/" }),
        ),
        (
            "/api/singleplayer",
            json!({ "time": 30.25, "wpm": 61.5, "accuracy": 98.25, "date": "2026-01-02T03:04:05.678Z" }),
        ),
        ("/api/account/forgot", json!({ "email": format!("{}@example.org", name.to_uppercase()) })),
        ("/api/unlockskin", json!({ "skin": "cat" })),
        ("/api/makeapikey", json!({ "keyName": "Class board" })),
    ] {
        let mut form = form;
        form["token"] = token.into();
        app.post(path, &form).await.json();
    }
    assert!(send(&app.api.start_result_recorder(), &result(app, name)).await.is_ok());
    app.post("/api/today/start", &json!({ "token": token, "language": "en" })).await.json();
    app.execute(&format!(
        "INSERT INTO purchases (user_id, provider, skin, price_cents, currency, state, payment_id, payer_id, invoice,
            executed_at, settled_at)
        SELECT id, 'paypal', 'coquette', 199, 'USD', 'paid', 'PAYID-' || id || '23456789', 'PAYER0123456', id, now(), now()
        FROM users WHERE username = '{name}'"
    ));
}

#[actix_web::test]
async fn an_archive_has_everything_that_was_put_in_and_nothing_of_others() {
    let app = App::start().await;
    let (ana, bob) = (app.signup("ana").await, app.signup("bob").await);
    use_everything(&app, &ana, "ana").await;
    use_everything(&app, &bob, "bob").await;
    let text = app.text("SELECT text FROM texts ORDER BY id LIMIT 1");
    let author = app.text("SELECT author FROM texts ORDER BY id LIMIT 1");
    let room = app.text("SELECT room FROM races LIMIT 1");
    let time = app.number("SELECT time_ms / 1000.0 FROM results LIMIT 1");
    let wpm = (app.number("SELECT wpm FROM results LIMIT 1") * 100.0).round() / 100.0;
    let files = Files::of(&app, &ana).await;
    let expected = json!({
        "account": [{ "username": "ana", "email": "ana.new@example.org", "recoveryEmail": "ana@example.org",
            "country": "CR", "language": "en", "skin": "hummingbird", "shownToWatchers": true,
            "overlay": false, "role": "user" }],
        "settings": [{ "name": "theme", "value": "dark" }, { "name": "volume", "value": 50 }],
        "former-addresses": [{ "email": "ana@example.org" }],
        "api-keys": [{ "name": "Class board", "usedOn": null }],
        "statistics": [
            { "kind": "races", "total": 1, "won": 1, "wpm": wpm, "accuracy": 98.5, "bestWpm": wpm, "time": time },
            { "kind": "practice", "total": 1, "won": null, "wpm": 61.5, "accuracy": 98.25, "bestWpm": 61.5, "time": 30.25 },
        ],
        "races": [{ "room": room, "racers": 2, "place": 1, "won": true, "unranked": false, "isHidden": false,
            "late": false, "verdict": "unverified", "findings": null, "explanation": null, "creditedMs": null,
            "startSpreadMs": null, "language": "en", "time": time, "wpm": wpm, "rawWpm": null, "accuracy": 98.5, "consistency": null,
            "author": author, "text": text, "keystrokes": null, "times": null }],
        "daily-races": [{ "day": app.text("SELECT min(day)::text FROM daily_races"), "language": "en", "race": short(race()) }],
        "practice": [{ "date": "2026-01-02T03:04:05.678Z", "mode": "text", "language": "en", "time": 30.25, "wpm": 61.5,
            "rawWpm": null, "accuracy": 98.25, "consistency": null, "rules": 1, "mark": null, "author": null, "text": null,
            "keystrokes": null, "times": null }],
        "purchases": [{ "skin": "coquette", "priceCents": 199, "currency": "USD", "state": "paid", "provider": "paypal",
            "paymentId": format!("PAYID-{}23456789", app.user_id("ana")), "payerId": "PAYER0123456",
            "invoice": app.user_id("ana") }],
        "text-requests": [{ "text": format!("{TEXT} ana"), "author": "A. Gardener", "url": "https://example.org/",
            "language": "en", "state": "open" }],
        "feedback": [{ "feedback": "\"Quetzals\", says ana;\n=1+1, «ñ» 🐦" }],
    });
    for (name, rows) in expected.as_object().expect("it is an object") {
        let found: Vec<Value> = files.rows(name).iter().map(undated).collect();
        assert_eq!(json!(found), *rows, "{name}");
    }
    let skins: Vec<&Value> = files.rows("skins").iter().map(|row| &row["skin"]).collect();
    assert!(skins.contains(&&json!("cat")), "{skins:?}");
    let mails = files.rows("mails").iter().map(|row| json!([row["kind"], row["recipient"]])).collect::<Vec<_>>();
    assert_eq!(
        mails,
        [
            json!(["email_changed", "ana@example.org"]),
            json!(["verify", "ana.new@example.org"]),
            json!(["password_reset", "ANA@example.org"])
        ]
    );
}

/// Saves a practice run with its keys.
async fn practice(app: &App, token: &str) {
    let run = json!({ "token": token, "time": 0.6, "wpm": 80, "accuracy": 75, "date": "2026-01-02T03:04:05Z",
        "text": "pura", "keystrokes": "pux\u{8}ra", "times": [0, 120, 240, 360, 480, 600] });
    app.post("/api/singleplayer", &run).await.json();
}

#[actix_web::test]
async fn a_run_with_keys_has_them_and_their_sums_in_the_archive() {
    let (app, ana) = App::with_ana().await;
    practice(&app, &ana).await;
    let files = Files::of(&app, &ana).await;
    let run = &files.rows("practice")[0];
    let kept = json!([run["text"], run["keystrokes"], run["times"]]);
    assert_eq!(kept, json!(["pura", "pux\u{8}ra", "0 120 240 360 480 600"]));
    let of_r = files.rows("keys").iter().find(|sum| sum["key"] == "r" && sum["after"].is_null());
    let of_r = of_r.expect("it was typed");
    assert_eq!(json!([of_r["typed"], of_r["missed"], of_r["meanMs"]]), json!([2, 1, 120.0]));
}

#[actix_web::test]
async fn a_race_that_was_held_back_has_what_was_found_and_decided_in_the_archive() {
    let (app, to) = racer().await;
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    app.execute("UPDATE results SET won = false, unranked = true, verdict = 'rejected'");
    app.execute("INSERT INTO result_findings SELECT id, unnest(ARRAY['burst', 'cycle']), 99.5, 0.6 FROM results");
    app.execute(
        "INSERT INTO result_reviews (result_id, won, unranked, asked_at, decided_at, explanation)
        SELECT id, true, false, now(), now(), 'No.' FROM results",
    );
    let files = Files::of(&app, &app.login("ana").await).await;
    let race = &files.rows("races")[0];
    let found = json!(["rejected", "burst 99.5 (0.6), cycle 99.5 (0.6)", "No."]);
    assert_eq!(json!([race["verdict"], race["findings"], race["explanation"]]), found);
    assert!(race["askedAt"].is_string() && race["decidedAt"].is_string(), "{race}");
}

#[actix_web::test]
async fn every_table_that_refers_to_users_is_in_the_archive_or_left_out_for_a_reason() {
    let (app, ana) = App::with_ana().await;
    let columns: BTreeSet<String> = postgres::texts(&app.database_url, COLUMNS).into_iter().collect();
    let known: BTreeSet<String> =
        REFERENCES.iter().map(|(column, _)| (*column).to_owned()).filter(|column| column != "users.id").collect();
    assert_eq!(columns, known, "add a file to `api/src/archive/files.rs`, or a reason here");
    let files = Files::of(&app, &ana).await;
    let named: BTreeSet<&str> =
        REFERENCES.iter().filter_map(|(_, file)| file.ok()).chain(["settings", "days"]).collect();
    assert_eq!(files.names(), named);
}

#[actix_web::test]
async fn an_archive_has_no_hash_and_no_code() {
    let (app, ana) = App::with_ana().await;
    use_everything(&app, &ana, "ana").await;
    let files = Files::of(&app, &ana).await;
    let all = json!(files.0).to_string();
    let secrets = "SELECT password_hash FROM users UNION ALL SELECT encode(code_hash, 'hex') FROM account_codes
        UNION ALL SELECT encode(key_hash, 'hex') FROM api_keys UNION ALL SELECT details::text FROM mails WHERE details IS NOT NULL";
    for secret in postgres::texts(&app.database_url, secrets) {
        assert!(!all.contains(&secret), "{secret}");
    }
    assert!(!all.contains("argon2") && !all.contains(&ana));
}

#[actix_web::test]
async fn an_archive_of_twenty_thousand_runs_has_each_of_them_once() {
    let (app, ana) = App::with_ana().await;
    app.execute(
        "INSERT INTO practice_results (user_id, time_ms, wpm, accuracy, typed_at)
        SELECT id, n, 60, 98, '2026-01-01'::timestamptz + n * interval '1 minute'
        FROM users, generate_series(1, 20000) AS n",
    );
    // Some were written at the same moment, and others after them.
    app.execute("UPDATE practice_results SET created_at = created_at + time_ms / 1300 * interval '1 second'");
    let files = Files::of(&app, &ana).await;
    let times: Vec<f64> = files.rows("practice").iter().map(|row| row["time"].as_f64().expect("a number")).collect();
    assert_eq!(times, (1..=20_000).map(|n| f64::from(n) / 1000.0).collect::<Vec<_>>());
}

#[actix_web::test]
async fn the_days_of_an_archive_are_the_visitors() {
    let (app, ana) = App::with_ana().await;
    app.execute("UPDATE users SET created_at = '2026-01-01'");
    // At seven in the evening in Costa Rica.
    let run = json!({ "token": ana, "time": 30, "wpm": 60, "accuracy": 98, "date": "2026-01-03T01:00:00Z" });
    app.post("/api/singleplayer", &run).await.json();
    for (zone, day) in [(json!("America/Costa_Rica"), "2026-01-02"), (json!(null), "2026-01-03")] {
        let files = Files::asked_by(&app, &json!({ "token": ana, "zone": zone })).await;
        assert_eq!(files.rows("days")[0]["day"], day);
    }
}

#[actix_web::test]
async fn the_download_is_a_file_named_after_the_user() {
    let (app, ana) = App::with_ana().await;
    let answer = app.open("/api/account/data", &json!({ "token": ana })).await;
    let header = |name| answer.headers().get(name).map_or("", |value| value.to_str().expect("it is text"));
    assert_eq!(header("content-type"), "application/zip");
    assert_eq!(header("content-disposition"), r#"attachment; filename="ana.zip""#);
    assert_eq!(header("cache-control"), "no-store");
    app.post("/api/account/data", &json!({})).await.refuses(401, "not-logged-in");
}

#[actix_web::test]
async fn an_archive_of_an_account_that_is_deleted_meanwhile_is_never_whole() {
    let (app, ana) = App::with_ana().await;
    app.execute(MUCH_FEEDBACK);
    let mut answer = app.open("/api/account/data", &json!({ "token": ana })).await;
    assert!(answer.chunk().await.expect("it begins").is_some());
    app.execute("DELETE FROM users");
    while let Ok(chunk) = answer.chunk().await {
        assert!(chunk.is_some(), "it ended as if it were whole");
    }
}

#[actix_web::test]
async fn one_address_has_few_archives_at_once() {
    let (app, ana) = App::with_ana().await;
    app.execute(MUCH_FEEDBACK);
    let form = json!({ "token": ana });
    let mut reading = vec![];
    for _ in 0..4 {
        reading.push(app.open("/api/account/data", &form).await);
    }
    app.post("/api/account/data", &form).await.refuses(503, "unavailable");
    // At once: each waits only for so long to be read.
    for zip in join_all(reading.into_iter().map(|answer| answer.bytes())).await {
        Files::read(&zip.expect("it arrives whole"));
    }
    Files::of(&app, &ana).await;
}

#[actix_web::test]
async fn an_archive_of_long_runs_has_each_of_them_once() {
    let (app, ana) = App::with_ana().await;
    app.execute(
        "WITH runs AS (
            INSERT INTO practice_results (user_id, time_ms, wpm, accuracy, typed_at)
            SELECT id, n, 60, 98, '2026-01-01'::timestamptz + n * interval '1 minute'
            FROM users, generate_series(1, 120) AS n RETURNING id, time_ms
        )
        INSERT INTO practice_keys (practice_id, keys, text)
        SELECT id, decode(repeat('00', 40000), 'hex'), 'Run ' || time_ms || repeat(' pura vida', 1900) FROM runs",
    );
    let files = Files::of(&app, &ana).await;
    let starts: Vec<_> = files.rows("practice").iter().map(|row| row["text"].as_str().map(|text| &text[..7])).collect();
    let expected: Vec<String> = (1..=120).map(|n| format!("Run {n} pura")[..7].to_owned()).collect();
    assert_eq!(starts, expected.iter().map(|start| Some(start.as_str())).collect::<Vec<_>>());
}

#[actix_web::test]
async fn an_archive_waits_for_a_busy_database() {
    let (app, ana) = App::with_ana().await;
    practice(&app, &ana).await;
    let mut holder = postgres::connection(&app.database_url);
    holder.batch_execute("BEGIN; LOCK TABLE practice_results").expect("it is free");
    let archive = app.open("/api/account/data", &json!({ "token": ana })).await;
    let refused = "SELECT count(*) > 0 FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle' AND query LIKE '%FROM practice_results%'";
    app.until(refused).await;
    drop(holder);
    let files = Files::read(&archive.bytes().await.expect("it arrives whole"));
    assert_eq!(files.rows("practice").len(), 1);
}
