//! The images that admins give with their skins; those of the other skins are files of the client.

use std::io::Cursor;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use png::{Compression, Decoder, Encoder, EncodingError, Limits, OutputInfo, Transformations};
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

use crate::database::{Database, DatabaseError};
use crate::domain::{ErrorCode, Invalid, SkinFile};
use crate::models::skin_image;

/// Bytes of an image, as it is given.
const LARGEST: usize = 256 * 1024;
/// The characters of base64 that these are.
pub(crate) const LONGEST: usize = LARGEST.div_ceil(3) * 4;
/// Pixels of each side.
const WIDEST: u32 = 1024;
/// Bytes that a decoder may take beside those of the pixels.
const DECODER_MEMORY: usize = 1024 * 1024;

fn too_large() -> Invalid {
    Invalid::new(ErrorCode::ImageTooLarge, format!("must be a PNG of at most {} KiB", LARGEST / 1024))
        .with([LARGEST / 1024])
}

fn too_wide() -> Invalid {
    Invalid::new(ErrorCode::ImageTooWide, format!("must be a PNG of at most {WIDEST} pixels per side")).with([WIDEST])
}

/// The image is broken, or in another format.
fn unreadable() -> Invalid {
    Invalid::new(ErrorCode::ImageUnreadable, "must be a valid PNG")
}

/// Returns the schema of the image in a form.
pub(crate) fn schema() -> Object {
    let image = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null]));
    let image = image.content_encoding("base64").content_media_type("image/png").max_length(Some(LONGEST));
    image
        .description(Some(format!(
            "A square PNG of at most {} KiB and {WIDEST} pixels on each side, for a skin whose image is not a file of the site",
            LARGEST / 1024
        )))
        .into()
}

/// The hash of the image of the skin with this file name, where an admin gave one: another for every other content.
///
/// # Errors
/// [`DatabaseError`].
pub async fn sha256(database: &Database, filename: &str) -> Result<Option<Vec<u8>>, DatabaseError> {
    let Ok(filename) = filename.parse::<SkinFile>() else { return Ok(None) };
    database.with_conn(move |conn| skin_image::sha256(&filename, conn)).await
}

/// The image of the skin with this file name, where an admin gave one.
///
/// # Errors
/// [`DatabaseError`].
pub async fn png(database: &Database, filename: &str) -> Result<Option<Vec<u8>>, DatabaseError> {
    let Ok(filename) = filename.parse::<SkinFile>() else { return Ok(None) };
    database.with_conn(move |conn| skin_image::png(&filename, conn)).await
}

/// Decodes an image from a form and encodes its pixels anew, so that what is kept holds nothing else. Takes some
/// milliseconds of processor time.
pub(crate) fn redraw(base64: &str) -> Result<Vec<u8>, Invalid> {
    if base64.len() > LONGEST {
        return Err(too_large());
    }
    let not_base64 = |_| Invalid::new(ErrorCode::ImageNotBase64, "must be a base64-encoded PNG");
    let given = BASE64_STANDARD.decode(base64).map_err(not_base64)?;
    if given.len() > LARGEST {
        return Err(too_large());
    }
    let mut decoder = Decoder::new_with_limits(Cursor::new(given), Limits { bytes: DECODER_MEMORY });
    // 8 bits for each channel.
    decoder.set_transformations(Transformations::normalize_to_color8());
    // Before anything is decoded: a few bytes can stand for gigabytes of pixels.
    let header = decoder.read_header_info().map_err(|_| unreadable())?;
    if header.width.max(header.height) > WIDEST {
        return Err(too_wide());
    }
    // A skin is always shown as a square.
    if header.width != header.height {
        return Err(Invalid::new(ErrorCode::ImageNotSquare, "must be a square PNG"));
    }
    let mut reader = decoder.read_info().map_err(|_| unreadable())?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(too_wide)?];
    let frame = reader.next_frame(&mut pixels).map_err(|_| unreadable())?;
    encode(&frame, &pixels[..frame.buffer_size()]).map_err(|_| unreadable())
}

fn encode(frame: &OutputInfo, pixels: &[u8]) -> Result<Vec<u8>, EncodingError> {
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, frame.width, frame.height);
    encoder.set_color(frame.color_type);
    encoder.set_compression(Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(png)
}
