//! Random schedules of heartbeats, snapshots and claims in simulated time, with engines that freeze, die and lose their
//! connection.
//!
//! The membership and the lease are the real ones. Rooms and broker are reduced to ownership: a room writes, sends
//! events while its lease holds, and is claimed when its owner is dead.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use shared::RoomCode;
use tokio::time::{Instant, advance, pause};
use uuid::Uuid;

use super::{BEAT_EVERY, Beat, Lease, Membership, successor};
use crate::ids::EngineId;
use crate::store::Term;

const STEP: Duration = Duration::from_millis(10);
const ENGINES: usize = 4;
const ROOMS: u64 = 6;

/// A message in flight from a node to the broker or back.
#[derive(Debug, Clone)]
enum Message {
    Beat { sent_at: Instant, beat: Beat },
    BeatArrived { sent_at: Instant, number: u64 },
    BeatReceived(Beat),
    Save { code: RoomCode, after: u64, term: Term },
    Saved { code: RoomCode, outcome: Option<u64>, term: Term },
    Read(RoomCode),
    Record { code: RoomCode, revision: u64, owner: EngineId },
}

/// A room as its owner knows it: the last revision and the term in which it was written.
#[derive(Debug, Clone, Copy)]
struct Held {
    revision: u64,
    term: Option<Term>,
    is_saving: bool,
}

struct Node {
    id: EngineId,
    membership: Membership,
    lease: Lease,
    rooms: BTreeMap<RoomCode, Held>,
    /// Rooms of dead engines whose last message was requested.
    reading: BTreeSet<RoomCode>,
    is_dead: bool,
    frozen_until: Option<Instant>,
    cut_until: Option<Instant>,
    beat_at: Instant,
    is_beating: bool,
    to_broker: Vec<(Instant, Message)>,
    from_broker: Vec<(Instant, Message)>,
}

struct Site {
    random: Xoshiro256PlusPlus,
    /// The longest delay of a message, in milliseconds; some messages are slow.
    slowest: u64,
    nodes: Vec<Node>,
    ids: Vec<EngineId>,
    /// Sequence and owner of each room's last message.
    rooms: BTreeMap<RoomCode, (u64, EngineId)>,
    sequence: u64,
    claims: usize,
    lapses: usize,
}

impl Node {
    /// Returns true if the room's owner is dead and this engine has to claim the room.
    fn must_claim(&self, code: RoomCode, owner: EngineId) -> bool {
        !self.rooms.contains_key(&code)
            && self.membership.is_dead(owner)
            && successor(code, &self.membership.members()) == Some(self.id)
    }
}

