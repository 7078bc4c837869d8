DROP INDEX results_created_at;
