ALTER TABLE texts
    DROP CONSTRAINT texts_text_typeable,
    ADD CONSTRAINT texts_text_typeable CHECK (text !~ '[[:cntrl:]]' AND text !~ '  ' AND text = btrim(text));

ALTER TABLE user_stats DROP CONSTRAINT user_stats_user_fkey;
ALTER TABLE users DROP CONSTRAINT users_id_created_at_key;

DO $$
DECLARE
    texts record;
BEGIN
    FOR texts IN
        SELECT table_name, string_agg(format('ALTER COLUMN %I TYPE text COLLATE "default"', column_name), ', ') AS changes
        FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'text' AND collation_name = 'C'
        GROUP BY table_name
    LOOP
        EXECUTE format('ALTER TABLE %I %s', texts.table_name, texts.changes);
    END LOOP;
END
$$;

ALTER TABLE users ADD CONSTRAINT users_id_created_at_key UNIQUE (id, created_at) INCLUDE (username, country);
ALTER TABLE user_stats ADD CONSTRAINT user_stats_user_fkey FOREIGN KEY (user_id, member_since)
    REFERENCES users (id, created_at) ON DELETE CASCADE ON UPDATE CASCADE;
