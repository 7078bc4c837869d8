DROP TABLE language_stats, user_stats;
