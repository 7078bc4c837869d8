DROP TABLE run_digests, result_reviews, result_findings;
