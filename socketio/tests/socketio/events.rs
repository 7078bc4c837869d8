//! Events and acknowledgements, with and without binary, on both transports.

use serde_json::json;
use socketio::{Encoded, Settings};

use super::{
    clients::{Poller, Received, Ws},
    fixture::start,
};

#[actix_web::test]
async fn arguments_are_echoed_unchanged() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send(r#"42["echo",1,"2",{"3":[true,null,"é"]}]"#).await;
    assert_eq!(client.text().await, r#"42["echo",1,"2",{"3":[true,null,"é"]}]"#);
    client.send(r#"42["echo"]"#).await;
    assert_eq!(client.text().await, r#"42["echo"]"#);
}

#[actix_web::test]
async fn an_acknowledgement_answers_the_event_that_asked_for_it() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send(r#"42456["echo",1,"2"]"#).await;
    assert_eq!(client.text().await, r#"43456[1,"2"]"#);
}

#[actix_web::test]
async fn the_server_receives_the_answer_to_its_question() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send(r#"42["ask"]"#).await;
    assert_eq!(client.text().await, r#"421["question","why?"]"#);
    client.send(r#"439["nobody asked this"]"#).await;
    client.send(r#"431["because"]"#).await;
    assert_eq!(client.text().await, r#"42["answered","because"]"#);
}

#[actix_web::test]
async fn binary_attachments_are_frames_on_a_websocket() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send(r#"452-7["echo",{"_placeholder":true,"num":1},{"deep":[{"_placeholder":true,"num":0}]}]"#).await;
    client.send_binary(&[1, 2, 3]).await;
    client.send_binary(&[4, 5]).await;
    let answer = client.text().await;
    assert_eq!(answer, r#"462-7[{"_placeholder":true,"num":0},{"deep":[{"_placeholder":true,"num":1}]}]"#);
    assert_eq!(client.next().await, Received::Binary(vec![4, 5]));
    assert_eq!(client.next().await, Received::Binary(vec![1, 2, 3]));
}

#[actix_web::test]
async fn binary_attachments_are_base64_in_polling() {
    let server = start(Settings::default());
    let client = Poller::enter(&server).await;
    client.post("451-[\"echo\",{\"_placeholder\":true,\"num\":0}]\x1ebAQIDBA==").await;
    assert_eq!(client.poll().await, "451-[\"echo\",{\"_placeholder\":true,\"num\":0}]\x1ebAQIDBA==");
}

#[actix_web::test]
async fn one_encoded_event_reaches_clients_of_both_transports() {
    let server = start(Settings::default());
    let mut websocket = Ws::enter(&server).await;
    let polling = Poller::enter(&server).await;
    let event = Encoded::event("typing", &json!({"completed": 5}));
    for socket in server.server.application().sockets() {
        socket.send(&event);
    }
    assert_eq!(websocket.text().await, r#"42["typing",{"completed":5}]"#);
    assert_eq!(polling.poll().await, r#"42["typing",{"completed":5}]"#);
}

#[actix_web::test]
async fn queued_packets_are_sent_in_one_payload() {
    let server = start(Settings::default());
    let client = Poller::enter(&server).await;
    let socket = &server.server.application().sockets()[0];
    socket.emit("a", &1);
    socket.emit("b", &2);
    assert_eq!(client.poll().await, "42[\"a\",1]\x1e42[\"b\",2]");
}

#[actix_web::test]
async fn later_events_are_held_back_in_order_while_a_session_waits() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send(r#"42["wait"]"#).await;
    client.send(r#"42["echo",1]"#).await;
    client.send(r#"42["wait"]"#).await;
    client.send(r#"42["echo",2]"#).await;
    server.server.application().gate.notify_one();
    assert_eq!(client.text().await, r#"42["waited",1]"#);
    assert_eq!(client.text().await, r#"42["echo",1]"#);
    server.server.application().gate.notify_one();
    assert_eq!(client.text().await, r#"42["waited",1]"#);
    assert_eq!(client.text().await, r#"42["echo",2]"#);
}
