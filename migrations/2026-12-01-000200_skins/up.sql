-- All skins, with the way to get each and its price.
CREATE TABLE skins (
    -- The file name of the image, without `.png`.
    filename text COLLATE "C" CONSTRAINT skins_pkey PRIMARY KEY
        CONSTRAINT skins_filename_form CHECK (filename ~ '^[A-Za-z0-9_-]{1,64}$'),
    name text COLLATE "C" NOT NULL CONSTRAINT skins_name_length CHECK (char_length(name) BETWEEN 1 AND 60),
    description text COLLATE "C" NOT NULL
        CONSTRAINT skins_description_length CHECK (char_length(description) BETWEEN 1 AND 300),
    unlock text COLLATE "C" NOT NULL DEFAULT 'shop' CONSTRAINT skins_unlock_known
        CHECK (unlock IN ('signup', 'wpm', 'races', 'wins', 'accuracy', 'egg', 'verified', 'feedback', 'shop')),
    -- The number that a racer must reach, for unlocks that have one.
    threshold double precision CONSTRAINT skins_threshold_positive CHECK (threshold > 0 AND threshold <= 1000000),
    -- US cents. A skin for 0 is an Easter egg, in the shop every day.
    price_cents integer CONSTRAINT skins_price_possible CHECK (price_cents BETWEEN 0 AND 100000),
    -- A new skin changes the shop's offer from the next day on, not while a user is looking at it.
    sold_from date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date + 1,
    -- The lowest is shown first; skins that are added later come last.
    position integer NOT NULL DEFAULT 1000,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT skins_threshold_where_the_rule_has_one
        CHECK ((threshold IS NOT NULL) = (unlock IN ('wpm', 'races', 'wins', 'accuracy'))),
    CONSTRAINT skins_price_where_it_is_sold CHECK (
        CASE unlock WHEN 'shop' THEN coalesce(price_cents, 0) > 0 WHEN 'egg' THEN coalesce(price_cents, 0) = 0
        ELSE price_cents IS NULL END
    )
);

-- File names must differ in more than case.
CREATE UNIQUE INDEX skins_filename_key ON skins (lower(filename));
CREATE UNIQUE INDEX skins_name_key ON skins (lower(name));

-- Images that admins uploaded with their skins; those of the other skins are files of the client.
CREATE TABLE skin_images (
    skin text COLLATE "C" CONSTRAINT skin_images_pkey PRIMARY KEY
        CONSTRAINT skin_images_skin_fkey REFERENCES skins (filename) ON DELETE CASCADE,
    -- At most 1024 x 1024 pixels of 4 bytes, compressed again by the api.
    png bytea NOT NULL CONSTRAINT skin_images_png_size CHECK (octet_length(png) BETWEEN 1 AND 5242880),
    -- The ETag of the image.
    sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(png)) STORED
);

-- Skins that users unlocked. Every user owns those of the signup without a row.
CREATE TABLE owned_skins (
    user_id bigint NOT NULL CONSTRAINT owned_skins_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    skin text COLLATE "C" NOT NULL CONSTRAINT owned_skins_skin_form CHECK (skin ~ '^[A-Za-z0-9_-]{1,64}$')
        CONSTRAINT owned_skins_skin_fkey REFERENCES skins (filename),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT owned_skins_pkey PRIMARY KEY (user_id, skin)
);

ALTER TABLE users ADD CONSTRAINT users_skin_fkey FOREIGN KEY (skin) REFERENCES skins (filename);

