//! The shop: today's skins, and their purchase.

use actix_web::web;
use chrono::Utc;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Price, ProviderId, SkinDescription, SkinFile, SkinName, lookup};
use crate::error::ApiError;
use crate::extract::{NoFields, SignedIn, Visitor};
use crate::models::skin;
use crate::payments::{Checkout, Claim};
use crate::shop::{self, Window};

#[derive(Serialize, ToSchema)]
pub(crate) struct ShopAnswer {
    skins: Vec<ShopSkin>,
    /// Seconds until the next update.
    seconds: i64,
    /// True if purchases are simulated and no money moves.
    simulated: bool,
}

/// A skin in the shop.
#[derive(Serialize, ToSchema)]
struct ShopSkin {
    name: SkinName,
    filename: SkinFile,
    description: SkinDescription,
    /// US dollars; 0 for an easter egg.
    #[schema(value_type = f64)]
    price: Price,
    /// True if the visitor already owns it.
    owned: bool,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PurchaseForm {
    /// The file name of the skin, without `.png`. A malformed one matches no skin.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "hummingbird")]
    skin: Option<SkinFile>,
}

/// The address at which the buyer pays.
#[derive(Serialize, ToSchema)]
pub(crate) struct PurchaseAnswer {
    link: String,
}

/// The fields that the payment provider returned through the buyer's browser.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentForm {
    payment_id: ProviderId,
    payer_id: ProviderId,
    /// The file name of the skin, without `.png`. A malformed one matches no skin.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "hummingbird")]
    skin: Option<SkinFile>,
}

/// The skin that was bought.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoughtAnswer {
    name: SkinName,
    filename: SkinFile,
    /// The price paid, in US dollars.
    #[schema(value_type = f64)]
    price: Price,
}

/// `POST /api/shop/getShop`: returns today's skins and the time until the next update.
pub(crate) async fn get_shop(
    services: web::Data<Services>,
    visitor: Visitor<NoFields>,
) -> Result<web::Json<ShopAnswer>, ApiError> {
    let now = Utc::now();
    let today = now.date_naive();
    let priced = visitor.run(move |user, _, conn| Ok(skin::priced(today, user.map(|user| user.id), conn)?));
    let Window { sold, found } = Window::of(today, priced.await?);
    let skins = sold.into_iter().chain(found).map(|(skin, owned)| ShopSkin {
        name: skin.name,
        filename: skin.filename,
        description: skin.description,
        price: skin.price_cents.unwrap_or_default(),
        owned,
    });
    Ok(web::Json(ShopAnswer {
        skins: skins.collect(),
        seconds: shop::seconds_left(now),
        simulated: services.payments.as_ref().is_some_and(|payments| payments.is_simulated),
    }))
}

/// `POST /api/shop/buy`: starts the purchase of one of today's skins.
pub(crate) async fn buy(
    services: web::Data<Services>,
    SignedIn { user, body: PurchaseForm { skin } }: SignedIn<PurchaseForm>,
) -> Result<web::Json<PurchaseAnswer>, ApiError> {
    let link = Checkout::new(&services, user)?.begin(skin).await?;
    Ok(web::Json(PurchaseAnswer { link }))
}

/// `POST /api/shop/success`: completes a purchase whose payment the buyer approved. Repeated calls get the same answer.
pub(crate) async fn success(
    services: web::Data<Services>,
    SignedIn { user, body: PaymentForm { payment_id, payer_id, skin } }: SignedIn<PaymentForm>,
) -> Result<web::Json<BoughtAnswer>, ApiError> {
    let claim = Claim { payment: payment_id, payer: payer_id, skin };
    let (skin, price) = Checkout::new(&services, user)?.complete(&claim).await?;
    Ok(web::Json(BoughtAnswer { name: skin.name, filename: skin.filename, price }))
}
