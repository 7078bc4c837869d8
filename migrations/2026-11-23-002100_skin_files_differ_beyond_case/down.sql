DROP INDEX skins_filename_key;
