-- Skins that users unlocked, by file name without `.png`. Every user owns the first one without a row.
CREATE TABLE owned_skins (
    user_id bigint NOT NULL CONSTRAINT owned_skins_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    skin text NOT NULL CONSTRAINT owned_skins_skin_form CHECK (skin ~ '^[A-Za-z0-9_-]{1,64}$'),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT owned_skins_pkey PRIMARY KEY (user_id, skin)
);
