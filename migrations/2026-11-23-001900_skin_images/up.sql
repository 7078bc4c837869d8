-- Images that admins uploaded with their skins; those of the other skins are files of the client.
CREATE TABLE skin_images (
    skin text CONSTRAINT skin_images_pkey PRIMARY KEY
        CONSTRAINT skin_images_skin_fkey REFERENCES skins (filename) ON DELETE CASCADE,
    -- At most 1024 x 1024 pixels of 4 bytes, compressed again by the api.
    png bytea NOT NULL CONSTRAINT skin_images_png_size CHECK (octet_length(png) BETWEEN 1 AND 5242880),
    -- The ETag of the image.
    sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(png)) STORED
);
