-- Exactly the texts of up.sql, which have the time of its transaction: texts that admins approved since then stay.
DELETE FROM texts WHERE created_at = (SELECT created_at FROM texts WHERE text =
    'A new friend is always a miracle, but at thirty-three years old, such a bird of paradise rising in the sage-brush was an avatar. One friend in a lifetime is much; two are many; three are hardly possible. Friendship needs a certain parallelism of life, a community of thought, a rivalry of aim.');
