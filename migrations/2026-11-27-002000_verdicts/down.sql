DROP TABLE result_reviews, result_findings;
ALTER TABLE races DROP COLUMN start_spread_ms;
ALTER TABLE results DROP COLUMN credited_ms, DROP COLUMN verdict;
