-- Names that were given up recently, so that nobody can pose as their former owner. Stored as hashes, which are enough
-- to compare, so that no name is left of a deleted account.
CREATE TABLE held_names (
    -- SHA-256 of the name in lower case.
    name_hash bytea CONSTRAINT held_names_pkey PRIMARY KEY
        CONSTRAINT held_names_hash_length CHECK (octet_length(name_hash) = 32),
    -- The user who changed their name, and may take it back; null once the account is deleted.
    user_id bigint CONSTRAINT held_names_user_fkey REFERENCES users (id) ON DELETE SET NULL,
    held_until timestamptz NOT NULL
);

CREATE INDEX held_names_user_id ON held_names (user_id);
CREATE INDEX held_names_held_until ON held_names (held_until);
