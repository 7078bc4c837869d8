-- What an account has shown: a result far above it is held back (docs/verdicts.md).
ALTER TABLE language_stats
    -- The speeds of the last verified results that count, the newest first.
    ADD COLUMN shown double precision[] NOT NULL DEFAULT '{}'
        CONSTRAINT language_stats_shown_length CHECK (cardinality(shown) <= 20);

UPDATE language_stats SET shown = last.wpm FROM (
    SELECT user_id, language, (array_agg(wpm ORDER BY id DESC))[1:20] AS wpm
    FROM results WHERE verdict = 'verified' AND NOT unranked GROUP BY 1, 2
) AS last WHERE (last.user_id, last.language) = (language_stats.user_id, language_stats.language);

-- The fastest result of an account that an admin has accepted.
CREATE INDEX results_accepted ON results (user_id, wpm) WHERE verdict = 'accepted' AND NOT unranked;
-- The last decisions, for the usual time until one.
CREATE INDEX result_reviews_decided ON result_reviews (decided_at) WHERE decided_at IS NOT NULL;
