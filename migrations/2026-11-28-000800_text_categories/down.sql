ALTER TABLE texts DROP COLUMN retired, DROP COLUMN category;
