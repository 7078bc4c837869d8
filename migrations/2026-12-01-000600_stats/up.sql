-- Sums and bests of a user's races, updated in the transaction of each result. A row exists from the first race on.
CREATE TABLE user_stats (
    user_id bigint PRIMARY KEY,
    -- The account's created_at, copied because an index cannot contain columns of another table.
    member_since timestamptz NOT NULL,
    races_total integer NOT NULL CONSTRAINT user_stats_races_total_positive CHECK (races_total >= 1),
    races_won integer NOT NULL CONSTRAINT user_stats_races_won_possible CHECK (races_won BETWEEN 0 AND races_total),
    wpm_sum double precision NOT NULL
        CONSTRAINT user_stats_wpm_sum_possible CHECK (wpm_sum BETWEEN 0 AND 350.0 * races_total),
    accuracy_sum double precision NOT NULL
        CONSTRAINT user_stats_accuracy_sum_possible CHECK (accuracy_sum BETWEEN 0 AND 100.0 * races_total),
    best_wpm double precision NOT NULL CONSTRAINT user_stats_best_wpm_possible CHECK (best_wpm BETWEEN 0 AND 350),
    time_ms bigint NOT NULL CONSTRAINT user_stats_time_positive CHECK (time_ms > 0),
    average_wpm double precision NOT NULL GENERATED ALWAYS AS (wpm_sum / races_total) STORED,
    average_accuracy double precision NOT NULL GENERATED ALWAYS AS (accuracy_sum / races_total) STORED,
    CONSTRAINT user_stats_user_fkey FOREIGN KEY (user_id, member_since) REFERENCES users (id, created_at)
        ON DELETE CASCADE ON UPDATE CASCADE
);

-- One index for each order of the leaderboard; the user id makes the order total.
CREATE INDEX user_stats_by_average_wpm ON user_stats (average_wpm DESC, user_id);
CREATE INDEX user_stats_by_races_total ON user_stats (races_total DESC, user_id);
CREATE INDEX user_stats_by_races_won ON user_stats (races_won DESC, user_id);
CREATE INDEX user_stats_by_best_wpm ON user_stats (best_wpm DESC, user_id);
CREATE INDEX user_stats_by_average_accuracy ON user_stats (average_accuracy DESC, user_id);
CREATE INDEX user_stats_by_member_since ON user_stats (member_since, user_id);

-- The same sums and bests, by language of the text.
CREATE TABLE language_stats (
    user_id bigint NOT NULL,
    language text COLLATE "C" NOT NULL CONSTRAINT language_stats_language_known CHECK (language IN ('en', 'es')),
    member_since timestamptz NOT NULL,
    races_total integer NOT NULL CONSTRAINT language_stats_races_total_positive CHECK (races_total >= 1),
    races_won integer NOT NULL CONSTRAINT language_stats_races_won_possible CHECK (races_won BETWEEN 0 AND races_total),
    wpm_sum double precision NOT NULL
        CONSTRAINT language_stats_wpm_sum_possible CHECK (wpm_sum BETWEEN 0 AND 350.0 * races_total),
    accuracy_sum double precision NOT NULL
        CONSTRAINT language_stats_accuracy_sum_possible CHECK (accuracy_sum BETWEEN 0 AND 100.0 * races_total),
    best_wpm double precision NOT NULL CONSTRAINT language_stats_best_wpm_possible CHECK (best_wpm BETWEEN 0 AND 350),
    time_ms bigint NOT NULL CONSTRAINT language_stats_time_positive CHECK (time_ms > 0),
    -- The speeds of the last verified results that count, the newest first: a result far above what an account has shown is
    -- held back (docs/verdicts.md).
    shown double precision[] NOT NULL DEFAULT '{}'
        CONSTRAINT language_stats_shown_length CHECK (cardinality(shown) <= 20),
    average_wpm double precision NOT NULL GENERATED ALWAYS AS (wpm_sum / races_total) STORED,
    average_accuracy double precision NOT NULL GENERATED ALWAYS AS (accuracy_sum / races_total) STORED,
    -- For the leaderboard, the division by the best of the last ten of them (typing/src/division.rs): 1 for the slowest, 0
    -- without one.
    division smallint NOT NULL GENERATED ALWAYS AS (coalesce(width_bucket(
        greatest(shown[1], shown[2], shown[3], shown[4], shown[5], shown[6], shown[7], shown[8], shown[9], shown[10]),
        ARRAY[0, 30, 45, 60, 80, 100]::double precision[]
    ), 0)) STORED,
    PRIMARY KEY (user_id, language),
    CONSTRAINT language_stats_user_fkey FOREIGN KEY (user_id, member_since) REFERENCES users (id, created_at)
        ON DELETE CASCADE ON UPDATE CASCADE
);

-- One index for each order of a language's leaderboard, and of its divisions.
CREATE INDEX language_stats_by_average_wpm ON language_stats (language, division, average_wpm DESC, user_id);
CREATE INDEX language_stats_by_races_total ON language_stats (language, division, races_total DESC, user_id);
CREATE INDEX language_stats_by_races_won ON language_stats (language, division, races_won DESC, user_id);
CREATE INDEX language_stats_by_best_wpm ON language_stats (language, division, best_wpm DESC, user_id);
CREATE INDEX language_stats_by_average_accuracy ON language_stats (language, division, average_accuracy DESC, user_id);
CREATE INDEX language_stats_by_member_since ON language_stats (language, division, member_since, user_id);
