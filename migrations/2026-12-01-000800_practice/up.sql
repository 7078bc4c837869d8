-- Singleplayer results of signed-in users: never public, never on the leaderboard. Speeds, accuracies and `size` as in
-- results; `size` is empty for modes whose texts all have the same length or none.
CREATE TABLE practice_results (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT practice_results_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    mode text COLLATE "C" NOT NULL DEFAULT 'text' CONSTRAINT practice_results_mode_known CHECK (
        mode IN ('text', 'words15s', 'words30s', 'words60s', 'words120s', 'words10', 'words25', 'words50', 'words100',
            'weak', 'own')),
    language text COLLATE "C" NOT NULL DEFAULT 'en'
        CONSTRAINT practice_results_language_known CHECK (language IN ('en', 'es')),
    -- The text, if it is one of the site's.
    text_id bigint CONSTRAINT practice_results_text_fkey REFERENCES texts (id) ON DELETE SET NULL,
    -- The characters of the text; NULL if the text is not known.
    length integer CONSTRAINT practice_results_length_possible CHECK (length BETWEEN 1 AND 20000),
    -- The version of the rules (typing/src/run.rs) that it was typed under. Its keys are read by these rules.
    rules smallint NOT NULL DEFAULT 1 CONSTRAINT practice_results_rules_known CHECK (rules IN (1, 2)),
    time_ms bigint NOT NULL CONSTRAINT practice_results_time_positive CHECK (time_ms > 0),
    wpm double precision NOT NULL CONSTRAINT practice_results_wpm_possible CHECK (wpm BETWEEN 0 AND 350),
    accuracy double precision NOT NULL
        CONSTRAINT practice_results_accuracy_possible CHECK (accuracy BETWEEN 0 AND 100),
    raw_wpm double precision CONSTRAINT practice_results_raw_wpm_possible CHECK (raw_wpm BETWEEN 0 AND 1100),
    consistency double precision CONSTRAINT practice_results_consistency_possible CHECK (consistency BETWEEN 0 AND 100),
    size text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        CASE WHEN mode <> 'text' THEN ''
            WHEN coalesce(length, round(wpm * time_ms / 12000)) < 120 THEN 'short'
            WHEN coalesce(length, round(wpm * time_ms / 12000)) <= 300 THEN 'medium' ELSE 'long' END) STORED,
    -- A run with a long pause is in no average, plot or best of the history, one through the same words again in no best.
    mark text COLLATE "C" CONSTRAINT practice_results_mark_known CHECK (mark IN ('paused', 'repeated')),
    -- The time of the run, by the clock of the user's device.
    typed_at timestamptz NOT NULL,
    -- typed_at, but not before the account was created and not in the future.
    ran_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now()
);

-- A result whose answer was lost is sent again; the time of its run tells that it is the same.
CREATE UNIQUE INDEX practice_results_once ON practice_results (user_id, typed_at, time_ms);
CREATE INDEX practice_results_history ON practice_results (user_id, mode, language, ran_at, id);
CREATE INDEX practice_results_bests ON practice_results (user_id, mode, language, size, wpm DESC, id)
    WHERE mark IS NULL;
-- The fastest text in the practice statistics may be a marked one.
CREATE INDEX practice_results_marked ON practice_results (user_id, mode, wpm DESC) WHERE mark IS NOT NULL;
CREATE INDEX practice_results_text_id ON practice_results (text_id) WHERE text_id IS NOT NULL;

-- The keys of practice results, as in result_keys.
CREATE TABLE practice_keys (
    practice_id bigint PRIMARY KEY
        CONSTRAINT practice_keys_practice_fkey REFERENCES practice_results (id) ON DELETE CASCADE,
    keys bytea NOT NULL CONSTRAINT practice_keys_size CHECK (octet_length(keys) BETWEEN 1 AND 400000),
    -- The text, unless it is one of the site's.
    text text COLLATE "C" CONSTRAINT practice_keys_text_length CHECK (char_length(text) BETWEEN 1 AND 20000)
);

-- Sums and bests of a user's practice in texts, updated in the transaction of each result.
CREATE TABLE practice_stats (
    user_id bigint PRIMARY KEY CONSTRAINT practice_stats_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    races_total integer NOT NULL CONSTRAINT practice_stats_races_total_positive CHECK (races_total >= 1),
    wpm_sum double precision NOT NULL
        CONSTRAINT practice_stats_wpm_sum_possible CHECK (wpm_sum BETWEEN 0 AND 350.0 * races_total),
    accuracy_sum double precision NOT NULL
        CONSTRAINT practice_stats_accuracy_sum_possible CHECK (accuracy_sum BETWEEN 0 AND 100.0 * races_total),
    best_wpm double precision NOT NULL CONSTRAINT practice_stats_best_wpm_possible CHECK (best_wpm BETWEEN 0 AND 350),
    time_ms bigint NOT NULL CONSTRAINT practice_stats_time_positive CHECK (time_ms > 0)
);
