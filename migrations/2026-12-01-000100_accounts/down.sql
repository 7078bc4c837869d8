DROP TABLE token_revocations, known_networks, held_names, address_changes, account_codes, users;
DROP FUNCTION write_token_revocation;
