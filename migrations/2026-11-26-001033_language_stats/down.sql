DROP TABLE language_stats;
