//! The watchers of a room at this engine: sockets that see one picture of all lanes, which is encoded once.
//!
//! They hear of the race through its owner, which may be another engine: the whole race when it changes, and the progress
//! some times a second while it runs. Each event goes to a few sockets at a time, so that a crowd does not keep the thread
//! from the racers. No timer and no task in here: the room calls [`Watchers::wake`] at [`Watchers::deadline`].

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use race::state::pass_time_of;
use shared::Percent;
use shared::wire::{Phase, Picture, WATCH, WatchEvent, Watched};
use socketio::{Encoded, Socket};
use tokio::time::Instant;

use crate::client::{Refusal, WatcherId, turn_away};
use crate::limits::{
    FEW_WATCHERS, LONGEST_RETURN, PICTURE_COST, PICTURE_EVERY, PICTURE_EVERY_FOR_MANY, RETURN_OF_WATCHER,
    SHORTEST_RETURN,
};
use crate::metrics;

/// The number of sockets that get an event before others have their turn: half a millisecond of work.
const AT_ONCE: usize = 25;

/// The pause before the next of them.
const PAUSE: Duration = Duration::from_millis(1);

/// The watchers of a room at this engine.
pub(super) struct Watchers {
    watchers: BTreeMap<WatcherId, Watcher>,
    /// True while other engines have watchers, for whom the owner needs the progress.
    are_elsewhere: bool,
    /// The number of watchers who have entered.
    entered: u64,
    /// The race as it was shown last, and when; `None` while nobody watches, or the owner has not shown it yet.
    race: Option<(Watched, Instant)>,
    /// True if the progress has changed since the last picture.
    has_progressed: bool,
    /// The moment of the last picture.
    pictured_at: Option<Instant>,
    /// The next moment at which the owner is asked for the progress.
    tick_at: Option<Instant>,
    /// The events that are being sent, in order.
    sending: VecDeque<Sending>,
    /// The moment at which the next sockets get the first of them.
    send_at: Option<Instant>,
    count: WatcherCount,
}

struct Watcher {
    /// The number of watchers who had entered, with this one.
    number: u64,
    socket: Socket,
}

/// An event on its way to all watchers who were there when it began.
struct Sending {
    event: Encoded,
    /// True for a picture, which is left out for a client for whom packets wait.
    is_picture: bool,
    /// The last watcher who got it.
    after: Option<WatcherId>,
    /// The number of the last watcher who was there.
    last: u64,
}

/// The number of watchers of all rooms of this engine. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct WatcherCount(Arc<AtomicUsize>);

