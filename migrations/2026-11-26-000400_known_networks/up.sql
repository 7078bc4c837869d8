-- The networks from which an account was last logged in to. Guesses from elsewhere do not delay logins from them.
CREATE TABLE known_networks (
    user_id bigint NOT NULL CONSTRAINT known_networks_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- A keyed hash of the account and the address: addresses are not stored.
    network bytea NOT NULL CONSTRAINT known_networks_network_is_hash CHECK (octet_length(network) = 32),
    seen_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT known_networks_pkey PRIMARY KEY (user_id, network)
);

CREATE INDEX known_networks_seen_at ON known_networks (seen_at);
