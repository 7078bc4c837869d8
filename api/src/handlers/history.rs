//! A user's own runs, races and practice, which nobody else sees.

use actix_web::web;
use chrono::{DateTime, Days, NaiveDate, Utc};
use diesel::{PgConnection, QueryResult};
use serde::{Deserialize, Serialize};
use shared::finding::Finding;
use typing::Mode;
use utoipa::ToSchema;

use crate::domain::{
    Day, ErrorCode, HistoryKey, Invalid, Language, PageSize, RunId, RunKind, RunMark, RunMode, RunRules, ShortRaceId,
    Streaks, TextLength, TimeZone, Verdict, lookup,
};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::seconds;
use crate::models::result_review::{self, ResultReview};
use crate::models::run::{Best, Filter, Point, Run};
use crate::models::run_day::WholeDay;
use crate::models::text::Text;
use crate::practice;

/// The number of runs up to which a plot has a point for each.
const POINTS: usize = 1000;

/// The number of days in the calendar.
const CALENDAR_DAYS: u64 = 366;

pub(crate) const UNKNOWN: ApiError = ApiError::NotFound(ErrorCode::UnknownRun, "There is no such run.");
pub(crate) const NOT_PRACTICE: ApiError = ApiError::Forbidden(ErrorCode::RaceKept, "Races cannot be deleted.");

/// The runs to list.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HistoryForm {
    kind: Option<RunKind>,
    mode: Option<RunMode>,
    language: Option<Language>,
    /// The first day.
    from: Option<Day>,
    /// The last day.
    to: Option<Day>,
    zone: Option<TimeZone>,
    after: Option<HistoryKey>,
    /// The number of runs on the page.
    limit: Option<PageSize>,
}

