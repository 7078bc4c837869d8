//! Entering and leaving namespaces.

use std::time::Duration;

use socketio::{DisconnectReason, Settings};

use super::{clients::Ws, fixture::start};

#[actix_web::test]
async fn packets_sent_while_a_client_enters_arrive_after_the_answer() {
    let server = start(Settings::default());
    let mut client = Ws::open(&server, "").await;
    client.text().await;
    client.send(r#"40{"token":"123"}"#).await;
    let answer = client.text().await;
    let id = server.server.application().sockets()[0].id().to_owned();
    assert_eq!(answer, format!(r#"40{{"sid":"{id}"}}"#));
    assert_eq!(client.text().await, r#"42["welcome",{"token":"123"}]"#);
}

#[actix_web::test]
async fn a_refused_client_receives_only_the_reason() {
    let server = start(Settings::default());
    let mut client = Ws::open(&server, "").await;
    client.text().await;
    client.send(r#"40{"refuse":"no \"token\""}"#).await;
    assert_eq!(client.text().await, r#"44{"message":"no \"token\""}"#);
    client.send("40").await;
    assert!(client.text().await.starts_with("40{"));
}

#[actix_web::test]
async fn a_client_in_a_namespace_may_be_refused_others() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    for _ in 0..3 {
        client.send("40/random,").await;
        assert_eq!(client.text().await, r#"44/random,{"message":"Invalid namespace"}"#);
    }
}

#[actix_web::test]
async fn leaving_one_namespace_keeps_the_other_and_the_transport() {
    let mut server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send("40/custom").await;
    assert!(client.text().await.starts_with("40/custom,"));
    assert_eq!(client.text().await, r#"42/custom,["welcome",{}]"#);
    client.send("41/custom,").await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::LeftNamespace);
    client.send(r#"42/custom,["echo","nobody is here"]"#).await;
    client.send(r#"42["echo","here"]"#).await;
    assert_eq!(client.text().await, r#"42["echo","here"]"#);
}

#[actix_web::test]
async fn a_removed_client_may_enter_again() {
    let mut server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send(r#"42["leave"]"#).await;
    client.send(r#"42["echo","too late"]"#).await;
    assert_eq!(client.text().await, "41");
    assert_eq!(server.next_disconnect().await, DisconnectReason::RemovedFromNamespace);
    client.send("40").await;
    assert!(client.text().await.starts_with("40{"));
    let sockets = server.server.application().sockets();
    assert!(!sockets[0].same_as(&sockets[1]));
}

#[actix_web::test]
async fn a_client_in_no_namespace_is_disconnected() {
    let server = start(Settings { connect_timeout: Duration::from_millis(50), ..Settings::default() });
    let mut client = Ws::open(&server, "").await;
    client.text().await;
    client.assert_closed().await;
}

#[actix_web::test]
async fn a_client_that_leaves_all_namespaces_is_disconnected_later() {
    let mut server = start(Settings { connect_timeout: Duration::from_millis(200), ..Settings::default() });
    let mut back = Ws::enter(&server).await;
    back.send("41").await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::LeftNamespace);
    back.send("40").await;
    let mut gone = Ws::enter(&server).await;
    for (leave, reason) in
        [(r#"42["leave"]"#, DisconnectReason::RemovedFromNamespace), ("41", DisconnectReason::LeftNamespace)]
    {
        gone.send(leave).await;
        assert_eq!(server.next_disconnect().await, reason);
        if leave != "41" {
            gone.send("40").await;
        }
    }
    assert!(gone.close_frame().await.is_some());
    back.send(r#"42["echo","still here"]"#).await;
    while back.text().await != r#"42["echo","still here"]"# {}
}

#[actix_web::test]
async fn an_event_before_entering_closes_the_connection() {
    let server = start(Settings::default());
    let mut client = Ws::open(&server, "").await;
    client.text().await;
    client.send(r#"42["echo",1]"#).await;
    client.assert_closed().await;
}
