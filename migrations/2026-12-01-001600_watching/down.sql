ALTER TABLE users DROP COLUMN shown_to_watchers, DROP COLUMN overlay;
