DROP TABLE address_changes;
ALTER TABLE users DROP COLUMN recovery_email;
