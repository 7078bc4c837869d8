-- One result in its own transaction, with the statements that the api sends.
\set user random(1, :users)
\set wpm random(2500, 12000) / 100.0
BEGIN;
SELECT created_at AS member_since FROM users WHERE id = :user FOR KEY SHARE
\gset
INSERT INTO races (id, room, text_id, racers, started_at) VALUES (gen_random_uuid(), 'k3f9wq2m', :text, 5, now())
    ON CONFLICT (id) DO NOTHING RETURNING id AS race
\gset
INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy)
    VALUES (:race, :user, 1, true, 30000, :wpm, 97.5)
    ON CONFLICT (race_id, user_id) DO NOTHING RETURNING race_id, user_id;
INSERT INTO user_stats AS stats
    (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
    VALUES (:user, :member_since, 1, 1, :wpm, 97.5, :wpm, 30000)
    ON CONFLICT (user_id) DO UPDATE SET races_total = stats.races_total + excluded.races_total,
        races_won = stats.races_won + excluded.races_won, wpm_sum = stats.wpm_sum + excluded.wpm_sum,
        accuracy_sum = stats.accuracy_sum + excluded.accuracy_sum,
        best_wpm = greatest(stats.best_wpm, excluded.best_wpm), time_ms = stats.time_ms + excluded.time_ms;
INSERT INTO language_stats AS stats
    (user_id, language, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
    VALUES (:user, 'en', :member_since, 1, 1, :wpm, 97.5, :wpm, 30000)
    ON CONFLICT (user_id, language) DO UPDATE SET races_total = stats.races_total + excluded.races_total,
        races_won = stats.races_won + excluded.races_won, wpm_sum = stats.wpm_sum + excluded.wpm_sum,
        accuracy_sum = stats.accuracy_sum + excluded.accuracy_sum,
        best_wpm = greatest(stats.best_wpm, excluded.best_wpm), time_ms = stats.time_ms + excluded.time_ms;
INSERT INTO owned_skins (user_id, skin)
    SELECT user_id, filename FROM user_stats JOIN skins ON (unlock = 'wpm' AND threshold <= best_wpm)
        OR (unlock = 'races' AND threshold <= races_total) OR (unlock = 'wins' AND threshold <= races_won)
        OR (unlock = 'accuracy' AND threshold <= average_accuracy AND races_total >= 10)
    WHERE user_id = :user ORDER BY user_id, filename ON CONFLICT DO NOTHING;
COMMIT;
