//! One random schedule: racers with their windows, the network, and a room with a late clock.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Duration;

use race::{
    EMPTY_ROOM_TTL, EventError, Finish, Finishing, Phase, Race, RaceEvent, RaceTime, Rules, SEAT_TTL_MAX, Seat,
    SeatError,
};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use shared::racer::{FinishReport, LogPiece, ProgressReport, Racer};
use shared::testing::{client_events, number_of, racer, seat_proof, text};
use shared::wire::ClientEvent;
use shared::{Percent, RacerId, Text, TextId, UserId};

use super::invariants::Invariants;
use super::network::{Command, Network, Packet};
use super::typist::Typist;

/// The number of users who want to race: more than there are seats.
const USERS: i64 = 8;

/// Longer than the life of any room whose racers stay and do nothing.
const LONGEST_LIFE: Duration = Duration::from_secs(60 * 60);

static EXAMPLES: LazyLock<Vec<ClientEvent>> = LazyLock::new(client_events);

pub(super) struct Schedule {
    random: Xoshiro256PlusPlus,
    rules: Rules,
    now: RaceTime,
    /// The race with a late clock, occasionally resumed from a snapshot.
    race: Race,
    /// The same race with a punctual clock, which must reach the same state.
    punctual: Race,
    /// The text that the host of an event brings.
    hosted: Text,
    /// The progress that clients report, before the network loses or delays it.
    clients: BTreeMap<i64, Client>,
    /// The window in which each user races, as the room knows it.
    tabs: BTreeMap<i64, u32>,
    gone: BTreeSet<i64>,
    network: Network,
    invariants: Invariants,
    reached: BTreeSet<&'static str>,
    is_verbose: bool,
}

/// Returns the racer with this number; each third is a guest.
fn racer_of(user: i64) -> Racer {
    racer(if user % 3 == 0 { -user } else { user })
}

/// A client's knowledge of its own state.
#[derive(Default)]
struct Client {
    tab: u32,
    completed: u8,
    /// The keys, if the client sends a log of them.
    typist: Option<Typist>,
}

impl Client {
    fn new(logs: bool) -> Self {
        Self { typist: logs.then(Typist::default), ..Self::default() }
    }
}

