//! Cases of the choice, and a simulation of many racers.

use std::time::Duration;

use shared::RoomCode;
use shared::messages::LogSpeed;
use tokio::time::Instant;

use super::{Arrivals, Offered, choose};
use crate::limits::{MIN_WAITING_LEFT, ROOMS_COMPARED};
use crate::lobby::tests::figures::{self, CAPACITY, Figures, Simulated, SimulatedRoom, WAITING, figures};

const RACERS: usize = 10_000;

/// The rates of arrivals per second.
const RATES: [f64; 12] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.7, 1.0, 2.0, 5.0];

fn speed(wpm: f64) -> Option<LogSpeed> {
    Some(LogSpeed(wpm.ln()))
}

fn room(n: u64, racers: usize, wpm: Option<f64>, left: u64) -> Offered {
    let code = RoomCode::from_random(n);
    let speeds = wpm.and_then(speed).map(|speed| (speed, speed));
    Offered { code, racers, speeds, left: Some(Duration::from_secs(left)), is_blocked: false }
}

/// Returns the arrivals after a minute at this rate, and now.
fn arrivals(per_second: f64) -> (Arrivals, Instant) {
    let (mut arrivals, start) = (Arrivals::default(), Instant::now());
    let n = (300.0 * per_second) as u32;
    let at = |nth: u32| start + Duration::from_secs(300).mul_f64(f64::from(nth) / f64::from(n.max(1)));
    (1..=n).for_each(|nth| arrivals.count(at(nth), at(nth)));
    (arrivals, at(n))
}

/// Returns the place in `offered` of the room that is chosen.
fn chosen(offered: &[Offered], per_second: f64, wpm: Option<f64>) -> Option<usize> {
    let (arrivals, now) = arrivals(per_second);
    let code = choose(offered, &arrivals, wpm.and_then(speed), now)?;
    offered.iter().position(|room| room.code == code)
}

#[test]
fn the_nearest_room_in_the_window_is_chosen_and_else_a_new_one() {
    let rooms = [room(1, 4, Some(60.0), 15), room(2, 3, Some(66.0), 15), room(3, 2, Some(110.0), 15)];
    let cases = [(59.0, Some(0)), (64.0, Some(1)), (95.0, Some(2)), (76.0, Some(1)), (78.5, None), (30.0, None)];
    for (wpm, expected) in cases {
        assert_eq!(chosen(&rooms, 1.0, Some(wpm)), expected, "{wpm} wpm");
    }
}

#[test]
fn the_window_grows_until_six_seconds_are_left_for_anyone() {
    let nearest = |wpm, left| chosen(&[room(1, 3, Some(60.0), left)], 1.0, Some(wpm));
    let cases =
        [(67.0, 20, true), (68.0, 20, false), (68.0, 19, true), (75.0, 7, true), (77.0, 7, false), (200.0, 6, true)];
    for (wpm, left, fits) in cases {
        assert_eq!(nearest(wpm, left).is_some(), fits, "{wpm} wpm with {left} s left");
    }
}

#[test]
fn while_few_come_the_fullest_room_is_filled() {
    let rooms = [room(1, 4, Some(150.0), 18), room(2, 2, Some(100.0), 18)];
    assert_eq!(chosen(&rooms, 0.3, Some(30.0)), Some(0));
    assert_eq!(chosen(&rooms, 1.0, Some(30.0)), None);
}

#[test]
fn a_racer_alone_gets_the_next_one_before_it_is_late() {
    let rooms = [room(1, 3, Some(60.0), 15), room(2, 1, Some(150.0), 7)];
    assert_eq!(chosen(&rooms, 1.0, Some(60.0)), Some(1));
    let soon = [rooms[0], room(2, 1, Some(150.0), 12)];
    assert_eq!(chosen(&soon, 1.0, Some(60.0)), Some(0), "others will come");
}

#[test]
fn a_room_is_as_near_as_its_farthest_racer() {
    let wide = Offered { speeds: speed(50.0).zip(speed(62.0)), ..room(1, 4, None, 15) };
    assert_eq!(chosen(&[wide, room(2, 2, Some(56.0), 15)], 1.0, Some(60.0)), Some(1));
}

#[test]
fn racers_of_unknown_speed_fill_the_fullest_room_and_fit_everyone() {
    let rooms = [room(1, 4, Some(150.0), 15), room(2, 2, None, 15)];
    assert_eq!(chosen(&rooms, 1.0, None), Some(0));
    assert_eq!(chosen(&rooms, 1.0, Some(40.0)), Some(1));
}

#[test]
fn the_blocked_meet_only_if_no_other_room_fits_and_few_come() {
    let blocked = Offered { is_blocked: true, ..room(1, 4, Some(60.0), 15) };
    let other = room(2, 2, Some(60.0), 15);
    for wpm in [None, Some(60.0)] {
        assert_eq!(chosen(&[blocked, other], 1.0, wpm), Some(1));
        assert_eq!(chosen(&[blocked], 1.0, wpm), None);
        assert_eq!(chosen(&[blocked], 0.1, wpm), Some(0), "rather than alone");
    }
}

