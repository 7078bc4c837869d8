-- Accounts. Names and addresses are unique without regard to the case of the letters A to Z. All texts are compared by
-- their bytes, in every database alike: by the rules of Turkish, for example, the small form of IRMAK is not irmak.
CREATE TABLE users (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text COLLATE "C" NOT NULL CONSTRAINT users_username_form CHECK (username ~ '^[A-Za-z0-9_-]{3,20}$'),
    email text COLLATE "C" NOT NULL
        CONSTRAINT users_email_form CHECK (char_length(email) <= 254 AND email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
    email_verified_at timestamptz,
    -- SHA-256 of the code that verified the address, so that its link can say so again: programs that scan mails open
    -- links, and people open them twice.
    verified_by bytea CONSTRAINT users_verified_by_length CHECK (octet_length(verified_by) = 32),
    -- While the address is unverified, mails and resets go to the one before it. Null once the address is verified, and
    -- for an account that has had only one.
    recovery_email text COLLATE "C"
        CONSTRAINT users_recovery_email_form CHECK (
            char_length(recovery_email) <= 254 AND recovery_email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'
        ),
    -- A PHC string; anything else, such as `!`, matches no password.
    password_hash text COLLATE "C" NOT NULL CONSTRAINT users_password_hash_given CHECK (password_hash <> ''),
    -- Raised to revoke all earlier tokens.
    token_version integer NOT NULL DEFAULT 1 CONSTRAINT users_token_version_positive CHECK (token_version >= 1),
    role text COLLATE "C" NOT NULL DEFAULT 'user' CONSTRAINT users_role_known CHECK (role IN ('user', 'admin')),
    -- ISO 3166-1 alpha-2, or empty.
    country text COLLATE "C" NOT NULL DEFAULT '' CONSTRAINT users_country_form CHECK (country ~ '^([A-Z]{2})?$'),
    -- The language of the user's mails: that of the page when they last opened the site.
    language text COLLATE "C" NOT NULL DEFAULT 'en' CONSTRAINT users_language_known CHECK (language IN ('en', 'es')),
    -- The user's current skin, by file name without `.png`.
    skin text COLLATE "C" NOT NULL DEFAULT 'hummingbird' CONSTRAINT users_skin_form CHECK (skin ~ '^[A-Za-z0-9_-]{1,64}$'),
    -- The settings of the page that the user changed, by name. The api checks names and values; the list of them is
    -- shared/fixtures/settings.json.
    settings jsonb NOT NULL DEFAULT '{}' CONSTRAINT users_settings_object CHECK (jsonb_typeof(settings) = 'object'),
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Whether the user's public races are watched under their name and with their skin, and in the page for streams.
    shown_to_watchers boolean NOT NULL DEFAULT true,
    overlay boolean NOT NULL DEFAULT false,
    -- Referred to by user_stats and language_stats, so that their copies of the date are always correct. The leaderboard
    -- reads the name and country of each user from this index, which is half the pages: the rows are spread over a large
    -- table.
    CONSTRAINT users_id_created_at_key UNIQUE (id, created_at) INCLUDE (username, country)
);

CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE UNIQUE INDEX users_recovery_email_key ON users (lower(recovery_email)) WHERE recovery_email IS NOT NULL;

-- Codes that were mailed: a user with such a code can read that mailbox. A newer code replaces the earlier one.
CREATE TABLE account_codes (
    user_id bigint NOT NULL CONSTRAINT account_codes_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    purpose text COLLATE "C" NOT NULL CONSTRAINT account_codes_purpose_known CHECK (purpose IN ('verify', 'reset')),
    -- SHA-256 of the code, which is 32 random bytes: too many to guess, so no slower hash is needed.
    code_hash bytea NOT NULL CONSTRAINT account_codes_hash_length CHECK (octet_length(code_hash) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT account_codes_pkey PRIMARY KEY (user_id, purpose)
);

CREATE INDEX account_codes_expires_at ON account_codes (expires_at);

-- Changes of addresses that can be taken back, with the code that was mailed to the previous address.
CREATE TABLE address_changes (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT address_changes_pkey PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT address_changes_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- The address that is restored. Nobody else can take it in the meantime.
    restores text COLLATE "C" NOT NULL
        CONSTRAINT address_changes_restores_form CHECK (
            char_length(restores) <= 254 AND restores ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'
        ),
    -- SHA-256 of the code; null until the mail is sent.
    code_hash bytea CONSTRAINT address_changes_hash_length CHECK (octet_length(code_hash) = 32),
    expires_at timestamptz NOT NULL
);

CREATE INDEX address_changes_user_id ON address_changes (user_id);
CREATE INDEX address_changes_restores ON address_changes (lower(restores));
CREATE INDEX address_changes_expires_at ON address_changes (expires_at);

-- Names that were given up recently, so that nobody can pose as their former owner. Stored as hashes, which are enough
-- to compare, so that no name is left of a deleted account.
CREATE TABLE held_names (
    -- A keyed hash of the name in lower case.
    name_hash bytea CONSTRAINT held_names_pkey PRIMARY KEY
        CONSTRAINT held_names_hash_length CHECK (octet_length(name_hash) = 32),
    -- The user who changed their name, and may take it back; null once the account is deleted.
    user_id bigint CONSTRAINT held_names_user_fkey REFERENCES users (id) ON DELETE SET NULL,
    held_until timestamptz NOT NULL
);

CREATE INDEX held_names_user_id ON held_names (user_id);
CREATE INDEX held_names_held_until ON held_names (held_until);

-- The networks from which an account was last logged in to. Guesses from elsewhere do not delay logins from them.
CREATE TABLE known_networks (
    user_id bigint NOT NULL CONSTRAINT known_networks_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- A keyed hash of the account and the address: addresses are not stored.
    network bytea NOT NULL CONSTRAINT known_networks_network_is_hash CHECK (octet_length(network) = 32),
    seen_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT known_networks_pkey PRIMARY KEY (user_id, network)
);

CREATE INDEX known_networks_seen_at ON known_networks (seen_at);

-- Revoked tokens that may not have expired yet, for the engines, which have no database. Without a foreign key, since a
-- deleted account's tokens are revoked too. Written by triggers, so that nothing can raise a version or delete an
-- account without it: neither an earlier version of the program nor an operator's statement.
CREATE TABLE token_revocations (
    user_id bigint CONSTRAINT token_revocations_pkey PRIMARY KEY,
    -- The lowest version of the user's tokens that is still valid; for a deleted account, the largest number.
    lowest_version integer NOT NULL CONSTRAINT token_revocations_version_raised CHECK (lowest_version > 1),
    revoked_at timestamptz NOT NULL
);

CREATE INDEX token_revocations_revoked_at ON token_revocations (revoked_at, user_id);

CREATE FUNCTION write_token_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO token_revocations (user_id, lowest_version, revoked_at)
    VALUES (OLD.id, CASE TG_OP WHEN 'DELETE' THEN 2147483647 ELSE NEW.token_version END, clock_timestamp())
    ON CONFLICT (user_id) DO UPDATE
    SET lowest_version = excluded.lowest_version, revoked_at = excluded.revoked_at;
    RETURN NULL;
END
$$;

CREATE TRIGGER users_tokens_revoked AFTER UPDATE OF token_version ON users
    FOR EACH ROW WHEN (NEW.token_version > OLD.token_version) EXECUTE FUNCTION write_token_revocation();
CREATE TRIGGER users_deleted AFTER DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION write_token_revocation();
