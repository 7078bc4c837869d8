-- The same sums and bests as in user_stats, by language of the text. Results so far are in English.
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
    average_wpm double precision NOT NULL GENERATED ALWAYS AS (wpm_sum / races_total) STORED,
    average_accuracy double precision NOT NULL GENERATED ALWAYS AS (accuracy_sum / races_total) STORED,
    PRIMARY KEY (user_id, language),
    CONSTRAINT language_stats_user_fkey FOREIGN KEY (user_id, member_since) REFERENCES users (id, created_at)
        ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO language_stats
    (user_id, language, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
    SELECT user_id, 'en', member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms
    FROM user_stats;

-- One index for each order of a language's leaderboard.
CREATE INDEX language_stats_by_average_wpm ON language_stats (language, average_wpm DESC, user_id);
CREATE INDEX language_stats_by_races_total ON language_stats (language, races_total DESC, user_id);
CREATE INDEX language_stats_by_races_won ON language_stats (language, races_won DESC, user_id);
CREATE INDEX language_stats_by_best_wpm ON language_stats (language, best_wpm DESC, user_id);
CREATE INDEX language_stats_by_average_accuracy ON language_stats (language, average_accuracy DESC, user_id);
CREATE INDEX language_stats_by_member_since ON language_stats (language, member_since, user_id);
