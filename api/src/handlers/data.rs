//! The download of everything that is kept about a user.

use actix_web::body::BoxBody;
use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Components, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

use crate::Services;
use crate::archive::Owner;
use crate::document::Answer;
use crate::domain::TimeZone;
use crate::error::ApiError;
use crate::extract::SignedIn;

#[derive(Deserialize, ToSchema)]
pub(crate) struct DataForm {
    zone: Option<TimeZone>,
}

/// A ZIP to download.
pub(crate) struct Download(HttpResponse);

/// `POST /api/account/data`: returns the [archive](crate::archive) of the user. It counts once it has a place.
pub(crate) async fn download(
    services: web::Data<Services>,
    request: HttpRequest,
    SignedIn { user, body: DataForm { zone } }: SignedIn<DataForm>,
) -> Result<Download, ApiError> {
    let address = services.limits.address_of(&request);
    let owner = Owner { id: user.id, zone: zone.unwrap_or_default() };
    let archive = services.archives.place(address)?.write(owner, services.database.clone());
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(format!("{}.zip", user.username))],
    };
    Ok(Download(HttpResponse::Ok().content_type(Download::CONTENT_TYPE).insert_header(disposition).streaming(archive)))
}

impl Responder for Download {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.0
    }
}

impl Answer for Download {
    const CONTENT_TYPE: &'static str = "application/zip";

    fn describe(_: &mut Components) -> RefOr<Schema> {
        let binary = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(Type::String).format(Some(binary)).into()
    }
}
