-- A result that came faster than it is believed without its keys is saved and shown, but counts for nothing.
ALTER TABLE results
    ADD COLUMN unranked boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT results_unranked_does_not_win CHECK (NOT (unranked AND won));
