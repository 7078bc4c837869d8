//! Skins: the current one, and those unlocked by easter eggs.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::{PartialSchema as _, ToSchema};

use crate::domain::{ErrorCode, Price, SkinDescription, SkinFile, SkinName, lookup};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::Status;
use crate::models::skin::Skin;
use crate::unlock::Unlock;

pub(crate) const NOT_OWNED: ApiError =
    ApiError::Forbidden(ErrorCode::SkinLocked, "You have not unlocked this skin yet.");
pub(crate) const NO_EGG: ApiError =
    ApiError::Forbidden(ErrorCode::NotAnEgg, "This skin is unlocked in a different way.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct SkinForm {
    /// The file name of the skin, without `.png`. A malformed one matches no skin.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "hummingbird")]
    skin: Option<SkinFile>,
}

/// The user's current skin.
#[derive(Serialize, ToSchema)]
pub(crate) struct WornAnswer {
    skin: SkinFile,
}

/// The outcome, and the skin if it is new to the user.
#[derive(Serialize, ToSchema)]
pub(crate) struct UnlockAnswer {
    #[schema(inline)]
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    skin: Option<SkinFile>,
}

/// A skin as the client displays it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkinView {
    name: SkinName,
    filename: SkinFile,
    description: SkinDescription,
    /// US dollars, if the skin is in the shop; 0 for an easter egg.
    #[schema(required, value_type = Option<f64>)]
    price: Option<Price>,
}

/// A skin that the user does not own.
#[derive(Serialize, ToSchema)]
pub(crate) struct LockedSkin {
    #[serde(flatten)]
    skin: SkinView,
    /// The rule that unlocks it. If it must be bought, `price` is its price.
    #[schema(schema_with = Unlock::schema)]
    rule: Unlock,
    /// The number to reach, for `wpm`, `races`, `wins` and `accuracy`.
    #[schema(required)]
    threshold: Option<f64>,
    /// The rule as an English sentence, for clients without their own wording.
    hint: String,
}

/// `POST /api/changeskin`: changes to a skin that the user owns.
pub(crate) async fn change(caller: Caller<SkinForm>) -> Result<web::Json<WornAnswer>, ApiError> {
    let worn = caller.transact(|user, SkinForm { skin }, conn| {
        let skin = Skin::named(skin, conn)?.ok_or(ApiError::UNKNOWN_SKIN)?;
        if !skin.is_owned_by(user.id, conn)? {
            return Err(NOT_OWNED);
        }
        user.set_skin(&skin.filename, conn)?;
        Ok(skin.filename)
    });
    Ok(web::Json(WornAnswer { skin: worn.await? }))
}

/// `POST /api/unlockskin`: unlocks the skin of an easter egg.
pub(crate) async fn unlock(caller: Caller<SkinForm>) -> Result<web::Json<UnlockAnswer>, ApiError> {
    let unlocked = caller.transact(|user, SkinForm { skin }, conn| {
        let skin = Skin::named(skin, conn)?.ok_or(ApiError::UNKNOWN_SKIN)?;
        if skin.unlock != Unlock::Egg {
            return Err(NO_EGG);
        }
        Ok(skin.give_to(user.id, conn)?.then_some(skin))
    });
    Ok(UnlockAnswer::json(unlocked.await?))
}

impl UnlockAnswer {
    /// Returns the answer for the skin that was unlocked, if there is one.
    pub(crate) fn json(skin: Option<Skin>) -> web::Json<Self> {
        web::Json(Self { status: Status::Ok, skin: skin.map(|skin| skin.filename) })
    }
}

impl From<Skin> for SkinView {
    fn from(skin: Skin) -> Self {
        Self { name: skin.name, filename: skin.filename, description: skin.description, price: skin.price_cents }
    }
}

impl From<Skin> for LockedSkin {
    fn from(skin: Skin) -> Self {
        let (rule, threshold) = (skin.unlock, skin.threshold);
        Self { rule, threshold, hint: rule.hint(threshold), skin: skin.into() }
    }
}
