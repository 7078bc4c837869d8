-- Names and addresses were stored under plain hashes, which can be guessed; from now on the hashes are keyed. The old
-- ones cannot be converted, so names that were given up before are free at once, and attempts before do not count.
DELETE FROM held_names;
DELETE FROM rate_limits;

-- The payers of payments that moved no money are not needed.
UPDATE purchases SET payer_id = NULL, executed_at = NULL WHERE state IN ('failed', 'expired');
