//! Images of skins that admins upload. Those of all other skins are files of the client.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::web::Bytes;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use png::{Compression, Decoder, Encoder, EncodingError, Limits, OutputInfo, Transformations};
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

use crate::database::{Database, DatabaseError};
use crate::domain::{ErrorCode, Invalid, SkinFile};
use crate::models::skin_image;

/// The maximum size of an uploaded image, in bytes.
const LARGEST: usize = 256 * 1024;
/// The resulting maximum length in base64.
pub(crate) const LONGEST: usize = LARGEST.div_ceil(3) * 4;
/// The maximum number of pixels per side.
const WIDEST: u32 = 1024;
/// The bytes of the images that are kept in memory: a hundred large ones. When there are more, it starts anew.
const KEPT_BYTES: usize = 32 * 1024 * 1024;
/// The memory that a decoder may use besides the pixels, in bytes.
const DECODER_MEMORY: usize = 1024 * 1024;

fn too_large() -> Invalid {
    Invalid::new(ErrorCode::ImageTooLarge, format!("must be a PNG of at most {} KiB", LARGEST / 1024))
        .with([LARGEST / 1024])
}

fn too_wide() -> Invalid {
    Invalid::new(ErrorCode::ImageTooWide, format!("must be a PNG of at most {WIDEST} pixels per side")).with([WIDEST])
}

/// Returns the error for an image that is broken or in another format.
fn unreadable() -> Invalid {
    Invalid::new(ErrorCode::ImageUnreadable, "must be a valid PNG")
}

pub(crate) fn schema() -> Object {
    let image = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null]));
    let image = image.content_encoding("base64").content_media_type("image/png").max_length(Some(LONGEST));
    image
        .description(Some(format!(
            "A square PNG of at most {} KiB and {WIDEST} pixels per side; required unless the image is a file of the site",
            LARGEST / 1024
        )))
        .into()
}

/// Uploaded images that were shown before. They are few and never change, so they are kept in memory.
#[derive(Default)]
pub(crate) struct SkinImages(Mutex<KeptImages>);

#[derive(Default)]
struct KeptImages {
    images: HashMap<String, SkinImage>,
    bytes: usize,
}

/// An image that an admin uploaded for a skin.
#[derive(Debug, Clone)]
pub struct SkinImage {
    /// The hash of the image, for its entity tag.
    pub sha256: Bytes,
    /// The image, as a PNG.
    pub png: Bytes,
}

impl SkinImages {
    pub(crate) fn kept(&self, filename: &str) -> Option<SkinImage> {
        self.lock().images.get(filename).cloned()
    }

    /// Reads an image from the database, and keeps it.
    pub(crate) async fn read(&self, filename: &str, database: &Database) -> Result<Option<SkinImage>, DatabaseError> {
        let Ok(skin) = filename.parse::<SkinFile>() else { return Ok(None) };
        let found = database.with_conn(move |conn| skin_image::find(&skin, conn)).await?;
        let image = found.map(|(sha256, png)| SkinImage { sha256: sha256.into(), png: png.into() });
        if let Some(image) = &image {
            self.lock().keep(filename, image.clone());
        }
        Ok(image)
    }

    fn lock(&self) -> MutexGuard<'_, KeptImages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KeptImages {
    fn keep(&mut self, filename: &str, image: SkinImage) {
        if self.bytes + image.png.len() > KEPT_BYTES {
            *self = Self::default();
        }
        self.bytes += image.png.len();
        if let Some(before) = self.images.insert(filename.to_owned(), image) {
            self.bytes -= before.png.len();
        }
    }
}

/// Decodes an uploaded image and encodes its pixels again, so that nothing else in the file is kept. Takes some
/// milliseconds of processor time.
pub(crate) fn re_encode(base64: &str) -> Result<Vec<u8>, Invalid> {
    if base64.len() > LONGEST {
        return Err(too_large());
    }
    let not_base64 = |_| Invalid::new(ErrorCode::ImageNotBase64, "must be a base64-encoded PNG");
    let given = BASE64_STANDARD.decode(base64).map_err(not_base64)?;
    if given.len() > LARGEST {
        return Err(too_large());
    }
    let mut decoder = Decoder::new_with_limits(Cursor::new(given), Limits { bytes: DECODER_MEMORY });
    // Eight bits per channel.
    decoder.set_transformations(Transformations::normalize_to_color8());
    // Checked before decoding, since a few bytes can expand to gigabytes of pixels.
    let header = decoder.read_header_info().map_err(|_| unreadable())?;
    if header.width.max(header.height) > WIDEST {
        return Err(too_wide());
    }
    // Skins are always displayed as squares.
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
