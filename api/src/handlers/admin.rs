//! What admins do beside deciding text requests.

use actix_web::web;
use garde::Validate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Services;
use crate::database::DatabaseError;
use crate::error::ApiError;
use crate::extract::{Admin, NoFields};
use crate::handlers::OkAnswer;
use crate::models::skins::NewSkin;
use crate::validation::{self, schema};

#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct SkinForm {
    #[garde(custom(validation::skin_name))]
    #[schema(schema_with = schema::skin_name)]
    name: String,
    #[garde(custom(validation::skin_file))]
    #[schema(schema_with = schema::skin_file)]
    filename: String,
    #[garde(custom(validation::skin_description))]
    #[schema(schema_with = schema::skin_description)]
    description: String,
    /// US dollars.
    #[garde(custom(validation::price))]
    #[schema(schema_with = schema::price)]
    price: f64,
}

/// `POST /api/admin`: 200 for admins, 403 for everybody else.
pub(crate) async fn check(_: Admin<NoFields>) -> web::Json<OkAnswer> {
    OkAnswer::json()
}

/// `POST /api/admin/addskin`: one more skin for the shop to sell.
pub(crate) async fn add_skin(
    services: web::Data<Services>,
    Admin { admin, body }: Admin<SkinForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let SkinForm { name, filename, description, price } = body;
    let price_cents = validation::cents(price).ok_or_else(|| ApiError::invalid("price", "is no price"))?;
    if services.skin_images.as_ref().is_some_and(|images| !images.contains(&filename)) {
        return Err(ApiError::invalid("filename", "has no image; it must be in /img/skins/ first, with .png"));
    }
    let skin = NewSkin { filename, name, description, price_cents };
    services.database.with_conn(move |conn| skin.insert(conn)).await.map_err(taken)?;
    tracing::info!(admin.id = admin.id, "a skin was added");
    Ok(OkAnswer::json())
}

/// The refusal of a file or a name that another skin has.
fn taken(error: DatabaseError) -> ApiError {
    match error.constraint() {
        Some("skins_pkey") => ApiError::Taken { field: "filename" },
        Some("skins_name_key") => ApiError::Taken { field: "name" },
        _ => error.into(),
    }
}
