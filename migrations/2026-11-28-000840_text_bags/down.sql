DROP TABLE text_bags;
