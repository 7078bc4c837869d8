-- Codes that were mailed: a user with such a code can read that mailbox. A newer code replaces the earlier one.
CREATE TABLE account_codes (
    user_id bigint NOT NULL CONSTRAINT account_codes_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT account_codes_purpose_known CHECK (purpose IN ('verify', 'reset')),
    -- SHA-256 of the code, which is 32 random bytes: too many to guess, so no slower hash is needed.
    code_hash bytea NOT NULL CONSTRAINT account_codes_hash_length CHECK (octet_length(code_hash) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT account_codes_pkey PRIMARY KEY (user_id, purpose)
);

CREATE INDEX account_codes_expires_at ON account_codes (expires_at);
