DROP INDEX races_room;
