use super::*;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fixtures {
    client: Vec<(String, Value)>,
    server: Vec<(String, Value)>,
    watch: Vec<(String, Value)>,
    finish_answers: Vec<Value>,
    clock_answers: Vec<Value>,
}

fn fixtures() -> Fixtures {
    serde_json::from_str(include_str!("../../fixtures/wire.json")).expect("the examples are readable")
}

#[cfg(feature = "schema")]
#[test]
fn the_events_are_generated() {
    let types = &mut Types::new();
    let (client, server) = (ClientEvent::described(types), ServerEvent::described(types));
    let watch = WatchEvent::described(types);
    declared::<FinishAnswer>(types);
    declared::<ClockAnswer>(types);
    let types: std::collections::BTreeMap<_, _> = types.drain(..).collect();
    #[derive(Serialize)]
    struct Events<Event, Types> {
        client: Event,
        server: Event,
        watch: Event,
        types: Types,
    }
    let now = serde_json::to_string_pretty(&Events { client, server, watch, types }).expect("its keys are text");
    crate::testing::assert_generated("shared/fixtures/events.json", &(now + "\n"));
}

#[test]
fn every_event_has_an_example() {
    let Fixtures { client, server, watch, .. } = fixtures();
    let has_example = |examples: &[(String, Value)], event| examples.iter().any(|(name, _)| name == event);
    for event in ClientEvent::NAMES {
        assert!(has_example(&client, event), "{event}");
    }
    for event in ServerEvent::NAMES {
        assert!(has_example(&server, event), "{event}");
    }
    for event in WatchEvent::NAMES {
        assert!(has_example(&watch, event), "{event}");
    }
}

#[test]
fn every_example_of_a_client_event_is_read_also_when_an_engine_passes_it_on() {
    for (name, payload) in fixtures().client {
        let read = |payload: &Value| ClientMessage::read(&name, &payload.to_string());
        let message = read(&payload).unwrap_or_else(|error| panic!("{name}: {error}"));
        let passed_on = message.event.payload(message.code, message.username.as_deref());
        assert_eq!(read(&passed_on), Ok(message), "{name}");
    }
}

#[test]
fn an_event_is_read_with_its_room_its_sender_and_its_value() {
    let payload = json!({"code": "k3f9wq2m", "username": "ana", "completed": 42, "later": true}).to_string();
    let typing = ClientMessage {
        code: "k3f9wq2m".parse().expect("a code"),
        username: Some("ana".to_owned()),
        event: ClientEvent::Typing(ProgressReport { completed: 42.try_into().expect("a percent"), log: None }),
    };
    assert_eq!(ClientMessage::read("typing", &payload), Ok(typing));
}

#[test]
fn an_event_without_an_effect_claims_no_name() {
    for name in ["clock", "starting", "begin", "start"] {
        let payload = json!({"code": "abcdefgh", "username": "somebody"}).to_string();
        assert_eq!(ClientMessage::read(name, &payload).expect("it is read").username, None);
    }
}

#[test]
fn every_example_of_a_server_event_is_written_the_same() {
    for (name, payload) in fixtures().server {
        let event = ServerEvent::read(&name, &payload.to_string()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_value(&event).expect("it is written as JSON"), payload, "{name}");
    }
}

#[test]
fn every_example_of_an_event_for_watchers_is_written_the_same() {
    for (name, payload) in fixtures().watch {
        let event = WatchEvent::read(&name, &payload.to_string()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_value(&event).expect("it is written as JSON"), payload, "{name}");
    }
}

#[test]
fn a_payload_with_a_number_out_of_range_or_a_log_that_is_no_base64_is_refused() {
    let cases = [
        ("clock", json!({ "seen": -1 }), "seen: has the wrong type"),
        ("clock", json!({ "seen": 1.5 }), "seen: has the wrong type"),
        ("start", json!({ "opened": 3_000_000_000_u32 }), "opened: has the wrong type"),
        ("typing", json!({ "completed": 1, "log": { "from": -1, "keys": "" } }), "log.from: has the wrong type"),
        ("typing", json!({ "completed": 1, "log": { "from": 0, "keys": "ü" } }), "log.keys: must be base64"),
        ("typing", json!({ "completed": 1, "log": { "from": 0 } }), "keys: is missing"),
        ("finish", json!({ "accuracy": 99, "pastes": -1 }), "pastes: has the wrong type"),
    ];
    for (name, mut payload, reason) in cases {
        payload["code"] = json!("k3f9wq2m");
        let refused = UnreadableEvent::Payload(reason.to_owned());
        assert_eq!(ClientMessage::read(name, &payload.to_string()), Err(refused), "{payload}");
    }
}

#[test]
fn every_example_of_an_answer_is_written_the_same() {
    let Fixtures { finish_answers, clock_answers, .. } = fixtures();
    for example in finish_answers {
        let answer: FinishAnswer = serde_json::from_value(example.clone()).expect("the example is an answer");
        assert_eq!(serde_json::to_value(&answer).expect("it is written as JSON"), example);
    }
    for example in clock_answers {
        let answer: ClockAnswer = serde_json::from_value(example.clone()).expect("the example is an answer");
        assert_eq!(serde_json::to_value(answer).expect("it is written as JSON"), example);
    }
}
