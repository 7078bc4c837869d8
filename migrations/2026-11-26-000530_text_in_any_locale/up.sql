-- Names and addresses are compared without regard to the case of the letters A to Z, in every database alike. By the
-- rules of Turkish, for example, the small form of IRMAK is not irmak. So every text is compared by its bytes.
--
-- A database with such a locale may contain two names that differ only in case. Then this migration fails and names the
-- pair; rename one of them first (docs/operations.md).
-- The leaderboard's index contains the name, and user_stats refers to its constraint.
ALTER TABLE user_stats DROP CONSTRAINT user_stats_user_fkey;
ALTER TABLE users DROP CONSTRAINT users_id_created_at_key;

DO $$
DECLARE
    texts record;
BEGIN
    FOR texts IN
        SELECT table_name, string_agg(format('ALTER COLUMN %I TYPE text COLLATE "C"', column_name), ', ') AS changes
        FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
        GROUP BY table_name
    LOOP
        EXECUTE format('ALTER TABLE %I %s', texts.table_name, texts.changes);
    END LOOP;
END
$$;

ALTER TABLE users ADD CONSTRAINT users_id_created_at_key UNIQUE (id, created_at) INCLUDE (username, country);
ALTER TABLE user_stats ADD CONSTRAINT user_stats_user_fkey FOREIGN KEY (user_id, member_since)
    REFERENCES users (id, created_at) ON DELETE CASCADE ON UPDATE CASCADE;

-- Under "C", the class of control characters has only those of ASCII.
ALTER TABLE texts
    DROP CONSTRAINT texts_text_typeable,
    ADD CONSTRAINT texts_text_typeable
        CHECK (text !~ '[\u0001-\u001f\u007f-\u009f]' AND text !~ '  ' AND text = btrim(text));
