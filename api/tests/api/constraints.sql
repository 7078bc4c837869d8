-- A row of each table, except texts, which the test adds, and skins, which a migration adds. Below them, the statements
-- that a constraint refuses, each on one line with the name of the constraint.

INSERT INTO users (username, email, password_hash) VALUES ('ana', 'ana@example.org', '!');
INSERT INTO races (id, room, text_id, racers, started_at)
    SELECT '00000000-0000-0000-0000-000000000001', 'k3f9wq2m', min(id), 2, now() FROM texts;
INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy)
    SELECT races.id, users.id, 1, true, 30000, 60, 98 FROM races, users;
INSERT INTO race_opponents SELECT races.id, users.id FROM races, users;
INSERT INTO daily_races SELECT '2026-11-27', 'en', min(id) FROM texts;
INSERT INTO daily_attempts SELECT day, daily_races.language, users.id, '00000000-0000-0000-0000-000000000002', 'k3f9wq2m' FROM daily_races, users;
INSERT INTO user_stats (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
    SELECT id, created_at, 1, 1, 60, 98, 60, 30000 FROM users;
INSERT INTO language_stats (user_id, language, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
    SELECT id, 'es', created_at, 1, 1, 60, 98, 60, 30000 FROM users;
INSERT INTO text_effects SELECT min(id), '2026-11-27', 0.05 FROM texts;
INSERT INTO speeds SELECT id, 'en', ARRAY[now()], ARRAY[1], ARRAY[60], 4.09, 0.01, '2026-11-27' FROM users;
INSERT INTO practice_results (user_id, time_ms, wpm, accuracy, typed_at) SELECT id, 30000, 60, 98, now() FROM users;
INSERT INTO result_keys SELECT id, 'keys' FROM results;
INSERT INTO run_digests SELECT results.id, text_id, 'waits' FROM results JOIN races ON races.id = race_id;
INSERT INTO practice_keys SELECT id, 'keys', 'Typed.' FROM practice_results;
INSERT INTO key_days SELECT id, 'race', 'en', '2026-11-26', 1, 'sums' FROM users;
INSERT INTO practice_stats SELECT id, 1, 60, 98, 60, 30000 FROM users;
INSERT INTO mails (kind, user_id, recipient, details) SELECT 'verify', id, email, '{}' FROM users;
INSERT INTO address_changes (user_id, restores, expires_at) SELECT id, 'old@example.org', now() FROM users;
INSERT INTO account_codes SELECT id, 'reset', sha256('code'), now() FROM users;
INSERT INTO held_names VALUES (sha256('old'), NULL, now());
INSERT INTO rate_limits (key) VALUES (sha256('signups'));
INSERT INTO known_networks SELECT id, sha256('network') FROM users;
INSERT INTO token_revocations SELECT id, 2, now() FROM users;
INSERT INTO owned_skins SELECT id, 'snowcap' FROM users;
INSERT INTO skin_images VALUES ('snowcap', 'png');
INSERT INTO text_bags SELECT id, repeat('x', 80)::bytea FROM users;
INSERT INTO api_keys (user_id, name, key_hash) SELECT id, 'Class board', sha256('key') FROM users;
INSERT INTO feedback (user_id, words) SELECT id, 'Hi!' FROM users;
INSERT INTO text_requests (user_id, text, author, url) SELECT id, 'Suggested.', 'A', 'https://example.org' FROM users;
INSERT INTO purchases (provider, user_id, skin, price_cents, payment_id, payer_id, executed_at, settled_at, state, invoice)
    SELECT 'paypal', id, 'coquette', 199, 'PAYID-0123456789', 'PAYER12345', now(), now(), 'paid', 1 FROM users;
INSERT INTO bans (user_id, reason, banned_until) SELECT id, 'Cheats.', now() + interval '1 day' FROM users;
INSERT INTO banned_addresses VALUES (sha256('banned'), NULL);
INSERT INTO admin_acts (user_id, admin, act, reason) SELECT id, '', 'note', 'Nice.' FROM users;
INSERT INTO reports (reporter_id, kind, user_id, username, words) SELECT id, 'name', id, username, '' FROM users;
INSERT INTO events (code, host_id, key_hash, title, language, joining, scoring)
    SELECT 'k3f9wq2m', id, sha256('key'), 'Class 7b', 'en', 'everyone', 'places' FROM users;
INSERT INTO event_rounds (event_id, number, kind, author, text, length) SELECT id, 1, 'own', '', 'Own.', 4 FROM events;
INSERT INTO event_racers (event_id, name, name_key, round, heat) SELECT id, 'Ana María', 'ana maría', 1, 1 FROM events;
INSERT INTO event_heats (event_id, round, number, room) SELECT id, 1, 1, 'k3f9wq2m' FROM events;
INSERT INTO event_results SELECT id, event_id, 1, 1, 30000, 60, 98, false FROM event_racers;

-- users
UPDATE users SET username = 'bo'; -- users_username_form
UPDATE users SET username = 'bob bob'; -- users_username_form
INSERT INTO users (username, email, password_hash) VALUES ('ANA', 'bob@example.org', '!'); -- users_username_key
UPDATE users SET email = 'ana'; -- users_email_form
INSERT INTO users (username, email, password_hash) VALUES ('bob', 'ANA@example.org', '!'); -- users_email_key
UPDATE users SET recovery_email = 'ana'; -- users_recovery_email_form
UPDATE users SET verified_by = 'x'; -- users_verified_by_length
UPDATE users SET settings = '[]'; -- users_settings_object
UPDATE users SET password_hash = ''; -- users_password_hash_given
UPDATE users SET country = 'CRI'; -- users_country_form
UPDATE users SET skin = '../x'; -- users_skin_form
UPDATE users SET skin = 'dodo'; -- users_skin_fkey
UPDATE users SET role = 'king'; -- users_role_known
UPDATE users SET language = 'xx'; -- users_language_known
UPDATE users SET token_version = 0; -- users_token_version_positive

-- texts
UPDATE texts SET text = 'Too short.'; -- texts_text_length
UPDATE texts SET text = repeat('x', 601); -- texts_text_length
UPDATE texts SET text = repeat('x', 60) || E'\n' || 'y'; -- texts_text_typeable
UPDATE texts SET text = repeat('x', 60) || '  y'; -- texts_text_typeable
UPDATE texts SET text = repeat('x', 60) || ' '; -- texts_text_typeable
UPDATE texts SET text = repeat('x', 60) || U&'e\0301'; -- texts_text_normalized
UPDATE texts SET author = ''; -- texts_author_length
UPDATE texts SET source = repeat('x', 301); -- texts_source_length
UPDATE texts SET language = 'fr'; -- texts_language_known
UPDATE texts SET category = 'ode'; -- texts_category_known
UPDATE text_bags SET bag = ''; -- text_bags_bag_length
UPDATE text_requests SET language = 'fr'; -- text_requests_language_known
INSERT INTO texts (author, text, source) SELECT author, text, source FROM texts; -- texts_text_key
DELETE FROM texts; -- races_text_fkey

-- races and results
UPDATE races SET room = 'NOPE'; -- races_room_form
UPDATE races SET racers = 0; -- races_racers_possible
UPDATE daily_races SET language = 'xx'; -- daily_races_language_known
UPDATE daily_attempts SET language = 'es'; -- daily_attempts_race_fkey
UPDATE daily_attempts SET room = '../room'; -- daily_attempts_room_form
UPDATE daily_attempts SET time_ms = 0; -- daily_attempts_time_positive
UPDATE results SET place = 2; -- results_won_by_the_first
UPDATE results SET unranked = true; -- results_unranked_does_not_win
UPDATE results SET place = 0, won = false; -- results_place_possible
UPDATE results SET time_ms = 0; -- results_time_positive
UPDATE results SET wpm = 350.5; -- results_wpm_possible
UPDATE results SET wpm = 'NaN'; -- results_wpm_possible
UPDATE results SET accuracy = 100.5; -- results_accuracy_possible
UPDATE results SET language = 'xx'; -- results_language_known
UPDATE results SET late = true, unranked = false; -- results_late_is_unranked
UPDATE results SET raw_wpm = 1101; -- results_raw_wpm_possible
UPDATE results SET consistency = 101; -- results_consistency_possible
UPDATE results SET verdict = 'guilty'; -- results_verdict_known
UPDATE results SET verdict = 'held'; -- results_held_is_unranked
UPDATE results SET credited_ms = -1; -- results_credited_possible
UPDATE races SET start_spread_ms = -1; -- races_start_spread_possible
UPDATE run_digests SET waits = ''; -- run_digests_size
INSERT INTO result_findings SELECT id, '', 1, 2 FROM results; -- result_findings_rule_length
INSERT INTO result_reviews (result_id, won, unranked) SELECT id, true, true FROM results; -- result_reviews_unranked_does_not_win
INSERT INTO result_reviews (result_id, won, unranked, decided_at, explanation) SELECT id, false, false, now(), 'a' FROM results; -- result_reviews_asked_before
INSERT INTO result_reviews (result_id, won, unranked, asked_at, decided_at, explanation) SELECT id, false, false, now(), now(), '' FROM results; -- result_reviews_explanation_length
INSERT INTO result_reviews (result_id, won, unranked, explanation) SELECT id, false, false, 'a' FROM results; -- result_reviews_decided
UPDATE result_keys SET keys = ''; -- result_keys_size
UPDATE key_days SET kind = 'duel'; -- key_days_kind_known
UPDATE key_days SET language = 'xx'; -- key_days_language_known
UPDATE key_days SET runs = -1; -- key_days_runs_possible
UPDATE key_days SET sums = convert_to(repeat('x', 200001), 'UTF8'); -- key_days_size
INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy) SELECT race_id, user_id, 2, false, 40000, 50, 90 FROM results; -- results_race_user_key
UPDATE user_stats SET races_won = 2; -- user_stats_races_won_possible
UPDATE user_stats SET wpm_sum = 351; -- user_stats_wpm_sum_possible
UPDATE user_stats SET accuracy_sum = 101; -- user_stats_accuracy_sum_possible
UPDATE user_stats SET best_wpm = 351; -- user_stats_best_wpm_possible
UPDATE user_stats SET time_ms = 0; -- user_stats_time_positive
UPDATE user_stats SET member_since = member_since - interval '1 day'; -- user_stats_user_fkey
UPDATE language_stats SET language = 'fr'; -- language_stats_language_known
UPDATE language_stats SET races_won = 2; -- language_stats_races_won_possible
UPDATE language_stats SET wpm_sum = 351; -- language_stats_wpm_sum_possible
UPDATE language_stats SET accuracy_sum = 101; -- language_stats_accuracy_sum_possible
UPDATE language_stats SET best_wpm = 351; -- language_stats_best_wpm_possible
UPDATE language_stats SET time_ms = 0; -- language_stats_time_positive
UPDATE language_stats SET shown = array_fill(60, ARRAY[21]); -- language_stats_shown_length
UPDATE language_stats SET member_since = member_since - interval '1 day'; -- language_stats_user_fkey

-- speeds
UPDATE text_effects SET effect = 7; -- text_effects_effect_possible
UPDATE speeds SET language = 'fr'; -- speeds_language_known
UPDATE speeds SET mean = -7; -- speeds_mean_possible
UPDATE speeds SET variance = 0; -- speeds_variance_positive
UPDATE speeds SET wpms = '{}'; -- speeds_runs_length

-- practice
UPDATE practice_results SET time_ms = 0; -- practice_results_time_positive
UPDATE practice_results SET wpm = 351; -- practice_results_wpm_possible
UPDATE practice_results SET accuracy = 101; -- practice_results_accuracy_possible
UPDATE practice_results SET mode = 'words20'; -- practice_results_mode_known
UPDATE practice_results SET rules = 3; -- practice_results_rules_known
UPDATE practice_results SET mark = 'slow'; -- practice_results_mark_known
UPDATE practice_results SET language = 'xx'; -- practice_results_language_known
UPDATE practice_results SET raw_wpm = 1101; -- practice_results_raw_wpm_possible
UPDATE practice_results SET consistency = 101; -- practice_results_consistency_possible
UPDATE practice_results SET length = 20001; -- practice_results_length_possible
UPDATE practice_keys SET keys = ''; -- practice_keys_size
UPDATE practice_keys SET text = repeat('x', 20001); -- practice_keys_text_length
UPDATE practice_stats SET races_total = 0, wpm_sum = 0, accuracy_sum = 0; -- practice_stats_races_total_positive
UPDATE practice_stats SET wpm_sum = 351; -- practice_stats_wpm_sum_possible
UPDATE practice_stats SET accuracy_sum = 101; -- practice_stats_accuracy_sum_possible
UPDATE practice_stats SET best_wpm = 351; -- practice_stats_best_wpm_possible
UPDATE practice_stats SET time_ms = 0; -- practice_stats_time_positive

-- mails and codes
UPDATE mails SET kind = 'greeting'; -- mails_kind_known
UPDATE mails SET user_id = NULL; -- mails_user_given
UPDATE mails SET recipient = 'ana'; -- mails_recipient_form
UPDATE mails SET state = 'lost', settled_at = now(); -- mails_state_known
UPDATE mails SET state = 'sent', settled_at = now(); -- mails_details_until_sent
UPDATE mails SET details = NULL; -- mails_details_until_sent
UPDATE mails SET state = 'sent', details = NULL; -- mails_settled_unless_due
UPDATE mails SET attempts = -1; -- mails_attempts_possible
UPDATE mails SET last_error = repeat('x', 501); -- mails_last_error_length
INSERT INTO mails (kind, user_id, recipient, details) SELECT 'verify', id, 'ANA@example.org', '{}' FROM users; -- mails_asked_once
UPDATE address_changes SET restores = 'ana'; -- address_changes_restores_form
UPDATE address_changes SET code_hash = 'x'; -- address_changes_hash_length
UPDATE account_codes SET purpose = 'greeting'; -- account_codes_purpose_known
UPDATE account_codes SET code_hash = 'x'; -- account_codes_hash_length
INSERT INTO account_codes SELECT id, 'reset', sha256('x'), now() FROM users; -- account_codes_pkey

-- held names and limits
UPDATE held_names SET name_hash = 'ana'; -- held_names_hash_length
UPDATE rate_limits SET key = 'ana@example.org'; -- rate_limits_key_is_hash
UPDATE rate_limits SET count = -1; -- rate_limits_count_possible
UPDATE known_networks SET network = '192.0.2.1'; -- known_networks_network_is_hash
UPDATE token_revocations SET lowest_version = 1; -- token_revocations_version_raised

-- api keys
UPDATE api_keys SET name = ''; -- api_keys_name_length
UPDATE api_keys SET name = repeat('x', 41); -- api_keys_name_length
UPDATE api_keys SET key_hash = 'key'; -- api_keys_hash_length
UPDATE api_keys SET user_id = -1; -- api_keys_user_fkey
INSERT INTO api_keys SELECT user_id, name, sha256('other') FROM api_keys; -- api_keys_pkey
INSERT INTO api_keys SELECT user_id, 'Other', key_hash FROM api_keys; -- api_keys_key_hash_key

-- skins
UPDATE skins SET filename = '../x'; -- skins_filename_form
UPDATE skins SET name = '' WHERE filename = 'snowcap'; -- skins_name_length
UPDATE skins SET description = '' WHERE filename = 'snowcap'; -- skins_description_length
UPDATE skins SET unlock = 'luck', threshold = NULL, price_cents = NULL WHERE filename = 'snowcap'; -- skins_unlock_known
UPDATE skins SET unlock = 'wpm', threshold = NULL, price_cents = NULL WHERE filename = 'snowcap'; -- skins_threshold_where_the_rule_has_one
UPDATE skins SET unlock = 'egg', threshold = 5, price_cents = NULL WHERE filename = 'snowcap'; -- skins_threshold_where_the_rule_has_one
UPDATE skins SET unlock = 'races', threshold = 0, price_cents = NULL WHERE filename = 'snowcap'; -- skins_threshold_positive
UPDATE skins SET unlock = 'shop', threshold = NULL, price_cents = NULL WHERE filename = 'snowcap'; -- skins_price_where_it_is_sold
UPDATE skins SET unlock = 'shop', threshold = NULL, price_cents = 0 WHERE filename = 'snowcap'; -- skins_price_where_it_is_sold
UPDATE skins SET unlock = 'feedback', threshold = NULL, price_cents = 99 WHERE filename = 'snowcap'; -- skins_price_where_it_is_sold
UPDATE skins SET unlock = 'shop', threshold = NULL, price_cents = 100001 WHERE filename = 'snowcap'; -- skins_price_possible
INSERT INTO skins (filename, name, description, price_cents) SELECT 'x', upper(name), 'A bird.', 99 FROM skins WHERE filename = 'snowcap'; -- skins_name_key
INSERT INTO skins (filename, name, description, price_cents) VALUES ('SnowCap', 'X', 'A bird.', 99); -- skins_filename_key
INSERT INTO skins (filename, name, description, price_cents) VALUES ('snowcap', 'X', 'A bird.', 99); -- skins_pkey
DELETE FROM skins WHERE filename = 'snowcap'; -- owned_skins_skin_fkey
UPDATE skin_images SET png = ''; -- skin_images_png_size
UPDATE owned_skins SET skin = '../x'; -- owned_skins_skin_form
UPDATE owned_skins SET skin = 'dodo'; -- owned_skins_skin_fkey
UPDATE owned_skins SET user_id = -1; -- owned_skins_user_fkey
INSERT INTO owned_skins SELECT id, 'snowcap' FROM users; -- owned_skins_pkey

-- feedback and text requests
UPDATE feedback SET words = ''; -- feedback_words_length
UPDATE feedback SET words = repeat('x', 4001); -- feedback_words_length
UPDATE text_requests SET text = ''; -- text_requests_text_length
UPDATE text_requests SET author = ''; -- text_requests_author_length
UPDATE text_requests SET url = 'javascript:alert(1)'; -- text_requests_url_form
UPDATE text_requests SET state = 'approved'; -- text_requests_decided
UPDATE text_requests SET state = 'later', decided_at = now(); -- text_requests_state_known
INSERT INTO text_requests (user_id, text, author, url) SELECT id, 'Suggested.', 'B', 'https://b.example' FROM users; -- text_requests_open_text_key

-- purchases
UPDATE purchases SET provider = 'cash'; -- purchases_provider_known
UPDATE purchases SET skin = 'dodo'; -- purchases_skin_fkey
UPDATE purchases SET price_cents = 0; -- purchases_price_possible
UPDATE purchases SET currency = 'EUR'; -- purchases_currency_known
UPDATE purchases SET state = 'lost', invoice = NULL; -- purchases_state_known
UPDATE purchases SET payment_id = NULL; -- purchases_payment_once_created
UPDATE purchases SET payment_id = '../../payment'; -- purchases_payment_form
UPDATE purchases SET payer_id = '../../payer'; -- purchases_payer_form
UPDATE purchases SET payer_id = NULL, executed_at = NULL; -- purchases_payer_once_executed
UPDATE purchases SET state = 'executing', settled_at = NULL, invoice = NULL; -- purchases_looked_after
UPDATE purchases SET looks = -1; -- purchases_looks_possible
UPDATE purchases SET refusals = -1; -- purchases_refusals_possible
UPDATE purchases SET settled_at = NULL; -- purchases_settled_at_the_end
UPDATE purchases SET invoice = NULL; -- purchases_invoice_for_money
INSERT INTO purchases (provider, user_id, skin, price_cents, payment_id, state) SELECT provider, user_id, skin, price_cents, payment_id, 'open' FROM purchases; -- purchases_payment_key
INSERT INTO purchases (provider, user_id, skin, price_cents, payment_id, payer_id, executed_at, settled_at, state, invoice) SELECT provider, user_id, skin, price_cents, 'PAYID-1111111111', payer_id, now(), now(), 'refunded', invoice FROM purchases; -- purchases_invoice_key
INSERT INTO purchases (provider, user_id, skin, price_cents, payment_id, payer_id, executed_at, settled_at, state, invoice) SELECT 'simulator', user_id, skin, price_cents, 'PAYID-1111111111', payer_id, now(), now(), 'paid', 2 FROM purchases; -- purchases_paid_once
INSERT INTO purchases (provider, user_id, skin, price_cents, payment_id, payer_id, executed_at, look_at, state) SELECT provider, user_id, skin, price_cents, 'PAYID-1111111111', payer_id, now(), now(), 'executing' FROM purchases; -- purchases_bought_once

-- moderation
UPDATE bans SET reason = ''; -- bans_reason_length
UPDATE bans SET banned_until = banned_at; -- bans_end_after_start
UPDATE bans SET reply = '', replied_at = now(); -- bans_reply_length
UPDATE bans SET reply = 'It was my brother.'; -- bans_replied
UPDATE banned_addresses SET address_hash = 'ana@example.org'; -- banned_addresses_hash_length
INSERT INTO admin_acts (admin, act, reason) VALUES ('no name', 'note', 'Nice.'); -- admin_acts_admin_form
INSERT INTO admin_acts (admin, act, reason) VALUES ('', 'pardon', 'Nice.'); -- admin_acts_act_known
INSERT INTO admin_acts (admin, act, reason, detail) VALUES ('', 'note', 'Nice.', repeat('x', 201)); -- admin_acts_detail_length
INSERT INTO admin_acts (admin, act, reason) VALUES ('', 'note', repeat('x', 501)); -- admin_acts_reason_length
UPDATE reports SET kind = 'face'; -- reports_kind_known
UPDATE reports SET kind = 'replay'; -- reports_thing_of_kind
UPDATE reports SET username = 'no name'; -- reports_username_form
UPDATE reports SET words = repeat('x', 501); -- reports_words_length
INSERT INTO reports (reporter_id, kind, user_id, username, words) SELECT id, 'name', id, username, '' FROM users; -- reports_once
INSERT INTO blocks (user_id, blocked_id) SELECT id, id FROM users; -- blocks_somebody_else

-- events
UPDATE events SET code = 'NOPE'; -- events_code_form
INSERT INTO events (code, key_hash, title, language, joining, scoring) SELECT code, key_hash, title, language, joining, scoring FROM events; -- events_code_key
UPDATE events SET host_id = -1; -- events_host_user_fkey
UPDATE events SET key_hash = 'key'; -- events_key_hash_length
UPDATE events SET title = ''; -- events_title_length
UPDATE events SET title = repeat('x', 81); -- events_title_length
UPDATE events SET language = 'fr'; -- events_language_known
UPDATE events SET joining = 'friends'; -- events_joining_known
UPDATE events SET scoring = 'luck'; -- events_scoring_known
UPDATE event_rounds SET number = 21; -- event_rounds_number_possible
UPDATE event_rounds SET kind = 'ode'; -- event_rounds_kind_known
UPDATE event_rounds SET kind = 'site', size = 'huge'; -- event_rounds_size_known
UPDATE event_rounds SET kind = 'words', words = 9; -- event_rounds_words_possible
UPDATE event_rounds SET kind = 'words'; -- event_rounds_asked_of_kind
UPDATE event_rounds SET size = 'long'; -- event_rounds_asked_of_kind
UPDATE event_rounds SET text_id = -1; -- event_rounds_text_fkey
UPDATE event_rounds SET author = repeat('x', 101); -- event_rounds_author_length
UPDATE event_rounds SET work = ''; -- event_rounds_work_length
UPDATE event_rounds SET text = 'x'; -- event_rounds_text_length
UPDATE event_rounds SET text = repeat('x', 2001); -- event_rounds_text_length
UPDATE event_rounds SET kind = 'chosen', text = ''; -- event_rounds_text_length
UPDATE event_rounds SET text = U&'xe\0301'; -- event_rounds_text_normalized
UPDATE event_rounds SET length = 1; -- event_rounds_length_possible
UPDATE event_racers SET name = ''; -- event_racers_name_length
UPDATE event_racers SET name = repeat('x', 21); -- event_racers_name_length
UPDATE event_racers SET name = U&'e\0301'; -- event_racers_name_normalized
UPDATE event_racers SET name_key = ''; -- event_racers_name_key_length
UPDATE event_racers SET name = NULL; -- event_racers_named_if_guest
UPDATE event_racers SET user_id = (SELECT min(id) FROM users); -- event_racers_named_if_guest
UPDATE event_racers SET round = 0; -- event_racers_round_possible
UPDATE event_racers SET heat = 0; -- event_racers_heat_positive
UPDATE event_racers SET heat = NULL; -- event_racers_seated_in_heat
INSERT INTO event_racers (event_id, name, name_key) SELECT event_id, 'ANA MARÍA', name_key FROM event_racers; -- event_racers_name_key
UPDATE event_heats SET room = '../room'; -- event_heats_room_form
INSERT INTO event_heats (event_id, round, number, room) SELECT event_id, round, 0, 'k3f9wq22' FROM event_heats; -- event_heats_number_positive
INSERT INTO event_heats (event_id, round, number, room) SELECT event_id, round, 2, room FROM event_heats; -- event_heats_room_key
UPDATE event_results SET time_ms = 0; -- event_results_time_positive
UPDATE event_results SET wpm = 351; -- event_results_wpm_possible
UPDATE event_results SET accuracy = 101; -- event_results_accuracy_possible
UPDATE event_results SET heat = 2; -- event_results_heat_fkey
INSERT INTO event_results SELECT * FROM event_results; -- event_results_pkey
