//! Takes the results of races from the engine and has them written, in groups when many come at once.
//!
//! A result that comes alone is written at once. What comes while a transaction runs waits, and is written together by
//! the next one, which begins when that one ends, or before when enough wait: so under load a commit is shared by many,
//! and the disk is not waited for by all. Each is answered after the commit that holds it. A result that the tables
//! refuse does not take others along: its group is written again one by one. The actor ends with its system.

mod group;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use ::metrics::{counter, histogram};
use actix::{
    Actor, ActorFutureExt as _, AsyncContext as _, Context, Handler, Recipient, ResponseFuture, WrapFuture as _,
};
use shared::RaceId;
use shared::messages::{RecordError, RecordResult, Recorded};
use tokio::sync::oneshot;

use crate::database::{Database, DatabaseError};
use crate::metrics;
use crate::models::race_result::NewRaceResult;

/// Messages that the mailbox holds. They are taken out at once, so this is about bursts.
const MAILBOX: usize = 256;

/// Results in one transaction at most: few enough to be written in well under a second, also one by one.
const GROUP: usize = 256;

/// Transactions under way at once: while one waits for the disk, others use the processor.
const WRITERS: usize = 4;

/// Results that must wait for a transaction to begin beside others.
const WORTH_ANOTHER: usize = 8;

/// Results that may wait. Beyond that the engine is told to come again, which it does later and later.
const WAITING: usize = 4096;

type Answer = Result<Recorded, RecordError>;

/// Starts the actor to which the engine sends results to be recorded, and returns its address. Call it inside a running
/// actix system.
pub fn result_recorder(database: &Database) -> Recipient<RecordResult> {
    Results { database: database.clone(), waiting: VecDeque::new(), n_writing: 0 }.start().recipient()
}

struct Results {
    database: Database,
    waiting: VecDeque<Waiting>,
    /// Transactions under way.
    n_writing: usize,
}

/// A result, and the caller that waits for it to be safe.
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
        match NewRaceResult::of(&message) {
            None => reply.send(Err(RecordError::Impossible("a number is out of range".to_owned()))),
            Some(_) if self.waiting.len() >= WAITING => reply.send(Err(RecordError::Unavailable)),
            Some(result) => {
                self.waiting.push_back(Waiting { result, reply });
                self.write_next(ctx);
            }
        }
        Box::pin(async { answered.await.unwrap_or(Err(RecordError::Unavailable)) })
    }
}

impl Results {
    /// Writes what waits, if it may not wait any longer: the end of each transaction calls this again.
    fn write_next(&mut self, ctx: &mut Context<Self>) {
        let enough = if self.n_writing == 0 { 1 } else { WORTH_ANOTHER };
        if self.n_writing >= WRITERS || self.waiting.len() < enough {
            return;
        }
        // A caller that does not wait any more asks again.
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
    fn send(self, answer: Answer) {
        let race = self.race;
        let outcome = match &answer {
            Ok(Recorded::Now { .. }) => "now",
            Ok(Recorded::Before) => "before",
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
        // A caller that has stopped waiting asks again, and learns that it was recorded before.
        _ = self.answer.send(answer);
    }
}

/// Writes results in one transaction; when the tables refuse one of them, each in its own. One answer for each.
async fn write(database: Database, results: Vec<NewRaceResult>) -> Vec<Answer> {
    let results: Arc<[NewRaceResult]> = results.into();
    let group = results.clone();
    match database.with_conn(move |conn| group::write(&group, conn)).await {
        Ok(recorded) => recorded.into_iter().map(to_answer).collect(),
        Err(error) if results.len() > 1 && !error.is_passing() => write_each(&database, &results).await,
        Err(error) => vec![Err(refusal(&error)); results.len()],
    }
}

async fn write_each(database: &Database, results: &Arc<[NewRaceResult]>) -> Vec<Answer> {
    let mut answers = Vec::with_capacity(results.len());
    for index in 0..results.len() {
        let results = results.clone();
        let recorded = database.with_conn(move |conn| group::write(&results[index..=index], conn)).await;
        let is_over = recorded.as_ref().is_err_and(DatabaseError::is_passing);
        answers.push(match recorded {
            Ok(recorded) => recorded.into_iter().next().map_or(Err(RecordError::Unavailable), to_answer),
            Err(error) => Err(refusal(&error)),
        });
        if is_over {
            break;
        }
    }
    // A database that is away is not asked once for each.
    answers.resize(results.len(), Err(RecordError::Unavailable));
    answers
}

fn to_answer(recorded: Option<Recorded>) -> Answer {
    recorded.ok_or_else(|| RecordError::Impossible("the account is gone".to_owned()))
}

fn refusal(error: &DatabaseError) -> RecordError {
    if error.is_passing() {
        return RecordError::Unavailable;
    }
    match error.constraint() {
        Some("races_text_fkey") => RecordError::Impossible("the text is gone".to_owned()),
        _ => RecordError::Impossible(error.to_string()),
    }
}
