DROP TABLE practice_stats;
DROP TABLE practice_results;
