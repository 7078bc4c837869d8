//! `/api/leaderboard`.

use std::collections::BTreeMap;
use std::time::Duration;

use api::Settings;
use serde_json::{Value, json};
use typing::division::{DIVISIONS, division_of};

use crate::support::App;
use crate::support::app::without_limits;

/// The number that a row is sorted by.
type Number = fn(&Value) -> f64;

/// Adds users whose stats give every order a different first user.
fn add_users(app: &App, n: u32) {
    app.execute(&format!(
        "WITH made AS (
            INSERT INTO users (username, email, password_hash, country, created_at)
            SELECT 'user' || n, 'user' || n || '@example.org', '!', 'CR', timestamptz '2026-01-01' + n * interval '1 hour'
            FROM generate_series(1, {n}) AS n
            RETURNING id, created_at, substr(username, 5)::int AS n
        )
        INSERT INTO user_stats (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
        SELECT id, created_at, races, won * races / 100, wpm * races, accuracy * races, best, races * 30000
        FROM made, LATERAL (SELECT 100 + n * 7 % 101 AS races, n * 13 % 97 AS won, (n * 17 % 1999) / 10.0 AS wpm,
            (n * 19 % 997) / 10.0 AS accuracy, (n * 23 % 2999) / 10.0 AS best) AS numbers"
    ));
    app.execute("ANALYZE");
}

async fn rows(app: &App, order: &str) -> Vec<Value> {
    let answer = app.post("/api/leaderboard", &json!({ "type": order })).await.json();
    answer["data"].as_array().expect("it is a list").clone()
}

#[actix_web::test]
async fn a_row_has_what_the_table_shows() {
    let app = App::start().await;
    add_users(&app, 1);
    let expected = json!([{
        "username": "user1", "country": "CR", "wpm": [1.7], "racesTotal": 107, "racesWon": 13, "bestRace": 2.3,
        "bestRaceId": null, "accuracy": [1.9], "creationDate": "2026-01-01T01:00:00Z",
    }]);
    assert_eq!(Value::from(rows(&app, "wpm").await), expected);
}

#[actix_web::test]
async fn each_type_sorts_by_its_own_number() {
    let app = App::start().await;
    add_users(&app, 60);
    let numbers: [(&str, &str, Number); 5] = [
        ("wpm", "Wpm", |row| row["wpm"][0].as_f64().unwrap_or(-1.0)),
        ("racesTotal", "Total races", |row| row["racesTotal"].as_f64().unwrap_or(-1.0)),
        ("racesWon", "Races won", |row| row["racesWon"].as_f64().unwrap_or(-1.0)),
        ("bestRace", "Best race", |row| row["bestRace"].as_f64().unwrap_or(-1.0)),
        ("accuracy", "Accuracy", |row| row["accuracy"][0].as_f64().unwrap_or(-1.0)),
    ];
    for (name, label, number) in numbers {
        let rows_by_name = rows(&app, name).await;
        assert_eq!(rows_by_name.len(), 60);
        assert!(rows_by_name.is_sorted_by(|one, next| number(one) >= number(next)), "{name}");
        assert_eq!(rows(&app, label).await, rows_by_name, "{label}");
    }
    let by_age = rows(&app, "age").await;
    assert_eq!((&by_age[0]["username"], &by_age[59]["username"]), (&json!("user1"), &json!("user60")));
    assert_eq!(rows(&app, "Age").await, by_age);
}

#[actix_web::test]
async fn the_leaderboard_has_at_most_a_hundred_racers() {
    let (app, _) = App::with_ana().await;
    assert_eq!(rows(&app, "wpm").await, Vec::<Value>::new());
    add_users(&app, 130);
    for order in ["wpm", "age"] {
        assert_eq!(rows(&app, order).await.len(), 100, "{order}");
    }
}

