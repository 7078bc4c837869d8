-- Skins that were to be sold from tomorrow on are sold today.
ALTER TABLE skins DROP COLUMN sold_from;
