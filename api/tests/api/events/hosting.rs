//! Hosts of events, and what they see.

use futures_util::future::join_all;
use serde_json::json;

use super::{Event, OWN, form, id_of, own};

#[actix_web::test]
async fn only_those_who_host_an_event_act_on_it() {
    let event = Event::open(1).await;
    let (bob, ana) = (event.app.signup("bob").await, event.guest("Ana").await);
    for call in ["host", "wall", "edit", "remove", "start", "end", "csv"] {
        let fields = json!({ "racer": id_of(&event, "Ana"), "round": 1 });
        for stranger in [json!({}), json!({ "token": bob }), json!({ "guest": ana }), json!({ "key": "no" })] {
            let mut body = fields.clone();
            body.as_object_mut().expect("an object").extend(stranger.as_object().expect("an object").clone());
            event.call(call, body).await.refuses(403, "not-host");
        }
    }
    event.call("table", json!({ "token": bob })).await.refuses(403, "not-in-event");
    for call in ["host", "wall", "table", "edit", "csv", "end"] {
        assert_eq!(event.call(call, json!({ "key": event.key })).await.status, 200, "{call}");
    }
}

#[actix_web::test]
async fn the_host_sees_who_is_there_and_the_wall_no_names_until_the_host_says_so() {
    let event = Event::open(2).await;
    event.seated("Ana").await;
    event.guest("Bea").await;
    let host = event.host("host", json!({})).await.json();
    let racers = json!([
        { "id": id_of(&event, "Ana"), "name": "Ana", "isGuest": true, "heat": 1, "isSeated": true, "removed": false },
        { "id": id_of(&event, "Bea"), "name": "Bea", "isGuest": true, "heat": null, "isSeated": false, "removed": false },
    ]);
    assert_eq!(host["racers"], racers);
    let heat = json!([{ "round": 1, "number": 1, "room": event.room(1, 1), "seats": 1, "begun": false }]);
    assert_eq!((&host["heats"], &host["round"], &host["over"]), (&heat, &json!(1), &json!(null)));
    assert_eq!(host["rounds"][1]["text"], OWN);
    event.start(1).await.json();
    event.record("Ana", 1, 4000).await;
    let wall = event.host("wall", json!({})).await.json();
    assert_eq!(
        (&wall["racers"], &wall["table"][0]["name"], &wall["table"][0]["points"]),
        (&json!(2), &json!(null), &json!(5))
    );
    event.host("edit", json!({ "showsNames": true })).await.json();
    assert_eq!(event.host("wall", json!({})).await.json()["table"][0]["name"], "Ana");
}

#[actix_web::test]
async fn a_member_hosts_at_most_five_events_at_once() {
    let event = Event::open(1).await;
    let open = async || event.app.post("/api/events/open", &form(&event.host, &[own(OWN)])).await;
    for _ in 0..4 {
        open().await.json();
    }
    open().await.refuses(409, "too-many-hosted");
    event.host("end", json!({})).await.json();
    let answers = join_all((0..3).map(|_| open())).await;
    let n_opened = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(n_opened, 1, "also if they are opened at once");
}
