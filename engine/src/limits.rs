//! The limits on racers' sockets, on matchmaking, and on waiting for the database.

use std::time::Duration;

// Those that a client or an operator may meet: docs/protocol.md lists them.
shared::numbers! {
    /// The largest event that a racer may send, in bytes: its name, and its arguments as JSON.
    pub(crate) const MAX_EVENT_BYTES: usize = 4 * 1024;

    /// The largest `typing` or `finish`, in bytes: the keys of a long text with many corrections, and their times.
    pub(crate) const MAX_BYTES_WITH_KEYS: usize = 16 * 1024;

    /// The sustained rate of a user's events per second, over all connections: twice what the fastest typist or a held
    /// Backspace needs.
    pub(crate) const EVENTS_PER_SECOND: u32 = 60;

    /// The events of a user at once: a reconnecting client sends one for each percent of a text, and this is twice as
    /// many.
    pub(crate) const EVENT_BURST: u32 = 200;

    /// The number of rooms that one connection may be in: those in which the racer may hold seats, and some whose
    /// results are still open.
    pub(crate) const MAX_ROOMS: usize = 16;

    /// The number of watchers per second, in the long run, who may enter from one address, or one IPv6 network (/64): a
    /// class that comes back within a minute.
    pub(crate) const WATCHERS_PER_SECOND: u32 = 20;

    /// The number of watchers who may enter from such an address at once: a class that follows the same link.
    pub(crate) const WATCHERS_AT_ONCE: u32 = 300;

    /// The pause between two pictures of a race that few watch: lanes move smoothly from one to the next.
    pub(crate) const PICTURE_EVERY: Duration = Duration::from_millis(250);

    /// The number of racers with a seat in a room of an event up to which they hear of each other's progress with each
    /// percent. Beyond, they see pictures, as few watchers do.
    pub(crate) const FEW_RACERS: usize = 20;

    /// The largest number of connections of one guest: a page, and the one that replaces it. A new one closes the oldest.
    pub(crate) const SOCKETS_PER_GUEST: usize = 2;

    /// The number of watchers of a room, at one server, that counts as few.
    pub(crate) const FEW_WATCHERS: usize = 50;

    /// The pause between two pictures of a race that more watch. It grows with the watchers of the server.
    pub(crate) const PICTURE_EVERY_FOR_MANY: Duration = Duration::from_secs(1);

    /// The number of races in the list of those to watch.
    pub(crate) const MAX_LISTED: usize = 50;

    /// The waiting time that a room must have left to be offered: loading the page takes a moment.
    pub(crate) const MIN_WAITING_LEFT: Duration = Duration::from_secs(3);

    /// The time for which a seat is reserved for a user who was sent to a room.
    pub(crate) const PROMISE_TTL: Duration = Duration::from_secs(10);

    /// The time for which racers of a closed room are still sent to the same new room.
    pub(crate) const REMATCH_TTL: Duration = Duration::from_secs(10 * 60);

    /// The time for which a room waits for a result to be saved before it announces the finish.
    pub(crate) const RESULT_TIMEOUT: Duration = Duration::from_millis(300);
}

/// The computing time that is reckoned for a picture of one watcher, nearly all of it the kernel's: all pictures
/// together take no more than half of a core.
pub(crate) const PICTURE_COST: Duration = Duration::from_micros(20);

/// The time for each watcher of a lost server, within which all of them connect again.
pub(crate) const RETURN_OF_WATCHER: Duration = Duration::from_millis(3);

/// The shortest time within which the watchers of a lost server connect again.
pub(crate) const SHORTEST_RETURN: Duration = Duration::from_secs(2);

/// The longest time within which the watchers of a lost server connect again.
pub(crate) const LONGEST_RETURN: Duration = Duration::from_secs(60);

/// The pause between two reports of a public race that runs, for the list of races to watch.
pub(crate) const REPORT_RACE_EVERY: Duration = Duration::from_secs(2);

/// The waiting time that matchmaking by speed reckons with at most, whatever the setting is: the spec's.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The percent (of the logarithm) by which the speeds of a newcomer and of each racer of a room may differ when it begins
/// to wait. They grow to twice as many until [`ANY_SPEED_LEFT`].
pub(crate) const SPEED_WINDOW_PERCENT: f64 = 12.0;

/// The waiting time left from which on a room takes racers of any speed.
pub(crate) const ANY_SPEED_LEFT: Duration = Duration::from_secs(6);

/// The number of racers to expect below which the next one is sent to a racer who is alone, whatever their speeds: of
/// those to whom five come on average, one in 150 is left alone.
pub(crate) const EXPECTED_FOR_ONE_ALONE: f64 = 5.0;

/// The number of racers to expect in the wait of a room from which on a new one is opened beside those that do not fit.
pub(crate) const EXPECTED_FOR_NEW_ROOM: f64 = 7.0;

/// The time over which arrivals are averaged: three waits of a room.
pub(crate) const ARRIVALS_AVERAGED: Duration = Duration::from_secs(60);

/// The most arrivals that a lobby tells to one that begins to lead: a message of some 80 kB.
pub(crate) const ARRIVALS_REPORTED: usize = 1_000;

/// The most rooms that are compared for one racer, the fullest first.
pub(crate) const ROOMS_COMPARED: usize = 200;
