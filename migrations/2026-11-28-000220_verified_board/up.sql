-- The board of the day takes only results that are verified, or that an admin has accepted.
CREATE OR REPLACE FUNCTION rank_daily_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE daily_attempts
    SET time_ms = CASE WHEN NOT NEW.unranked AND NEW.verdict IN ('verified', 'accepted') THEN NEW.time_ms END
    WHERE user_id = NEW.user_id AND race_id = NEW.race_id;
    RETURN NULL;
END
$$;

DROP TRIGGER results_of_daily_attempts ON results;
CREATE TRIGGER results_of_daily_attempts AFTER INSERT OR UPDATE OF unranked, verdict ON results
    FOR EACH ROW EXECUTE FUNCTION rank_daily_attempt();

UPDATE daily_attempts SET time_ms = NULL FROM results
WHERE results.user_id = daily_attempts.user_id AND results.race_id = daily_attempts.race_id
    AND daily_attempts.time_ms IS NOT NULL AND verdict NOT IN ('verified', 'accepted');
