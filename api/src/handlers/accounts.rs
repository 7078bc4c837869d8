//! Signup, login, and the session check.

use ::metrics::counter;
use actix_web::{HttpRequest, web};
use diesel::result::Error as QueryError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{
    Country, Email, ErrorCode, GuestBag, Language, LoginEmail, NewPassword, NewUsername, Password, Role,
};
use crate::error::ApiError;
use crate::extract::{Body, NoFields, Visitor};
use crate::handlers::passwords::known_words;
use crate::limits;
use crate::mail::Mail;
use crate::metrics;
use crate::models::ban::{self, Ban};
use crate::models::user::{NewUser, User};
use crate::models::{address_change, held_name, text_bag};

pub(crate) const BANNED_ADDRESS: ApiError =
    ApiError::Forbidden(ErrorCode::BannedAddress, "The account with this address was banned.");

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignupForm {
    username: NewUsername,
    email: Email,
    password: NewPassword,
    /// The same as the password.
    password_confirm: Password,
    country: Country,
    /// The bag that `/api/gettext` returned to the guest: what came to them does not come to the account.
    bag: Option<GuestBag>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginForm {
    email: LoginEmail,
    password: Password,
}

/// A token, to be sent with every call that needs one.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenAnswer {
    token: String,
}

/// The token's account. Without a valid token, all fields but `loggedin` are empty.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct SessionAnswer {
    loggedin: bool,
    username: String,
    skin: String,
    verified: bool,
    email: String,
    /// True for an admin, absent for others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    admin: bool,
}

/// `POST /api/signup`: creates an account.
pub(crate) async fn signup(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(form): Body<SignupForm>,
) -> Result<web::Json<TokenAnswer>, ApiError> {
    let SignupForm { username, email, password, password_confirm, country, bag } = form;
    let username = username.at(&services.settings.product)?;
    password.check_repeated("passwordConfirm", &password_confirm)?;
    let address = services.limits.address_of(&request);
    let turn = services.passwords.turn(&address).await?;
    let account = NewUser {
        password_hash: turn.hash("password", &password, known_words(&services, &request, &username, &email)).await?,
        username,
        email,
        country,
        email_verified_at: None,
        language: Language::of(&request).unwrap_or_default(),
    };
    let (shared, hash) = (services.clone(), services.keyed_hash());
    let made = services.database.transact(move |conn| {
        let user = account.insert(conn).map_err(taken)?;
        // Checked after the insert: by now, an account that gave up the name at the same moment has committed the hold.
        if held_name::is_held_against(&user.username, None, &hash, conn)? {
            return Err(ApiError::Taken { field: "username" });
        }
        if address_change::is_held_against(&user.email, user.id, conn)? {
            return Err(ApiError::Taken { field: "email" });
        }
        if ban::is_banned(&user.email, &hash, conn)? {
            return Err(BANNED_ADDRESS);
        }
        shared.limits.count_mail(limits::VERIFICATION_MAILS, &user.email, conn)?;
        if let Some(bag) = bag.and_then(GuestBag::kept) {
            text_bag::replace(user.id, None, &bag.to_bytes(), conn)?;
        }
        Mail::Verify.write(&user, conn)?;
        shared.limits.remember_network(user.id, &address, conn)?;
        Ok(user)
    });
    let user = made.await?;
    services.mail_signal.notify_one();
    Ok(web::Json(TokenAnswer { token: services.token_for(&user) }))
}

/// `POST /api/login`: returns a token for an email and password.
pub(crate) async fn login(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(LoginForm { email, password }): Body<LoginForm>,
) -> Result<web::Json<TokenAnswer>, ApiError> {
    let address = services.limits.address_of(&request);
    // Taken before the attempt is counted as failed, so that those who wait do not count against each other.
    let turn = services.passwords.turn(&address).await?;
    // A password is verified in any case, so that the time taken does not reveal whether the account exists.
    let verify = async |user: Option<&User>| turn.verify(&password, user.map(|user| user.password_hash.as_str())).await;
    let found = services.limits.try_login(&email, &address, verify).await;
    let refused = |reason| counter!(metrics::LOGINS_REFUSED, "reason" => reason).increment(1);
    let found = found.inspect_err(|error| {
        if matches!(error, ApiError::TooMany { .. }) {
            refused("too many");
        }
    })?;
    let user = found.ok_or(ApiError::WrongLogin).inspect_err(|_| refused("wrong"))?;
    let id = user.id;
    if services.database.with_conn(move |conn| Ban::of(id, conn)).await?.is_some() {
        refused("banned");
        return Err(ApiError::Banned {
            token: services.tokens.issue_to_banned(id, &user.username, user.token_version),
        });
    }
    Ok(web::Json(TokenAnswer { token: services.token_for(&user) }))
}

/// `POST /api/isloggedin`: returns the token's account; 200 also without one. The client makes this call when it opens,
/// so it also sets the language of later mails.
pub(crate) async fn isloggedin(
    request: HttpRequest,
    visitor: Visitor<NoFields>,
) -> Result<web::Json<SessionAnswer>, ApiError> {
    let language = Language::of(&request);
    let found = visitor.run(move |user, _, conn| {
        if let Some((user, language)) = user.as_ref().zip(language).filter(|(user, new)| user.language != *new) {
            // The session does not depend on it, and a database that only reads still answers.
            if let Err(error) = user.set_language(language, conn) {
                tracing::debug!(%error, "the language of an account is not recorded");
            }
        }
        Ok(user)
    });
    let Some(user) = found.await? else { return Ok(web::Json(SessionAnswer::default())) };
    Ok(web::Json(SessionAnswer {
        loggedin: true,
        verified: user.is_verified(),
        admin: user.role == Role::Admin,
        username: user.username.into(),
        skin: user.skin.into(),
        email: user.email.readable(),
    }))
}

/// Returns the error for a username or an address that is taken.
pub(crate) fn taken(error: QueryError) -> ApiError {
    ApiError::taken_if(error, &[("users_username_key", "username"), ("users_email_key", "email")])
}
