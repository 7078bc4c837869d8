-- Texts that users suggest. They are deleted with their author's account; a text that was approved stays.
CREATE TABLE text_requests (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT text_requests_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- As typed; the passages for races are in `texts`.
    text text NOT NULL CONSTRAINT text_requests_text_length CHECK (char_length(text) BETWEEN 1 AND 1000),
    author text NOT NULL CONSTRAINT text_requests_author_length CHECK (char_length(author) BETWEEN 1 AND 100),
    -- The address of a page that proves the author. It is shown as a link, so its scheme is checked.
    url text NOT NULL
        CONSTRAINT text_requests_url_form CHECK (char_length(url) <= 300 AND url ~* '^https?://[^[:space:][:cntrl:]]+$'),
    state text NOT NULL DEFAULT 'open' CONSTRAINT text_requests_state_known CHECK (state IN ('open', 'approved', 'rejected')),
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
