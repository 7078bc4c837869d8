DROP TABLE owned_skins;
