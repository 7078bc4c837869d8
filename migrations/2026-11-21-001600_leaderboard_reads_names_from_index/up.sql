-- The leaderboard reads the name and country of each user from the index by which it looks them up. That halves the
-- pages that it reads, since the rows are spread over a large table. It is the index to which user_stats refers, with
-- two more columns.
ALTER TABLE user_stats DROP CONSTRAINT user_stats_user_fkey;
ALTER TABLE users DROP CONSTRAINT users_id_created_at_key;
ALTER TABLE users ADD CONSTRAINT users_id_created_at_key UNIQUE (id, created_at) INCLUDE (username, country);
ALTER TABLE user_stats ADD CONSTRAINT user_stats_user_fkey FOREIGN KEY (user_id, member_since)
    REFERENCES users (id, created_at) ON DELETE CASCADE ON UPDATE CASCADE;
