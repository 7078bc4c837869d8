-- The images are lost; their skins stay.
DROP TABLE skin_images;
