//! The membership rules: the set of live engines and the lease of this one. No I/O: the caller passes in heartbeats and
//! times.
//!
//! Each engine sends a heartbeat, waits until the broker has stored it, and sends the next one [`BEAT_EVERY`] after the
//! last was sent. It counts another engine as dead once [`MISSED_BEATS`] of its own heartbeats, all sent after it last
//! received one from that engine, have been stored. So an engine does not count as dead merely because the broker is
//! unreachable or this process was frozen. The lease of a dead engine has lapsed, since [`LEASE_TTL`] is shorter.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shared::RoomCode;
use tokio::sync::watch;
use tokio::time::Instant;

use super::{Member, successor};
use crate::ids::EngineId;
use crate::metrics;
use crate::store::Term;

/// The pause between two heartbeats.
pub const BEAT_EVERY: Duration = Duration::from_millis(200);

/// The lifetime of a lease, from the moment at which a heartbeat that the broker has stored was sent.
pub const LEASE_TTL: Duration = Duration::from_millis(900);

/// The number of own heartbeats without one from another engine after which that engine counts as dead.
pub const MISSED_BEATS: i32 = 6;

// The lease of an engine lapses before others count it as dead: six heartbeats after its last one span five pauses at
// least.
const _: () = assert!(LEASE_TTL.as_millis() < BEAT_EVERY.as_millis() * (MISSED_BEATS as u128 - 1));

/// A heartbeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// The sender.
    pub engine: EngineId,
    /// The sender's position in the order in which the engines joined.
    pub since: u64,
    /// True once the sender is about to end.
    pub is_leaving: bool,
    /// True in the sender's last heartbeat: it no longer serves any room.
    pub is_last: bool,
}

/// The right of this engine to send events for its rooms. It lapses unless heartbeats renew it. Rooms on all threads
/// read it.
#[derive(Debug)]
pub struct Lease {
    began: Instant,
    /// The end of the lease, in milliseconds after `began`; 0 once it has ended.
    until: AtomicU64,
    /// The number of the current term; raised by the first renewal after each lapse.
    term: AtomicU64,
    renewed: watch::Sender<()>,
}

impl Lease {
    /// Returns a lease that has not begun; the first heartbeat that is stored begins it.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it begins now")]
    pub fn new() -> Self {
        let renewed = watch::Sender::new(());
        Self { began: Instant::now(), until: AtomicU64::new(0), term: AtomicU64::new(0), renewed }
    }

    /// Returns the current term; `None` while the lease has lapsed. A room may send events only in the term of its last
    /// snapshot.
    pub fn term(&self) -> Option<Term> {
        let now = self.millis(Instant::now());
        (now < self.until.load(Ordering::Acquire)).then(|| Term(self.term.load(Ordering::Acquire)))
    }

    /// Waits until the lease holds, and returns its term.
    pub async fn held(&self) -> Term {
        let mut renewed = self.renewed.subscribe();
        loop {
            if let Some(term) = self.term() {
                return term;
            }
            // The sender is a field of `self`, so it cannot be gone.
            let _ = renewed.changed().await;
        }
    }

    fn millis(&self, moment: Instant) -> u64 {
        u64::try_from(moment.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX)
    }

    /// Renews the lease after the broker has stored a heartbeat sent at `sent_at`.
    ///
    /// Returns true if the lease had lapsed, which begins a new term: other engines may have counted this one as dead.
    fn renew(&self, sent_at: Instant) -> bool {
        let has_lapsed = self.term().is_none();
        if has_lapsed {
            self.term.fetch_add(1, Ordering::AcqRel);
        }
        self.until.store(self.millis(sent_at + LEASE_TTL), Ordering::Release);
        self.renewed.send_replace(());
        has_lapsed
    }

    /// Ends the lease permanently.
    fn end(&self) {
        self.until.store(0, Ordering::Release);
    }
}

/// The live engines, as this one sees them.
#[derive(Debug)]
pub struct Membership {
    me: Member,
    others: HashMap<EngineId, Other>,
    /// True while a heartbeat of this engine is in flight to the broker.
    is_beating: bool,
    /// The number of own heartbeats stored since the current term began.
    arrived: i32,
    /// Set once the last heartbeat was sent.
    is_over: bool,
}

