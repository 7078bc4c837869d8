DROP TABLE text_bags, text_requests, texts;
