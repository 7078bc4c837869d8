-- A skin that is added changes what the shop sells from the next day on, and not while somebody looks at it. Those that are
-- there are sold as before.
ALTER TABLE skins ADD COLUMN sold_from date NOT NULL DEFAULT '1970-01-01';
ALTER TABLE skins ALTER COLUMN sold_from SET DEFAULT (now() AT TIME ZONE 'UTC')::date + 1;
