-- The sums of a user's runs by day (UTC), kind, mode and language, written in the transaction of each run: the calendar,
-- and the plot of many runs.
CREATE TABLE run_days (
    user_id bigint NOT NULL CONSTRAINT run_days_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    day date NOT NULL,
    kind text COLLATE "C" NOT NULL CONSTRAINT run_days_kind_known CHECK (kind IN ('race', 'practice')),
    mode text COLLATE "C" NOT NULL,
    language text COLLATE "C" NOT NULL,
    runs integer NOT NULL CONSTRAINT run_days_runs_positive CHECK (runs >= 1),
    wpm_sum double precision NOT NULL,
    accuracy_sum double precision NOT NULL,
    time_ms bigint NOT NULL CONSTRAINT run_days_time_positive CHECK (time_ms > 0),
    CONSTRAINT run_days_pkey PRIMARY KEY (user_id, day, kind, mode, language)
);

INSERT INTO run_days
    SELECT user_id, (created_at AT TIME ZONE 'UTC')::date, 'race', 'text', language, count(*), sum(wpm), sum(accuracy),
        sum(time_ms)
    FROM results GROUP BY 1, 2, 5
    UNION ALL
    SELECT user_id, (ran_at AT TIME ZONE 'UTC')::date, 'practice', mode, language, count(*), sum(wpm), sum(accuracy),
        sum(time_ms)
    FROM practice_results GROUP BY 1, 2, 4, 5;
