//! What the document of the api says about the fields of forms: the limits are those that the rules check.
//!
//! Patterns are regular expressions as JSON Schema has them (ECMA-262). What none can say, such as whether a password is
//! easily guessed, stands in the description; [`super`] is what decides.

use serde_json::json;
use shared::RoomCode;
use shared::score::MAX_WPM;
use utoipa::openapi::schema::{KnownFormat, Object, ObjectBuilder, SchemaFormat, SchemaType, Type};

use super::{
    AUTHOR_LENGTH, CODE_LENGTH, CONFIRMATION, EMAIL_LENGTH, HIGHEST_PRICE_CENTS, MESSAGE_LENGTH, PASSWORD_LENGTH,
    PASTED_LENGTH, REASON_LENGTH, SKIN_DESCRIPTION_LENGTH, SKIN_FILE_LENGTH, SKIN_NAME_LENGTH, USERNAME_LENGTH,
    WEB_ADDRESS_LENGTH,
};
use crate::error::SeatReason;
use crate::skin_images;
use crate::unlock::Unlock;

/// Letters, digits, `_` and `-`.
const WORD: &str = "^[A-Za-z0-9_-]+$";
/// Words over several lines with something to see in them, and without control characters.
const LINES: &str = concat!(
    r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*",
    r"[^\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]",
    r"[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$"
);
/// The same on one line.
const LINE: &str = concat!(
    r"^[^\u0000-\u001f\u007f-\u009f]*",
    r"[^\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]",
    r"[^\u0000-\u001f\u007f-\u009f]*$"
);
/// Words, or none, without control characters.
const WORDS: &str = r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$";
/// The address of a page of the web.
const WEB_ADDRESS: &str = r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s\u0000-\u0020\u007f-\u00a0]+$";
/// No form has the character NUL in a field, and Postgres none in a text.
pub(crate) const NO_NUL: &str = r"^[^\u0000]*$";

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn number() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Number).format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
}

fn or_null(of: Type) -> SchemaType {
    SchemaType::from_iter([of, Type::Null])
}

/// Why there is no seat in a room.
pub(crate) fn seat_reason() -> Object {
    string().enum_values(Some(SeatReason::ALL.map(|reason| json!(reason)))).into()
}

/// The answer of what is done.
pub(crate) fn ok() -> Object {
    string().enum_values(Some(["ok"])).into()
}

/// [`super::free_username`].
pub(crate) fn free_username() -> Object {
    let username = string()
        .min_length(Some(*USERNAME_LENGTH.start()))
        .max_length(Some(*USERNAME_LENGTH.end()))
        .pattern(Some(WORD))
        .description(Some("Not reserved; unique without regard to case."));
    username.examples(["marisol"]).into()
}

/// [`super::mailed_username`].
pub(crate) fn mailed_username() -> Object {
    let username = string().min_length(Some(*USERNAME_LENGTH.start())).max_length(Some(*USERNAME_LENGTH.end()));
    username.pattern(Some(WORD)).description(Some("The name in the link, `user`.")).examples(["marisol"]).into()
}

/// A name to look up.
pub(crate) fn username() -> Object {
    string().description(Some("Without regard to case.")).examples(["marisol"]).into()
}

/// [`super::email`].
pub(crate) fn email() -> Object {
    let email = string()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Email)))
        .max_length(Some(EMAIL_LENGTH))
        .description(Some("As HTML's `type=email` sees it, if mail can be sent to it; unique without regard to case."));
    email.examples(["marisol@example.org"]).into()
}

/// [`super::email_length`].
pub(crate) fn email_length() -> Object {
    string().max_length(Some(EMAIL_LENGTH)).examples(["marisol@example.org"]).into()
}

/// [`super::new_password`].
pub(crate) fn new_password() -> Object {
    let password = string()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)))
        .min_length(Some(*PASSWORD_LENGTH.start()))
        .max_length(Some(*PASSWORD_LENGTH.end()))
        .description(Some("Not easily guessed: a zxcvbn score of at least 2 for somebody who knows name and address."));
    password.write_only(true).into()
}

