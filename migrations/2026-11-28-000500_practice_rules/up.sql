-- The rules that a practice run was typed under, and whether it counts like any other.

ALTER TABLE practice_results
    -- The version (shared/src/typing.rs). Its keys are read by these rules.
    ADD COLUMN rules smallint NOT NULL DEFAULT 1 CONSTRAINT practice_results_rules_known CHECK (rules IN (1, 2)),
    -- A run with a long pause is in no average, plot or best of the history, one through the same words again in no best.
    ADD COLUMN mark text COLLATE "C" CONSTRAINT practice_results_mark_known CHECK (mark IN ('paused', 'repeated'));

DROP INDEX practice_results_bests;
CREATE INDEX practice_results_bests ON practice_results (user_id, mode, language, size, wpm DESC, id)
    WHERE mark IS NULL;
-- The fastest text in the practice statistics may be a marked one.
CREATE INDEX practice_results_marked ON practice_results (user_id, mode, wpm DESC) WHERE mark IS NOT NULL;
