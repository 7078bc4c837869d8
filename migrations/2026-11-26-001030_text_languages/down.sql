DROP INDEX texts_by_language;
ALTER TABLE texts DROP COLUMN language;
