DROP TABLE results;
DROP TABLE races;
