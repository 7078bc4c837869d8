-- A purchase that was left unfinished at one provider must not keep its buyer from paying at the other, which does not
-- know its state. So one payment per provider may move money, and only one of these is paid.
DROP INDEX purchases_bought_once;
CREATE UNIQUE INDEX purchases_bought_once ON purchases (user_id, skin, provider) WHERE state IN ('executing', 'paid');
CREATE UNIQUE INDEX purchases_paid_once ON purchases (user_id, skin) WHERE state = 'paid';

-- Purchases that expire: a simulated one even while it is executed, since the simulator soon forgets it.
DROP INDEX purchases_unfinished;
CREATE INDEX purchases_unfinished ON purchases (created_at) WHERE state IN ('created', 'open', 'executing');
