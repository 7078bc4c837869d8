-- The site is in US spelling. Descriptions that an admin has changed are left as they are.
UPDATE skins SET description = 'Its tail is the color of a first medal.'
    WHERE filename = 'goldentail' AND description = 'Its tail is the colour of a first medal.';
UPDATE skins SET description = 'At home above three thousand meters, where the air is thin.'
    WHERE filename = 'volcano' AND description = 'At home above three thousand metres, where the air is thin.';