/// Lets racers come at this rate, and sends them to rooms: by their estimated speed, or by none.
fn simulate(per_second: f64, by_speed: bool) -> Figures {
    let (mut arrivals, start) = (Arrivals::default(), Instant::now());
    let (mut waiting, mut begun): (Vec<SimulatedRoom>, Vec<SimulatedRoom>) = (Vec::new(), Vec::new());
    for (nth, racer) in Simulated::coming(RACERS, per_second).into_iter().enumerate() {
        let now = racer.at;
        begun.extend(waiting.extract_if(.., |room| room.begun_at <= now));
        // As the lobby offers them: the fullest first.
        waiting.sort_by_key(|room| (CAPACITY - room.racers.len(), room.code));
        let offered = waiting.iter().map(|room| {
            let estimates = || room.racers.iter().map(|racer| racer.estimate);
            let (slowest, fastest) = (estimates().fold(f64::MAX, f64::min), estimates().fold(f64::MIN, f64::max));
            let left = Some(room.begun_at - now);
            let speeds = by_speed.then_some((LogSpeed(slowest), LogSpeed(fastest)));
            Offered { code: room.code, racers: room.racers.len(), speeds, left, is_blocked: false }
        });
        let offered = offered.filter(|room| room.left > Some(MIN_WAITING_LEFT)).take(ROOMS_COMPARED);
        let speed = by_speed.then_some(LogSpeed(racer.estimate));
        let chosen = choose(&offered.collect::<Vec<_>>(), &arrivals, speed, start + now);
        arrivals.count(start + now, start + now);
        match waiting.iter().position(|room| Some(room.code) == chosen) {
            Some(index) => {
                waiting[index].racers.push(racer);
                if waiting[index].racers.len() == CAPACITY {
                    let full = waiting.swap_remove(index);
                    begun.push(SimulatedRoom { begun_at: now, ..full });
                }
            }
            None => waiting.push(SimulatedRoom {
                code: RoomCode::from_random(nth as u64),
                racers: vec![racer],
                begun_at: now + WAITING,
            }),
        }
    }
    figures(&begun)
}

#[test]
fn at_every_rate_nobody_waits_longer_and_hardly_anyone_is_left_alone_for_speed() {
    for per_second in RATES {
        let (before, now) = (simulate(per_second, false), simulate(per_second, true));
        let figures = format!("{per_second} a second: {before:?}, by speed {now:?}");
        assert!(now.longest_wait <= WAITING && now.longest_wait_of_fastest <= WAITING, "{figures}");
        assert!(now.alone <= before.alone + 0.01, "{figures}");
        assert!(now.spread <= before.spread + 0.01, "{figures}");
    }
}

#[test]
fn at_one_a_second_racers_are_alike_and_any_of_them_may_win() {
    let (before, now) = (simulate(1.0, false), simulate(1.0, true));
    let figures = format!("{before:?}, by speed {now:?}");
    assert!(before.spread > 0.5 && before.best_wins > 0.75, "{figures}");
    assert!(now.mean_wait <= Duration::from_secs(10), "{figures}");
    assert!(now.spread <= 0.25, "{figures}");
    assert!(now.best_wins >= 0.25, "{figures}");
}

/// Divides racers into rooms of the nearest estimates, as one could who knew all who come within a room's wait.
fn divide(n_racers: usize) -> Figures {
    let mut random = figures::random();
    let mut rooms = Vec::new();
    for nth in 0..(RACERS / n_racers) {
        let mut racers: Vec<_> = (0..n_racers).map(|_| Simulated::new(Duration::ZERO, &mut random)).collect();
        racers.sort_unstable_by(|one, other| one.estimate.total_cmp(&other.estimate));
        let room = |racers: &[Simulated]| SimulatedRoom {
            code: RoomCode::from_random(nth as u64),
            racers: racers.to_vec(),
            begun_at: WAITING,
        };
        rooms.extend(racers.chunks(CAPACITY).map(room));
    }
    figures(&rooms)
}

#[test]
fn the_choice_is_as_good_as_a_division_of_all_who_come_in_a_rooms_wait() {
    let (divided, now) = (divide(WAITING.as_secs() as usize), simulate(1.0, true));
    let figures = format!("divided: {divided:?}, by speed: {now:?}");
    assert!(now.best_wins <= divided.best_wins && now.spread <= divided.spread, "{figures}");
}

#[test]
fn at_five_a_second_the_best_estimate_wins_less_than_half_of_the_races() {
    let now = simulate(5.0, true);
    assert!((0.25..=0.45).contains(&now.best_wins) && now.spread <= 0.2, "{now:?}");
}
