//! A racer's client on a WebSocket: the few packets of Engine.IO v4 and Socket.IO v5 that a race needs.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::rt;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The longest wait for an event: longer than any that these tests expect.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Client {
    /// The packets to send. If it is dropped, the connection ends without a close.
    outgoing: mpsc::UnboundedSender<String>,
    /// The packets that came, until the connection ends.
    incoming: mpsc::UnboundedReceiver<String>,
    /// The packets that came while another one was awaited.
    unread: Vec<String>,
    asked: u64,
}

impl Client {
    /// Connects and enters the main namespace. Returns the server's answer as an error if it refuses.
    pub(crate) async fn connect(address: SocketAddr, auth: &Value) -> Result<Self, Value> {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        let (socket, _) = connect_async(url).await.unwrap();
        let (outgoing, to_send) = mpsc::unbounded_channel();
        let (came, incoming) = mpsc::unbounded_channel();
        rt::spawn(speak(socket, to_send, came));
        let mut client = Self { outgoing, incoming, unread: Vec::new(), asked: 0 };
        client.receive("0").await;
        client.send(format!("40{auth}"));
        client.entered("4").await.map(|()| client)
    }

    /// Enters another namespace. Returns the server's answer as an error if it refuses.
    pub(crate) async fn enter(&mut self, namespace: &str) -> Result<(), Value> {
        self.send(format!("40{namespace},{{}}"));
        self.entered("4").await
    }

    async fn entered(&mut self, kind: &str) -> Result<(), Value> {
        let answer = self.receive(kind).await;
        if answer.starts_with('0') {
            return Ok(());
        }
        let payload = answer.find('{').map_or("null", |start| &answer[start..]);
        Err(serde_json::from_str(payload).unwrap())
    }

    pub(crate) async fn emit(&mut self, event: &str, payload: Value) {
        self.send(format!("42{}", json!([event, payload])));
    }

    /// Emits an event and waits for its acknowledgement.
    pub(crate) async fn ask(&mut self, event: &str, payload: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(format!("42{id}{}", json!([event, payload])));
        let answer = self.receive(&format!("43{id}")).await;
        serde_json::from_str::<Value>(&answer).unwrap()[0].take()
    }

    /// Returns the payload of the next event called `event`; events of other names before it are skipped.
    pub(crate) async fn hear(&mut self, event: &str) -> Value {
        let mut packet: Value = serde_json::from_str(&self.receive(&format!("42[\"{event}\"")).await).unwrap();
        packet.as_array_mut().unwrap().swap_remove(1)
    }

    /// Returns the name and the payload of the next event of any name.
    pub(crate) async fn hear_next(&mut self) -> (String, Value) {
        let packet: Value = serde_json::from_str(&self.receive("42[").await).unwrap();
        (packet[0].as_str().unwrap().to_owned(), packet[1].clone())
    }

    /// Waits until the server closes the connection.
    pub(crate) async fn is_closed(&mut self) {
        let end = async { while self.incoming.recv().await.is_some() {} };
        timeout(PATIENCE, end).await.expect("the connection is closed");
    }

    /// Waits until the server has sent the client out of the namespace.
    pub(crate) async fn is_sent_away(&mut self) {
        self.receive("41").await;
    }

    fn send(&self, packet: String) {
        self.outgoing.send(packet).unwrap();
    }

    /// Returns the next packet that begins with `start`, from its payload on.
    async fn receive(&mut self, start: &str) -> String {
        if let Some(index) = self.unread.iter().position(|packet| packet.starts_with(start)) {
            // Packets before it are skipped, except for acknowledgements.
            let packet = self.unread.remove(index);
            let mut position = 0;
            self.unread.retain(|packet| {
                position += 1;
                position > index || packet.starts_with("43")
            });
            return payload(&packet, start);
        }
        loop {
            let packet = timeout(PATIENCE, self.incoming.recv()).await;
            let packet = packet.unwrap_or_else(|_| panic!("{start} never came")).expect("the connection lives");
            if packet.starts_with(start) {
                return payload(&packet, start);
            } else if start.starts_with("43") || packet.starts_with("43") {
                self.unread.push(packet);
            }
        }
    }
}

/// Runs the connection: it answers pings even while no test waits for a packet.
async fn speak(
    mut socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    mut to_send: mpsc::UnboundedReceiver<String>,
    came: mpsc::UnboundedSender<String>,
) {
    loop {
        tokio::select! {
            packet = to_send.recv() => match packet {
                Some(packet) => if socket.send(Message::text(packet)).await.is_err() { return },
                None => return,
            },
            message = socket.next() => match message {
                Some(Ok(Message::Text(packet))) if packet.as_str() == "2" => {
                    if socket.send(Message::text("3")).await.is_err() { return }
                }
                Some(Ok(Message::Text(packet))) => if came.send(packet.as_str().to_owned()).is_err() { return },
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
        }
    }
}

/// Returns the part of a packet after its type, and after its id if it has one.
fn payload(packet: &str, start: &str) -> String {
    match packet.find('[') {
        Some(array) if start.len() > 1 => packet[array..].to_owned(),
        _ => packet[start.len()..].to_owned(),
    }
}
