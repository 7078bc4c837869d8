//! A chat room: each message goes to all clients. With the official client:
//!
//! ```js
//! const socket = io('http://127.0.0.1:3000', { auth: { name: 'Ada' } });
//! socket.on('message', ({ from, text }) => console.log(`${from}: ${text}`));
//! socket.emit('message', 'Hello');
//! ```

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use actix_web::App;
use serde_json::{Value, json};
use socketio::{
    Application, Connect, ConnectError, DisconnectReason, Encoded, Event, Http, Scope, Server, Session, Settings,
    Socket,
};

/// The room, shared by all threads.
#[derive(Clone, Default)]
struct Chat {
    members: Arc<Mutex<Vec<Socket>>>,
}

impl Chat {
    fn members(&self) -> MutexGuard<'_, Vec<Socket>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an event to all members. It is encoded once.
    fn broadcast(&self, event: &str, payload: &Value) {
        let event = Encoded::event(event, payload);
        self.members().iter().for_each(|member| member.send(&event));
    }
}

impl Application for Chat {
    type Session = Member;

    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Member, ConnectError> {
        if request.namespace != "/" {
            return Err(ConnectError::unknown_namespace());
        }
        let Some(name) = request.auth["name"].as_str() else {
            return Err(ConnectError::new("Give your name: { auth: { name } }"));
        };
        self.members().push(socket.clone());
        self.broadcast("joined", &json!(name));
        Ok(Member { name: name.to_owned(), socket, chat: self.clone() })
    }
}

struct Member {
    name: String,
    socket: Socket,
    chat: Chat,
}

impl Session for Member {
    fn event(&mut self, event: Event, _scope: &mut Scope<'_, Self>) {
        if event.name == "message" {
            self.chat.broadcast("message", &json!({ "from": self.name, "text": event.args.into_first() }));
        }
    }

    fn disconnected(&mut self, _reason: DisconnectReason) {
        self.chat.members().retain(|member| !member.same_as(&self.socket));
        self.chat.broadcast("left", &json!(self.name));
    }
}

#[actix_web::main]
async fn main() -> io::Result<()> {
    let server = Server::new(Chat::default(), Settings::default());
    let websockets = server.websockets("/socket.io");
    let app = move || App::new().configure(|cfg| server.configure(cfg, "/socket.io"));
    let http = Http::default();
    let listener = http.listen(([127, 0, 0, 1], 3000).into())?;
    eprintln!("The chat is at http://{}", listener.local_addr()?);
    http.serve(listener, app, websockets)?.await
}
