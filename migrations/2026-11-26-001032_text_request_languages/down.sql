ALTER TABLE text_requests DROP COLUMN language;
