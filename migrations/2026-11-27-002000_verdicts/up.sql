-- The verdict about each result (docs/verdicts.md), and what its room has seen.
--
-- What is held or rejected is unranked, and so counts for nothing.
ALTER TABLE results
    ADD COLUMN verdict text COLLATE "C" NOT NULL DEFAULT 'unverified'
        CONSTRAINT results_verdict_known CHECK (verdict IN ('unverified', 'verified', 'held', 'accepted', 'rejected')),
    ADD CONSTRAINT results_held_is_unranked CHECK (unranked OR verdict NOT IN ('held', 'rejected')),
    -- The network delay that does not count, in milliseconds; NULL without a log.
    ADD COLUMN credited_ms integer CONSTRAINT results_credited_possible CHECK (credited_ms >= 0);

ALTER TABLE races
    -- The time from the first to the last page that showed the text, in milliseconds; NULL if it is not known.
    ADD COLUMN start_spread_ms integer CONSTRAINT races_start_spread_possible CHECK (start_spread_ms >= 0);

-- The rules that a result breaks, each with the number of the run and the limit when it was judged.
CREATE TABLE result_findings (
    result_id bigint NOT NULL CONSTRAINT result_findings_result_fkey REFERENCES results (id) ON DELETE CASCADE,
    rule text COLLATE "C" NOT NULL CONSTRAINT result_findings_rule_length CHECK (char_length(rule) BETWEEN 1 AND 40),
    measured double precision NOT NULL,
    bound double precision NOT NULL,
    CONSTRAINT result_findings_pkey PRIMARY KEY (result_id, rule)
);

-- The results that were held back, from then on.
CREATE TABLE result_reviews (
    result_id bigint PRIMARY KEY CONSTRAINT result_reviews_result_fkey REFERENCES results (id) ON DELETE CASCADE,
    -- The result's columns of these names once it is accepted.
    won boolean NOT NULL,
    unranked boolean NOT NULL CONSTRAINT result_reviews_unranked_does_not_win CHECK (NOT (unranked AND won)),
    -- The moment when the owner asked for a look.
    asked_at timestamptz,
    -- The admin who decided; null until then, and once that account is deleted.
    decided_by bigint CONSTRAINT result_reviews_decided_by_fkey REFERENCES users (id) ON DELETE SET NULL,
    decided_at timestamptz CONSTRAINT result_reviews_asked_before CHECK (decided_at IS NULL OR asked_at IS NOT NULL),
    explanation text COLLATE "C"
        CONSTRAINT result_reviews_explanation_length CHECK (char_length(explanation) BETWEEN 1 AND 500),
    CONSTRAINT result_reviews_decided CHECK (
        (decided_at IS NULL) = (explanation IS NULL) AND (decided_at IS NOT NULL OR decided_by IS NULL))
);

-- The admins' list.
CREATE INDEX result_reviews_open ON result_reviews (result_id) WHERE asked_at IS NOT NULL AND decided_at IS NULL;
-- For the deletion of an account.
CREATE INDEX result_reviews_decided_by ON result_reviews (decided_by) WHERE decided_by IS NOT NULL;

-- The owner's mails about decisions.
ALTER TABLE mails
    DROP CONSTRAINT mails_kind_known,
    ADD CONSTRAINT mails_kind_known CHECK (kind IN (
        'verify', 'password_reset', 'email_changed', 'password_changed', 'invoice', 'text_request_approved',
        'text_request_rejected', 'result_accepted', 'result_rejected'
    ));
