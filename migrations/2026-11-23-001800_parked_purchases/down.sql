DROP INDEX purchases_left;
-- Fails if a buyer has two payments for a skin at one provider that are parked, executing or paid.
UPDATE purchases SET state = 'executing', look_at = now() WHERE state = 'parked';
ALTER TABLE purchases
    DROP CONSTRAINT purchases_state_known,
    ADD CONSTRAINT purchases_state_known CHECK (state IN (
        'created', 'open', 'executing', 'paid', 'to_refund', 'refunded', 'failed', 'expired'
    )),
    DROP CONSTRAINT purchases_settled_at_the_end,
    ADD CONSTRAINT purchases_settled_at_the_end
        CHECK ((settled_at IS NULL) = (state IN ('created', 'open', 'executing')));
