ALTER TABLE results DROP COLUMN is_hidden;
