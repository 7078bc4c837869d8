DELETE FROM mails WHERE kind IN ('result_accepted', 'result_rejected');
ALTER TABLE mails
    DROP CONSTRAINT mails_kind_known,
    ADD CONSTRAINT mails_kind_known CHECK (kind IN (
        'verify', 'password_reset', 'email_changed', 'password_changed', 'invoice', 'text_request_approved',
        'text_request_rejected'
    ));
DROP TABLE result_reviews, result_findings;
ALTER TABLE races DROP COLUMN start_spread_ms;
ALTER TABLE results DROP COLUMN credited_ms, DROP COLUMN verdict;
