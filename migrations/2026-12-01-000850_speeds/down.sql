DROP TABLE speeds, text_effects;
