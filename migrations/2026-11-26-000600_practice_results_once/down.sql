DROP INDEX practice_results_once;
