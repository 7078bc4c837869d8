-- Purchases of skins, from the first click to the payment. Paid purchases are part of the books, so they outlive the
-- account.
CREATE TABLE purchases (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The name of the purchase at the provider; the ids of its requests are derived from it.
    reference uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT purchases_reference_key UNIQUE,
    provider text COLLATE "C" NOT NULL CONSTRAINT purchases_provider_known CHECK (provider IN ('paypal', 'simulator')),
    -- The buyer; null once the account is deleted.
    user_id bigint CONSTRAINT purchases_user_fkey REFERENCES users (id) ON DELETE SET NULL,
    skin text COLLATE "C" NOT NULL CONSTRAINT purchases_skin_fkey REFERENCES skins (filename),
    -- The price when the purchase began, in hundredths of the currency.
    price_cents integer NOT NULL CONSTRAINT purchases_price_possible CHECK (price_cents BETWEEN 1 AND 100000),
    currency text COLLATE "C" NOT NULL DEFAULT 'USD' CONSTRAINT purchases_currency_known CHECK (currency = 'USD'),
    -- created: a payment is requested from the provider. open: the buyer may approve it. executing: money may move or
    -- have moved. parked: money may have moved at a provider that the site no longer uses; it is settled when the site uses
    -- that provider again, or by hand, see docs/operations.md. paid: it has moved, and the buyer owns the
    -- skin. to_refund: it has moved, but the buyer gets nothing. refunded: by hand, see docs/operations.md. failed, expired:
    -- it will never move.
    state text COLLATE "C" NOT NULL DEFAULT 'created' CONSTRAINT purchases_state_known CHECK (state IN (
        'created', 'open', 'executing', 'parked', 'paid', 'to_refund', 'refunded', 'failed', 'expired'
    )),
    -- The provider's ids of the payment and of the payer who approved it.
    payment_id text COLLATE "C" CONSTRAINT purchases_payment_form CHECK (payment_id ~ '^[A-Za-z0-9-]{10,64}$'),
    payer_id text COLLATE "C" CONSTRAINT purchases_payer_form CHECK (payer_id ~ '^[A-Za-z0-9-]{10,64}$'),
    -- The number of times that the provider refused, so that the next attempt is a different request.
    refusals integer NOT NULL DEFAULT 0 CONSTRAINT purchases_refusals_possible CHECK (refusals >= 0),
    -- The start of the last attempt to execute it.
    executed_at timestamptz,
    -- The time at which the provider is to be asked for the outcome, and how often it was since the last attempt.
    look_at timestamptz,
    looks integer NOT NULL DEFAULT 0 CONSTRAINT purchases_looks_possible CHECK (looks >= 0),
    -- The number of the invoice.
    invoice bigint CONSTRAINT purchases_invoice_key UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    CONSTRAINT purchases_payment_key UNIQUE (provider, payment_id),
    CONSTRAINT purchases_payment_once_created CHECK (payment_id IS NOT NULL OR state IN ('created', 'expired')),
    CONSTRAINT purchases_payer_once_executed CHECK (
        (payer_id IS NULL) = (executed_at IS NULL)
        AND (payer_id IS NOT NULL OR state NOT IN ('executing', 'paid', 'to_refund', 'refunded'))
    ),
    CONSTRAINT purchases_looked_after CHECK (look_at IS NOT NULL OR state <> 'executing'),
    CONSTRAINT purchases_settled_at_the_end
        CHECK ((settled_at IS NULL) = (state IN ('created', 'open', 'executing', 'parked'))),
    CONSTRAINT purchases_invoice_for_money CHECK (
        CASE state WHEN 'paid' THEN invoice IS NOT NULL WHEN 'refunded' THEN true ELSE invoice IS NULL END
    )
);

-- Invoices are numbered in the order in which they are written.
CREATE SEQUENCE purchases_invoice_seq OWNED BY purchases.invoice;

-- A skin is bought once. A purchase that was left unfinished at one provider must not keep its buyer from paying at the
-- other, which does not know its state: so one payment per provider may move money, and only one of these is paid.
CREATE UNIQUE INDEX purchases_bought_once ON purchases (user_id, skin, provider) WHERE state IN ('executing', 'paid');
CREATE UNIQUE INDEX purchases_paid_once ON purchases (user_id, skin) WHERE state = 'paid';
-- Purchases whose outcome the provider is asked for.
CREATE INDEX purchases_look_at ON purchases (look_at) WHERE look_at IS NOT NULL;
-- The purchases that a process checks when it starts.
CREATE INDEX purchases_left ON purchases (provider) WHERE state IN ('executing', 'parked');
-- Purchases that expire: a simulated one even while it is executed, since the simulator soon forgets it.
CREATE INDEX purchases_unfinished ON purchases (created_at) WHERE state IN ('created', 'open', 'executing');
-- Purchases that are deleted, because no money was involved.
CREATE INDEX purchases_untouched ON purchases (settled_at) WHERE state = 'expired' AND payer_id IS NULL;
-- Purchases that an operator must refund.
CREATE INDEX purchases_to_refund ON purchases (id) WHERE state = 'to_refund';
-- For the deletion of an account.
CREATE INDEX purchases_user_id ON purchases (user_id);
