-- SHA-256 of the code that verified the address, so that its link can say so again: programs that scan mails open links,
-- and people open them twice.
ALTER TABLE users ADD COLUMN verified_by bytea
    CONSTRAINT users_verified_by_length CHECK (octet_length(verified_by) = 32);
