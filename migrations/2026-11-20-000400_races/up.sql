-- Races with at least one recorded result, and their results: one per race and user, even if one is sent twice.
CREATE TABLE races (
    id uuid PRIMARY KEY,
    room text NOT NULL CONSTRAINT races_room_form CHECK (room ~ '^[2-9a-hjkmnp-z]{8}$'),
    text_id bigint NOT NULL CONSTRAINT races_text_fkey REFERENCES texts (id),
    -- The number of racers at the start.
    racers integer NOT NULL CONSTRAINT races_racers_possible CHECK (racers BETWEEN 1 AND 100),
    started_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX races_text_id ON races (text_id);

CREATE TABLE results (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    race_id uuid NOT NULL CONSTRAINT results_race_fkey REFERENCES races (id) ON DELETE CASCADE,
    user_id bigint NOT NULL CONSTRAINT results_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- 1 for the first to finish.
    place integer NOT NULL CONSTRAINT results_place_possible CHECK (place BETWEEN 1 AND 100),
    won boolean NOT NULL CONSTRAINT results_won_by_the_first CHECK (place = 1 OR NOT won),
    time_ms bigint NOT NULL CONSTRAINT results_time_positive CHECK (time_ms > 0),
    wpm double precision NOT NULL CONSTRAINT results_wpm_possible CHECK (wpm BETWEEN 0 AND 350),
    accuracy double precision NOT NULL CONSTRAINT results_accuracy_possible CHECK (accuracy BETWEEN 0 AND 100),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT results_race_user_key UNIQUE (race_id, user_id)
);

CREATE INDEX results_user_id ON results (user_id, created_at);
