DROP TABLE account_codes;