INSERT INTO skins (position, filename, name, description, unlock, threshold, price_cents) VALUES
    (10, 'hummingbird', 'Colibri', 'The bird that everybody starts with, and that gave the place its name.', 'signup', NULL, NULL),

    (110, 'violetear', 'Lesser Violetear', 'Sings all day from the same twig, and dares you to beat it.', 'wpm', 30, NULL),
    (120, 'emerald', 'Coppery-headed Emerald', 'Small, green, and found in Costa Rica and nowhere else.', 'wpm', 45, NULL),
    (130, 'firethroat', 'Fiery-throated Hummingbird', 'Wears a sunset under its chin, and shows it only to those who come near.', 'wpm', 60, NULL),
    (140, 'brilliant', 'Green-crowned Brilliant', 'Perches while it drinks: speed without haste.', 'wpm', 80, NULL),
    (150, 'sabrewing', 'Violet Sabrewing', 'The largest hummingbird of the cloud forest; the others make room.', 'wpm', 100, NULL),
    (160, 'quetzal', 'Resplendent Quetzal', 'Seen by few, and forgotten by nobody.', 'wpm', 120, NULL),

    (210, 'thorntail', 'Green Thorntail', 'Leaves flowers as a bumblebee does, and then is gone.', 'races', 5, NULL),
    (220, 'hermit', 'Green Hermit', 'Flies the same long round of flowers every day.', 'races', 25, NULL),
    (230, 'jacobin', 'White-necked Jacobin', 'Always where something is going on.', 'races', 100, NULL),
    (240, 'mango', 'Green-breasted Mango', 'Knows every garden on the coast.', 'races', 500, NULL),

    (310, 'goldentail', 'Blue-throated Goldentail', 'Its tail is the color of a first medal.', 'wins', 1, NULL),
    (320, 'woodnymph', 'Crowned Woodnymph', 'Violet and green, and used to being looked at.', 'wins', 10, NULL),
    (330, 'mountaingem', 'Purple-throated Mountain-gem', 'Drives all others from its flowers.', 'wins', 50, NULL),

    (410, 'fairy', 'Purple-crowned Fairy', 'Not a feather out of place.', 'accuracy', 95, NULL),
    (420, 'talamanca', 'Talamanca Hummingbird', 'Takes each flower of a branch in turn, and misses none.', 'accuracy', 97, NULL),
    (430, 'starthroat', 'Long-billed Starthroat', 'Picks gnats out of the air, one at a time.', 'accuracy', 99, NULL),

    (510, 'snowcap', 'Snowcap', 'Wine-red, with a white cap: you know it when you see it, and now we know you.', 'verified', NULL, NULL),
    (520, 'plumeleteer', 'Bronze-tailed Plumeleteer', 'Has red feet and an opinion. Thank you for yours.', 'feedback', NULL, NULL),

    (610, 'cat', 'Cat', 'Walks over keyboards, and types surprisingly well.', 'egg', NULL, NULL),
    (620, 'capybara', 'Capybara', 'Friends with everybody, also with those who overtake it.', 'egg', NULL, NULL),
    (630, 'bee', 'Bee', 'Visits the same flowers. Shares them with everybody.', 'egg', NULL, NULL),
    (640, 'jesus', 'Jesus', 'Forgives every typo.', 'egg', NULL, 0),

    (710, 'coquette', 'Rufous-crested Coquette', 'Has the tallest hair of the forest, and nothing to brush it with.', 'shop', NULL, 199),
    (720, 'mangrove', 'Mangrove Hummingbird', 'Lives between two tides on one coast of one country.', 'shop', NULL, 199),
    (730, 'woodstar', 'Magenta-throated Woodstar', 'No longer than a finger, and louder than a drone.', 'shop', NULL, 249),
    (740, 'scintillant', 'Scintillant Hummingbird', 'Two grams of ember.', 'shop', NULL, 249),
    (750, 'volcano', 'Volcano Hummingbird', 'At home above three thousand meters, where the air is thin.', 'shop', NULL, 249),
    (760, 'barbthroat', 'Band-tailed Barbthroat', 'Keeps to the shade, and sings there.', 'shop', NULL, 299),
    (770, 'lancebill', 'Green-fronted Lancebill', 'First over the line by the length of its bill.', 'shop', NULL, 299),
    (780, 'motmot', 'Turquoise-browed Motmot', 'Swings its tail like a clock that is never late.', 'shop', NULL, 399),
    (790, 'bellbird', 'Three-wattled Bellbird', 'Heard from the next valley.', 'shop', NULL, 399),
    (800, 'toucanet', 'Northern Emerald-Toucanet', 'Leads with its chin.', 'shop', NULL, 449);

-- These are sold at once.
UPDATE skins SET sold_from = '1970-01-01';
