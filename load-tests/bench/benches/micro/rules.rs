//! The rules of a race, in rooms of the usual and of the largest size.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion};
use engine::race::{Finishing, Race, RaceTime, Rules};
use shared::racer::FinishReport;
use shared::testing::{racer, text};
use shared::{Percent, UserId};

/// The usual size of a room, and the largest.
const SIZES: [i64; 2] = [5, 100];
/// The start of a race whose first racer joined at once.
const STARTED: RaceTime = RaceTime(Duration::from_millis(30_250));
/// A time at which the text can be typed to its end.
const LATE: RaceTime = RaceTime(Duration::from_secs(80));

pub(crate) fn measure(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rules");
    for size in SIZES {
        group.bench_with_input(BenchmarkId::new("report progress", size), &size, |bencher, size| {
            let mut race = running(*size);
            let (half, more) = (percent(50).into(), percent(51).into());
            let mut turn = false;
            bencher.iter(|| {
                turn = !turn;
                // The last seat takes longest to find.
                race.report(UserId(*size), if turn { &half } else { &more }, black_box(LATE))
            });
        });
        group.bench_with_input(BenchmarkId::new("tick with nothing due", size), &size, |bencher, size| {
            let mut race = running(*size);
            bencher.iter(|| race.tick(black_box(LATE)));
        });
        group.bench_with_input(BenchmarkId::new("take the last seat and join", size), &size, |bencher, size| {
            let waiting = waiting(*size - 1, *size);
            let last = racer(*size);
            bencher.iter_batched(
                || waiting.clone(),
                |mut race| {
                    let seated = race.take_seat(last.clone(), None, RaceTime::ZERO);
                    let joined = race.join(last.user_id, RaceTime::ZERO);
                    (race, seated, joined)
                },
                BatchSize::SmallInput,
            );
        });
        group.bench_with_input(BenchmarkId::new("finish", size), &size, |bencher, size| {
            let mut race = running(*size);
            race.report(UserId(*size), &Percent::ALL.into(), LATE).expect("there was time to type the text");
            let report = FinishReport { accuracy: 98.5, ..FinishReport::default() };
            bencher.iter_batched(
                || race.clone(),
                |mut race| {
                    let finishing = race.finish(UserId(*size), &report, LATE, LATE);
                    assert!(matches!(finishing, Ok(Finishing::First(_))));
                    race
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

/// Returns a room with this many of its seats taken and joined.
fn waiting(racers: i64, capacity: i64) -> Race {
    let capacity = usize::try_from(capacity).expect("a size is small");
    let mut race = Race::new(Rules { capacity, ..Rules::default() }, text(60));
    for user in 1..=racers {
        race.take_seat(racer(user), None, RaceTime::ZERO).expect("there are seats");
        race.join(UserId(user), RaceTime::ZERO).expect("there is a seat");
    }
    race
}

/// Returns a full room whose race runs.
fn running(racers: i64) -> Race {
    let mut race = waiting(racers, racers);
    race.tick(STARTED);
    assert!(race.phase().has_begun());
    race
}

fn percent(percent: i64) -> Percent {
    percent.try_into().expect("a percent")
}
