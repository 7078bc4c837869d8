ALTER TABLE users DROP CONSTRAINT users_skin_fkey;
ALTER TABLE owned_skins DROP CONSTRAINT owned_skins_skin_fkey;
DROP TABLE skins;
