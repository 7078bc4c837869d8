-- For whoever opens the link to a room whose race has begun or ended: its replay.
CREATE INDEX races_room ON races (room, started_at);
