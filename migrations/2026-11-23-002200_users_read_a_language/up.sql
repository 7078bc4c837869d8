-- The language of a user's mails: that of the page when they last opened the site.
ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'en'
    CONSTRAINT users_language_known CHECK (language IN ('en', 'es'));
