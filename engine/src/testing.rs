//! Stand-ins for what surrounds the engine, for the tests of its actors.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix::{Actor, Context, Handler, Message, ResponseFuture};
use futures_util::FutureExt;
use serde_json::Value;
use shared::messages::{DrawText, DrawTextError, Racer, RecordError, RecordResult, Recorded};
use shared::{Text, TextId, UserId};
use tokio::time::{Instant, sleep, timeout};

use crate::room::{Action, Room, RoomCommand};
use crate::socketio::{Heard, Socket};

/// Longer than anything in a race, so that a test that waits in vain fails instead of hanging.
pub(crate) const LONG: Duration = Duration::from_secs(60 * 60);

/// So short that only what has happened already is noticed.
pub(crate) const INSTANT: Duration = Duration::from_millis(1);

/// What the database does with a result.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// Saves it and answers so much later.
    After(Duration),
    /// Is away.
    Unavailable,
    /// Saves it, and the answer is lost.
    Silence,
    /// Refuses it for good.
    Impossible,
}

/// A fault in a room.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct BreakOff;

impl Handler<BreakOff> for Room {
    type Result = ();

    fn handle(&mut self, _: BreakOff, _: &mut Self::Context) {
        panic!("a fault that the test asked for");
    }
}

/// What a [`Database`] answers to a new result: each unlocks a skin.
pub(crate) fn recorded_now() -> Recorded {
    Recorded::Now { skins: vec!["thorntail".to_owned()] }
}

/// The api's half that saves results. Answers as it is told to, and from then on at once.
#[derive(Default)]
pub(crate) struct Database {
    replies: VecDeque<Reply>,
    saved: Arc<Mutex<Vec<RecordResult>>>,
    keys: HashSet<(shared::RaceId, UserId)>,
}

/// What a [`Database`] saved.
#[derive(Clone)]
pub(crate) struct Saved(Arc<Mutex<Vec<RecordResult>>>);

impl Saved {
    /// What was saved until now.
    pub(crate) fn take(&self) -> Vec<RecordResult> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn all(&self) -> Vec<RecordResult> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Database {
    pub(crate) fn replying(replies: impl IntoIterator<Item = Reply>) -> (Self, Saved) {
        let database = Self { replies: replies.into_iter().collect(), ..Self::default() };
        let saved = Saved(Arc::clone(&database.saved));
        (database, saved)
    }

    fn save(&mut self, result: RecordResult) -> Recorded {
        if !self.keys.insert((result.race, result.result.user_id)) {
            return Recorded::Before;
        }
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).push(result);
        recorded_now()
    }
}

impl Actor for Database {
    type Context = Context<Self>;
}

impl Handler<RecordResult> for Database {
    type Result = ResponseFuture<Result<Recorded, RecordError>>;

    fn handle(&mut self, result: RecordResult, _: &mut Self::Context) -> Self::Result {
        let (delay, answer) = match self.replies.pop_front() {
            None => (Duration::ZERO, Ok(self.save(result))),
            Some(Reply::After(delay)) => (delay, Ok(self.save(result))),
            Some(Reply::Silence) => (LONG, Ok(self.save(result))),
            Some(Reply::Unavailable) => (Duration::ZERO, Err(RecordError::Unavailable)),
            Some(Reply::Impossible) => (Duration::ZERO, Err(RecordError::Impossible("no such account".to_owned()))),
        };
        Box::pin(async move {
            if !delay.is_zero() {
                sleep(delay).await;
            }
            answer
        })
    }
}

/// The api's half that draws texts: one after another, each so much later.
pub(crate) struct Texts {
    delay: Duration,
    drawn: i64,
    failures: usize,
    asked: Arc<Mutex<Vec<DrawText>>>,
}

/// What [`Texts`] was asked for.
#[derive(Clone)]
pub(crate) struct Asked(Arc<Mutex<Vec<DrawText>>>);

impl Asked {
    /// What was asked for until now.
    pub(crate) fn take(&self) -> Vec<DrawText> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn all(&self) -> Vec<DrawText> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Texts {
    /// Draws each text after `delay`, but the first `failures` not at all.
    pub(crate) fn new(delay: Duration, failures: usize) -> (Self, Asked) {
        let texts = Self { delay, drawn: 0, failures, asked: Arc::default() };
        let asked = Asked(Arc::clone(&texts.asked));
        (texts, asked)
    }
}

impl Actor for Texts {
    type Context = Context<Self>;
}

impl Handler<DrawText> for Texts {
    type Result = ResponseFuture<Result<Text, DrawTextError>>;

    fn handle(&mut self, request: DrawText, _: &mut Self::Context) -> Self::Result {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let answer = if self.failures > 0 {
            self.failures -= 1;
            Err(DrawTextError::Database)
        } else {
            self.drawn += 1;
            Ok(Text { id: TextId(self.drawn), ..text() })
        };
        let delay = self.delay;
        Box::pin(async move {
            sleep(delay).await;
            answer
        })
    }
}

/// 300 characters in words of five: a minute at 60 wpm.
pub(crate) fn text() -> Text {
    Text { id: TextId(1), author: "Nobody".to_owned(), text: "abcd ".repeat(60) }
}

pub(crate) fn racer(user: i64) -> Racer {
    Racer { user_id: UserId(user), username: format!("racer-{user}"), skin: "hummingbird".to_owned() }
}

/// What `user` says through `socket`.
pub(crate) fn command(user: i64, socket: &Socket, action: Action) -> RoomCommand {
    let received_at = Instant::now();
    RoomCommand { user: UserId(user), socket: socket.clone(), action, username: None, ack: None, received_at }
}

/// A client's window: its socket, and what it hears.
pub(crate) struct Tab {
    pub(crate) socket: Socket,
    heard: Heard,
}

impl Tab {
    pub(crate) fn open() -> Self {
        let (socket, heard) = Socket::detached();
        Self { socket, heard }
    }

    /// The payload of the next event, which must be `name`.
    pub(crate) async fn hear(&mut self, name: &str) -> Value {
        let next = timeout(LONG, self.heard.next()).await.unwrap_or_else(|_| panic!("{name} was never heard"));
        let (heard, payload) = next.unwrap_or_else(|| panic!("disconnected while waiting for {name}"));
        assert_eq!(heard, name, "{payload}");
        payload
    }

    /// The payload of the next event called `name`, whatever comes before.
    pub(crate) async fn hear_at_last(&mut self, name: &str) -> Value {
        loop {
            let next = timeout(LONG, self.heard.next()).await.unwrap_or_else(|_| panic!("{name} was never heard"));
            let (heard, payload) = next.unwrap_or_else(|| panic!("disconnected while waiting for {name}"));
            if heard == name {
                return payload;
            }
        }
    }

    /// What was heard until now.
    pub(crate) async fn heard_so_far(&mut self) -> Vec<(String, Value)> {
        let mut heard = Vec::new();
        while let Ok(Some(event)) = timeout(INSTANT, self.heard.next()).await {
            heard.push(event);
        }
        heard
    }

    /// What was heard until now, at once: no time passes, so nothing else happens meanwhile.
    pub(crate) fn heard_already(&mut self) -> Vec<(String, Value)> {
        std::iter::from_fn(|| self.heard.next().now_or_never()?).collect()
    }

    /// Checks that nothing was heard since.
    pub(crate) async fn hears_nothing(&mut self) {
        assert_eq!(self.heard_so_far().await, []);
    }

    /// Checks that the server sends the client away next.
    pub(crate) async fn is_sent_away(&mut self) {
        let next = timeout(LONG, self.heard.next()).await.expect("the end comes");
        assert_eq!(next, None);
    }
}
