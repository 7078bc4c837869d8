ALTER TABLE users DROP CONSTRAINT users_skin_fkey;
DROP TABLE owned_skins, skin_images, skins;
