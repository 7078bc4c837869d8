//! The texts that may be drawn.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Integer, Text};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::TextId;

use crate::database::Prepared;
use crate::domain::{Language, TextCategory, TextLength};
use crate::text_bag::{Candidate, Kind};

/// The texts of each category of a language that are not retired. Admins add them one by one, so there are a few thousand.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// The time for which they are not read again.
    kept_for: Duration,
    kept: Mutex<BTreeMap<(Language, TextCategory), Kept>>,
}

#[derive(Debug)]
struct Kept {
    since: Instant,
    texts: Arc<[Candidate]>,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Array<BigInt>)]
    ids: Vec<i64>,
    #[diesel(sql_type = Array<Integer>)]
    lengths: Vec<i32>,
}

impl Candidates {
    /// They are read each time.
    pub(crate) fn of_now() -> Self {
        Self::kept_for(Duration::ZERO)
    }

    pub(crate) fn kept_for(kept_for: Duration) -> Self {
        Self { kept_for, kept: Mutex::default() }
    }

    pub(crate) fn of(
        &self,
        language: Language,
        category: TextCategory,
        conn: &mut PgConnection,
    ) -> QueryResult<Arc<[Candidate]>> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let since = Instant::now();
        if let Some(kept) = kept().get(&(language, category)).filter(|kept| since - kept.since < self.kept_for) {
            return Ok(kept.texts.clone());
        }
        let texts = read(language, category, conn)?;
        kept().insert((language, category), Kept { since, texts: texts.clone() });
        Ok(texts)
    }
}

fn read(language: Language, category: TextCategory, conn: &mut PgConnection) -> QueryResult<Arc<[Candidate]>> {
    // In one row, which is read faster than hundreds.
    let row = sql_query(
        "SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(length), '{}') AS lengths
        FROM texts WHERE language = $1 AND category = $2 AND NOT retired",
    );
    let row = row.bind::<Text, _>(language).bind::<Text, _>(category);
    let Row { ids, lengths } = Prepared(row).get_result(conn)?;
    let candidate = |(id, characters): (i64, i32)| {
        let kind = Kind { language, category, length: TextLength::of(characters) };
        Candidate { id: TextId(id), kind }
    };
    Ok(ids.into_iter().zip(lengths).map(candidate).collect())
}
