DROP TABLE texts;
