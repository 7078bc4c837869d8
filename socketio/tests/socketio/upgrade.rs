//! The upgrade from polling to a WebSocket.

use std::time::Duration;

use reqwest::StatusCode;
use socketio::Settings;

use super::{
    clients::{Poller, Ws},
    fixture::start,
};

#[actix_web::test]
async fn a_probe_ends_an_open_poll() {
    let server = start(Settings::default());
    let polling = Poller::enter(&server).await;
    let mut websocket = Ws::open(&server, &format!("&sid={}", polling.sid)).await;
    let (answer, ()) = tokio::join!(polling.get(), async {
        websocket.send("2probe").await;
        assert_eq!(websocket.text().await, "3probe");
    });
    assert_eq!(answer, (StatusCode::OK, "6".to_owned()));
}

#[actix_web::test]
async fn the_upgrade_ends_polling_but_not_the_session() {
    let server = start(Settings::default());
    let polling = Poller::enter(&server).await;
    let mut websocket = Ws::open(&server, &format!("&sid={}", polling.sid)).await;
    websocket.send("2probe").await;
    assert_eq!(websocket.text().await, "3probe");
    websocket.send("5").await;
    websocket.send(r#"42["echo",1]"#).await;
    assert_eq!(websocket.text().await, r#"42["echo",1]"#);
    assert_eq!(polling.get().await.0, StatusCode::BAD_REQUEST);
    assert_eq!(polling.try_post(r#"42["echo",2]"#).await, StatusCode::BAD_REQUEST);
    websocket.send(r#"42["echo",3]"#).await;
    assert_eq!(websocket.text().await, r#"42["echo",3]"#);
}

#[actix_web::test]
async fn a_second_websocket_is_closed_and_the_first_stays() {
    let server = start(Settings::default());
    let polling = Poller::enter(&server).await;
    let query = format!("&sid={}", polling.sid);
    let mut first = Ws::open(&server, &query).await;
    Ws::open(&server, &query).await.assert_closed().await;
    first.send("2probe").await;
    assert_eq!(first.text().await, "3probe");
    first.send("5").await;
    Ws::open(&server, &query).await.assert_closed().await;
    first.send(r#"42["echo",1]"#).await;
    assert_eq!(first.text().await, r#"42["echo",1]"#);
}

#[actix_web::test]
async fn polling_continues_when_the_upgrade_fails() {
    let server = start(Settings { upgrade_timeout: Duration::from_millis(50), ..Settings::default() });
    let polling = Poller::enter(&server).await;
    let query = format!("&sid={}", polling.sid);
    for start_of_upgrade in [&["5"][..], &["2probe", "2probe"], &["2probe", "4hello"], &["2probe"], &[]] {
        let mut websocket = Ws::open(&server, &query).await;
        for packet in start_of_upgrade {
            websocket.send(packet).await;
        }
        assert!(websocket.close_frame().await.is_some(), "{start_of_upgrade:?}");
        polling.post(r#"42["echo","still here"]"#).await;
        assert_eq!(polling.poll().await, r#"42["echo","still here"]"#, "after {start_of_upgrade:?}");
    }
}

#[actix_web::test]
async fn a_websocket_for_an_unknown_session_is_refused() {
    let server = start(Settings::default());
    let url = format!("{}?EIO=4&transport=websocket&sid={}", server.websocket(), "0".repeat(32));
    assert!(tokio_tungstenite::connect_async(url).await.is_err());
}
