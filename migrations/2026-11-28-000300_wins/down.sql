DROP TABLE race_opponents;
ALTER TABLE races DROP COLUMN private;
