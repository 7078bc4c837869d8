-- For the best replay of the last day. Results come in the order of time, so that a few bytes for each range of pages
-- suffice, and writing a result costs nothing.
CREATE INDEX results_created_at ON results USING brin (created_at) WITH (autosummarize = on);
