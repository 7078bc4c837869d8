-- Finishes that their rooms never got. They count for nothing, and make way for the room's own result.
ALTER TABLE results
    ADD COLUMN late boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT results_late_is_unranked CHECK (NOT late OR unranked);
