-- Mails to be sent, each written in the transaction that causes it; a worker of the api sends them.
CREATE TABLE mails (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Part of its Message-ID, the same at each attempt, so that a mail program can recognize a mail that arrives twice.
    message_id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT mails_message_id_key UNIQUE,
    kind text COLLATE "C" NOT NULL CONSTRAINT mails_kind_known CHECK (kind IN (
        'verify', 'password_reset', 'email_changed', 'password_changed', 'invoice', 'text_request_approved',
        'text_request_rejected', 'result_accepted', 'result_rejected', 'banned', 'unbanned', 'renamed', 'result_cleared'
    )),
    -- The user whom it concerns; null for a password reset, whose account is looked up by the address when it is sent.
    user_id bigint CONSTRAINT mails_user_fkey REFERENCES users (id) ON DELETE CASCADE
        CONSTRAINT mails_user_given CHECK (user_id IS NOT NULL OR kind = 'password_reset'),
    recipient text COLLATE "C" NOT NULL
        CONSTRAINT mails_recipient_form CHECK (char_length(recipient) <= 254 AND recipient ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
    -- The values in its text, until it is sent. Never a code: that is generated when the mail is sent.
    details jsonb,
    state text COLLATE "C" NOT NULL DEFAULT 'due' CONSTRAINT mails_state_known CHECK (state IN ('due', 'sent', 'parked')),
    -- The number of attempts to send it.
    attempts integer NOT NULL DEFAULT 0 CONSTRAINT mails_attempts_possible CHECK (attempts >= 0),
    -- The time from which a worker may take it: at once, after a pause, or once the worker that has it must have ended.
    due_at timestamptz NOT NULL DEFAULT now(),
    last_error text COLLATE "C" CONSTRAINT mails_last_error_length CHECK (char_length(last_error) <= 500),
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The time at which it was sent or parked.
    settled_at timestamptz CONSTRAINT mails_settled_unless_due CHECK ((settled_at IS NULL) = (state = 'due')),
    CONSTRAINT mails_details_until_sent CHECK ((details IS NULL) = (state = 'sent'))
);

CREATE INDEX mails_due ON mails (due_at) WHERE state = 'due';
CREATE INDEX mails_settled ON mails (settled_at) WHERE state <> 'due';
CREATE INDEX mails_user_id ON mails (user_id);
CREATE INDEX mails_recipient ON mails (lower(recipient));
-- Two requests before the first mail is sent cause one mail: of two codes, only one would be valid.
CREATE UNIQUE INDEX mails_asked_once ON mails (kind, lower(recipient))
    WHERE state = 'due' AND kind IN ('verify', 'password_reset');
