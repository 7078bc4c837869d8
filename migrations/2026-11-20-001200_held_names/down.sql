DROP TABLE held_names;
