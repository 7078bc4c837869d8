DROP TABLE text_requests;
