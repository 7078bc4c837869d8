ALTER TABLE users DROP COLUMN verified_by;
