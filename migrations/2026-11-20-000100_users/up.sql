-- Accounts. Names and addresses are unique without regard to case.
CREATE TABLE users (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL CONSTRAINT users_username_form CHECK (username ~ '^[A-Za-z0-9_-]{3,20}$'),
    email text NOT NULL
        CONSTRAINT users_email_form CHECK (char_length(email) <= 254 AND email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
    -- A PHC string; anything else, such as `!`, matches no password.
    password_hash text NOT NULL CONSTRAINT users_password_hash_given CHECK (password_hash <> ''),
    -- ISO 3166-1 alpha-2, or empty.
    country text NOT NULL DEFAULT '' CONSTRAINT users_country_form CHECK (country ~ '^([A-Z]{2})?$'),
    -- The user's current skin, by file name without `.png`.
    skin text NOT NULL DEFAULT 'hummingbird' CONSTRAINT users_skin_form CHECK (skin ~ '^[A-Za-z0-9_-]{1,64}$'),
    role text NOT NULL DEFAULT 'user' CONSTRAINT users_role_known CHECK (role IN ('user', 'admin')),
    -- Raised to revoke all earlier tokens.
    token_version integer NOT NULL DEFAULT 1 CONSTRAINT users_token_version_positive CHECK (token_version >= 1),
    email_verified_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Referred to by user_stats, so that its copy of the date is always correct.
    CONSTRAINT users_id_created_at_key UNIQUE (id, created_at)
);

CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
