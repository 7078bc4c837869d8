//! An engine that gives prepared answers and records the requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix::{Actor, Addr, AsyncContext as _, Context, Handler};
use api::Links;
use shared::messages::{
    BeginRace, BeginRaceError, EVENT_SEATS, ListRaces, ListRacesError, OpenRoom, OpenRoomError, RaceOf, Races,
    RemoveRacer, RemoveRacerError, TakeSeat, TakeSeatError, TakenSeat,
};
use shared::{Language, RaceId, RoomCode, Text, TextId, UserId};
use uuid::Uuid;

pub(crate) struct Engine {
    pub(crate) open_room: Result<RoomCode, OpenRoomError>,
    /// `None` for a seat, with no one else in the room.
    pub(crate) refuse_seat: Option<TakeSeatError>,
    /// The longest time for which rooms wait until somebody starts the race.
    pub(crate) waits: Duration,
    pub(crate) rooms_asked: Vec<OpenRoom>,
    pub(crate) seats_asked: Vec<TakeSeat>,
    /// The texts of the rooms of events, which are blank until their races begin.
    event_texts: HashMap<RoomCode, Text>,
    /// Rooms that are closed.
    pub(crate) gone: Vec<RoomCode>,
    /// Rooms in which nobody has kept a seat, and whose races have begun.
    pub(crate) begun_without: Vec<RoomCode>,
    /// `None` to begin races of events.
    pub(crate) refuse_begin: Option<BeginRaceError>,
    pub(crate) races_begun: Vec<BeginRace>,
    pub(crate) racers_removed: Vec<RemoveRacer>,
    /// The text of a room that nobody asked for a text.
    pub(crate) text: TextId,
    /// The race of the room.
    pub(crate) race: RaceId,
    /// The races that can be watched.
    pub(crate) races: Races,
    /// The number of times that it listed them.
    pub(crate) times_listed: usize,
    /// The race of every user.
    pub(crate) race_of: Option<RoomCode>,
    /// The users whose race was asked for.
    pub(crate) racers_asked: Vec<UserId>,
}

/// The race of the room at first.
pub(crate) fn race() -> RaceId {
    RaceId(Uuid::from_u128(41))
}

pub(crate) fn code() -> RoomCode {
    "k3f9wq2m".parse().expect("it is a code")
}

impl Engine {
    pub(crate) fn start() -> (Arc<Mutex<Self>>, Links) {
        let engine = Self {
            open_room: Ok(code()),
            refuse_seat: None,
            waits: Duration::ZERO,
            rooms_asked: Vec::new(),
            seats_asked: Vec::new(),
            event_texts: HashMap::new(),
            gone: Vec::new(),
            begun_without: Vec::new(),
            refuse_begin: None,
            races_begun: Vec::new(),
            racers_removed: Vec::new(),
            text: TextId(1),
            race: race(),
            races: Races::default(),
            times_listed: 0,
            racers_asked: Vec::new(),
            race_of: None,
        };
        let engine = Arc::new(Mutex::new(engine));
        let address = EngineActor(engine.clone()).start();
        (engine, links(&address))
    }

    pub(crate) fn gone() -> Links {
        let context = Context::<EngineActor>::new();
        let address = context.address();
        drop(context);
        links(&address)
    }
}

fn links(address: &Addr<EngineActor>) -> Links {
    Links {
        open_room: address.clone().recipient(),
        take_seat: address.clone().recipient(),
        begin_race: address.clone().recipient(),
        remove_racer: address.clone().recipient(),
        list_races: address.clone().recipient(),
        race_of: address.clone().recipient(),
    }
}

struct EngineActor(Arc<Mutex<Engine>>);

impl Actor for EngineActor {
    type Context = Context<Self>;
}

impl Handler<OpenRoom> for EngineActor {
    type Result = Result<RoomCode, OpenRoomError>;

    fn handle(&mut self, message: OpenRoom, _: &mut Self::Context) -> Self::Result {
        let mut engine = self.0.lock().expect("nobody panicked");
        engine.text = message.text.as_ref().map_or(engine.text, |text| text.id);
        let is_of_event = message.event.is_some();
        let text = message.text.clone();
        engine.rooms_asked.push(message);
        match text {
            // Each room of an event is another one.
            Some(text) if is_of_event && engine.open_room.is_ok() => {
                let room = RoomCode::from_random(engine.rooms_asked.len() as u64);
                engine.event_texts.insert(room, text);
                Ok(room)
            }
            _ => engine.open_room.clone(),
        }
    }
}

impl Handler<TakeSeat> for EngineActor {
    type Result = Result<TakenSeat, TakeSeatError>;

    fn handle(&mut self, message: TakeSeat, _: &mut Self::Context) -> Self::Result {
        let mut engine = self.0.lock().expect("nobody panicked");
        engine.seats_asked.push(message.clone());
        let of_event = engine.event_texts.get(&message.code).cloned();
        let seats = if of_event.is_some() { EVENT_SEATS } else { 5 };
        let text = of_event.unwrap_or_else(|| Text {
            id: engine.text,
            author: "Ana".to_owned(),
            work: Some("A walk (1871)".to_owned()),
            text: "A text to type.".to_owned(),
            language: Language::English,
        });
        match engine.refuse_seat.clone() {
            Some(refusal) => Err(refusal),
            None if engine.gone.contains(&message.code) => Err(TakeSeatError::Unknown),
            None if engine.begun_without.contains(&message.code) => Err(TakeSeatError::Joinable),
            None => Ok(TakenSeat {
                participants: vec![message.racer],
                text,
                race: engine.race,
                private: false,
                seats,
                waits: engine.waits,
            }),
        }
    }
}

impl Handler<BeginRace> for EngineActor {
    type Result = Result<(), BeginRaceError>;

    fn handle(&mut self, message: BeginRace, _: &mut Self::Context) -> Self::Result {
        let mut engine = self.0.lock().expect("no test panicked");
        engine.races_begun.push(message.clone());
        if let Some(refusal) = engine.refuse_begin.clone() {
            return Err(refusal);
        }
        engine.event_texts.insert(message.code, message.text);
        Ok(())
    }
}

impl Handler<RemoveRacer> for EngineActor {
    type Result = Result<(), RemoveRacerError>;

    fn handle(&mut self, message: RemoveRacer, _: &mut Self::Context) -> Self::Result {
        self.0.lock().expect("no test panicked").racers_removed.push(message);
        Ok(())
    }
}

impl Handler<ListRaces> for EngineActor {
    type Result = Result<Races, ListRacesError>;

    fn handle(&mut self, _: ListRaces, _: &mut Self::Context) -> Self::Result {
        let mut engine = self.0.lock().expect("no test panicked");
        engine.times_listed += 1;
        Ok(engine.races.clone())
    }
}

impl Handler<RaceOf> for EngineActor {
    type Result = Result<Option<RoomCode>, ListRacesError>;

    fn handle(&mut self, RaceOf { user }: RaceOf, _: &mut Self::Context) -> Self::Result {
        let mut engine = self.0.lock().expect("no test panicked");
        engine.racers_asked.push(user);
        Ok(engine.race_of)
    }
}
