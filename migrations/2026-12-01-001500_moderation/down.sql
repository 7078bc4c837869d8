DROP TABLE blocks, reports, admin_acts, banned_addresses, bans;
DROP FUNCTION refuse_change;
