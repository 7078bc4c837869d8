DROP TABLE user_stats;
