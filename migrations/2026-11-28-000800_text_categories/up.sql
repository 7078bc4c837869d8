-- Practice offers code by choice; races and all other practice draw from the rest. A retired text is drawn no more, and
-- stays for the races, replays and boards that have it.
ALTER TABLE texts
    ADD COLUMN category text COLLATE "C" NOT NULL DEFAULT 'general'
        CONSTRAINT texts_category_known CHECK (category IN ('general', 'code')),
    ADD COLUMN retired boolean NOT NULL DEFAULT false;