/// [`super::same_as`].
pub(crate) fn password_again() -> Object {
    password().description(Some("The same as the password.")).into()
}

/// A password that is compared with the account's.
pub(crate) fn known_password() -> Object {
    password().into()
}

fn password() -> ObjectBuilder {
    string().format(Some(SchemaFormat::KnownFormat(KnownFormat::Password))).write_only(true)
}

/// [`super::code`].
pub(crate) fn code() -> Object {
    let code = string().min_length(Some(1)).max_length(Some(CODE_LENGTH)).pattern(Some(WORD));
    code.description(Some("What the link that was mailed has behind `code=`.")).into()
}

/// [`super::confirmation`].
pub(crate) fn confirmation() -> Object {
    string().enum_values(Some([CONFIRMATION])).into()
}

/// [`super::country`].
pub(crate) fn country() -> Object {
    let country = string().pattern(Some("^([A-Za-z]{2})?$"));
    country.description(Some("ISO 3166-1 alpha-2 in any case, or empty.")).examples(["CR", ""]).into()
}

/// [`super::message`].
pub(crate) fn message() -> Object {
    string().min_length(Some(1)).max_length(Some(MESSAGE_LENGTH)).pattern(Some(LINES)).into()
}

/// [`super::typeable_text`].
pub(crate) fn typeable_text() -> Object {
    typeable(SchemaType::new(Type::String)).into()
}

/// The same, where it may be left out.
pub(crate) fn typeable_text_or_null() -> Object {
    typeable(or_null(Type::String)).into()
}

fn typeable(of: SchemaType) -> ObjectBuilder {
    let text = ObjectBuilder::new().schema_type(of).min_length(Some(1)).max_length(Some(PASTED_LENGTH));
    text.description(Some(
        "60 to 600 characters once it is in the form in which it is typed; none that keyboards do not have.",
    ))
}

/// [`super::author`].
pub(crate) fn author() -> Object {
    authored(SchemaType::new(Type::String)).into()
}

/// The same, where it may be left out.
pub(crate) fn author_or_null() -> Object {
    authored(or_null(Type::String)).into()
}

fn authored(of: SchemaType) -> ObjectBuilder {
    let author = ObjectBuilder::new().schema_type(of).min_length(Some(1)).max_length(Some(AUTHOR_LENGTH));
    author.pattern(Some(LINE)).description(Some("Who wrote it, on one line."))
}

/// [`super::reason`].
pub(crate) fn reason() -> Object {
    let reason = ObjectBuilder::new().schema_type(or_null(Type::String)).max_length(Some(REASON_LENGTH));
    reason.pattern(Some(WORDS)).description(Some("Told by mail to whoever suggested it.")).into()
}

/// [`super::web_address`].
pub(crate) fn web_address() -> Object {
    let address = string()
        .format(Some(SchemaFormat::Custom("uri".to_owned())))
        .max_length(Some(WEB_ADDRESS_LENGTH))
        .pattern(Some(WEB_ADDRESS))
        .description(Some("Where one finds that they wrote it."));
    address.examples(["https://www.gutenberg.org/ebooks/1342"]).into()
}

/// [`super::skin_name`].
pub(crate) fn skin_name() -> Object {
    let name = string().min_length(Some(1)).max_length(Some(SKIN_NAME_LENGTH)).pattern(Some(LINE));
    name.description(Some("What people call it; unique without regard to case.")).into()
}

/// [`super::skin_file`].
pub(crate) fn skin_file() -> Object {
    let file = string().min_length(Some(1)).max_length(Some(SKIN_FILE_LENGTH)).pattern(Some(WORD));
    file.description(Some("Of its image, `/img/skins/FILENAME.png`, which must be there.")).into()
}

/// [`super::skin_description`].
pub(crate) fn skin_description() -> Object {
    string().min_length(Some(1)).max_length(Some(SKIN_DESCRIPTION_LENGTH)).pattern(Some(LINES)).into()
}

/// The file name of a skin that there is.
pub(crate) fn skin() -> Object {
    string().description(Some("Its file name, without `.png`.")).examples(["hummingbird"]).into()
}

