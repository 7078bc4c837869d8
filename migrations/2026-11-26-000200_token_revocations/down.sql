DROP TRIGGER users_deleted ON users;
DROP TRIGGER users_tokens_revoked ON users;
DROP FUNCTION write_token_revocation;
DROP TABLE token_revocations;
