//! The tables as Diesel sees them, those that are joined, and functions of SQL.

mod tables;

pub(crate) use tables::*;

diesel::joinable!(user_stats -> users (user_id));
diesel::joinable!(language_stats -> users (user_id));
diesel::joinable!(owned_skins -> skins (skin));
diesel::joinable!(text_requests -> users (user_id));
diesel::joinable!(bans -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(
    users,
    user_stats,
    language_stats,
    text_requests,
    skins,
    owned_skins,
    address_changes
);
diesel::joinable!(event_racers -> users (user_id));
diesel::joinable!(event_racers -> events (event_id));
diesel::allow_tables_to_appear_in_same_query!(bans, users);
diesel::allow_tables_to_appear_in_same_query!(events, event_racers, event_results, users);
diesel::allow_tables_to_appear_in_same_query!(blocks, users);
diesel::allow_tables_to_appear_in_same_query!(practice_results, practice_keys);
diesel::allow_tables_to_appear_in_same_query!(results, result_keys);
diesel::allow_tables_to_appear_in_same_query!(result_reviews, results, users);

diesel::define_sql_function! {
    /// Converts the letters A to Z of a column to lower case, as the unique indexes on usernames and addresses do.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

diesel::define_sql_function! {
    /// Returns the larger of two numbers.
    fn greatest(one: diesel::sql_types::Double, other: diesel::sql_types::Double) -> diesel::sql_types::Double;
}

diesel::define_sql_function! {
    /// Returns the smaller of two numbers.
    fn least(one: diesel::sql_types::Double, other: diesel::sql_types::Double) -> diesel::sql_types::Double;
}

diesel::define_sql_function! {
    /// Returns the number of bytes, without reading them.
    fn octet_length(bytes: diesel::sql_types::Bytea) -> diesel::sql_types::Integer;
}
