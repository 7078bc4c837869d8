//! All paths under `/api` on one page, each with its handler and its description.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use actix_web::middleware::{DefaultHeaders, from_fn};
use actix_web::web::{self, ServiceConfig};
use shared::messages::TakeSeatError;

use crate::document::{Area, document, get, post};
use crate::error::{ApiError, seat_errors};
use crate::extract::{self, NoFields, Query};
use crate::handlers::events::{hosting, joining, lists, opening, seats, starting, views};
use crate::handlers::{
    account_settings, accounts, admin, api_keys, banned, blocks, data, events, feedback, ghosts, history, keys,
    late_finish, leaderboard, moderation, passwords, practice, race, races, replay, reports, reviews, settings, shop,
    skins, stats, text_requests, texts, today, unknown_path, verification, watch,
};
use crate::limits;
use crate::models::held_name;
use crate::moderation::{ADMIN_ACCOUNT, BANNED_ALREADY, NOT_COUNTED};
use crate::origin;
use crate::payments;
use crate::public;

const NAME_TAKEN: ApiError = ApiError::Taken { field: "username" };
const EMAIL_TAKEN: ApiError = ApiError::Taken { field: "email" };
pub(crate) fn areas() -> Vec<Area> {
    vec![
        Area {
            name: "Accounts",
            about: "Signing up, logging in, and changing account settings.",
            calls: vec![
                post("/signup", accounts::signup, "Creates an account and emails a link to verify the address.")
                    .with_errors([NAME_TAKEN, EMAIL_TAKEN, accounts::BANNED_ADDRESS])
                    .at_most(limits::SIGNUPS)
                    .with_described_limit(limits::VERIFICATION_MAILS),
                post("/login", accounts::login, "Returns a token for an email and password.")
                    .with_errors([ApiError::WrongLogin, ApiError::Banned { token: String::new() }])
                    .with_described_limit(limits::ALL_LOGINS_OF_ACCOUNT)
                    .with_described_limit(limits::LOGINS_OF_ACCOUNT)
                    .with_described_limit(limits::LOGINS_FROM_ADDRESS),
                post(
                    "/isloggedin",
                    accounts::isloggedin,
                    "Returns the token's user; `loggedin` is false if it has none.",
                ),
                post(
                    "/account/verify",
                    verification::verify,
                    "Redeems the code from the link that verifies an address.",
                )
                .with_errors([ApiError::DeadLink])
                .with_described_limit(limits::CODES_FROM_ADDRESS),
                post("/account/verifyanother", verification::verify_another, "Sends the verification email again.")
                    .with_errors([verification::VERIFIED_ALREADY])
                    .with_described_limit(limits::VERIFICATION_MAILS),
                post(
                    "/account/forgot",
                    passwords::forgot,
                    "Emails a password reset link if an account has the address.",
                )
                .with_described_limit(limits::RESET_MAILS)
                .with_described_limit(limits::RESETS),
                post("/account/reset", passwords::reset, "Sets a new password with the code from the reset link.")
                    .with_errors([ApiError::DeadLink])
                    .with_described_limit(limits::CODES_FROM_ADDRESS)
                    .with_described_limit(limits::PASSWORDS_OF_LINK),
                post(
                    "/account/changepassword",
                    passwords::change,
                    "Changes the password, given the old one, and revokes all existing tokens.",
                )
                .with_described_limit(limits::PASSWORD_CHANGES)
                .with_described_limit(limits::NOTICES)
                .with_described_limit(limits::ALL_CONFIRMATIONS)
                .with_described_limit(limits::CONFIRMATIONS),
                post(
                    "/account/changeemail",
                    account_settings::change_email,
                    "Changes the email address, which then has to be verified, and notifies the old one.",
                )
                .with_errors([EMAIL_TAKEN, accounts::BANNED_ADDRESS])
                .with_described_limit(limits::EMAIL_CHANGES)
                .with_described_limit(limits::VERIFICATION_MAILS)
                .with_described_limit(limits::NOTICES)
                .with_described_limit(limits::ALL_CONFIRMATIONS)
                .with_described_limit(limits::CONFIRMATIONS),
                post(
                    "/account/restoreemail",
                    account_settings::restore_email,
                    "Takes back a change of the email address, with the code that was sent to the old one.",
                )
                .with_errors([ApiError::DeadLink])
                .with_described_limit(limits::CODES_FROM_ADDRESS),
                post(
                    "/changeusername",
                    account_settings::change_username,
                    "Changes the username and reserves the old one for its owner.",
                )
                .with_errors([NAME_TAKEN])
                .with_described_limit(held_name::limit()),
                post("/changecountry", account_settings::change_country, "Changes or removes the country."),
                post(
                    "/account/watching",
                    account_settings::watching,
                    "Changes how the user's public races may be watched, and returns it.",
                ),
                post("/settings", settings::read, "Returns the settings that the user changed, by name."),
                post("/changesettings", settings::change, "Changes some settings; null resets one to its default."),
                post(
                    "/account/logouteverywhere",
                    account_settings::log_out_everywhere,
                    "Revokes all tokens of the account, the one of this call included.",
                ),
                post(
                    "/account/data",
                    data::download,
                    "Returns everything that is kept about the user: a ZIP with a JSON file of each kind.",
                )
                .open_to_banned()
                .at_most(limits::ARCHIVES),
                post("/apikeys", api_keys::list, "Lists the user's API keys, without their secrets."),
                post("/makeapikey", api_keys::make, "Makes an API key, which is in no later answer.")
                    .with_errors([api_keys::TOO_MANY, api_keys::NAME_TAKEN])
                    .at_most(limits::API_KEYS),
                post("/revokeapikey", api_keys::revoke, "Revokes an API key at once.").with_errors([api_keys::UNKNOWN]),
                post(
                    "/deleteaccount",
                    account_settings::delete,
                    "Deletes the account if the confirmation word is correct.",
                )
                .open_to_banned(),
                post("/ban", banned::ban, "Returns the ban of the user's account.")
                    .open_to_banned()
                    .with_errors([banned::NOT_BANNED]),
                post("/ban/reply", banned::reply, "Sends a reply of a banned user to the admins, once.")
                    .open_to_banned()
                    .with_errors([banned::NOT_BANNED, banned::REPLIED_ALREADY]),
            ],
        },
        Area {
            name: "Races",
            about: "Finding a room and taking a seat; the race itself runs over the socket.",
            calls: vec![
                post(
                    "/multiplayer",
                    race::multiplayer,
                    "Returns the code of a room: an open one that is still waiting, or a new one.",
                )
                .with_errors([ApiError::Restarting, replay::UNKNOWN])
                .at_most(limits::ROOMS),
                post("/play", race::play, "Takes a seat in a room, or returns the racer's existing seat.")
                    .with_errors(seat_errors()),
                post(
                    "/latefinish",
                    late_finish::save,
                    "Saves a finish that its room never got as a result that counts for nothing, once.",
                )
                .with_errors([
                    late_finish::NO_SEAT,
                    late_finish::TOO_LATE,
                    late_finish::RUNNING,
                    late_finish::UNKNOWN_TEXT,
                ])
                .at_most(limits::LATE_FINISHES),
                post(
                    "/ghosts",
                    ghosts::ghosts,
                    "Returns runs that may race beside a racer who is alone: at most three.",
                )
                .with_errors([late_finish::NO_SEAT])
                .at_most(limits::GHOSTS),
                post("/today", today::today, "Returns the board of today's race, or of an earlier day."),
                post(
                    "/today/start",
                    today::start,
                    "Begins the user's only attempt at today's race, or returns its room once it has begun.",
                )
                .with_errors([today::ATTEMPT_OVER, texts::NO_TEXTS, ApiError::Restarting])
                .with_errors([ApiError::NoSeat { reason: TakeSeatError::TooManySeats(0), username: String::new() }])
                .at_most(limits::ROOMS),
            ],
        },
        Area {
            name: "Events",
            about: "Rounds of races that a member hosts for whoever joins by a code.",
            calls: vec![
                post("/events/open", opening::open, "Opens an event that the user hosts.")
                    .with_errors([opening::TOO_MANY, opening::UNKNOWN_TEXT, texts::NO_TEXTS])
                    .at_most(limits::EVENTS),
                post("/events/hosted", lists::hosted, "Lists the events that the user hosts or hosted."),
                post("/events/raced", lists::raced, "Lists the events that the user has joined, with the place in each.")
                    .at_most(limits::DAYS),
                post("/events/look", joining::look, "Returns an event by its code.")
                    .with_errors([events::NO_SUCH_EVENT, events::REMOVED])
                    .with_described_limit(limits::EVENT_CODES),
                post(
                    "/events/join",
                    joining::join,
                    "Makes the caller a racer of an event: a member under their username, others as a guest.",
                )
                .with_errors(joining::join_errors())
                .with_described_limit(limits::EVENT_CODES)
                .with_described_limit(limits::EVENT_GUESTS),
                post(
                    "/events/seat",
                    seats::seat,
                    "Takes a seat in the open round of an event, or returns the racer's seat in a race that runs.",
                )
                .with_errors(joining::racer_errors())
                .with_errors([events::OVER, seats::NO_ROUND_LEFT, ApiError::Restarting])
                .with_errors(seat_errors()),
                post("/events/table", joining::table, "Returns the results of an event to its racers and hosts.")
                    .with_errors(joining::racer_errors()),
                post("/events/host", views::host, "Returns all that a host sees of an event.")
                    .with_errors(hosting::host_errors()),
                post("/events/wall", views::wall, "Returns what the wall of an event shows.")
                    .with_errors(hosting::host_errors()),
                post("/events/edit", hosting::edit, "Changes an event, except for rounds that have begun.")
                    .with_errors(hosting::host_errors())
                    .with_errors([events::OVER, opening::UNKNOWN_TEXT, texts::NO_TEXTS]),
                post("/events/remove", hosting::remove, "Removes a racer from an event.")
                    .with_errors(hosting::host_errors())
                    .with_errors([hosting::UNKNOWN_RACER]),
                post("/events/start", starting::start, "Starts a round for all racers at once.")
                    .with_errors(hosting::host_errors())
                    .with_errors([events::OVER, starting::NOT_NEXT, starting::NOBODY]),
                post("/events/end", hosting::end, "Ends an event.").with_errors(hosting::host_errors()),
                post("/events/csv", views::csv, "Returns the results of an event as a file for spreadsheets.")
                    .with_errors(hosting::host_errors()),
            ],
        },
        Area {
            name: "Watching",
            about: "What there is to watch; the race itself comes over the socket.",
            calls: vec![
                get(
                    "/watch",
                    watch::races,
                    "Lists the public races that run or wait with company, and what to show to everyone.",
                ),
                post(
                    "/watch/racer",
                    watch::racer,
                    "Returns the public race of a racer who has switched the overlay on.",
                )
                .with_errors([stats::UNKNOWN_USER]),
            ],
        },
        Area {
            name: "Replays",
            about: "What the racers of a race typed, for everyone who has its address.",
            calls: vec![
                post(
                    "/replay",
                    replay::replay,
                    "Returns a race with the keys of its racers, as far as they are kept and not hidden.",
                )
                .with_errors([replay::UNKNOWN]),
                post(
                    "/replay/room",
                    replay::of_room,
                    "Returns the id of the last race of a room, if somebody has finished it; to guests, of public races only.",
                )
                .at_most(limits::HISTORY),
                post(
                    "/hidereplay",
                    replay::hide,
                    "Hides what the user typed in a race from others, or shows it again.",
                )
                .with_errors([replay::UNKNOWN]),
            ],
        },
        Area {
            name: "Texts",
            about: "The texts of races and practice, and suggestions for new ones.",
            calls: vec![
                get(
                    "/gettext",
                    texts::gettext,
                    "Returns a text, if possible of this kind: the next one of a user or guest, or a random one.",
                )
                .with_errors([texts::NO_TEXTS]),
                get("/words", texts::words, "Returns the frequent words of a language by falling frequency."),
                post("/textrequest", text_requests::suggest, "Suggests a text.")
                    .with_errors([text_requests::IN_USE, text_requests::SUGGESTED_ALREADY])
                    .at_most(limits::TEXT_REQUESTS),
            ],
        },
        Area {
            name: "Statistics",
            about: "Public statistics of racers.",
            calls: vec![
                post(
                    "/getstats",
                    stats::getstats,
                    "Returns a user's statistics, of all languages or of one; their own token adds their skins.",
                )
                .with_errors([stats::UNKNOWN_USER]),
                post(
                    "/races",
                    races::races,
                    "Returns a user's last ranked races, and the fastest by language and length.",
                )
                .with_errors([stats::UNKNOWN_USER]),
                post(
                    "/leaderboard",
                    leaderboard::leaderboard,
                    "Lists the top 100 in one of six orders, of all languages or of one.",
                ),
            ],
        },
        Area {
            name: "Practice",
            about: "Private singleplayer results and statistics.",
            calls: vec![
                post("/singleplayer", practice::save, "Saves a result.")
                    .with_body_of(practice::BODY)
                    .at_most(limits::PRACTICES),
                post("/singleplayer/stats", practice::stats, "Returns the user's practice statistics."),
            ],
        },
        Area {
            name: "History",
            about: "A user's own runs, races and practice. Nobody else sees them.",
            calls: vec![
                post("/history", history::list, "Lists runs, newest first.").at_most(limits::HISTORY),
                post("/history/run", history::run, "Returns a run with its keys, if they are kept.")
                    .with_errors([history::UNKNOWN])
                    .at_most(limits::HISTORY),
                post("/history/plot", history::plot, "Returns speed and accuracy over time.").at_most(limits::DAYS),
                post("/history/bests", history::bests, "Returns the best run of each kind, mode, language and length.")
                    .at_most(limits::HISTORY),
                post("/history/days", history::days, "Returns the days on which the user typed, and the streaks.")
                    .at_most(limits::DAYS),
                post("/history/delete", history::delete, "Deletes one practice run, or all.")
                    .with_errors([history::UNKNOWN, history::NOT_PRACTICE])
                    .at_most(limits::DELETIONS),
                post("/askforlook", reviews::ask, "Asks an admin to look at a result that is held back.")
                    .with_errors([history::UNKNOWN, reviews::NOT_HELD, reviews::ASKED_ALREADY])
                    .at_most(limits::LOOKS),
                post("/keys", keys::keys, "Returns how often each key was typed and missed, and how long it took.")
                    .at_most(limits::HISTORY),
            ],
        },
        Area {
            name: "Skins and shop",
            about: "Skins and the shop that sells them.",
            calls: vec![
                post("/changeskin", skins::change, "Changes to a skin that the user owns.")
                    .with_errors([ApiError::UNKNOWN_SKIN, skins::NOT_OWNED]),
                post("/unlockskin", skins::unlock, "Unlocks the skin of an easter egg.")
                    .with_errors([ApiError::UNKNOWN_SKIN, skins::NO_EGG]),
                post("/shop/getShop", shop::get_shop, "Lists today's skins and the seconds until the next update."),
                post("/shop/buy", shop::buy, "Starts a purchase and returns the payment link.")
                    .with_errors(payments::begin_errors())
                    .at_most(limits::PURCHASES),
                post("/shop/success", shop::success, "Completes a purchase whose payment was approved.")
                    .with_errors(payments::complete_errors())
                    .at_most(limits::PAYMENTS),
            ],
        },
        Area {
            name: "Feedback",
            about: "Messages from users to the operator.",
            calls: vec![
                post("/feedback", feedback::feedback, "Saves a message; the first one earns a skin.")
                    .at_most(limits::FEEDBACK),
            ],
        },
        Area {
            name: "Other users",
            about: "Reports to the admins, and blocks.",
            calls: vec![
                post("/report", reports::report, "Reports a name, a replay or a text to the admins, once.")
                    .with_errors([stats::UNKNOWN_USER, replay::UNKNOWN, reports::OWN, reports::REPORTED_ALREADY])
                    .at_most(limits::REPORTS),
                post("/blocks", blocks::list, "Lists the users whom the user blocks, the last first."),
                post("/block", blocks::block, "Blocks a user: matchmaking keeps the two apart while it can.")
                    .with_errors([stats::UNKNOWN_USER, blocks::OWN, blocks::TOO_MANY])
                    .at_most(limits::BLOCKS),
                post("/unblock", blocks::unblock, "Takes back a block.")
                    .with_errors([stats::UNKNOWN_USER])
                    .at_most(limits::BLOCKS),
            ],
        },
        Area {
            name: "Administration",
            about: "Calls for admins only.",
            calls: vec![
                post("/admin", admin::check, "Succeeds if the user is an admin."),
                post("/admin/addskin", admin::add_skin, "Adds a skin to the shop.")
                    .with_body_of(admin::ADD_SKIN_BODY)
                    .with_errors([ApiError::Taken { field: "filename" }, ApiError::Taken { field: "name" }]),
                post("/admin/gettextrequests", text_requests::list, "Lists pending text requests, oldest first."),
                post(
                    "/admin/approvetextrequest",
                    text_requests::approve,
                    "Approves a text request, optionally edited, and emails the requester.",
                )
                .with_errors([
                    text_requests::UNKNOWN,
                    text_requests::DECIDED_ALREADY,
                    text_requests::IN_USE,
                ]),
                post(
                    "/admin/rejecttextrequest",
                    text_requests::reject,
                    "Rejects a text request and emails the requester.",
                )
                .with_errors([text_requests::UNKNOWN, text_requests::DECIDED_ALREADY]),
                post("/admin/getheldresults", reviews::list, "Lists results that wait for a look, oldest first."),
                post(
                    "/admin/decideresult",
                    reviews::decide,
                    "Accepts or rejects a result that is held back, and emails its owner.",
                )
                .with_errors([history::UNKNOWN, reviews::NOT_WAITING]),
                post("/admin/users", moderation::search, "Finds accounts, and returns what is on file about each."),
                post("/admin/ban", moderation::ban, "Bans an account, and emails the reason to its owner.")
                    .with_errors([stats::UNKNOWN_USER, ADMIN_ACCOUNT, BANNED_ALREADY]),
                post("/admin/unban", moderation::unban, "Lifts a ban, and emails the reason to the account's owner.")
                    .with_errors([stats::UNKNOWN_USER, banned::NOT_BANNED]),
                post("/admin/rename", moderation::rename, "Gives a user another name, and emails them the reason.")
                    .with_errors([stats::UNKNOWN_USER, ADMIN_ACCOUNT, NAME_TAKEN]),
                post(
                    "/admin/clearresult",
                    moderation::clear_result,
                    "Takes a result from the boards and the bests, and emails the reason to its owner.",
                )
                .with_errors([stats::UNKNOWN_USER, ADMIN_ACCOUNT, NOT_COUNTED]),
                post("/admin/note", moderation::note, "Writes a note about an account for other admins.")
                    .with_errors([stats::UNKNOWN_USER]),
                post("/admin/reports", reports::list, "Lists what is reported, and what banned users replied."),
                post("/admin/settlereports", reports::settle, "Settles all open reports of a thing.")
                    .with_errors([reports::UNKNOWN]),
            ],
        },
    ]
}

/// Mounts the calls and the document.
pub(crate) fn configure(cfg: &mut ServiceConfig) {
    let calls = areas().into_iter().flat_map(|area| area.calls);
    let api = calls.fold(web::scope("/api"), |api, call| api.service(call.into_resource()));
    let api = api
        .service(public::service())
        .route("/openapi.json", web::get().to(openapi))
        .default_service(web::to(unknown_path));
    // Answers concern one user at one moment, so they must not be cached.
    let api = api.wrap(from_fn(origin::check)).wrap(from_fn(extract::for_client));
    cfg.service(api.wrap(DefaultHeaders::new().add(("Cache-Control", "no-store"))));
}

async fn openapi(_: Query<NoFields>) -> HttpResponse {
    static DOCUMENT: LazyLock<String> =
        LazyLock::new(|| document(areas()).to_json().expect("it is made of maps with text as keys"));
    HttpResponse::Ok().content_type(ContentType::json()).body(DOCUMENT.as_str())
}
