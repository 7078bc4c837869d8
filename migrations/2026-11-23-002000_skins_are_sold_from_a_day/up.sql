-- A new skin changes the shop's offer from the next day on, not while a user is looking at it. Existing skins are sold
-- as before.
ALTER TABLE skins ADD COLUMN sold_from date NOT NULL DEFAULT '1970-01-01';
ALTER TABLE skins ALTER COLUMN sold_from SET DEFAULT (now() AT TIME ZONE 'UTC')::date + 1;
