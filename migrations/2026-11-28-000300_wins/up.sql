-- A first place is a win once an opponent counts: one with a ranked result, or of whom the room has seen half of the text.

ALTER TABLE races
    -- True for a race of a room that matchmaking never offers.
    ADD COLUMN private boolean NOT NULL DEFAULT false;

-- The racers of whom a room has seen half of the text, of races whose first place was no win when it was saved.
CREATE TABLE race_opponents (
    race_id uuid NOT NULL CONSTRAINT race_opponents_race_fkey REFERENCES races (id) ON DELETE CASCADE,
    user_id bigint NOT NULL CONSTRAINT race_opponents_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT race_opponents_pkey PRIMARY KEY (race_id, user_id)
);

-- For the deletion of an account.
CREATE INDEX race_opponents_user_id ON race_opponents (user_id);
