-- What was to be sold from tomorrow on is sold today.
ALTER TABLE skins DROP COLUMN sold_from;
