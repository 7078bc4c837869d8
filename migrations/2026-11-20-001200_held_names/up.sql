-- Names that were given up lately, so that nobody passes for who had them. Kept as hashes: a name is all that would be
-- left of an account that was deleted, and to compare is all that we need.
CREATE TABLE held_names (
    -- SHA-256 of the name in lower case.
    name_hash bytea CONSTRAINT held_names_pkey PRIMARY KEY
        CONSTRAINT held_names_hash_length CHECK (octet_length(name_hash) = 32),
    -- Who gave it up for another name, and may take it back; nobody when the account is gone.
    user_id bigint CONSTRAINT held_names_user_fkey REFERENCES users (id) ON DELETE SET NULL,
    held_until timestamptz NOT NULL
);

CREATE INDEX held_names_user_id ON held_names (user_id);
CREATE INDEX held_names_held_until ON held_names (held_until);