impl WatcherCount {
    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Watchers {
    /// Returns the watchers of a room that nobody watches; `count` counts those of all rooms.
    pub(super) fn new(count: WatcherCount) -> Self {
        Self {
            watchers: BTreeMap::new(),
            are_elsewhere: false,
            entered: 0,
            race: None,
            has_progressed: false,
            pictured_at: None,
            tick_at: None,
            sending: VecDeque::new(),
            send_at: None,
            count,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Adds a watcher, who sees the race at once if it is known.
    pub(super) fn enter(&mut self, id: WatcherId, socket: Socket) {
        if let Some(race) = self.encoded() {
            socket.send(&race);
        }
        self.entered += 1;
        if self.watchers.insert(id, Watcher { number: self.entered, socket }).is_none() {
            self.count_change(1);
        }
    }

    /// Removes a watcher who has gone.
    pub(super) fn leave(&mut self, id: WatcherId) {
        if self.watchers.remove(&id).is_some() {
            self.count_change(-1);
            self.rest_if_unneeded();
        }
    }

    /// Records whether other engines have watchers.
    pub(super) fn set_elsewhere(&mut self, are_elsewhere: bool) {
        if self.are_elsewhere != are_elsewhere {
            self.are_elsewhere = are_elsewhere;
            self.rest_if_unneeded();
        }
    }

    /// Shows the race, which has changed, to all.
    pub(super) fn show(&mut self, race: Watched) {
        let is_running = matches!(race.phase, Phase::Running { .. });
        let now = Instant::now();
        self.race = Some((race, now));
        self.has_progressed = false;
        self.tick_at = is_running.then(|| self.tick_at.unwrap_or(now + PICTURE_EVERY));
        // It makes up for what has not begun yet; pictures before it may have other lanes.
        self.sending.truncate(usize::from(self.sending.front().is_some_and(|sending| sending.after.is_some())));
        if let Some(event) = self.encoded() {
            self.send(event, false);
        }
        self.rest_if_unneeded();
    }

    /// Records the progress of all racers. Returns true if it has changed.
    pub(super) fn set_progress(&mut self, completed: &[Percent]) -> bool {
        // Other lanes are shown before their progress; if that message was lost, it comes again.
        let Some((race, _)) = self.race.as_mut().filter(|(race, _)| race.lanes.len() == completed.len()) else {
            return false;
        };
        let mut has_changed = false;
        for (lane, completed) in race.lanes.iter_mut().zip(completed) {
            has_changed |= lane.completed != *completed;
            lane.completed = *completed;
        }
        self.has_progressed |= has_changed;
        has_changed
    }

    /// Disconnects all watchers: there is nothing more to see.
    pub(super) fn close(&mut self) {
        // Whoever has seen nothing must not learn that there is such a room.
        let reason = if self.race.is_some() { Refusal::RoomClosed } else { Refusal::NoRoom };
        self.watchers.values().for_each(|watcher| turn_away(&watcher.socket, &reason));
        self.forget_all();
    }

    fn forget_all(&mut self) {
        if !self.watchers.is_empty() {
            self.count_change(-(self.watchers.len() as isize));
            self.watchers.clear();
            self.rest_if_unneeded();
        }
    }

    /// Returns the moment at which [`Self::wake`] has something to do; `None` while nobody watches.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.send_at.into_iter().chain(self.tick_at).min()
    }

    /// Returns true if it is time to [set the progress](Self::set_progress), before [`Self::wake`].
    pub(super) fn are_due(&self, now: Instant) -> bool {
        self.tick_at.is_some_and(|at| at <= now)
    }

    /// Sends what is due by now.
    pub(super) fn wake(&mut self, now: Instant) {
        if self.are_due(now) {
            self.tick_at = Some(now + PICTURE_EVERY);
            self.picture(now);
        }
        if self.send_at.is_some_and(|at| at <= now) {
            self.send_some(now);
        }
    }

    /// Sends a picture, if there is a new one, the pace of this many watchers allows it, and none is on its way.
    fn picture(&mut self, now: Instant) {
        let pace = pace(self.watchers.len(), self.count.get());
        // Ticks are some milliseconds late.
        let is_early = self.pictured_at.is_some_and(|at| now + PICTURE_EVERY / 2 < at + pace);
        if !self.has_progressed || is_early || !self.sending.is_empty() || self.watchers.is_empty() {
            return;
        }
        let Some((race, at)) = &self.race else { return };
        let mut phase = race.phase;
        pass_time_of(&mut phase, now - *at);
        let Phase::Running { ms } = phase else { return };
        let completed = race.lanes.iter().map(|lane| lane.completed).collect();
        let picture = WatchEvent::Picture(Picture { ms, completed });
        let event = Encoded::event_in(WATCH, picture.name(), &picture);
        self.has_progressed = false;
        self.pictured_at = Some(now);
        self.send(event, true);
    }

    /// Begins to send an event to all.
    fn send(&mut self, event: Encoded, is_picture: bool) {
        if self.watchers.is_empty() {
            return;
        }
        self.sending.push_back(Sending { event, is_picture, after: None, last: self.entered });
        if self.send_at.is_none() {
            self.send_some(Instant::now());
        }
    }

    /// Sends the first event to the next few.
    fn send_some(&mut self, now: Instant) {
        self.send_at = None;
        let Some(Sending { event, is_picture, after, last }) = self.sending.front_mut() else { return };
        let (mut n, mut sent, mut left_out) = (0, 0, 0);
        for (id, watcher) in self.watchers.range((after.map_or(Unbounded, Excluded), Unbounded)).take(AT_ONCE) {
            (n, *after) = (n + 1, Some(*id));
            // Whoever has come since has seen the race as it is now.
            if watcher.number > *last {
                continue;
            }
            if !*is_picture {
                watcher.socket.send(event);
            } else if watcher.socket.send_if_idle(event) {
                sent += 1;
            } else {
                left_out += 1;
            }
        }
        metrics::count_pictures(sent, left_out);
        if n < AT_ONCE {
            self.sending.pop_front();
        }
        self.send_at = (!self.sending.is_empty()).then(|| now + PAUSE);
    }

    /// Returns the race as it is now, for a watcher.
    fn encoded(&self) -> Option<Encoded> {
        let (race, at) = self.race.as_ref()?;
        let mut race = Watched { back: back(self.count.get()), ..race.clone() };
        pass_time_of(&mut race.phase, at.elapsed());
        let event = WatchEvent::Watch(race);
        Some(Encoded::event_in(WATCH, event.name(), &event))
    }

    /// Forgets the race while nobody watches: it changes unseen.
    fn rest_if_unneeded(&mut self) {
        if self.watchers.is_empty() {
            self.sending.clear();
            self.send_at = None;
            if !self.are_elsewhere {
                (self.race, self.tick_at, self.pictured_at) = (None, None, None);
            }
        }
    }

    fn count_change(&self, change: isize) {
        // Wraps around for a negative change, and so subtracts.
        self.count.0.fetch_add(change.cast_unsigned(), Ordering::Relaxed);
        metrics::count_watchers(change);
    }
}

impl Drop for Watchers {
    fn drop(&mut self) {
        self.forget_all();
    }
}

impl std::fmt::Debug for Watchers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_known = self.race.is_some();
        write!(f, "{} watchers, race known {is_known}, elsewhere {}", self.watchers.len(), self.are_elsewhere)
    }
}

