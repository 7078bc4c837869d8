DROP TABLE race_opponents, result_keys, results, races;
