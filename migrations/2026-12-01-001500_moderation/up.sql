-- What users report and block, and what admins do about accounts.

-- Accounts that are banned until a moment. A row without effect is deleted some time after that moment.
CREATE TABLE bans (
    user_id bigint CONSTRAINT bans_pkey PRIMARY KEY
        CONSTRAINT bans_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    reason text COLLATE "C" NOT NULL CONSTRAINT bans_reason_length CHECK (char_length(reason) BETWEEN 1 AND 500),
    banned_at timestamptz NOT NULL DEFAULT now(),
    -- NULL for good.
    banned_until timestamptz CONSTRAINT bans_end_after_start CHECK (banned_until > banned_at),
    -- What the user replied to the admins, once.
    reply text COLLATE "C" CONSTRAINT bans_reply_length CHECK (char_length(reply) BETWEEN 1 AND 2000),
    replied_at timestamptz,
    CONSTRAINT bans_replied CHECK ((reply IS NULL) = (replied_at IS NULL))
);

-- The admins' list of replies.
CREATE INDEX bans_replied_at ON bans (replied_at) WHERE replied_at IS NOT NULL;

-- The addresses of banned accounts that were deleted, so that a new account does not lift the ban.
CREATE TABLE banned_addresses (
    -- A keyed hash of the address in lower case.
    address_hash bytea CONSTRAINT banned_addresses_pkey PRIMARY KEY
        CONSTRAINT banned_addresses_hash_length CHECK (octet_length(address_hash) = 32),
    -- NULL for good.
    banned_until timestamptz
);

-- What admins did, and why. Rows are never changed, and deleted with the account that they are about.
CREATE TABLE admin_acts (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT admin_acts_pkey PRIMARY KEY,
    -- The account; NULL for an act about a text.
    user_id bigint CONSTRAINT admin_acts_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- The name of the admin at that time; empty for a command of the operator.
    admin text COLLATE "C" NOT NULL CONSTRAINT admin_acts_admin_form CHECK (admin ~ '^([A-Za-z0-9_-]{3,20})?$'),
    act text COLLATE "C" NOT NULL CONSTRAINT admin_acts_act_known CHECK (act IN (
        'ban', 'unban', 'rename', 'clear_result', 'clear_suggestion', 'retire_text', 'note', 'settle_reports'
    )),
    -- The end of a ban, both names, the id of a race, or the beginning of a text.
    detail text COLLATE "C" NOT NULL DEFAULT '' CONSTRAINT admin_acts_detail_length CHECK (char_length(detail) <= 200),
    -- Empty for a suggestion of a text that was rejected without one.
    reason text COLLATE "C" NOT NULL CONSTRAINT admin_acts_reason_length CHECK (char_length(reason) <= 500),
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX admin_acts_user_id ON admin_acts (user_id, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER admin_acts_never_change BEFORE UPDATE ON admin_acts
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Names, replays and texts that users reported.
CREATE TABLE reports (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT reports_pkey PRIMARY KEY,
    -- NULL once that account is deleted.
    reporter_id bigint CONSTRAINT reports_reporter_fkey REFERENCES users (id) ON DELETE SET NULL,
    kind text COLLATE "C" NOT NULL CONSTRAINT reports_kind_known CHECK (kind IN ('name', 'replay', 'text')),
    -- The user whose name or run it is.
    user_id bigint CONSTRAINT reports_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    race_id uuid CONSTRAINT reports_race_fkey REFERENCES races (id) ON DELETE CASCADE,
    text_id bigint CONSTRAINT reports_text_fkey REFERENCES texts (id) ON DELETE CASCADE,
    -- The name when it was reported.
    username text COLLATE "C" CONSTRAINT reports_username_form CHECK (username ~ '^[A-Za-z0-9_-]{3,20}$'),
    -- What is reported, by which the reports of several users are one case.
    thing text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
        kind || ':' || coalesce(user_id::text, '') || ':' || coalesce(race_id::text, '') || ':' || coalesce(text_id::text, '')
            || CASE kind WHEN 'name' THEN ':' || username ELSE '' END
    ) STORED,
    words text COLLATE "C" NOT NULL CONSTRAINT reports_words_length CHECK (char_length(words) <= 500),
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    CONSTRAINT reports_thing_of_kind CHECK (CASE kind
        WHEN 'name' THEN num_nulls(user_id, username) = 0 AND num_nonnulls(race_id, text_id) = 0
        WHEN 'replay' THEN num_nulls(user_id, username, race_id) = 0 AND text_id IS NULL
        ELSE text_id IS NOT NULL AND num_nonnulls(user_id, username, race_id) = 0 END)
);

-- Each user reports a thing once.
CREATE UNIQUE INDEX reports_once ON reports (reporter_id, thing);
-- The admins' list.
CREATE INDEX reports_open ON reports (id) WHERE settled_at IS NULL;
CREATE INDEX reports_open_things ON reports (thing) WHERE settled_at IS NULL;
CREATE INDEX reports_user_id ON reports (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX reports_race_id ON reports (race_id) WHERE race_id IS NOT NULL;
CREATE INDEX reports_text_id ON reports (text_id) WHERE text_id IS NOT NULL;

-- Users with whom a user does not want to race.
CREATE TABLE blocks (
    user_id bigint NOT NULL CONSTRAINT blocks_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    blocked_id bigint NOT NULL CONSTRAINT blocks_blocked_fkey REFERENCES users (id) ON DELETE CASCADE
        CONSTRAINT blocks_somebody_else CHECK (blocked_id <> user_id),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT blocks_pkey PRIMARY KEY (user_id, blocked_id)
);

CREATE INDEX blocks_blocked_id ON blocks (blocked_id);
