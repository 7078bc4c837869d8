-- Races with at least one recorded result, and their results: one per race and user, even if one is sent twice.
CREATE TABLE races (
    id uuid PRIMARY KEY,
    room text COLLATE "C" NOT NULL CONSTRAINT races_room_form CHECK (room ~ '^[2-9a-hjkmnp-z]{8}$'),
    -- True for a race of a room that matchmaking never offers.
    private boolean NOT NULL DEFAULT false,
    text_id bigint NOT NULL CONSTRAINT races_text_fkey REFERENCES texts (id),
    -- The number of racers at the start.
    racers integer NOT NULL CONSTRAINT races_racers_possible CHECK (racers BETWEEN 1 AND 100),
    -- The time from the first to the last page that showed the text, in milliseconds; NULL if it is not known.
    start_spread_ms integer CONSTRAINT races_start_spread_possible CHECK (start_spread_ms >= 0),
    started_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- The last races through a text, for ghosts.
CREATE INDEX races_by_text ON races (text_id, started_at);
-- For whoever opens the link to a room whose race has begun or ended: its replay.
CREATE INDEX races_room ON races (room, started_at);

-- Speeds in wpm, accuracies in percent. `size` is that of the text in characters, short below 120 and long above 300; with
-- it, bests are compared with their like. A result has no length of its own: it follows exactly from speed and time.
CREATE TABLE results (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    race_id uuid NOT NULL CONSTRAINT results_race_fkey REFERENCES races (id) ON DELETE CASCADE,
    user_id bigint NOT NULL CONSTRAINT results_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    language text COLLATE "C" NOT NULL DEFAULT 'en' CONSTRAINT results_language_known CHECK (language IN ('en', 'es')),
    -- 1 for the first to finish.
    place integer NOT NULL CONSTRAINT results_place_possible CHECK (place BETWEEN 1 AND 100),
    won boolean NOT NULL CONSTRAINT results_won_by_the_first CHECK (place = 1 OR NOT won),
    time_ms bigint NOT NULL CONSTRAINT results_time_positive CHECK (time_ms > 0),
    wpm double precision NOT NULL CONSTRAINT results_wpm_possible CHECK (wpm BETWEEN 0 AND 350),
    accuracy double precision NOT NULL CONSTRAINT results_accuracy_possible CHECK (accuracy BETWEEN 0 AND 100),
    -- The speed of all characters typed, and the consistency; NULL if the keys are not known.
    raw_wpm double precision CONSTRAINT results_raw_wpm_possible CHECK (raw_wpm BETWEEN 0 AND 1100),
    consistency double precision CONSTRAINT results_consistency_possible CHECK (consistency BETWEEN 0 AND 100),
    size text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        CASE WHEN round(wpm * time_ms / 12000) < 120 THEN 'short'
            WHEN round(wpm * time_ms / 12000) <= 300 THEN 'medium' ELSE 'long' END) STORED,
    -- The verdict (docs/verdicts.md).
    verdict text COLLATE "C" NOT NULL DEFAULT 'unverified'
        CONSTRAINT results_verdict_known CHECK (verdict IN ('unverified', 'verified', 'held', 'accepted', 'rejected')),
    -- The network delay that does not count, in milliseconds; NULL without a log.
    credited_ms integer CONSTRAINT results_credited_possible CHECK (credited_ms >= 0),
    -- Saved and shown, but counts for nothing.
    unranked boolean NOT NULL DEFAULT false,
    -- A finish that its room never got. It makes way for the room's own result.
    late boolean NOT NULL DEFAULT false,
    -- A racer may hide what they typed from the replay. Their lane and its result stay.
    is_hidden boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT results_race_user_key UNIQUE (race_id, user_id),
    CONSTRAINT results_unranked_does_not_win CHECK (NOT (unranked AND won)),
    CONSTRAINT results_held_is_unranked CHECK (unranked OR verdict NOT IN ('held', 'rejected')),
    CONSTRAINT results_late_is_unranked CHECK (NOT late OR unranked)
);

CREATE INDEX results_history ON results (user_id, language, created_at, id);
CREATE INDEX results_bests ON results (user_id, language, size, wpm DESC, id) WHERE NOT unranked;
-- The fastest result of an account that an admin has accepted.
CREATE INDEX results_accepted ON results (user_id, wpm) WHERE verdict = 'accepted' AND NOT unranked;
-- For the best replay of the last day. Results come in the order of time, so that a few bytes for each range of pages
-- suffice, and writing a result costs nothing.
CREATE INDEX results_created_at ON results USING brin (created_at) WITH (autosummarize = on);

-- The keys of results (docs/key-log.md), for as long as COLIBRI_KEYS_KEPT_DAYS says; a table of their own, so that the
-- rows of results stay narrow.
CREATE TABLE result_keys (
    result_id bigint PRIMARY KEY CONSTRAINT result_keys_result_fkey REFERENCES results (id) ON DELETE CASCADE,
    keys bytea NOT NULL CONSTRAINT result_keys_size CHECK (octet_length(keys) BETWEEN 1 AND 4096)
);

-- The racers of whom a room has seen half of the text, of races whose first place was no win when it was saved: it is one
-- once an opponent counts, by a ranked result or by half of the text.
CREATE TABLE race_opponents (
    race_id uuid NOT NULL CONSTRAINT race_opponents_race_fkey REFERENCES races (id) ON DELETE CASCADE,
    user_id bigint NOT NULL CONSTRAINT race_opponents_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT race_opponents_pkey PRIMARY KEY (race_id, user_id)
);

-- For the deletion of an account.
CREATE INDEX race_opponents_user_id ON race_opponents (user_id);
