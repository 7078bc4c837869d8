ALTER TABLE users DROP COLUMN settings;
