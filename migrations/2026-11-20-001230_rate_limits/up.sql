-- Who tried how often, counted by all processes together. Written at every limited call and worth nothing after an hour,
-- so it is not logged: after a crash of the server it is empty.
CREATE UNLOGGED TABLE rate_limits (
    -- A hash of what is limited and of who tries: addresses are not kept.
    key bytea PRIMARY KEY CONSTRAINT rate_limits_key_is_hash CHECK (octet_length(key) = 32),
    count integer NOT NULL DEFAULT 0 CONSTRAINT rate_limits_count_possible CHECK (count >= 0),
    -- Since when they count.
    at timestamptz NOT NULL DEFAULT now(),
    -- From when on the row makes no difference.
    forgotten_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX rate_limits_forgotten_at ON rate_limits (forgotten_at);
