-- How far each user is in the shuffled texts of each kind, in the form of `api/src/text_bag.rs`.
CREATE TABLE text_bags (
    user_id bigint CONSTRAINT text_bags_pkey PRIMARY KEY
        CONSTRAINT text_bags_user_fkey REFERENCES users (id) ON DELETE CASCADE,
    bag bytea NOT NULL CONSTRAINT text_bags_bag_length CHECK (octet_length(bag) BETWEEN 8 AND 1000)
);