/// The runs to plot.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PlotForm {
    kind: Option<RunKind>,
    mode: Option<RunMode>,
    language: Option<Language>,
    /// The first day.
    from: Option<Day>,
    /// The last day.
    to: Option<Day>,
    zone: Option<TimeZone>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct DaysForm {
    zone: Option<TimeZone>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct RunForm {
    /// A malformed id is that of no run.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "r12")]
    id: Option<RunId>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct BestsForm {
    language: Option<Language>,
}

/// The practice to delete: one run or, without an id, all of them.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeletionForm {
    #[schema(example = "p12")]
    id: Option<String>,
    all: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct HistoryAnswer {
    runs: Vec<RunAnswer>,
    /// The `after` of the next page; null on the last one.
    #[schema(required)]
    next: Option<HistoryKeyAnswer>,
}

/// The opaque position of a run in the history.
#[derive(Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String)]
pub(crate) struct HistoryKeyAnswer(HistoryKey);

/// A run. Times are in seconds; what is not known is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Run)]
pub(crate) struct RunAnswer {
    id: RunId,
    #[schema(inline)]
    kind: RunKind,
    #[serde(serialize_with = "mode")]
    #[schema(inline)]
    mode: RunMode,
    #[schema(inline)]
    language: Language,
    #[schema(required)]
    author: Option<String>,
    /// The first 80 characters of the text; empty if it is not kept.
    excerpt: String,
    /// The number of characters of the text.
    length: i32,
    wpm: f64,
    #[schema(required)]
    raw_wpm: Option<f64>,
    accuracy: f64,
    #[schema(required)]
    consistency: Option<f64>,
    time: f64,
    /// Null for practice, and for a finish that its room never got.
    #[schema(required)]
    place: Option<i32>,
    #[schema(required)]
    racers: Option<i32>,
    #[schema(required)]
    room: Option<String>,
    /// The id of the race, for its replay.
    #[schema(required)]
    race: Option<ShortRaceId>,
    unranked: bool,
    /// Null for practice.
    #[schema(required, inline)]
    verdict: Option<Verdict>,
    date: DateTime<Utc>,
    #[schema(inline)]
    rules: RunRules,
    /// `paused`: in no average, plot or best of the history; `repeated`: in no best.
    #[schema(required, inline)]
    mark: Option<RunMark>,
    has_keys: bool,
}

/// A run with its text and keys, as far as they are kept.
#[derive(Serialize, ToSchema)]
#[schema(as = WholeRun)]
pub(crate) struct WholeRunAnswer {
    #[serde(flatten)]
    run: RunAnswer,
    #[schema(required)]
    text: Option<String>,
    /// The work and its year, or the subject of a text that was written for this site.
    #[schema(required)]
    work: Option<String>,
    /// Every key: characters as they are, Backspace as U+0008, Ctrl+Backspace as U+0017.
    #[schema(required)]
    keystrokes: Option<String>,
    /// Whole milliseconds since the start, one per key.
    #[schema(required)]
    times: Option<Vec<u32>>,
    /// Milliseconds of network delay that do not count; null without a log of keys.
    #[schema(required)]
    credited: Option<i32>,
    /// The rules that it breaks.
    findings: Vec<Finding>,
    /// Null unless it was held back.
    #[schema(required)]
    review: Option<ReviewAnswer>,
}

/// The review of a result that was held back.
#[derive(Serialize, ToSchema)]
#[schema(as = Review)]
struct ReviewAnswer {
    /// The moment when the owner asked for a look.
    #[schema(required)]
    asked: Option<DateTime<Utc>>,
    #[schema(required)]
    decided: Option<DateTime<Utc>>,
    /// The admin's.
    #[schema(required)]
    explanation: Option<String>,
    /// The usual time until a decision, in seconds. Null if it is not known, and once there is one.
    #[schema(required)]
    look: Option<u32>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlotAnswer {
    /// Without runs that paused. Oldest first: one per run or, if there are more than 1,000, one per day with the means of its runs.
    points: Vec<PlotPoint>,
    /// True if there is a point per day, whose date is the moment at which the day began.
    by_day: bool,
}

#[derive(Serialize, ToSchema)]
struct PlotPoint {
    date: DateTime<Utc>,
    wpm: f64,
    accuracy: f64,
    runs: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BestsAnswer {
    bests: Vec<BestAnswer>,
}

/// The fastest of all runs without a mark of its kind, mode and language and, for texts, length.
#[derive(Serialize, ToSchema)]
#[schema(as = Best)]
struct BestAnswer {
    #[schema(inline)]
    kind: RunKind,
    #[serde(serialize_with = "mode")]
    #[schema(inline)]
    mode: RunMode,
    /// `short` (below 120 characters), `medium`, or `long` (above 300); null except for texts.
    #[schema(required, inline, value_type = Option<TextLength>)]
    length: Option<String>,
    #[schema(inline)]
    language: Language,
    wpm: f64,
    accuracy: f64,
    date: DateTime<Utc>,
    id: RunId,
    /// The mean speed of the last 100 such runs without a long pause; null for races and texts, whose statistics have it.
    #[schema(required)]
    average: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct DaysAnswer {
    /// Today, by the clock of the server.
    today: NaiveDate,
    /// The day on which the account was made.
    since: NaiveDate,
    /// The days of the last twelve months on which the user typed, in order.
    days: Vec<DayAnswer>,
    /// The number of days in a row on which the user typed, up to today or yesterday.
    streak: usize,
    /// The most days in a row on which the user typed.
    longest: usize,
}

#[derive(Serialize, ToSchema)]
#[schema(as = CalendarDay)]
struct DayAnswer {
    day: NaiveDate,
    runs: i64,
    seconds: f64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct DeletionAnswer {
    deleted: usize,
}

/// `POST /api/history`: lists runs, newest first.
pub(crate) async fn list(caller: Caller<HistoryForm>) -> Result<web::Json<HistoryAnswer>, ApiError> {
    let listed = caller.run(|user, HistoryForm { kind, mode, language, from, to, zone, after, limit }, conn| {
        let PageSize(limit) = limit.unwrap_or_default();
        let filter = Filter { kind, mode, language, from, to, zone: zone.unwrap_or_default() };
        // One more, which tells whether there is another page.
        let mut runs = Run::list(user.id, &filter, after, limit + 1, conn)?;
        let is_last = runs.len() as i64 <= limit;
        runs.truncate(limit as usize);
        let next = runs.last().filter(|_| !is_last).map(|run| HistoryKeyAnswer(run.key()));
        Ok(HistoryAnswer { runs: runs.into_iter().map(RunAnswer::from).collect(), next })
    });
    Ok(web::Json(listed.await?))
}

/// `POST /api/history/run`: returns one run with its keys.
pub(crate) async fn run(caller: Caller<RunForm>) -> Result<web::Json<WholeRunAnswer>, ApiError> {
    let found = caller.run(|user, RunForm { id }, conn| {
        let run = Run::find(user.id, id.ok_or(UNKNOWN)?, conn)?.ok_or(UNKNOWN)?;
        Ok(WholeRunAnswer::read(run, conn)?)
    });
    Ok(web::Json(found.await?))
}

/// `POST /api/history/plot`: returns speed and accuracy over time.
pub(crate) async fn plot(caller: Caller<PlotForm>) -> Result<web::Json<PlotAnswer>, ApiError> {
    let plotted = caller.run(|user, PlotForm { kind, mode, language, from, to, zone }, conn| {
        let filter = Filter { kind, mode, language, from, to, zone: zone.unwrap_or_default() };
        // One more, which tells whether there are too many.
        let points = Point::list(user.id, &filter, POINTS as i64 + 1, conn)?;
        if points.len() <= POINTS {
            let points =
                points.into_iter().map(|Point { at, wpm, accuracy }| PlotPoint { date: at, wpm, accuracy, runs: 1 });
            return Ok(PlotAnswer { points: points.collect(), by_day: false });
        }
        let calendar = filter.calendar(&user);
        let days = WholeDay::list(user.id, &filter, &calendar, conn)?;
        let points = days.into_iter().filter(|day| day.averaged > 0).map(|day| PlotPoint {
            date: calendar.starts()[day.day],
            wpm: typing::score::two_decimals(day.wpm),
            accuracy: typing::score::two_decimals(day.accuracy),
            runs: day.averaged,
        });
        Ok(PlotAnswer { points: points.collect(), by_day: true })
    });
    Ok(web::Json(plotted.await?))
}

/// `POST /api/history/bests`: returns the best run of each kind, mode and length.
pub(crate) async fn bests(caller: Caller<BestsForm>) -> Result<web::Json<BestsAnswer>, ApiError> {
    let bests = caller.run(|user, BestsForm { language }, conn| Ok(Best::list(user.id, language, conn)?)).await?;
    Ok(web::Json(BestsAnswer { bests: bests.into_iter().map(BestAnswer::from).collect() }))
}

/// `POST /api/history/days`: returns the days on which the user typed.
pub(crate) async fn days(caller: Caller<DaysForm>) -> Result<web::Json<DaysAnswer>, ApiError> {
    let days = caller.run(|user, DaysForm { zone }, conn| {
        let filter = Filter { zone: zone.unwrap_or_default(), ..Filter::default() };
        let calendar = filter.calendar(&user);
        let typed = WholeDay::list(user.id, &filter, &calendar, conn)?;
        let today = filter.zone.day_of(Utc::now());
        let Streaks { current, longest } = calendar.streaks(typed.iter().map(|day| day.day), today);
        let days = typed.into_iter().map(|day| DayAnswer {
            day: calendar.days()[day.day],
            runs: day.runs,
            seconds: seconds(day.time_ms),
        });
        let days = days.filter(|day| day.day > today - Days::new(CALENDAR_DAYS));
        let since = filter.zone.day_of(user.created_at);
        Ok(DaysAnswer { today, since, days: days.collect(), streak: current, longest })
    });
    Ok(web::Json(days.await?))
}

/// `POST /api/history/delete`: deletes one practice run, or all.
pub(crate) async fn delete(caller: Caller<DeletionForm>) -> Result<web::Json<DeletionAnswer>, ApiError> {
    let deleted = caller.transact(|user, DeletionForm { id, all }, conn| match (id, all) {
        (Some(id), _) => match id.trim().parse().map_err(|()| UNKNOWN)? {
            RunId { kind: RunKind::Practice, row } => {
                if practice::delete(user.id, row, conn)? {
                    Ok(1)
                } else {
                    Err(UNKNOWN)
                }
            }
            // The race of another user is as unknown as one that does not exist.
            id => Err(Run::find(user.id, id, conn)?.map_or(UNKNOWN, |_| NOT_PRACTICE)),
        },
        (None, Some(true)) => Ok(practice::delete_all(user.id, conn)?),
        (None, _) => Err(ApiError::invalid("id", Invalid::new(ErrorCode::Missing, "is missing"))),
    });
    Ok(web::Json(DeletionAnswer { deleted: deleted.await? }))
}

fn mode<S: serde::Serializer>(mode: &RunMode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(mode.0.name())
}

impl WholeRunAnswer {
    /// Returns the run with everything that is kept.
    pub(crate) fn read(run: Run, conn: &mut PgConnection) -> QueryResult<Self> {
        let kept = run.kept(conn)?;
        let (text, work) = (kept.text.clone(), kept.source.clone().and_then(Text::work));
        let (keystrokes, times) = kept.keys().map(|(_, keys)| (keys.keystrokes, keys.times)).unzip();
        let (findings, review) = match run.id() {
            RunId { kind: RunKind::Practice, .. } => (Vec::new(), None),
            RunId { kind: RunKind::Race, row } => (result_review::findings(row, conn)?, ResultReview::find(row, conn)?),
        };
        let is_undecided = review.as_ref().is_some_and(|review| review.decided_at.is_none());
        let look = if is_undecided { result_review::usual_wait(conn)? } else { None };
        let review = review.map(|review| ReviewAnswer::of(review, look));
        Ok(Self { credited: run.credited_ms, run: run.into(), text, work, keystrokes, times, findings, review })
    }
}

impl ReviewAnswer {
    fn of(review: ResultReview, look: Option<u32>) -> Self {
        Self { asked: review.asked_at, decided: review.decided_at, explanation: review.explanation, look }
    }
}

impl From<Run> for RunAnswer {
    fn from(run: Run) -> Self {
        Self {
            id: run.id(),
            kind: run.id().kind,
            mode: RunMode(run.mode()),
            language: run.language,
            author: run.author,
            excerpt: run.excerpt,
            length: run.length,
            wpm: run.wpm,
            raw_wpm: run.raw_wpm,
            accuracy: run.accuracy,
            consistency: run.consistency,
            time: seconds(run.time_ms),
            place: run.place,
            racers: run.racers,
            room: run.room,
            race: run.race,
            unranked: run.unranked,
            verdict: run.verdict,
            date: run.at,
            rules: run.rules,
            mark: run.mark,
            has_keys: run.has_keys,
        }
    }
}

impl From<Best> for BestAnswer {
    fn from(best: Best) -> Self {
        Self {
            kind: best.kind,
            mode: RunMode(best.mode()),
            length: (best.mode() == Mode::Text).then(|| best.size.clone()),
            language: best.language,
            wpm: best.wpm,
            accuracy: best.accuracy,
            date: best.at,
            id: best.id(),
            average: best.average.map(typing::score::two_decimals),
        }
    }
}
