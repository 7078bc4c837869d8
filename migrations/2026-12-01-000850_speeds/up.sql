-- The effect of each text on the logarithm of anyone's speed (typing/src/speed.rs), worked out once a day from the last
-- races. All rows are of the same day, which is the version of the table.
CREATE TABLE text_effects (
    text_id bigint PRIMARY KEY CONSTRAINT text_effects_text_fkey REFERENCES texts (id) ON DELETE CASCADE,
    day date NOT NULL,
    effect double precision NOT NULL CONSTRAINT text_effects_effect_possible CHECK (effect BETWEEN -6 AND 6)
);

-- The estimated speed of each user in a language, by which matchmaking chooses rooms. Practice counts for it, so it is
-- shown nowhere. It is updated in the transaction of each run that counts for it.
CREATE TABLE speeds (
    user_id bigint NOT NULL CONSTRAINT speeds_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    language text COLLATE "C" NOT NULL CONSTRAINT speeds_language_known CHECK (language IN ('en', 'es')),
    -- The last runs that count, the newest first, so that a new one costs no search through the history.
    ran_at timestamptz[] NOT NULL,
    text_ids bigint[] NOT NULL,
    wpms double precision[] NOT NULL,
    -- The mean and variance of the logarithm of the speed in wpm.
    mean double precision NOT NULL CONSTRAINT speeds_mean_possible CHECK (mean BETWEEN -6 AND 12),
    variance double precision NOT NULL CONSTRAINT speeds_variance_positive CHECK (variance > 0),
    -- The day of the effects of texts with which they were worked out; NULL without any.
    effects_of date,
    CONSTRAINT speeds_pkey PRIMARY KEY (user_id, language),
    CONSTRAINT speeds_runs_length CHECK (
        cardinality(ran_at) >= 1 AND cardinality(ran_at) <= 20 AND cardinality(text_ids) = cardinality(ran_at)
        AND cardinality(wpms) = cardinality(ran_at))
);
