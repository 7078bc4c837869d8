-- Attempts by account and address, counted by all processes together. Written at each limited call and irrelevant after
-- an hour or two, so it is not logged: after a crash of the server it is empty.
CREATE UNLOGGED TABLE rate_limits (
    -- A hash of the limit and the client: addresses are not stored.
    key bytea PRIMARY KEY CONSTRAINT rate_limits_key_is_hash CHECK (octet_length(key) = 32),
    count integer NOT NULL DEFAULT 0 CONSTRAINT rate_limits_count_possible CHECK (count >= 0),
    -- The time to which the count refers.
    at timestamptz NOT NULL DEFAULT now(),
    -- The time from which the row makes no difference.
    forgotten_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX rate_limits_forgotten_at ON rate_limits (forgotten_at);
