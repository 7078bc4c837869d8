-- The keys of the public API that users have made and not revoked.
CREATE TABLE api_keys (
    user_id bigint NOT NULL CONSTRAINT api_keys_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- The name by which the user tells it from their other keys.
    name text COLLATE "C" NOT NULL CONSTRAINT api_keys_name_length CHECK (char_length(name) BETWEEN 1 AND 40),
    -- A keyed hash of the key.
    key_hash bytea NOT NULL CONSTRAINT api_keys_hash_length CHECK (octet_length(key_hash) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The last day (UTC) with a call; null before the first.
    used_on date,
    CONSTRAINT api_keys_pkey PRIMARY KEY (user_id, name)
);

CREATE UNIQUE INDEX api_keys_key_hash_key ON api_keys (key_hash);
