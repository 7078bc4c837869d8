DROP TABLE run_days, result_keys, practice_keys;

DROP INDEX results_history, results_bests;
ALTER TABLE results DROP COLUMN size, DROP COLUMN language, DROP COLUMN raw_wpm, DROP COLUMN consistency;
CREATE INDEX results_user_id ON results (user_id, created_at);

DROP INDEX practice_results_history, practice_results_bests;
ALTER TABLE practice_results
    DROP COLUMN size, DROP COLUMN mode, DROP COLUMN language, DROP COLUMN raw_wpm, DROP COLUMN consistency,
    DROP COLUMN length, DROP COLUMN text_id, DROP COLUMN ran_at;
CREATE INDEX practice_results_user_id ON practice_results (user_id, created_at);
