-- Events: rounds of races that a member hosts for whoever joins by a code. Their races count for nothing outside them.
CREATE TABLE events (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT events_pkey PRIMARY KEY,
    -- Of the form of the code of a room.
    code text COLLATE "C" NOT NULL
        CONSTRAINT events_code_key UNIQUE
        CONSTRAINT events_code_form CHECK (code ~ '^[2-9a-hjkmnp-z]{8}$'),
    -- The member who hosts it; null once that account is deleted, and then the event is over.
    host_id bigint CONSTRAINT events_host_user_fkey REFERENCES users (id) ON DELETE SET NULL,
    -- A keyed hash of the key with which others host it, too.
    key_hash bytea NOT NULL CONSTRAINT events_key_hash_length CHECK (octet_length(key_hash) = 32),
    title text COLLATE "C" NOT NULL CONSTRAINT events_title_length CHECK (char_length(title) BETWEEN 1 AND 80),
    language text COLLATE "C" NOT NULL CONSTRAINT events_language_known CHECK (language IN ('en', 'es')),
    joining text COLLATE "C" NOT NULL CONSTRAINT events_joining_known CHECK (joining IN ('everyone', 'members')),
    scoring text COLLATE "C" NOT NULL CONSTRAINT events_scoring_known CHECK (scoring IN ('places', 'speed')),
    -- True if nobody else may join.
    locked boolean NOT NULL DEFAULT false,
    -- True if the wall shows the names of racers.
    shows_names boolean NOT NULL DEFAULT false,
    -- True once a host has ended it. It may be over without that: api/src/events/course.rs has the rule.
    ended boolean NOT NULL DEFAULT false,
    -- True once its guests and the texts of its host were deleted.
    cleared boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The last time that a host did something.
    hosted_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX events_host_id ON events (host_id, created_at) WHERE host_id IS NOT NULL;
CREATE INDEX events_kept ON events (hosted_at) WHERE NOT cleared OR host_id IS NULL;

-- The rounds of an event, each with the text of all its heats.
CREATE TABLE event_rounds (
    event_id bigint NOT NULL CONSTRAINT event_rounds_event_fkey REFERENCES events (id) ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT event_rounds_number_possible CHECK (number BETWEEN 1 AND 20),
    kind text COLLATE "C" NOT NULL CONSTRAINT event_rounds_kind_known CHECK (kind IN ('site', 'chosen', 'words', 'own')),
    -- What the host asked for: the length of a text of the site, or the number of words.
    size text COLLATE "C" CONSTRAINT event_rounds_size_known CHECK (size IN ('short', 'medium', 'long')),
    words integer CONSTRAINT event_rounds_words_possible CHECK (words BETWEEN 10 AND 100),
    -- The text, if it is one of the site's. All texts are copied, so that a round stays as it was.
    text_id bigint CONSTRAINT event_rounds_text_fkey REFERENCES texts (id) ON DELETE SET NULL,
    author text COLLATE "C" NOT NULL CONSTRAINT event_rounds_author_length CHECK (char_length(author) <= 100),
    work text COLLATE "C" CONSTRAINT event_rounds_work_length CHECK (char_length(work) BETWEEN 1 AND 300),
    -- Empty once the host's own text was deleted.
    text text COLLATE "C" NOT NULL
        CONSTRAINT event_rounds_text_length CHECK (char_length(text) BETWEEN 2 AND 2000 OR kind = 'own' AND text = '')
        CONSTRAINT event_rounds_text_normalized CHECK (text IS NFC NORMALIZED),
    -- The number of characters, also of a text that was deleted.
    length integer NOT NULL CONSTRAINT event_rounds_length_possible CHECK (length BETWEEN 2 AND 2000),
    -- The instant for which the host started it; null until then.
    start_at timestamptz,
    CONSTRAINT event_rounds_asked_of_kind CHECK ((kind = 'site') = (size IS NOT NULL) AND (kind = 'words') = (words IS NOT NULL)),
    CONSTRAINT event_rounds_pkey PRIMARY KEY (event_id, number)
);

-- Those who race in an event: accounts, under their username, and guests, under a name of their own.
CREATE TABLE event_racers (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT event_racers_pkey PRIMARY KEY,
    event_id bigint NOT NULL CONSTRAINT event_racers_event_fkey REFERENCES events (id) ON DELETE CASCADE,
    -- NULL for a guest.
    user_id bigint CONSTRAINT event_racers_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- NULL for an account.
    name text COLLATE "C"
        CONSTRAINT event_racers_name_length CHECK (char_length(name) BETWEEN 1 AND 20)
        CONSTRAINT event_racers_name_normalized CHECK (name IS NFC NORMALIZED),
    -- The name in the form in which no other guest of the event has it.
    name_key text COLLATE "C" CONSTRAINT event_racers_name_key_length CHECK (char_length(name_key) BETWEEN 1 AND 60),
    -- The heat in which the racer has, or had, the last seat.
    round integer CONSTRAINT event_racers_round_possible CHECK (round BETWEEN 1 AND 20),
    heat integer CONSTRAINT event_racers_heat_positive CHECK (heat > 0),
    joined_at timestamptz NOT NULL DEFAULT now(),
    -- When the host removed the racer.
    removed_at timestamptz,
    CONSTRAINT event_racers_named_if_guest CHECK (num_nulls(name, name_key) = CASE WHEN user_id IS NULL THEN 0 ELSE 2 END),
    CONSTRAINT event_racers_seated_in_heat CHECK ((round IS NULL) = (heat IS NULL))
);

CREATE UNIQUE INDEX event_racers_name_key ON event_racers (event_id, name_key) WHERE user_id IS NULL;
CREATE UNIQUE INDEX event_racers_user_key ON event_racers (event_id, user_id) WHERE user_id IS NOT NULL;
-- For all racers of an event, and those of a heat.
CREATE INDEX event_racers_event_id ON event_racers (event_id, round, heat);
CREATE INDEX event_racers_user_id ON event_racers (user_id, joined_at) WHERE user_id IS NOT NULL;
-- For the engines, which refuse the tokens of guests who were removed.
CREATE INDEX event_racers_removed ON event_racers (removed_at) WHERE removed_at IS NOT NULL AND user_id IS NULL;

-- The rooms of a round: several if there are more racers than a room has seats.
CREATE TABLE event_heats (
    event_id bigint NOT NULL,
    round integer NOT NULL,
    number integer NOT NULL CONSTRAINT event_heats_number_positive CHECK (number > 0),
    room text COLLATE "C" NOT NULL
        CONSTRAINT event_heats_room_key UNIQUE
        CONSTRAINT event_heats_room_form CHECK (room ~ '^[2-9a-hjkmnp-z]{8}$'),
    -- The instant of its start, once its room knows it.
    start_at timestamptz,
    CONSTRAINT event_heats_pkey PRIMARY KEY (event_id, round, number),
    CONSTRAINT event_heats_round_fkey FOREIGN KEY (event_id, round) REFERENCES event_rounds (event_id, number) ON DELETE CASCADE
);

-- One per racer and round, even if one is sent twice.
CREATE TABLE event_results (
    racer_id bigint NOT NULL CONSTRAINT event_results_racer_fkey REFERENCES event_racers (id) ON DELETE CASCADE,
    event_id bigint NOT NULL,
    round integer NOT NULL,
    heat integer NOT NULL,
    time_ms bigint NOT NULL CONSTRAINT event_results_time_positive CHECK (time_ms > 0),
    wpm double precision NOT NULL CONSTRAINT event_results_wpm_possible CHECK (wpm BETWEEN 0 AND 350),
    accuracy double precision NOT NULL CONSTRAINT event_results_accuracy_possible CHECK (accuracy BETWEEN 0 AND 100),
    -- True for a finish that came faster than one is believed without keys: it gets no place.
    unranked boolean NOT NULL DEFAULT false,
    CONSTRAINT event_results_pkey PRIMARY KEY (racer_id, round),
    CONSTRAINT event_results_heat_fkey FOREIGN KEY (event_id, round, heat)
        REFERENCES event_heats (event_id, round, number) ON DELETE CASCADE
);

CREATE INDEX event_results_heat ON event_results (event_id, round, heat);
