DROP TABLE run_digests;
