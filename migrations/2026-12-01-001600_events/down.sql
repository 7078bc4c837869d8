DROP TABLE event_results, event_heats, event_racers, event_rounds, events;
