-- Messages of users. They are deleted with their author's account.
CREATE TABLE feedback (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT feedback_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- As typed.
    words text COLLATE "C" NOT NULL CONSTRAINT feedback_words_length CHECK (char_length(words) BETWEEN 1 AND 4000),
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX feedback_user_id ON feedback (user_id);