impl Schedule {
    pub(super) fn new(seed: u64, is_verbose: bool) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let rules = Rules { capacity: random.random_range(1..=6), ..Rules::default() };
        let text = text(random.random_range(4..60));
        let mut race = Race::new(rules, text);
        let hosted = race.text().clone();
        match random.random_range(0..5) {
            0 => race = race.of_friends(UserId(random.random_range(1..=USERS / 2))),
            1 => race = Race::new(rules, Text { id: TextId::NONE, text: String::new(), ..hosted.clone() }).of_event(),
            _ => {}
        }
        Self {
            punctual: race.clone(),
            race,
            rules,
            hosted,
            now: RaceTime::ZERO,
            clients: (1..=USERS).map(|user| (user, Client::new(random.random_ratio(1, 2)))).collect(),
            tabs: BTreeMap::new(),
            gone: BTreeSet::new(),
            network: Network::default(),
            invariants: Invariants::new(rules),
            reached: BTreeSet::new(),
            is_verbose,
            random,
        }
    }

    /// Runs the schedule to its end and returns the situations that it reached.
    pub(super) fn run(mut self) -> BTreeSet<&'static str> {
        let steps = self.random.random_range(20..120);
        if self.random.random_ratio(4, 5) {
            self.gather();
        }
        for _ in 0..steps {
            let ms = match self.random.random_range(0..100) {
                0..75 => {
                    self.send();
                    continue;
                }
                75..98 => self.random.random_range(0..2_000),
                _ => self.random.random_range(2_000..60_000),
            };
            self.pass(Duration::from_millis(ms));
            if self.race.phase() == Phase::Closed {
                break;
            }
        }
        self.end();
        self.reached
    }

    /// Lets some users join at once, so that their race begins.
    fn gather(&mut self) {
        for user in 1..=self.random.random_range(1..=self.rules.capacity as i64) {
            self.emit(user, Command::TakeSeat);
            self.pass(Duration::from_millis(100));
            self.emit(user, Command::Event(ClientEvent::Join));
        }
        if self.random.random_ratio(1, 4) {
            let seconds = self.random.random_range(0..20);
            return self.pass(Duration::from_secs(seconds));
        }
        self.pass(Duration::from_secs(20));
        if self.race.is_of_event() {
            self.emit(1, Command::BeginWith { start_at: self.now + Duration::from_secs(5) });
        }
        if let Some(starter) = self.race.starter() {
            let user = number_of(starter.id).abs();
            self.emit(user, Command::Event(ClientEvent::Begin));
        }
        self.pass(Duration::from_secs(5));
        if self.random.random_ratio(1, 3) {
            // A user who may never join holds up the end of the race for a while.
            self.emit(USERS, Command::TakeSeat);
        }
        self.pass(Duration::from_secs(8));
    }

    /// Lets a client do something.
    fn send(&mut self) {
        let user = self.random.random_range(1..=USERS);
        let text = self.race.text().text.clone();
        let since_start = match self.race.phase() {
            Phase::Running { started_at, .. } => Some(self.now.since(started_at)),
            _ => None,
        };
        let client = self.clients.entry(user).or_default();
        let command = match self.random.random_range(0..100) {
            0..8 => Command::TakeSeat,
            8..18 => Command::Event(ClientEvent::Join),
            18..21 => {
                // Another window, which does not know what was typed in the first one.
                *client = Client { tab: client.tab + 1, ..Client::new(client.typist.is_some()) };
                Command::Event(ClientEvent::Join)
            }
            21..25 => Command::Leave,
            _ if client.completed == 100 && self.random.random_ratio(3, 4) => {
                let accuracy = self.random.random_range(-50.0..150.0);
                // Times belong to keys, which are missing.
                let times = self.random.random_ratio(1, 16).then(Vec::new);
                let is_whole = self.random.random_ratio(1, 2);
                let log = client.typist.as_mut().map(|typist| typist.piece(&text, is_whole));
                Command::Event(ClientEvent::Finish(FinishReport { accuracy, times, log, ..FinishReport::default() }))
            }
            25..30 => {
                let ago = self.random.random_range(-10..1_500);
                let seen = u64::try_from(self.now.millis() as i64 - ago).ok();
                Command::Event(ClientEvent::Clock(seen.filter(|_| self.random.random_ratio(3, 4))))
            }
            30..32 => Command::Event(ClientEvent::Begin),
            93 if self.race.is_of_event() => Command::Remove,
            94 if self.race.is_of_event() => {
                let ms = self.random.random_range(0..12_000);
                Command::BeginWith { start_at: self.now + Duration::from_millis(ms) }
            }
            32 => Command::Event(ClientEvent::Start(Some(self.random.random_range(-400..400)))),
            33..95 if let (Some(typist), Some(elapsed)) = (&mut client.typist, since_start) => {
                // Some clocks run at half the speed, or twice.
                let ms = elapsed.as_millis() as u32 * [1, 2, 2, 2, 2, 2, 2, 4][user as usize - 1] / 2;
                let characters = self.random.random_range(0..40);
                typist.type_on(&text, characters, ms, &mut self.random);
                let log = match self.random.random_range(0..20) {
                    0..9 => None,
                    9 => Some(typist.piece(&text, true)),
                    10 => Some(LogPiece { from: 0, keys: vec![self.random.random_range(0..=u8::MAX); 3] }),
                    _ => Some(typist.piece(&text, false)),
                };
                let completed = typist.completed(&text);
                Command::Event(ClientEvent::Typing(ProgressReport { completed, log }))
            }
            33..95 => {
                let points = match self.random.random_range(0..20) {
                    0 => -40,
                    1 => -2,
                    2..5 => 100,
                    _ => self.random.random_range(0..=25),
                };
                let completed = (i64::from(client.completed) + points).clamp(0, 100);
                Command::Event(ClientEvent::Typing(Percent::try_from(completed).unwrap().into()))
            }
            _ => Command::Event(EXAMPLES[self.random.random_range(0..EXAMPLES.len())].clone()),
        };
        if let Command::Event(ClientEvent::Typing(ProgressReport { completed, .. })) = &command {
            client.completed = completed.get();
        }
        self.emit(user, command);
    }

    fn emit(&mut self, user: i64, command: Command) {
        if let Command::Event(event) = &command {
            self.reached.insert(event.name());
        }
        let tab = self.clients.entry(user).or_default().tab;
        let packet = Packet { user, tab, command };
        let fate = self.network.send(packet.clone(), self.now, &mut self.random);
        self.reached.extend(fate);
        self.log(|| format!("{packet:?} is sent{}", fate.map(|fate| format!(": {fate}")).unwrap_or_default()));
    }

    /// Lets time pass: packets arrive, and the room's timer fires some time after it is due.
    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        loop {
            let late = Duration::from_millis(self.random.random_range(0..400));
            let timer = self.race.deadline().map(|due| due + late).filter(|at| *at <= until);
            let next = timer.unwrap_or(until);
            if let Some((at, packet)) = self.network.next(next) {
                self.tick(at);
                self.perform(packet);
            } else if timer.is_some() {
                self.tick(next);
                self.reached.insert("a late tick");
            } else {
                break;
            }
        }
        self.now = until.max(self.now);
    }

    /// Advances the race with the late clock and the punctual one.
    fn tick(&mut self, now: RaceTime) {
        self.now = now;
        let late = self.race.tick(now);
        let mut punctual = Vec::new();
        while let Some((due, rule)) = self.punctual.next_timed().filter(|(due, _)| *due <= now) {
            self.reached.insert(rule.name);
            let events = self.punctual.tick(due);
            assert!(!events.is_empty() || self.punctual.deadline() > Some(due), "a deadline is met");
            self.record(&events, due);
            punctual.extend(events);
        }
        assert_eq!(late, punctual, "a late tick returns the same events as punctual ones");
        assert_eq!(self.race, self.punctual, "a late tick leads to the same state as punctual ones");
        self.invariants.check(&self.race, now);
    }

    fn perform(&mut self, packet: Packet) {
        if self.random.random_ratio(1, 25) {
            let snapshot = serde_json::to_string(&self.race).unwrap();
            let restored: Race = serde_json::from_str(&snapshot).unwrap();
            assert_eq!(serde_json::to_string(&restored).unwrap(), snapshot, "a snapshot is the state");
            // Except for the logs, which clients send again.
            (self.race, self.punctual) = (restored.clone(), restored);
            self.reached.insert("a snapshot");
        }
        let before = self.race.clone();
        let refusal = self.command(packet.clone());
        self.log(|| {
            format!("{packet:?} arrives{}", refusal.as_ref().map(|why| format!(": {why}")).unwrap_or_default())
        });
        if refusal.is_some() {
            let client = self.clients.get_mut(&packet.user);
            client.and_then(|client| client.typist.as_mut()).into_iter().for_each(Typist::begin_anew);
            assert_eq!(self.race, before, "a refused command changes nothing: {packet:?}");
        }
        assert_eq!(self.race, self.punctual, "a race continues from its snapshot unchanged");
        self.invariants.check(&self.race, self.now);
    }

    /// Passes a command to the race and returns the reason if it is refused.
    fn command(&mut self, Packet { user, tab, command }: Packet) -> Option<String> {
        let (racer, now) = (racer_of(user), self.now);
        let id = racer.id;
        let is_current = self.tabs.get(&user) == Some(&tab);
        let refused = match command {
            Command::TakeSeat => {
                let had_one = self.race.seat(id).is_some_and(Seat::is_expected);
                let taken = self.race.take_seat(racer.clone(), seat_proof(), now);
                assert_eq!(self.punctual.take_seat(racer, seat_proof(), now), taken);
                self.reached.extend(match &taken {
                    Ok(()) => had_one.then_some("a seat asked for again"),
                    Err(SeatError::Full) => Some("a room without a seat left"),
                    Err(SeatError::Begun) => Some("a room that had begun"),
                    Err(_) => Some("a room that was closed"),
                });
                return taken.err().map(|error| error.to_string());
            }
            Command::Event(ClientEvent::Join) => {
                let joined = self.race.join(id, now);
                assert_eq!(self.punctual.join(id, now), joined);
                joined.map(|events| self.joined(user, tab, &events)).err()
            }
            Command::Leave if is_current => {
                self.tabs.remove(&user);
                self.gone.insert(user);
                let events = self.race.leave(id, now);
                assert_eq!(self.punctual.leave(id, now), events);
                self.record(&events, now);
                let is_kept = self.race.seat(id).is_some_and(Seat::is_expected);
                self.reached.extend(is_kept.then_some("a seat kept for another page"));
                None
            }
            Command::Remove => {
                let events = self.race.remove(id, now);
                assert_eq!(self.punctual.remove(id, now), events);
                if !events.is_empty() {
                    self.tabs.remove(&user);
                    self.invariants.removed(id);
                    self.reached.insert("a racer who was removed");
                    let has_ended = events.iter().any(|event| matches!(event, RaceEvent::Ended { .. }));
                    self.reached.extend(has_ended.then_some("a race that waited only for a racer who was removed"));
                }
                self.record(&events, now);
                None
            }
            Command::BeginWith { start_at } => {
                self.begin_with(start_at);
                None
            }
            // The room ignores users who are not here, and windows that were taken over.
            _ if !is_current => {
                self.reached.extend(self.tabs.contains_key(&user).then_some("a tab that was taken over"));
                Some(EventError::NotJoined)
            }
            Command::Leave => None,
            Command::Event(ClientEvent::Typing(report)) => self.type_to(id, &report),
            Command::Event(ClientEvent::Finish(report)) => self.finish(id, &report),
            Command::Event(ClientEvent::Begin) => self.begin(id),
            // They only confirm.
            Command::Event(ClientEvent::Starting | ClientEvent::Start(None)) => None,
            Command::Event(ClientEvent::Clock(seen)) => {
                let measured = self.race.measure(id, seen, now);
                assert_eq!(self.punctual.measure(id, seen, now), measured);
                measured.err()
            }
            Command::Event(ClientEvent::Start(Some(opened))) => {
                let told = self.race.open(id, opened, now);
                assert_eq!(self.punctual.open(id, opened, now), told);
                told.err()
            }
        };
        let refused = refused.map(EventError::name);
        self.reached.extend(refused);
        refused.map(str::to_owned)
    }

    fn begin(&mut self, user: RacerId) -> Option<EventError> {
        self.invariants.begins(user, &self.race);
        let begun = self.race.begin(user, self.now);
        assert_eq!(self.punctual.begin(user, self.now), begun);
        match begun {
            Ok(events) => {
                self.reached.extend(match (self.race.opener(), self.race.seats().len()) {
                    _ if events.is_empty() => None,
                    (Some(opener), _) if user == opener.into() => Some("a race that its opener started"),
                    (Some(_), _) => Some("a race that another friend started"),
                    (None, _) => Some("a race that a racer alone started"),
                });
                self.record(&events, self.now);
                None
            }
            Err(error) => Some(error),
        }
    }

    fn begin_with(&mut self, start_at: RaceTime) {
        let now = self.now;
        self.invariants.begins_with(start_at, now, &self.race);
        let begun = self.race.begin_with(self.hosted.clone(), start_at, now);
        assert_eq!(self.punctual.begin_with(self.hosted.clone(), start_at, now), begun);
        self.reached.insert(match () {
            () if begun.is_empty() => "a word of the host that came twice",
            () if start_at <= now => "a word of the host that came late",
            () => "a race that its host started",
        });
        self.record(&begun, now);
        // It may start at once.
        self.tick(now);
    }

    fn joined(&mut self, user: i64, tab: u32, events: &[RaceEvent]) {
        let is_second = self.tabs.insert(user, tab).is_some_and(|before| before != tab);
        let is_back = self.gone.remove(&user);
        self.record(events, self.now);
        self.reached.extend(match self.race.phase() {
            _ if is_second => Some("a second tab"),
            Phase::Waiting { .. } if is_back => Some("a return to the waiting room"),
            Phase::Running { .. } if is_back => Some("a return to a running race"),
            Phase::Finished { .. } if is_back => Some("a return after the race"),
            Phase::Starting { .. } if events.contains(&RaceEvent::CountdownBegan) => {
                Some("a room that started because it was full")
            }
            _ => None,
        });
    }

    fn type_to(&mut self, user: RacerId, report: &ProgressReport) -> Option<EventError> {
        let completed = report.completed;
        let before = self.race.seat(user).map_or(Percent::NONE, |seat| seat.completed);
        let typed_at = self.typed_at();
        let reported = self.race.report(user, report, typed_at);
        assert_eq!(self.punctual.report(user, report, typed_at), reported);
        match reported {
            Ok(event) => {
                self.invariants.typed(user, report.log.as_ref(), &self.race);
                self.reached.extend(match &event {
                    Some(_) if before > completed => Some("progress backward"),
                    Some(_) => Some("progress"),
                    None => None,
                });
                self.record(event.as_slice(), self.now);
                None
            }
            Err(error) => Some(error),
        }
    }

    /// Returns the moment at which the racer's engine received the event that arrives now, sometimes long before.
    fn typed_at(&mut self) -> RaceTime {
        let ms = if self.random.random_ratio(1, 8) { self.random.random_range(0..5_000) } else { 0 };
        RaceTime(self.now.0.saturating_sub(Duration::from_millis(ms)))
    }

    fn finish(&mut self, user: RacerId, report: &FinishReport) -> Option<EventError> {
        let (typed_at, now) = (self.typed_at(), self.now);
        let finishing = self.race.finish(user, report, typed_at, now);
        assert_eq!(self.punctual.finish(user, report, typed_at, now), finishing);
        match finishing {
            Ok(Finishing::First(events)) => {
                self.invariants.accepted(user, typed_at);
                self.invariants.typed(user, report.log.as_ref(), &self.race);
                let is_final =
                    |event: &RaceEvent| matches!(event, RaceEvent::Finished(finish) if finish.result.racer == user);
                self.reached.insert(if events.iter().any(is_final) {
                    "a finish that is final at once"
                } else {
                    "a finish that waits for others"
                });
                self.record(&events, self.now);
                None
            }
            Ok(Finishing::Again) => {
                self.reached.insert("a repeated finish");
                None
            }
            Err(error) => Some(error),
        }
    }

    fn record(&mut self, events: &[RaceEvent], at: RaceTime) {
        for event in events {
            self.log(|| format!("  {event:?}"));
            self.invariants.happened(event, at, &self.punctual);
            let racers = self.punctual.seats().iter().filter(|seat| !seat.is_expected()).count();
            if let RaceEvent::Finished(finish) = event {
                let Finish { result, evidence, .. } = &**finish;
                self.reached.insert("a finish");
                self.reached.extend(result.won.then_some("a win"));
                self.reached.extend(result.unranked.then_some("an unranked finish"));
                self.reached.extend(evidence.map(|_| "a finish with a log"));
                self.reached.extend(evidence.filter(|evidence| evidence.late_keys > 0).map(|_| "late keys"));
                self.reached.extend(evidence.filter(|evidence| evidence.credited_ms > 0).map(|_| "credit"));
                let is_beside_idlers = result.place == 1 && !result.unranked && !result.won && finish.racers > 1;
                self.reached.extend(is_beside_idlers.then_some("a first place beside racers who typed too little"));
                self.reached.extend(
                    self.invariants.finished(finish).then_some("a finish that overtakes one that arrived before"),
                );
            }
            self.reached.extend(match event {
                RaceEvent::Started if racers == 1 => Some("a race of one"),
                RaceEvent::Started => Some("a race of several"),
                RaceEvent::Ended { unfinished: 0 } => Some("a race that all finished"),
                RaceEvent::Ended { .. } => Some("a race that ended early"),
                RaceEvent::RacerLeft(racer) if self.race.seat(racer.id).is_none() => Some("an unused seat"),
                RaceEvent::RacerJoined(_) | RaceEvent::RacerLeft(_) | RaceEvent::ProgressMade { .. } => None,
                RaceEvent::Finished(_) => None,
                RaceEvent::StarterChanged(_) => Some("another starter"),
                RaceEvent::WaitingBegan | RaceEvent::CountdownBegan | RaceEvent::Expired | RaceEvent::Closed => None,
            });
        }
    }

    /// Checks that the room closes when all racers stay idle, and when all leave.
    fn end(&mut self) {
        let mut idle = self.race.clone();
        let events = idle.tick(self.now + LONGEST_LIFE);
        assert_eq!(idle.phase(), Phase::Closed, "a room closes even if all racers stay");
        assert!(self.race.phase() == Phase::Closed || events.last() == Some(&RaceEvent::Closed), "and that comes last");

        for user in 1..=USERS {
            let id = racer_of(user).id;
            let events = self.race.leave(id, self.now);
            assert_eq!(self.punctual.leave(id, self.now), events);
            self.record(&events, self.now);
        }
        let until = self.race.expires_at().map_or(self.now, |expires_at| expires_at.max(self.now));
        self.tick(until + EMPTY_ROOM_TTL + SEAT_TTL_MAX);
        assert_eq!(self.race.phase(), Phase::Closed, "a room closes when all have left");
    }

    #[expect(clippy::print_stdout, reason = "a replay prints each step")]
    fn log(&self, what: impl FnOnce() -> String) {
        if self.is_verbose {
            println!("{:>10.3} s  {}", self.now.0.as_secs_f64(), what());
        }
    }
}