impl Site {
    fn new(seed: u64) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let ids: Vec<_> = (0..ENGINES).map(|_| EngineId(Uuid::from_u128(random.random()))).collect();
        let nodes = ids.iter().map(|id| Node {
            id: *id,
            membership: Membership::new(*id),
            lease: Lease::new(),
            rooms: BTreeMap::new(),
            reading: BTreeSet::new(),
            is_dead: false,
            frozen_until: None,
            cut_until: None,
            beat_at: Instant::now(),
            is_beating: false,
            to_broker: Vec::new(),
            from_broker: Vec::new(),
        });
        let rooms = (0..ROOMS).map(|n| (RoomCode::from_random(n * 7919), (n + 1, ids[n as usize % ENGINES]))).collect();
        let mut site =
            Self { nodes: nodes.collect(), ids, rooms, random, slowest: 400, sequence: ROOMS, claims: 0, lapses: 0 };
        for (code, (revision, owner)) in site.rooms.clone() {
            let node = site.ids.iter().position(|id| *id == owner).expect("it is one of them");
            site.nodes[node].rooms.insert(code, Held { revision, term: None, is_saving: false });
        }
        site
    }

    /// Sends a message, which may be slow; messages on one line stay in order, as on a connection.
    fn send(random: &mut Xoshiro256PlusPlus, slowest: u64, line: &mut Vec<(Instant, Message)>, message: Message) {
        let delay = Duration::from_millis(if random.random_ratio(1, 20) { random.random_range(0..slowest) } else { 2 });
        let earliest = line.last().map_or(Instant::now(), |(at, _)| *at);
        line.push((earliest.max(Instant::now() + delay), message));
    }

    fn due(line: &mut Vec<(Instant, Message)>) -> Vec<Message> {
        let now = Instant::now();
        let n_due = line.iter().take_while(|(at, _)| *at <= now).count();
        line.drain(..n_due).map(|(_, message)| message).collect()
    }

    fn step(&mut self) {
        let now = Instant::now();
        for index in 0..ENGINES {
            let node = &mut self.nodes[index];
            node.frozen_until = node.frozen_until.filter(|until| *until > now);
            node.cut_until = node.cut_until.filter(|until| *until > now);
            if node.cut_until.is_none() {
                for message in Self::due(&mut node.to_broker) {
                    self.arrive(index, message);
                }
            }
            let node = &mut self.nodes[index];
            if node.is_dead || node.frozen_until.is_some() {
                continue;
            }
            if node.cut_until.is_none() {
                for message in Self::due(&mut node.from_broker) {
                    self.receive(index, message);
                }
            }
            self.act(index);
        }
        self.check();
    }

    fn arrive(&mut self, from: usize, message: Message) {
        self.sequence += 1;
        let answer = match message {
            Message::Beat { sent_at, beat } => {
                for (index, node) in self.nodes.iter_mut().enumerate() {
                    if index != from {
                        Self::send(&mut self.random, self.slowest, &mut node.from_broker, Message::BeatReceived(beat));
                    }
                }
                Message::BeatArrived { sent_at, number: self.sequence }
            }
            Message::Save { code, after, term } => {
                let last = self.rooms[&code].0;
                let outcome = (last == after).then(|| {
                    self.rooms.insert(code, (self.sequence, self.ids[from]));
                    self.sequence
                });
                Message::Saved { code, outcome, term }
            }
            Message::Read(code) => {
                let (revision, owner) = self.rooms[&code];
                Message::Record { code, revision, owner }
            }
            _ => return,
        };
        Self::send(&mut self.random, self.slowest, &mut self.nodes[from].from_broker, answer);
    }

    fn receive(&mut self, index: usize, message: Message) {
        let node = &mut self.nodes[index];
        match message {
            Message::BeatReceived(beat) => drop(node.membership.receive(beat)),
            Message::BeatArrived { sent_at, number } => {
                node.is_beating = false;
                let before = node.lease.term();
                node.membership.arrived(sent_at, number, &node.lease);
                self.lapses += usize::from(before.is_none());
            }
            Message::Saved { code, outcome: Some(revision), term } => {
                if let Some(held) = node.rooms.get_mut(&code) {
                    *held = Held { revision, term: Some(term), is_saving: false };
                }
            }
            Message::Saved { code, outcome: None, .. } => drop(node.rooms.remove(&code)),
            // The heartbeats received so far decide: the line keeps the order of heartbeats and answers.
            Message::Record { code, revision, owner } => {
                node.reading.remove(&code);
                if node.must_claim(code, owner) {
                    node.rooms.insert(code, Held { revision, term: None, is_saving: false });
                    self.claims += 1;
                }
            }
            Message::Beat { .. } | Message::Save { .. } | Message::Read(_) => {}
        }
    }

    /// Runs one step of a node: its heartbeat, its snapshots, and its claims.
    fn act(&mut self, index: usize) {
        let node = &mut self.nodes[index];
        let now = Instant::now();
        if !node.is_beating && node.beat_at <= now {
            node.is_beating = true;
            node.beat_at = now + BEAT_EVERY;
            let beat = node.membership.beat().expect("a heartbeat");
            let message = Message::Beat { sent_at: now, beat };
            Self::send(&mut self.random, self.slowest, &mut node.to_broker, message);
        }
        let Some(term) = node.lease.term() else { return };
        for (code, held) in &mut node.rooms {
            // At once after a lapse, otherwise now and then.
            if !held.is_saving && (held.term != Some(term) || self.random.random_ratio(1, 50)) {
                held.is_saving = true;
                let save = Message::Save { code: *code, after: held.revision, term };
                Self::send(&mut self.random, self.slowest, &mut node.to_broker, save);
            }
        }
        for (code, (_, owner)) in &self.rooms {
            if node.must_claim(*code, *owner) && node.reading.insert(*code) {
                Self::send(&mut self.random, self.slowest, &mut node.to_broker, Message::Read(*code));
            }
        }
    }

    fn may_send(&self, index: usize, code: RoomCode) -> bool {
        let node = &self.nodes[index];
        let awake = !node.is_dead && node.frozen_until.is_none();
        let term = node.rooms.get(&code).and_then(|held| held.term);
        awake && term.is_some() && node.lease.term() == term
    }

    fn check(&self) {
        for code in self.rooms.keys() {
            let senders: Vec<_> = (0..ENGINES).filter(|index| self.may_send(*index, *code)).collect();
            assert!(senders.len() <= 1, "{code}: {senders:?} may send at once");
        }
    }

    /// Breaks something at random; one engine is never killed.
    fn break_something(&mut self) {
        let index = self.random.random_range(0..ENGINES);
        let until = Some(Instant::now() + Duration::from_millis(self.random.random_range(50..4000)));
        let node = &mut self.nodes[index];
        match self.random.random_range(0..10) {
            0 if index > 0 => node.is_dead = true,
            1..5 => node.frozen_until = until,
            _ => node.cut_until = until,
        }
    }
}

