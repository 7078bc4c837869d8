-- Today's race: one text for each day (UTC) and language, and each user's only attempt at it.
CREATE TABLE daily_races (
    day date NOT NULL,
    language text COLLATE "C" NOT NULL CONSTRAINT daily_races_language_known CHECK (language IN ('en', 'es')),
    text_id bigint NOT NULL CONSTRAINT daily_races_text_fkey REFERENCES texts (id),
    CONSTRAINT daily_races_pkey PRIMARY KEY (day, language)
);

CREATE TABLE daily_attempts (
    day date NOT NULL,
    language text COLLATE "C" NOT NULL,
    user_id bigint NOT NULL CONSTRAINT daily_attempts_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- Without a foreign key: the race is saved with its first result.
    race_id uuid NOT NULL,
    -- The private room; NULL once it is known to be gone.
    room text COLLATE "C" CONSTRAINT daily_attempts_room_form CHECK (room ~ '^[2-9a-hjkmnp-z]{8}$'),
    started_at timestamptz NOT NULL DEFAULT now(),
    -- The time of the result, if it is ranked. Written by a trigger, so that whatever ranks a result, or takes its rank,
    -- changes the board.
    time_ms bigint CONSTRAINT daily_attempts_time_positive CHECK (time_ms > 0),
    CONSTRAINT daily_attempts_pkey PRIMARY KEY (day, language, user_id),
    CONSTRAINT daily_attempts_race_fkey FOREIGN KEY (day, language) REFERENCES daily_races (day, language)
);

-- For the trigger, the archive, and the deletion of an account.
CREATE UNIQUE INDEX daily_attempts_user_race ON daily_attempts (user_id, race_id);
CREATE INDEX daily_attempts_board ON daily_attempts (day, language, time_ms, started_at) WHERE time_ms IS NOT NULL;

-- The board takes only results that are verified, or that an admin has accepted.
CREATE FUNCTION rank_daily_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE daily_attempts
    SET time_ms = CASE WHEN NOT NEW.unranked AND NEW.verdict IN ('verified', 'accepted') THEN NEW.time_ms END
    WHERE user_id = NEW.user_id AND race_id = NEW.race_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER results_of_daily_attempts AFTER INSERT OR UPDATE OF unranked, verdict ON results
    FOR EACH ROW EXECUTE FUNCTION rank_daily_attempt();
