//! The contents of a room's snapshot.

use std::collections::HashMap;

use race::{Race, RaceTime, Rules};
use serde::{Deserialize, Serialize};
use shared::messages::{EventRoom, RecordResult};
use shared::{RaceId, RacerId, Text};

use crate::ids::Ticket;
use crate::occupancy::RoomKind;
use crate::store::KeptRoom;

/// The state of a room that outlives its process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RoomSnapshot {
    pub(super) id: RaceId,
    /// True for a room that matchmaking never offers.
    pub(super) is_private: bool,
    pub(super) race: Race,
    /// The time of the race at which this was written.
    pub(super) at: RaceTime,
    /// The results in the order of places, recorded or not: recording one again changes nothing.
    pub(super) results: Vec<RecordResult>,
    /// The number of each racer's last join, which distinguishes their last socket from earlier ones.
    pub(super) tickets: HashMap<RacerId, Ticket>,
}

impl RoomSnapshot {
    /// Returns the snapshot of a room of this kind that opens now, under these `rules` of the site.
    pub(crate) fn new(kind: RoomKind, rules: Rules, text: Text) -> Self {
        let race = match kind {
            RoomKind { event: Some(EventRoom { seats }), .. } => {
                Race::new(Rules { capacity: seats, ..rules }, text).of_event()
            }
            RoomKind { is_solo: true, .. } => Race::new(rules.solo(), text),
            RoomKind { opener: Some(opener), .. } => Race::new(rules, text).of_friends(opener),
            RoomKind { .. } => Race::new(rules, text),
        };
        Self {
            id: RaceId(uuid::Uuid::new_v4()),
            is_private: kind.is_private,
            race,
            at: RaceTime::ZERO,
            results: Vec::new(),
            tickets: HashMap::new(),
        }
    }

    pub(crate) fn kind(&self) -> RoomKind {
        RoomKind::of(&self.race, self.is_private)
    }

    /// Reads the snapshot of a room.
    ///
    /// # Errors
    /// Returns the results that can still be read if this is not a snapshot of this version. The reason is left out,
    /// since it may contain names.
    pub(crate) fn read(kept: &KeptRoom) -> Result<Self, Vec<RecordResult>> {
        #[derive(Deserialize)]
        struct Results {
            results: Vec<RecordResult>,
        }
        serde_json::from_slice(&kept.snapshot).map_err(|_| {
            serde_json::from_slice(&kept.snapshot).map_or_else(|_| Vec::new(), |Results { results }| results)
        })
    }
}
