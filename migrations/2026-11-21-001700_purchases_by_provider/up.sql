-- A purchase that was left half-way at one provider must not keep its buyer from paying at the other, which cannot say
-- what became of it. So of two payments one moves money at each provider, and of those one is paid.
DROP INDEX purchases_bought_once;
CREATE UNIQUE INDEX purchases_bought_once ON purchases (user_id, skin, provider) WHERE state IN ('executing', 'paid');
CREATE UNIQUE INDEX purchases_paid_once ON purchases (user_id, skin) WHERE state = 'paid';

-- What expires: a simulated one also while it is executed, since nobody remembers it for long.
DROP INDEX purchases_unfinished;
CREATE INDEX purchases_unfinished ON purchases (created_at) WHERE state IN ('created', 'open', 'executing');
