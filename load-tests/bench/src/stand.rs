//! The watchers of one race, spread over several engines. Whoever loses their engine enters at the next one, at a random moment
//! within the time that the engine has named.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::{self, BufRead as _};
use std::net::{IpAddr, SocketAddr};
use std::sync::mpsc::{self, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use rand::RngExt as _;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use shared::RoomCode;

use crate::crowd::Crowd;

/// The longest wait before the input is read, or a watcher connects.
const TURN: Duration = Duration::from_millis(20);
/// The time within which watchers come back who have not learned of another.
const BACK: Duration = Duration::from_secs(2);

/// The watchers.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Plan {
    /// The addresses of the engines
    #[arg(long, value_delimiter = ',', required = true)]
    engines: Vec<SocketAddr>,
    /// The room of the race
    #[arg(long)]
    room: RoomCode,
    /// The number of watchers
    #[arg(long)]
    watchers: usize,
    /// The time within which they all connect, in seconds
    #[arg(long, default_value_t = 50)]
    seconds: u64,
    /// The address to connect from: one has some 28,000 ports
    #[arg(long)]
    from: Option<IpAddr>,
}

/// The figures since the report before. Moments are nanoseconds of the clock of the machine.
#[derive(Debug, Default, Serialize)]
struct Figures {
    /// The watchers who see the race now.
    entered: usize,
    /// The connections that have ended, and the reasons.
    lost: usize,
    reasons: HashMap<String, usize>,
    /// The longest time from the loss of a connection to the next entry, in milliseconds.
    longest_away_ms: u64,
    pictures: usize,
    /// The start of the race, if the picture that was fastest took no time.
    start_ns: i64,
    /// The age of pictures by that start, in milliseconds.
    p50_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

/// Watches until the input ends.
pub(crate) fn watch(plan: &Plan) -> anyhow::Result<()> {
    let input = lines();
    let mut crowd = Crowd::new(plan.engines[0])?;
    let mut stand = Stand::new(plan);
    let began = Instant::now();
    let pace = Duration::from_secs(plan.seconds) / u32::try_from(plan.watchers.max(1))?;
    let mut admitted = 0;
    loop {
        let now = Instant::now();
        while admitted < plan.watchers && now >= began + pace * u32::try_from(admitted)? {
            let entry = format!("40/watch,{{\"room\":\"{}\"}}", plan.room).into_bytes();
            crowd.admit_to(stand.engine_of(admitted), plan.from, entry)?;
            stand.seats.push(Seat::default());
            admitted += 1;
        }
        while let Some(member) = stand.due(now) {
            crowd.readmit(member, stand.engine_of(member), plan.from)?;
        }
        crowd.listen(now + TURN, &mut |member, packet, at| stand.take(member, packet, at))?;
        for member in crowd.take_lost() {
            stand.lose(member, Instant::now());
        }
        match input.try_recv() {
            Ok(_) => crate::print(&serde_json::to_string(&stand.report(&mut crowd))?)?,
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(()),
        }
    }
}

/// Returns the lines of the input as they come.
fn lines() -> mpsc::Receiver<()> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for _ in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(()).is_err() {
                return;
            }
        }
    });
    lines
}

/// The watchers, by their number in the crowd.
struct Stand<'a> {
    plan: &'a Plan,
    seats: Vec<Seat>,
    /// The watchers who connect again, by the moment.
    away: BinaryHeap<Reverse<(Instant, usize)>>,
    back: Duration,
    /// The moment of the machine's clock at which this began, in nanoseconds, and the same moment.
    clock: (i64, Instant),
    /// For each picture, the start of the race if it took no time, in nanoseconds of that clock.
    starts: Vec<i64>,
    longest_away: Duration,
}

#[derive(Default)]
struct Seat {
    /// The number of engines that were lost.
    losses: usize,
    sees: bool,
    lost_at: Option<Instant>,
}

impl<'a> Stand<'a> {
    fn new(plan: &'a Plan) -> Self {
        let now = clock_gettime(ClockId::Monotonic);
        let clock = (now.tv_sec * 1_000_000_000 + now.tv_nsec, Instant::now());
        let (away, longest_away) = (BinaryHeap::new(), Duration::ZERO);
        Self { plan, seats: Vec::new(), away, back: BACK, clock, starts: Vec::new(), longest_away }
    }

    fn engine_of(&self, member: usize) -> SocketAddr {
        let losses = self.seats.get(member).map_or(0, |seat| seat.losses);
        self.plan.engines[(member + losses) % self.plan.engines.len()]
    }

    fn due(&mut self, now: Instant) -> Option<usize> {
        let Reverse((at, member)) = *self.away.peek()?;
        (at <= now).then(|| {
            self.away.pop();
            member
        })
    }

    fn lose(&mut self, member: usize, now: Instant) {
        let wait = self.back.mul_f64(rand::rng().random());
        let seat = &mut self.seats[member];
        (seat.losses, seat.sees) = (seat.losses + 1, false);
        seat.lost_at.get_or_insert(now);
        self.away.push(Reverse((now + wait, member)));
    }

    fn take(&mut self, member: usize, packet: &[u8], at: Instant) {
        if packet.starts_with(br#"2/watch,["picture""#) {
            let since = i64::try_from((at - self.clock.1).as_nanos()).unwrap_or(i64::MAX);
            let ms = number_after(packet, br#""ms":"#).unwrap_or_default();
            self.starts.push(self.clock.0 + since - ms * 1_000_000);
        } else if packet.starts_with(br#"2/watch,["watch""#) {
            let back = number_after(packet, br#""back":"#).and_then(|ms| u64::try_from(ms).ok());
            back.into_iter().for_each(|ms| self.back = Duration::from_millis(ms));
            let seat = &mut self.seats[member];
            seat.sees = true;
            let away = seat.lost_at.take().map(|lost_at| at - lost_at);
            self.longest_away = self.longest_away.max(away.unwrap_or_default());
        }
    }

    fn report(&mut self, crowd: &mut Crowd) -> Figures {
        let mut starts = std::mem::take(&mut self.starts);
        starts.sort_unstable();
        let start_ns = starts.first().copied().unwrap_or_default();
        let age_at = |share: f64| {
            let index = (starts.len() as f64 * share) as usize;
            starts.get(index.min(starts.len().saturating_sub(1))).map_or(0.0, |start| (start - start_ns) as f64 / 1e6)
        };
        let tally = crowd.take_tally();
        Figures {
            entered: self.seats.iter().filter(|seat| seat.sees).count(),
            lost: tally.closed,
            reasons: tally.reasons,
            longest_away_ms: std::mem::take(&mut self.longest_away).as_millis() as u64,
            pictures: starts.len(),
            start_ns,
            p50_ms: age_at(0.5),
            p99_ms: age_at(0.99),
            max_ms: age_at(1.0),
        }
    }
}

/// Returns the number that follows `name` in a packet.
fn number_after(packet: &[u8], name: &[u8]) -> Option<i64> {
    let at = packet.windows(name.len()).position(|window| window == name)? + name.len();
    let digits: &[u8] = packet[at..].split(|byte| !byte.is_ascii_digit()).next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_time_since_the_start() {
        let packet = br#"2/watch,["picture",{"ms":61250,"completed":[3,7]}]"#;
        assert_eq!(number_after(packet, br#""ms":"#), Some(61_250));
        assert_eq!(number_after(packet, br#""back":"#), None);
    }
}
