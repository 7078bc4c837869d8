DROP INDEX practice_results_marked;
DROP INDEX practice_results_bests;
CREATE INDEX practice_results_bests ON practice_results (user_id, mode, language, size, wpm DESC, id);
ALTER TABLE practice_results DROP COLUMN mark, DROP COLUMN rules;
