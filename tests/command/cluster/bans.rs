//! A ban, as a site of three engines and two apis carries it out.

use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

use super::processes::{Part, Processes};
use super::race_between;
use crate::colibri::{Reached as _, until};
use crate::racer::{PASSWORD, Racer, call, error_of};

/// The longest time for which anything accepts a banned account.
const END_TIMEOUT: Duration = Duration::from_secs(5);

const ENGINES: [Part; 3] = [Part::Engine(0), Part::Engine(1), Part::Engine(2)];
const APIS: [Part; 2] = [Part::Api(0), Part::Api(1)];

/// Waits until the leaderboards of all apis, which are kept for a moment, show these users, and checks that boo has won.
async fn boards_show(processes: &Processes, names: &[&str]) {
    let expected = json!([names, 1]);
    until("the boards show it", async || boards(processes).await.iter().all(|board| *board == expected)).await;
}

/// Returns, of each api, the names on its leaderboard and the races that boo has won.
async fn boards(processes: &Processes) -> [Value; 2] {
    let board = async |part| {
        let api = processes.process(part);
        let rows = call(api, "/api/leaderboard", &json!({ "type": "racesTotal" })).await;
        let rows = rows["data"].as_array().expect("it is a list").iter();
        let mut names: Vec<_> = rows.map(|row| row["username"].as_str().expect("it is text").to_owned()).collect();
        names.sort_unstable();
        let boo = call(api, "/api/getstats", &json!({ "username": "boo" })).await;
        json!([names, boo["racesWon"]])
    };
    [board(APIS[0]).await, board(APIS[1]).await]
}

/// Returns the status with which an api answers a call of its public API.
async fn status_with_key(processes: &Processes, api: Part, key: &str) -> u16 {
    let url = format!("{}/api/v1/users/boo", processes.process(api).url());
    Client::new().get(url).bearer_auth(key).send().await.expect("it answers").status().as_u16()
}

#[tokio::test]
async fn a_banned_account_is_refused_by_every_process_within_five_seconds() {
    let processes = Processes::start(1, &[]);
    let api = processes.process(Part::Api(0));
    let [first, second, third] = ENGINES.map(|engine| processes.process(engine));
    let (mut ana, mut boo, code) = race_between(api, first, second).await;
    for racer in [&mut boo, &mut ana] {
        racer.begin_to_finish(&code).await;
        assert!(racer.acknowledged().await["wpm"].is_number());
    }
    boo.event("win").await;
    let token = ana.token.clone();
    let made = call(api, "/api/makeapikey", &json!({ "token": token, "keyName": "Class board" })).await;
    let key = made["key"].as_str().expect("it is text");
    let mut sockets = vec![ana];
    for engine in [second, third] {
        sockets.push(Racer::connect(engine, "ana".to_owned(), token.clone()).await);
    }
    boards_show(&processes, &["ana", "boo"]).await;

    processes.command(&["admin", "ban", "ana", "--reason", "Your results are not typed."]);
    let banned_at = Instant::now();
    for part in APIS {
        let history = error_of(processes.process(part), "/api/history", &json!({ "token": token })).await;
        assert_eq!(history, (401, "not-logged-in".to_owned()));
        assert_eq!(status_with_key(&processes, part, key).await, 401);
    }
    for socket in &mut sockets {
        assert_eq!(socket.event("fault").await["code"], "not-logged-in");
        socket.closed().await;
    }
    for engine in [first, second, third] {
        let refused = Racer::try_connect(engine, "ana".to_owned(), token.clone()).await;
        assert_eq!(refused.err().expect("it is refused")["data"]["code"], "not-logged-in");
    }
    boards_show(&processes, &["boo"]).await;
    assert!(banned_at.elapsed() < END_TIMEOUT, "{:?}", banned_at.elapsed());
    let login = json!({ "email": "ana@example.org", "password": PASSWORD });
    for part in APIS {
        let (status, code) = error_of(processes.process(part), "/api/login", &login).await;
        assert!(status == 403 && code.starts_with("banned; token="), "{status} {code}");
    }

    processes.command(&["admin", "unban", "ana", "--reason", "We were wrong."]);
    boards_show(&processes, &["ana", "boo"]).await;
    assert_eq!(status_with_key(&processes, APIS[1], key).await, 200);
    let again = call(processes.process(APIS[1]), "/api/login", &login).await;
    let again = again["token"].as_str().expect("a token").to_owned();
    Racer::connect(third, "ana".to_owned(), again).await;
}
