-- The rules that a result breaks (docs/verdicts.md), each with the number of the run and the limit when it was judged.
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
-- The last decisions, for the usual time until one.
CREATE INDEX result_reviews_decided ON result_reviews (decided_at) WHERE decided_at IS NOT NULL;
-- For the deletion of an account.
CREATE INDEX result_reviews_decided_by ON result_reviews (decided_by) WHERE decided_by IS NOT NULL;

-- The waits of runs of races, with which later runs through the same text are compared.
CREATE TABLE run_digests (
    result_id bigint PRIMARY KEY CONSTRAINT run_digests_result_fkey REFERENCES results (id) ON DELETE CASCADE,
    text_id bigint NOT NULL,
    waits bytea NOT NULL CONSTRAINT run_digests_size CHECK (octet_length(waits) BETWEEN 1 AND 4096)
);

-- The last runs through a text.
CREATE INDEX run_digests_by_text ON run_digests (text_id, result_id);
