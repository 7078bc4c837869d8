-- File names of skins must differ in more than case. A database that already has such a pair keeps both, with their
-- owners and images: the index leaves out the later of the two.
DO $$
DECLARE
    twins text[] := (
        SELECT coalesce(array_agg(later.filename), '{}') FROM skins AS later WHERE EXISTS (
            SELECT FROM skins AS earlier WHERE lower(earlier.filename) = lower(later.filename)
                AND (earlier.created_at, earlier.filename) < (later.created_at, later.filename)
        )
    );
BEGIN
    EXECUTE format(
        'CREATE UNIQUE INDEX skins_filename_key ON skins (lower(filename)) WHERE filename <> ALL (%L::text[])', twins
    );
END
$$;
