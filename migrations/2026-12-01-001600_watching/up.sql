-- How the public races of an account may be watched: under its name and with its skin, and in the page for streams.
ALTER TABLE users
    ADD COLUMN shown_to_watchers boolean NOT NULL DEFAULT true,
    ADD COLUMN overlay boolean NOT NULL DEFAULT false;