#[actix_web::test]
async fn the_board_of_a_language_has_only_its_racers_in_each_order() {
    let app = App::start().await;
    add_users(&app, 60);
    app.execute(
        "INSERT INTO language_stats
            (user_id, language, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
        SELECT user_id, 'es', member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms
        FROM user_stats WHERE user_id % 3 = 0",
    );
    for order in ["wpm", "racesTotal", "racesWon", "bestRace", "accuracy", "age"] {
        let board = async |language: &str| {
            let asked = json!({ "type": order, "language": language });
            app.post("/api/leaderboard", &asked).await.json()["data"].as_array().expect("it is a list").clone()
        };
        let spanish = board("es").await;
        let all = rows(&app, order).await;
        let expected: Vec<_> = all.into_iter().filter(|row| spanish.contains(row)).collect();
        assert_eq!((spanish.len(), &spanish), (20, &expected), "{order}");
        assert_eq!(board("en").await, Vec::<Value>::new(), "{order}");
    }
    app.post("/api/leaderboard", &json!({ "type": "wpm", "language": "fr" }))
        .await
        .refuses(422, "wrong-type; field=language");
}

#[actix_web::test]
async fn the_board_of_a_division_has_its_racers_alone_in_each_order() {
    let app = App::start().await;
    let speeds = [0.0, 29.99, 30.0, 44.99, 45.0, 59.99, 60.0, 79.99, 80.0, 99.99, 100.0, 350.0];
    let n_users = 5 * (1 + speeds.len());
    add_users(&app, n_users as u32);
    // The last races of each user, the newest first: up to fourteen more after one of these speeds, all at 20 wpm.
    let mut divisions = BTreeMap::new();
    for nth in 0..n_users {
        let mut last = vec![20.0; nth % 15];
        last.extend(speeds.get(nth % (1 + speeds.len())));
        let username = format!("user{}", nth + 1);
        app.execute(&format!(
            "INSERT INTO language_stats (user_id, language, member_since, races_total, races_won, wpm_sum, accuracy_sum,
                best_wpm, time_ms, shown)
            SELECT user_id, 'en', member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms,
                '{{{}}}'::double precision[]
            FROM user_stats JOIN users ON users.id = user_id WHERE username = '{username}'",
            last.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")
        ));
        divisions.insert(username, division_of(&last));
    }
    app.execute("INSERT INTO bans (user_id, reason) SELECT id, 'They cheat.' FROM users WHERE username = 'user20'");
    app.execute("ANALYZE");
    for order in ["wpm", "racesTotal", "racesWon", "bestRace", "accuracy", "age"] {
        let board = async |division: Option<u16>| {
            let asked = json!({ "type": order, "language": "en", "division": division });
            app.post("/api/leaderboard", &asked).await.json()["data"].as_array().expect("it is a list").clone()
        };
        let all = board(None).await;
        assert_eq!(
            (all.len(), &all),
            (n_users - 1, &rows(&app, order).await),
            "without the one who is banned, {order}"
        );
        for division in DIVISIONS {
            let expected = all.iter().filter(|row| {
                let username = row["username"].as_str().expect("it is text");
                divisions[username] == Some(division)
            });
            let expected: Vec<_> = expected.cloned().collect();
            assert!(!expected.is_empty(), "{division:?}");
            assert_eq!(board(Some(division.0)).await, expected, "{order}, {division:?}");
        }
    }
}

#[actix_web::test]
async fn a_division_that_is_unknown_or_without_a_language_is_refused() {
    let app = App::start().await;
    let unknown = json!({ "type": "wpm", "language": "en", "division": 50 });
    app.post("/api/leaderboard", &unknown).await.refuses(422, "wrong-type; field=division");
    let without_language = json!({ "type": "wpm", "division": 60 });
    app.post("/api/leaderboard", &without_language).await.refuses(422, "missing; field=language");
}

#[actix_web::test]
async fn a_board_is_no_older_than_the_setting_allows() {
    let kept = Duration::from_secs(3600);
    let app = App::start_with(Settings { leaderboard_kept: kept, ..without_limits() }).await;
    add_users(&app, 1);
    let before = rows(&app, "wpm").await;
    app.execute("UPDATE user_stats SET wpm_sum = wpm_sum + 1");
    assert_eq!(rows(&app, "wpm").await, before);
    let other = app.start_beside(without_limits()).await;
    assert_ne!(rows(&other, "wpm").await, before);
}

#[actix_web::test]
async fn an_unknown_type_is_refused() {
    let app = App::start().await;
    let answer = app.post("/api/leaderboard", &json!({ "type": "fame" })).await;
    answer.refuses(422, "wrong-type; field=type");
}
