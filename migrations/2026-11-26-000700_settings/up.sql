-- The settings of the page that the user changed, by name. The api checks names and values; the list of them is
-- shared/fixtures/settings.json.
ALTER TABLE users ADD COLUMN settings jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT users_settings_object CHECK (jsonb_typeof(settings) = 'object');
