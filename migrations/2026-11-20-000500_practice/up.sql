-- Singleplayer results of signed-in users, and their sums: never public, never on the leaderboard.
CREATE TABLE practice_results (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT practice_results_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    time_ms bigint NOT NULL CONSTRAINT practice_results_time_positive CHECK (time_ms > 0),
    wpm double precision NOT NULL CONSTRAINT practice_results_wpm_possible CHECK (wpm BETWEEN 0 AND 350),
    accuracy double precision NOT NULL
        CONSTRAINT practice_results_accuracy_possible CHECK (accuracy BETWEEN 0 AND 100),
    -- The time of the run, by the clock of the user's device.
    typed_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX practice_results_user_id ON practice_results (user_id, created_at);

CREATE TABLE practice_stats (
    user_id bigint PRIMARY KEY CONSTRAINT practice_stats_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    races_total integer NOT NULL CONSTRAINT practice_stats_races_total_positive CHECK (races_total >= 1),
    wpm_sum double precision NOT NULL
        CONSTRAINT practice_stats_wpm_sum_possible CHECK (wpm_sum BETWEEN 0 AND 350.0 * races_total),
    accuracy_sum double precision NOT NULL
        CONSTRAINT practice_stats_accuracy_sum_possible CHECK (accuracy_sum BETWEEN 0 AND 100.0 * races_total),
    best_wpm double precision NOT NULL CONSTRAINT practice_stats_best_wpm_possible CHECK (best_wpm BETWEEN 0 AND 350),
    time_ms bigint NOT NULL CONSTRAINT practice_stats_time_positive CHECK (time_ms > 0)
);
