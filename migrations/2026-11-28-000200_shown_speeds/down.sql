DROP INDEX result_reviews_decided;
DROP INDEX results_accepted;
ALTER TABLE language_stats DROP COLUMN shown;
