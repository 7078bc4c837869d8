//! The shop's window.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::Services;
use crate::error::ApiError;
use crate::extract::{NoFields, Visitor};
use crate::handlers::skins::SkinView;
use crate::models::skins::{self, Skin};
use crate::shop;

#[derive(Serialize)]
pub(crate) struct ShopAnswer {
    skins: Vec<ShopSkin>,
    /// Seconds until others are sold.
    seconds: i64,
}

/// A skin in the window.
#[derive(Serialize)]
struct ShopSkin {
    #[serde(flatten)]
    skin: SkinView,
    /// Whether the visitor has it already.
    owned: bool,
}

/// `POST /api/shop/getShop`: what is sold today, and how long still.
pub(crate) async fn get_shop(
    services: web::Data<Services>,
    Visitor { user, .. }: Visitor<NoFields>,
) -> Result<web::Json<ShopAnswer>, ApiError> {
    let visitor = user.map(|user| user.user_id());
    let priced = services.database.with_conn(move |conn| skins::priced(visitor, conn)).await?;
    Ok(web::Json(ShopAnswer::new(priced, Utc::now())))
}

impl ShopAnswer {
    fn new(priced: Vec<(Skin, bool)>, now: DateTime<Utc>) -> Self {
        // What costs nothing lies there every day.
        let (free, sold): (Vec<_>, Vec<_>) = priced.into_iter().partition(|(skin, _)| skin.price_cents == Some(0));
        let today = shop::sold_on(now.date_naive(), sold, |(skin, _)| &skin.filename);
        let skins = today.into_iter().chain(free).map(|(skin, owned)| ShopSkin { skin: skin.into(), owned });
        Self { skins: skins.collect(), seconds: shop::seconds_left(now) }
    }
}
