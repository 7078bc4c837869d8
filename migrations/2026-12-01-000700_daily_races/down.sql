DROP TRIGGER results_of_daily_attempts ON results;
DROP FUNCTION rank_daily_attempt;
DROP TABLE daily_attempts, daily_races;
