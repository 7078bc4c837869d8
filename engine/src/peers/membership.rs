//! Which engines live, and whether this one may speak: bookkeeping only; heartbeats and the moment are handed in.
//!
//! Each engine sends a heartbeat, waits until the broker has it, and sends the next [`BEAT_EVERY`] after the last. Another counts
//! as dead after [`MISSED_BEATS`] of one's own that were sent after its last was heard: a broker that is away, or a process
//! that was frozen, kills nobody. That takes longer than [`LEASE`], after which the other has noticed by itself.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::Instant;

use super::{EngineId, Member};
use crate::metrics;
use crate::store::Term;

/// The pause between two heartbeats.
pub const BEAT_EVERY: Duration = Duration::from_millis(200);

/// The time after the sending of a heartbeat that arrived in which its engine may speak for its rooms.
pub const LEASE: Duration = Duration::from_millis(900);

/// So many heartbeats of one's own without one of another: that one is dead.
pub const MISSED_BEATS: i32 = 6;

// An engine that is found dead has noticed before that it may not speak: of six heartbeats after its last, five pauses are
// waited for.
const _: () = assert!(LEASE.as_millis() < BEAT_EVERY.as_millis() * (MISSED_BEATS as u128 - 1));

/// A heartbeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// Whose.
    pub engine: EngineId,
    /// The engine's place in the order in which engines came.
    pub since: u64,
    /// Whether it is about to end.
    #[serde(default)]
    pub is_leaving: bool,
    /// Whether this is its last: it speaks for no room any more.
    #[serde(default)]
    pub is_last: bool,
}

/// The right of this engine to speak for its rooms, until it is renewed no more. Read by rooms of all threads.
#[derive(Debug)]
pub struct Lease {
    began: Instant,
    /// Milliseconds after `began`.
    until: AtomicU64,
    /// Changes with each lapse.
    term: AtomicU64,
    renewed: watch::Sender<()>,
}

impl Lease {
    /// A lease that has lapsed.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it begins now")]
    pub fn new() -> Self {
        let renewed = watch::Sender::new(());
        Self { began: Instant::now(), until: AtomicU64::new(0), term: AtomicU64::new(0), renewed }
    }

    /// The term that holds at this moment. A room may speak in the one in which it was last written, and in no other.
    pub fn term(&self) -> Option<Term> {
        let now = self.millis(Instant::now());
        (now < self.until.load(Ordering::Acquire)).then(|| Term(self.term.load(Ordering::Acquire)))
    }

    /// Waits until a term holds.
    pub async fn held(&self) -> Term {
        let mut renewed = self.renewed.subscribe();
        loop {
            if let Some(term) = self.term() {
                return term;
            }
            // The sender is ours, so it is there.
            let _ = renewed.changed().await;
        }
    }

    fn millis(&self, moment: Instant) -> u64 {
        u64::try_from(moment.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX)
    }

    /// A heartbeat that was sent then is known to have arrived, now. Says whether the lease had lapsed by now: the others may
    /// not have heard of it in time.
    fn renew(&self, sent_at: Instant) -> bool {
        let has_lapsed = self.term().is_none();
        if has_lapsed {
            self.term.fetch_add(1, Ordering::AcqRel);
        }
        self.until.store(self.millis(sent_at + LEASE), Ordering::Release);
        self.renewed.send_replace(());
        has_lapsed
    }

    /// Nobody speaks any more.
    fn end(&self) {
        self.until.store(0, Ordering::Release);
    }
}

/// The engines that live, as one of them sees it.
#[derive(Debug)]
pub struct Membership {
    me: Member,
    others: HashMap<EngineId, Other>,
    /// Whether a heartbeat is on its way.
    is_beating: bool,
    /// Heartbeats that arrived since the lease was last new.
    arrived: i32,
    /// Whether the last heartbeat was sent.
    is_over: bool,
}

#[derive(Debug)]
struct Other {
    member: Member,
    /// Heartbeats of ours that were sent after its last, and arrived. One that is on its way does not count.
    missed: i32,
}

impl Membership {
    /// What `me` knows, which is nothing yet.
    #[must_use]
    pub fn new(me: EngineId) -> Self {
        let me = Member { id: me, since: u64::MAX, is_leaving: false };
        Self { me, others: HashMap::new(), is_beating: false, arrived: 0, is_over: false }
    }

    /// All that live, the oldest first.
    #[must_use]
    pub fn members(&self) -> Vec<Member> {
        let mut members: Vec<_> = self.others.values().map(|other| other.member).chain([self.me]).collect();
        members.sort_by_key(|member| (member.since, member.id));
        members
    }

    /// This engine is about to end.
    pub fn leave(&mut self) {
        self.me.is_leaving = true;
    }

    /// The heartbeat to send now, none after the last; [`Membership::arrived`] follows before the next.
    pub fn beat(&mut self) -> Option<Beat> {
        self.is_beating = true;
        (!self.is_over).then(|| self.as_beat())
    }

    fn as_beat(&self) -> Beat {
        let Member { id, since, is_leaving } = self.me;
        Beat { engine: id, since, is_leaving, is_last: self.is_over }
    }

    /// Another engine's heartbeat. Says whether the members are others now.
    pub fn heard(&mut self, beat: Beat) -> bool {
        if beat.engine == self.me.id {
            return false;
        }
        if beat.is_last {
            return self.others.remove(&beat.engine).is_some();
        }
        let member = Member { id: beat.engine, since: beat.since, is_leaving: beat.is_leaving };
        let missed = if self.is_beating { -1 } else { 0 };
        let before = self.others.insert(beat.engine, Other { member, missed });
        before.is_none_or(|before| before.member != member)
    }

    /// Our heartbeat, sent then, is the `number`th message of the broker. Says whether the members are others now.
    pub fn arrived(&mut self, sent_at: Instant, number: u64, lease: &Lease) -> bool {
        self.is_beating = false;
        if self.is_over {
            return false;
        }
        let is_first = self.me.since == u64::MAX;
        if is_first {
            self.me.since = number;
        }
        if lease.renew(sent_at) {
            if !is_first {
                metrics::count_lease_lapse();
                tracing::warn!("this engine was away; its rooms are claimed anew before they speak");
            }
            self.arrived = 0;
            self.others.values_mut().for_each(|other| other.missed = 0);
            return is_first;
        }
        self.arrived += 1;
        self.others.values_mut().for_each(|other| other.missed += 1);
        let before = self.others.len();
        self.others.retain(|_, other| other.missed < MISSED_BEATS);
        is_first || self.others.len() != before || self.arrived == MISSED_BEATS
    }

    /// Our heartbeat was lost.
    pub fn lost(&mut self) {
        self.is_beating = false;
    }

    /// Whether `engine` does not live: it was heard of neither lately nor in the time after which one is dead.
    #[must_use]
    pub fn is_dead(&self, engine: EngineId) -> bool {
        engine != self.me.id && !self.others.contains_key(&engine) && self.arrived >= MISSED_BEATS
    }

    /// The last heartbeat; from now on nothing is said for any room.
    pub fn last_beat(&mut self, lease: &Lease) -> Beat {
        lease.end();
        self.is_over = true;
        self.as_beat()
    }
}
