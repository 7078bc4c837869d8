DELETE FROM held_names;
DELETE FROM rate_limits;
