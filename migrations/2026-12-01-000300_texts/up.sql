-- The passages to type: one line in normalization form C, so that a character is one code point everywhere.
CREATE TABLE texts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    language text COLLATE "C" NOT NULL DEFAULT 'en' CONSTRAINT texts_language_known CHECK (language IN ('en', 'es')),
    -- Practice offers code by choice; races and all other practice draw from the rest.
    category text COLLATE "C" NOT NULL DEFAULT 'general'
        CONSTRAINT texts_category_known CHECK (category IN ('general', 'code')),
    author text COLLATE "C" NOT NULL CONSTRAINT texts_author_length CHECK (char_length(author) BETWEEN 1 AND 100),
    text text COLLATE "C" NOT NULL
        CONSTRAINT texts_text_key UNIQUE
        CONSTRAINT texts_text_length CHECK (char_length(text) BETWEEN 60 AND 600)
        -- By its numbers, since under "C" the class of control characters has only those of ASCII.
        CONSTRAINT texts_text_typeable
            CHECK (text !~ '[\u0001-\u001f\u007f-\u009f]' AND text !~ '  ' AND text = btrim(text))
        CONSTRAINT texts_text_normalized CHECK (text IS NFC NORMALIZED),
    length integer NOT NULL GENERATED ALWAYS AS (char_length(text)) STORED,
    -- The work from which it is taken, or its subject.
    source text COLLATE "C" NOT NULL CONSTRAINT texts_source_length CHECK (char_length(source) BETWEEN 1 AND 300),
    -- A retired text is drawn no more, and stays for the races, replays and boards that have it.
    retired boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- The texts that may be drawn, with all that a draw needs of them.
CREATE INDEX texts_drawn ON texts (language, category) INCLUDE (id, length) WHERE NOT retired;

-- Texts that users suggest. They are deleted with their author's account; a text that was approved stays.
CREATE TABLE text_requests (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT text_requests_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- As the user says.
    language text COLLATE "C" NOT NULL DEFAULT 'en'
        CONSTRAINT text_requests_language_known CHECK (language IN ('en', 'es')),
    -- As typed; the passages for races are in `texts`.
    text text COLLATE "C" NOT NULL CONSTRAINT text_requests_text_length CHECK (char_length(text) BETWEEN 1 AND 1000),
    author text COLLATE "C" NOT NULL CONSTRAINT text_requests_author_length CHECK (char_length(author) BETWEEN 1 AND 100),
    -- The address of a page that proves the author. It is shown as a link, so its scheme is checked.
    url text COLLATE "C" NOT NULL
        CONSTRAINT text_requests_url_form CHECK (char_length(url) <= 300 AND url ~* '^https?://[^[:space:][:cntrl:]]+$'),
    state text COLLATE "C" NOT NULL DEFAULT 'open'
        CONSTRAINT text_requests_state_known CHECK (state IN ('open', 'approved', 'rejected')),
    -- The admin who decided; null until then, and once that account is deleted.
    decided_by bigint CONSTRAINT text_requests_decided_by_fkey REFERENCES users (id) ON DELETE SET NULL,
    decided_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT text_requests_decided CHECK ((state = 'open') = (decided_at IS NULL) AND (state <> 'open' OR decided_by IS NULL))
);

-- The admins' list.
CREATE INDEX text_requests_open ON text_requests (id) WHERE state = 'open';
-- The same text waits only once, whoever suggests it. By its hash, because the text may be too long for an index.
CREATE UNIQUE INDEX text_requests_open_text_key ON text_requests (md5(text)) WHERE state = 'open';
-- For the deletion of an account.
CREATE INDEX text_requests_user_id ON text_requests (user_id);
CREATE INDEX text_requests_decided_by ON text_requests (decided_by) WHERE decided_by IS NOT NULL;

-- How far each user is in the shuffled texts of each kind, in the form of `api/src/text_bag.rs`.
CREATE TABLE text_bags (
    user_id bigint CONSTRAINT text_bags_pkey PRIMARY KEY
        CONSTRAINT text_bags_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    bag bytea NOT NULL CONSTRAINT text_bags_bag_length CHECK (octet_length(bag) BETWEEN 8 AND 1000)
);
