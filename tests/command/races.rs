//! Races in the real command, up to the end of the process, with their logs and results.

use rustix::process::Signal;
use serde_json::json;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::colibri::{Colibri, Dir, Reached as _};
use crate::racer::{Racer, call, sign_up, time_to_type};

async fn finish(racer: &mut Racer, code: &str) {
    racer.begin_to_finish(code).await;
    let outcome = racer.acknowledged().await;
    assert!(outcome["wpm"].is_number(), "{outcome}");
}

#[tokio::test]
async fn a_stop_lets_a_running_race_end_and_a_waiting_one_go_on_afterwards() {
    let dir = Dir::new();
    // A room of two starts when it is full, and otherwise waits for a long time.
    let settings = [("COLIBRI_ROOM_CAPACITY", "2"), ("COLIBRI_WAITING_MS", "600000"), ("COLIBRI_COUNTDOWN_MS", "300")];
    let colibri = Colibri::serve_with(&dir, &settings);
    let mut ana = Racer::sign_up(&colibri, "ana").await;
    let mut bo = Racer::sign_up(&colibri, "boo").await;
    let mut waiting = Racer::sign_up(&colibri, "waiting").await;
    let code = ana.open_room(&colibri).await;
    let text = ana.enter(&colibri, &code).await;
    bo.enter(&colibri, &code).await;
    ana.event("start").await;
    let another = waiting.open_room(&colibri).await;
    waiting.enter(&colibri, &another).await;
    let (_, metrics) = colibri.get("/metrics").await;
    for line in [
        "colibri_rooms_open{phase=\"running\"} 1",
        "colibri_rooms_open{phase=\"waiting\"} 1",
        "colibri_racers_connected 3",
        "colibri_fan_out_seconds_bucket{le=\"0.001\"}",
    ] {
        assert!(metrics.contains(line), "{line} in\n{metrics}");
    }

    colibri.signal(Signal::TERM);
    time_to_type(&text).await;
    finish(&mut ana, &code).await;
    assert_eq!(bo.event("finish").await["username"], "ana");
    finish(&mut bo, &code).await;
    for racer in [&mut ana, &mut bo, &mut waiting] {
        assert_eq!(racer.closed().await, Some(CloseCode::Away));
    }
    assert_eq!(colibri.ended(), Some(0));

    let colibri = Colibri::serve(&dir);
    let (_waiting, state) = waiting.come_back(&colibri, &another).await;
    assert_eq!(state["phase"], "waiting", "the race that waited goes on");
    for (racer, won) in [(ana, 1), (bo, 0)] {
        let stats = call(&colibri, "/api/getstats", &json!({"username": racer.username})).await;
        let saved = (&stats["racesTotal"], &stats["racesWon"], &stats["accuracy"]);
        assert_eq!(saved, (&json!(1), &json!(won), &json!(98.5)));
    }
}

#[tokio::test]
async fn a_race_continues_after_its_process_is_killed_and_restarted() {
    let dir = Dir::new();
    let settings = [("COLIBRI_ROOM_CAPACITY", "2"), ("COLIBRI_COUNTDOWN_MS", "300")];
    let colibri = Colibri::serve_with(&dir, &settings);
    let mut ana = Racer::sign_up(&colibri, "ana").await;
    let mut bo = Racer::sign_up(&colibri, "boo").await;
    let code = ana.open_room(&colibri).await;
    let text = ana.enter(&colibri, &code).await;
    bo.enter(&colibri, &code).await;
    ana.event("start").await;
    time_to_type(&text).await;
    finish(&mut ana, &code).await;
    assert_eq!(colibri.end(Signal::KILL), None);

    let colibri = Colibri::serve_with(&dir, &settings);
    let (mut bo, state) = bo.come_back(&colibri, &code).await;
    assert_eq!(state["phase"], "running");
    assert!(state["participants"][0]["finish"]["time"].is_number(), "{state}");
    let (mut ana, _) = ana.come_back(&colibri, &code).await;
    finish(&mut bo, &code).await;
    assert_eq!(ana.event("win").await["win"], "won", "an opponent has finished");
    for (username, won) in [("ana", 1), ("boo", 0)] {
        let stats = call(&colibri, "/api/getstats", &json!({"username": username})).await;
        assert_eq!((&stats["racesTotal"], &stats["racesWon"]), (&json!(1), &json!(won)), "{username}");
    }
}