/// Returns the pause between two pictures for this many watchers of a `room`, and of all rooms of this `engine`.
fn pace(room: usize, engine: usize) -> Duration {
    let every = if room <= FEW_WATCHERS { PICTURE_EVERY } else { PICTURE_EVERY_FOR_MANY };
    // At this pace for all, pictures take half of a core.
    every.max(PICTURE_COST * 2 * u32::try_from(engine).unwrap_or(u32::MAX))
}

/// Returns the time, in milliseconds, within which the watchers of an engine come back at random moments, if it dies.
fn back(engine: usize) -> u64 {
    let all = RETURN_OF_WATCHER * u32::try_from(engine).unwrap_or(u32::MAX);
    u64::try_from(all.clamp(SHORTEST_RETURN, LONGEST_RETURN).as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_slower_the_more_watch_and_take_at_most_half_a_core() {
        let cases = [(1, 1, 250), (50, 50, 250), (51, 51, 1000), (1, 20_000, 800), (20_000, 20_000, 1000)];
        for (room, engine, every_ms) in cases {
            assert_eq!(pace(room, engine), Duration::from_millis(every_ms), "{room} of {engine}");
        }
        for engine in (0..200_000).step_by(997) {
            let work = PICTURE_COST * engine;
            assert!(work <= pace(51, engine as usize) / 2, "{engine}");
            assert!(pace(51, engine as usize) <= pace(51, engine as usize + 997), "{engine}");
        }
    }

    #[test]
    fn few_watchers_come_back_soon_and_many_within_a_minute() {
        for (engine, expected) in [(0, 2000), (100, 2000), (2000, 6000), (20_000, 60_000), (1_000_000, 60_000)] {
            assert_eq!(back(engine), expected, "{engine}");
        }
    }
}
