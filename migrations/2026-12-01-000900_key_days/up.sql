-- What is known of a user's keys (api/src/key_sums.rs), by kind of run, language and day (UTC), written in the transaction
-- of each run whose keys are known. The day 0001-01-01 stands for all days, so that the sums of all runs are one row.
CREATE TABLE key_days (
    user_id bigint NOT NULL CONSTRAINT key_days_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    kind text COLLATE "C" NOT NULL CONSTRAINT key_days_kind_known CHECK (kind IN ('race', 'practice')),
    language text COLLATE "C" NOT NULL CONSTRAINT key_days_language_known CHECK (language IN ('en', 'es')),
    day date NOT NULL,
    runs integer NOT NULL CONSTRAINT key_days_runs_possible CHECK (runs >= 0),
    sums bytea NOT NULL CONSTRAINT key_days_size CHECK (octet_length(sums) <= 200000),
    CONSTRAINT key_days_pkey PRIMARY KEY (user_id, kind, language, day)
)
-- Sums of some runs have 2 to 6 kB, and hardly compress: reading and writing them elsewhere takes three times as long.
WITH (toast_tuple_target = 8160);
