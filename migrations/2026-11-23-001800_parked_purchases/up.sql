-- parked: money may have moved at a provider that the site no longer uses. It is settled when the site uses that
-- provider again, or by hand, see docs/operations.md.
ALTER TABLE purchases
    DROP CONSTRAINT purchases_state_known,
    ADD CONSTRAINT purchases_state_known CHECK (state IN (
        'created', 'open', 'executing', 'parked', 'paid', 'to_refund', 'refunded', 'failed', 'expired'
    )),
    DROP CONSTRAINT purchases_settled_at_the_end,
    ADD CONSTRAINT purchases_settled_at_the_end
        CHECK ((settled_at IS NULL) = (state IN ('created', 'open', 'executing', 'parked')));
-- The purchases that a process checks when it starts.
CREATE INDEX purchases_left ON purchases (provider) WHERE state IN ('executing', 'parked');
