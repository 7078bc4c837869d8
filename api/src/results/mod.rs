//! Records the results of races that the engine sends, in groups when many arrive at once.
//!
//! A single result is written at once. Results that arrive during a transaction are written together by the next one,
//! which begins when that one ends, or earlier if many are waiting. So under load, many results share one commit and
//! one wait for the disk. Each is answered after its commit. If a query fails, its group is written again one by one, so
//! that one result does not affect the others. The actor ends with its system.
//!
//! The result of a seat in an event goes to that event, and nowhere else.

mod event;
mod group;
mod weighing;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use ::metrics::{counter, histogram};
use actix::{
    Actor, ActorFutureExt as _, AsyncContext as _, Context, Handler, Recipient, ResponseFuture, WrapFuture as _,
};
use shared::messages::{RecordError, RecordResult, Recorded, Standing};
use shared::{RaceId, TextId};
use tokio::sync::oneshot;

use crate::TokenIssuer;
use crate::database::{Database, DatabaseError};
use crate::metrics;
use crate::models::race_result::NewRaceResult;
use crate::models::text::Text;
use crate::seat_proofs::SeatKind;

/// The capacity of the mailbox. Messages are taken out at once, so it only matters for bursts.
const MAILBOX: usize = 256;

/// The maximum number of results in one transaction: few enough to be written in well under a second, even one by one.
const GROUP: usize = 256;

/// The maximum number of concurrent transactions: while one waits for the disk, others use the processor.
const WRITERS: usize = 4;

/// The number of waiting results that starts another transaction beside a running one.
const ANOTHER_FROM: usize = 16;

/// The maximum number of waiting results. Beyond that, the engine must retry later.
const WAITING: usize = 4096;

type Answer = Result<Recorded, RecordError>;

/// The reason why a result is refused that no valid proof of a seat comes with.
const NOT_SEATED: &str = "the api did not give this seat";

/// Starts the actor. Unverified results count if they `rank_unverified`.
pub(crate) fn start(database: Database, tokens: TokenIssuer, rank_unverified: bool) -> Recipient<RecordResult> {
    Results { database, tokens, rank_unverified, texts: HashMap::new(), waiting: VecDeque::new(), n_writing: 0 }
        .start()
        .recipient()
}

struct Results {
    database: Database,
    /// Checks the proofs of seats.
    tokens: TokenIssuer,
    rank_unverified: bool,
    /// Each text of a result so far.
    texts: HashMap<TextId, Arc<Text>>,
    waiting: VecDeque<Waiting>,
    /// The number of running transactions.
    n_writing: usize,
}

/// A result, and the caller that waits for its commit.
struct Waiting {
    result: NewRaceResult,
    reply: Reply,
}

struct Reply {
    race: RaceId,
    since: Instant,
    answer: oneshot::Sender<Answer>,
}

impl Actor for Results {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<RecordResult> for Results {
    type Result = ResponseFuture<Answer>;

    fn handle(&mut self, message: RecordResult, ctx: &mut Self::Context) -> Self::Result {
        let (answer, answered) = oneshot::channel();
        let reply = Reply { race: message.race, since: Instant::now(), answer };
        match self.tokens.given_seat(&message.proof, message.result.racer, message.room) {
            None => reply.refuse(NOT_SEATED),
            Some(SeatKind::Event) => self.record_in_event(message, reply, ctx),
            Some(SeatKind::Race) => match self.texts.get(&message.text).cloned() {
                Some(text) => self.take(&message, &text, reply, ctx),
                None => self.look_up(message, reply, ctx),
            },
        }
        Box::pin(async { answered.await.unwrap_or(Err(RecordError::Unavailable)) })
    }
}

impl Results {
    /// Queues a result through `text`.
    fn take(&mut self, message: &RecordResult, text: &Text, reply: Reply, ctx: &mut Context<Self>) {
        match NewRaceResult::of(message, text, self.rank_unverified) {
            None => reply.refuse("a number is out of range"),
            Some(_) if self.waiting.len() >= WAITING => reply.send(Err(RecordError::Unavailable)),
            Some(result) => {
                self.waiting.push_back(Waiting { result, reply });
                self.write_next(ctx);
            }
        }
    }

    /// Writes a result of an event, each in a transaction of its own.
    fn record_in_event(&self, message: RecordResult, reply: Reply, ctx: &mut Context<Self>) {
        let database = self.database.clone();
        let written = async move { database.with_conn(move |conn| event::write(&message, conn)).await };
        ctx.spawn(written.into_actor(self).map(move |written, _, _| match written {
            Ok(true) => reply.send(Ok(Recorded::Now { skins: Vec::new(), standing: Standing::default() })),
            Ok(false) => reply.refuse("there is no such racer or heat any more, or a number is out of range"),
            Err(error) => reply.send(Err(record_error(&error))),
        }));
    }

