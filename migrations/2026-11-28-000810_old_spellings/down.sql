UPDATE texts SET retired = false WHERE language = 'es';
