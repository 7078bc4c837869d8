-- A result whose answer was lost is sent again; the time of its run tells that it is the same.
DELETE FROM practice_results again USING practice_results first
WHERE again.user_id = first.user_id AND again.typed_at = first.typed_at AND again.time_ms = first.time_ms
    AND again.id > first.id;

CREATE UNIQUE INDEX practice_results_once ON practice_results (user_id, typed_at, time_ms);