    /// Asks the database for the text.
    fn look_up(&mut self, message: RecordResult, reply: Reply, ctx: &mut Context<Self>) {
        let (database, text) = (self.database.clone(), message.text);
        let found = async move { database.with_conn(move |conn| Text::find(text, conn)).await };
        ctx.spawn(found.into_actor(self).map(move |found, this, ctx| match found {
            Ok(None) => reply.refuse("the text was deleted"),
            Ok(Some(found)) => {
                let found = Arc::new(found);
                this.texts.insert(text, found.clone());
                this.take(&message, &found, reply, ctx);
            }
            Err(error) => reply.send(Err(record_error(&error))),
        }));
    }

    /// Writes the waiting results if they must not wait any longer. Called again at the end of each transaction.
    fn write_next(&mut self, ctx: &mut Context<Self>) {
        let enough = if self.n_writing == 0 { 1 } else { ANOTHER_FROM };
        if self.n_writing >= WRITERS || self.waiting.len() < enough {
            return;
        }
        // A caller that has stopped waiting will retry.
        self.waiting.retain(|waiting| !waiting.reply.answer.is_closed());
        let next = self.waiting.drain(..self.waiting.len().min(GROUP));
        let (results, replies): (Vec<_>, Vec<_>) = next.map(|waiting| (waiting.result, waiting.reply)).unzip();
        if results.is_empty() {
            return;
        }
        self.n_writing += 1;
        counter!(metrics::RESULT_GROUPS).increment(1);
        let written = write(self.database.clone(), results).into_actor(self);
        ctx.spawn(written.map(|answers, this, ctx| {
            for (reply, answer) in replies.into_iter().zip(answers) {
                reply.send(answer);
            }
            this.n_writing -= 1;
            this.write_next(ctx);
        }));
    }
}

impl Reply {
    /// Refuses the result for good.
    fn refuse(self, reason: &str) {
        self.send(Err(RecordError::Impossible(reason.to_owned())));
    }

    fn send(self, answer: Answer) {
        let race = self.race;
        let outcome = match &answer {
            Ok(Recorded::Now { standing, .. }) if standing.held => "held",
            Ok(Recorded::Now { .. }) => "now",
            Ok(Recorded::Before(_)) => "before",
            Err(RecordError::Impossible(reason)) => {
                tracing::error!(race.id = %race, %reason, "a result cannot be recorded");
                "impossible"
            }
            Err(error) => {
                tracing::warn!(race.id = %race, %error, "a result is not recorded yet");
                "unavailable"
            }
        };
        counter!(metrics::RESULTS, "outcome" => outcome).increment(1);
        histogram!(metrics::RECORD_RESULT).record(self.since.elapsed());
        // A caller that has stopped waiting will retry, and then learn that the result is recorded.
        _ = self.answer.send(answer);
    }
}

/// Writes results in one transaction or, if that fails, each in its own. Returns one answer per result.
async fn write(database: Database, results: Vec<NewRaceResult>) -> Vec<Answer> {
    let results: Arc<[NewRaceResult]> = results.into();
    let group = results.clone();
    match database.with_conn(move |conn| group::write(&group, conn)).await {
        Ok(recorded) => recorded.into_iter().map(to_answer).collect(),
        Err(DatabaseError::Query(_)) if results.len() > 1 => write_each(&database, &results).await,
        Err(error) => vec![Err(record_error(&error)); results.len()],
    }
}

async fn write_each(database: &Database, results: &Arc<[NewRaceResult]>) -> Vec<Answer> {
    let mut answers = Vec::with_capacity(results.len());
    let mut n_failed = 0;
    for index in 0..results.len() {
        let results = results.clone();
        let recorded = database.with_conn(move |conn| group::write(&results[index..=index], conn)).await;
        n_failed = if recorded.as_ref().is_err_and(DatabaseError::is_transient) { n_failed + 1 } else { 0 };
        answers.push(match recorded {
            Ok(recorded) => recorded.into_iter().next().map_or(Err(RecordError::Unavailable), to_answer),
            Err(error) => Err(record_error(&error)),
        });
        // One failure may be the result's own; if the next one fails as well, it is the database, which is not queried
        // once per result then.
        if n_failed == 2 {
            break;
        }
    }
    answers.resize(results.len(), Err(RecordError::Unavailable));
    answers
}

fn to_answer(recorded: Option<Recorded>) -> Answer {
    recorded.ok_or_else(|| RecordError::Impossible("the account was deleted".to_owned()))
}

fn record_error(error: &DatabaseError) -> RecordError {
    if error.is_transient() {
        // Its caller tries again, for as long as the proof of the seat is good. An operator must see why.
        tracing::error!(%error, "the database does not accept a result");
        return RecordError::Unavailable;
    }
    match error.constraint() {
        // The account of all who had finished the race so far was deleted just now. The next attempt writes the race again.
        Some("results_race_fkey") => RecordError::Unavailable,
        Some("races_text_fkey") => RecordError::Impossible("the text was deleted".to_owned()),
        _ => RecordError::Impossible(error.to_string()),
    }
}
