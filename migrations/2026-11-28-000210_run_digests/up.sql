-- The waits of runs of races (docs/verdicts.md), with which later runs through the same text are compared.
CREATE TABLE run_digests (
    result_id bigint PRIMARY KEY CONSTRAINT run_digests_result_fkey REFERENCES results (id) ON DELETE CASCADE,
    text_id bigint NOT NULL,
    waits bytea NOT NULL CONSTRAINT run_digests_size CHECK (octet_length(waits) BETWEEN 1 AND 4096)
);

-- The last runs through a text.
CREATE INDEX run_digests_by_text ON run_digests (text_id, result_id);
