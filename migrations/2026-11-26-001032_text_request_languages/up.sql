-- The language of a suggested text, as the user says. Suggestions so far are English.
ALTER TABLE text_requests ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT 'en'
    CONSTRAINT text_requests_language_known CHECK (language IN ('en', 'es'));
