-- Days begin at midnight in the visitor's time zone, so they are summed up when they are asked for.
DROP TABLE run_days;
