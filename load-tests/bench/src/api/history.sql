-- :runs practice runs of the user :user, and a fifth as many races, over the last :days days, as copies of the runs that
-- were saved before. All sums match the runs.
SET synchronous_commit = off;
SET session_replication_role = replica;

SELECT setseed(0.5);

UPDATE users SET created_at = now() - interval '3 years' WHERE id = :user;
UPDATE user_stats SET member_since = users.created_at FROM users WHERE users.id = user_id AND user_id = :user;

CREATE TEMPORARY TABLE typed AS
SELECT *, row_number() OVER (ORDER BY text_id) - 1 AS number, count(*) OVER () AS n
FROM (
    SELECT DISTINCT ON (text_id) text_id, keys, length
    FROM practice_results JOIN practice_keys ON practice_id = id WHERE user_id = :user ORDER BY text_id
) AS each;

CREATE TEMPORARY TABLE runs AS
SELECT number, now() - number * interval '1 day' * :days / :runs AS at, 50 + 40 * random() AS wpm,
    90 + 10 * random() AS accuracy
FROM generate_series(1, :runs) AS number;

WITH added AS (
    INSERT INTO practice_results
        (user_id, mode, language, time_ms, wpm, raw_wpm, accuracy, consistency, length, text_id, typed_at, ran_at, created_at)
    SELECT :user, (ARRAY['text', 'text', 'words30s', 'words10'])[1 + runs.number % 4],
        CASE WHEN runs.number % 10 = 0 THEN 'es' ELSE 'en' END, round(3600000 / wpm), wpm, wpm + 3, accuracy, 80, length,
        text_id, at, at, at
    FROM runs JOIN typed ON typed.number = runs.number % n
    RETURNING id, text_id
)
INSERT INTO practice_keys SELECT added.id, keys FROM added JOIN typed USING (text_id);

WITH raced AS (
    INSERT INTO races (id, room, text_id, racers, started_at, created_at)
    SELECT md5('history' || runs.number)::uuid, 'k3f9wq2m', text_id, 1, at, at
    FROM runs JOIN typed ON typed.number = runs.number % n WHERE runs.number % 5 = 0
    RETURNING id, text_id, created_at
), added AS (
    INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy, created_at)
    SELECT id, :user, 1, false, 60000, 60 + random(), 97, created_at FROM raced
    RETURNING id, race_id
)
INSERT INTO result_keys
SELECT added.id, keys FROM added JOIN raced ON raced.id = race_id JOIN typed USING (text_id);

INSERT INTO practice_stats (user_id, races_total, wpm_sum, accuracy_sum, best_wpm, time_ms)
SELECT user_id, count(*), sum(wpm), sum(accuracy), max(wpm), sum(time_ms)
FROM practice_results WHERE user_id = :user AND mode = 'text' GROUP BY user_id
ON CONFLICT (user_id) DO UPDATE SET races_total = excluded.races_total, wpm_sum = excluded.wpm_sum,
    accuracy_sum = excluded.accuracy_sum, best_wpm = excluded.best_wpm, time_ms = excluded.time_ms;

INSERT INTO key_days (user_id, kind, language, day, runs, sums)
SELECT user_id, kind, language, day - ago, runs, sums
FROM key_days, generate_series(1, :days) AS ago WHERE user_id = :user AND day > '0001-01-01';
UPDATE key_days SET runs = :runs WHERE user_id = :user AND day = '0001-01-01';

DROP TABLE typed, runs;
VACUUM ANALYZE practice_results, practice_keys, results, result_keys, races, key_days;
CHECKPOINT;