#[tokio::test]
async fn an_event_goes_on_after_its_process_is_killed_and_restarted() {
    const TEXT: &str = "Birds fly.";
    let (dir, settings) = (Dir::new(), [("COLIBRI_COUNTDOWN_MS", "300")]);
    let colibri = Colibri::serve_with(&dir, &settings);
    let host = sign_up(&colibri, "ana").await;
    let form = json!({"token": host, "title": "Class 7b", "language": "en", "joining": "everyone", "scoring": "places",
        "rounds": [{"kind": "own", "text": TEXT}]});
    let event = call(&colibri, "/api/events/open", &form).await["code"].clone();
    let mut racers = Vec::new();
    let mut room = String::new();
    for name in ["Bo", "Cleo"] {
        let joined = call(&colibri, "/api/events/join", &json!({"code": event, "name": name})).await;
        let seat = call(&colibri, "/api/events/seat", &json!({"code": event, "guest": joined["guest"]})).await;
        room = seat["code"].as_str().expect("a code").to_owned();
        let token = joined["guest"].as_str().expect("a token").to_owned();
        racers.push(Racer::connect(&colibri, name.to_owned(), token).await.come_back(&colibri, &room).await.0);
    }
    let [bo, cleo] = <[Racer; 2]>::try_from(racers).unwrap_or_else(|_| unreachable!("two have joined"));
    assert_eq!(colibri.end(Signal::KILL), None);

    let colibri = Colibri::serve_with(&dir, &settings);
    let (mut bo, state) = bo.come_back(&colibri, &room).await;
    assert_eq!(state["phase"], "waiting");
    let (mut cleo, _) = cleo.come_back(&colibri, &room).await;
    call(&colibri, "/api/events/start", &json!({"code": event, "token": host, "round": 1})).await;
    bo.event("start").await;
    cleo.event("start").await;
    time_to_type(TEXT).await;
    finish(&mut bo, &room).await;
    assert_eq!(colibri.end(Signal::KILL), None);

    let colibri = Colibri::serve_with(&dir, &settings);
    let (mut cleo, state) = cleo.come_back(&colibri, &room).await;
    assert_eq!(state["phase"], "running");
    finish(&mut cleo, &room).await;
    let seen = call(&colibri, "/api/events/host", &json!({"code": event, "token": host})).await;
    let results = seen["results"][0]["results"].as_array().expect("a list");
    let names: Vec<_> = results.iter().map(|result| result["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["Bo", "Cleo"]);
}

#[tokio::test]
async fn no_part_of_a_token_or_password_and_no_room_code_is_logged() {
    let dir = Dir::new();
    let settings = [("COLIBRI_ROOM_CAPACITY", "1"), ("COLIBRI_COUNTDOWN_MS", "300"), ("COLIBRI_LOG", "trace")];
    let colibri = Colibri::serve_with(&dir, &settings);
    let mut racer = Racer::sign_up(&colibri, "discreet").await;
    let code = racer.open_room(&colibri).await;
    let text = racer.enter(&colibri, &code).await;
    racer.event("start").await;
    time_to_type(&text).await;
    finish(&mut racer, &code).await;
    let log = colibri.log();
    assert!(log.contains("race started"), "the log has the race:\n{log}");
    // The first part of a token names the signature algorithm, and is the same in all tokens.
    let secret_parts = racer.token.split('.').skip(1);
    for secret in secret_parts.chain([racer.token.as_str(), "quetzal over", &code]) {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}
