//! Images of skins, uploaded by admins.

use diesel::prelude::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};

use crate::database::schema::skin_images;
use crate::domain::SkinFile;

/// Stores the image of a skin that was just added.
pub(crate) fn insert(skin: &SkinFile, png: &[u8], conn: &mut PgConnection) -> QueryResult<()> {
    let image = (skin_images::skin.eq(skin), skin_images::png.eq(png));
    diesel::insert_into(skin_images::table).values(image).execute(conn).map(drop)
}

/// Returns the hash of a skin's image, and the image, if it has one.
pub(crate) fn find(skin: &SkinFile, conn: &mut PgConnection) -> QueryResult<Option<(Vec<u8>, Vec<u8>)>> {
    skin_images::table.find(skin).select((skin_images::sha256, skin_images::png)).first(conn).optional()
}
