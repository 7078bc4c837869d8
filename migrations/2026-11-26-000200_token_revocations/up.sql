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

-- Tokens that were revoked before this table existed.
INSERT INTO token_revocations SELECT id, token_version, now() FROM users WHERE token_version > 1;