#[derive(Debug)]
struct Other {
    member: Member,
    /// The number of own heartbeats that were sent after the engine's last one and have been stored. One that is in
    /// flight when a heartbeat arrives does not count, hence -1.
    missed: i32,
}

impl Membership {
    /// Returns the membership of `me` before any heartbeat: no other engine is known.
    #[must_use]
    pub fn new(me: EngineId) -> Self {
        let me = Member { id: me, since: u64::MAX, is_leaving: false };
        Self { me, others: HashMap::new(), is_beating: false, arrived: 0, is_over: false }
    }

    /// Returns the live engines, including this one, the oldest first.
    #[must_use]
    pub fn members(&self) -> Vec<Member> {
        let mut members: Vec<_> = self.others.values().map(|other| other.member).chain([self.me]).collect();
        members.sort_by_key(|member| (member.since, member.id));
        members
    }

    /// Returns true if `engine` is live.
    #[must_use]
    pub fn has(&self, engine: EngineId) -> bool {
        engine == self.me.id || self.others.contains_key(&engine)
    }

    /// Marks this engine as about to stop, as its next heartbeat announces. Returns true the first time: that heartbeat
    /// may then be sent at once.
    pub fn leave(&mut self) -> bool {
        if std::mem::replace(&mut self.me.is_leaving, true) {
            return false;
        }
        // An early heartbeat proves nothing: counting it, six would not span the lease of another engine.
        self.others.values_mut().for_each(|other| other.missed -= 1);
        self.arrived -= 1;
        true
    }

    /// Returns the heartbeat to send now, or `None` after the last one.
    ///
    /// The caller reports the outcome with [`Membership::arrived`] or [`Membership::lost`] before it calls this again.
    pub fn beat(&mut self) -> Option<Beat> {
        self.is_beating = true;
        (!self.is_over).then(|| self.as_beat())
    }

    fn as_beat(&self) -> Beat {
        let Member { id, since, is_leaving } = self.me;
        Beat { engine: id, since, is_leaving, is_last: self.is_over }
    }

    /// Handles a received heartbeat; one of this engine itself is ignored. Returns true if the list of members has
    /// changed.
    pub fn receive(&mut self, beat: Beat) -> bool {
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

    /// Records that the broker has stored the heartbeat sent at `sent_at`, as message `number` of its stream, and
    /// renews `lease`.
    ///
    /// The number of the first heartbeat becomes the position of this engine. Returns true if the list of members, or
    /// the answer of [`Membership::is_dead`] for an unknown engine, may have changed, or the lease had lapsed: then others
    /// may own the rooms of this engine.
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
                metrics::count(metrics::LEASE_LAPSES);
                tracing::warn!("the lease had lapsed; rooms send nothing until their ownership is confirmed");
            }
            self.arrived = 0;
            self.others.values_mut().for_each(|other| other.missed = 0);
            return true;
        }
        self.arrived += 1;
        self.others.values_mut().for_each(|other| other.missed += 1);
        let before = self.others.len();
        self.others.retain(|_, other| other.missed < MISSED_BEATS);
        is_first || self.others.len() != before || self.arrived == MISSED_BEATS
    }

    /// Records that a heartbeat of this engine may not have been stored.
    pub fn lost(&mut self) {
        self.is_beating = false;
    }

    /// Returns true if `engine` is dead: no heartbeat of it has arrived during the last [`MISSED_BEATS`] heartbeats of
    /// this engine.
    #[must_use]
    pub fn is_dead(&self, engine: EngineId) -> bool {
        !self.has(engine) && self.arrived >= MISSED_BEATS
    }

    /// Returns true if `owner` is dead and this engine takes over its room `code`.
    #[must_use]
    pub fn takes_over(&self, code: RoomCode, owner: EngineId) -> bool {
        self.is_dead(owner) && successor(code, &self.members()) == Some(self.me.id)
    }

    /// Ends `lease` and returns the last heartbeat to send. After it, this engine sends no event for any room.
    pub fn last_beat(&mut self, lease: &Lease) -> Beat {
        lease.end();
        self.is_over = true;
        self.as_beat()
    }
}
