DROP TABLE known_networks;
