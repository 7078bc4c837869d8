DROP TABLE practice_stats, practice_keys, practice_results;
