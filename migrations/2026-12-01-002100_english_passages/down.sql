-- Exactly the texts of up.sql, which have the time of its transaction: texts that admins approved since then stay.
DELETE FROM texts WHERE created_at = (SELECT created_at FROM texts WHERE text =
    'Pick up any ordinary die and look underneath: top and bottom always add up to 7, and all six faces together make 21.');
