//! `/api/admin/addskin`.

use std::collections::BTreeSet;

use actix_web::test::TestRequest;
use api::Settings;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use png::{BitDepth, ColorType, Decoder, Encoder};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::App;
use crate::support::app::{filenames, without_limits};

fn skin(token: &str) -> Value {
    json!({ "token": token, "name": "Rufous", "filename": "rufous", "description": "<b>Red</b>, & far from home.", "price": 1.99 })
}

async fn app() -> (App, String, String) {
    let app = App::start().await;
    let (ana, ruth) = (app.signup("ana").await, app.admin("ruth").await);
    (app, ana, ruth)
}

#[actix_web::test]
async fn a_skin_that_an_admin_adds_is_for_sale_and_locked_for_everyone() {
    let (app, ana, ruth) = app().await;
    app.post("/api/admin/addskin", &skin(&ana)).await.refuses(403, "not-admin");
    app.post("/api/admin/addskin", &skin(&ruth)).await.json();
    let sold = "SELECT count(*) FROM skins WHERE filename = 'rufous' AND unlock = 'shop' AND price_cents = 199";
    assert_eq!(app.number(sold), 1.0);
    let own = app.post("/api/getstats", &json!({ "username": "ana", "token": ana })).await.json();
    assert!(own["toBeUnlocked"].to_string().contains("rufous"), "{own}");
    app.post("/api/admin/addskin", &skin(&ruth)).await.refuses(409, "taken; field=filename");
    let mut other = skin(&ruth);
    (other["filename"], other["name"]) = (json!("RUFOUS"), json!("Another"));
    app.post("/api/admin/addskin", &other).await.refuses(409, "taken; field=filename");
    (other["filename"], other["name"]) = (json!("rufous2"), json!("RUFOUS"));
    app.post("/api/admin/addskin", &other).await.refuses(409, "taken; field=name");
}

#[actix_web::test]
async fn an_added_skin_is_on_sale_from_the_next_day_on() {
    let (app, _, ruth) = app().await;
    // The other skins for sale are deleted, so that the list is short.
    app.execute("DELETE FROM skins WHERE unlock = 'shop'");
    let today = Utc::now().date_naive();
    app.post("/api/admin/addskin", &skin(&ruth)).await.json();
    let shop = async || app.post("/api/shop/getShop", &json!({})).await.json();
    let later = format!("SELECT count(*) FROM skins WHERE filename = 'rufous' AND sold_from > '{today}'");
    assert_eq!(app.number(&later), 1.0);
    app.execute("UPDATE skins SET sold_from = sold_from - 1 WHERE filename = 'rufous'");
    assert_eq!(filenames(&shop().await["skins"]), ["rufous", "jesus"]);
}

