//! The codes of errors, which identify them for programs, in addition to the sentences for people.
//!
//! REST answers carry them in a [header](HEADER), refused events in `code`. `make generate` lists them with their
//! values in `shared/fixtures/errors.json`, from which the client derives its type.

use serde::{Deserialize, Serialize};

/// The header of a refused REST call: the code, then the values of its sentence, such as `too-large; kib=32`.
pub const HEADER: &str = "colibri-error";

/// Declares [`ErrorCode`]. Each error is one entry: its variant, its code, and the names of its values.
macro_rules! error_codes {
    ($($(#[$doc:meta])* $Error:ident = $code:literal $(($($value:literal),*))?,)*) => {
        /// An error that is reported to clients.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum ErrorCode {
            $(#[doc = concat!("`", $code, "`.")] $(#[$doc])* #[serde(rename = $code)] $Error,)*
        }

        impl ErrorCode {
            /// All errors.
            pub const ALL: &[Self] = &[$(Self::$Error),*];

            /// Returns the code, such as `room-full`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Error => $code,)*
                }
            }

            /// Returns the names of the values that come with the code.
            pub const fn values(self) -> &'static [&'static str] {
                match self {
                    $(Self::$Error => &[$($($value),*)?],)*
                }
            }
        }
    };
}

error_codes! {
    // Any call.
    /// The body is not a JSON object.
    Malformed = "malformed",
    /// The body is not declared as JSON.
    NotJson = "not-json",
    /// The body did not arrive in time.
    TooSlow = "too-slow",
    TooLarge = "too-large" ("kib"),
    UnknownCall = "unknown-call",
    WrongMethod = "wrong-method" ("method"),
    /// The call is from a page of another site.
    ForeignPage = "foreign-page",
    NotLoggedIn = "not-logged-in",
    NotAdmin = "not-admin",
    TooManyTries = "too-many-tries" ("seconds"),
    /// The server is about to end, and accepts no new races.
    Restarting = "restarting",
    /// The database or another service is slow or unavailable.
    Unavailable = "unavailable",
    Internal = "internal",

    // Accounts.
    WrongLogin = "wrong-login",
    /// The password is right, but the account is banned. The token is good for what banned users may do.
    Banned = "banned" ("token"),
    /// The address is that of a banned account that was deleted.
    BannedAddress = "banned-address",
    /// The banned user has replied before.
    AlreadyReplied = "already-replied",
    /// The code of a mail is no longer valid.
    DeadLink = "dead-link",
    AlreadyVerified = "already-verified",
    UnknownUser = "unknown-user",
    Taken = "taken" ("field"),

    // Reports, blocks, and what admins do about them.
    AlreadyReported = "already-reported",
    /// The report is about the reporter.
    OwnReport = "own-report",
    /// Nobody has reported it, or an admin has settled it.
    UnknownReport = "unknown-report",
    OwnBlock = "own-block",
    TooManyBlocks = "too-many-blocks",
    AlreadyBanned = "already-banned",
    NotBanned = "not-banned",
    /// Admins do nothing about the accounts of admins.
    AdminAccount = "admin-account",
    /// The race has no result of the user that counts.
    NotCounted = "not-counted",

    // Keys of the public API.
    /// The call has no API key, or one that is not valid.
    InvalidApiKey = "invalid-api-key",
    UnknownApiKey = "unknown-api-key",
    /// The account has the maximum number of API keys.
    TooManyApiKeys = "too-many-api-keys",

    // Runs.
    UnknownRun = "unknown-run",
    UnknownRace = "unknown-race",
    /// The user has had their only attempt at today's race.
    AttemptOver = "attempt-over",
    /// The race may still be running.
    RaceRunning = "race-running" ("seconds"),
    /// Races cannot be deleted.
    RaceKept = "race-kept",
    /// The result counts, or was decided about.
    NotHeld = "not-held",
    /// An admin was asked to look at the result before.
    AlreadyAsked = "already-asked",
    /// Nobody has asked for a look at the result, or an admin has decided.
    NotWaiting = "not-waiting",

    // Texts.
    NoTexts = "no-texts",
    /// The suggested text is already in use in races.
    TextInUse = "text-in-use",
    AlreadySuggested = "already-suggested",
    UnknownTextRequest = "unknown-text-request",
    AlreadyDecided = "already-decided",

    // Skins and payments.
    UnknownSkin = "unknown-skin",
    /// The user does not own the skin.
    SkinLocked = "skin-locked",
    /// The skin is unlocked in another way.
    NotAnEgg = "not-an-egg",
    /// Nothing can be bought on this site.
    PaymentsOff = "payments-off",
    NotForSale = "not-for-sale",
    NotSoldToday = "not-sold-today",
    AlreadyOwned = "already-owned",
    PaymentUnderWay = "payment-under-way",
    UnknownPayment = "unknown-payment",
    PaymentNotApproved = "payment-not-approved",
    /// The payment can no longer be completed.
    PaymentOver = "payment-over",
    /// The buyer will get the money back.
    PaymentToRefund = "payment-to-refund",
    PaymentRefunded = "payment-refunded",
    PaymentDeclined = "payment-declined",
    /// The provider failed before money could move.
    PaymentFailed = "payment-failed",
    /// The provider failed when money may have moved.
    PaymentUnconfirmed = "payment-unconfirmed",

    // Fields of forms.
    Missing = "missing" ("field"),
    WrongType = "wrong-type" ("field"),
    OutOfRange = "out-of-range" ("field", "least", "most"),
    Negative = "negative" ("field"),
    Length = "length" ("field", "least", "most"),
    /// The text is too short or too long, or on more than one line.
    LineLength = "line-length" ("field", "least", "most"),
    TooLong = "too-long" ("field", "most"),
    ControlCharacters = "control-characters" ("field"),
    /// The text has characters that change the writing direction.
    DirectionCharacters = "direction-characters" ("field"),
    NulCharacter = "nul-character" ("field"),
    NotUsername = "not-username" ("field", "least", "most"),
    /// The username is reserved.
    Reserved = "reserved" ("field"),
    /// The name of a guest is too short or too long, or has other characters.
    NotNickname = "not-nickname" ("field", "least", "most"),
    NotEmail = "not-email" ("field"),
    /// The address is already the user's.
    OwnEmail = "own-email" ("field"),
    NotCountry = "not-country" ("field"),
    WrongPassword = "wrong-password" ("field"),
    WeakPassword = "weak-password" ("field"),
    /// The passwords differ.
    NotRepeated = "not-repeated" ("field"),
    /// The confirmation word is wrong.
    NotWord = "not-word" ("field", "word"),
    /// The value cannot be the code of a mail.
    NotCode = "not-code" ("field"),
    /// The text has a character that keyboards do not have: its code point in Unicode.
    NotOnKeyboard = "not-on-keyboard" ("field", "character"),
    /// The text is too short or too long in the form in which it is typed.
    TextLength = "text-length" ("field", "least", "most", "length"),
    NotWebAddress = "not-web-address" ("field", "most"),
    /// The time is too short or too long.
    NotTime = "not-time" ("field"),
    NotDate = "not-date" ("field"),
    NotPrice = "not-price" ("field", "most"),
    NotFilename = "not-filename" ("field", "most"),
    NoImage = "no-image" ("field"),
    ImageNotBase64 = "image-not-base64" ("field"),
    ImageTooLarge = "image-too-large" ("field", "kib"),
    ImageTooWide = "image-too-wide" ("field", "pixels"),
    ImageNotSquare = "image-not-square" ("field"),
    ImageUnreadable = "image-unreadable" ("field"),
    NotPaymentId = "not-payment-id" ("field", "least", "most"),
    /// No setting has this name, of which the letters and digits are shown.
    UnknownSetting = "unknown-setting" ("field", "name"),
    /// The setting cannot have this value.
    InvalidSetting = "invalid-setting" ("field"),
    /// The payment is for another skin.
    OtherSkin = "other-skin" ("field"),
    /// Somebody else approved the payment.
    OtherPayer = "other-payer" ("field"),

    // Seats in races.
    RoomFull = "room-full",
    RaceBegun = "race-begun",
    UnknownRoom = "unknown-room",
    /// The racer has seats in too many rooms.
    TooManySeats = "too-many-seats",

    // Events that members host.
    /// No event has this code.
    NoSuchEvent = "no-such-event",
    /// The event is over, and for what reason: `ended`, `host-gone`, `idle` or `raced`.
    EventOver = "event-over" ("reason"),
    EventLocked = "event-locked",
    EventFull = "event-full",
    /// Only members may join this event, or any on this site.
    MembersOnly = "members-only",
    /// The caller has not joined the event.
    NotInEvent = "not-in-event",
    /// A host has removed the racer from the event.
    RemovedFromEvent = "removed-from-event",
    NotHost = "not-host",
    UnknownRacer = "unknown-racer",
    /// No round of the event is left to wait for.
    NoRoundLeft = "no-round-left",
    /// It is not this round's turn, or there is none with this number.
    NotNextRound = "not-next-round",
    /// Nobody has a seat in the round.
    NobodySeated = "nobody-seated",
    UnknownText = "unknown-text",
    /// The member has as many open events as a member can have.
    TooManyHosted = "too-many-hosted",

    // Sockets.
    TooManyEvents = "too-many-events",
    EventTooLarge = "event-too-large",
    UnknownEvent = "unknown-event",
    UnreadableEvent = "unreadable-event",
    TooManyWindows = "too-many-windows",
    TooManyRooms = "too-many-rooms",
    NotJoined = "not-joined",
    RoomBusy = "room-busy",
    RoomClosed = "room-closed",
    /// Nobody started the private race in time.
    RoomExpired = "room-expired",
    /// Another racer starts this race.
    NotStarter = "not-starter",
    /// The race starts by itself, since others are in the room.
    NotAlone = "not-alone",
    NoSeat = "no-seat",
    /// The name in the event is another racer's.
    ForeignName = "foreign-name",
    RaceNotStarted = "race-not-started",
    RaceOver = "race-over",
    AlreadyFinished = "already-finished",
    /// The progress is faster than anyone can type.
    TooFast = "too-fast",
    /// The text is not typed to its end.
    NotTyped = "not-typed",
    TooManyKeys = "too-many-keys",
    /// The keys do not produce the text.
    WrongKeys = "wrong-keys",
    /// The times do not belong to the keys.
    WrongTimes = "wrong-times",
    /// The room does not have the keys before these.
    MissingKeys = "missing-keys",
    ResultNotSaved = "result-not-saved",
    /// The racer joined from another window.
    TakenOver = "taken-over",
    /// The race ended because of a fault of the server.
    RaceBroken = "race-broken",
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ErrorCode;
    use crate::testing::assert_generated;

    #[test]
    fn the_clients_list_of_errors_is_generated() {
        let lines = ErrorCode::ALL.iter().map(|code| format!("  {}: {}", json!(code), json!(code.values())));
        let now = format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"));
        assert_generated("shared/fixtures/errors.json", &now);
    }
}
