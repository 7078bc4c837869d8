DROP INDEX purchases_unfinished;
CREATE INDEX purchases_unfinished ON purchases (created_at) WHERE state IN ('created', 'open');

-- Fails while a user is buying the same skin at both providers.
DROP INDEX purchases_paid_once;
DROP INDEX purchases_bought_once;
CREATE UNIQUE INDEX purchases_bought_once ON purchases (user_id, skin) WHERE state IN ('executing', 'paid');