#[tokio::test]
async fn at_most_one_engine_sends_for_a_room_and_one_recovers_after_a_fault() {
    pause();
    let (mut claims, mut lapses) = (0, 0);
    for seed in 0..150 {
        let mut site = Site::new(seed);
        for _ in 0..1500 {
            advance(STEP).await;
            if site.random.random_ratio(1, 100) {
                site.break_something();
            }
            site.step();
        }
        // All but the dead engines recover. Messages are fast now, since slow heartbeats alone can silence an engine
        // for a moment.
        site.slowest = 3;
        for step in 0..900 {
            advance(STEP).await;
            site.step();
            for code in site.rooms.keys().filter(|_| step >= 600) {
                let n_senders = (0..ENGINES).filter(|index| site.may_send(*index, *code)).count();
                assert_eq!(n_senders, 1, "seed {seed}: {code}, although nothing breaks any more");
            }
        }
        claims += site.claims;
        lapses += site.lapses;
    }
    assert!(claims > 200 && lapses > 400, "{claims} claims, {lapses} lapses: too few");
}

#[tokio::test]
async fn an_unreachable_broker_causes_no_claims() {
    pause();
    let mut site = Site::new(1);
    for step in 0..2000 {
        advance(STEP).await;
        if step == 500 {
            let until = Some(Instant::now() + Duration::from_secs(5));
            site.nodes.iter_mut().for_each(|node| node.cut_until = until);
        }
        site.step();
    }
    assert_eq!(site.claims, 0);
    for (code, (_, owner)) in &site.rooms {
        let node = site.ids.iter().position(|id| id == owner).expect("it is one of them");
        assert!(site.may_send(node, *code));
    }
}

#[test]
fn the_successor_of_a_room_is_stable_when_others_join_or_leave() {
    let members: Vec<_> =
        (0..5).map(|since| super::Member { id: EngineId::new(), since, is_leaving: since == 4 }).collect();
    for number in 0..500 {
        let code = RoomCode::from_random(number);
        let chosen = successor(code, &members).expect("there are some");
        assert_ne!(chosen, members[4].id, "an engine that is leaving gets none");
        let without_another: Vec<_> =
            members.iter().copied().filter(|member| member.id == chosen || member.since > 1).collect();
        assert_eq!(successor(code, &without_another), Some(chosen));
    }
    assert_eq!(successor(RoomCode::from_random(1), &members[4..]), Some(members[4].id), "unless all leave");
}
