-- Exactly the texts of up.sql, which have the time of its transaction: texts that admins approved since then stay.
DELETE FROM texts WHERE created_at = (SELECT created_at FROM texts WHERE text =
    'En español hay un solo número que se describe a sí mismo: cinco, que tiene exactamente 5 letras.');
