-- The passages to type: one line in normalization form C, so that a character is one code point everywhere.
CREATE TABLE texts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    author text NOT NULL CONSTRAINT texts_author_length CHECK (char_length(author) BETWEEN 1 AND 100),
    text text NOT NULL
        CONSTRAINT texts_text_key UNIQUE
        CONSTRAINT texts_text_length CHECK (char_length(text) BETWEEN 60 AND 600)
        CONSTRAINT texts_text_typeable CHECK (text !~ '[[:cntrl:]]' AND text !~ '  ' AND text = btrim(text))
        CONSTRAINT texts_text_normalized CHECK (text IS NFC NORMALIZED),
    -- The work from which it is taken.
    source text NOT NULL CONSTRAINT texts_source_length CHECK (char_length(source) BETWEEN 1 AND 300),
    created_at timestamptz NOT NULL DEFAULT now()
);
