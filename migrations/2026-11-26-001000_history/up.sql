-- The history of a user's runs: races and practice, each with its keys, and the sums of each day.
--
-- Speeds in wpm, accuracies in percent. `size` is that of the text in characters, short below 120 and long above 300, and
-- empty for modes whose texts all have the same length or none; with it, bests are compared with their like. A result
-- has no length of its own: it follows exactly from speed and time.

ALTER TABLE results
    ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT 'en'
        CONSTRAINT results_language_known CHECK (language IN ('en', 'es')),
    -- The speed of all characters typed, and the consistency; NULL if the keys are not known.
    ADD COLUMN raw_wpm double precision CONSTRAINT results_raw_wpm_possible CHECK (raw_wpm BETWEEN 0 AND 1100),
    ADD COLUMN consistency double precision
        CONSTRAINT results_consistency_possible CHECK (consistency BETWEEN 0 AND 100),
    ADD COLUMN size text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        CASE WHEN round(wpm * time_ms / 12000) < 120 THEN 'short'
            WHEN round(wpm * time_ms / 12000) <= 300 THEN 'medium' ELSE 'long' END) STORED;

DROP INDEX results_user_id;
CREATE INDEX results_history ON results (user_id, language, created_at, id);
CREATE INDEX results_bests ON results (user_id, language, size, wpm DESC, id) WHERE NOT unranked;

ALTER TABLE practice_results
    ADD COLUMN mode text COLLATE "C" NOT NULL DEFAULT 'text' CONSTRAINT practice_results_mode_known CHECK (
        mode IN ('text', 'words15s', 'words30s', 'words60s', 'words120s', 'words10', 'words25', 'words50', 'words100',
            'weak', 'own')),
    ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT 'en'
        CONSTRAINT practice_results_language_known CHECK (language IN ('en', 'es')),
    ADD COLUMN raw_wpm double precision
        CONSTRAINT practice_results_raw_wpm_possible CHECK (raw_wpm BETWEEN 0 AND 1100),
    ADD COLUMN consistency double precision
        CONSTRAINT practice_results_consistency_possible CHECK (consistency BETWEEN 0 AND 100),
    -- The characters of the text; NULL if the text is not known.
    ADD COLUMN length integer CONSTRAINT practice_results_length_possible CHECK (length BETWEEN 1 AND 20000),
    -- The text, if it is one of the site's.
    ADD COLUMN text_id bigint
        CONSTRAINT practice_results_text_fkey REFERENCES texts (id) ON DELETE SET NULL,
    -- typed_at, but not before the account was created and not in the future.
    ADD COLUMN ran_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN size text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        CASE WHEN mode <> 'text' THEN ''
            WHEN coalesce(length, round(wpm * time_ms / 12000)) < 120 THEN 'short'
            WHEN coalesce(length, round(wpm * time_ms / 12000)) <= 300 THEN 'medium' ELSE 'long' END) STORED;

UPDATE practice_results SET ran_at = greatest(least(typed_at, practice_results.created_at), users.created_at)
    FROM users WHERE users.id = user_id;

DROP INDEX practice_results_user_id;
CREATE INDEX practice_results_history ON practice_results (user_id, mode, language, ran_at, id);
CREATE INDEX practice_results_bests ON practice_results (user_id, mode, language, size, wpm DESC, id);
CREATE INDEX practice_results_text_id ON practice_results (text_id) WHERE text_id IS NOT NULL;

-- The keys of runs (docs/key-log.md), for as long as COLIBRI_KEYS_KEPT_DAYS says; tables of their own, so that the rows
-- of runs stay narrow.
CREATE TABLE result_keys (
    result_id bigint PRIMARY KEY CONSTRAINT result_keys_result_fkey REFERENCES results (id) ON DELETE CASCADE,
    keys bytea NOT NULL CONSTRAINT result_keys_size CHECK (octet_length(keys) BETWEEN 1 AND 4096)
);

CREATE TABLE practice_keys (
    practice_id bigint PRIMARY KEY
        CONSTRAINT practice_keys_practice_fkey REFERENCES practice_results (id) ON DELETE CASCADE,
    keys bytea NOT NULL CONSTRAINT practice_keys_size CHECK (octet_length(keys) BETWEEN 1 AND 400000),
    -- The text, unless it is one of the site's.
    text text COLLATE "C" CONSTRAINT practice_keys_text_length CHECK (char_length(text) BETWEEN 1 AND 20000)
);

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
