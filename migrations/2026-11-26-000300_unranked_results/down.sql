ALTER TABLE results DROP COLUMN unranked;
