DROP TABLE purchases;
