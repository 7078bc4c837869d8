-- A site with :users accounts and :results results, as if it had run for three years: a few race every day, most have
-- raced a few times, some never. All sums match the results.
SET synchronous_commit = off;
SET work_mem = '256MB';
SET maintenance_work_mem = '512MB';
-- The rows satisfy the foreign keys by construction.
SET session_replication_role = replica;

SELECT setseed(0.5);

INSERT INTO users (id, username, email, password_hash, country, email_verified_at, created_at)
OVERRIDING SYSTEM VALUE
SELECT n, 'user' || n, 'user' || n || '@example.org', '!', (ARRAY['CR', 'DE', 'US', 'BR', 'JP', ''])[1 + n % 6],
    now(), now() - random() * interval '3 years'
FROM generate_series(1, :users) AS n;
SELECT setval(pg_get_serial_sequence('users', 'id'), :users);

-- Five racers in each race, each from a different fifth of the users; low numbers race much more often than high ones.
CREATE TEMPORARY TABLE runs AS
WITH racing AS (
    SELECT md5('race' || race)::uuid AS race_id, 1 + 5 * floor(power(random(), 3) * (:users / 5))::bigint + seat AS user_id,
        now() - random() * interval '3 years' AS created_at
    FROM generate_series(1, :results / 5) AS race, generate_series(0, 4) AS seat
)
-- Each user has a typical speed, which varies a little.
SELECT race_id, user_id, created_at,
    round((25 + 80 * (hashint8(user_id) & 1023) / 1023.0 + 15 * random())::numeric, 2)::double precision AS wpm,
    round((88 + 12 * random())::numeric, 2)::double precision AS accuracy
FROM racing;

INSERT INTO races (id, room, text_id, racers, started_at, created_at)
SELECT DISTINCT ON (race_id) race_id, 'k3f9wq2m', (SELECT min(id) FROM texts), 5, created_at, created_at
FROM runs ORDER BY race_id;

INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy, created_at)
SELECT race_id, user_id, place, place = 1, round(3600000 / wpm), wpm, accuracy, created_at
FROM (SELECT *, row_number() OVER (PARTITION BY race_id ORDER BY wpm DESC, user_id) AS place FROM runs) AS placed;

INSERT INTO user_stats (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
SELECT user_id, users.created_at, count(*), count(*) FILTER (WHERE won), sum(wpm), sum(accuracy), max(wpm), sum(time_ms)
FROM results JOIN users ON users.id = user_id GROUP BY user_id, users.created_at;

INSERT INTO owned_skins (user_id, skin)
SELECT user_id, filename FROM user_stats JOIN skins ON threshold <= CASE unlock
    WHEN 'wpm' THEN best_wpm WHEN 'races' THEN races_total WHEN 'wins' THEN races_won
    WHEN 'accuracy' THEN CASE WHEN races_total >= 10 THEN average_accuracy END END;

DROP TABLE runs;
VACUUM ANALYZE;
-- Writes all changes to disk now, and not during a measurement.
CHECKPOINT;
-- Reads all tables into the system's cache, but not into Postgres's own, as on a site that has been up for a while.
CREATE EXTENSION IF NOT EXISTS pg_prewarm;
SELECT count(pg_prewarm(oid, 'read')) FROM pg_class
WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace;
