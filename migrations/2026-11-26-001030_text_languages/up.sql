-- The language of each text. Texts so far are English.
ALTER TABLE texts ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT 'en'
    CONSTRAINT texts_language_known CHECK (language IN ('en', 'es'));

-- A text is drawn by the keys of its language.
CREATE INDEX texts_by_language ON texts (language, id);
