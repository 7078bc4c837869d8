-- A racer may hide what they typed from the replay of a race. Their lane and its result stay.
ALTER TABLE results ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
