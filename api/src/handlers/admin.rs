//! The calls for admins, except those for text requests.

use actix_web::web;
use diesel::result::Error as QueryError;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{ErrorCode, Invalid, Price, SkinDescription, SkinFile, SkinName};
use crate::error::ApiError;
use crate::extract::{Admin, BodyLimit, NoFields};
use crate::handlers::OkAnswer;
use crate::models::skin::NewSkin;
use crate::models::skin_image;
use crate::skin_images;

/// The maximum size of the body of [`add_skin`]: that of any call, plus the largest image.
pub(crate) const ADD_SKIN_BODY: usize = BodyLimit::DEFAULT.0 + skin_images::LONGEST;

const NO_IMAGE: &str = "has no image; upload one, or add it to /img/skins/ as a .png first";

#[derive(Deserialize, ToSchema)]
pub(crate) struct SkinForm {
    name: SkinName,
    filename: SkinFile,
    description: SkinDescription,
    price: Price,
    #[schema(schema_with = skin_images::schema)]
    image: Option<String>,
}

/// `POST /api/admin`: 200 for admins, 403 for others.
pub(crate) async fn check(_: Admin<NoFields>) -> web::Json<OkAnswer> {
    OkAnswer::json()
}

/// `POST /api/admin/addskin`: adds a skin to the shop, which sells it from the next day on.
pub(crate) async fn add_skin(
    services: web::Data<Services>,
    Admin { user: admin, body }: Admin<SkinForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let SkinForm { name, filename, description, price, image } = body;
    let files = services.settings.skin_images.as_ref();
    let png = match image {
        None if files.is_some_and(|files| !files.contains(&*filename)) => {
            return Err(ApiError::invalid("filename", Invalid::new(ErrorCode::NoImage, NO_IMAGE)));
        }
        Some(_) if files.is_some_and(|files| files.iter().any(|file| file.eq_ignore_ascii_case(&filename))) => {
            return Err(ApiError::Taken { field: "filename" });
        }
        Some(image) => Some(re_encode(image).await?),
        None => None,
    };
    let skin = NewSkin { filename, name, description, price_cents: price };
    let added = services.database.transact(move |conn| -> Result<_, ApiError> {
        skin.insert(conn).map_err(taken)?;
        Ok(png.map_or(Ok(()), |png| skin_image::insert(&skin.filename, &png, conn))?)
    });
    added.await?;
    tracing::info!(admin.id = admin.id.0, "a skin was added");
    Ok(OkAnswer::json())
}

async fn re_encode(image: String) -> Result<Vec<u8>, ApiError> {
    let redrawn =
        web::block(move || skin_images::re_encode(&image)).await.map_err(|error| ApiError::internal(&error))?;
    redrawn.map_err(|invalid| ApiError::invalid("image", invalid))
}

/// Returns the error for a file name or a name that another skin has.
fn taken(error: QueryError) -> ApiError {
    let keys = [("skins_pkey", "filename"), ("skins_filename_key", "filename"), ("skins_name_key", "name")];
    ApiError::taken_if(error, &keys)
}