/// How one comes by a skin.
pub(crate) fn unlock_rule() -> Object {
    string().enum_values(Some(Unlock::ALL.map(Unlock::name))).into()
}

/// What the payment provider calls a payment, or who approved it.
pub(crate) fn provider_id() -> Object {
    let (least, most) = crate::payments::ID_LENGTH.into_inner();
    let id = string().min_length(Some(least)).max_length(Some(most)).pattern(Some("^[A-Za-z0-9-]+$"));
    id.description(Some("As it came back in the address.")).into()
}

/// [`super::price`].
pub(crate) fn price() -> Object {
    let price = number().minimum(Some(0.01)).maximum(Some(HIGHEST_PRICE_CENTS / 100.0)).multiple_of(Some(0.01));
    price.description(Some("US dollars, in whole cents.")).examples([1.99]).into()
}

/// [`crate::skin_images::redraw`].
pub(crate) fn skin_image() -> Object {
    let image = ObjectBuilder::new().schema_type(or_null(Type::String)).content_encoding("base64");
    let image = image.content_media_type("image/png").max_length(Some(skin_images::LONGEST));
    image
        .description(Some(
            "Where the site has no file of this name: a square PNG of at most 256 KiB and 1024 pixels on each side.",
        ))
        .into()
}

/// Seconds that a practice took.
pub(crate) fn practice_time() -> Object {
    let (least, most) = super::PRACTICE_TIME.into_inner();
    number().minimum(Some(least)).maximum(Some(most)).description(Some("Seconds.")).into()
}

/// Words per minute that are possible.
pub(crate) fn possible_wpm() -> Object {
    number().minimum(Some(0.0)).maximum(Some(MAX_WPM)).into()
}

/// Accuracy.
pub(crate) fn percent() -> Object {
    number().minimum(Some(0.0)).maximum(Some(100.0)).description(Some("Percent.")).into()
}

/// [`super::past`].
pub(crate) fn past() -> Object {
    let date = string().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
    date.description(Some("Not in the future.")).examples(["2026-01-02T03:04:05Z"]).into()
}

/// What the leaderboard is sorted by.
pub(crate) fn order() -> Object {
    let names = ["wpm", "racesTotal", "racesWon", "bestRace", "accuracy", "age"];
    let labels = ["Wpm", "Total races", "Races won", "Best race", "Accuracy", "Age"];
    string().enum_values(Some(names.into_iter().chain(labels))).into()
}

/// The key of a row.
pub(crate) fn id() -> Object {
    key(SchemaType::new(Type::Integer)).into()
}

/// The key of a row, where it may be left out.
pub(crate) fn id_or_null() -> Object {
    key(or_null(Type::Integer)).description(Some("The `id` of the last one of the list before.")).into()
}

fn key(of: SchemaType) -> ObjectBuilder {
    let key = ObjectBuilder::new().schema_type(of).minimum(Some(0_usize)).maximum(Some(i64::MAX as usize));
    key.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
}

/// The code of a room that there is.
pub(crate) fn room() -> Object {
    string().pattern(Some(room_pattern())).examples(["k3f9wq2m"]).into()
}

/// What is looked up as a code of a room.
pub(crate) fn any_room() -> Object {
    string().description(Some("What is no code is the code of no room.")).examples(["k3f9wq2m"]).into()
}

/// The code of a room, where it may be left out.
pub(crate) fn room_or_null() -> Object {
    let code = ObjectBuilder::new().schema_type(or_null(Type::String)).pattern(Some(room_pattern()));
    code.description(Some("The room whose racers race again.")).into()
}

fn room_pattern() -> String {
    format!("^[{}]{{{}}}$", String::from_utf8_lossy(RoomCode::ALPHABET), RoomCode::LENGTH)
}

/// A switch that may be left out.
pub(crate) fn private() -> Object {
    let private = ObjectBuilder::new().schema_type(or_null(Type::Boolean));
    private.description(Some("A room that matchmaking offers to nobody.")).into()
}
