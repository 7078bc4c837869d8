-- Purchases of skins, from the wish to the money. What money was taken for is for the books, so it outlives the account.
CREATE TABLE purchases (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- What the provider knows the purchase by; its requests are repeated under names made of it.
    reference uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT purchases_reference_key UNIQUE,
    provider text NOT NULL CONSTRAINT purchases_provider_known CHECK (provider IN ('paypal', 'simulator')),
    -- Who buys, while there is such an account.
    user_id bigint CONSTRAINT purchases_user_fkey REFERENCES users (id) ON DELETE SET NULL,
    skin text NOT NULL CONSTRAINT purchases_skin_fkey REFERENCES skins (filename),
    -- The price at the moment of the wish, in the hundredth part of the currency.
    price_cents integer NOT NULL CONSTRAINT purchases_price_possible CHECK (price_cents BETWEEN 1 AND 100000),
    currency text NOT NULL DEFAULT 'USD' CONSTRAINT purchases_currency_known CHECK (currency = 'USD'),
    -- created: the provider is asked for a payment. open: the buyer may approve it. executing: money may move, or have
    -- moved. paid: it has, and the skin is the buyer's. to_refund: it has, for nothing. refunded: by hand, see
    -- docs/operations.md. failed, expired: it never will.
    state text NOT NULL DEFAULT 'created' CONSTRAINT purchases_state_known CHECK (state IN (
        'created', 'open', 'executing', 'paid', 'to_refund', 'refunded', 'failed', 'expired'
    )),
    -- The provider's names for the payment and for who approved it.
    payment_id text CONSTRAINT purchases_payment_form CHECK (payment_id ~ '^[A-Za-z0-9-]{10,64}$'),
    payer_id text CONSTRAINT purchases_payer_form CHECK (payer_id ~ '^[A-Za-z0-9-]{10,64}$'),
    -- How often the provider said no, so that the next try is no repetition of the one before.
    refusals integer NOT NULL DEFAULT 0 CONSTRAINT purchases_refusals_possible CHECK (refusals >= 0),
    -- When the last try to execute it began.
    executed_at timestamptz,
    -- When the provider is to be asked what became of it, and how often it was.
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
    CONSTRAINT purchases_settled_at_the_end CHECK ((settled_at IS NULL) = (state IN ('created', 'open', 'executing'))),
    CONSTRAINT purchases_invoice_for_money CHECK (
        CASE state WHEN 'paid' THEN invoice IS NOT NULL WHEN 'refunded' THEN true ELSE invoice IS NULL END
    )
);

-- Invoices are numbered in the order in which they are written.
CREATE SEQUENCE purchases_invoice_seq OWNED BY purchases.invoice;

-- A skin is bought once: of two payments, one moves money.
CREATE UNIQUE INDEX purchases_bought_once ON purchases (user_id, skin) WHERE state IN ('executing', 'paid');
-- What the provider is to be asked about.
CREATE INDEX purchases_look_at ON purchases (look_at) WHERE look_at IS NOT NULL;
-- What expires, and what is forgotten because no money was ever near it.
CREATE INDEX purchases_unfinished ON purchases (created_at) WHERE state IN ('created', 'open');
CREATE INDEX purchases_untouched ON purchases (settled_at) WHERE state = 'expired' AND payer_id IS NULL;
-- What somebody has to give back.
CREATE INDEX purchases_to_refund ON purchases (id) WHERE state = 'to_refund';
-- For the end of an account.
CREATE INDEX purchases_user_id ON purchases (user_id);
