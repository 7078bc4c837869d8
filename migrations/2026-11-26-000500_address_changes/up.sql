-- While an account's new address is unverified, mails and resets go to the one that it had before. Null once the
-- address is verified, and for an account that has had only one.
ALTER TABLE users ADD COLUMN recovery_email text
    CONSTRAINT users_recovery_email_form CHECK (
        char_length(recovery_email) <= 254 AND recovery_email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'
    );
CREATE UNIQUE INDEX users_recovery_email_key ON users (lower(recovery_email)) WHERE recovery_email IS NOT NULL;

-- Changes of addresses that can be taken back, with the code that was mailed to the previous address.
CREATE TABLE address_changes (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT address_changes_pkey PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT address_changes_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- The address that is restored. Nobody else can take it in the meantime.
    restores text NOT NULL
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