#[actix_web::test]
async fn an_invalid_skin_is_refused() {
    let (app, _, ruth) = app().await;
    let before = app.number("SELECT count(*) FROM skins");
    let name = "line-length; field=name; least=1; most=60";
    let file = "not-filename; field=filename; most=64";
    let price = "not-price; field=price; most=1000";
    let cases = [
        ("name", json!(" "), name),
        ("name", json!("x".repeat(61)), name),
        ("name", json!("Ru\nfous"), name),
        ("filename", json!("../rufous"), file),
        ("filename", json!("rufous.png"), file),
        ("filename", json!("x".repeat(65)), file),
        ("description", json!(""), "length; field=description; least=1; most=300"),
        ("description", json!("\u{1b}[0m"), "control-characters; field=description"),
        ("price", json!(0), price),
        ("price", json!(-1.99), price),
        ("price", json!(1.999), price),
        ("price", json!(1000.01), price),
        ("price", json!(1e300), price),
    ];
    for (field, value, code) in cases {
        let mut body = skin(&ruth);
        body[field] = value;
        app.post("/api/admin/addskin", &body).await.refuses(422, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM skins"), before);
}

#[actix_web::test]
async fn a_skin_without_an_image_is_refused_if_the_images_are_known() {
    let skin_images = Some(BTreeSet::from(["rufous".to_owned()]));
    let app = App::start_with(Settings { skin_images, ..without_limits() }).await;
    let ruth = app.admin("ruth").await;
    let mut other = skin(&ruth);
    other["filename"] = json!("Rufous");
    let code = "no-image; field=filename";
    app.post("/api/admin/addskin", &other).await.refuses(422, code);
    app.post("/api/admin/addskin", &skin(&ruth)).await.json();
}

fn png(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    encoder.add_text_chunk("Comment".to_owned(), "drawn at home".to_owned()).expect("it can be added");
    let mut writer = encoder.write_header().expect("memory takes it");
    writer.write_image_data(pixels).expect("these are all pixels");
    writer.finish().expect("memory takes it");
    png
}

/// Returns an image that holds only its size.
fn header(width: u32, height: u32) -> Vec<u8> {
    let mut png = Vec::new();
    drop(Encoder::new(&mut png, width, height).write_header().expect("memory takes it"));
    png
}

/// Returns pixels that do not compress.
fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    std::iter::repeat_with(next).take(bytes).collect()
}

fn pixels(png: &[u8]) -> Vec<u8> {
    let mut reader = Decoder::new(std::io::Cursor::new(png)).read_info().expect("it is a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
    reader.next_frame(&mut pixels).expect("it is whole");
    pixels
}

fn with_image(token: &str, png: &[u8]) -> Value {
    let mut body = skin(token);
    body["image"] = json!(BASE64_STANDARD.encode(png));
    body
}

#[actix_web::test]
async fn an_uploaded_image_is_re_encoded_and_stored() {
    let app =
        App::start_with(Settings { skin_images: Some(BTreeSet::from(["snowcap".to_owned()])), ..without_limits() });
    let app = app.await;
    let ruth = app.admin("ruth").await;
    // Larger than the body of any other call may be.
    let drawn = noise(400 * 400);
    app.post("/api/admin/addskin", &with_image(&ruth, &png(400, 400, &drawn))).await.json();
    let request = TestRequest::default().to_http_request();
    let image = async |skin: &str| app.api.skin_image(&request, skin).await.expect("the database answers");
    let kept = image("rufous").await.expect("it is kept");
    assert_eq!(kept.sha256, Sha256::digest(&kept.png).to_vec());
    assert_eq!(pixels(&kept.png), drawn);
    assert!(!String::from_utf8_lossy(&kept.png).contains("drawn at home"));
    assert_eq!(app.number("SELECT price_cents FROM skins WHERE filename = 'rufous'"), 199.0);
    let mut built_in = with_image(&ruth, &png(1, 1, &[0]));
    for (filename, name) in [("rufous", "Another"), ("snowcap", "Another"), ("SnowCap", "Another")] {
        (built_in["filename"], built_in["name"]) = (json!(filename), json!(name));
        app.post("/api/admin/addskin", &built_in).await.refuses(409, "taken; field=filename");
    }
    assert!(image("../rufous").await.is_none());
    app.execute("DROP TABLE skin_images");
    assert!(image("rufous").await.is_some(), "one that was shown before needs no database");
}

#[actix_web::test]
async fn an_invalid_image_is_refused() {
    let (app, _, ruth) = app().await;
    let small = png(2, 2, &[0, 1, 2, 3]);
    let unreadable = "image-unreadable; field=image";
    let too_wide = "image-too-wide; field=image; pixels=1024";
    let not_square = "image-not-square; field=image";
    let too_large = "image-too-large; field=image; kib=256";
    let cases = [
        (json!("data:image/png;base64,AAAA"), "image-not-base64; field=image"),
        (json!(BASE64_STANDARD.encode(b"\xff\xd8\xff\xe0 a photograph")), unreadable),
        (json!(""), unreadable),
        (json!(BASE64_STANDARD.encode(&small[..small.len() - 20])), unreadable),
        (json!(BASE64_STANDARD.encode(header(100_000, 100_000))), too_wide),
        (json!(BASE64_STANDARD.encode(png(1025, 1, &[0; 1025]))), too_wide),
        (json!(BASE64_STANDARD.encode(png(1, 1025, &[0; 1025]))), too_wide),
        (json!(BASE64_STANDARD.encode(png(2, 1, &[0; 2]))), not_square),
        (json!(BASE64_STANDARD.encode(png(1, 2, &[0; 2]))), not_square),
        (json!(BASE64_STANDARD.encode(png(520, 520, &noise(520 * 520)))), too_large),
        (json!(7), "wrong-type; field=image"),
    ];
    for (image, code) in cases {
        let mut body = skin(&ruth);
        body["image"] = image;
        app.post("/api/admin/addskin", &body).await.refuses(422, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM skin_images"), 0.0);
    app.post("/api/admin/addskin", &with_image(&ruth, &vec![0; 400 * 1024])).await.refuses(413, "too-large; kib=405");
    app.post("/api/admin/addskin", &with_image(&ruth, &png(1024, 1024, &[7; 1024 * 1024]))).await.json();
}
