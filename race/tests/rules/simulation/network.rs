//! The network between clients and the room, which delays, loses, repeats and reorders commands.

use std::time::Duration;

use race::RaceTime;
use rand::{RngExt, rngs::Xoshiro256PlusPlus};
use shared::wire::ClientEvent;

/// A request of a client to the room, or of the api on its behalf.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    TakeSeat,
    /// The socket is gone.
    Leave,
    /// The host removes the racer.
    Remove,
    /// The host begins the race.
    BeginWith {
        start_at: RaceTime,
    },
    Event(ClientEvent),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Packet {
    pub(super) user: i64,
    pub(super) tab: u32,
    pub(super) command: Command,
}

#[derive(Default)]
pub(super) struct Network {
    /// Each packet with its time of arrival and the number of packets sent before it.
    under_way: Vec<(RaceTime, u64, Packet)>,
    sent: u64,
}

/// The fates of sent commands that are counted.
pub(super) const LOST: &str = "a command that was lost";
pub(super) const TWICE: &str = "a command that arrived twice";
pub(super) const OUT_OF_ORDER: &str = "a command that arrived out of order";

impl Network {
    pub(super) fn send(
        &mut self,
        packet: Packet,
        now: RaceTime,
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<&'static str> {
        self.sent += 1;
        match random.random_range(0..100) {
            0..4 => Some(LOST),
            4..12 => {
                self.deliver(packet.clone(), now, random);
                self.deliver(packet, now, random);
                Some(TWICE)
            }
            _ => self.deliver(packet, now, random).then_some(OUT_OF_ORDER),
        }
    }

    /// Delivers a packet; returns true if it overtakes one that was sent before.
    fn deliver(&mut self, packet: Packet, now: RaceTime, random: &mut Xoshiro256PlusPlus) -> bool {
        let ms = if random.random_ratio(1, 10) { random.random_range(0..3_000) } else { random.random_range(0..80) };
        let at = now + Duration::from_millis(ms);
        let overtakes = self.under_way.iter().any(|(other, _, _)| *other > at);
        self.under_way.push((at, self.sent, packet));
        overtakes
    }

    /// Returns the next packet that has arrived by `until`, and its time of arrival.
    pub(super) fn next(&mut self, until: RaceTime) -> Option<(RaceTime, Packet)> {
        let arrived = self.under_way.iter().enumerate().filter(|(_, (at, _, _))| *at <= until);
        let (index, _) = arrived.min_by_key(|(_, (at, sent, _))| (*at, *sent))?;
        let (at, _, packet) = self.under_way.swap_remove(index);
        Some((at, packet))
    }
}
