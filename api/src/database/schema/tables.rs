//! The tables, written by `make generate` from `migrations/`.

diesel::table! {
    account_codes (user_id, purpose) {
        user_id -> BigInt,
        purpose -> Text,
        code_hash -> Bytea,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    address_changes (id) {
        id -> BigInt,
        user_id -> BigInt,
        restores -> Text,
        code_hash -> Nullable<Bytea>,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    admin_acts (id) {
        id -> BigInt,
        user_id -> Nullable<BigInt>,
        admin -> Text,
        act -> Text,
        detail -> Text,
        reason -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    api_keys (user_id, name) {
        user_id -> BigInt,
        name -> Text,
        key_hash -> Bytea,
        created_at -> Timestamptz,
        used_on -> Nullable<Date>,
    }
}

diesel::table! {
    banned_addresses (address_hash) {
        address_hash -> Bytea,
        banned_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    bans (user_id) {
        user_id -> BigInt,
        reason -> Text,
        banned_at -> Timestamptz,
        banned_until -> Nullable<Timestamptz>,
        reply -> Nullable<Text>,
        replied_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    blocks (user_id, blocked_id) {
        user_id -> BigInt,
        blocked_id -> BigInt,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    daily_attempts (day, language, user_id) {
        day -> Date,
        language -> Text,
        user_id -> BigInt,
        race_id -> Uuid,
        room -> Nullable<Text>,
        started_at -> Timestamptz,
        time_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    daily_races (day, language) {
        day -> Date,
        language -> Text,
        text_id -> BigInt,
    }
}

diesel::table! {
    event_heats (event_id, round, number) {
        event_id -> BigInt,
        round -> Integer,
        number -> Integer,
        room -> Text,
        start_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    event_racers (id) {
        id -> BigInt,
        event_id -> BigInt,
        user_id -> Nullable<BigInt>,
        name -> Nullable<Text>,
        name_key -> Nullable<Text>,
        round -> Nullable<Integer>,
        heat -> Nullable<Integer>,
        joined_at -> Timestamptz,
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    event_results (racer_id, round) {
        racer_id -> BigInt,
        event_id -> BigInt,
        round -> Integer,
        heat -> Integer,
        time_ms -> BigInt,
        wpm -> Double,
        accuracy -> Double,
        unranked -> Bool,
    }
}

diesel::table! {
    event_rounds (event_id, number) {
        event_id -> BigInt,
        number -> Integer,
        kind -> Text,
        size -> Nullable<Text>,
        words -> Nullable<Integer>,
        text_id -> Nullable<BigInt>,
        author -> Text,
        work -> Nullable<Text>,
        text -> Text,
        length -> Integer,
        start_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    events (id) {
        id -> BigInt,
        code -> Text,
        host_id -> Nullable<BigInt>,
        key_hash -> Bytea,
        title -> Text,
        language -> Text,
        joining -> Text,
        scoring -> Text,
        locked -> Bool,
        shows_names -> Bool,
        ended -> Bool,
        cleared -> Bool,
        created_at -> Timestamptz,
        hosted_at -> Timestamptz,
    }
}

diesel::table! {
    feedback (id) {
        id -> BigInt,
        user_id -> BigInt,
        words -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    held_names (name_hash) {
        name_hash -> Bytea,
        user_id -> Nullable<BigInt>,
        held_until -> Timestamptz,
    }
}

diesel::table! {
    key_days (user_id, kind, language, day) {
        user_id -> BigInt,
        kind -> Text,
        language -> Text,
        day -> Date,
        runs -> Integer,
        sums -> Bytea,
    }
}

diesel::table! {
    known_networks (user_id, network) {
        user_id -> BigInt,
        network -> Bytea,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    language_stats (user_id, language) {
        user_id -> BigInt,
        language -> Text,
        member_since -> Timestamptz,
        races_total -> Integer,
        races_won -> Integer,
        wpm_sum -> Double,
        accuracy_sum -> Double,
        best_wpm -> Double,
        time_ms -> BigInt,
        shown -> Array<Double>,
        average_wpm -> Double,
        average_accuracy -> Double,
        division -> Int2,
    }
}

diesel::table! {
    mails (id) {
        id -> BigInt,
        message_id -> Uuid,
        kind -> Text,
        user_id -> Nullable<BigInt>,
        recipient -> Text,
        details -> Nullable<Jsonb>,
        state -> Text,
        attempts -> Integer,
        due_at -> Timestamptz,
        last_error -> Nullable<Text>,
        created_at -> Timestamptz,
        settled_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    owned_skins (user_id, skin) {
        user_id -> BigInt,
        skin -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    practice_keys (practice_id) {
        practice_id -> BigInt,
        keys -> Bytea,
        text -> Nullable<Text>,
    }
}

diesel::table! {
    practice_results (id) {
        id -> BigInt,
        user_id -> BigInt,
        mode -> Text,
        language -> Text,
        text_id -> Nullable<BigInt>,
        length -> Nullable<Integer>,
        rules -> Int2,
        time_ms -> BigInt,
        wpm -> Double,
        accuracy -> Double,
        raw_wpm -> Nullable<Double>,
        consistency -> Nullable<Double>,
        size -> Text,
        mark -> Nullable<Text>,
        typed_at -> Timestamptz,
        ran_at -> Timestamptz,
    }
}

diesel::table! {
    practice_stats (user_id) {
        user_id -> BigInt,
        races_total -> Integer,
        wpm_sum -> Double,
        accuracy_sum -> Double,
        best_wpm -> Double,
        time_ms -> BigInt,
    }
}

diesel::table! {
    purchases (id) {
        id -> BigInt,
        reference -> Uuid,
        provider -> Text,
        user_id -> Nullable<BigInt>,
        skin -> Text,
        price_cents -> Integer,
        currency -> Text,
        state -> Text,
        payment_id -> Nullable<Text>,
        payer_id -> Nullable<Text>,
        refusals -> Integer,
        executed_at -> Nullable<Timestamptz>,
        look_at -> Nullable<Timestamptz>,
        looks -> Integer,
        created_at -> Timestamptz,
        settled_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    race_opponents (race_id, user_id) {
        race_id -> Uuid,
        user_id -> BigInt,
    }
}

diesel::table! {
    races (id) {
        id -> Uuid,
        room -> Text,
        private -> Bool,
        text_id -> BigInt,
        racers -> Integer,
        start_spread_ms -> Nullable<Integer>,
        started_at -> Timestamptz,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    rate_limits (key) {
        key -> Bytea,
        count -> Integer,
        at -> Timestamptz,
        forgotten_at -> Timestamptz,
    }
}

diesel::table! {
    reports (id) {
        id -> BigInt,
        reporter_id -> Nullable<BigInt>,
        kind -> Text,
        user_id -> Nullable<BigInt>,
        race_id -> Nullable<Uuid>,
        text_id -> Nullable<BigInt>,
        username -> Nullable<Text>,
        thing -> Text,
        words -> Text,
        created_at -> Timestamptz,
        settled_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    result_findings (result_id, rule) {
        result_id -> BigInt,
        rule -> Text,
        measured -> Double,
        bound -> Double,
    }
}

diesel::table! {
    result_keys (result_id) {
        result_id -> BigInt,
        keys -> Bytea,
    }
}

diesel::table! {
    result_reviews (result_id) {
        result_id -> BigInt,
        won -> Bool,
        unranked -> Bool,
        asked_at -> Nullable<Timestamptz>,
        decided_by -> Nullable<BigInt>,
        decided_at -> Nullable<Timestamptz>,
        explanation -> Nullable<Text>,
    }
}

diesel::table! {
    results (id) {
        id -> BigInt,
        race_id -> Uuid,
        user_id -> BigInt,
        language -> Text,
        place -> Integer,
        won -> Bool,
        time_ms -> BigInt,
        wpm -> Double,
        accuracy -> Double,
        raw_wpm -> Nullable<Double>,
        consistency -> Nullable<Double>,
        verdict -> Text,
        credited_ms -> Nullable<Integer>,
        unranked -> Bool,
        late -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    run_digests (result_id) {
        result_id -> BigInt,
        text_id -> BigInt,
        waits -> Bytea,
    }
}

diesel::table! {
    skin_images (skin) {
        skin -> Text,
        png -> Bytea,
        sha256 -> Bytea,
    }
}

diesel::table! {
    skins (filename) {
        filename -> Text,
        name -> Text,
        description -> Text,
        unlock -> Text,
        threshold -> Nullable<Double>,
        price_cents -> Nullable<Integer>,
        sold_from -> Date,
        position -> Integer,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    speeds (user_id, language) {
        user_id -> BigInt,
        language -> Text,
        ran_at -> Array<Timestamptz>,
        text_ids -> Array<BigInt>,
        wpms -> Array<Double>,
        mean -> Double,
        variance -> Double,
        effects_of -> Nullable<Date>,
    }
}

diesel::table! {
    text_bags (user_id) {
        user_id -> BigInt,
        bag -> Bytea,
    }
}

diesel::table! {
    text_effects (text_id) {
        text_id -> BigInt,
        day -> Date,
        effect -> Double,
    }
}

diesel::table! {
    text_requests (id) {
        id -> BigInt,
        user_id -> BigInt,
        language -> Text,
        text -> Text,
        author -> Text,
        url -> Text,
        state -> Text,
        decided_by -> Nullable<BigInt>,
        decided_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    texts (id) {
        id -> BigInt,
        language -> Text,
        category -> Text,
        author -> Text,
        text -> Text,
        length -> Integer,
        source -> Text,
        retired -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    token_revocations (user_id) {
        user_id -> BigInt,
        lowest_version -> Integer,
        revoked_at -> Timestamptz,
    }
}

diesel::table! {
    user_stats (user_id) {
        user_id -> BigInt,
        member_since -> Timestamptz,
        races_total -> Integer,
        races_won -> Integer,
        wpm_sum -> Double,
        accuracy_sum -> Double,
        best_wpm -> Double,
        time_ms -> BigInt,
        average_wpm -> Double,
        average_accuracy -> Double,
    }
}

diesel::table! {
    users (id) {
        id -> BigInt,
        username -> Text,
        email -> Text,
        email_verified_at -> Nullable<Timestamptz>,
        verified_by -> Nullable<Bytea>,
        recovery_email -> Nullable<Text>,
        password_hash -> Text,
        token_version -> Integer,
        role -> Text,
        country -> Text,
        language -> Text,
        skin -> Text,
        settings -> Jsonb,
        created_at -> Timestamptz,
        shown_to_watchers -> Bool,
        overlay -> Bool,
    }
}
